//! `--rank-cards`: tactics cards by what they change in an attack or a charge.

use crate::common::program::{json, printed, warodds};
use serde_json::Value;

const SWORDS: &str = "stark sworn swords";
const GUARDS: &str = "lannister guardsmen";

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The mean wounds dealt and suffered, and the chance to destroy the defender.
fn results(answer: &Value) -> [f64; 3] {
    let mean = |name: &str| answer["quantities"][name]["mean"].as_f64().unwrap_or(0.0);
    [mean("wounds"), mean("own_wounds"), number(&answer["events"]["destroyed"]["p"])]
}

/// Asserts that each ranked card changes what the question with the card alone changes.
fn check(question: &[&str]) -> Vec<Value> {
    let ranked = json(&[question, &["--rank-cards"]].concat());
    let ranked = ranked.as_array().expect("options").clone();
    let without = results(&json(question));
    for one in ranked.iter().filter(|one| one.get("card").is_some()) {
        let card = &one["card"];
        let key = format!("--{}-card", card["side"].as_str().expect("a side"));
        let id = card["id"].as_str().expect("an id");
        let played = match card["way"].as_str() {
            Some(way) => format!("{id}={way}"),
            None => id.to_owned(),
        };
        let with = results(&json(&[question, &[&key, &played]].concat()));
        for (place, name) in ["wounds", "own_wounds", "destroyed"].iter().enumerate() {
            let expected = with[place] - without[place];
            assert!((number(&card[*name]) - expected).abs() < 1e-12, "{card}: {expected}");
        }
    }
    let none: Vec<&Value> = ranked.iter().filter(|one| one.get("card").is_none()).collect();
    assert_eq!(none.len(), 1, "one row has no card");
    assert_eq!(none[0]["option"], "no card");
    ranked
}

#[test]
fn ranked_cards_change_what_the_attack_with_each_changes() {
    let ranked = check(&["attack", SWORDS, GUARDS, "--charge"]);
    let sides = ["attacker", "defender"]
        .map(|side| ranked.iter().filter(|one| one["card"]["side"] == side).count());
    assert!(sides.into_iter().all(|count| count >= 10), "{sides:?}");
    let net = |one: &Value| results(one)[0] - results(one)[1];
    assert!(ranked.is_sorted_by(|one, other| net(one) >= net(other) - 1e-12));
}

#[test]
fn ranked_cards_change_what_the_charge_with_each_changes() {
    check(&["charge", "sworn brothers", "stark bowmen", "--distance", "8", "--no-orders"]);
}

#[test]
fn cards_are_ranked_beside_those_that_are_played() {
    let question = ["attack", SWORDS, GUARDS, "--attacker-card", "winter's might"];
    let all = json(&[&question[..], &["--rank-cards"]].concat());
    let all = all.as_array().expect("options");
    let base = all.iter().find(|one| one["option"] == "no further card").expect("a row");
    assert_eq!(base["quantities"], json(&question)["quantities"]);
    assert!(all.iter().all(|one| one["card"]["id"] != "stark-winters-might"));
    // a second card of the same trigger may not be played (A8.4)
    assert!(all.iter().all(|one| one["card"]["id"] != "stark-northern-ferocity"));
    let answers = all.iter().filter(|one| one["card"]["side"] == "defender").count();
    assert!(answers > 0);
}

#[test]
fn cards_of_another_commander_are_not_ranked() {
    let led = "lannister guardsmen + jaime lannister, the kingslayer";
    let all = json(&["attack", led, SWORDS, "--rank-cards"]);
    let ids: Vec<&str> = all
        .as_array()
        .expect("options")
        .iter()
        .filter(|one| one["card"]["side"] == "attacker")
        .filter_map(|one| one["card"]["id"].as_str())
        .collect();
    assert!(ids.iter().any(|id| id.contains("kingslayer")), "{ids:?}");
    let free = json(&["attack", GUARDS, SWORDS, "--rank-cards"]);
    let free = free
        .as_array()
        .expect("options")
        .iter()
        .filter(|one| one["card"]["side"] == "attacker")
        .count();
    assert!(free > ids.len(), "{free} cards without a commander, {} with one", ids.len());
}

#[test]
fn cards_command_ranks_the_cards_of_two_units() {
    let units = ["--attacker", SWORDS, "--defender", GUARDS];
    let by_cards = |rest: &[&str]| printed(&[&["cards"][..], &units, rest].concat());
    assert_eq!(
        by_cards(&["--charge"]),
        printed(&["attack", SWORDS, GUARDS, "--charge", "--rank-cards"])
    );
    assert_eq!(
        printed(&["cards", "--attacker=stark sworn swords", "--distance=8", "--defender", GUARDS]),
        printed(&["charge", SWORDS, GUARDS, "--distance", "8", "--rank-cards"])
    );
    let one = warodds(&["cards", "--attacker", SWORDS]);
    assert_eq!(one.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&one.stderr).contains("add --defender UNIT"));
    // the list of cards is as before
    assert!(printed(&["cards", "--faction", "stark"]).contains("Winter's Might"));
}

#[test]
fn cards_that_cannot_be_played_are_counted_or_named() {
    let question = ["attack", "stark bowmen", GUARDS, "--ranged", "--rank-cards"];
    let base = |options: &[&str]| {
        let all = json(&[&question[..], options].concat());
        let all = all.as_array().expect("options").clone();
        all.into_iter().find(|one| one["option"] == "no card").expect("a row")
    };
    let notes = |answer: Value| -> Vec<String> {
        let all = answer["notes"].as_array().expect("notes").clone();
        all.iter().map(|one| one.as_str().expect("a text").to_owned()).collect()
    };
    let counted = notes(base(&[]));
    let count = counted.iter().find_map(|note| {
        note.strip_suffix(" cards cannot be played here: --unplayable lists them")
    });
    let count: usize = count.expect("a note").parse().expect("a number");
    let named = notes(base(&["--unplayable"]));
    assert_eq!(named.len(), counted.len() - 1 + count);
    let why = "Winter's Might of the attacker: `Winter's Might` is played only in melee, which \
               does not hold here";
    assert!(named.iter().any(|note| note == why), "{named:?}");
}

#[test]
fn what_has_no_cards_to_rank_is_refused() {
    let refused = |arguments: &[&str], words: &str| {
        let output = warodds(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    };
    let numbers = ["attack", "--dice", "8", "--hit", "3", "--defense", "4", "--morale", "7"];
    refused(&[&numbers[..], &["--rank-cards"]].concat(), "two units by name");
    let swords = ["attack", SWORDS, GUARDS, "--rank-cards"];
    refused(&[&swords[..], &["--why"]].concat(), "--why");
    refused(&[&swords[..], &["--given", "wounds>=2"]].concat(), "contradict each other");
    refused(&["attack", SWORDS, GUARDS, "--unplayable"], "--rank-cards");
    let both = "stark sworn swords, stark outriders";
    refused(&["charge", both, GUARDS, "--distance", "8", "--rank-cards"], "one unit on each side");
}

#[test]
fn needed_chances_are_reached_with_cards() {
    let question = ["attack", SWORDS, GUARDS, "--at-least", "6"];
    let need = |options: &[&str]| {
        let asked = [&question[..], &["--need", "60%"], options].concat();
        json(&asked)["need"]["reached_by"].as_array().expect("a list").clone()
    };
    let with_cards = need(&["--with-cards"]);
    let found = |words: [&str; 2]| {
        let one = with_cards.iter().find(|one| one["changes"] == serde_json::json!(words));
        number(&one.expect("a change")["p"])
    };
    let alone =
        |options: &[&str]| number(&json(&[&question[..], options].concat())["at_least"]["p"]);
    let rear = ["--facing", "rear", "--attacker-card", "exploit weakness"];
    let chance = alone(&rear);
    assert!(
        (found(["the rear", "Exploit Weakness (Vargo Hoat, The Goat of Harrenhal)"]) - chance)
            .abs()
            < 1e-12,
        "{chance}"
    );
    assert!(chance >= 0.6);
    let without = need(&[]);
    assert!(without.len() < with_cards.len());
    assert!(without.iter().all(|one| with_cards.contains(one)));
}

#[test]
fn options_play_cards_where_they_can_be_played() {
    let bowmen = "stark bowmen";
    let question = ["options", bowmen, GUARDS, "--distance", "8"];
    let card = ["--attacker-card", "winter's might"];
    let all = json(&[&question[..], &card].concat());
    let of = |all: &Value, option: &str| -> Value {
        let all = all.as_array().expect("options");
        all.iter().find(|one| one["option"] == option).expect(option)["quantities"].clone()
    };
    let charge = ["charge", bowmen, GUARDS, "--distance", "8", "--attacker-card", "winter's might"];
    assert_eq!(of(&all, "charge the front"), json(&charge)["quantities"]);
    assert_eq!(
        of(&all, "shoot at the front, without winter's might"),
        of(&json(&question), "shoot at the front")
    );
    // beyond its charges no option has an attack in contact
    let far = warodds(&[&["options", bowmen, GUARDS, "--distance", "12"][..], &card].concat());
    assert_eq!(far.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&far.stderr).contains("in melee"));
}
