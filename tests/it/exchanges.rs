//! Exchanges of attacks in a situation (`attachments`, `worth`), each number held against single
//! attacks, and parts that count in another situation only.

use serde_json::Value;

use crate::common::{printed, printed_json};

const GUARDS: &str = "lannister-guardsmen";
const SWORDS: &str = "stark-sworn-swords";
/// Hits an engaged enemy when its unit activates.
const CAPTAIN: &str = "guard-captain";

fn exchanges(options: &[&str]) -> Value {
    let asked = ["attachments", "--for", GUARDS, "--against", SWORDS];
    printed_json(&[&asked[..], options].concat())
}

fn gain<'a>(answer: &'a Value, id: &str) -> &'a Value {
    let mut all = answer["attachments"].as_array().expect("a list").iter();
    all.find(|one| one["id"] == id).unwrap_or_else(|| panic!("no {id}"))
}

/// The expected wounds of the defender and of the attacker.
fn attack(attacker: &str, defender: &str, options: &[&str]) -> [f64; 2] {
    let answer = printed_json(&[&["attack", attacker, defender], options].concat());
    ["wounds", "own_wounds"].map(|quantity| {
        let path = format!("/quantities/{quantity}/mean");
        answer.pointer(&path).and_then(Value::as_f64).unwrap_or(0.0)
    })
}

/// What a unit deals and suffers in an attack of its own and one of the swords, each with its
/// options.
fn exchange(unit: &str, own: &[&str], back: &[&str]) -> [f64; 2] {
    let ([dealt, paid], [suffered, answered]) =
        (attack(unit, SWORDS, own), attack(SWORDS, unit, back));
    [dealt + answered, suffered + paid]
}

#[track_caller]
fn same(found: &Value, [dealt, suffered]: [f64; 2]) {
    for (name, expected) in [("dealt", dealt), ("suffered", suffered)] {
        let value = found[name].as_f64().expect("a number");
        assert!((value - expected).abs() < 1e-9, "{name}: {value} is not {expected}");
    }
}

#[test]
fn exchanges_take_the_situation_of_both_sides() {
    // what the attacker of the question has, it has as the defender of the other attack too
    let cases: [(&[&str], &[&str], &[&str]); 4] = [
        (&["--engaged"], &["--engaged"], &["--engaged"]),
        (
            &["--attacker-wounds-lost", "5", "--vulnerable"],
            &["--attacker-wounds-lost", "5", "--vulnerable"],
            &["--defender-wounds-lost", "5", "--attacker-tokens", "vulnerable"],
        ),
        (
            &["--attacker-zones", "crown", "--defender-zones", "wealth"],
            &["--attacker-zones", "crown", "--defender-zones", "wealth"],
            &["--defender-zones", "crown", "--attacker-zones", "wealth"],
        ),
        (&["--charge", "--facing", "flank"], &["--charge", "--facing", "flank"], &[]),
    ];
    for (options, own, back) in cases {
        let found = exchanges(options);
        same(&found["alone"], exchange(GUARDS, own, back));
        let led = format!("{GUARDS} + {CAPTAIN}");
        same(&gain(&found, CAPTAIN)["with"], exchange(&led, own, back));
    }
}

/// `compare --by trade` has the exchanges of the same situation, in points.
#[test]
fn zones_stay_with_their_players_in_every_exchange() {
    let zones = ["--attacker-zones", "crown", "--defender-zones", "wealth"];
    let back = ["--defender-zones", "crown", "--attacker-zones", "wealth"];
    let rival = "lannister-halberdiers";
    let asked = ["compare", GUARDS, rival, "--against", SWORDS, "--by", "trade"];
    let found = printed_json(&[&asked[..], &zones].concat());
    let units = found["units"].as_array().expect("a list");
    let of = |id: &str| units.iter().find(|unit| unit["id"] == id).expect("a unit").clone();
    let [dealt, suffered] = exchange(GUARDS, &zones, &back);
    let guards = of(GUARDS);
    let cost = guards["cost"].as_f64().expect("a cost");
    // swords of 5 points, and both units have 12 wounds
    let points = (5.0 * dealt - cost * suffered) / 12.0;
    assert!((guards["value"].as_f64().expect("a value") - points).abs() < 1e-9, "{guards}");
}

#[test]
fn what_counts_in_another_situation_is_named_and_not_ranked() {
    let found = exchanges(&[]);
    let all = found["attachments"].as_array().expect("a list");
    let captain = gain(&found, CAPTAIN);
    assert_eq!(captain["counts"], serde_json::json!(["if in contact since the turn began"]));
    assert!(captain["per_point"].is_null() && captain["adds"]["net"] == 0.0, "{captain}");
    let counts = |one: &Value| one["counts"].as_array().is_some_and(|all| !all.is_empty());
    let first = all.iter().position(counts).expect("some count elsewhere");
    assert!(all.iter().skip(first).all(counts), "those that count elsewhere come last");
    let text = printed(&["attachments", "--for", GUARDS, "--against", SWORDS, "--full"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("in contact since"), "{text}");
    let csv = printed(&["attachments", "--for", GUARDS, "--against", SWORDS, "--csv"]);
    assert!(csv.lines().any(|line| line.contains("in contact since the turn began")), "{csv}");
    // in that situation it is ranked
    let engaged = exchanges(&["--engaged"]);
    let captain = gain(&engaged, CAPTAIN);
    assert!(captain["counts"].as_array().is_some_and(Vec::is_empty), "{captain}");
    assert!(captain["per_point"].as_f64().expect("a gain") > 1.0, "{captain}");
    // each of the others counts once its conditions hold: those of the Crown with the Crown
    let crown = exchanges(&["--attacker-zones", "crown"]);
    let of_crown = |one: &&Value| one["counts"].to_string().contains("Crown");
    let names: Vec<&str> =
        all.iter().filter(of_crown).filter_map(|one| one["id"].as_str()).collect();
    assert!(!names.is_empty(), "{all:?}");
    for name in names {
        let counted = gain(&crown, name);
        assert!(!counted["counts"].to_string().contains("Crown"), "{counted}");
    }
}

#[test]
fn a_part_that_counts_in_another_situation_is_not_ranked() {
    let army = format!("{GUARDS} + {CAPTAIN}, lannister crossbowmen");
    let worth = |options: &[&str]| {
        let asked = ["worth", army.as_str(), "--against", SWORDS];
        printed_json(&[&asked[..], options].concat())
    };
    let part = |answer: &Value| {
        let all = answer["parts"].as_array().expect("a list");
        all.iter().find(|part| part["id"] == CAPTAIN).expect("the captain").clone()
    };
    let captain = part(&worth(&[]));
    assert_eq!(captain["counts"], serde_json::json!(["if in contact since the turn began"]));
    assert!(captain["per_point"].is_null(), "{captain}");
    let text = printed(&["worth", &army, "--against", SWORDS]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!text.contains("Guard Captain of Lannister Guardsmen +"), "{text}");
    assert!(!text.contains("Guard Captain of Lannister Guardsmen −"), "{text}");
    assert!(text.contains("it counts if in contact since the turn began"), "{text}");
    let captain = part(&worth(&["--engaged"]));
    assert!(captain["counts"].as_array().is_some_and(Vec::is_empty), "{captain}");
    // one attack each way, by the wounds of the guardsmen (5 points, 12 wounds) and of the swords
    // (the same): with the captain the guardsmen cost 6
    let led = format!("{GUARDS} + {CAPTAIN}");
    let engaged = ["--engaged"];
    let ([dealt, suffered], [bare_dealt, bare_suffered]) =
        (exchange(&led, &engaged, &engaged), exchange(GUARDS, &engaged, &engaged));
    let with = (5.0 * dealt - 6.0 * suffered) / 12.0;
    let without = (5.0 * bare_dealt - 5.0 * bare_suffered) / 12.0;
    let points = captain["points"].as_f64().expect("points");
    assert!((points - (with - without)).abs() < 1e-9, "{points}");
}
