//! From units to the sides of a question: the one place where a card, what is left of it and what
//! changes its rolls become an [`Attacker`], a [`Defender`], an [`Attack`] or a [`Duellist`].
//!
//! Commands, scenario files and matrices all come through here, so that whatever a card brings to a
//! fight is said once.

use thiserror::Error;

use super::condition::{Spending, Tokens};
use super::friends::Friends;
use super::presence::Presence;
use super::question::{Attack, Attacker, Context, Defender, Duellist, Rerolls};
use super::unit::{Standing, Unit, Weapon};
use super::values::{AutoHits, Defense, Modifier, Morale, OutOfRange};

/// Which attacks of a card will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Any.
    #[default]
    Any,
    /// Melee attacks.
    Melee,
    /// Ranged attacks, short or long.
    Ranged,
}

impl Wanted {
    /// Whether an attack will do.
    pub const fn fits(self, weapon: &Weapon) -> bool {
        match self {
            Self::Any => true,
            Self::Melee => !weapon.reach.is_ranged(),
            Self::Ranged => weapon.reach.is_ranged(),
        }
    }

    /// What such an attack is called.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Any => "attack",
            Self::Melee => "melee attack",
            Self::Ranged => "ranged attack",
        }
    }

    /// The attack meant where none is named: the card's first that will do.
    pub fn first(self, unit: &Unit) -> Option<&Weapon> {
        unit.attacks.iter().find(|weapon| self.fits(weapon))
    }
}

/// What changes the attack rolls of a unit beside its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrikeChanges {
    /// Added to its hit rolls.
    pub hit_modifier: Modifier,
    /// Hits beside those of the dice (A2.10).
    pub auto_hits: AutoHits,
    /// Who may reroll its attack dice.
    pub attack_rerolls: Rerolls,
}

impl StrikeChanges {
    /// Nothing does.
    pub const NONE: Self = Self {
        hit_modifier: Modifier::NONE,
        auto_hits: AutoHits::NONE,
        attack_rerolls: Rerolls { roller: false, enemy: false },
    };
}

/// What changes the saves and panic tests of a unit beside its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardChanges {
    /// Added to its saves.
    pub save_modifier: Modifier,
    /// Added to its panic tests.
    pub panic_modifier: Modifier,
    /// Who may reroll its defence dice.
    pub save_rerolls: Rerolls,
    /// Who may reroll its panic tests.
    pub morale_rerolls: Rerolls,
}

impl GuardChanges {
    /// Nothing does.
    pub const NONE: Self = Self {
        save_modifier: Modifier::NONE,
        panic_modifier: Modifier::NONE,
        save_rerolls: Rerolls { roller: false, enemy: false },
        morale_rerolls: Rerolls { roller: false, enemy: false },
    };
}

/// The unit is struck by a question, but nobody knows its morale.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the morale of {unit} is not known, and this question needs it")]
pub struct NoMorale {
    /// Its name.
    pub unit: String,
}

/// A unit as it strikes.
#[derive(Clone, Copy, Debug)]
pub struct Striker<'a> {
    /// Its card; none in a question of plain numbers.
    pub card: Option<&'a Unit>,
    /// The attack it makes.
    pub weapon: &'a Weapon,
    /// What is left of it.
    pub standing: Standing,
    /// What changes its rolls.
    pub changes: StrikeChanges,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
}

/// A unit as it is struck.
#[derive(Clone, Copy, Debug)]
pub struct Struck<'a> {
    /// Its card; none in a question of plain numbers.
    pub card: Option<&'a Unit>,
    /// Its defence value.
    pub defense: Defense,
    /// Its morale value.
    pub morale: Morale,
    /// What is left of it.
    pub standing: Standing,
    /// What changes its rolls.
    pub changes: GuardChanges,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
}

/// A unit on the table: its card, what is left of it, and when its player spends the enemy's
/// tokens.
#[derive(Clone, Copy, Debug)]
pub struct Fielded<'a> {
    /// Its card.
    pub unit: &'a Unit,
    /// What is left of it.
    pub standing: Standing,
    /// When its player spends the enemy's tokens.
    pub spending: Spending,
}

impl<'a> Fielded<'a> {
    /// The unit as its card has it, holding `tokens`.
    ///
    /// # Errors
    /// Never for a unit of a card: a full unit stands.
    pub fn full(unit: &'a Unit, tokens: Tokens, spending: Spending) -> Result<Self, OutOfRange> {
        Ok(Self { unit, standing: Standing::after(unit.body, 0, tokens)?, spending })
    }

    /// The unit as it strikes with one of its attacks.
    pub const fn striker(self, weapon: &'a Weapon, changes: StrikeChanges) -> Striker<'a> {
        Striker {
            card: Some(self.unit),
            weapon,
            standing: self.standing,
            changes,
            spending: self.spending,
        }
    }

    /// The unit as it is struck.
    ///
    /// # Errors
    /// When its morale is not known.
    pub fn struck(self, changes: GuardChanges) -> Result<Struck<'a>, NoMorale> {
        let Self { unit, standing, spending } = self;
        let morale = unit.morale.ok_or_else(|| NoMorale { unit: unit.name.clone() })?;
        Ok(Struck { card: Some(unit), defense: unit.defense, morale, standing, changes, spending })
    }
}

impl Striker<'_> {
    /// The attacking side of a question.
    pub fn attacker(&self) -> Attacker {
        let StrikeChanges { hit_modifier, auto_hits, attack_rerolls } = self.changes;
        Attacker {
            hit: self.weapon.hit,
            reach: self.weapon.reach,
            dice: self.weapon.dice.clone(),
            standing: self.standing,
            hit_modifier,
            auto_hits,
            attack_rerolls,
            spending: self.spending,
        }
    }

    /// One side of a duel: the unit strikes, and is struck as `struck` says.
    pub fn duellist(&self, struck: &Struck<'_>) -> Duellist {
        let presence =
            self.card.map_or_else(Presence::default, |unit| Presence::new(unit, &self.weapon.name));
        Duellist { attacker: self.attacker(), defender: struck.defender(), presence }
    }
}

impl Striker<'_> {
    /// What the attacker of a question brings beside its numbers: how it is struck among the rest.
    fn presence(&self) -> Presence {
        let Some(unit) = self.card else { return Presence::default() };
        let fielded = Fielded { unit, standing: self.standing, spending: self.spending };
        let guard = fielded.struck(GuardChanges::NONE).ok().map(|struck| struck.defender());
        Presence { guard, ..Presence::new(unit, &self.weapon.name) }
    }
}

impl Struck<'_> {
    /// What the defender of a question brings beside its numbers: how it strikes back, if it can,
    /// among the rest.
    fn presence(&self) -> Presence {
        let Some(unit) = self.card else { return Presence::default() };
        let fielded = Fielded { unit, standing: self.standing, spending: self.spending };
        let Some(weapon) = Wanted::Melee.first(unit) else { return Presence::new(unit, "") };
        let counter = Some(fielded.striker(weapon, StrikeChanges::NONE).attacker());
        Presence { counter, ..Presence::new(unit, &weapon.name) }
    }

    /// The defending side of a question.
    pub const fn defender(&self) -> Defender {
        let GuardChanges { save_modifier, panic_modifier, save_rerolls, morale_rerolls } =
            self.changes;
        Defender {
            defense: self.defense,
            morale: self.morale,
            standing: self.standing,
            save_modifier,
            panic_modifier,
            save_rerolls,
            morale_rerolls,
            spending: self.spending,
        }
    }
}

/// The attack of one unit on another (A2).
pub fn attack(striker: &Striker<'_>, struck: &Struck<'_>, context: Context) -> Attack {
    let presence = [striker.presence(), struck.presence()];
    Attack {
        attacker: striker.attacker(),
        defender: struck.defender(),
        context,
        presence,
        friends: Friends::default(),
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
        let fielded =
            Fielded::full(&bowmen, Tokens::NONE, Spending::Never).expect("a full unit stands");
        let knives = Wanted::Melee.first(&bowmen).expect("they have knives");
        let changed =
            StrikeChanges { auto_hits: AutoHits::new(2).expect("in range"), ..StrikeChanges::NONE };
        let struck = fielded.struck(GuardChanges::NONE).expect("morale is known");
        let made = attack(&fielded.striker(knives, changed), &struck, Context::default());
        assert_eq!(
            (made.attacker.hit.get(), made.attacker.reach, made.attacker.auto_hits.get()),
            (5, Reach::Melee, 2)
        );
        assert_eq!(
            (
                made.defender.defense.get(),
                made.defender.morale.get(),
                made.defender.standing.wounds_left()
            ),
            (5, 7, 12)
        );
        assert_eq!(
            (made.attacker.spending, made.defender.spending),
            (Spending::Never, Spending::Never)
        );
    }

    #[test]
    fn what_a_card_does_not_have_is_not_invented() {
        let bowmen = unit(None);
        let fielded =
            Fielded::full(&bowmen, Tokens::NONE, Spending::Never).expect("a full unit stands");
        let told =
            fielded.struck(GuardChanges::NONE).map(|_| ()).map_err(|missing| missing.to_string());
        assert_eq!(
            told,
            Err("the morale of Bowmen is not known, and this question needs it".to_owned())
        );
        let first = |wanted: Wanted| wanted.first(&bowmen).map(|weapon| weapon.name.as_str());
        assert_eq!(
            [Wanted::Any, Wanted::Melee, Wanted::Ranged].map(first),
            [Some("Arrows"), Some("Knives"), Some("Arrows")]
        );
        let knifeless = Unit { attacks: vec![bowmen.attacks[0].clone()], ..unit(None) };
        assert_eq!(Wanted::Melee.first(&knifeless), None);
    }
}
