//! What reaches a needed chance, held against the same questions with the changes made.

use serde_json::Value;

use crate::common::{printed, printed_json, refusal};

const UNITS: [&str; 3] = ["attack", "stark-sworn-swords", "lannister-guardsmen"];

/// The chance of at least `least` wounds.
fn chance(arguments: &[&str], least: usize) -> f64 {
    let answer = printed_json(arguments);
    let pmf = answer["quantities"]["wounds"]["pmf"].as_array().expect("a distribution");
    pmf.iter().skip(least).filter_map(Value::as_f64).sum()
}

/// Changes without points, as the answer says them and as options.
const FREE: [(&str, &[&str]); 5] = [
    ("the flank", &["--flank"]),
    ("the rear", &["--rear"]),
    ("a charge", &["--charge"]),
    ("the defender panicked", &["--panicked"]),
    ("the defender vulnerable", &["--vulnerable"]),
];

/// The listed changes that have no other than those above, with their chances.
fn free(need: &Value) -> Vec<(Vec<String>, f64)> {
    let listed = need["reached_by"].as_array().expect("a list").iter();
    let changes = |one: &Value| -> Vec<String> {
        let all = one["changes"].as_array().expect("a list").iter();
        all.filter_map(|change| change.as_str().map(str::to_owned)).collect()
    };
    let listed = listed.map(|one| (changes(one), one["p"].as_f64().expect("a chance")));
    let is_free = |words: &String| FREE.iter().any(|(free, _)| free == words);
    let mut all: Vec<_> = listed.filter(|(changes, _)| changes.iter().all(is_free)).collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

/// All single changes that suffice, and all pairs of others that do, by asking each question.
fn sufficient(least: usize, wanted: f64) -> Vec<(Vec<String>, f64)> {
    let with = |changes: &[usize]| {
        let options = changes.iter().flat_map(|place| FREE[*place].1.iter().copied());
        chance(&[UNITS.to_vec(), options.collect()].concat(), least)
    };
    let named = |changes: &[usize]| -> Vec<String> {
        changes.iter().map(|place| FREE[*place].0.to_owned()).collect()
    };
    let singles: Vec<f64> = (0..FREE.len()).map(|place| with(&[place])).collect();
    let now = with(&[]);
    let mut all = Vec::new();
    for (place, p) in singles.iter().enumerate() {
        if *p >= wanted {
            all.push((named(&[place]), *p));
        }
        for (other, q) in singles.iter().enumerate().skip(place + 1) {
            let are_arcs = (place, other) == (0, 1);
            let help = [p, q].iter().all(|one| **one > now && **one < wanted);
            let p = if help && !are_arcs { with(&[place, other]) } else { 0.0 };
            if p >= wanted {
                all.push((named(&[place, other]), p));
            }
        }
    }
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

#[test]
fn changes_that_reach_a_chance_are_those_of_all_questions() {
    for (least, wanted) in [(4, 0.6), (6, 0.5), (8, 0.3)] {
        let [k, percent] = [least.to_string(), format!("{}%", 100.0 * wanted)];
        let options = ["--at-least", &k, "--need", &percent];
        let need = printed_json(&[&UNITS[..], &options].concat())["need"].clone();
        let (found, expected) = (free(&need), sufficient(least, wanted));
        assert_eq!(
            found.iter().map(|one| &one.0).collect::<Vec<_>>(),
            expected.iter().map(|one| &one.0).collect::<Vec<_>>(),
        );
        for (one, other) in found.iter().zip(&expected) {
            assert!((one.1 - other.1).abs() < 1e-12, "{one:?} {other:?}");
        }
        let now = need["now"].as_f64().expect("a chance");
        assert!((now - chance(&UNITS, least)).abs() < 1e-12);
    }
}

#[test]
fn the_cheapest_come_first_and_cost_what_the_cards_say() {
    let need =
        printed_json(&[&UNITS[..], &["--charge", "--at-least", "6", "--need", "60%"]].concat());
    let listed = need["need"]["reached_by"].as_array().expect("a list");
    let points: Vec<u64> = listed.iter().filter_map(|one| one["points"].as_u64()).collect();
    assert!(points.is_sorted(), "{points:?}");
    // the Sworn Sword Captain costs a point
    let captain =
        |one: &&Value| one["changes"] == serde_json::json!(["the flank", "Sworn Sword Captain"]);
    let found = listed.iter().find(captain).expect("with a captain");
    assert_eq!(found["points"], 1);
    let direct = ["--charge", "--flank", "--attacker-with", "sworn sword captain"];
    let direct = chance(&[&UNITS[..], &direct].concat(), 6);
    assert!((found["p"].as_f64().expect("a chance") - direct).abs() < 1e-12);
}

/// Jojen Reed costs two points, and one more than the captain in whose place he comes.
#[test]
fn an_attachment_costs_what_it_costs_more_than_the_present_one() {
    let points = |with: &[&str]| {
        let asked = ["charge", UNITS[1], UNITS[2], "--distance", "9", "--need", "arrives=60%"];
        let need = printed_json(&[&asked, with].concat())["need"].clone();
        let listed = need["reached_by"].as_array().expect("a list").clone();
        let is_jojen =
            |one: &&Value| one["changes"] == serde_json::json!(["Jojen Reed, Greensight"]);
        listed.iter().find(is_jojen).expect("he suffices")["points"].as_u64().expect("points")
    };
    assert_eq!(points(&[]), 2);
    for captain in ["sworn sword captain", "SWORN SWORD CAPTAIN"] {
        assert_eq!(points(&["--attacker-with", captain]), 1, "{captain}");
    }
}

#[test]
fn the_largest_distance_that_suffices_is_listed() {
    // speed 5 and the greater of two dice: 7" or nearer needs a 2 and reaches in 35/36
    let asked = ["charge", "--speed", "5", "--distance", "10", "--need", "arrives=90%"];
    let need = printed_json(&asked)["need"].clone();
    let listed = need["reached_by"].as_array().expect("a list");
    let reaches = |inches: u32| {
        let answer = printed_json(&["charge", "--speed", "5", "--distance", &inches.to_string()]);
        answer["events"]["reached"]["p"].as_f64().expect("a chance")
    };
    let largest = (1..10).rev().find(|inches| reaches(*inches) >= 0.9).expect("near enough");
    let [one] = listed.as_slice() else { panic!("{listed:?}") };
    assert_eq!(one["changes"], serde_json::json!([format!("from {largest}\"")]));
    assert_eq!(one["p"].as_f64(), Some(reaches(largest)));
    assert_eq!(need["what"], "reached");
}

#[test]
fn what_is_out_of_reach_or_reached_already_is_said() {
    let told = |need: &str| {
        let options = ["--at-least", "11", "--need", need];
        printed(&[&UNITS[..], &options].concat()).replace('\n', " ")
    };
    assert!(told("99%").contains("99 % is out of reach: at best"), "{}", told("99%"));
    assert!(told("0.001%").contains("it is already reached"), "{}", told("0.001%"));
    for (need, words) in [
        ("120%", "at most 100%"),
        ("0%", "above 0%"),
        ("routed=80%", "this question has no event"),
        ("101", "at most 100%"),
        ("much", "such as 80%"),
    ] {
        let options = ["--at-least", "5", "--need", need];
        let told = refusal(&[&UNITS[..], &options].concat());
        assert!(told.contains(words), "{told}");
    }
    // a monster has no ranks to lose, and the headline no count
    let told = refusal(&["attack", "lannister-guardsmen", "grey wind", "--need", "80%"]);
    assert!(told.contains("--at-least 6") && told.contains("destroyed=80%"), "{told}");
}

/// `60` is 60 %, as no chance is above 1.
#[test]
fn a_chance_above_one_is_in_percent() {
    let need = |chance: &str| {
        let more = ["--at-least", "6", "--need", chance];
        printed_json(&[&UNITS[..], &more].concat())["need"].clone()
    };
    assert_eq!(need("60"), need("60%"));
    assert_eq!(need("60"), need("0.6"));
    assert!((need("60")["wanted"].as_f64().expect("a chance") - 0.6).abs() < 1e-12);
    let more = ["--at-least", "6", "--need", "101"];
    assert!(refusal(&[&UNITS[..], &more].concat()).contains("at most 100%"));
}

/// A hand has cards of one commander at most, who is named: an army has one (A11.4).
#[test]
fn hands_are_those_that_one_army_can_hold() {
    let asked = ["--at-least", "4", "--need", "75%", "--with-cards"];
    let need = printed_json(&[&UNITS[..], &asked].concat())["need"].clone();
    let cards: Vec<(String, String)> = warodds::catalogue::Catalogue::shipped()
        .tactics_cards()
        .filter_map(|card| Some((card.name.clone(), card.commander.clone()?)))
        .collect();
    let commander = |words: &str| {
        let mut of = cards.iter().filter(|(name, commander)| {
            let rest = words.strip_prefix(&format!("{name} ({commander}"));
            rest.is_some_and(|rest| rest.starts_with([')', ';']))
        });
        of.next().map(|(_, commander)| commander.as_str())
    };
    let (mut led, mut pairs) = (0, 0);
    for option in need["reached_by"].as_array().expect("a list") {
        let changes: Vec<&str> = option["changes"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let commanders: Vec<&str> = changes.iter().filter_map(|one| commander(one)).collect();
        led += usize::from(!commanders.is_empty());
        pairs += usize::from(changes.len() == 2);
        assert!(commanders.windows(2).all(|pair| pair[0] == pair[1]), "{changes:?}");
    }
    assert!(led > 0 && pairs > 0, "{need}");
    let cards_of_two =
        ["--attacker-card", "sellsword bravado", "--attacker-card", "exploit weakness"];
    let wrong = refusal(&[&UNITS[..], &cards_of_two].concat());
    assert!(wrong.contains("an army has one commander (A11.4)"), "{wrong}");
}
