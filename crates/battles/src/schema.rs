//! JSON Schemas of battle logs and answers, derived from their types.

use crate::answer::BattleAnswer;
use crate::replay::LogFile;
use serde_json::Value;
use warodds_questions::json::schema_of;

/// Returns the schema of an answer.
pub fn answer_schema() -> Value {
    schema_of::<BattleAnswer>()
}

/// Returns the schema of a log.
pub fn log_schema() -> Value {
    schema_of::<LogFile>()
}
