//! Schemas of choices in logs.

use super::{defined, list, maybe, object, tagged, text, whole};
use serde_json::{Value, json};

/// Returns the schema of a choice.
pub(super) fn choice() -> Value {
    let pair = |items: &[Value]| {
        let least = items.len();
        json!({ "type": "array", "prefixItems": items, "items": false, "minItems": least })
    };
    let surge = pair(&[defined("heading"), defined("length"), defined("heading")]);
    let shifted = pair(&[defined("unit"), shift()]);
    // the names that serde derives for `PlayerChoice`; the logs of the tests must match them
    let all = [
        ("edge", "the edge that is taken (A13.9)", defined("player")),
        ("first", "who goes first (A13.9)", defined("player")),
        ("kind", "a kind of terrain (A10.12)", text("its name")),
        ("piece", "the pose of a piece of terrain (A10.12, A13.4.2)", maybe(&defined("pose"))),
        ("token", "the position of an objective (A13.11)", defined("point")),
        ("deploy", "a unit is deployed (A13.9)", pair(&[defined("unit"), defined("pose")])),
        ("marks", "the marked enemies (A13.7.2)", list(&defined("unit"), "enemies")),
        ("turn", "a turn (A12.6)", defined("turn")),
        // the name from before `PlayerChoice::Retreat`; schema 1 keeps it
        ("way", "the retreat after the die roll (A6.12)", maybe(&way())),
        ("align", "the alignment of a charger (A18.3)", defined("placing")),
        ("pivot", "a free pivot (A6.12, A6.18)", maybe(&defined("heading"))),
        ("surge", "a free manoeuvre (A6.18)", maybe(&surge)),
        ("target", "the unit affected by an objective (A13)", maybe(&defined("unit"))),
        ("shift", "a friend that shifts (A13.1.3)", maybe(&shifted)),
    ];
    let one = |(name, description, what): &(&str, &str, Value)| {
        object(description, &[("choose", json!({ "const": name })), ("as", what.clone())])
    };
    json!({ "oneOf": all.iter().map(one).collect::<Vec<_>>() })
}

/// Returns the keys of a straight move.
fn straight() -> [(&'static str, Value); 2] {
    [("direction", defined("direction")), ("by", defined("length"))]
}

fn shift() -> Value {
    object("straight without turning (A6.8)", &straight())
}

fn way() -> Value {
    let [direction, by] = straight();
    object("straight, then a pivot", &[direction, by, ("then", defined("heading"))])
}

/// Returns the schema of a turn.
pub(super) fn turn() -> Value {
    let unit = ("unit", defined("unit"));
    tagged(
        "turn",
        &[
            ("unit", "a unit activates", vec![unit.clone(), ("action", defined("action"))]),
            (
                "ncu",
                "an NCU claims a zone, or does nothing (A9.1)",
                vec![("seat", maybe(&defined("seat"))), ("benefit", defined("benefit"))],
            ),
            (
                "reserve",
                "a unit comes from reserve (A13.2.2)",
                vec![unit, ("pose", defined("pose"))],
            ),
            ("wait", "only units in reserve without a legal place are left", Vec::new()),
        ],
    )
}

/// Returns the schema of an NCU's benefit.
pub(super) fn benefit() -> Value {
    let unit = ("unit", defined("unit"));
    tagged(
        "benefit",
        &[
            ("nothing", "nothing", Vec::new()),
            ("test", "an enemy takes a panic test", vec![unit.clone()]),
            (
                "restore",
                "a friend heals, and loses a token",
                vec![unit.clone(), ("token", maybe(&defined("condition")))],
            ),
            ("token", "an enemy gets a token", vec![unit.clone(), ("token", defined("condition"))]),
            ("act", "a free action", vec![unit, ("action", defined("action"))]),
        ],
    )
}

/// Returns the schema of an action.
pub(super) fn action() -> Value {
    let heading = |key| (key, defined("heading"));
    let ahead = ("ahead", defined("length"));
    let weapon = ("weapon", whole(0, 255, "the number of the attack on the card"));
    let target = ("target", defined("unit"));
    let [direction, by] = straight();
    tagged(
        "do",
        &[
            ("forgo", "nothing (A6.9)", Vec::new()),
            (
                "manoeuvre",
                "pivot, ahead, pivot (A6.10)",
                vec![heading("first"), ahead.clone(), heading("then")],
            ),
            ("march", "ahead, pivot (A6.11)", vec![ahead, heading("then")]),
            (
                "retreat",
                "a path that the highest die roll would allow (A6.12)",
                vec![direction, by, heading("then")],
            ),
            (
                "shoot",
                "a ranged attack (A6.13)",
                vec![weapon.clone(), ("shift", maybe(&shift())), target.clone()],
            ),
            (
                "melee",
                "a melee attack (A6.15)",
                vec![weapon.clone(), ("realign", maybe(&defined("placing"))), target.clone()],
            ),
            (
                "charge",
                "a charge (A6.16)",
                vec![weapon, target, ("arc", defined("arc")), heading("heading")],
            ),
            (
                "demolish",
                "a melee attack on terrain (A10.5)",
                vec![("piece", whole(0, 255, "its number"))],
            ),
        ],
    )
}
