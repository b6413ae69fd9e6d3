//! JSON Schemas of what types serialize to, for programs that read it.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::Document;
use super::field::FieldDocument;
use super::field::compare::CompareData;
use super::field::matrix::MatrixData;
use crate::request::Trace;
use crate::study::{Answer, CampaignAnswer};
use warodds_answer::{AttachmentsAnswer, GameLuck, RankingAnswer, RateAnswer, WorthAnswer};

/// What a command prints with `--json`: one answer, or a list of them.
#[derive(JsonSchema)]
#[schemars(untagged, title = "An answer of warodds")]
#[expect(dead_code, reason = "only its schema is used")]
enum Output {
    One(Box<AnyAnswer>),
    Several(Vec<AnyAnswer>),
}

/// An answer of any kind.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum AnyAnswer {
    Answer(Document<'static, Answer>),
    Campaign(Document<'static, CampaignAnswer>),
    Luck(Document<'static, GameLuck>),
    Trace(Document<'static, Trace>),
    Matrix(FieldDocument<'static, MatrixData<'static>>),
    Compare(FieldDocument<'static, CompareData<'static>>),
    Ranking(FieldDocument<'static, &'static RankingAnswer>),
    Attachments(FieldDocument<'static, &'static AttachmentsAnswer>),
    Rate(FieldDocument<'static, &'static RateAnswer>),
    Worth(FieldDocument<'static, &'static WorthAnswer>),
}

/// Returns the JSON Schema of an answer, alone or in a list.
///
/// # Examples
/// ```
/// use warodds_questions::json::schema;
///
/// assert_eq!(schema()["title"], "An answer of warodds");
/// ```
pub fn schema() -> Value {
    schema_of::<Output>()
}

/// Returns the JSON Schema of what a type serializes to, without unknown keys.
pub fn schema_of<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(RecursiveTransform(finish))
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Refuses unknown keys, and `null` where a key without a value is left out.
fn finish(schema: &mut Schema) {
    if let Some(Value::String(words)) = schema.get_mut("description") {
        // what is in Rust alone is not in the first paragraph
        let first = words.split("\n\n").next().unwrap_or_default();
        *words = first.replace('\n', " ").replace("`None`", "`null`");
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    let required: Vec<&str> =
        required.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let Some(Value::Object(keys)) = schema.get_mut("properties") else { return };
    for (_, value) in keys.iter_mut().filter(|(key, _)| !required.contains(&key.as_str())) {
        for keyword in ["type", "anyOf"] {
            if let Some(Value::Array(types)) = value.get_mut(keyword) {
                types.retain(|one| one != "null" && one["type"] != "null");
            }
        }
    }
    // a branch of a flattened enum: the type that it is part of forbids other keys
    if schema.remove(UNEVALUATED).is_some() {
        return;
    }
    let Some(Value::Array(branches)) = schema.get_mut("anyOf") else {
        schema.insert("additionalProperties".to_owned(), false.into());
        return;
    };
    for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
        branch.insert(UNEVALUATED.to_owned(), true.into());
    }
    schema.insert(UNEVALUATED.to_owned(), false.into());
}

/// The keyword for keys that no part of a schema describes.
const UNEVALUATED: &str = "unevaluatedProperties";
