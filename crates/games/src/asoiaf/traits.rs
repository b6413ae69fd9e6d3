//! What a unit brings to a fight beside the numbers of its attack and defence: its abilities, what
//! they hang on, and how its player uses them.

use std::sync::Arc;

use super::ability::ModelStatus;
use super::effect::{Action, Effect, Effects, Moment, TestKind, TriggeredEffect};
use super::surroundings::Surroundings;
use super::unit::{Unit, UnitType};
use super::usage::is_weapon;
pub use super::usage::{
    Circumstances, Fishing, OptionError, Policy, RequestedOption, Usage, names_match,
};

/// An ability whose effects are counted. Copies share what they do: questions are made of units by
/// the thousand, and each copies the units' abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelledAbility {
    /// Its name.
    pub name: Arc<str>,
    /// What it does.
    pub effects: Arc<Effects>,
    /// An attachment brings it (A1.6).
    pub attached: bool,
}

impl ModelledAbility {
    /// An ability of a unit itself.
    pub fn new(name: &str, effects: Effects) -> Self {
        Self { name: name.into(), effects: Arc::new(effects), attached: false }
    }
}

/// What a unit brings to a fight beside the numbers of its attack and defence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Its name; empty in plain numbers.
    pub name: String,
    /// Its type.
    pub kind: UnitType,
    /// Its abilities that are counted, each name once (A0.8).
    pub abilities: Vec<ModelledAbility>,
    /// The name of the weapon it strikes with.
    pub weapon: String,
    /// What they hang on and how they are used.
    pub usage: Usage,
    /// The terrain around it.
    pub surroundings: Surroundings,
}

impl Traits {
    /// Of a unit with what it strikes with: its abilities whose effects are known, each name once
    /// (A0.8).
    pub fn new(unit: &Unit, weapon: &str) -> Self {
        let mut modelled: Vec<ModelledAbility> = Vec::new();
        for ability in &unit.abilities {
            if let ModelStatus::Modelled(effects) = &ability.status
                && !modelled.iter().any(|other| other.name == ability.name)
            {
                modelled.push(ModelledAbility {
                    name: Arc::clone(&ability.name),
                    effects: Arc::clone(effects),
                    attached: ability.attached,
                });
            }
        }
        Self {
            name: unit.name.clone(),
            kind: unit.kind,
            abilities: modelled,
            weapon: weapon.to_owned(),
            usage: unit.usage.clone(),
            surroundings: Surroundings::default(),
        }
    }

    /// The same with another ability, such as what a zone does ([`zones`](super::zones)).
    #[must_use]
    pub fn with(mut self, ability: ModelledAbility) -> Self {
        self.abilities.push(ability);
        self
    }

    /// Whether an ability lets it answer an attack with one of its own.
    pub(super) fn answers(&self) -> bool {
        self.counted()
            .flat_map(|ability| ability.effects.all())
            .any(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))
    }

    /// The abilities that count: orders only where they are given, weapons only in hand, none that
    /// is left aside.
    pub fn counted(&self) -> impl Iterator<Item = &ModelledAbility> {
        self.abilities.iter().filter(|ability| {
            let Effects { of_weapon, order, .. } = *ability.effects;
            let left_aside =
                self.usage.policy.without.iter().any(|name| names_match(&ability.name, name));
            !left_aside
                && (order.is_none() || self.usage.policy.orders)
                && (!of_weapon || is_weapon(&ability.name, &self.weapon))
        })
    }

    /// The names of abilities that count and do something after a panic test that no attack brings:
    /// of the bearer, or of an enemy.
    pub(super) fn after_tests(&self, of_bearer: bool) -> impl Iterator<Item = &str> {
        let moments = if of_bearer {
            [Moment::Passing, Moment::Failing]
        } else {
            [Moment::EnemyPassing, Moment::EnemyFailing]
        };
        let follows = move |effect: &Effect| {
            moments.contains(&effect.moment)
                && matches!(effect.conditions.test, None | Some(TestKind::Panic))
        };
        self.counted()
            .filter(move |ability| ability.effects.all().any(follows))
            .map(|ability| &*ability.name)
    }
}
