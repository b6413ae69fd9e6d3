//! Traits of a unit: its abilities, the circumstances they depend on, and how its player uses them.

use std::sync::Arc;

use super::ability::ModelStatus;
use super::effect::{Action, Effect, Effects, Moment, TestKind, TriggeredEffect};
use super::surroundings::Surroundings;
use super::unit::{Unit, UnitType};
use super::usage::is_weapon;
pub use super::usage::{
    Circumstances, Fishing, OptionError, Policy, RequestedOption, Usage, names_match,
};

/// An ability whose effects are modelled. Copies share the effects: thousands of questions copy the
/// abilities of their units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelledAbility {
    /// Name of the ability.
    pub name: Arc<str>,
    /// Effects of the ability.
    pub effects: Arc<Effects>,
    /// Whether an attachment provides the ability (A1.6).
    pub attached: bool,
}

impl ModelledAbility {
    /// Creates an ability of the unit itself.
    pub fn new(name: &str, effects: Effects) -> Self {
        Self { name: name.into(), effects: Arc::new(effects), attached: false }
    }
}

/// What a unit brings to a fight apart from its profiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Name of the unit; empty for plain numbers.
    pub name: String,
    /// Type of the unit.
    pub kind: UnitType,
    /// Modelled abilities, without duplicate names (A0.8).
    pub abilities: Vec<ModelledAbility>,
    /// Name of the weapon in use.
    pub weapon: String,
    /// Circumstances and policy.
    pub usage: Usage,
    /// Terrain around the unit.
    pub surroundings: Surroundings,
}

impl Traits {
    /// Creates the traits of a unit with a weapon: its modelled abilities, without duplicate names
    /// (A0.8).
    pub fn new(unit: &Unit, weapon: &str) -> Self {
        let mut modelled: Vec<ModelledAbility> = Vec::new();
        for ability in &unit.abilities {
            if let ModelStatus::Modelled(effects) = &ability.status
                // abilities of one name do not add up (A0.8)
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

    /// Adds an ability, such as the effect of a zone ([`zones`](super::zones)).
    #[must_use]
    pub fn with(mut self, ability: ModelledAbility) -> Self {
        self.abilities.push(ability);
        self
    }

    /// Returns whether an ability allows the unit to counter-attack.
    pub(super) fn answers(&self) -> bool {
        self.counted()
            .flat_map(|ability| ability.effects.all())
            .any(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))
    }

    /// Returns the abilities that apply: no orders unless they are given, no weapon abilities of
    /// other weapons, none that the player excludes.
    pub fn counted(&self) -> impl Iterator<Item = &ModelledAbility> {
        self.abilities.iter().filter(|ability| {
            let Effects { of_weapon, order, .. } = *ability.effects;
            let left_aside =
                self.usage.policy.without.iter().any(|name| names_match(&ability.name, name));
            !left_aside
                && (order.is_none() || self.usage.policy.orders)
                // an ability named after a weapon belongs to that weapon
                && (!of_weapon || is_weapon(&ability.name, &self.weapon))
        })
    }

    /// Returns the names of abilities with effects after a panic test without an attack, of the
    /// bearer or of an enemy.
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
