//! The JSON Schema of battle logs, as described in `docs/battle-log.md`.

use super::choice::{action, benefit, choice, turn};
use super::{
    TaggedVariant, defined, described, exactly, flag, list, maybe, object, one_of, tagged, text,
    whole,
};
use crate::battle::Mode;
use crate::geometry::{Length, REACH};
use crate::replay::SCHEMA;
use crate::terrain::Keyword;
use serde_json::{Value, json};

/// Returns the schema of a log.
pub fn schema() -> Value {
    let root = object(
        "A battle as it was played, with everything a referee needs.",
        &[
            ("schema", json!({ "const": SCHEMA })),
            ("head", defined("head")),
            ("armies", exactly(2, &defined("army"), "the lists as text, army `a` first")),
            ("entries", list(&defined("entry"), "what happened, in order")),
        ],
    );
    let mut root = described(root, "A battle as it was played, with everything a referee needs.");
    let definitions = json!({
        "head": head(), "unit-head": unit_head(), "kind-head": kind_head(), "army": army(),
        "entry": entry(), "choice": choice(), "turn": turn(), "action": action(),
        "benefit": benefit(), "contact": contact(),
        "player": described(one_of(&["south", "north"]), "a player, by the edge of the table"),
        // a field holds 32 units
        "unit": whole(0, 31, "a combat unit, by its index in `head.units`"),
        "point": point(), "pose": pose(),
        "heading": whole(0, 3_599, "1/10° clockwise from north"),
        "length": whole(0, Length::MAX.thousandths().into(), "1/1000\""),
        "direction": one_of(&["forward", "right", "backward", "left"]),
        "arc": one_of(&["front", "right", "rear", "left"]),
        "placing": placing(),
        "seat": one_of(&["crown", "wealth", "letters", "swords", "horse"]),
        "condition": one_of(&["panicked", "vulnerable", "weakened"]),
        "rule": text("the number of the rule"),
    });
    if let Some(keys) = root.as_object_mut() {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        keys.insert("$schema".to_owned(), dialect.into());
        keys.insert("title".to_owned(), "The log of a battle of warodds".into());
        keys.insert("$defs".to_owned(), definitions);
    }
    root
}

fn coordinate() -> Value {
    whole((-REACH).into(), REACH.into(), "1/1000\" from the middle of the table")
}

fn point() -> Value {
    exactly(2, &coordinate(), "x to the east and y to the north")
}

fn pose() -> Value {
    described(
        json!({
            "type": "array",
            "prefixItems": [coordinate(), coordinate(), defined("heading")],
            "items": false,
            "minItems": 3,
        }),
        "x, y and the heading",
    )
}

/// An alignment along a side (A18.3).
fn placing() -> Value {
    let right = json!({ "type": "integer" });
    let offset = object(
        "between the standard alignments",
        &[("beside", described(right, "1/1000\" to its own right of the side's middle"))],
    );
    json!({ "anyOf": [one_of(&["centred", "left", "right"]), offset] })
}

fn contact() -> Value {
    object(
        "two enemies in contact: the front of one lies on a side of the other (A18.1)",
        &[
            ("by", described(defined("unit"), "the unit whose front is in contact")),
            ("on", described(defined("unit"), "the unit whose side is in contact")),
            ("side", defined("arc")),
            ("placing", defined("placing")),
        ],
    )
}

fn army() -> Value {
    object(
        "an army as text",
        &[
            ("name", text("its name")),
            ("list", text("its list, in the format of list files")),
            ("more_ncus", whole(0, 8, "NCUs in addition to those of the list")),
            (
                "commander",
                described(
                    json!({ "type": ["integer", "null"] }),
                    "the number of the commander's unit, from 1, if the list does not name it",
                ),
            ),
        ],
    )
}

fn head() -> Value {
    let modes: Vec<&str> = Mode::ALL.iter().map(|mode| mode.id()).collect();
    // 72", the longest table (A13.10)
    let side = whole(0, 72_000, "1/1000\"");
    let placed = json!({
        "type": "array",
        "prefixItems": [{ "type": "string" }, defined("pose")],
        "items": false,
        "minItems": 2,
    });
    let placed = list(&placed, "pieces by kind and pose");
    object(
        "the battle before it begins: the values of cards and terrain",
        &[
            ("mode", one_of(&modes)),
            ("objectives", maybe(&one_of(&["deck-2021", "plain"]))),
            ("edition", one_of(&["1.5", "1.6"])),
            ("table", exactly(2, &side, "from west to east, from south to north")),
            ("points", whole(0, 65_535, "points limit of an army")),
            ("goal", whole(0, 255, "victory points that win")),
            ("ncus", exactly(2, &whole(0, 8, "NCUs"), "NCUs of both armies")),
            ("units", list(&defined("unit-head"), "the units of `a`, then those of `b`")),
            ("random_terrain", flag("whether players place random terrain")),
            ("placed", maybe(&placed)),
            ("kinds", list(&defined("kind-head"), "kinds of terrain")),
        ],
    )
}

fn unit_head() -> Value {
    let count = |what: &str| whole(0, 255, what);
    let attack = object(
        "an attack on its card; actions refer to it by index",
        &[
            ("name", text("its name")),
            ("reach", one_of(&["melee", "short", "long"])),
            ("hit", whole(1, 7, "the lowest result that hits")),
            ("dice", list(&count("dice"), "number of dice by ranks lost")),
        ],
    );
    object(
        "a combat unit",
        &[
            ("army", one_of(&["a", "b"])),
            ("name", text("its name")),
            ("cost", count("cost with its attachment")),
            ("commander", flag("whether it is the commander's unit")),
            ("tray", exactly(2, &whole(500, 12_000, "1/1000\""), "width and depth")),
            ("speed", whole(0, 20, "inches")),
            ("defense", count("defense value")),
            ("morale", count("morale value")),
            ("body", exactly(3, &count("number"), "models, ranks, wounds of a model")),
            ("attacks", list(&attack, "its attacks")),
            ("abilities", list(&json!({ "type": "string" }), "their names")),
        ],
    )
}

fn kind_head() -> Value {
    let keywords = Keyword::ALL.map(|(_, name)| name);
    object(
        "a kind of terrain",
        &[
            ("name", text("its name")),
            ("keywords", list(&one_of(&keywords), "its keywords")),
            (
                "corners",
                list(&defined("point"), "its corners in the middle of the table, facing north"),
            ),
        ],
    )
}

fn entry() -> Value {
    tagged("entry", &[of_turns(), of_table(), of_units(), of_points()].concat())
}

fn rule() -> (&'static str, Value) {
    ("rule", defined("rule"))
}

fn unit() -> (&'static str, Value) {
    ("unit", defined("unit"))
}

fn player() -> (&'static str, Value) {
    ("player", defined("player"))
}

fn count(key: &'static str, what: &str) -> (&'static str, Value) {
    (key, whole(0, 255, what))
}

/// Entries on turns, choices and dice.
fn of_turns() -> Vec<TaggedVariant<'static>> {
    let faces = list(&whole(1, 255, "the face of a die"), "the face of each die");
    let rolled = vec![
        ("what", text("the name of the roll")),
        rule(),
        count("sides", "number of faces of each die"),
        ("faces", faces),
    ];
    let round = vec![("round", whole(1, 6, "its number")), ("first", defined("player"))];
    vec![
        ("chose", "a player chose", vec![player(), ("choice", defined("choice"))]),
        ("rolled", "dice were rolled, or a card drawn", rolled),
        ("round", "a round begins", round),
        ("zone", "a player takes a zone", vec![("seat", defined("seat")), player()]),
    ]
}

/// Entries on terrain and positions.
fn of_table() -> Vec<TaggedVariant<'static>> {
    let pose = ("pose", defined("pose"));
    let piece =
        vec![count("piece", "its number"), ("kind", text("its kind")), pose.clone(), rule()];
    let moved = "a unit was moved or deployed, not into contact";
    let aligned = "a unit was aligned with a side of an enemy";
    vec![
        ("piece", "a piece of terrain was placed", piece),
        ("cleared", "a piece of terrain was removed", vec![count("piece", "its number")]),
        ("moved", moved, vec![unit(), pose.clone(), rule()]),
        ("aligned", aligned, vec![("contact", defined("contact")), pose]),
    ]
}

/// Entries on the condition of units.
fn of_units() -> Vec<TaggedVariant<'static>> {
    let wounds = vec![unit(), count("left", "wounds left"), rule()];
    // the bits of the three condition tokens; higher ones count avoided destructions
    let tokens = vec![
        unit(),
        count("bits", "1 Panicked, 2 Vulnerable, 4 Weakened, then avoided destructions"),
        rule(),
    ];
    vec![
        ("wounds", "the wounds left of a unit changed", wounds),
        ("tokens", "the tokens of a unit changed", tokens),
        ("destroyed", "a unit was destroyed", vec![unit()]),
    ]
}

/// Entries on objectives, points and the end.
fn of_points() -> Vec<TaggedVariant<'static>> {
    let holder = ("holder", maybe(&defined("unit")));
    let objective = vec![count("number", "its number"), ("at", defined("point")), holder, rule()];
    let by_whom = ("unit", maybe(&defined("unit")));
    let both = exactly(2, &whole(0, 255, "points"), "the points of south and north");
    let how = one_of(&["goal", "round-limit", "elimination", "tie-break"]);
    let ended = vec![("winner", maybe(&defined("player"))), ("by", how), ("points", both)];
    vec![
        (
            "scored",
            "a player scores",
            vec![player(), count("points", "number of points"), by_whom, rule()],
        ),
        ("objective", "an objective moved or changed hands", objective),
        ("ended", "the battle is over", ended),
    ]
}
