//! Missions of The Winds of Winter (A13.6) and Dark Wings, Dark Words (A13.8).
//!
//! The books do not print the mission deck (A13.8.4), so players write one: `docs/missions.md`
//! describes the file.

mod pile;
mod progress;
mod standing;

pub(crate) use pile::PlayerMissions;
pub use pile::{MissionPile, MissionView};
pub use progress::MissionProgress;
pub use standing::MissionStanding;

pub use crate::choice::MissionId;
use crate::choice::TacticsZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// A mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// The name.
    pub name: String,
    /// The victory points of a player who fulfils it.
    #[schemars(range(min = 1, max = 20))]
    pub points: u8,
    /// Sets of conditions: the mission is fulfilled if all conditions of one of them hold when the
    /// round ends.
    pub needs: Vec<MissionNeeds>,
    /// Whether it scores once for each time that the numbers of its conditions are reached, rather
    /// than once (A13.6.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
    /// Whether it is not discarded when the round ends (A13.6.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
}

/// Conditions that must all hold for a player when a round ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MissionNeeds {
    /// Controls at least this many objectives (A13.13).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objectives: Option<NonZeroU8>,
    /// Controls the objective in the centre of the table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub centre: bool,
    /// Controls more objectives than the enemy.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more_objectives: bool,
    /// Controls at least this many objectives that the enemy controlled when the round began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_objectives: Option<NonZeroU8>,
    /// Controls all these zones of the tactics board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<TacticsZone>,
    /// Controls at least this many zones of the tactics board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone_count: Option<NonZeroU8>,
    /// At least this many enemy units were destroyed this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<NonZeroU8>,
    /// The unit of the enemy's commander was destroyed this round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub commander_destroyed: bool,
    /// At least this many enemy units were destroyed this round that had themselves destroyed a unit
    /// of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avenged: Option<NonZeroU8>,
    /// Has at least this many units wholly within the enemy's deployment zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_enemy_zone: Option<NonZeroU8>,
    /// The player's engaged units have at least this many ranks left, taken together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engaged_ranks: Option<NonZeroU8>,
    /// At least this many enemy units hold a condition token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemies_with_token: Option<NonZeroU8>,
    /// At least this many enemy units hold a condition token of the same kind (A13.8.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemies_with_same_token: Option<NonZeroU8>,
    /// Is the first player of the round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_player: bool,
}

/// A deck of missions that players wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MissionDeck {
    /// What it is called.
    #[serde(default)]
    pub title: String,
    /// The missions, numbered by index.
    #[serde(rename = "mission")]
    #[schemars(length(max = 64))]
    pub missions: Vec<Mission>,
}

/// An error in a deck of missions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissionError {
    /// The deck has too few or too many missions.
    #[error("has {count} missions: it must have from {least} to {}", MissionDeck::MOST)]
    Count {
        /// Their number.
        count: usize,
        /// The smallest number for the mode.
        least: usize,
    },
    /// Two missions have the same name.
    #[error("has two missions named \"{0}\": names must differ")]
    Twice(String),
    /// The points are out of range.
    #[error("mission \"{name}\" is worth {points} points: it must be from 1 to 20")]
    Points {
        /// The mission.
        name: String,
        /// Its points.
        points: u8,
    },
    /// A mission or a set of its conditions is empty.
    #[error("mission \"{0}\" has no condition: write `needs = [{{ objectives = 2 }}]` or others")]
    NoCondition(String),
}

impl MissionDeck {
    /// The most missions of a deck.
    pub const MOST: usize = 64;

    /// Returns a mission, or `None` if there is none with this id.
    pub fn mission(&self, id: MissionId) -> Option<&Mission> {
        self.missions.get(usize::from(id.0))
    }

    /// Returns all missions as a pile.
    pub(crate) fn pile(&self) -> MissionPile {
        // at most 64, as `check` says
        (0..self.missions.len()).fold(MissionPile::default(), |mut pile, number| {
            pile.add(MissionId(number as u8));
            pile
        })
    }

    /// Checks the deck.
    ///
    /// # Errors
    /// [`MissionError`] if it has not from `least` to [`Self::MOST`] missions, or one is invalid.
    pub(crate) fn check(&self, least: usize) -> Result<(), MissionError> {
        let count = self.missions.len();
        if !(least..=Self::MOST).contains(&count) {
            return Err(MissionError::Count { count, least });
        }
        for (number, mission) in self.missions.iter().enumerate() {
            let name = || mission.name.clone();
            if self.missions.iter().take(number).any(|other| other.name == mission.name) {
                return Err(MissionError::Twice(name()));
            }
            if !(1..=20).contains(&mission.points) {
                return Err(MissionError::Points { name: name(), points: mission.points });
            }
            let empty = MissionNeeds::default();
            if mission.needs.is_empty() || mission.needs.contains(&empty) {
                return Err(MissionError::NoCondition(name()));
            }
        }
        Ok(())
    }
}

impl Mission {
    /// Returns how often a player scores it, given what the player has reached.
    pub fn times(&self, standing: &MissionStanding) -> u8 {
        let times = self.needs.iter().map(|needs| standing.times(needs)).max().unwrap_or(0);
        if self.repeats { times } else { times.min(1) }
    }

    /// Returns the share of its conditions that a player has reached, from 0 to 1.
    pub(crate) fn progress(&self, standing: &MissionStanding) -> f64 {
        self.needs.iter().map(|needs| standing.progress(needs)).fold(0.0, f64::max)
    }
}
