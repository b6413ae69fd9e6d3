//! The OpenAPI description of the interface, generated from the table of keys.

use serde_json::{Map, Value, json};
use warodds_questions::request::link::PageView;
use warodds_questions::request::{Arity, BATTLE, Key, Keys, Mark, QuestionKind};

/// The version of the OpenAPI format.
const OPENAPI: &str = "3.1.0";

/// Returns the description of the interface with these kinds of questions, as JSON.
pub(crate) fn openapi(version: &str, kinds: &[QuestionKind]) -> String {
    let mut shared = SharedParameters::default();
    let questions = kinds
        .iter()
        .map(|kind| (format!("/api/{}", kind.name), json!({ "get": question(kind, &mut shared) })));
    let paths: Map<String, Value> = questions.chain(other_paths()).collect();
    let view: Vec<Value> = PageView::keys().iter().map(parameter).collect();
    let description = json!({
        "openapi": OPENAPI,
        "info": {
            "title": "warodds",
            "version": version,
            "description": "What are the odds? Each question of the command line has an address. Its \
                            long options and its positional arguments are the parameters; a flag \
                            has no value. Where `x-list` is set, a value may be a list with commas, \
                            or a range of numbers such as 3..5: the answer has a case for each. The \
                            answer is what the command prints with --json. With the parameter \
                            `charts` it is in `answer`, beside the data, marks and labels of its \
                            charts in `charts`.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "parameters": shared.0, "responses": responses(), "schemas": schemas() },
        "x-view": view,
    });
    format!("{description}\n")
}

/// Returns the keys of these kinds of questions without their words, as JSON: what a page needs to
/// write links. The parameters are those of the description, `kinds` has the names of each kind's.
pub(crate) fn keys(kinds: &[QuestionKind]) -> String {
    let mut shared = SharedParameters::default();
    let names: Map<String, Value> = kinds
        .iter()
        .map(|kind| (kind.name.to_owned(), question_keys(kind, &mut shared).into()))
        .collect();
    for parameter in shared.0.values_mut().filter_map(Value::as_object_mut) {
        for words in ["description", "in", "required", "explode", "x-words"] {
            parameter.remove(words);
        }
    }
    let view: Vec<Value> = PageView::keys().iter().map(parameter).collect();
    format!("{}\n", json!({ "parameters": shared.0, "kinds": names, "view": view }))
}

/// Parameters by name, each described once: most kinds share them.
#[derive(Default)]
struct SharedParameters(Map<String, Value>);

impl SharedParameters {
    /// Returns the name of a parameter, which is added unless it is known. Different parameters of
    /// the same id have numbers.
    fn name(&mut self, id: &str, parameter: Value) -> String {
        let numbered = (2..).map(|number| format!("{id}-{number}"));
        let mut names = std::iter::once(id.to_owned()).chain(numbered);
        let is_free = |name: &String| self.0.get(name).is_none_or(|known| *known == parameter);
        let name = names.find(is_free).unwrap_or_default();
        self.0.insert(name.clone(), parameter);
        name
    }
}

/// Returns the names of the parameters of a kind of question.
fn question_keys(kind: &QuestionKind, shared: &mut SharedParameters) -> Vec<String> {
    let described = |key: &Key| {
        let mut description = parameter(key);
        if kind.takes_lists && key.takes_list() {
            description["x-list"] = true.into();
        }
        shared.name(key.id, description)
    };
    kind.shared_keys().iter().map(described).collect()
}

/// Describes the address of a kind of question.
fn question(kind: &QuestionKind, shared: &mut SharedParameters) -> Value {
    let reference = |name| json!({ "$ref": format!("#/components/parameters/{name}") });
    let parameters = question_keys(kind, shared).into_iter().map(reference).collect();
    let answer = if kind.name == BATTLE { "Battle" } else { "Answer" };
    let answer = json!({ "$ref": format!("#/components/schemas/{answer}") });
    let mut description = operation((kind.name, kind.about), parameters, Some(answer));
    if !kind.more.is_empty() {
        description["description"] = kind.more.into();
    }
    description
}

/// Describes an address; `answer` is the schema of its answer, if there is one.
fn operation((id, summary): (&str, &str), parameters: Vec<Value>, answer: Option<Value>) -> Value {
    let content = answer.map_or_else(|| json!({}), |schema| json!({ "schema": schema }));
    json!({
        "operationId": id,
        "summary": summary,
        "parameters": parameters,
        "responses": {
            "200": { "description": "The answer.", "content": { "application/json": content } },
            "default": { "$ref": "#/components/responses/Fault" },
        },
    })
}

/// Describes a key as a query parameter.
fn parameter(key: &Key) -> Value {
    let is_positional = key.has(Mark::Positional);
    let mut description = json!({
        "name": if is_positional { key.id } else { &key.long },
        "in": "query",
        "description": key.words,
        "schema": schema(key),
        // names with `x-` are extensions of OpenAPI: the page builds its controls from them
        "x-id": key.id,
        "x-heading": key.heading.name(),
    });
    // what is false or empty is left out: the page loads all of it before its first answer
    for (name, is_true) in [("required", key.is_needed), ("x-positional", is_positional)] {
        if is_true {
            description[name] = true.into();
        }
    }
    let required = |mark| if let Mark::Requires(id) = mark { Some(id) } else { None };
    let excluded = |mark| if let Mark::Conflicts(id) = mark { Some(id) } else { None };
    let keys = [referenced_keys(key, required), referenced_keys(key, excluded)];
    for (name, keys) in ["x-requires", "x-conflicts"].into_iter().zip(keys) {
        if !keys.is_empty() {
            description[name] = keys.into();
        }
    }
    if key.arity == Arity::Flag {
        description["allowEmptyValue"] = true.into();
    }
    // a space joins the elements of a set like `+`; the default of OpenAPI repeats parameters
    if key.arity == Arity::Set {
        description["style"] = "spaceDelimited".into();
        description["explode"] = false.into();
    }
    if !key.choices.is_empty() {
        let words = key.choices.iter().map(|choice| (choice.name.to_owned(), choice.words.into()));
        description["x-words"] = Value::Object(words.collect());
    }
    description
}

/// Returns the JSON Schema of a parameter.
fn schema(key: &Key) -> Value {
    let mut one = key.schema.clone();
    let default = key.default.as_ref().filter(|_| key.arity != Arity::Set);
    if let (Some(default), Some(one)) = (default, one.as_object_mut()) {
        // defaults of keys are texts, but a schema's default must have the schema's type
        let number = default.parse::<serde_json::Number>().ok();
        let is_text =
            one.get("type").is_some_and(|kind| kind == "string") || one.contains_key("enum");
        let number = number.filter(|_| !is_text).map(Value::from);
        one.insert("default".to_owned(), number.unwrap_or_else(|| default.as_str().into()));
    }
    match key.arity {
        Arity::Several | Arity::Set => json!({ "type": "array", "items": one }),
        Arity::Flag | Arity::One => one,
    }
}

/// Returns the ids of other keys that the marks of a key refer to.
fn referenced_keys(key: &Key, of: impl Fn(Mark) -> Option<&'static str>) -> Vec<&'static str> {
    key.marks.iter().filter_map(|mark| of(*mark)).collect()
}

/// An address that is not a question: its path, its id, its summary, and its parameters, each with
/// its place and its description.
type OtherPath = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str, &'static str)],
);

/// The addresses that are not questions.
const OTHER_PATHS: &[OtherPath] = &[
    (
        "/api/version",
        "version",
        "The version of the program, and where its page can be reached.",
        &[],
    ),
    ("/api/cards", "cards", "The lists of all units and attachments.", &[]),
    (
        "/api/cards/{name}",
        "card",
        "The card of a unit, with the attachments that fit it.",
        &[(
            "name",
            "path",
            "The name of a unit, the start of the name, some words of it, or the id.",
        )],
    ),
    ("/api/abilities", "abilities", "The abilities of the current cards.", &[]),
    (
        "/api/search",
        "search",
        "The units and attachments that match some words, the best match first.",
        &[("words", "query", "Words of names or abilities, or their beginnings.")],
    ),
    (
        "/api/ask",
        "ask",
        "The answer to the question of a link.",
        &[("link", "query", "The link: a question as one line of text.")],
    ),
    (
        "/api/stream",
        "stream",
        "The answer to the question of a link as server-sent events: `progress` and, of battles, \
             `part` with the answer so far; then `answer`, or `fault`. The work ends when the client \
             closes the connection.",
        &[("link", "query", "The link: a question as one line of text.")],
    ),
    (
        "/api/replay",
        "replay",
        "One battle of a question turn by turn, with a picture of each turn; or advice on a turn: \
             the best turns with their odds of winning, as the command `battle advise` prints it with \
             --json, and their picture.",
        &[
            ("link", "query", "The link of a battle."),
            ("game?", "query", "The number of the battle, from 1."),
            ("turn?", "query", "The number of a turn, from 1, on which advice is given."),
        ],
    ),
    (
        "/api/catalogue",
        "catalogue",
        "The units and attachments of a text, and the whole cards of its units. A question takes \
             the same text as `catalogue`.",
        &[("text", "query", "Cards of your own, in the format of the catalogue (TOML).")],
    ),
    (
        "/api/list",
        "list",
        "A list of an army, as the command `list show` prints it with --json.",
        &[
            ("text", "query", "The list: the text of a list builder, or TOML."),
            ("catalogue?", "query", "Cards of your own that it names; may be given several times."),
        ],
    ),
    (
        "/api/link",
        "link",
        "A link taken apart, and its shortest form.",
        &[("link", "query", "The link: a question as one line of text.")],
    ),
    (
        "/api/keys",
        "keys",
        "The keys of the questions of a game, without their descriptions.",
        &[("game", "query", "The game.")],
    ),
    (
        "/api/means",
        "means",
        "For each link, the means of the quantities and the chances of the events of its answer; \
             null if it has none.",
        &[("link", "query", "A link; up to 64 in one request.")],
    ),
    (
        "/api/several",
        "several",
        "What several addresses answer, as a list; null for one with a fault, and for questions that \
             are likely to take long.",
        &[("address", "query", "An address without its first /; up to 8 in one request.")],
    ),
    (
        "/api/schemas/{name}",
        "schemas",
        "The JSON Schema of answers.",
        &[("name", "path", "`answer`, or `battle` for answers about battles.")],
    ),
    ("/qr.svg", "qr", "A string as a QR code.", &[("text", "query", "The string.")]),
];

/// Describes the addresses that are not questions.
fn other_paths() -> impl Iterator<Item = (String, Value)> {
    let text = |(name, place, description): &(&str, &str, &str)| {
        let schema = json!({ "type": "string" });
        let (name, required) = name.strip_suffix('?').map_or((*name, true), |name| (name, false));
        json!({
            "name": name, "in": place, "required": required,
            "description": description, "schema": schema,
        })
    };
    OTHER_PATHS.iter().map(move |(path, id, summary, parameters)| {
        let parameters = parameters.iter().map(text).collect();
        ((*path).to_owned(), json!({ "get": operation((id, summary), parameters, None) }))
    })
}

/// Describes the answers: as commands print them, or beside their charts. The schemas of answers
/// are at addresses of their own, as they are long.
fn schemas() -> Value {
    let answer = |name: &str| {
        let answer = json!({ "$ref": format!("/api/schemas/{name}") });
        let charts = json!({ "type": "array", "items": { "type": "object" } });
        let with_charts = json!({
            "type": "object",
            "required": ["answer", "charts"],
            "properties": { "answer": answer, "charts": charts },
        });
        json!({ "anyOf": [answer, with_charts] })
    };
    json!({ "Answer": answer("answer"), "Battle": answer("battle") })
}

/// Describes the response with a fault.
fn responses() -> Value {
    let text = json!({ "type": "string" });
    let fault = json!({
        "type": "object",
        "required": ["field", "reason", "remedy"],
        "properties": {
            "field": { "type": ["string", "null"] },
            "reason": text,
            "remedy": text,
            // of a fault of a text
            "line": { "type": "integer" },
            "column": { "type": "integer" },
        },
    });
    let schema = json!({
        "type": "object",
        "required": ["error", "faults"],
        "properties": { "error": text, "faults": { "type": "array", "items": fault, "minItems": 1 } },
    });
    json!({
        "Fault": {
            "description": "What is wrong and what is allowed: all in `error`, and each fault with \
                            the `x-id` of its parameter, if it is of one, and its place in a text.",
            "content": { "application/json": { "schema": schema } },
        },
    })
}
