//! Numbers of a campaign with their ranges.

use thiserror::Error;

use super::{MOST_AREAS, MOST_SIDES};
use crate::bounded::written;

/// A side of the campaign, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(u8);

impl SideId {
    /// The side of that number; none past the most a campaign can have.
    pub fn of(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < MOST_SIDES).map(Self)
    }

    #[cfg(test)]
    pub(super) const fn constant(index: u8) -> Self {
        Self(index)
    }

    /// Its place among the sides.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// An area of the map, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(u8);

impl AreaId {
    /// The area of that number; none past the most a map can have.
    pub fn of(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < MOST_AREAS).map(Self)
    }

    /// Its place among the areas.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// What odds are multiplied by: 0.01 to 100.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Factor(f64);

/// A number that is no factor.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("must be a number from {least} to {most}, not {}", written(*given), least = Factor::LEAST, most = Factor::MOST)]
pub struct InvalidFactor {
    /// What was given.
    pub given: f64,
}

impl Factor {
    /// No change.
    pub const ONE: Self = Self(1.0);
    /// The least factor.
    pub const LEAST: f64 = 0.01;
    /// The greatest factor.
    pub const MOST: f64 = 100.0;

    /// Checks the range.
    ///
    /// # Errors
    /// Outside of it, or when it is no number.
    pub fn new(factor: f64) -> Result<Self, InvalidFactor> {
        if (Self::LEAST..=Self::MOST).contains(&factor) {
            Ok(Self(factor))
        } else {
            Err(InvalidFactor { given: factor })
        }
    }

    /// The plain number.
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
    /// All sizes, from the smallest.
    pub const ALL: [Self; 3] = [Self::Points500, Self::Points750, Self::Points1000];

    /// Its points.
    pub const fn points(self) -> u16 {
        match self {
            Self::Points500 => 500,
            Self::Points750 => 750,
            Self::Points1000 => 1000,
        }
    }

    /// How many detachments an army of this size comes from.
    pub const fn detachments(self) -> usize {
        match self {
            Self::Points500 | Self::Points750 => 1,
            Self::Points1000 => 2,
        }
    }

    /// Its place among all sizes.
    pub const fn index(self) -> usize {
        match self {
            Self::Points500 => 0,
            Self::Points750 => 1,
            Self::Points1000 => 2,
        }
    }
}

/// What an army loses for the round: percents of what it fielded, one for each face of a D6 (W2.8).
///
/// Units of which half or more survive are back at once and are no loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses([u8; 6]);

impl Losses {
    /// Nothing.
    pub const NONE: Self = Self([0; 6]);

    /// So many percent (at most 100) for each face of the die.
    pub fn new(percents: [u8; 6]) -> Option<Self> {
        percents.iter().all(|percent| *percent <= 100).then_some(Self(percents))
    }

    /// Whether a die is needed to tell.
    pub fn vary(self) -> bool {
        self.0.iter().any(|percent| percent != &self.0[0])
    }

    /// What a face (1 to 6) costs.
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
