//! Units and their terrain (B1, B2.1).

pub use super::kinds::{Rank, UnitClass};
use super::values::{Capture, Dice, Figures, Protection, Room};

/// The terrain of a unit, as far as attacks depend on it (B2.1, B2.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WesterosTerrain {
    /// Open terrain.
    #[default]
    Plains,
    /// At most 2 dice against a unit in it and by one.
    Forest,
    /// At most 3 dice against a unit on it, unless the attacker is on a hill too.
    Hill,
    /// Cover 1; archers in it have at most 2 dice.
    Building,
    /// At most 2 dice for a counter-attack from it.
    Ford,
}

impl WesterosTerrain {
    /// All kinds of terrain.
    pub const ALL: [Self; 5] = [Self::Plains, Self::Forest, Self::Hill, Self::Building, Self::Ford];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plains => "plains",
            Self::Forest => "forest",
            Self::Hill => "hill",
            Self::Building => "building",
            Self::Ford => "ford",
        }
    }
}

/// A unit in its hex: its values in attack and defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WesterosUnit {
    /// Rank.
    pub rank: Rank,
    /// Class.
    pub class: UnitClass,
    /// Attack dice, regardless of the figures left (B1.1).
    pub dice: Dice,
    /// Whether its valor never hits (B2.3).
    pub no_valor: bool,
    /// Whether it counts as one rank higher when attacked (B2.4).
    pub heavy_armor: bool,
    /// Hits it ignores in each attack (B2.6).
    pub toughness: Protection,
    /// Hits that cover other than a building ignores in each attack (B2.6).
    pub cover: Protection,
    /// Whether it is Stalwart, by keyword or by two adjacent friends (B2.7).
    pub stalwart: bool,
    /// Figures left, including a commander.
    pub figures: Figures,
    /// Capture rating of the commander in it, if any (B2.11).
    pub commander: Option<Capture>,
    /// Terrain of its hex.
    pub terrain: WesterosTerrain,
    /// Hexes it can retreat; `None` for no limit.
    pub room: Option<Room>,
}

impl WesterosUnit {
    /// Creates a unit of the core game without keywords, at full strength on plains.
    pub const fn new(rank: Rank, class: UnitClass) -> Self {
        Self {
            rank,
            class,
            dice: Dice::of_rank(rank),
            no_valor: false,
            heavy_armor: false,
            toughness: Protection::NONE,
            cover: Protection::NONE,
            stalwart: false,
            figures: Figures::of_class(class),
            commander: None,
            terrain: WesterosTerrain::Plains,
            room: None,
        }
    }
}
