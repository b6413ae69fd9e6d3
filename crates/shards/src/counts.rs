//! What was counted: whole numbers that add up.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use warodds_battles::run::BattleTally;
use warodds_questions::study::{self, CountsMismatch};

/// The most that a battle counts of anything: no battle has so many moves, points or losses.
const MOST_OF_A_BATTLE: u64 = 10_000;

/// What was counted of a question in some blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardCounts {
    /// Of each cell of a matrix, row by row; of each pair of a comparison, defender by defender.
    Cells(Vec<study::Counts>),
    /// Of battles.
    Battles(Box<BattleTally>),
    /// Of a single question, or a campaign.
    #[serde(untagged)]
    Question(study::Counts),
}

impl ShardCounts {
    /// Adds what was counted of other blocks.
    ///
    /// # Errors
    /// When that is of another question, or there is no number for so many.
    pub fn add(&mut self, other: &Self) -> Result<(), CountsMismatch> {
        match (self, other) {
            (Self::Question(mine), Self::Question(theirs)) => mine.add(theirs),
            (Self::Cells(mine), Self::Cells(theirs)) if mine.len() == theirs.len() => {
                mine.iter_mut().zip(theirs).try_for_each(|(mine, theirs)| mine.add(theirs))
            }
            (Self::Battles(mine), Self::Battles(theirs)) if of_one_shape(mine, theirs) => {
                **mine = (**mine).clone().merged((**theirs).clone());
                Ok(())
            }
            _ => Err(CountsMismatch),
        }
    }

    /// Whether so many trials are counted: each once in each result, or so many battles.
    pub fn are_of(&self, trials: u64) -> bool {
        match self {
            Self::Question(counts) => counts.are_of(trials),
            Self::Cells(cells) => cells.iter().all(|cell| cell.are_of(trials)),
            Self::Battles(tally) => tally.games == trials && is_possible(tally),
        }
    }
}

/// Whether two tallies count the same things.
pub(crate) fn of_one_shape(one: &BattleTally, other: &BattleTally) -> bool {
    let shape = |tally: &BattleTally| {
        let mut value = serde_json::to_value(tally).ok()?;
        without_counts(&mut value);
        Some((value, tally.squares))
    };
    let shapes = (shape(one), shape(other));
    shapes.0.is_some() && shapes.0 == shapes.1
}

/// Leaves of a tally its names and lengths alone.
fn without_counts(value: &mut Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(without_counts),
        Value::Object(all) => all.values_mut().for_each(without_counts),
        other => *other = Value::Null,
    }
}

/// Whether no number of it is beyond what so many battles come to: such numbers add up.
fn is_possible(tally: &BattleTally) -> bool {
    fn most(value: &Value) -> u64 {
        match value {
            Value::Array(all) => all.iter().map(most).max().unwrap_or(0),
            Value::Object(all) => all.values().map(most).max().unwrap_or(0),
            other => other.as_u64().unwrap_or(0),
        }
    }
    let limit = tally.games.saturating_mul(MOST_OF_A_BATTLE).max(MOST_OF_A_BATTLE);
    serde_json::to_value(tally).is_ok_and(|value| most(&value) <= limit)
}
