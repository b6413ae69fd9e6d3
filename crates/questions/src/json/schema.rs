//! The JSON Schema of answers, for programs that read them.

use serde_json::{Value, json};

use super::SCHEMA;

/// Returns the JSON Schema of an answer, alone or in a list.
///
/// # Examples
/// ```
/// use warodds_questions::json::{SCHEMA, schema};
///
/// let schema = schema();
/// assert_eq!(schema["$defs"]["answer"]["properties"]["schema"]["const"], SCHEMA);
/// ```
pub fn schema() -> Value {
    let one = json!({ "anyOf": [{ "$ref": "#/$defs/answer" }, { "$ref": "#/$defs/field" }] });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An answer of warodds",
        "description": "What a command prints with --json: one answer, or a list of them.",
        "anyOf": [
            one,
            { "type": "array", "items": one },
        ],
        "$defs": {
            "answer": answer(),
            "field": field(),
            "probability": { "type": "number", "minimum": 0, "maximum": 1 },
            "interval": interval(),
            "quantity": quantity(),
            "event": event(),
            "contribution": contribution(),
            "change": change(),
        },
    })
}

fn answer() -> Value {
    json!({
        "type": "object",
        "required": [
            "schema", "version", "name", "kind", "subject", "situation", "case", "engine",
            // all others depend on the kind, the engine or an option
            "trials", "seed", "partial", "quantities", "events", "not_modelled",
        ],
        "properties": {
            // `--json` of `options` puts this key before those of an answer
            "option": text("which of several options this answers"),
            "schema": { "const": SCHEMA },
            "version": text("the version of the program"),
            "name": text("the name of the question"),
            "kind": text("the kind of question"),
            "subject": text("who meets whom"),
            "situation": text("what happens, in a sentence; may be empty"),
            "rules": rules(),
            "case": described(json!({ "type": "object" }), "non-default settings by key"),
            "engine": { "enum": ["exact", "monte-carlo", "dice"] },
            "trials": described(json!({ "type": ["integer", "null"] }), "number of trials; null for the exact engine"),
            "seed": described(json!({ "type": ["integer", "null"] }), "the seed of the dice; null for the exact engine"),
            "partial": described(json!({ "type": "boolean" }), "whether the run was stopped early"),
            "quantities": map("quantity"),
            "events": map("event"),
            "joint": joint(),
            "not_modelled": list(&json!({ "type": "object", "required": ["unit", "ability"] })),
            "notes": list(&json!({ "type": "string" })),
            "contributions": list(&json!({ "$ref": "#/$defs/contribution" })),
            "sensitivity": list(&json!({ "$ref": "#/$defs/change" })),
            "course": { "type": "object", "required": ["what", "step", "mean"] },
        },
        "additionalProperties": false,
    })
}

/// Describes the keys that answers about a whole field share; each kind has more.
fn field() -> Value {
    json!({
        "type": "object",
        "required": [
            "schema", "version", "name", "kind", "engine", "trials", "seed", "partial", "edition",
            "weapons", "terms", "left_out", "not_modelled", "notes",
        ],
        "properties": {
            "schema": { "enum": ["warodds/matrix/1", "warodds/compare/1", "warodds/attachments/1"] },
            "version": text("the version of the program"),
            "name": text("the name of the question"),
            "kind": { "enum": ["matrix", "compare", "attachments"] },
            "case": described(json!({ "type": "object" }), "the values of lists by key; only if there are lists"),
            "engine": { "enum": ["exact", "monte-carlo", "dice"] },
            "trials": described(json!({ "type": ["integer", "null"] }), "number of trials; null for the exact engine"),
            "seed": described(json!({ "type": ["integer", "null"] }), "the seed of the dice; null for the exact engine"),
            "partial": described(json!({ "type": "boolean" }), "whether the run was stopped early"),
            "edition": text("the edition of the rules"),
            "weapons": text("which attacks were made"),
            "terms": described(json!({ "type": "object" }), "non-default terms of all attacks"),
            "left_out": list(&json!({ "type": "object", "required": ["unit", "why"] })),
            "not_modelled": list(&json!({ "type": "object", "required": ["unit", "ability"] })),
            "notes": list(&json!({ "type": "string" })),
        },
    })
}

fn rules() -> Value {
    json!({
        "type": "object",
        "required": ["edition", "cards"],
        "properties": {
            "edition": text("the edition of the rules"),
            "cards": list(&json!({ "type": "string" })),
        },
    })
}

fn quantity() -> Value {
    json!({
        "type": "object",
        "required": ["mean", "sd", "pmf"],
        "properties": {
            "mean": { "type": "number" },
            "sd": { "type": "number", "minimum": 0 },
            "pmf": list(&json!({ "$ref": "#/$defs/probability" })),
            "standard_error": { "type": "number", "minimum": 0 },
            "ci95": { "$ref": "#/$defs/interval" },
            "exact_mean": { "type": "number" },
            "standard_errors_off": { "type": "number" },
            "mean_fraction": text("the mean as a fraction"),
            "pmf_fractions": described(
                list(&json!({ "type": ["string", "null"] })),
                "the probabilities as fractions; null for more than 20 digits",
            ),
        },
        "additionalProperties": false,
    })
}

fn event() -> Value {
    json!({
        "type": "object",
        "required": ["p"],
        "properties": {
            "p": { "$ref": "#/$defs/probability" },
            "ci95": { "$ref": "#/$defs/interval" },
            "exact_p": { "$ref": "#/$defs/probability" },
            "p_fraction": text("the probability as a fraction"),
        },
        "additionalProperties": false,
    })
}

fn contribution() -> Value {
    json!({
        "type": "object",
        "required": ["what", "kind", "side", "wounds", "own_wounds"],
        "properties": {
            "what": text("the option or the ability"),
            "kind": text("its kind"),
            "side": { "enum": ["attacker", "defender", "a", "b"] },
            "wounds": { "type": "number" },
            "own_wounds": { "type": "number" },
            "own_wounds_share": { "type": "number" },
            "win": { "type": "number" },
        },
        "additionalProperties": false,
    })
}

fn change() -> Value {
    json!({
        "type": "object",
        "required": ["what", "side", "from", "to", "wounds", "own_wounds"],
        "properties": {
            "what": { "enum": ["dice", "hit", "defense", "morale", "wounds", "speed"] },
            "side": { "enum": ["attacker", "defender", "a", "b"] },
            "from": described(json!({ "type": "integer" }), "the value in the question"),
            "to": described(json!({ "type": "integer" }), "the changed value"),
            "wounds": { "type": "number" },
            "own_wounds": { "type": "number" },
            "win": { "type": "number" },
        },
        "additionalProperties": false,
    })
}

fn joint() -> Value {
    let row = list(&json!({ "$ref": "#/$defs/probability" }));
    json!({
        "type": "object",
        "required": ["first", "second", "p"],
        "properties": {
            "first": text("name of a quantity"),
            "second": text("name of a quantity"),
            "p": list(&row),
        },
    })
}

fn interval() -> Value {
    json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
}

fn map(definition: &str) -> Value {
    json!({ "type": "object", "additionalProperties": { "$ref": format!("#/$defs/{definition}") } })
}

fn list(item: &Value) -> Value {
    json!({ "type": "array", "items": item })
}

fn text(words: &str) -> Value {
    described(json!({ "type": "string" }), words)
}

fn described(mut schema: Value, words: &str) -> Value {
    schema["description"] = words.into();
    schema
}
