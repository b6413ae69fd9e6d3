//! Tactics cards in questions: against plain modifiers that mean the same, numbers derived by hand,
//! and cards that cannot be played.

use std::path::PathBuf;

use crate::common::program::{json, printed, warodds};
use serde_json::Value;
use tempfile::TempDir;

/// Asserts that a question is refused with these words.
#[track_caller]
fn refused(arguments: &[&str], words: &str) {
    let output = warodds(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.contains(words), "{arguments:?}: {error}");
}

#[track_caller]
fn close(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// Asserts that two sets of results have the same numbers. Distributions may differ in zeros at
/// their end: a card that might cost more wounds announces more.
#[track_caller]
fn same_numbers(one: &Value, other: &Value) {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            let zero = Value::from(0.0);
            for place in 0..one.len().max(other.len()) {
                let number = |all: &[Value]| all.get(place).unwrap_or(&zero).clone();
                same_numbers(&number(one), &number(other));
            }
        }
        (Value::Object(one), Value::Object(other)) => {
            assert!(one.keys().eq(other.keys()), "{one:?} {other:?}");
            one.iter().for_each(|(key, one)| same_numbers(one, &other[key]));
        }
        _ => close(one, other.as_f64().expect("a number")),
    }
}

/// Asserts that a question with a card has the numbers of the same question with other options.
#[track_caller]
fn equal(question: &[&str], with_card: &[&str], plain: &[&str]) {
    let asked = |options: &[&str]| json(&[question, &["--no-orders"], options].concat());
    let (card, plain, none) = (asked(with_card), asked(plain), asked(&[]));
    same_numbers(&card["quantities"], &plain["quantities"]);
    same_numbers(&card["events"], &plain["events"]);
    assert_ne!(card["quantities"], none["quantities"], "{with_card:?} changes nothing");
}

const SWORDS: &str = "stark sworn swords";
const GUARDS: &str = "lannister guardsmen";

#[test]
fn cards_of_attackers_equal_plain_modifiers() {
    let attack = ["attack", SWORDS, GUARDS];
    // the Bowmen save on natural 6s alone, with Sundering or without
    let spearmen = ["attack", "house karstark spearmen", "stark bowmen"];
    let card = json(&[&spearmen[..], &["--attacker-card", "winter's might"]].concat());
    let plain = json(&[&spearmen[..], &["--save-modifier", "-1"]].concat());
    same_numbers(&card["quantities"], &plain["quantities"]);
    equal(&attack, &["--attacker-card", "winter's might"], &["--save-modifier", "-1"]);
    let last_rank = [&attack[..], &["--attacker-wounds-lost", "8"]].concat();
    equal(
        &last_rank,
        &["--attacker-card", "winter's might"],
        &["--save-modifier", "-1", "--reroll-attacks"],
    );
    equal(&attack, &["--attacker-card", "northern ferocity"], &["--panic-modifier", "-2"]);
    let brothers = ["attack", "sworn brothers", GUARDS];
    equal(&brothers, &["--attacker-card", "honed enhancement"], &["--hit-modifier", "1"]);
    equal(&brothers, &["--attacker-card", "serrated enhancement"], &["--panic-modifier", "-2"]);
    let guards = ["attack", GUARDS, SWORDS];
    equal(&guards, &["--attacker-card", "exploit weakness"], &["--vulnerable"]);
    // a card for the unit of its commander alone
    let led = ["attack", "lannister guardsmen + jaime lannister, the kingslayer", SWORDS];
    equal(
        &led,
        &["--attacker-card", "kingslayer's prowess"],
        &["--reroll-attacks", "--vulnerable"],
    );
    // a card that stays in play; a whole unit rolls its highest dice anyway
    let cutthroats = ["attack", "bolton cutthroats", GUARDS];
    equal(&cutthroats, &["--attacker-card", "harsh punishments"], &["--save-modifier", "-1"]);
}

#[test]
fn cards_of_defenders_equal_plain_modifiers() {
    let brothers = ["attack", GUARDS, "sworn brothers"];
    equal(&brothers, &["--defender-card", "the shield of the realms of men"], &["--reroll-saves"]);
    let guards = ["attack", SWORDS, GUARDS, "--defender-zones", "crown+wealth"];
    equal(
        &guards,
        &["--defender-card", "wealth of the rock"],
        &["--save-modifier", "1", "--panic-modifier", "2"],
    );
    // none of the zones, none of the effects
    let idle = json(&["attack", SWORDS, GUARDS, "--defender-card", "wealth of the rock"]);
    assert_eq!(idle["quantities"], json(&["attack", SWORDS, GUARDS])["quantities"]);
}

#[test]
fn cards_of_charges_and_tests_equal_plain_modifiers() {
    let charge = ["charge", SWORDS, GUARDS, "--distance", "9"];
    equal(
        &charge,
        &["--attacker-card", "devastating impact"],
        &["--defender-tokens", "panicked+vulnerable"],
    );
    equal(
        &[&charge[..], &["--attacker-zones", "maneuver"]].concat(),
        &["--attacker-card", "devastating impact"],
        &["--defender-tokens", "panicked+vulnerable", "--reroll-distance"],
    );
    let sure = json(&[
        "charge",
        "free folk raiders",
        GUARDS,
        "--distance",
        "11",
        "--attacker-card",
        "rush of aggression",
    ]);
    close(&sure["events"]["reached"]["p"], 1.0);
    let panic =
        |options: &[&str]| json(&[&["panic", "neutral-stormcrow-mercenaries"], options].concat());
    same_numbers(
        &panic(&["--card", "stalwart mercenaries"])["quantities"],
        &panic(&["--panic-modifier", "2"])["quantities"],
    );
}

#[test]
fn cards_with_tokens_act_once_they_have_some() {
    let swords = ["attack", SWORDS, GUARDS, "--attacker-zones", "combat"];
    let card = ["--attacker-card", "the north remembers"];
    // a whole unit rolls its highest dice anyway
    equal(&swords, &[&card[..], &["--attacker-resource", "1"]].concat(), &["--hit-modifier", "1"]);
    refused(
        &[&swords[..], &card[..]].concat(),
        "is played only with at least 1 token of its own, which does not hold here: \
         `attacker-resource` states it",
    );
}

#[test]
fn the_commander_may_be_near_without_being_in_the_unit() {
    let failed = |options: &[&str]| {
        let panic = ["panic", "neutral-stormcrow-mercenaries", "--card", "stalwart mercenaries"];
        json(&[&panic[..], options].concat())["events"]["failed"]["p"].clone()
    };
    close(&failed(&["--near-commander"]), 0.0);
    // on 6+ and 2 more: 3 of 36 fail
    close(&failed(&[]), 3.0 / 36.0);
    let guards = ["attack", SWORDS, GUARDS, "--defender-card", "kingslayer's infamy"];
    refused(&guards, "near the commander or with it, which does not hold here");
    // panicked, and a test on 8+ whose failure weakens, which nothing else changes here
    let near = json(&[&guards[..], &["--defender-near-commander"]].concat());
    assert!(near["quantities"]["own_wounds"]["mean"].as_f64() > Some(0.5), "{near}");
}

#[test]
fn solos_that_command_have_the_cards_of_their_name() {
    let mag = ["attack", "mag the mighty (commander)", GUARDS, "--attacker-card"];
    let answer = json(&[&mag[..], &["enrage"]].concat());
    // it suffers 2 wounds for rerolls against a panicked and weakened enemy
    let plain = ["attack", "mag the mighty (commander)", GUARDS, "--reroll-attacks", "--panicked"];
    let plain = json(&plain);
    for name in ["hits", "panic_wounds"] {
        close(
            &answer["quantities"][name]["mean"],
            plain["quantities"][name]["mean"].as_f64().expect("a mean"),
        );
    }
    refused(&[&mag[..], &["thenn defiance"]].concat(), "and the commander here is Mag the Mighty");
}

#[test]
fn a_disorderly_charge_on_a_superior_position_leaves_the_charger_vulnerable() {
    let martell = "martell-sunspear-royal-guard";
    let charge = ["charge", SWORDS, martell, "--distance", "7", "--panic-test"];
    let card = ["--defender-card", "superior positioning"];
    let disorderly = json(&[&charge[..4], &["7"], &card[..]].concat());
    close(&disorderly["events"]["disorderly"]["p"], 0.5);
    refused(
        &[&charge[..4], &["7", "--facing", "flank"], &card[..]].concat(),
        "is played only from the front",
    );
}

#[test]
fn every_answer_with_a_card_says_its_season_once() {
    let step = "stark sworn swords:attacker-card=winter's might";
    let sequence = ["sequence", GUARDS, "--by", step, "--by", "umber berserkers"];
    for question in [
        sequence.to_vec(),
        [&sequence[..], &["--best-order"]].concat(),
        vec!["attack", SWORDS, GUARDS, "--attacker-card", "winter's might"],
        vec!["charge", SWORDS, GUARDS, "--distance", "8", "--attacker-card", "winter's might"],
        vec!["duel", SWORDS, GUARDS, "--a-card", "winter's might"],
        vec!["panic", SWORDS, "--card", "worth the risk"],
    ] {
        let answer = printed(&question);
        let said = answer.matches("cards of S05").count();
        assert_eq!(said, 1, "{question:?}: {answer}");
    }
}

/// Two units with one attack, and cards that each do one thing.
const OWN: &str = r#"
faction = "Home"

[units.ones]
name = "Ones"
models = 4
ranks = 1
speed = 5
defense = 4
morale = 2
attacks = [{ name = "Fist", hit = 4, dice = [4] }]
abilities = ["Order: Push"]
season = "2021"
source = "the tests"

[units.twos]
name = "Twos"
models = 1
ranks = 1
speed = 5
defense = 4
morale = 2
attacks = [{ name = "Hand", hit = 4, dice = [1] }]
season = "2021"
source = "the tests"

[units.threes]
name = "Threes"
models = 8
ranks = 1
speed = 5
defense = 6
morale = 2
attacks = [{ name = "Foot", hit = 4, dice = [1] }]
abilities = ["Idle"]
season = "2021"
source = "the tests"

[units.fours]
name = "Fours"
models = 8
ranks = 1
speed = 5
defense = 4
morale = 7
attacks = [{ name = "Head", hit = 4, dice = [1] }]
season = "2021"
source = "the tests"

[[ability]]
name = "Order: Push"
season = "2021"
effects = [{ when = "attacking", attack_dice = 1 }]

[[ability]]
name = "Idle"
season = "2021"
effects = [{ when = "attacking", attack_dice = -9 }]

[tactics.swoop]
name = "Swoop"
play = { trigger = "before-attacking", effects = [{ when = "attacking", attack_dice = 2 }] }
season = "2021"
source = "the tests"

[tactics.calm]
name = "Calm"
play = { trigger = "testing", effects = [{ when = "testing", auto_pass = true, test = "panic" }] }
season = "2021"
source = "the tests"

[tactics.picks]
name = "Picks"
play = { trigger = "attack-dice", choose = { picks = 1, more = { zone = "crown" }, options = [
  { name = "one", effects = [{ when = "attacking", attack_dice = 1 }] },
  { name = "two", effects = [{ when = "attacking", attack_dice = 2 }] },
] } }
season = "2021"
source = "the tests"

[tactics.triumph]
name = "Triumph"
play = { trigger = "after-attacking", effects = [{ when = "after-attacking", enemy_destroyed = true, wound_self = 1 }] }
season = "2021"
source = "the tests"

[tactics.sorrow]
name = "Sorrow"
play = { trigger = "after-attacking", effects = [{ when = "after-attacking", enemy_destroyed = false, wound_self = 1 }] }
season = "2021"
source = "the tests"

[tactics.ambush]
name = "Ambush"
play = { trigger = "enemy-activation", effects = [{ when = "enemy-activating", wound_enemy = 2 }] }
season = "2021"
source = "the tests"

[tactics.sting]
name = "Sting"
play = [
  { name = "once", trigger = "before-attacking", effects = [{ when = "before-attacking", wound_enemy = 1 }] },
  { name = "always", trigger = "turn", stays = true, effects = [{ when = "before-attacking", wound_enemy = 1 }] },
]
season = "2021"
source = "the tests"

[tactics.leader]
name = "Leader"
play = { trigger = "before-attacking", if = { commander_unit = true }, effects = [{ when = "attacking", to_hit = 1 }] }
season = "2021"
source = "the tests"

[tactics.horsemen]
name = "Horsemen"
play = { trigger = "before-attacking", effects = [
  { when = "attacking", own_type = "cavalry", to_hit = 1 },
  { when = "attacking", affiliation = "Home", attack_dice = 4 },
  { when = "attacking", not_affiliation = ["Home", "House Umber"], attack_dice = 8 },
] }
season = "2021"
source = "the tests"
"#;

/// Writes the cards of [`OWN`] to a file.
fn own_cards() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a directory");
    let file = folder.path().join("own.toml");
    std::fs::write(&file, OWN).expect("it is written");
    (folder, file)
}

/// Answers a question with the cards of [`OWN`].
#[track_caller]
fn own(arguments: &[&str]) -> Value {
    let (_folder, file) = own_cards();
    let file = file.to_str().expect("text");
    json(&[arguments, &["--catalogue", file]].concat())
}

#[test]
fn a_card_takes_the_place_of_an_order_with_its_trigger() {
    let hits = |options: &[&str]| {
        own(&[&["attack", "ones", "twos"], options].concat())["quantities"]["hits"]["mean"].clone()
    };
    // four dice and that of the order; with the card four and two, and no order (A8.4)
    close(&hits(&[]), 2.5);
    close(&hits(&["--attacker-card", "swoop"]), 3.0);
    // orders of other triggers are given, and a named card is played without orders
    close(&hits(&["--attacker-card", "picks"]), 3.5);
    close(&hits(&["--attacker-card", "picks", "--no-orders"]), 3.0);
}

#[test]
fn zones_add_an_option_of_a_card() {
    let hits = |options: &[&str]| {
        let question = ["attack", "ones", "twos", "--no-orders", "--attacker-card", "picks"];
        own(&[&question[..], options].concat())["quantities"]["hits"]["mean"].clone()
    };
    close(&hits(&["--attacker-zones", "wealth"]), 3.0);
    close(&hits(&["--attacker-zones", "crown"]), 3.5);
    close(&hits(&["--attacker-zones", "crown", "--choose", "picks=one"]), 2.5);
}

#[test]
fn cards_know_whether_the_enemy_is_destroyed() {
    // one die on 4+, saved on 4+: a quarter of the attacks destroy the one model
    let lost = |card: &str| {
        let question = ["attack", "twos", "twos", "--attacker-card", card];
        own(&question)["quantities"]["own_wounds"]["mean"].clone()
    };
    close(&lost("triumph"), 0.25);
    close(&lost("sorrow"), 0.75);
}

#[test]
fn cards_act_when_the_enemy_activates() {
    let answer = own(&["attack", "ones", "threes", "--defender-card", "ambush", "--no-orders"]);
    close(&answer["quantities"]["own_wounds"]["mean"], 2.0);
    // before the roll of a charge too, whether it arrives or not
    let answer =
        own(&["charge", "ones", "threes", "--distance", "11", "--defender-card", "ambush"]);
    assert!(answer["quantities"]["own_wounds"]["mean"].as_f64() >= Some(2.0), "{answer}");
}

#[test]
fn type_and_affiliation_are_those_of_the_unit() {
    // no cavalry, but of its own faction: four dice more
    let answer = own(&["attack", "ones", "twos", "--attacker-card", "horsemen", "--no-orders"]);
    close(&answer["quantities"]["hits"]["mean"], 4.0);
    // House Karstark is in its name
    let spearmen = ["attack", "karstark spearmen", GUARDS];
    equal(&spearmen, &["--attacker-card", "a need for vengeance"], &["--hit-modifier", "1"]);
}

#[test]
fn after_a_disorderly_charge_no_card_is_played() {
    let mean = |question: &[&str]| {
        let answer = own(&[question, &["--no-orders"]].concat());
        answer["quantities"]["total_wounds"]["mean"]
            .as_f64()
            .or_else(|| answer["quantities"]["wounds"]["mean"].as_f64())
    };
    let charge = mean(&["charge", "ones", "threes", "--distance", "5", "--attacker-card", "swoop"]);
    let orderly = mean(&["attack", "ones", "threes", "--charge", "--attacker-card", "swoop"]);
    let disorderly = mean(&["attack", "ones", "threes", "--charge", "--disorderly"]);
    let (charge, orderly, disorderly) =
        (charge.expect("a mean"), orderly.expect("a mean"), disorderly.expect("a mean"));
    // a natural 1 is disorderly (A5.5), and every roll is enough
    assert!((charge - (5.0 * orderly + disorderly) / 6.0).abs() < 1e-12, "{charge}");
}

#[test]
fn the_panic_test_of_a_disorderly_failed_charge_is_taken_without_cards() {
    let answer = own(&["charge", "fours", "threes", "--distance", "11", "--attacker-card", "calm"]);
    // only a 6 arrives; after 2 to 5 the card passes the test (A5.6), after a natural 1 it is not
    // played (A5.5), and 15 of 36 rolls of 2D6 are below a morale of 7 and cost 1 + D3 wounds
    close(&answer["quantities"]["own_wounds"]["mean"], 1.0 / 6.0 * 15.0 / 36.0 * 3.0);
}

#[test]
fn a_card_is_played_once_in_a_duel_unless_it_stays() {
    let left = |card: &str, side: &str, first: &str| {
        let duel = ["duel", "threes", "threes", "--activations", "5", "--first", first, side, card];
        let answer = own(&duel);
        [&answer["quantities"]["a_left"]["mean"], &answer["quantities"]["b_left"]["mean"]]
            .map(|mean| mean.as_f64().expect("a mean"))
    };
    // nobody rolls dice: the card alone wounds, once, or in each of a's three attacks
    let near = |found: [f64; 2], expected: [f64; 2]| {
        assert!(
            found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12),
            "{found:?} is not {expected:?}"
        );
    };
    near(left("sting", "--a-card", "a"), [8.0, 7.0]);
    near(left("sting=always", "--a-card", "a"), [8.0, 5.0]);
    near(left("sting", "--b-card", "a"), [7.0, 8.0]);
    near(left("ambush", "--a-card", "a"), [8.0, 6.0]);
    near(left("ambush", "--a-card", "b"), [8.0, 6.0]);
}

#[test]
fn why_counts_each_card() {
    let answer =
        own(&["attack", "ones", "threes", "--no-orders", "--attacker-card", "swoop", "--why"]);
    let rows = answer["contributions"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["what"] == "Swoop").expect("the card");
    assert_eq!((&row["kind"], &row["side"]), (&"card".into(), &"attacker".into()));
    // two dice on 4+ against saves of 6+: morale of 2+ is never failed
    close(&row["wounds"], 2.0 * 0.5 * 5.0 / 6.0);
}

#[test]
fn cards_that_cannot_be_played_are_refused() {
    let attack = |options: &[&str], words: &str| {
        refused(&[&["attack", SWORDS, GUARDS], options].concat(), words);
    };
    attack(&["--attacker-card", "winters migth"], "did you mean `Winter's Might`?");
    attack(&["--attacker-card", "hear me roar"], "is a card of Lannister, and Stark Sworn Swords");
    attack(&["--defender-card", "winter's might"], "is a card of Stark, and Lannister Guardsmen");
    attack(&["--attacker-card", "assault orders"], "nothing on `Assault Orders` takes effect");
    attack(&["--attacker-card", "martial superiority"], "which does not happen for the attacker");
    attack(&["--attacker-card", "devastating impact"], "and nobody charges in this question");
    attack(&["--attacker-card", "winter's might=twice"], "it can be played in one way only");
    attack(
        &["--attacker-card", "winter's might", "--attacker-card", "northern ferocity"],
        "a player plays one card per trigger (A8.4)",
    );
    attack(
        &["--attacker-card", "winter's might", "--attacker-card", "winter's might"],
        "effects of the same name do not add up (A0.8)",
    );
    attack(
        &["--charge", "--disorderly", "--attacker-card", "winter's might"],
        "after a disorderly charge its player cannot play cards (A5.5)",
    );
    refused(
        &["attack", "stark bowmen", GUARDS, "--ranged", "--attacker-card", "winter's might"],
        "is played only in melee, which does not hold here",
    );
    refused(
        &["attack", "sworn swords + the wolf lord", GUARDS, "--attacker-card", "berserker tactics"],
        "and the commander here is Robb Stark, The Wolf Lord: an army has one (A11.4)",
    );
    refused(
        &["attack", "sworn brothers", GUARDS, "--charge", "--attacker-card", "for the watch"],
        "it changes the charge roll: ask `charge` instead",
    );
    refused(
        &["panic", SWORDS, "--card", "winter's might"],
        "this question is about a panic test alone",
    );
    refused(
        &[
            "charge",
            &format!("{SWORDS},stark bowmen"),
            GUARDS,
            "--distance",
            "8",
            "--attacker-card",
            "devastating impact",
        ],
        "a list has several",
    );
    let (_folder, file) = own_cards();
    let file = file.to_str().expect("text");
    refused(
        &["attack", "ones", "twos", "--attacker-card", "leader", "--catalogue", file],
        "is played only with the commander in the unit, which does not hold here",
    );
}

#[test]
fn the_command_lists_searches_and_shows_cards() {
    assert_eq!(json(&["cards"]).as_array().map(Vec::len), Some(344));
    assert_eq!(json(&["cards", "--commander", "wolf lord"]).as_array().map(Vec::len), Some(3));
    let found = json(&["cards", "search", "saves", "stark"]);
    assert!(
        found.as_array().expect("cards").iter().any(|card| card["id"] == "stark-winters-might")
    );
    let card = json(&["cards", "show", "winter's might"]);
    assert_eq!((&card["status"], &card["faction"]), (&"counted".into(), &"Stark".into()));
    assert_eq!(card["play"][0]["trigger"], "before-attacking");
    let shown = printed(&["cards", "show", "winter's might"]);
    assert!(shown.contains("Played before the unit's attack dice"), "{shown}");
    refused(&["cards", "show", "winters migth"], "did you mean `Winter's Might`?");
    refused(&["cards", "show", "lash out"], "matches 6 cards");
    refused(&["cards", "--faction", "tully"], "factions are Baratheon");
    assert_eq!(json(&["cards", "--ncus"]).as_array().map(Vec::len), Some(95));
    let found = json(&["cards", "search", "--ncus", "guess", "two", "zones"]);
    assert!(
        found
            .as_array()
            .expect("NCUs")
            .iter()
            .any(|ncu| ncu["name"] == "Qyburn, Master Of Whisperers")
    );
    let ncu = json(&["cards", "show", "the spider"]);
    assert_eq!((&ncu["status"], &ncu["tokens"]), (&"counted".into(), &3.into()));
    let shown = printed(&["cards", "show", "the spider"]);
    assert!(shown.contains("It has 3 order tokens at the start."), "{shown}");
    refused(&["cards", "search", "--ncus", "the spidre"], "did you mean `Lord Varys");
    let coverage = &json(&["cards", "--coverage"])["questions"]["tactics"];
    let count = |key: &str| coverage[key].as_u64().expect("a count");
    assert_eq!(count("cards"), 344);
    // what questions count may grow, and does not shrink
    assert!(count("counted") >= 95 && count("counted") + count("counted_in_part") >= 170);
}
