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
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Grey Wind, Lannister Guardsmen"), "{told}");
    let lost = [&field, &["--defenders", BOWMEN, "--attacker-wounds-lost", "4"][..]].concat();
    let told = printed(&lost);
    assert!(told.contains("Grey Wind (it has 4 wounds and cannot lose 4)"), "{told}");
    let pair = ["matrix", "--attackers", SWORDS, "--defenders", GUARDS];
    for (options, words) in [
        (&["--defender-with", CAPTAIN][..], "cannot join any of these units"),
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

/// Sworn Swords (speed 5) roll at most 11 inches, Outriders (speed 6) 12.
const FAR: [&str; 3] = ["--charge", "--distance", "12"];
const TOO_FAR: &str = "out of reach: the longest charge is 11\"";

#[test]
fn rows_out_of_reach_say_so_and_are_in_no_mean() {
    use crate::common::reply_to;
    use warodds::request::Reply;
    use warodds::study::field::FieldAnswer;

    let units = "stark-sworn-swords,stark-outriders";
    let field = format!("{GUARDS},{BOWS}");
    let asked = ["matrix", "--attackers", units, "--defenders", field.as_str()];
    let asked = [&asked[..], &FAR].concat();
    let found = printed_json(&asked);
    let row = |id: &str| {
        let all = found["attackers"].as_array().expect("rows");
        all.iter().position(|unit| unit["id"] == id).expect("a row")
    };
    let (swords, outriders) = (row(SWORDS), row("stark-outriders"));
    assert_eq!(found["attackers"][swords]["out_of_reach"], TOO_FAR);
    assert!(found["attackers"][outriders].get("out_of_reach").is_none());
    assert!(found["values"]["mean_wounds"][swords][0].is_null(), "{found}");
    let single = asked_charge("stark-outriders", GUARDS);
    let column = found["defenders"].as_array().expect("columns").iter();
    let column = column.clone().position(|unit| unit["id"] == GUARDS).expect("a column");
    close(number(&found["values"]["mean_wounds"][outriders][column], ""), single);
    assert!(found["notes"].to_string().contains("Stark Sworn Swords: out of reach"), "{found}");
    let text = printed(&asked);
    assert!(text.contains("Stark Sworn Swords (out of"), "{text}");
    let csv = printed(&[&asked[..], &["--csv"]].concat());
    let marked = csv.lines().filter(|line| line.contains("out of reach")).count();
    assert_eq!((csv.lines().count(), marked), (5, 2), "{csv}");

    let link = format!("matrix?attackers={units}&defenders={field}&charge&distance=12");
    let Ok(Reply::Field(answer)) = reply_to(&link) else { panic!("{link}") };
    let FieldAnswer::Matrix(answer) = *answer else { panic!("{link}") };
    assert_eq!(answer.attacker_mean(swords), None);
    for column in 0..2 {
        assert_eq!(answer.defender_mean(column), answer.value(outriders, column));
    }
    assert_eq!(answer.mean(), answer.attacker_mean(outriders));
}

fn asked_charge(attacker: &str, defender: &str) -> f64 {
    let found = asked(&["charge", attacker, defender], &["--distance", "12"]);
    number(&found, "/quantities/wounds/mean")
}

#[test]
fn compared_units_out_of_reach_are_no_zeros() {
    let compare = |units: [&'static str; 2]| ["compare", units[0], units[1], "--against", GUARDS];
    let pair = compare([SWORDS, "stark-outriders"]);
    for by in [&["--by", "wounds"][..], &["--by", "trade"]] {
        let wrong = refusal(&[&pair[..], &FAR, by].concat());
        assert!(wrong.contains(TOO_FAR) && wrong.contains("--distance"), "{wrong}");
    }
    let sweep = ["--charge", "--distance", "11..12"];
    let cases = asked(&pair, &[&sweep[..], &["--by", "wounds"]].concat());
    let [near, far] = [&cases[0], &cases[1]];
    assert_eq!(near["matchups"].as_array().map(Vec::len), Some(1), "{near}");
    assert_eq!(far["matchups"].as_array().map(Vec::len), Some(0), "{far}");
    assert!(far["notes"].to_string().contains("out of reach"), "{far}");
    assert_eq!(far["partial"], false, "{far}");
    let cases = asked(&pair, &[&sweep[..], &["--by", "trade"]].concat());
    let units = |case: &Value| case["units"].as_array().map(Vec::len);
    assert_eq!((units(&cases[0]), units(&cases[1])), (Some(2), Some(1)));
    assert_eq!(cases[1]["left_out"][0]["why"], TOO_FAR);
    // neither of these reaches so far: the answer is whole, without units
    let none = compare([SWORDS, "umber-berserkers"]);
    let cases = asked(&none, &["--charge", "--distance", "13..14", "--by", "trade"]);
    assert_eq!((units(&cases[0]), units(&cases[1])), (Some(0), Some(0)), "{cases}");
}

/// Attachments of Winterfell Guard cost 1 less (A11.7): a Sworn Sword Captain of 1 point is free.
#[test]
fn attachments_cost_what_they_cost_in_their_unit() {
    let cost = |answer: &Value, list: &str| {
        let rows = answer[list].as_array().expect("a list").clone();
        let row = rows.into_iter().find(|row| row["id"] == "sworn-sword-captain");
        row.expect("it is ranked")["cost"].clone()
    };
    for (unit, wanted) in [("winterfell-guard", 0), (SWORDS, 1)] {
        let question = ["attachments", "--for", unit, "--charge"];
        let answer = asked(&question, &["--against", GUARDS]);
        assert_eq!(cost(&answer, "attachments"), wanted, "{unit}");
    }
}
