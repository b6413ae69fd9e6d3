//! Validated numbers of the game.

use std::fmt;

use thiserror::Error;

use super::kinds::{Rank, UnitClass};
pub use crate::bounded::OutOfRange;
use crate::bounded::{bounded, written};

bounded!(
    /// The attack dice of a unit before terrain and modifiers (B1.2).
    Dice(u8), "the number of dice", 1..=8
);
bounded!(
    /// Dice added or removed by cards and abilities, after terrain (B2.1).
    // with the most base dice, 8, this gives `MOST_DICE`
    DiceModifier(i8), "a modifier", -6..=6
);
bounded!(
    /// The figures of a unit (B1.1), including a commander.
    Figures(u8), "figures", 1..=12
);
bounded!(
    /// Hits that toughness or cover ignores in each attack (B2.6).
    Protection(u8), "toughness or cover", 0..=6
);
bounded!(
    /// Hexes a unit may retreat before something blocks its path (B2.7).
    Room(u8), "retreat room", 0..=15
);
bounded!(
    /// Hits by one attack that capture a lone commander (B2.11).
    Capture(u8), "a capture rating", 1..=9
);
bounded!(
    /// Hexes of a pursuit (B2.10).
    Hexes(u8), "hexes of a pursuit", 1..=3
);
bounded!(
    /// Rounds of an exchange or a fire.
    Rounds(u8), "rounds", 1..=20
);
bounded!(
    /// Order dice rolled in a round (B4).
    OrderDice(u8), "order dice", 1..=12
);
bounded!(
    /// A number of orders or morale tokens requested (B4).
    OrderCount(u8), "orders", 0..=12
);
bounded!(
    /// Spaces of the morale track on each side of its center (B3).
    // the state counts from one end: 60 spaces and the gain of an attack fit in a byte
    Track(u8), "spaces of the track", 1..=30
);
bounded!(
    /// A position on the morale track: spaces from the center towards `b`'s end, negative towards
    /// `a`'s (B3).
    Marker(i8), "the morale marker", -30..=30
);
bounded!(
    /// The level of a fire; 0 for none (B5).
    Level(u8), "a fire's level", 0..=4
);
bounded!(
    /// Dice of each round's attempts to scorch or put out a fire (B5); 0 for none.
    Attempts(u8), "attempts", 0..=9
);

impl Dice {
    /// Returns the base dice of a rank (B1.2).
    pub const fn of_rank(rank: Rank) -> Self {
        match rank {
            Rank::Green => Self(2),
            Rank::Blue => Self(3),
            Rank::Red => Self(4),
        }
    }
}

impl Figures {
    /// Returns the strength of a class (B1.1).
    pub(crate) const fn of_class(class: UnitClass) -> Self {
        match class {
            UnitClass::Infantry | UnitClass::Archers => Self(4),
            UnitClass::Cavalry => Self(3),
        }
    }
}

impl Protection {
    /// No protection.
    pub const NONE: Self = Self(0);
}

impl DiceModifier {
    /// No change.
    pub const NONE: Self = Self(0);
}

impl Hexes {
    /// The shortest pursuit.
    pub const ONE: Self = Self(1);
}

impl Rounds {
    /// A single round.
    pub const ONE: Self = Self(1);
    /// The default.
    pub const USUAL: Self = Self(3);
}

impl OrderCount {
    /// None.
    pub const NONE: Self = Self(0);
}

impl Track {
    /// The track of the core game.
    pub const CORE: Self = Self(11);
}

impl Marker {
    /// The center of the track.
    pub const CENTRE: Self = Self(0);
}

impl Level {
    /// No fire.
    pub const NONE: Self = Self(0);
}

impl Attempts {
    /// No attempts.
    pub const NONE: Self = Self(0);
}

/// The value of a hex of retreat to an attacker, in hundredths of a figure (B2.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RetreatWorth(u16);

/// A value out of range.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("the worth of a hex of retreat must be from 0 to 10 figures, not {}", written(*.0))]
pub struct InvalidRetreatWorth(pub f64);

impl RetreatWorth {
    /// Creates a value from 0 to 10 figures, rounded to a hundredth.
    ///
    /// # Errors
    /// [`InvalidRetreatWorth`] for anything else.
    pub fn new(figures: f64) -> Result<Self, InvalidRetreatWorth> {
        if (0.0..=10.0).contains(&figures) {
            Ok(Self((figures * 100.0).round() as u16))
        } else {
            Err(InvalidRetreatWorth(figures))
        }
    }

    /// Returns the value in hundredths of a figure.
    pub const fn hundredths(self) -> u16 {
        self.0
    }
}

impl fmt::Display for RetreatWorth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.0) / 100.0).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_kept_and_named() {
        assert_eq!(
            Dice::new(9).unwrap_err().to_string(),
            "the number of dice must be a whole number from 1 to 8, not 9"
        );
        assert!(Room::new(-1).is_err() && Level::new(5).is_err() && Hexes::new(0).is_err());
        assert_eq!(
            (Dice::of_rank(Rank::Red).get(), Figures::of_class(UnitClass::Cavalry).get()),
            (4, 3)
        );
        assert_eq!(
            RetreatWorth::new(0.254).map(|worth| (worth.hundredths(), worth.to_string())),
            Ok((25, "0.25".to_owned()))
        );
        assert!(RetreatWorth::new(f64::NAN).is_err() && RetreatWorth::new(-0.1).is_err());
    }
}
