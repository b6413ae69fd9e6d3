//! Validated numbers of the game.

use std::fmt;

use thiserror::Error;

pub use crate::bounded::OutOfRange;
use crate::bounded::{bounded, written};

bounded!(
    /// The hit value of an attack (A1.2): a die at or above it hits.
    Hit(u8), "hit", 2..=6
);
bounded!(
    /// The defense value of a unit (A1.2): a die at or above it blocks.
    Defense(u8), "defense", 2..=6
);
bounded!(
    /// The morale value of a unit (A1.2): 2D6 at or above it pass.
    Morale(u8), "morale", 2..=12
);
bounded!(
    /// The speed of a unit in inches (A1.2).
    Speed(u8), "speed", 0..=20
);
bounded!(
    /// The cost of a unit in points (A11.1).
    Cost(u8), "cost", 0..=100
);
bounded!(
    /// A modifier of a roll (A0.2).
    Modifier(i8), "a modifier", -12..=12
);
bounded!(
    /// A number of attack dice (A2.1).
    DiceCount(u8), "the number of attack dice", 1..=60
);
bounded!(
    /// A number of hits without attack dice (A2.10).
    AutoHits(u8), "automatic hits", 0..=60
);
bounded!(
    /// The number of wounds that claiming the Wealth restores (A9.2).
    Restored(u8), "wounds restored", 0..=3
);
bounded!(
    /// The number of attacks of both sides together in a duel.
    Activations(u8), "activations", 1..=120
);

impl Activations {
    /// The default: six rounds of one attack each.
    pub const USUAL: Self = Self(12);
}

impl Defense {
    /// The worst value.
    pub const WORST: Self = Self(6);
}

impl Modifier {
    /// No change.
    pub const NONE: Self = Self(0);
}

impl AutoHits {
    /// No automatic hits.
    pub const NONE: Self = Self(0);
}

/// A distance on the table, in hundredths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inches(u16);

/// A distance out of range.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("a distance must be a number of inches from 0 to 100, not {}", written(*.0))]
pub struct InvalidDistance(pub f64);

impl Inches {
    /// Creates a distance from 0 to 100 inches, rounded to a hundredth of an inch.
    ///
    /// # Errors
    /// [`InvalidDistance`] for anything else.
    pub fn new(inches: f64) -> Result<Self, InvalidDistance> {
        if (0.0..=100.0).contains(&inches) {
            // integers compare exactly, so equal inputs share cache entries
            Ok(Self((inches * 100.0).round() as u16))
        } else {
            Err(InvalidDistance(inches))
        }
    }

    /// Returns the distance in inches, rounded up.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::values::Inches;
    ///
    /// assert_eq!(Inches::new(7.25)?.whole(), 8);
    /// assert_eq!(Inches::new(7.0)?.whole(), 7);
    /// # Ok::<(), warodds_games::asoiaf::values::InvalidDistance>(())
    /// ```
    pub const fn whole(self) -> u8 {
        self.0.div_ceil(100) as u8
    }
}

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.0) / 100.0).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_kept_and_named() {
        assert_eq!(Hit::new(4).map(Hit::get), Ok(4));
        assert_eq!(
            Hit::new(7).unwrap_err().to_string(),
            "hit must be a whole number from 2 to 6, not 7"
        );
        assert!(
            Modifier::new(i64::MIN).is_err()
                && DiceCount::new(0).is_err()
                && Morale::new(13).is_err()
        );
    }

    #[test]
    fn distances_round_up_to_what_a_charge_must_roll() {
        let whole = |d| Inches::new(d).map(Inches::whole);
        assert_eq!(
            (whole(8.0), whole(7.5), whole(0.0), whole(8.004)),
            (Ok(8), Ok(8), Ok(0), Ok(8))
        );
        assert!(
            Inches::new(-1.0).is_err()
                && Inches::new(f64::NAN).is_err()
                && Inches::new(101.0).is_err()
        );
        assert_eq!(Inches::new(7.5).map(|d| d.to_string()), Ok("7.5".to_owned()));
    }
}
