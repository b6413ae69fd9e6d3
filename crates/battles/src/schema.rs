//! JSON Schemas of answers about battles, of logs and of the luck in them, derived from their
//! types.

use crate::answer::BattleAnswer;
use crate::luck::LuckDocument;
use crate::replay::LogFile;
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

/// Returns the schema of a log.
pub fn log_schema() -> Value {
    schema_of::<LogFile>()
}
