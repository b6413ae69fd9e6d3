//! The attacks on a unit's card (A1.2).

use super::values::{DiceCount, Hit};

/// How far an attack reaches (A1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reach {
    /// In contact.
    #[default]
    Melee,
    /// Up to 6".
    Short,
    /// Up to 12".
    Long,
}

impl Reach {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Melee, Self::Short, Self::Long];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::Short => "short",
            Self::Long => "long",
        }
    }

    /// Whether the attack is made from afar (A6.3).
    pub const fn is_ranged(self) -> bool {
        !matches!(self, Self::Melee)
    }
}

/// An attack of a card (A1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// How far it reaches.
    pub reach: Reach,
    /// Its hit value.
    pub hit: Hit,
    /// Its dice by ranks lost: with all ranks first. As many as the unit has ranks.
    pub dice: Vec<DiceCount>,
}

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

    /// The attack meant where none is named: the first of a card's that will do.
    pub fn first(self, attacks: &[Weapon]) -> Option<&Weapon> {
        attacks.iter().find(|weapon| self.fits(weapon))
    }
}
