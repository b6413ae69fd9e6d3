//! Game modes (A13) as data: names, deployment zones and kinds of objectives. `modes` has their
//! rules.

use super::Rulebook;
use crate::geometry::Length;
use crate::siege::ATTACKER_ZONE;
use std::str::FromStr;
use warodds_questions::request::name_by_start;

/// The kind of terrain under tokens in A Feast for Crows (A13.4).
pub(crate) const PILE: &str = "corpse pile";

/// The effect of an objective token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectiveCard {
    /// Only its point.
    Plain,
    /// One extra point, and a panic test for the unit that controls it (A13.1.1).
    Centre,
    /// A card of the 2021 deck, by index (A13.1.3).
    Deck(u8),
    /// The scoring player weakens an enemy unit (A13.5.4).
    A,
    /// Sundering and Vicious, at the cost of D3 wounds (A13.5.4).
    B,
    /// An enemy NCU has no abilities (A13.5.4).
    C,
}

impl ObjectiveCard {
    /// Cards of the deck of 2021 (A13.1.3).
    pub(crate) const DECK: u8 = 10;
}

/// A game mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A13.1.
    AGameOfThrones(ObjectiveDeck),
    /// A13.2.
    AClashOfKings,
    /// A13.3; needs a siege: a wall and the siege decks.
    AStormOfSwords,
    /// A13.4.
    AFeastForCrows,
    /// A13.5.
    ADanceWithDragons,
    /// A13.7.
    FireAndBlood,
    /// A13.6; needs a deck of missions.
    TheWindsOfWinter,
    /// A13.8; needs a deck of missions.
    DarkWingsDarkWords,
}

impl Mode {
    /// All modes, with the deck of objectives where a mode has one.
    pub const ALL: [Self; 8] = [
        Self::AGameOfThrones(ObjectiveDeck::Deck2021),
        Self::AClashOfKings,
        Self::AStormOfSwords,
        Self::AFeastForCrows,
        Self::ADanceWithDragons,
        Self::FireAndBlood,
        Self::TheWindsOfWinter,
        Self::DarkWingsDarkWords,
    ];

    /// The modes that need a deck of missions.
    pub const WITH_MISSIONS: [Self; 2] = [Self::TheWindsOfWinter, Self::DarkWingsDarkWords];

    /// The modes that need neither a deck of missions nor a siege.
    pub const WITHOUT_MISSIONS: [Self; 5] = [
        Self::AGameOfThrones(ObjectiveDeck::Deck2021),
        Self::AClashOfKings,
        Self::AFeastForCrows,
        Self::ADanceWithDragons,
        Self::FireAndBlood,
    ];

    /// Returns its id in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::AGameOfThrones(_) => "a-game-of-thrones",
            Self::AClashOfKings => "a-clash-of-kings",
            Self::AStormOfSwords => "a-storm-of-swords",
            Self::AFeastForCrows => "a-feast-for-crows",
            Self::ADanceWithDragons => "a-dance-with-dragons",
            Self::FireAndBlood => "fire-and-blood",
            Self::TheWindsOfWinter => "the-winds-of-winter",
            Self::DarkWingsDarkWords => "dark-wings-dark-words",
        }
    }

    /// Returns its title.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AGameOfThrones(_) => "A Game of Thrones",
            Self::AClashOfKings => "A Clash of Kings",
            Self::AStormOfSwords => "A Storm of Swords",
            Self::AFeastForCrows => "A Feast for Crows",
            Self::ADanceWithDragons => "A Dance with Dragons",
            Self::FireAndBlood => "Fire & Blood",
            Self::TheWindsOfWinter => "The Winds of Winter",
            Self::DarkWingsDarkWords => "Dark Wings, Dark Words",
        }
    }

    /// Returns the depth of the deployment zones (A13.10); in a siege, that of the attacker, as
    /// the defender's differs (A13.3.1).
    pub const fn zone(self) -> Length {
        match self {
            Self::AGameOfThrones(_)
            | Self::AClashOfKings
            | Self::TheWindsOfWinter
            | Self::DarkWingsDarkWords => Length::SHORT,
            Self::AFeastForCrows | Self::ADanceWithDragons => Length::LONG,
            Self::FireAndBlood => Length::inches(18),
            Self::AStormOfSwords => ATTACKER_ZONE,
        }
    }

    /// Returns the minimum distance of terrain from deployment zones (A10.12, A13.7.1).
    pub(crate) const fn terrain_from_zone(self, rulebook: Rulebook) -> Length {
        match (rulebook, self) {
            (Rulebook::V1_6, _) | (Rulebook::V1_5, Self::FireAndBlood) => Length::ZERO,
            (Rulebook::V1_5, _) => Length::SHORT,
        }
    }

    /// Returns how many units each player deploys at first; `None` for all (A13.2.1).
    pub(crate) const fn first_units(self) -> Option<usize> {
        if matches!(self, Self::AClashOfKings) { Some(2) } else { None }
    }

    /// Returns whether one player defends a wall (A13.3).
    pub const fn has_siege(self) -> bool {
        matches!(self, Self::AStormOfSwords)
    }

    /// Returns whether the mode uses corpse piles (A13.4.1).
    pub(crate) const fn has_piles(self) -> bool {
        matches!(self, Self::AFeastForCrows)
    }

    /// Returns whether tokens are carried (A13.14) rather than controlled by covering them
    /// (A13.13).
    pub(crate) const fn is_carried(self) -> bool {
        matches!(self, Self::AFeastForCrows | Self::ADanceWithDragons)
    }

    /// Returns whether missions score, rather than objectives and destroyed units (A13.6, A13.8).
    pub const fn has_missions(self) -> bool {
        matches!(self, Self::TheWindsOfWinter | Self::DarkWingsDarkWords)
    }

    /// Returns the fewest missions of its deck: those that are dealt before the first round, and
    /// one more to open (A13.6.1, A13.8.1).
    pub(crate) const fn least_missions(self) -> usize {
        if matches!(self, Self::TheWindsOfWinter) { 11 } else { 4 }
    }

    /// Lists deviations from the rulebook and interpretations of unclear rules.
    pub fn notes(self) -> Vec<&'static str> {
        match self {
            Self::AGameOfThrones(ObjectiveDeck::Deck2021) => {
                vec![
                    "objective cards are the deck of 2021: the rulebooks of 1.6 print none \
                     (A13.1.3)",
                ]
            }
            Self::AGameOfThrones(ObjectiveDeck::Plain) => {
                vec!["objectives have no cards but the central one (A13.1.3)"]
            }
            Self::ADanceWithDragons => vec![
                "objective B lies in the centre, A to the left and C to the right of the first \
                 player: the rulebooks do not say (A13.5.1)",
                "objective C does something only in battles with cards: NCUs have abilities there \
                 (A13.5.4)",
            ],
            Self::AStormOfSwords => vec![
                "the wall and the siege cards are those of the file, as the rulebooks print none \
                 (A13.3.7)",
                "walls hide nothing and let enemies stand near; one that is engaged may still \
                 shoot; nobody moves or deploys in the 3\" behind them: the rulebooks leave this \
                 open (A13.3.6)",
                "solos of infantry and cavalry are characters, which do not return (A13.3.4)",
            ],
            Self::TheWindsOfWinter | Self::DarkWingsDarkWords => vec![
                "missions are those of the file, as the rulebooks print none (A13.8.4), and are \
                 looked at when the round ends",
                "an empty deck of missions is refilled with the discarded ones: the rulebooks do \
                 not say (A13.6.1)",
            ],
            _ => Vec::new(),
        }
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(id: &str) -> Result<Self, String> {
        let named = name_by_start(Self::ALL.iter().map(|mode| mode.id()), id);
        Self::ALL.into_iter().find(|mode| mode.id() == named).ok_or_else(|| {
            let known = Self::ALL.map(Self::id).join(", ");
            format!("must be one of {known}, not \"{id}\"")
        })
    }
}

/// The cards of the objectives outside the centre (A13.1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ObjectiveDeck {
    /// The deck of 2021.
    #[default]
    Deck2021,
    /// No cards.
    Plain,
}

impl ObjectiveDeck {
    /// All decks with their names in files.
    pub const ALL: [(Self, &'static str); 2] =
        [(Self::Deck2021, "deck-2021"), (Self::Plain, "plain")];
}
