//! Comparisons of several units, each value worked out again from single questions.

use serde_json::Value;

use crate::common::{printed_json, refusal};

/// Compared units, and a field that shoots, fights and heals.
const UNITS: [&str; 3] =
    ["stark-sworn-swords", "stark-bowmen", "stark-sworn-swords+sworn-sword-captain"];
const FIELD: [&str; 3] = ["lannister-guardsmen", "lannister-crossbowmen", "grey-wind"];

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number at {path}"))
}

/// The values of each unit against each of the field, in the order of [`UNITS`] and [`FIELD`].
fn values(options: &[&str]) -> Vec<Vec<f64>> {
    let [a, b, c] = UNITS;
    let against = FIELD.join(",");
    let found = printed_json(&[&["compare", a, b, c, "--against", &against], options].concat());
    let units = found["units"].as_array().expect("units");
    let means: Vec<f64> = units.iter().map(|unit| number(unit, "/value")).collect();
    assert!(means.windows(2).all(|pair| pair[0] >= pair[1]), "the best first: {means:?}");
    let place = |id: &str| {
        let all = found["against"].as_array().expect("a field");
        all.iter().position(|unit| unit["id"] == *id).expect("it is in the field")
    };
    let of = |id: &str| {
        let unit = units.iter().find(|unit| unit["id"] == *id).expect("it is compared");
        let values: Vec<f64> =
            FIELD.iter().map(|other| number(unit, &format!("/values/{}", place(other)))).collect();
        close(number(unit, "/value"), values.iter().sum::<f64>() / values.len() as f64);
        values
    };
    let all: Vec<Vec<f64>> = UNITS.iter().map(|id| of(id)).collect();
    for unit in units {
        let row = UNITS.iter().position(|id| unit["id"] == **id).expect("compared");
        let is_best =
            |column: &usize| all.iter().all(|other| other[*column] <= all[row][*column] + 1e-9);
        let best = (0..FIELD.len()).filter(is_best).count();
        assert_eq!(unit["best_against"], best);
    }
    all
}

/// Compares each value with that of single questions about the two units.
fn check(options: &[&str], single: impl Fn(&str, &str) -> f64) {
    for (values, unit) in values(options).iter().zip(UNITS) {
        for (value, other) in values.iter().zip(FIELD) {
            close(*value, single(unit, other));
        }
    }
}

fn asked(words: &[&str], options: &[&str]) -> Value {
    printed_json(&[words, options].concat())
}

#[test]
fn ranking_by_attack_has_the_wounds_of_attack() {
    check(&["--by", "attack", "--facing", "flank"], |unit, other| {
        let found = asked(&["attack", unit, other], &["--facing", "flank"]);
        number(&found, "/quantities/wounds/mean")
    });
}

#[test]
fn ranking_by_duel_has_the_wins_of_both_duels() {
    check(&["--by", "duel", "--rounds", "3"], |unit, other| {
        let won = |first| {
            let found = asked(&["duel", unit, other], &["--rounds", "3", "--first", first]);
            let [own, enemy] = ["a_destroyed", "b_destroyed"]
                .map(|name| number(&found, &format!("/events/{name}/p")));
            // a duel that destroys both, or none, counts half
            f64::midpoint(1.0, enemy - own)
        };
        f64::midpoint(won("a"), won("b"))
    });
}

#[test]
fn ranking_by_survival_has_the_attacks_of_survive() {
    check(&["--by", "survive", "--vulnerable"], |unit, other| {
        let found = asked(&["survive", unit, "--by", other], &["--vulnerable"]);
        number(&found, "/quantities/attacks/mean")
    });
}

/// The cost and the wounds of a unit, from its card.
fn card(id: &str) -> (f64, f64) {
    match id {
        "stark-sworn-swords" | "lannister-guardsmen" => (5.0, 12.0),
        "stark-sworn-swords+sworn-sword-captain" => (6.0, 12.0),
        "stark-bowmen" | "lannister-crossbowmen" => (6.0, 12.0),
        "grey-wind" => (3.0, 4.0),
        _ => panic!("no card of {id}"),
    }
}

#[test]
fn ranking_by_trade_has_the_points_of_both_attacks() {
    let both = |unit: &str, other: &str| {
        [asked(&["attack", unit, other], &["--charge"]), asked(&["attack", other, unit], &[])]
    };
    check(&["--by", "trade", "--charge"], |unit, other| {
        let share = |id: &str, wounds: f64| card(id).0 * wounds / card(id).1;
        let [own, back] = both(unit, other);
        let dealt = number(&own, "/quantities/wounds/mean")
            + back.pointer("/quantities/own_wounds/mean").and_then(Value::as_f64).unwrap_or(0.0);
        let suffered = number(&back, "/quantities/wounds/mean")
            + own.pointer("/quantities/own_wounds/mean").and_then(Value::as_f64).unwrap_or(0.0);
        share(other, dealt) - share(unit, suffered)
    });
    check(&["--by", "trade", "--charge", "--points", "by-destruction"], |unit, other| {
        let p = |answer: &Value, event: &str| {
            answer.pointer(&format!("/events/{event}/p")).and_then(Value::as_f64).unwrap_or(0.0)
        };
        let [own, back] = both(unit, other);
        card(other).0 * (p(&own, "destroyed") + p(&back, "own_destroyed"))
            - card(unit).0 * (p(&back, "destroyed") + p(&own, "own_destroyed"))
    });
}

#[test]
fn eight_units_are_ranked_and_units_that_cannot_take_part_are_named() {
    let eight = [
        "compare",
        "sworn swords",
        "guardsmen",
        "stark bowmen",
        "stark outriders",
        "umber berserkers",
        "umber greataxes",
        "pit-fighters",
        "grey wind",
    ];
    let found = asked(&eight, &["--against", "guardsmen", "--by", "duel"]);
    assert_eq!(found["units"].as_array().map(Vec::len), Some(8));
    let pair = ["compare", "sworn swords", "guardsmen"];
    let none = |options: &[&str]| refusal(&[&pair[..], options].concat());
    for (options, words) in [
        (&["--rounds", "3"][..], "--by"),
        (&["--by", "trade", "--rounds", "3"], "--rounds applies to --by duel"),
        (&["--by", "duel", "--points", "by-ranks"], "--points applies to --by trade"),
        (&["--by", "duel", "--engine", "monte-carlo"], "exactly"),
        (&["--by", "duel", "--why"], "leave it out"),
        (&["--by", "duel", "--weapon", "ranged"], "ranged attack"),
        (&["stark bowmen", "--weapon", "ranged"], "no ranged attack"),
    ] {
        let told = none(options);
        assert!(told.contains(words), "{options:?}: {told}");
    }
}
