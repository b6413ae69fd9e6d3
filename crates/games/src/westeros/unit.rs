//! Units and where they stand (B1, B2.1).

pub use super::kinds::{Rank, UnitClass};
use super::values::{Capture, Dice, Figures, Protection, Room};

/// What a unit stands in, as far as it matters to attacks (B2.1, B2.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WesterosTerrain {
    /// Nothing of note.
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
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Plains, Self::Forest, Self::Hill, Self::Building, Self::Ford];

    /// Its name in scenarios.
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

/// A unit in its hex: what it strikes with and what it withstands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WesterosUnit {
    /// Its rank.
    pub rank: Rank,
    /// Its class.
    pub class: UnitClass,
    /// Its attack dice, however many figures are left (B1.1).
    pub dice: Dice,
    /// Whether its valor never hits (B2.3).
    pub no_valor: bool,
    /// Whether it counts as one rank higher when it is attacked (B2.4).
    pub heavy_armor: bool,
    /// Hits it ignores in each attack (B2.6).
    pub toughness: Protection,
    /// Hits that cover other than a building ignores in each attack (B2.6).
    pub cover: Protection,
    /// Whether it is Stalwart, by keyword or by two friends beside it (B2.7).
    pub stalwart: bool,
    /// Figures it has left, a commander among them.
    pub figures: Figures,
    /// The capture rating of the commander in it, if there is one (B2.11).
    pub commander: Option<Capture>,
    /// Where it stands.
    pub terrain: WesterosTerrain,
    /// Hexes it can retreat; none for as many as it must.
    pub room: Option<Room>,
}

impl WesterosUnit {
    /// A unit of the core game without keywords, at full strength on plains.
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
