//! The JSON Schema of answers about battles.

use super::{defined, described, exactly, flag, list, object, one_of, text, whole};
use crate::answer::SCHEMA;
use crate::battle::Mode;
use crate::policy::PolicyKind;
use serde_json::{Map, Value, json};

/// Returns the schema of an answer.
pub fn schema() -> Value {
    let mut root = object("What `warodds battle FILE --json` prints.", &keys());
    if let Some(keys) = root.as_object_mut() {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        keys.insert("$schema".to_owned(), dialect.into());
        keys.insert("title".to_owned(), "Result of battles played by warodds".into());
        keys.insert("$defs".to_owned(), definitions());
    }
    root
}

fn definitions() -> Value {
    let share = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    json!({
        "share": share,
        "chance": object(
            "a probability with its 95 % confidence interval",
            &[("p", defined("share")), ("ci95", exactly(2, &defined("share"), "lower and upper"))],
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
    let seed = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX });
    // keys in the order of the structs, so that schema and answer read alike
    let quantities = ["a_points", "b_points", "difference", "rounds"];
    let shares = ["goal", "round-limit", "elimination", "tie-break"];
    vec![
        ("schema", json!({ "const": SCHEMA })),
        ("title", text("the title")),
        ("mode", one_of(&modes)),
        ("edition", one_of(&["1.5", "1.6"])),
        ("games", whole(1, i64::MAX, "number of battles")),
        // `--seed` takes 64 bits, more than an integer of TOML has
        ("seed", described(seed, "the seed of the run")),
        ("armies", exactly(2, &json!({ "type": "string" }), "the names of the armies")),
        ("policies", of_each("the policy of each army", &["a", "b"], &defined("policy"))),
        ("reduced", flag("whether parts of the game are left out: always true")),
        ("events", of_each("who won", &["a_wins", "b_wins", "draw"], &chance())),
        ("quantities", of_each("quantities of a battle", &quantities, &defined("quantity"))),
        ("ended", of_each("how battles ended", &shares, &defined("share"))),
        ("by_first", of_each("win probability by turn order", &["first", "second"], &chance())),
        (
            "by_edge",
            of_each("win probability by edge of the table", &["south", "north"], &chance()),
        ),
        ("units", list(&defined("unit"), "the units of `a`, then those of `b`")),
        ("rounds", list(&defined("round"), "points after each round")),
        ("not_modelled", lines("parts of the game left out, and interpretations of unclear rules")),
        ("notes", lines("notes on the army lists")),
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

/// Returns the schema of an object whose values are numbers.
fn numbers(description: &str) -> Value {
    let of = Map::from_iter([("type".to_owned(), Value::from("number"))]);
    described(json!({ "type": "object", "additionalProperties": of }), description)
}

fn quantity() -> Value {
    object(
        "the distribution of a quantity over many battles",
        &[
            ("mean", number("mean")),
            ("standard_error", number("standard error of the mean")),
            ("sd", number("standard deviation")),
            ("from", described(json!({ "type": "integer" }), "the value of the first share")),
            ("pmf", list(&defined("share"), "the share of each value from there on")),
        ],
    )
}

fn unit() -> Value {
    object(
        "averages of a unit per battle",
        &[
            ("side", one_of(&["a", "b"])),
            ("name", text("its name")),
            ("cost", whole(0, 255, "cost with its attachment")),
            ("points", number("points it earned")),
            ("lost", number("how often it was destroyed")),
            ("activations", numbers("activations by action")),
        ],
    )
}

fn round() -> Value {
    // the order of `RoundAnswer::points`
    let band = exactly(3, &json!({ "type": "number" }), "mean, 10 % quantile and 90 % quantile");
    object(
        "points after a round, over the battles that reached it",
        &[
            ("round", whole(1, 6, "its number")),
            ("games", whole(1, i64::MAX, "number of battles that reached it")),
            ("points", exactly(2, &band, "of both armies")),
        ],
    )
}
