//! JSON Schemas of files, so that editors complete and check them: what may stand behind a key, and
//! tables of keys.
//!
//! The schema of a table is what its reader asks for ([`describe_table`](super::describe_table)), and that of
//! a value is its type's ([`Readable::schema`](super::Readable::schema)); a line of words for each
//! key is what editors show beside it. A schema knows less than a reader: what two keys say of each
//! other, and what names mean, it does not.

use serde_json::{Map, Value, json};

/// A schema: an object of JSON.
pub(crate) type Schema = Value;

/// A whole number of a range.
pub(crate) fn whole(least: i64, most: i64) -> Schema {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

/// A number of a range, decimals allowed.
pub(crate) fn decimal(least: f64, most: f64) -> Schema {
    json!({ "type": "number", "minimum": least, "maximum": most })
}

/// `true` or `false`.
pub(crate) fn flag() -> Schema {
    json!({ "type": "boolean" })
}

/// A line of text of up to so many characters.
pub(crate) fn line(longest: usize) -> Schema {
    json!({ "type": "string", "minLength": 1, "maxLength": longest })
}

/// One of some names.
pub(crate) fn one_of(names: impl IntoIterator<Item = &'static str>) -> Schema {
    json!({ "enum": names.into_iter().collect::<Vec<_>>() })
}

/// Any of these.
pub(crate) fn any_of<const N: usize>(schemas: [Schema; N]) -> Schema {
    json!({ "anyOf": schemas.to_vec() })
}

/// A list, each value once.
pub(crate) fn list_of(value: &Schema) -> Schema {
    json!({ "type": "array", "items": value, "uniqueItems": true })
}

/// A list of values that may be the same.
pub(crate) fn row_of(value: &Schema, least: usize, most: usize) -> Schema {
    json!({ "type": "array", "items": value, "minItems": least, "maxItems": most })
}

/// One value, or a list of up to so many that may be the same.
pub(crate) fn up_to(most: usize, value: Schema) -> Schema {
    let several = row_of(&value, 1, most);
    any_of([value, several])
}

/// One value or a list of them as a set.
pub(crate) fn set_of(value: &Schema) -> Schema {
    any_of([value.clone(), list_of(value)])
}

/// One or several values, which all count.
pub(crate) fn some_of(value: &Schema) -> Schema {
    any_of([value.clone(), json!({ "type": "array", "items": value })])
}

/// One value, or a list that asks about each of them.
pub(crate) fn swept(value: &Schema) -> Schema {
    let mut several = list_of(value);
    several["minItems"] = 1.into();
    any_of([value.clone(), several])
}

/// A set, or a list with lists in it that asks about each of these sets.
pub(crate) fn swept_set(value: &Schema) -> Schema {
    any_of([value.clone(), list_of(&set_of(value))])
}

/// Tables as a list, or one alone; what one is like stands in the definitions.
pub(crate) fn tables(definition: &str, one: Schema) -> Schema {
    let own = reference(definition);
    let mut tables = json!({
        "type": ["array", "object"],
        "allOf": [own],
        "items": { "type": "object", "allOf": [own] }
    });
    tables[DEFINITIONS] = json!({ definition: one });
    tables
}

/// Where the schemas stand that others refer to. One that refers to another has it there as well,
/// until [`file`] gathers them all.
const DEFINITIONS: &str = "$defs";

/// The schema of that name in the definitions, which is `schema`.
pub(crate) fn defined(definition: &str, schema: Schema) -> Schema {
    let mut defined = reference(definition);
    defined[DEFINITIONS] = json!({ definition: schema });
    defined
}

/// The schema of that name in the definitions, which somebody else defines.
pub(crate) fn reference(definition: &str) -> Schema {
    json!({ "$ref": format!("#/$defs/{definition}") })
}

/// A schema with a line of words that editors show.
pub(crate) fn with_description(mut schema: Schema, words: &str) -> Schema {
    if schema.get("$ref").is_some() {
        // older readers of schemas look at nothing beside a reference
        schema = json!({ "allOf": [schema] });
    }
    schema["description"] = words.into();
    schema
}

/// A table whose keys are the player's own.
pub(crate) fn entries(value: &Schema) -> Schema {
    json!({ "type": "object", "additionalProperties": value })
}

/// A table of known keys.
#[derive(Clone, Debug)]
pub(crate) struct TableSchema {
    words: String,
    keys: Map<String, Value>,
    needed: Vec<&'static str>,
    more: Map<String, Value>,
}

impl TableSchema {
    /// A table without keys, in words.
    pub(crate) fn new(words: &str) -> Self {
        Self { words: words.to_owned(), keys: Map::new(), needed: Vec::new(), more: Map::new() }
    }

    /// Adds a key, with the schema of its value and the words beside it.
    pub(crate) fn add(&mut self, key: &'static str, value: Schema) {
        self.keys.insert(key.to_owned(), value);
    }

    /// Its keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    /// Says that a key must be there.
    pub(crate) fn require(&mut self, key: &'static str) {
        self.needed.push(key);
    }

    /// Says that the keys that begin with `ID_` are known only where `ID` is there.
    pub(crate) fn only_with(&mut self, id: &'static str) {
        self.add_keyword("if", json!({ "not": { "required": [id] } }));
        self.add_keyword(
            "then",
            json!({ "propertyNames": { "not": { "pattern": format!("^{id}_") } } }),
        );
    }

    /// Says more of the table, under a keyword of JSON Schema.
    pub(crate) fn add_keyword(&mut self, keyword: &str, schema: Schema) {
        self.more.insert(keyword.to_owned(), schema);
    }

    /// Lets each of these keys, which it has already, be a list of values.
    pub(crate) fn allow_lists(&mut self, keys: &[&str]) {
        for key in keys {
            let Some(value) = self.keys.get_mut(*key) else { continue };
            let words = value["description"].take();
            if let Some(value) = value.as_object_mut() {
                value.remove("description");
            }
            *value = swept(value);
            value["description"] = words;
        }
    }

    /// What an object must be like; whether there is one is up to whoever refers to it.
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

    /// The same of an object and nothing else.
    pub(crate) fn object(self) -> Schema {
        let mut schema = self.schema();
        schema["type"] = "object".into();
        schema
    }
}

/// The schema of a file, with all that it refers to.
pub(crate) fn file(title: &str, mut root: Schema) -> Schema {
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

/// Takes the definitions out of a schema and of all that it is made of.
fn gather(schema: &mut Schema, definitions: &mut Map<String, Value>) {
    match schema {
        Value::Object(keys) => {
            if let Some(Value::Object(own)) = keys.remove(DEFINITIONS) {
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
