//! The attacks on a unit's card (A1.2).

use super::values::{DiceCount, Hit};

/// The range of a ranged attack (A6.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// Up to 6".
    Short,
    /// Up to 12".
    Long,
}

/// The range of an attack (A1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reach {
    /// In contact.
    #[default]
    Melee,
    /// At range.
    Ranged(Range),
}

impl Reach {
    /// Up to 6".
    pub const SHORT: Self = Self::Ranged(Range::Short);
    /// Up to 12".
    pub const LONG: Self = Self::Ranged(Range::Long);
    /// All ranges.
    pub const ALL: [Self; 3] = [Self::Melee, Self::SHORT, Self::LONG];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::SHORT => "short",
            Self::LONG => "long",
        }
    }

    /// Returns whether the attack is ranged (A6.3).
    pub const fn is_ranged(self) -> bool {
        !matches!(self, Self::Melee)
    }
}

/// An attack of a card (A1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Name.
    pub name: String,
    /// Range.
    pub reach: Reach,
    /// Hit value.
    pub hit: Hit,
    /// Attack dice by ranks lost, starting with none: one entry per rank of the unit.
    pub dice: Vec<DiceCount>,
}

/// A filter of the attacks of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WeaponFilter {
    /// All attacks.
    #[default]
    Any,
    /// Melee attacks.
    Melee,
    /// Ranged attacks, short or long.
    Ranged,
}

impl WeaponFilter {
    /// Returns whether an attack passes the filter.
    pub const fn fits(self, weapon: &Weapon) -> bool {
        match self {
            Self::Any => true,
            Self::Melee => !weapon.reach.is_ranged(),
            Self::Ranged => weapon.reach.is_ranged(),
        }
    }

    /// Returns the display name of such an attack.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Any => "attack",
            Self::Melee => "melee attack",
            Self::Ranged => "ranged attack",
        }
    }

    /// Returns the display name of such attacks of many units, e.g. `best melee attack of each
    /// card`.
    pub const fn of_each_card(self) -> &'static str {
        match self {
            Self::Any => "best attack of each card",
            Self::Melee => "best melee attack of each card",
            Self::Ranged => "best ranged attack of each card",
        }
    }

    /// Returns the attacks of a card that pass the filter, in card order.
    pub fn of(self, attacks: &[Weapon]) -> impl Iterator<Item = &Weapon> + Clone {
        attacks.iter().filter(move |weapon| self.fits(weapon))
    }

    /// Returns the first attack of a card that passes the filter.
    pub fn first(self, attacks: &[Weapon]) -> Option<&Weapon> {
        self.of(attacks).next()
    }
}
