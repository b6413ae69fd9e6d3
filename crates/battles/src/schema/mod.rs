//! JSON Schemas of battle logs and answers.

mod answer;
mod choice;
mod log;

pub use answer::schema as answer_schema;
pub use log::schema as log_schema;

use serde_json::{Map, Value, json};

/// Returns the schema of an object with exactly these keys.
fn object(description: &str, keys: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
    let properties: Map<String, Value> =
        keys.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    json!({
        "description": description,
        "type": "object",
        "required": required,
        "properties": properties,
        // as strict as the parser of logs, which refuses unknown keys
        "additionalProperties": false,
    })
}

/// Adds a description to a schema.
fn described(mut schema: Value, description: &str) -> Value {
    if let Some(keys) = schema.as_object_mut() {
        keys.insert("description".to_owned(), description.into());
    }
    schema
}

fn text(description: &str) -> Value {
    described(json!({ "type": "string" }), description)
}

/// Returns the schema of an integer within bounds.
fn whole(least: i64, most: i64, description: &str) -> Value {
    // bounds are those of the types that parse the value
    described(json!({ "type": "integer", "minimum": least, "maximum": most }), description)
}

fn flag(description: &str) -> Value {
    described(json!({ "type": "boolean" }), description)
}

fn list(items: &Value, description: &str) -> Value {
    described(json!({ "type": "array", "items": items }), description)
}

/// Returns the schema of an array of fixed length.
fn exactly(count: usize, items: &Value, description: &str) -> Value {
    described(
        json!({ "type": "array", "items": items, "minItems": count, "maxItems": count }),
        description,
    )
}

/// Returns a reference to a definition of this schema.
fn defined(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns a schema that also allows null.
fn maybe(schema: &Value) -> Value {
    // an absent value is written as null, so every key is required
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// Returns the schema of one of these strings.
fn one_of(texts: &[&str]) -> Value {
    json!({ "enum": texts })
}

/// A variant of a tagged object: its tag, description and keys.
type TaggedVariant<'a> = (&'a str, &'a str, Vec<(&'a str, Value)>);

/// Returns the schema of an object whose variant is named by a key.
fn tagged(tag: &str, variants: &[TaggedVariant<'_>]) -> Value {
    let variant = |(name, description, keys): &TaggedVariant<'_>| {
        let mut all = vec![(tag, json!({ "const": name }))];
        all.extend(keys.iter().cloned());
        object(description, &all)
    };
    json!({ "oneOf": variants.iter().map(variant).collect::<Vec<_>>() })
}
