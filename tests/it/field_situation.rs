//! Matrices and comparisons in a situation: wounds lost, attachments, charges that may fail and
//! points, each cell held against the question about the two units.

use serde_json::Value;

use crate::common::{printed, printed_json, refusal};

const SWORDS: &str = "stark-sworn-swords";
const BOWMEN: &str = "stark-bowmen";
const GUARDS: &str = "lannister-guardsmen";
const BOWS: &str = "lannister-crossbowmen";
const CAPTAIN: &str = "sworn-sword-captain";

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

#[track_caller]
fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number at {path}"))
}

/// The single cell of a matrix.
fn cell(attacker: &str, defender: &str, options: &[&str], metric: &str) -> f64 {
    let field = ["matrix", "--attackers", attacker, "--defenders", defender];
    number(&printed_json(&[&field, options].concat()), &format!("/values/{metric}/0/0"))
}

fn asked(words: &[&str], options: &[&str]) -> Value {
    printed_json(&[words, options].concat())
}

#[test]
fn matrix_in_a_situation_has_the_wounds_of_attack() {
    let lost = ["--attacker-wounds-lost", "5", "--defender-wounds-lost", "9"];
    let found = asked(&["attack", SWORDS, GUARDS], &lost);
    close(cell(SWORDS, GUARDS, &lost, "mean_wounds"), number(&found, "/quantities/wounds/mean"));
    close(cell(SWORDS, GUARDS, &lost, "p_destroyed"), number(&found, "/events/destroyed/p"));
    let with = ["--with", CAPTAIN, "--weakened"];
    let found = asked(&["attack", SWORDS, GUARDS], &with);
    close(cell(SWORDS, GUARDS, &with, "mean_wounds"), number(&found, "/quantities/wounds/mean"));
    let led = format!("{SWORDS} + {CAPTAIN}");
    close(
        cell(&led, GUARDS, &["--weakened"], "mean_wounds"),
        number(&found, "/quantities/wounds/mean"),
    );
    let lost = ["--attacker-wounds-lost", "5", "--duel", "--defender-wounds-lost", "2"];
    let found = asked(&["duel", SWORDS, GUARDS], &["--a-wounds-lost", "5", "--b-wounds-lost", "2"]);
    close(cell(SWORDS, GUARDS, &lost, "mean_left"), number(&found, "/quantities/a_left/mean"));
}

#[test]
fn matrix_of_charges_has_the_wounds_of_charge() {
    for options in [&["--facing", "flank"][..], &["--terrain", "rough", "--reroll-distance"]] {
        let options = [&["--distance", "9"], options].concat();
        let found = asked(&["charge", SWORDS, BOWS], &options);
        let charging = [&["--charge"], &options[..]].concat();
        close(
            cell(SWORDS, BOWS, &charging, "mean_wounds"),
            number(&found, "/quantities/wounds/mean"),
        );
    }
    let compared = asked(
        &["compare", SWORDS, "stark-outriders", "--against", BOWS, "--by", "wounds"],
        &["--charge", "--distance", "9"],
    );
    let one = asked(&["charge", SWORDS, BOWS], &["--distance", "9"]);
    let other = asked(&["charge", "stark-outriders", BOWS], &["--distance", "9"]);
    let [one, other] = [one, other].map(|found| number(&found, "/quantities/wounds/mean"));
    close(number(&compared, "/mean_difference"), one - other);
    assert_eq!(cell(SWORDS, BOWS, &["--charge", "--distance", "30"], "mean_wounds"), 0.0);
}

#[test]
fn points_of_a_matrix_are_those_of_options() {
    for by in ["by-destruction", "by-ranks", "by-wounds"] {
        let options = ["--defender-wounds-lost", "7", "--points", by];
        let found = asked(&["options", SWORDS, BOWS, "--engaged"], &options);
        let options = [&options[..], &["--metric", "points", "--weapon", "melee"]].concat();
        for name in ["destroyed", "lost"] {
            let expected = number(&found, &format!("/0/points/{name}"));
            close(cell(SWORDS, BOWS, &options, &format!("points_{name}")), expected);
        }
        // of duels: from the distributions of wounds left; both have 12 wounds in 3 ranks
        let options = ["--duel", "--metric", "points", "--points", by];
        let duel = asked(&["duel", SWORDS, BOWS], &[]);
        let share = |side: &str| {
            let pmf = duel.pointer(&format!("/quantities/{side}_left/pmf")).expect("a duel");
            let each = pmf.as_array().expect("numbers").iter().filter_map(Value::as_f64);
            let lost = |left: usize| match by {
                "by-destruction" => f64::from(u8::from(left == 0)),
                "by-ranks" => 1.0 - left.div_ceil(4) as f64 / 3.0,
                _ => 1.0 - left as f64 / 12.0,
            };
            each.enumerate().map(|(left, p)| p * lost(left)).sum::<f64>()
        };
        close(cell(SWORDS, BOWS, &options, "points_destroyed"), 6.0 * share("b"));
        close(cell(SWORDS, BOWS, &options, "points_lost"), 5.0 * share("a"));
        let net = 6.0 * share("b") - 5.0 * share("a");
        close(cell(SWORDS, BOWS, &options, "points"), net);
    }
}

#[test]
fn units_that_cannot_be_in_a_situation_are_named() {
    let field = ["matrix", "--attackers", "stark-sworn-swords, grey-wind, lannister-guardsmen"];
    let told = printed(&[&field, &["--defenders", BOWMEN, "--with", CAPTAIN][..]].concat());
    assert!(told.contains("without Sworn Sword Captain"), "{told}");
    assert!(told.contains("Grey Wind, Lannister Guardsmen"), "{told}");
    let lost = [&field, &["--defenders", BOWMEN, "--attacker-wounds-lost", "4"][..]].concat();
    let told = printed(&lost);
    assert!(told.contains("Grey Wind (it has 4 wounds and cannot lose 4)"), "{told}");
    let pair = ["matrix", "--attackers", SWORDS, "--defenders", GUARDS];
    for (options, words) in [
        (&["--defender-with", CAPTAIN][..], "may join none of these units"),
        (&["--with", "nobody at all"], "nobody at all"),
        (&["--distance", "8"], "--charge"),
        (&["--terrain", "rough"], "--distance"),
        (&["--charge", "--distance", "8", "--fortified"], "--terrain"),
        (&["--duel", "--charge", "--distance", "8"], "charge distance"),
        (&["--defender-wounds-lost", "12"], "cannot lose 12"),
        (&["--metric", "wounds", "--points", "by-ranks"], "--metric points"),
        (&["--metric", "points", "--at-least", "2"], "--at-least"),
    ] {
        let told = refusal(&[&pair[..], options].concat());
        assert!(told.contains(words), "{options:?}: {told}");
    }
    let survive = ["compare", SWORDS, BOWMEN, "--by", "survive", "--charge", "--distance", "8"];
    assert!(refusal(&survive).contains("charge distance"));
}
