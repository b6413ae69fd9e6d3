//! JSON Schemas of what programs read of battles: logs and answers.

mod answer;
mod choice;
mod log;

pub use answer::schema as answer_schema;
pub use log::schema as log_schema;

use serde_json::{Map, Value, json};

/// An object that has all of these keys and no others.
fn object(description: &str, keys: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
    let properties: Map<String, Value> =
        keys.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    json!({
        "description": description,
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

/// A value with what it is.
fn told(mut schema: Value, description: &str) -> Value {
    if let Some(keys) = schema.as_object_mut() {
        keys.insert("description".to_owned(), description.into());
    }
    schema
}

fn text(description: &str) -> Value {
    told(json!({ "type": "string" }), description)
}

/// A whole number from and to bounds.
fn whole(least: i64, most: i64, description: &str) -> Value {
    told(json!({ "type": "integer", "minimum": least, "maximum": most }), description)
}

fn flag(description: &str) -> Value {
    told(json!({ "type": "boolean" }), description)
}

fn list(items: &Value, description: &str) -> Value {
    told(json!({ "type": "array", "items": items }), description)
}

/// As many values of a kind, and no more.
fn exactly(count: usize, items: &Value, description: &str) -> Value {
    told(
        json!({ "type": "array", "items": items, "minItems": count, "maxItems": count }),
        description,
    )
}

/// A definition of this schema.
fn defined(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A value, or nothing.
fn maybe(schema: &Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// One of these texts.
fn one_of(texts: &[&str]) -> Value {
    json!({ "enum": texts })
}

/// One of several kinds of object: its name, what it is, and its keys.
type TaggedVariant<'a> = (&'a str, &'a str, Vec<(&'a str, Value)>);

/// Objects that say by a key which of several they are.
fn tagged(tag: &str, variants: &[TaggedVariant<'_>]) -> Value {
    let variant = |(name, description, keys): &TaggedVariant<'_>| {
        let mut all = vec![(tag, json!({ "const": name }))];
        all.extend(keys.iter().cloned());
        object(description, &all)
    };
    json!({ "oneOf": variants.iter().map(variant).collect::<Vec<_>>() })
}
