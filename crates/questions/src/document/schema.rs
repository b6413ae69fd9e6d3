//! JSON Schemas of files, so that editors complete and check them: what may stand behind a key, and
//! tables of keys.
//!
//! A schema is built from the constants that readers go by (ranges, names); a line of words for
//! each key is what editors show beside it. It knows less than a reader: what two keys say of each
//! other, and what names mean, it does not.

use serde_json::{Map, Value, json};

use super::value::LONGEST_NAME;

/// A schema: an object of JSON.
pub(crate) type Schema = Value;

/// A whole number of a range.
pub(crate) fn whole(least: i64, most: i64) -> Schema {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

/// The whole numbers of a type.
macro_rules! range {
    ($number:ty) => {
        $crate::document::schema::whole(<$number>::LEAST, <$number>::MOST)
    };
}
pub(crate) use range;

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

/// A name.
pub(crate) fn name() -> Schema {
    line(LONGEST_NAME)
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

/// Tables as a list, or one alone; their own schema stands in the definitions.
pub(crate) fn tables(definition: &str) -> Schema {
    let one = reference(definition);
    json!({ "type": ["array", "object"], "allOf": [one], "items": { "type": "object", "allOf": [one] } })
}

/// The schema of that name in the definitions.
pub(crate) fn reference(definition: &str) -> Schema {
    json!({ "$ref": format!("#/$defs/{definition}") })
}

/// A schema with a line of words that editors show.
pub(crate) fn told(mut schema: Schema, words: &str) -> Schema {
    if schema.get("$ref").is_some() {
        // older readers of schemas look at nothing beside a reference
        schema = json!({ "allOf": [schema] });
    }
    schema["description"] = words.into();
    schema
}

/// A table whose keys are the player's own.
pub(crate) fn entries(words: &str, value: &Schema) -> Schema {
    json!({ "description": words, "type": "object", "additionalProperties": value })
}

/// A table of known keys.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    words: String,
    keys: Map<String, Value>,
    needed: Vec<String>,
}

impl Table {
    /// A table without keys, in words.
    pub fn new(words: &str) -> Self {
        Self { words: words.to_owned(), keys: Map::new(), needed: Vec::new() }
    }

    /// With a key that may be left out.
    #[must_use]
    pub fn key(mut self, key: &str, value: Schema, words: &str) -> Self {
        self.keys.insert(key.to_owned(), told(value, words));
        self
    }

    /// With a key that must be there.
    #[must_use]
    pub fn needed(mut self, key: &str, value: Schema, words: &str) -> Self {
        self.needed.push(key.to_owned());
        self.key(key, value, words)
    }

    /// With a key that may be left out and may be a list of values.
    #[must_use]
    pub fn swept(self, key: &str, value: &Schema, words: &str) -> Self {
        self.key(key, swept(value), words)
    }

    /// With a key that must be there and may be a list of values.
    #[must_use]
    pub fn swept_needed(self, key: &str, value: &Schema, words: &str) -> Self {
        self.needed(key, swept(value), words)
    }

    /// With these keys, which it has already, each of which may be a list of values.
    #[must_use]
    pub fn listing(mut self, keys: &[&str]) -> Self {
        for key in keys {
            if let Some(value) = self.keys.get_mut(*key) {
                let words = value["description"].take();
                if let Some(value) = value.as_object_mut() {
                    value.remove("description");
                }
                *value = swept(value);
                value["description"] = words;
            }
        }
        self
    }

    /// With more keys, those that several tables share.
    #[must_use]
    pub fn with(self, more: impl FnOnce(Self) -> Self) -> Self {
        more(self)
    }

    /// What an object must be like; whether there is one is up to whoever refers to it.
    pub fn schema(self) -> Schema {
        let Self { words, keys, needed } = self;
        json!({ "description": words, "properties": keys, "required": needed, "additionalProperties": false })
    }

    /// The same of an object and nothing else.
    pub fn object(self) -> Schema {
        let mut schema = self.schema();
        schema["type"] = "object".into();
        schema
    }
}

/// The schema of a file: what it is like, and what that refers to.
pub(crate) fn file(
    title: &str,
    mut root: Schema,
    definitions: Vec<(&'static str, Schema)>,
) -> Schema {
    let definitions: Map<String, Value> =
        definitions.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    for (key, value) in [
        ("$schema", dialect.into()),
        ("title", title.into()),
        ("type", "object".into()),
        ("$defs", definitions.into()),
    ] {
        root[key] = value;
    }
    root
}
