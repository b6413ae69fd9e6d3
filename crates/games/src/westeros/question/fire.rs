//! Fires as data (B5).

use thiserror::Error;

use crate::westeros::values::{Attempts, Figures, Level, Rounds};

/// Terrain that can burn, with the level of fire it takes (B5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FireGround {
    /// Plains and roads: 4.
    #[default]
    Plains,
    /// Forests: 3, then plains.
    Forest,
    /// Roads through forests: 3, then plains like forests.
    ForestRoad,
    /// Buildings: 4, then plains.
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
    /// All kinds of terrain.
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

    /// Returns the name in scenario files.
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

    /// Returns the level at which a fire destroys the terrain, or the highest level if it destroys
    /// nothing.
    pub const fn limit(self) -> u8 {
        match self {
            Self::Plains | Self::Building | Self::Palisade => 4,
            Self::Forest | Self::ForestRoad | Self::WoodenBridge => 3,
            Self::Tent | Self::SiegeEngine => 1,
            Self::Bare => 0,
        }
    }

    /// Returns the remains of the terrain after its fire has reached the limit; `None` if a fire
    /// destroys nothing.
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

    /// Returns the highest level of a fire in the terrain or its remains.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::westeros::FireGround;
    ///
    /// assert_eq!(FireGround::Forest.highest(), 4);
    /// assert_eq!(FireGround::WoodenBridge.highest(), 2);
    /// assert_eq!(FireGround::Bare.highest(), 0);
    /// ```
    pub fn highest(self) -> u8 {
        match self.destroyed() {
            None => self.limit(),
            // at its limit the terrain is gone, so its own fire shows at most one level less
            Some(left) => left.limit().max(self.limit() - 1),
        }
    }
}

/// A fire in a hex over several rounds, and its effects around it (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// Terrain of the hex.
    pub ground: FireGround,
    /// Level of the fire at the start, at most the terrain's limit.
    pub level: Level,
    /// Terrain of all six hexes around it.
    pub around: FireGround,
    /// Number of rounds.
    pub rounds: Rounds,
    /// Attack dice that scorch the earth in each of the first [`Fire::scorched`] rounds.
    pub scorch: Attempts,
    /// Number of rounds with scorching.
    pub scorched: Rounds,
    /// Dice of units next to the fire that try to put it out, each round.
    pub put_out: Attempts,
    /// Round in which the unit inside is ordered to put the fire out, if any.
    pub order_inside: Option<Rounds>,
    /// Figures of the unit inside; `None` for no unit.
    pub figures: Option<Figures>,
}

/// An impossible fire.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum FireError {
    /// The level exceeds the limit of the terrain.
    #[error("a fire in {} burns up to level {}, not {level} (B5)", .ground.name(), .ground.limit())]
    TooHigh {
        /// Terrain of the hex.
        ground: FireGround,
        /// Level of the fire.
        level: u8,
    },
    /// The terrain does not burn.
    #[error("hills, rivers, fords and stone bridges do not burn (B5)")]
    Bare,
    /// There is no unit inside to be ordered.
    #[error("there is no unit inside to order: set its figures")]
    NobodyInside,
}

impl Fire {
    /// Checks that the fire is possible.
    ///
    /// # Errors
    /// [`FireError`] for the first contradiction.
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
