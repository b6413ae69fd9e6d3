//! Combatants: units with everything a fight depends on, from a card or plain numbers.
//!
//! Commands, scenario files, matrices and battles all build their questions from this module, so
//! the effect of a card is defined once. A combatant has whatever its card has; each question takes
//! out the values that it needs when it is built.

use std::sync::Arc;

use thiserror::Error;

use super::ability::{ModelStatus, ModelledAbility};
use super::allegiance::Allegiance;
use super::condition::{Spending, Tokens};
use super::context::Rerolls;
use super::effect::{Action, CardPlay, Effect, Effects, Moment, TestKind, TriggeredEffect};
use super::surroundings::Surroundings;
use super::unit::{Unit, UnitState, UnitType, Weapon, WeaponFilter};
use super::usage::{Circumstances, Policy, is_weapon, names_match};
use super::values::{AutoHits, Defense, Modifier, Morale, OutOfRange, Speed};

/// Changes of a unit's rolls, apart from its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifiers {
    /// Added to hit rolls.
    pub hit_modifier: Modifier,
    /// Hits in addition to those of the dice (A2.10).
    pub auto_hits: AutoHits,
    /// Who may reroll the attack dice.
    pub attack_rerolls: Rerolls,
    /// Added to saves.
    pub save_modifier: Modifier,
    /// Added to panic tests.
    pub panic_modifier: Modifier,
    /// Who may reroll the defense dice.
    pub save_rerolls: Rerolls,
    /// Who may reroll panic tests.
    pub morale_rerolls: Rerolls,
}

impl Modifiers {
    /// No changes.
    pub const NONE: Self = Self {
        hit_modifier: Modifier::NONE,
        auto_hits: AutoHits::NONE,
        attack_rerolls: Rerolls { roller: false, enemy: false },
        save_modifier: Modifier::NONE,
        panic_modifier: Modifier::NONE,
        save_rerolls: Rerolls { roller: false, enemy: false },
        morale_rerolls: Rerolls { roller: false, enemy: false },
    };

    /// Returns the changes of attack rolls with the changes of saves and panic tests of `defense`.
    #[must_use]
    pub const fn with_defense_of(self, defense: Self) -> Self {
        let Self { hit_modifier, auto_hits, attack_rerolls, .. } = self;
        Self { hit_modifier, auto_hits, attack_rerolls, ..defense }
    }
}

/// A unit in a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant {
    /// Name; empty for plain numbers.
    pub name: String,
    /// Type.
    pub kind: UnitType,
    /// Its faction and affiliations, and the commander in it.
    pub allegiance: Allegiance,
    /// Modelled abilities, without duplicate names (A0.8).
    pub abilities: Vec<ModelledAbility>,
    /// Weapon in use.
    pub weapon: Option<Weapon>,
    /// Defense value.
    pub defense: Option<Defense>,
    /// Morale value.
    pub morale: Option<Morale>,
    /// Speed.
    pub speed: Option<Speed>,
    /// Wounds left and tokens.
    pub state: UnitState,
    /// Changes of its rolls.
    pub modifiers: Modifiers,
    /// Decisions of its player.
    pub policy: Policy,
    /// State of the game around the fight.
    pub circumstances: Circumstances,
    /// Terrain around the unit.
    pub surroundings: Surroundings,
    /// Whether an earlier attack may have killed its attachment (A14.17).
    pub attachment_may_be_dead: bool,
}

/// A combatant that lacks a value its question needs.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CombatantError {
    /// A value is unknown.
    #[error("the {what} of {unit} is unknown, but this question needs it")]
    Unknown {
        /// The value: `morale`, `defense`, `weapon` or `speed`.
        what: &'static str,
        /// Name of the unit.
        unit: String,
    },
    /// The weapon in use lacks numbers of dice.
    #[error("`{weapon}` of {unit} has fewer dice values than the unit has ranks")]
    TooFewDice {
        /// Name of the weapon.
        weapon: String,
        /// Name of the unit.
        unit: String,
    },
    /// The situations of the attack are more than its tables hold.
    #[error(
        "{unit} has {wounds} wounds, and at most {most} are possible if abilities count lost \
         wounds and both units have attachments: leave an attachment out"
    )]
    TooManyWounds {
        /// Name of the unit.
        unit: String,
        /// Its wounds.
        wounds: u8,
        /// The largest number in such attacks.
        most: u8,
    },
    /// The choices of both players can be combined in too many ways.
    #[error(
        "the choices of both players have {combinations} combinations, and at most {most} are \
         compared; most come from {abilities}: choose their options, or leave some of these \
         abilities out"
    )]
    TooManyChoices {
        /// The abilities with options, each with its number of sets.
        abilities: String,
        /// Number of combinations, at least.
        combinations: u64,
        /// The largest number in such attacks.
        most: u64,
    },
}

/// The values a unit is attacked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DefenseProfile {
    pub(super) defense: Defense,
    pub(super) morale: Morale,
}

impl Combatant {
    /// Creates a unit without weapon, values, abilities and name.
    pub fn plain(state: UnitState, spending: Spending) -> Self {
        Self {
            name: String::new(),
            kind: UnitType::default(),
            allegiance: Allegiance::default(),
            abilities: Vec::new(),
            weapon: None,
            defense: None,
            morale: None,
            speed: None,
            state,
            modifiers: Modifiers::NONE,
            policy: Policy { spending, ..Policy::default() },
            circumstances: Circumstances::default(),
            surroundings: Surroundings::default(),
            attachment_may_be_dead: false,
        }
    }

    /// Creates the unit of a card, with its first melee weapon (if any).
    pub fn of(unit: &Unit, state: UnitState, spending: Spending) -> Self {
        let mut abilities: Vec<ModelledAbility> = Vec::new();
        for ability in &unit.abilities {
            if let ModelStatus::Modelled(effects) = &ability.status
                // abilities of one name do not add up (A0.8)
                && !abilities.iter().any(|other| other.name == ability.name)
            {
                abilities.push(ModelledAbility {
                    name: Arc::clone(&ability.name),
                    effects: Arc::clone(effects),
                    attached: ability.attached,
                });
            }
        }
        Self {
            name: unit.name.clone(),
            kind: unit.kind,
            allegiance: unit.allegiance.clone(),
            abilities,
            // a default for counter-attacks; attackers replace it by their weapon
            weapon: WeaponFilter::Melee.first(&unit.attacks).cloned(),
            defense: Some(unit.defense),
            morale: unit.morale,
            speed: unit.speed,
            state,
            modifiers: Modifiers::NONE,
            policy: Policy { spending, ..unit.policy.clone() },
            circumstances: unit.circumstances,
            surroundings: Surroundings::default(),
            attachment_may_be_dead: false,
        }
    }

    /// Creates the full unit of a card, holding `tokens`.
    ///
    /// # Errors
    /// Never for a valid card: a full unit has wounds left.
    pub fn full(unit: &Unit, tokens: Tokens, spending: Spending) -> Result<Self, OutOfRange> {
        Ok(Self::of(unit, UnitState::after(unit.body, 0, tokens)?, spending))
    }

    /// Returns the unit attacking with `weapon`.
    #[must_use]
    pub fn attacking_with(self, weapon: &Weapon) -> Self {
        Self { weapon: Some(weapon.clone()), ..self }
    }

    /// Returns the unit with these changes of its rolls.
    #[must_use]
    pub fn with_modifiers(self, modifiers: Modifiers) -> Self {
        Self { modifiers, ..self }
    }

    /// Returns the unit with these values.
    #[must_use]
    pub fn with_defense(self, defense: Defense, morale: Morale) -> Self {
        Self { defense: Some(defense), morale: Some(morale), ..self }
    }

    /// Returns whether the unit has an ability that may kill an attachment.
    pub(super) fn may_kill_attachments(&self) -> bool {
        let mut effects = self.abilities.iter().flat_map(|ability| ability.effects.all());
        effects.any(|effect| {
            matches!(effect.action, Action::Triggered(TriggeredEffect::KillAttachment(_)))
        })
    }

    /// Removes the abilities of a dead attachment (A1.6).
    pub(super) fn remove_attachment(&mut self) {
        self.abilities.retain(|ability| !ability.attached);
    }

    /// Returns whether its player plays a tactics card on it.
    pub(super) fn plays_cards(&self) -> bool {
        let mut cards = self.abilities.iter().filter_map(|ability| ability.effects.card.as_ref());
        cards.any(|card| !card.stays)
    }

    /// Removes the tactics cards that are not kept. Cards that stay in play remain.
    pub(super) fn keep_cards(&mut self, keep: impl Fn(&CardPlay) -> bool) {
        self.abilities.retain(|ability| {
            ability.effects.card.as_ref().is_none_or(|card| card.stays || keep(card))
        });
    }

    /// Returns the unit with another ability, such as the effect of a zone
    /// ([`zones`](super::zones)).
    #[must_use]
    pub fn with_ability(mut self, ability: ModelledAbility) -> Self {
        self.abilities.push(ability);
        self
    }

    /// Returns the name of the weapon in use; empty if there is none.
    pub fn weapon_name(&self) -> &str {
        self.weapon.as_ref().map_or("", |weapon| &weapon.name)
    }

    /// Returns the abilities that apply: no orders unless they are given, no weapon abilities of
    /// other weapons, none that the player excludes.
    pub fn counted(&self) -> impl Iterator<Item = &ModelledAbility> {
        self.abilities.iter().filter(|ability| {
            let Effects { of_weapon, order, .. } = *ability.effects;
            let left_aside =
                self.policy.without.iter().any(|name| names_match(&ability.name, name));
            !left_aside
                && (order.is_none() || self.policy.orders)
                // an ability named after a weapon belongs to that weapon
                && (!of_weapon || is_weapon(&ability.name, self.weapon_name()))
        })
    }

    /// Returns whether an ability allows the unit to counter-attack.
    pub(super) fn answers(&self) -> bool {
        self.counted()
            .flat_map(|ability| ability.effects.all())
            .any(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))
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

    /// Returns the values the unit is attacked against; `None` unless both are known.
    pub(super) fn defense_profile(&self) -> Option<DefenseProfile> {
        let (defense, morale) = self.defense.zip(self.morale)?;
        Some(DefenseProfile { defense, morale })
    }

    /// Returns a value that a question needs.
    ///
    /// # Errors
    /// [`CombatantError::Unknown`] if it is unknown.
    pub(super) fn needed<T>(
        &self,
        what: &'static str,
        value: Option<T>,
    ) -> Result<T, CombatantError> {
        value.ok_or_else(|| CombatantError::Unknown { what, unit: self.name.clone() })
    }

    /// Checks that the weapon in use, if any, has a number of dice for each rank of the unit.
    ///
    /// # Errors
    /// [`CombatantError::TooFewDice`] if it has not.
    pub(super) fn check_dice(&self) -> Result<(), CombatantError> {
        // a missing number of dice would silently count as none
        let ranks = usize::from(self.state.body().ranks());
        match &self.weapon {
            Some(weapon) if weapon.dice.len() < ranks => Err(CombatantError::TooFewDice {
                weapon: weapon.name.clone(),
                unit: self.name.clone(),
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::{Attack, Context};
    use super::super::unit::{Body, Reach};
    use super::super::values::{DiceCount, Hit};
    use super::*;

    fn unit(morale: Option<i64>) -> Unit {
        let weapon = |name: &str, reach, hit| Weapon {
            name: name.to_owned(),
            reach,
            hit: Hit::new(hit).expect("in range"),
            dice: [7, 5, 4].map(|n| DiceCount::new(n).expect("in range")).into(),
        };
        Unit {
            name: "Bowmen".to_owned(),
            faction: None,
            kind: UnitType::Infantry,
            cost: None,
            speed: None,
            defense: Defense::new(5).expect("in range"),
            morale: morale.map(|morale| Morale::new(morale).expect("in range")),
            body: Body::new(12, 3, 1).expect("infantry"),
            attacks: vec![weapon("Arrows", Reach::LONG, 3), weapon("Knives", Reach::Melee, 5)],
            abilities: Vec::new(),
            allegiance: Default::default(),
            foreign: None,
            season: None,
            doubt: None,
            circumstances: Default::default(),
            policy: Default::default(),
        }
    }

    fn full(unit: &Unit) -> Combatant {
        Combatant::full(unit, Tokens::NONE, Spending::Never).expect("a full unit")
    }

    #[test]
    fn a_card_gives_both_sides_their_numbers() {
        let bowmen = unit(Some(7));
        let arrows = WeaponFilter::Ranged.first(&bowmen.attacks).expect("they have arrows");
        let attacker = full(&bowmen).attacking_with(arrows);
        assert_eq!(attacker.weapon.as_ref().map(|weapon| weapon.hit.get()), Some(3));
        assert_eq!((attacker.weapon_name(), attacker.policy.spending), ("Arrows", Spending::Never));
        let defender = full(&bowmen);
        let DefenseProfile { defense, morale } = defender.defense_profile().expect("known");
        let left = defender.state.wounds_left();
        assert_eq!((defense.get(), morale.get(), left), (5, 7, 12));
        // it answers with the first of its melee weapons
        assert_eq!(defender.weapon.as_ref().map(|weapon| weapon.hit.get()), Some(5));
        assert_eq!(defender.weapon_name(), "Knives");
    }

    #[test]
    fn a_question_names_the_value_that_a_unit_lacks() {
        let bowmen = unit(None);
        let error = |attacker: Combatant, defender: Combatant| {
            Attack::new(attacker, defender, Context::default()).map_err(|wrong| wrong.to_string())
        };
        assert_eq!(
            error(full(&bowmen), full(&bowmen)),
            Err("the morale of Bowmen is unknown, but this question needs it".to_owned())
        );
        let unarmed = Unit { attacks: Vec::new(), ..unit(Some(7)) };
        assert_eq!(
            error(full(&unarmed), full(&unit(Some(7)))),
            Err("the weapon of Bowmen is unknown, but this question needs it".to_owned())
        );
    }

    #[test]
    fn weapon_filter_finds_the_first_weapon_that_fits() {
        let bowmen = unit(None);
        let first =
            |wanted: WeaponFilter| wanted.first(&bowmen.attacks).map(|weapon| weapon.name.as_str());
        assert_eq!(
            [WeaponFilter::Any, WeaponFilter::Melee, WeaponFilter::Ranged].map(first),
            [Some("Arrows"), Some("Knives"), Some("Arrows")]
        );
        let knifeless = Unit { attacks: vec![bowmen.attacks[0].clone()], ..unit(None) };
        assert_eq!(WeaponFilter::Melee.first(&knifeless.attacks), None);
    }
}
