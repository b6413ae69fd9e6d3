//! The JSON Schema of answers about battles.

use super::{defined, described, exactly, flag, list, object, one_of, text, whole};
use crate::answer::SCHEMA;
use crate::modes::Mode;
use crate::policy::PolicyKind;
use serde_json::{Map, Value, json};

/// Returns the schema of an answer.
pub fn schema() -> Value {
    let mut root = object("What `warodds battle FILE --json` prints.", &keys());
    if let Some(keys) = root.as_object_mut() {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        keys.insert("$schema".to_owned(), dialect.into());
        keys.insert("title".to_owned(), "What battles of warodds came to".into());
        keys.insert("$defs".to_owned(), definitions());
    }
    root
}

fn definitions() -> Value {
    let share = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    json!({
        "share": share,
        "chance": object(
            "a chance with the interval that covers it in 95 % of all runs",
            &[("p", defined("share")), ("ci95", exactly(2, &defined("share"), "from and to"))],
        ),
        "quantity": quantity(),
        "policy": object(
            "a policy",
            &[
                ("kind", one_of(&PolicyKind::ALL.map(|(_, name)| name))),
                ("weights", numbers("points of an army's cost")),
            ],
        ),
        "unit": unit(),
        "round": round(),
    })
}

fn keys() -> Vec<(&'static str, Value)> {
    let modes: Vec<&str> = Mode::ALL.iter().map(|mode| mode.id()).collect();
    let lines = |what| list(&json!({ "type": "string" }), what);
    let chance = || defined("chance");
    // keys in the order of the structs, so that schema and answer read alike
    let quantities = ["a_points", "b_points", "difference", "rounds"];
    let shares = ["goal", "round-limit", "elimination", "tie-break"];
    vec![
        ("schema", json!({ "const": SCHEMA })),
        ("title", text("what it is called")),
        ("mode", one_of(&modes)),
        ("edition", one_of(&["1.5", "1.6"])),
        ("games", whole(1, i64::MAX, "battles played")),
        ("seed", whole(0, i64::MAX, "their seed")),
        ("armies", exactly(2, &json!({ "type": "string" }), "their names")),
        ("policies", of_each("who chose", &["a", "b"], &defined("policy"))),
        ("reduced", flag("whether something of the game is left out: always")),
        ("events", of_each("who won", &["a_wins", "b_wins", "draw"], &chance())),
        ("quantities", of_each("numbers of a battle", &quantities, &defined("quantity"))),
        ("ended", of_each("how battles ended", &shares, &defined("share"))),
        ("by_first", of_each("that who went so wins", &["first", "second"], &chance())),
        ("by_edge", of_each("that who sat there wins", &["south", "north"], &chance())),
        ("units", list(&defined("unit"), "the units of `a`, then those of `b`")),
        ("rounds", list(&defined("round"), "points after each round")),
        ("not_modelled", lines("what is not played, or read into the rules")),
        ("notes", lines("what must be known of the lists")),
    ]
}

/// Returns the schema of an object with values of one type.
fn of_each(description: &str, keys: &[&str], value: &Value) -> Value {
    let all: Vec<(&str, Value)> = keys.iter().map(|key| (*key, value.clone())).collect();
    object(description, &all)
}

fn number(description: &str) -> Value {
    described(json!({ "type": "number" }), description)
}

/// Numbers by name.
fn numbers(description: &str) -> Value {
    let of = Map::from_iter([("type".to_owned(), Value::from("number"))]);
    described(json!({ "type": "object", "additionalProperties": of }), description)
}

fn quantity() -> Value {
    object(
        "a number of a battle over many of them",
        &[
            ("mean", number("on average")),
            ("standard_error", number("of the mean")),
            ("sd", number("standard deviation")),
            ("from", described(json!({ "type": "integer" }), "the number of the first share")),
            ("pmf", list(&defined("share"), "shares of each number from there")),
        ],
    )
}

fn unit() -> Value {
    object(
        "a unit, a battle on average",
        &[
            ("side", one_of(&["a", "b"])),
            ("name", text("its name")),
            ("cost", whole(0, 255, "with its attachment")),
            ("points", number("points it earned")),
            ("lost", number("how often it was destroyed")),
            ("activations", numbers("by what it did")),
        ],
    )
}

fn round() -> Value {
    let band = exactly(3, &json!({ "type": "number" }), "mean, and a tenth below and above");
    object(
        "points after a round, of battles that got so far",
        &[
            ("round", whole(1, 6, "its number")),
            ("games", whole(1, i64::MAX, "battles that got so far")),
            ("points", exactly(2, &band, "of both armies")),
        ],
    )
}
