//! The counts of a shard: integers that are merged by addition.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use warodds_battles::run::BattleTally;
use warodds_questions::study::{self, CountsMismatch};

/// An upper bound on every number that a single battle adds to a tally (moves, points, losses).
const MOST_PER_BATTLE: u64 = 10_000;

/// The counts of one question in some blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShardCounts {
    /// The cells of a matrix row by row, or the pairs of a comparison defender by defender.
    Cells(Vec<study::Counts>),
    /// Battles.
    Battles(Box<BattleTally>),
    /// A question about single units, or a campaign.
    #[serde(untagged)]
    Question(study::Counts),
}

impl ShardCounts {
    /// Adds the counts of other blocks of the same question.
    ///
    /// # Errors
    /// [`CountsMismatch`] if `other` belongs to another question, or if a sum exceeds `u64`.
    ///
    /// # Examples
    /// Two shards of 8192 trials add up to 16384:
    /// ```
    /// use warodds_questions::study::{EngineKind, Shard, StdControl};
    /// use warodds_shards::{FieldMode, RunSpec, ShardFile, ShardSource};
    ///
    /// let source = ShardSource::Link("panic?morale=7".to_owned());
    /// let spec = RunSpec { engine: EngineKind::MonteCarlo, fields: FieldMode::Exact, seed: 1 };
    /// let count = |first| {
    ///     let shard = Shard { first, blocks: 1 };
    ///     ShardFile::count(&source, spec, shard, None, &StdControl).unwrap()
    /// };
    /// let mut sum = count(0).counted[0].counts.clone();
    /// sum.add(&count(1).counted[0].counts).unwrap();
    /// assert!(sum.has_trials(16_384));
    /// assert!(!sum.has_trials(8_192));
    /// ```
    pub fn add(&mut self, other: &Self) -> Result<(), CountsMismatch> {
        match (self, other) {
            (Self::Question(sum), Self::Question(more)) => sum.add(more),
            (Self::Cells(sum), Self::Cells(more)) if sum.len() == more.len() => {
                sum.iter_mut().zip(more).try_for_each(|(sum, more)| sum.add(more))
            }
            (Self::Battles(sum), Self::Battles(more)) if have_same_shape(sum, more) => {
                **sum = (**sum).clone().merged((**more).clone());
                Ok(())
            }
            _ => Err(CountsMismatch),
        }
    }

    /// Returns whether the counts are those of exactly `trials` trials: every result adds up to
    /// `trials`, or that many battles were played.
    pub fn has_trials(&self, trials: u64) -> bool {
        match self {
            Self::Question(counts) => counts.are_of(trials),
            Self::Cells(cells) => cells.iter().all(|cell| cell.are_of(trials)),
            Self::Battles(tally) => tally.games == trials && is_plausible(tally),
        }
    }
}

/// Returns the counts of a tally as JSON, without the numbers of battles that it names.
fn counts_of(tally: &BattleTally) -> Option<Value> {
    let counts = BattleTally { first_games: Vec::new(), ..tally.clone() };
    serde_json::to_value(counts).ok()
}

/// Returns whether two tallies count the same units, squares and results.
pub(crate) fn have_same_shape(one: &BattleTally, other: &BattleTally) -> bool {
    let shape = |tally: &BattleTally| {
        let mut value = counts_of(tally)?;
        clear_numbers(&mut value);
        Some((value, tally.squares))
    };
    let shapes = (shape(one), shape(other));
    shapes.0.is_some() && shapes.0 == shapes.1
}

/// Replaces all numbers by null, which leaves the names and lengths of a tally.
fn clear_numbers(value: &mut Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(clear_numbers),
        Value::Object(all) => all.values_mut().for_each(clear_numbers),
        other => *other = Value::Null,
    }
}

/// Returns whether no number of a tally exceeds what its battles can add up to. Tallies of edited
/// files could otherwise overflow when they are added.
fn is_plausible(tally: &BattleTally) -> bool {
    fn largest(value: &Value) -> u64 {
        match value {
            Value::Array(all) => all.iter().map(largest).max().unwrap_or(0),
            Value::Object(all) => all.values().map(largest).max().unwrap_or(0),
            // negative numbers and fractions do not occur: they fail to parse as a tally
            other => other.as_u64().unwrap_or(0),
        }
    }
    // at least one battle's worth, so that an empty tally passes
    let limit = tally.games.saturating_mul(MOST_PER_BATTLE).max(MOST_PER_BATTLE);
    counts_of(tally).is_some_and(|value| largest(&value) <= limit)
}
