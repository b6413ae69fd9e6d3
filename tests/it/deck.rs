//! Decks by name: fractions derived by hand, and decks that are shuffled and drawn one by one.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::Value;

use crate::common::program::{json, warodds};

const STARK: [&str; 5] = ["deck", "--faction", "stark", "--commander", "robb stark"];
const LIST: [&str; 3] = ["deck", "--army", "list=scenarios/lists/stark-40.toml"];
const MIGHT: [&str; 2] = ["--card", "winter's might"];

/// The chances of at least one and of all copies.
fn chances(arguments: &[&str]) -> [f64; 2] {
    let answer = json(arguments);
    ["at_least_one", "all_copies"]
        .map(|name| answer["events"][name]["p"].as_f64().expect("a chance"))
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn cards_by_name_are_drawn_as_by_hand() {
    let of = |options: &[&str]| chances(&[&STARK[..], &MIGHT, options].concat());
    // two of 20 in a hand of three: 1 − (18 · 17 · 16) / (20 · 19 · 18)
    close(of(&[])[0], 27.0 / 95.0);
    close(chances(&[&LIST[..], &MIGHT].concat())[0], 27.0 / 95.0);
    // four of 20: 1 − (16 · 15 · 14) / (20 · 19 · 18)
    let both = [&STARK[..], &MIGHT, &["--card", "devastating impact"]].concat();
    close(chances(&both)[0], 29.0 / 57.0);
    // three others are in the hand, and two of them replaced: 1 − (15 · 14) / (17 · 16)
    let hand =
        ["--drawn", "northern ferocity", "--drawn", "hit and run", "--drawn", "sudden retreat"];
    let next = [&hand[..], &["--round", "2", "--discard", "2"]].concat();
    close(of(&next)[0], 31.0 / 136.0);
    // one copy is played, another card in the hand: two cards of 18
    let played = ["--played", "winter's might", "--drawn", "northern ferocity"];
    let played = [&played[..], &["--round", "2", "--discard", "1"]].concat();
    assert_eq!(of(&played)[0].to_bits(), of(&played)[1].to_bits());
    close(of(&played)[0], 1.0 / 9.0);
    // a card in the hand is held; the other copy is among two of 19
    let [one, all] = of(&["--drawn", "winter's might"]);
    close(one, 1.0);
    close(all, 2.0 / 19.0);
}

#[test]
fn commas_in_the_name_of_a_commander_separate_nothing() {
    let with = |commander| {
        json(&["deck", "--faction", "stark", "--commander", commander, "--card", "winter's might"])
    };
    let whole = with("robb stark, the wolf lord");
    close(whole["events"]["at_least_one"]["p"].as_f64().expect("a chance"), 27.0 / 95.0);
    let two = with("robb stark, the wolf lord,eddard stark");
    let names: Vec<&str> = two
        .as_array()
        .expect("a case for each commander")
        .iter()
        .map(|case| case["case"]["commander"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["robb stark, the wolf lord", "eddard stark"]);
}

#[test]
fn leadership_decks_are_drawn_as_by_hand() {
    let of = |options: &[&str]| chances(&[&["deck", "--leadership"], options].concat())[0];
    // twelve of the ten cards of a house and five of each of two commanders
    close(of(&["2", "--rating", "4", "--copies", "1", "--round", "3"]), 12.0 / 20.0);
    close(of(&["1", "--rating", "4", "--copies", "1", "--round", "2"]), 8.0 / 15.0);
    // two copies, five of 15: 1 − (10 · 9) / (15 · 14)
    close(of(&["1", "--rating", "5"]), 4.0 / 7.0);
}

/// Asserts that a share of `trials` fits a chance. A right chance fails this with a probability of
/// less than 1e-6: the share is within five standard errors, and one trial, of it.
#[track_caller]
fn fits(hits: u32, trials: u32, chance: f64) {
    let trials = f64::from(trials);
    let error = (chance * (1.0 - chance) / trials).sqrt();
    let share = f64::from(hits) / trials;
    assert!((share - chance).abs() < 5.0 * error + 1.0 / trials, "{share} is not {chance}");
}

#[test]
fn shuffled_decks_hold_the_card_as_often_as_computed() {
    const TRIALS: u32 = 200_000;
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(39);
    // kinds 0 to 9, two of each; the hand is kinds 1, 2 and 3, and kind 0 was played once
    let rest: Vec<u8> = (0..20).map(|card| card / 2).collect();
    let rest: Vec<u8> = {
        let mut rest = rest;
        for known in [0, 1, 2, 3] {
            let place = rest.iter().position(|kind| *kind == known).expect("a card");
            rest.remove(place);
        }
        rest
    };
    let mut hits = 0;
    for _ in 0..TRIALS {
        let mut deck = rest.clone();
        deck.shuffle(&mut dice);
        let mut held = Vec::new();
        // rounds 1 and 2 end with two cards and one card drawn
        for draws in [2, 1] {
            for _ in 0..draws {
                held.extend(deck.pop());
            }
        }
        hits += u32::from(held.contains(&0));
    }
    let known = ["--played", "winter's might", "--drawn", "hit and run"];
    let known =
        [&known[..], &["--drawn", "sudden retreat", "--drawn", "northern ferocity"]].concat();
    // 3 cards, and 2 more by each of rounds 2 and 3: 4 of these 7 are known
    let asked = [&STARK[..], &MIGHT, &known, &["--round", "3", "--discard", "2"]].concat();
    fits(hits, TRIALS, chances(&asked)[0]);
}

#[test]
fn shuffled_leadership_decks_hold_the_card_as_often_as_computed() {
    const TRIALS: u32 = 200_000;
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(40);
    let mut hits = 0;
    for _ in 0..TRIALS {
        let mut deck: Vec<u8> = (0..15).collect();
        let (mut hand, mut is_seen) = (Vec::new(), false);
        for _ in 0..3 {
            for _ in 0..4 {
                let place = dice.random_range(0..deck.len());
                hand.push(deck.swap_remove(place));
            }
            is_seen |= hand.contains(&7);
            // one card at most is kept
            hand.truncate(1);
        }
        hits += u32::from(is_seen);
    }
    let asked = ["deck", "--leadership", "1", "--rating", "4", "--copies", "1", "--round", "3"];
    fits(hits, TRIALS, chances(&asked)[0]);
}

#[test]
fn decks_that_do_not_exist_are_refused() {
    let refused = |options: &[&str], words: &str| {
        let output = warodds(options);
        let error = String::from_utf8_lossy(&output.stderr);
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{options:?}: {error}");
        assert!(error.contains(words), "{options:?}: {error}");
    };
    let stark = |options: &[&'static str]| [&STARK[..], options].concat();
    refused(&stark(&["--card", "wintr's migt"]), "did you mean `Winter's Might`?");
    refused(
        &stark(&["--card", "bribery"]),
        "`Bribery` is a card of Lannister, and the deck of Robb",
    );
    // a card of another commander of the faction
    refused(&stark(&["--card", "northern defiance"]), "of Eddard Stark");
    refused(&["deck", "--card", "winter's might"], "add --army list=FILE");
    let of_dragons = ["deck", "--faction", "targaryen", "--commander", "daenerys", "--card", "x"];
    refused(&of_dragons, ": Daenerys Targaryen,");
    let foreign = ["deck", "--faction", "stark", "--commander", "tywin", "--card", "x"];
    refused(&foreign, "Stark has no commander of that name");
    let twice =
        ["--card", "winter's might", "--played", "winter's might", "--played", "winter's might"];
    refused(&stark(&twice), "all 2 copies of the card have been played");
    let thrice = [&twice[..], &["--drawn", "winter's might"]].concat();
    refused(&stark(&thrice), "drawn or played 3 times");
    refused(&stark(&["--card", "winter's might", "--copies", "3"]), "contradict each other");
    let long = ["deck", "--leadership", "1", "--rating", "4", "--round", "5"];
    refused(&long, "is reshuffled before that");
    // his card takes the place of one of the faction
    let davos =
        ["deck", "--faction", "baratheon", "--commander", "davos", "--card", "final strike"];
    refused(&davos, "the deck of Davos Seaworth, Hero of Blackwater holds");
}

/// Without cards that leave the hand, a later hand is the first one, and the answer says so.
#[test]
fn a_later_hand_without_discards_is_said_to_be_the_first() {
    let round = |more: &[&str]| json(&[&["deck", "--copies", "2", "--round"][..], more].concat());
    let notes = |answer: &Value| answer["notes"].to_string();
    let kept = "no card is discarded (--discard), so the hand stays that of round 1";
    let (first, third) = (round(&["1"]), round(&["3"]));
    assert_eq!(first["events"], third["events"]);
    assert!(notes(&third).contains(kept), "{third}");
    assert!(!notes(&first).contains("no card is discarded"), "{first}");
    // two replaced after each of two rounds: 1 − (13 · 12) / (20 · 19), two copies among seven
    let played = round(&["3", "--discard", "2"]);
    close(played["events"]["at_least_one"]["p"].as_f64().expect("p"), 1.0 - 156.0 / 380.0);
    assert!(!notes(&played).contains("no card is discarded"), "{played}");
    let of_westeros = json(&["deck", "--leadership", "2", "--rating", "4", "--round", "2"]);
    assert!(!notes(&of_westeros).contains("no card is discarded"), "{of_westeros}");
}
