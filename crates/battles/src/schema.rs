//! JSON Schemas of answers about battles, of comparisons of lists, of logs, of the luck, the odds and
//! the play in them, and of advice on their turns, derived from their types.

use crate::answer::BattleAnswer;
use crate::luck::LuckDocument;
use crate::replay::{AdviceDocument, LogFile, OddsDocument};
use crate::run::compare::ComparisonDocument;
use crate::run::matrix::MatrixDocument;
use crate::run::race::RaceDocument;
use crate::stats::StatsDocument;
use serde_json::Value;
use warodds_questions::json::schema_of;

/// Returns the schema of an answer.
pub fn answer_schema() -> Value {
    schema_of::<BattleAnswer>()
}

/// Returns the schema of the luck in a battle.
pub fn luck_schema() -> Value {
    schema_of::<LuckDocument<'_>>()
}

/// Returns the schema of advice on a turn.
pub fn advice_schema() -> Value {
    schema_of::<AdviceDocument>()
}

/// Returns the schema of the odds in a battle.
pub fn odds_schema() -> Value {
    schema_of::<OddsDocument>()
}

/// Returns the schema of the comparison of two lists.
pub fn comparison_schema() -> Value {
    schema_of::<ComparisonDocument>()
}

/// Returns the schema of the results of lists against each other.
pub fn matrix_schema() -> Value {
    schema_of::<MatrixDocument>()
}

/// Returns the schema of the search for better variants of a list.
pub fn search_schema() -> Value {
    schema_of::<RaceDocument>()
}

/// Returns the schema of counts of play.
pub fn stats_schema() -> Value {
    schema_of::<StatsDocument>()
}

/// Returns the schema of a log.
pub fn log_schema() -> Value {
    schema_of::<LogFile>()
}
