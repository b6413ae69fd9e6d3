//! Validated numbers of a campaign.

use thiserror::Error;

use super::{MOST_AREAS, MOST_SIDES};
use crate::bounded::written;

/// The index of a side, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(u8);

impl SideId {
    /// Returns the side with this index, or `None` past the largest number of sides.
    pub fn of(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < MOST_SIDES).map(Self)
    }

    #[cfg(test)]
    pub(super) const fn constant(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// The index of an area, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(u8);

impl AreaId {
    /// Returns the area with this index, or `None` past the largest number of areas.
    pub fn of(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < MOST_AREAS).map(Self)
    }

    /// Returns the index.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// A factor of odds: 0.01 to 100.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Factor(f64);

/// A factor out of range.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("must be a number from {least} to {most}, not {}", written(*given), least = Factor::LEAST, most = Factor::MOST)]
pub struct InvalidFactor {
    /// The rejected number.
    pub given: f64,
}

impl Factor {
    /// No change.
    pub const ONE: Self = Self(1.0);
    /// Smallest factor.
    pub const LEAST: f64 = 0.01;
    /// Largest factor.
    pub const MOST: f64 = 100.0;

    /// Creates a factor.
    ///
    /// # Errors
    /// [`InvalidFactor`] if the number is out of range or NaN.
    pub fn new(factor: f64) -> Result<Self, InvalidFactor> {
        if (Self::LEAST..=Self::MOST).contains(&factor) {
            Ok(Self(factor))
        } else {
            Err(InvalidFactor { given: factor })
        }
    }

    /// Returns the number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

/// The size of a battle in points (W2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 500 points, from one detachment.
    Points500,
    /// 750 points, from one detachment.
    Points750,
    /// 1000 points, from two detachments.
    Points1000,
}

impl Size {
    /// All sizes, smallest first.
    pub const ALL: [Self; 3] = [Self::Points500, Self::Points750, Self::Points1000];

    /// Returns the points.
    pub const fn points(self) -> u16 {
        match self {
            Self::Points500 => 500,
            Self::Points750 => 750,
            Self::Points1000 => 1000,
        }
    }

    /// Returns the number of detachments an army of this size comes from.
    pub const fn detachments(self) -> usize {
        match self {
            Self::Points500 | Self::Points750 => 1,
            Self::Points1000 => 2,
        }
    }

    /// Returns the index among all sizes.
    pub const fn index(self) -> usize {
        match self {
            Self::Points500 => 0,
            Self::Points750 => 1,
            Self::Points1000 => 2,
        }
    }
}

/// The losses of an army for the round: percentages of its fielded points, one per face of a D6
/// (W2.8).
///
/// Units that keep at least half of their models return at once and are no loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses([u8; 6]);

impl Losses {
    /// No losses.
    pub const NONE: Self = Self([0; 6]);

    /// Creates losses from a percentage (at most 100) per face of the die.
    pub fn new(percents: [u8; 6]) -> Option<Self> {
        percents.iter().all(|percent| *percent <= 100).then_some(Self(percents))
    }

    /// Returns whether the losses depend on a die.
    pub fn vary(self) -> bool {
        self.0.iter().any(|percent| percent != &self.0[0])
    }

    /// Returns the percentage of a face (1 to 6).
    ///
    /// # Examples
    /// ```
    /// use warodds_games::warmachine::campaign::Losses;
    ///
    /// let losses = Losses::new([0, 10, 20, 30, 40, 50]);
    /// assert_eq!(losses.map(|losses| losses.of_face(3)), Some(20));
    /// assert_eq!(Losses::new([101; 6]), None);
    /// ```
    pub fn of_face(self, face: u8) -> u8 {
        self.0.get(usize::from(face.saturating_sub(1))).copied().unwrap_or(self.0[5])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_areas_are_as_many_as_a_campaign_can_have() {
        assert_eq!(SideId::of(MOST_SIDES - 1).map(SideId::index), Some(MOST_SIDES - 1));
        assert_eq!(SideId::of(MOST_SIDES), None);
        assert_eq!(AreaId::of(MOST_AREAS - 1).map(AreaId::index), Some(MOST_AREAS - 1));
        assert_eq!(AreaId::of(MOST_AREAS), None);
    }
}
