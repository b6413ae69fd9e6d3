//! Builds JSON Schemas of files, with which editors complete and check them.
//!
//! The schema of a table has the keys that its reader reads
//! ([`describe_table`](super::describe_table)); that of a value belongs to its type
//! ([`Readable::schema`](super::Readable::schema)). A schema accepts more than a reader: it does
//! not check most relations between keys, nor what names refer to.

use serde_json::{Map, Value, json};

/// A JSON Schema.
pub(crate) type Schema = Value;

/// A whole number from `least` to `most`.
pub(crate) fn whole(least: i64, most: i64) -> Schema {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

/// A number from `least` to `most`.
pub(crate) fn decimal(least: f64, most: f64) -> Schema {
    json!({ "type": "number", "minimum": least, "maximum": most })
}

/// `true` or `false`.
pub(crate) fn flag() -> Schema {
    json!({ "type": "boolean" })
}

/// A line of text of 1 to `longest` characters.
pub(crate) fn line(longest: usize) -> Schema {
    json!({ "type": "string", "minLength": 1, "maxLength": longest })
}

/// One of some names.
pub(crate) fn one_of(names: impl IntoIterator<Item = &'static str>) -> Schema {
    json!({ "enum": names.into_iter().collect::<Vec<_>>() })
}

/// A value that satisfies any of these schemas.
pub(crate) fn any_of<const N: usize>(schemas: [Schema; N]) -> Schema {
    json!({ "anyOf": schemas.to_vec() })
}

/// A list without repetition.
pub(crate) fn list_of(value: &Schema) -> Schema {
    json!({ "type": "array", "items": value, "uniqueItems": true })
}

/// A list of `least` to `most` values, which may repeat.
pub(crate) fn row_of(value: &Schema, least: usize, most: usize) -> Schema {
    json!({ "type": "array", "items": value, "minItems": least, "maxItems": most })
}

/// One value, or a list of up to `most` values, which may repeat.
pub(crate) fn up_to(most: usize, value: Schema) -> Schema {
    let several = row_of(&value, 1, most);
    any_of([value, several])
}

/// A set, written as one value or a list.
pub(crate) fn set_of(value: &Schema) -> Schema {
    any_of([value.clone(), list_of(value)])
}

/// One value or a list of values, which may repeat.
pub(crate) fn some_of(value: &Schema) -> Schema {
    any_of([value.clone(), json!({ "type": "array", "items": value })])
}

/// One value, or a list of values to sweep.
pub(crate) fn swept(value: &Schema) -> Schema {
    let mut several = list_of(value);
    several["minItems"] = 1.into();
    any_of([value.clone(), several])
}

/// One value, a range of them such as `3..5`, or a list of both.
pub(crate) fn swept_ranges(value: &Schema) -> Schema {
    let range = json!({ "type": "string", "pattern": r"^[^.]+(\.[^.]+)?\.\.=?[^.]+(\.[^.]+)?$" });
    swept(&any_of([value.clone(), range]))
}

/// A set of elements joined with `+`, or a list of sets, which may be lists of elements.
pub(crate) fn swept_sets(element: &Schema) -> Schema {
    let joined = json!({ "type": "string", "pattern": r"^[a-z-]+( *[+ ] *[a-z-]+)*$" });
    let set = any_of([element.clone(), joined]);
    let mut several = list_of(&any_of([set.clone(), list_of(element)]));
    several["minItems"] = 1.into();
    any_of([set, several])
}

/// One value, a list of values, which may repeat, or a list of such lists to sweep.
pub(crate) fn swept_row(value: &Schema) -> Schema {
    let row = json!({ "type": "array", "items": value });
    any_of([value.clone(), row, list_of(&some_of(value))])
}

/// One table or a list of tables, whose schema `one` goes to the definitions.
pub(crate) fn tables(definition: &str, one: Schema) -> Schema {
    let own = reference(definition);
    let mut tables = json!({
        "type": ["array", "object"],
        "allOf": [own],
        "items": { "type": "object", "allOf": [own] }
    });
    tables[DEFINITIONS] = json!({ definition_name(definition): one });
    tables
}

/// The key of the definitions. While a schema is built it carries the definitions that it refers
/// to; [`file`] gathers them at the root.
const DEFINITIONS: &str = "$defs";

/// A reference to `schema`, which it adds to the definitions.
pub(crate) fn defined(definition: &str, schema: Schema) -> Schema {
    let mut defined = reference(definition);
    defined[DEFINITIONS] = json!({ definition: schema });
    defined
}

/// Returns the name of a definition without `/`, which separates the parts of references.
fn definition_name(definition: &str) -> String {
    definition.replace('/', ".")
}

/// A reference to a definition that is added elsewhere.
pub(crate) fn reference(definition: &str) -> Schema {
    json!({ "$ref": format!("#/$defs/{}", definition_name(definition)) })
}

/// Adds a line of description, which editors show.
pub(crate) fn with_description(mut schema: Schema, words: &str) -> Schema {
    if schema.get("$ref").is_some() {
        // older tools ignore the keywords next to `$ref`
        schema = json!({ "allOf": [schema] });
    }
    schema["description"] = words.into();
    schema
}

/// A table whose keys are names that the player chooses.
pub(crate) fn entries(value: &Schema) -> Schema {
    json!({ "type": "object", "additionalProperties": value })
}

/// The schema of a table with known keys, while it is built.
#[derive(Clone, Debug)]
pub(crate) struct TableSchema {
    words: String,
    keys: Map<String, Value>,
    needed: Vec<&'static str>,
    more: Map<String, Value>,
}

impl TableSchema {
    /// Starts the schema of a table; `words` is its description.
    pub(crate) fn new(words: &str) -> Self {
        Self { words: words.to_owned(), keys: Map::new(), needed: Vec::new(), more: Map::new() }
    }

    /// Adds a key with the schema of its value.
    pub(crate) fn add(&mut self, key: &'static str, value: Schema) {
        self.keys.insert(key.to_owned(), value);
    }

    /// Iterates over the keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    /// Makes a key required.
    pub(crate) fn require(&mut self, key: &'static str) {
        self.needed.push(key);
    }

    /// Adds a keyword of JSON Schema.
    pub(crate) fn add_keyword(&mut self, keyword: &str, schema: Schema) {
        self.more.insert(keyword.to_owned(), schema);
    }

    /// Allows a list of values for each of these keys, which must have been added.
    pub(crate) fn allow_lists(&mut self, keys: &[&str]) {
        for key in keys {
            let Some(value) = self.keys.get_mut(*key) else { continue };
            // the description is of the key, not of one of its alternatives
            let words = value["description"].take();
            if let Some(value) = value.as_object_mut() {
                value.remove("description");
            }
            *value = swept(value);
            value["description"] = words;
        }
    }

    /// Finishes the schema without `"type": "object"`, which those who refer to it add.
    pub(crate) fn schema(self) -> Schema {
        let Self { words, keys, needed, more } = self;
        let mut schema = json!({
            "description": words,
            "properties": keys,
            "required": needed,
            "additionalProperties": false
        });
        for (keyword, value) in more {
            schema[keyword] = value;
        }
        schema
    }

    /// Finishes the schema of an object.
    pub(crate) fn object(self) -> Schema {
        let mut schema = self.schema();
        schema["type"] = "object".into();
        schema
    }
}

/// Finishes the schema of a file: gathers the definitions at its root.
pub(crate) fn file(title: &str, mut root: Schema) -> Schema {
    // `$ref` points to the root, wherever the schema that uses it ends up
    let mut definitions = Map::new();
    gather(&mut root, &mut definitions);
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    for (key, value) in [
        ("$schema", dialect.into()),
        ("title", title.into()),
        ("type", "object".into()),
        (DEFINITIONS, definitions.into()),
    ] {
        root[key] = value;
    }
    root
}

/// Moves the definitions of a schema and of all its parts to `definitions`.
fn gather(schema: &mut Schema, definitions: &mut Map<String, Value>) {
    match schema {
        Value::Object(keys) => {
            if let Some(Value::Object(own)) = keys.remove(DEFINITIONS) {
                // definitions carry definitions of their own: those are gathered first
                for (name, mut schema) in own {
                    gather(&mut schema, definitions);
                    definitions.insert(name, schema);
                }
            }
            keys.values_mut().for_each(|part| gather(part, definitions));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| gather(part, definitions)),
        _ => {}
    }
}
