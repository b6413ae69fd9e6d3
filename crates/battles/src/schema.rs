//! JSON Schemas of battle logs and answers, derived from their types.

use crate::answer::BattleAnswer;
use crate::replay::LogFile;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Returns the schema of an answer.
pub fn answer_schema() -> Value {
    schema::<BattleAnswer>()
}

/// Returns the schema of a log.
pub fn log_schema() -> Value {
    schema::<LogFile>()
}

/// Returns the schema of what a type serializes to, without unknown keys.
pub fn schema<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(RecursiveTransform(finish))
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Refuses unknown keys, and adapts descriptions: from Rust to JSON, and to one paragraph.
fn finish(schema: &mut Schema) {
    if schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    if let Some(Value::String(words)) = schema.get_mut("description") {
        let first = words.split("\n\n").next().unwrap_or_default();
        *words = first.replace('\n', " ").replace("`None`", "`null`");
    }
}
