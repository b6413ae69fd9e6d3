//! Combatants: units with everything a fight depends on, from a card or plain numbers.
//!
//! Commands, scenario files, matrices and battles all build their questions from this module, so
//! the effect of a card is defined once. The type of a [`Combatant`] states which profiles are
//! known: an attacker has an attack profile, and may lack a defense profile.

use thiserror::Error;

use super::condition::{Spending, Tokens};
use super::context::Rerolls;
use super::effect::Effect;
use super::traits::{ModelledAbility, Traits};
use super::unit::{Unit, UnitState, Weapon, WeaponFilter};
use super::values::{AutoHits, Defense, DiceCount, Hit, Modifier, Morale, OutOfRange};

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

/// The values a unit attacks with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackProfile {
    /// Hit value.
    pub hit: Hit,
    /// Attack dice with all ranks, with one lost, with two lost: one entry per rank of the unit.
    pub dice: Vec<DiceCount>,
}

impl AttackProfile {
    /// Creates the profile of a weapon.
    pub fn of(weapon: &Weapon) -> Self {
        let Weapon { hit, ref dice, .. } = *weapon;
        Self { hit, dice: dice.clone() }
    }
}

/// The values a unit is attacked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseProfile {
    /// Defense value.
    pub defense: Defense,
    /// Morale value.
    pub morale: Morale,
}

/// A unit in a fight. `A` and `D` are its attack and defense profiles, or options of them if they
/// may be unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant<A = AttackProfile, D = DefenseProfile> {
    /// Wounds left and tokens.
    pub state: UnitState,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
    /// Changes of its rolls.
    pub modifiers: Modifiers,
    /// Attack profile.
    pub attacking: A,
    /// Defense profile.
    pub defending: D,
    /// Name, abilities and circumstances.
    pub traits: Traits,
}

/// A unit either of whose profiles may be unknown.
pub type AnyCombatant = Combatant<Option<AttackProfile>, Option<DefenseProfile>>;

/// The attacking unit; its defense profile may be unknown.
pub type Attacker = Combatant<AttackProfile, Option<DefenseProfile>>;

/// The attacked unit; its attack profile may be unknown.
pub type Defender = Combatant<Option<AttackProfile>, DefenseProfile>;

/// The morale value of an attacked unit is unknown.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the morale of {unit} is unknown, but this question needs it")]
pub struct UnknownMorale {
    /// Name of the unit.
    pub unit: String,
}

impl AnyCombatant {
    /// Creates a unit without profiles, abilities and name.
    pub fn plain(state: UnitState, spending: Spending) -> Self {
        let traits = Traits::default();
        let modifiers = Modifiers::NONE;
        Self { state, spending, modifiers, attacking: None, defending: None, traits }
    }

    /// Creates the unit of a card, with its first melee weapon (if any) and its defense profile (if
    /// its morale is known).
    pub fn of(unit: &Unit, state: UnitState, spending: Spending) -> Self {
        // a default for counter-attacks; attackers replace it by their weapon
        let weapon = WeaponFilter::Melee.first(&unit.attacks);
        let defending = unit.morale.map(|morale| DefenseProfile { defense: unit.defense, morale });
        Self {
            state,
            spending,
            modifiers: Modifiers::NONE,
            attacking: weapon.map(AttackProfile::of),
            defending,
            traits: Traits::new(unit, weapon.map_or("", |weapon| &weapon.name)),
        }
    }

    /// Creates the full unit of a card, holding `tokens`.
    ///
    /// # Errors
    /// Never for a valid card: a full unit has wounds left.
    pub fn full(unit: &Unit, tokens: Tokens, spending: Spending) -> Result<Self, OutOfRange> {
        Ok(Self::of(unit, UnitState::after(unit.body, 0, tokens)?, spending))
    }
}

impl<A, D> Combatant<A, D> {
    /// Returns the unit attacking with `weapon`.
    #[must_use]
    pub fn attacking_with(self, weapon: &Weapon) -> Combatant<AttackProfile, D> {
        let traits = Traits { weapon: weapon.name.clone(), ..self.traits };
        let Self { state, spending, modifiers, defending, .. } = self;
        let attacking = AttackProfile::of(weapon);
        Combatant { state, spending, modifiers, attacking, defending, traits }
    }

    /// Returns the unit with these changes of its rolls.
    #[must_use]
    pub fn with_modifiers(self, modifiers: Modifiers) -> Self {
        Self { modifiers, ..self }
    }

    /// Returns the unit with a defense profile.
    #[must_use]
    pub fn with_defense(self, defending: DefenseProfile) -> Combatant<A, DefenseProfile> {
        let Self { state, spending, modifiers, attacking, traits, .. } = self;
        Combatant { state, spending, modifiers, attacking, defending, traits }
    }
}

impl<A> Combatant<A, Option<DefenseProfile>> {
    /// Returns the unit as the defender, with the values of its card.
    ///
    /// # Errors
    /// [`UnknownMorale`] if the morale value is unknown.
    pub fn attacked(self) -> Result<Combatant<A, DefenseProfile>, UnknownMorale> {
        match self.defending {
            Some(profile) => Ok(self.with_defense(profile)),
            None => Err(UnknownMorale { unit: self.traits.name }),
        }
    }
}

impl<D> Combatant<AttackProfile, D> {
    /// Checks that the unit has a number of dice for each rank.
    ///
    /// # Errors
    /// A description if it has not.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        check_dice(&self.attacking, self.state)
    }
}

/// Checks that a profile has a number of dice for each rank of the unit.
///
/// # Errors
/// A description if it has not.
pub(super) fn check_dice(profile: &AttackProfile, unit: UnitState) -> Result<(), &'static str> {
    // a missing number of dice would silently count as none
    if profile.dice.len() < usize::from(unit.body().ranks()) {
        Err("an attacker has fewer numbers of dice than its body has ranks")
    } else {
        Ok(())
    }
}

impl From<Combatant> for Attacker {
    fn from(combatant: Combatant) -> Self {
        let Combatant { state, spending, modifiers, attacking, defending, traits } = combatant;
        Self { state, spending, modifiers, attacking, defending: Some(defending), traits }
    }
}

impl From<Combatant> for Defender {
    fn from(combatant: Combatant) -> Self {
        let Combatant { state, spending, modifiers, attacking, defending, traits } = combatant;
        Self { state, spending, modifiers, attacking: Some(attacking), defending, traits }
    }
}

/// A combatant as the rules see it: its known profiles and the abilities that apply.
#[derive(Clone, Debug)]
pub struct CombatantView<'a> {
    /// Wounds left and tokens.
    pub state: UnitState,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
    /// Changes of its rolls.
    pub modifiers: Modifiers,
    /// Attack profile, if known.
    pub attacking: Option<&'a AttackProfile>,
    /// Defense profile, if known.
    pub defending: Option<&'a DefenseProfile>,
    /// Name, abilities and circumstances.
    pub traits: &'a Traits,
    /// The abilities that apply.
    pub abilities: Vec<&'a ModelledAbility>,
}

impl<'a, A, D> From<&'a Combatant<A, D>> for CombatantView<'a>
where
    &'a A: Into<Option<&'a AttackProfile>>,
    &'a D: Into<Option<&'a DefenseProfile>>,
{
    fn from(combatant: &'a Combatant<A, D>) -> Self {
        let Combatant { state, spending, modifiers, attacking, defending, traits } = combatant;
        Self {
            state: *state,
            spending: *spending,
            modifiers: *modifiers,
            attacking: attacking.into(),
            defending: defending.into(),
            traits,
            abilities: traits.counted().collect(),
        }
    }
}

impl<'a> CombatantView<'a> {
    /// Returns all effects of the abilities, including those of options.
    pub(crate) fn all_effects(&self) -> impl Iterator<Item = &'a Effect> {
        self.abilities.iter().copied().flat_map(|ability| ability.effects.all())
    }
}
#[cfg(test)]
mod tests {
    use super::super::unit::{Body, Reach, UnitType};
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
            foreign: None,
            edition: None,
            usage: Default::default(),
        }
    }

    #[test]
    fn a_card_gives_both_sides_their_numbers() {
        let bowmen = unit(Some(7));
        let full = || Combatant::full(&bowmen, Tokens::NONE, Spending::Never).expect("it stands");
        let arrows = WeaponFilter::Ranged.first(&bowmen.attacks).expect("they have arrows");
        let Combatant { attacking, traits, spending, .. } = full().attacking_with(arrows);
        assert_eq!(attacking.hit.get(), 3);
        assert_eq!((traits.weapon.as_str(), spending), ("Arrows", Spending::Never));
        let attacked = full().attacked().expect("morale is known");
        let DefenseProfile { defense, morale, .. } = attacked.defending;
        let left = attacked.state.wounds_left();
        assert_eq!((defense.get(), morale.get(), left), (5, 7, 12));
        // it answers with the first of its melee weapons
        let answer = attacked.attacking.expect("they have knives");
        assert_eq!(answer.hit.get(), 5);
        assert_eq!(attacked.traits.weapon, "Knives");
    }

    #[test]
    fn what_a_card_does_not_have_is_not_invented() {
        let bowmen = unit(None);
        let full =
            Combatant::full(&bowmen, Tokens::NONE, Spending::Never).expect("a full unit stands");
        let message = full.attacked().map(|_| ()).map_err(|missing| missing.to_string());
        assert_eq!(
            message,
            Err("the morale of Bowmen is unknown, but this question needs it".to_owned())
        );
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
