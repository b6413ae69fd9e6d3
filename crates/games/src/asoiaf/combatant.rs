//! A unit in a fight: from its card, or plain numbers, to a side of a question.
//!
//! Commands, scenario files, matrices and battles all come through here, so that whatever a card
//! brings to a fight is said once. A [`Combatant`] says by its type what is known of it: who
//! attacks has a profile of its attack for certain, and perhaps one of its defence.

use thiserror::Error;

use super::condition::{Spending, Tokens};
use super::context::Rerolls;
use super::effect::Effect;
use super::traits::{ModelledAbility, Traits};
use super::unit::{Reach, Unit, UnitState, Weapon, WeaponFilter};
use super::values::{AutoHits, Defense, DiceCount, Hit, Modifier, Morale, OutOfRange};

/// What changes the attack rolls of a unit beside its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackChanges {
    /// Added to its hit rolls.
    pub hit_modifier: Modifier,
    /// Hits beside those of the dice (A2.10).
    pub auto_hits: AutoHits,
    /// Who may reroll its attack dice.
    pub attack_rerolls: Rerolls,
}

impl AttackChanges {
    /// Nothing does.
    pub const NONE: Self = Self {
        hit_modifier: Modifier::NONE,
        auto_hits: AutoHits::NONE,
        attack_rerolls: Rerolls { roller: false, enemy: false },
    };
}

/// What changes the saves and panic tests of a unit beside its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseChanges {
    /// Added to its saves.
    pub save_modifier: Modifier,
    /// Added to its panic tests.
    pub panic_modifier: Modifier,
    /// Who may reroll its defence dice.
    pub save_rerolls: Rerolls,
    /// Who may reroll its panic tests.
    pub morale_rerolls: Rerolls,
}

impl DefenseChanges {
    /// Nothing does.
    pub const NONE: Self = Self {
        save_modifier: Modifier::NONE,
        panic_modifier: Modifier::NONE,
        save_rerolls: Rerolls { roller: false, enemy: false },
        morale_rerolls: Rerolls { roller: false, enemy: false },
    };
}

/// How a unit attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackProfile {
    /// Its hit value.
    pub hit: Hit,
    /// How far the attack reaches.
    pub reach: Reach,
    /// Dice with all ranks, with one lost, with two lost; as many as its body has ranks.
    pub dice: Vec<DiceCount>,
    /// What changes its rolls.
    pub changes: AttackChanges,
}

impl AttackProfile {
    /// Of a weapon.
    pub fn of(weapon: &Weapon, changes: AttackChanges) -> Self {
        let Weapon { hit, reach, ref dice, .. } = *weapon;
        Self { hit, reach, dice: dice.clone(), changes }
    }
}

/// How a unit is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseProfile {
    /// Its defence value.
    pub defense: Defense,
    /// Its morale value.
    pub morale: Morale,
    /// What changes its rolls.
    pub changes: DefenseChanges,
}

/// A unit in a fight. `A` and `D` tell how it attacks and how it is attacked: profiles where a
/// question needs them, options of them where they may be unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant<A = AttackProfile, D = DefenseProfile> {
    /// What is left of it.
    pub standing: UnitState,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
    /// How it attacks.
    pub attacking: A,
    /// How it is attacked.
    pub defending: D,
    /// What it brings beside these numbers.
    pub traits: Traits,
}

/// A unit of which either may be unknown.
pub type AnyCombatant = Combatant<Option<AttackProfile>, Option<DefenseProfile>>;

/// The unit that attacks; how it is attacked may not be known.
pub type Attacker = Combatant<AttackProfile, Option<DefenseProfile>>;

/// The unit that is attacked; how it attacks may not be known.
pub type Defender = Combatant<Option<AttackProfile>, DefenseProfile>;

/// The unit is attacked in a question, but nobody knows its morale.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the morale of {unit} is not known, and this question needs it")]
pub struct UnknownMorale {
    /// Its name.
    pub unit: String,
}

impl AnyCombatant {
    /// A unit in plain numbers.
    pub fn plain(standing: UnitState, spending: Spending) -> Self {
        let traits = Traits::default();
        Self { standing, spending, attacking: None, defending: None, traits }
    }

    /// The unit of a card: it attacks with the first of its melee weapons, if it has one, and is
    /// attacked as its card has it, if its morale is known.
    pub fn of(unit: &Unit, standing: UnitState, spending: Spending) -> Self {
        let weapon = WeaponFilter::Melee.first(&unit.attacks);
        let changes = DefenseChanges::NONE;
        let defending =
            unit.morale.map(|morale| DefenseProfile { defense: unit.defense, morale, changes });
        Self {
            standing,
            spending,
            attacking: weapon.map(|weapon| AttackProfile::of(weapon, AttackChanges::NONE)),
            defending,
            traits: Traits::new(unit, weapon.map_or("", |weapon| &weapon.name)),
        }
    }

    /// The full unit of a card, holding `tokens`.
    ///
    /// # Errors
    /// Never for a unit of a card: a full unit stands.
    pub fn full(unit: &Unit, tokens: Tokens, spending: Spending) -> Result<Self, OutOfRange> {
        Ok(Self::of(unit, UnitState::after(unit.body, 0, tokens)?, spending))
    }
}

impl<A, D> Combatant<A, D> {
    /// It as it attacks with that weapon.
    #[must_use]
    pub fn attacking_with(
        self,
        weapon: &Weapon,
        changes: AttackChanges,
    ) -> Combatant<AttackProfile, D> {
        let traits = Traits { weapon: weapon.name.clone(), ..self.traits };
        let Self { standing, spending, defending, .. } = self;
        let attacking = AttackProfile::of(weapon, changes);
        Combatant { standing, spending, attacking, defending, traits }
    }

    /// It with the numbers by which it is attacked.
    #[must_use]
    pub fn with_defense(self, defending: DefenseProfile) -> Combatant<A, DefenseProfile> {
        let Self { standing, spending, attacking, traits, .. } = self;
        Combatant { standing, spending, attacking, defending, traits }
    }
}

impl<A> Combatant<A, Option<DefenseProfile>> {
    /// It as it is attacked, by the numbers of its card.
    ///
    /// # Errors
    /// When its morale is not known.
    pub fn attacked(
        self,
        changes: DefenseChanges,
    ) -> Result<Combatant<A, DefenseProfile>, UnknownMorale> {
        match self.defending {
            Some(profile) => Ok(self.with_defense(DefenseProfile { changes, ..profile })),
            None => Err(UnknownMorale { unit: self.traits.name }),
        }
    }
}

impl<D> Combatant<AttackProfile, D> {
    /// Whether it has a number of dice for each rank of its body.
    ///
    /// # Errors
    /// That it has not.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        check_dice(&self.attacking, self.standing)
    }
}

/// Whether a unit has a number of dice for each rank of its body.
///
/// # Errors
/// That it has not.
pub(super) fn check_dice(profile: &AttackProfile, unit: UnitState) -> Result<(), &'static str> {
    if profile.dice.len() < usize::from(unit.body().ranks()) {
        Err("an attacker has fewer numbers of dice than its body has ranks")
    } else {
        Ok(())
    }
}

impl From<Combatant> for Attacker {
    fn from(combatant: Combatant) -> Self {
        let Combatant { standing, spending, attacking, defending, traits } = combatant;
        Self { standing, spending, attacking, defending: Some(defending), traits }
    }
}

impl From<Combatant> for Defender {
    fn from(combatant: Combatant) -> Self {
        let Combatant { standing, spending, attacking, defending, traits } = combatant;
        Self { standing, spending, attacking: Some(attacking), defending, traits }
    }
}

/// A combatant as its fight looks at it: what is known of it, and the abilities that count.
#[derive(Clone, Debug)]
pub struct CombatantView<'a> {
    /// What is left of it.
    pub standing: UnitState,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
    /// How it attacks, where that is known.
    pub attacking: Option<&'a AttackProfile>,
    /// How it is attacked, where that is known.
    pub defending: Option<&'a DefenseProfile>,
    /// What it brings beside these numbers.
    pub traits: &'a Traits,
    /// Its abilities that count.
    pub abilities: Vec<&'a ModelledAbility>,
}

impl<'a, A, D> From<&'a Combatant<A, D>> for CombatantView<'a>
where
    &'a A: Into<Option<&'a AttackProfile>>,
    &'a D: Into<Option<&'a DefenseProfile>>,
{
    fn from(combatant: &'a Combatant<A, D>) -> Self {
        let Combatant { standing, spending, attacking, defending, traits } = combatant;
        Self {
            standing: *standing,
            spending: *spending,
            attacking: attacking.into(),
            defending: defending.into(),
            traits,
            abilities: traits.counted().collect(),
        }
    }
}

impl<'a> CombatantView<'a> {
    /// All effects of its abilities, those of options among them.
    pub fn all_effects(&self) -> impl Iterator<Item = &'a Effect> {
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
            attacks: vec![weapon("Arrows", Reach::Long, 3), weapon("Knives", Reach::Melee, 5)],
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
        let changed =
            AttackChanges { auto_hits: AutoHits::new(2).expect("in range"), ..AttackChanges::NONE };
        let Combatant { attacking, traits, spending, .. } = full().attacking_with(arrows, changed);
        assert_eq!(
            (attacking.hit.get(), attacking.reach, attacking.changes.auto_hits.get()),
            (3, Reach::Long, 2)
        );
        assert_eq!((traits.weapon.as_str(), spending), ("Arrows", Spending::Never));
        let attacked = full().attacked(DefenseChanges::NONE).expect("morale is known");
        let DefenseProfile { defense, morale, .. } = attacked.defending;
        let left = attacked.standing.wounds_left();
        assert_eq!((defense.get(), morale.get(), left), (5, 7, 12));
        // it answers with the first of its melee weapons
        let answer = attacked.attacking.expect("they have knives");
        assert_eq!((answer.hit.get(), answer.reach), (5, Reach::Melee));
        assert_eq!(attacked.traits.weapon, "Knives");
    }

    #[test]
    fn what_a_card_does_not_have_is_not_invented() {
        let bowmen = unit(None);
        let full =
            Combatant::full(&bowmen, Tokens::NONE, Spending::Never).expect("a full unit stands");
        let told =
            full.attacked(DefenseChanges::NONE).map(|_| ()).map_err(|missing| missing.to_string());
        assert_eq!(
            told,
            Err("the morale of Bowmen is not known, and this question needs it".to_owned())
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
