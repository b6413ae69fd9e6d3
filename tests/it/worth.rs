//! What the parts of an army earn, each number worked out again from single attacks.

use serde_json::Value;

use crate::common::{printed_json, refusal};

const LED: &str = "stark-sworn-swords+sworn-sword-captain";
const ARMY: &str = "stark sworn swords + sworn sword captain, stark bowmen";
const FIELD: [&str; 2] = ["lannister-guardsmen", "lannister-crossbowmen"];

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

fn mean(answer: &Value, quantity: &str) -> f64 {
    let path = format!("/quantities/{quantity}/mean");
    answer.pointer(&path).and_then(Value::as_f64).unwrap_or(0.0)
}

/// The costs of units of 12 wounds, from their cards.
fn cost(id: &str) -> f64 {
    match id {
        "stark-sworn-swords" | "lannister-guardsmen" => 5.0,
        LED | "stark-bowmen" | "lannister-crossbowmen" => 6.0,
        _ => panic!("no cost of {id}"),
    }
}

/// Points destroyed minus points lost in an exchange with each unit of the field, on average.
fn earned(unit: &str, cost_of_unit: f64) -> f64 {
    let each = FIELD.iter().map(|other| {
        let own = printed_json(&["attack", unit, other]);
        let back = printed_json(&["attack", other, unit]);
        let dealt = mean(&own, "wounds") + mean(&back, "own_wounds");
        let suffered = mean(&back, "wounds") + mean(&own, "own_wounds");
        (cost(other) * dealt - cost_of_unit * suffered) / 12.0
    });
    each.sum::<f64>() / FIELD.len() as f64
}

fn worth(army: &str) -> Value {
    printed_json(&["worth", army, "--against", &FIELD.join(",")])
}

/// The part with this id.
fn part<'a>(answer: &'a Value, id: &str) -> &'a Value {
    let parts = answer["parts"].as_array().expect("parts");
    parts.iter().find(|part| part["id"] == *id).unwrap_or_else(|| panic!("no part {id}"))
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

#[test]
fn parts_earn_the_points_of_single_attacks() {
    let found = worth(ARMY);
    let (alone, led) = (earned("stark-sworn-swords", 5.0), earned(LED, 6.0));
    let bowmen = earned("stark-bowmen", 6.0);
    for (id, points, cost) in [
        ("stark-sworn-swords", alone, 5.0),
        ("sworn-sword-captain", led - alone, 1.0),
        ("stark-bowmen", bowmen, 6.0),
    ] {
        let part = part(&found, id);
        close(number(part, "points"), points);
        close(number(part, "per_point"), points / cost);
        close(number(part, "cost"), cost);
    }
    close(number(&found, "total"), led + bowmen);
    let worths = found["parts"].as_array().expect("parts").iter();
    let worths: Vec<f64> = worths.map(|part| number(part, "per_point")).collect();
    assert!(worths.windows(2).all(|pair| pair[0] >= pair[1]), "the best first: {worths:?}");
}

#[test]
fn swaps_gain_the_difference_of_single_attacks_and_cost_no_more() {
    let found = worth(ARMY);
    let groups = ["better", "about_equal", "worse"];
    let bowmen = earned("stark-bowmen", 6.0);
    let swaps = &part(&found, "stark-bowmen")["swaps"];
    let mut count = 0;
    for group in groups {
        for swap in swaps[group].as_array().expect("swaps") {
            let gain = number(swap, "gain");
            assert!(number(swap, "cost") <= 6.0, "{swap}");
            // 2 % of the cost of the part
            let expected = match gain {
                gain if gain > 0.12 => "better",
                gain if gain < -0.12 => "worse",
                _ => "about_equal",
            };
            assert_eq!(group, expected, "{swap}");
            count += 1;
            if swap["id"] == "stark-sworn-swords" {
                close(gain, earned("stark-sworn-swords", 5.0) - bowmen);
            }
        }
    }
    assert!(count > 10, "{count} swaps");
    // without the captain the unit is alone
    let captain = &part(&found, "sworn-sword-captain")["swaps"];
    let all = groups.iter().flat_map(|group| captain[group].as_array().expect("swaps"));
    let none: Vec<f64> =
        all.filter(|swap| swap["id"].is_null()).map(|swap| number(swap, "gain")).collect();
    let alone = earned("stark-sworn-swords", 5.0) - earned(LED, 6.0);
    assert_eq!(none.len(), 1);
    close(none[0], alone);
}

#[test]
fn a_unit_earns_what_compare_by_trade_says() {
    let compared = printed_json(&[
        "compare",
        LED,
        "stark-bowmen",
        "--by",
        "trade",
        "--against",
        &FIELD.join(","),
    ]);
    let units = compared["units"].as_array().expect("units").iter();
    let sum: f64 = units.map(|unit| number(unit, "value")).sum();
    close(number(&worth(ARMY), "total"), sum);
}

#[test]
fn armies_are_read_from_lists_and_commanders_stay() {
    let found = printed_json(&[
        "worth",
        "list=scenarios/lists/stark-40.toml",
        "--against",
        "list=scenarios/lists/lannister-40.toml",
    ]);
    let robb = part(&found, "robb-stark-the-wolf-lord");
    assert!(robb["per_point"].is_null() && robb["swaps"]["better"] == serde_json::json!([]));
    assert_eq!(robb["unit"], "Stark Sworn Swords");
    for (army, words) in [
        ("nobody at all", "nobody at all"),
        ("list=none.toml", "none.toml"),
        ("my/army.toml", "cannot read my/army.toml"),
    ] {
        let message = refusal(&["worth", army]);
        assert!(message.contains(words), "{message}");
    }
}
