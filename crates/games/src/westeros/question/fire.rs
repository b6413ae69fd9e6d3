//! Fires as data (B5).

use thiserror::Error;

use crate::westeros::values::{Attempts, Figures, Level, Rounds};

/// What can burn, with how much fire it takes (B5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FireGround {
    /// Plains and roads: 4.
    #[default]
    Plains,
    /// Forests: 3, then they are plains.
    Forest,
    /// Roads through forests: 3, then they are plains as forests are.
    ForestRoad,
    /// Buildings: 4, then they are plains.
    Building,
    /// Wooden bridges: 3, then bridge and fire are gone.
    WoodenBridge,
    /// Palisades: 4, then they are gone.
    Palisade,
    /// Tents: 1, then they are gone.
    Tent,
    /// Siege engines: 1, then they are gone.
    SiegeEngine,
    /// Hills, rivers, fords and stone bridges: no fire.
    Bare,
}

impl FireGround {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Plains,
        Self::Forest,
        Self::ForestRoad,
        Self::Building,
        Self::WoodenBridge,
        Self::Palisade,
        Self::Tent,
        Self::SiegeEngine,
        Self::Bare,
    ];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plains => "plains",
            Self::Forest => "forest",
            Self::ForestRoad => "forest-road",
            Self::Building => "building",
            Self::WoodenBridge => "wooden-bridge",
            Self::Palisade => "palisade",
            Self::Tent => "tent",
            Self::SiegeEngine => "siege-engine",
            Self::Bare => "bare",
        }
    }

    /// The level at which a fire destroys it; the highest level where it destroys nothing.
    pub const fn limit(self) -> u8 {
        match self {
            Self::Plains | Self::Building | Self::Palisade => 4,
            Self::Forest | Self::ForestRoad | Self::WoodenBridge => 3,
            Self::Tent | Self::SiegeEngine => 1,
            Self::Bare => 0,
        }
    }

    /// What is left of it once its fire has reached the limit; none where a fire destroys nothing.
    pub const fn destroyed(self) -> Option<Self> {
        match self {
            Self::Plains | Self::Bare => None,
            Self::WoodenBridge => Some(Self::Bare),
            Self::Forest
            | Self::ForestRoad
            | Self::Building
            | Self::Palisade
            | Self::Tent
            | Self::SiegeEngine => Some(Self::Plains),
        }
    }

    /// The highest level a fire can stand at, on it or on what is left of it.
    pub fn highest(self) -> u8 {
        match self.destroyed() {
            None => self.limit(),
            Some(left) => left.limit().max(self.limit() - 1),
        }
    }
}

/// A fire in a hex over several rounds, and what it does around it (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// What burns.
    pub ground: FireGround,
    /// The fire's level at the start, at most the ground's limit.
    pub level: Level,
    /// What lies in all six hexes around it.
    pub around: FireGround,
    /// Rounds that pass.
    pub rounds: Rounds,
    /// Attack dice with which the earth is scorched in each of the first [`Fire::scorched`] rounds.
    pub scorch: Attempts,
    /// Rounds in which it is.
    pub scorched: Rounds,
    /// Dice of those beside the fire who try to put it out, each round.
    pub put_out: Attempts,
    /// The round in which the unit inside is ordered to put it out, if it is.
    pub order_inside: Option<Rounds>,
    /// Figures of the unit inside; none for no unit.
    pub figures: Option<Figures>,
}

/// Why a fire cannot be asked about.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum FireError {
    /// It would burn higher than its ground lets it.
    #[error("a fire in {} burns up to level {}, not {level} (B5)", .ground.name(), .ground.limit())]
    TooHigh {
        /// What burns.
        ground: FireGround,
        /// How high.
        level: u8,
    },
    /// Nothing can burn there.
    #[error("hills, rivers, fords and stone bridges do not burn (B5)")]
    Bare,
    /// Nobody is there to be ordered.
    #[error("there is no unit inside to be ordered: give its figures")]
    NobodyInside,
}

impl Fire {
    /// Checks that it can burn so.
    ///
    /// # Errors
    /// For the first contradiction.
    pub fn checked(self) -> Result<Self, FireError> {
        let (ground, level) = (self.ground, self.level.get());
        if ground == FireGround::Bare {
            Err(FireError::Bare)
        } else if level > ground.limit() {
            Err(FireError::TooHigh { ground, level })
        } else if self.order_inside.is_some() && self.figures.is_none() {
            Err(FireError::NobodyInside)
        } else {
            Ok(self)
        }
    }
}
