//! The interface described as OpenAPI, made from the table of keys.

use serde_json::{Map, Value, json};
use warodds_questions::request::link::View;
use warodds_questions::request::{Arity, Key, Keys, Kind, Mark, kinds};

/// The version of OpenAPI.
const OPENAPI: &str = "3.1.0";

/// The interface of the program of that version.
pub fn openapi(version: &str) -> String {
    let kinds = kinds();
    let paths: Map<String, Value> = kinds
        .iter()
        .map(|kind| (format!("/api/{}", kind.name), json!({ "get": of_kind(kind) })))
        .chain(others())
        .collect();
    let view: Vec<Value> = View::keys().iter().map(parameter).collect();
    let all = json!({
        "openapi": OPENAPI,
        "info": {
            "title": "warodds",
            "version": version,
            "description": "What are the odds? Each question of the command line at an address of \
                            its own: its long options are the parameters, and what stands in a \
                            place of its own there is a parameter as well. A flag is given without \
                            a value. Answers are just what the command prints with --json.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "responses": responses() },
        "x-view": view,
    });
    format!("{all}\n")
}

/// A kind of question.
fn of_kind(kind: &Kind) -> Value {
    let parameters: Vec<Value> = kind.shared_keys().iter().map(parameter).collect();
    let mut described = operation(kind.name, kind.about, parameters);
    if !kind.more.is_empty() {
        described["description"] = kind.more.into();
    }
    described
}

/// What can be asked at an address.
fn operation(id: &str, summary: &str, parameters: Vec<Value>) -> Value {
    json!({
        "operationId": id,
        "summary": summary,
        "parameters": parameters,
        "responses": {
            "200": { "description": "The answer.", "content": { "application/json": {} } },
            "400": { "$ref": "#/components/responses/Fault" },
        },
    })
}

/// A key as a parameter.
fn parameter(key: &Key) -> Value {
    let is_place = key.has(Mark::Positional);
    let mut described = json!({
        "name": if is_place { key.id } else { &key.long },
        "in": "query",
        "description": key.words,
        "required": key.is_needed,
        "schema": schema(key),
        "x-id": key.id,
        "x-heading": key.heading,
        "x-positional": is_place,
        "x-requires": named(key, |mark| match mark { Mark::Requires(id) => Some(id), _ => None }),
        "x-conflicts": named(key, |mark| match mark { Mark::Conflicts(id) => Some(id), _ => None }),
    });
    if key.arity == Arity::Flag {
        described["allowEmptyValue"] = true.into();
    }
    if key.arity == Arity::List {
        described["style"] = "form".into();
        described["explode"] = false.into();
    }
    if !key.choices.is_empty() {
        let words = key.choices.iter().map(|choice| (choice.name.to_owned(), choice.words.into()));
        described["x-words"] = Value::Object(words.collect());
    }
    described
}

/// What a parameter may hold.
fn schema(key: &Key) -> Value {
    let mut one = key.schema.clone();
    if let (Some(default), Some(one)) = (&key.default, one.as_object_mut()) {
        let number = default.parse::<serde_json::Number>().ok();
        let is_text =
            one.get("type").is_some_and(|kind| kind == "string") || one.contains_key("enum");
        let number = number.filter(|_| !is_text).map(Value::from);
        one.insert("default".to_owned(), number.unwrap_or_else(|| default.as_str().into()));
    }
    match key.arity {
        Arity::Several | Arity::List => json!({ "type": "array", "items": one }),
        Arity::Flag | Arity::One => one,
    }
}

/// Keys that its marks name.
fn named(key: &Key, of: impl Fn(Mark) -> Option<&'static str>) -> Vec<&'static str> {
    key.marks.iter().filter_map(|mark| of(*mark)).collect()
}

/// Addresses that are no questions.
fn others() -> impl Iterator<Item = (String, Value)> {
    let text = |name: &str, place: &str, words: &str| {
        let schema = json!({ "type": "string" });
        json!({ "name": name, "in": place, "required": true, "description": words, "schema": schema })
    };
    [
        ("/api/version", "version", "Which program answers, and where else its page is.", vec![]),
        ("/api/cards", "cards", "All units and attachments, in short.", vec![]),
        (
            "/api/cards/{name}",
            "card",
            "The card of a unit, and the attachments that fit it.",
            vec![text(
                "name",
                "path",
                "The name of a unit, its start, some of its words, or its id.",
            )],
        ),
        (
            "/api/search",
            "search",
            "The units that some words may mean, the likeliest first.",
            vec![text("words", "query", "Words of names, which may be begun.")],
        ),
        (
            "/api/ask",
            "ask",
            "The answer to the question of a link.",
            vec![text("link", "query", "The link: a question as one line of text.")],
        ),
        (
            "/api/link",
            "link",
            "A link taken apart, and its shortest form.",
            vec![text("link", "query", "The link: a question as one line of text.")],
        ),
        ("/qr.svg", "qr", "A text as a QR code.", vec![text("text", "query", "The text.")]),
    ]
    .into_iter()
    .map(|(path, id, words, parameters)| {
        (path.to_owned(), json!({ "get": operation(id, words, parameters) }))
    })
}

/// What is said where there is no answer.
fn responses() -> Value {
    let error = json!({ "type": "object", "properties": { "error": { "type": "string" } } });
    json!({
        "Fault": {
            "description": "What is wrong and what would do, in the words of the command line.",
            "content": { "application/json": { "schema": error } },
        },
    })
}
