//! Lists of values in any field: one question for each combination.

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("it runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

const NUMBERS: [&str; 7] = ["attack", "--dice", "8", "--hit", "3+", "--morale", "7"];

#[test]
fn each_combination_gets_the_answer_of_its_own_question() {
    let lists = ["--defense", "3..5", "--facing", "front,rear", "--charge=yes,no"];
    let all = json(&[&NUMBERS[..], &lists].concat());
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 12);
    let mut place = 0;
    for defense in ["3", "4", "5"] {
        for facing in ["front", "rear"] {
            for charge in [true, false] {
                let mut one = [&NUMBERS[..], &["--defense", defense, "--facing", facing]].concat();
                if charge {
                    one.push("--charge");
                }
                let (case, alone) = (&all[place], json(&one));
                assert_eq!(case["quantities"], alone["quantities"], "{one:?}");
                assert_eq!(case["case"]["defense"].to_string(), defense);
                assert_eq!(case["case"]["facing"], facing);
                assert_eq!(case["case"]["charge"], charge);
                place += 1;
            }
        }
    }
}

/// Eight dice on 3+, saves of D+, no morale failures counted: 8 · 2/3 · (D − 1)/6 hits are
/// unblocked, 16/9, 8/3 and 32/9 for D of 3, 4 and 5. The panic test adds to each.
#[test]
fn values_of_a_range_are_all_whole_numbers_in_it() {
    let all = json(&[&NUMBERS[..], &["--defense", "3..5", "--wounds", "60"]].concat());
    let hits = all
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["quantities"]["attack_wounds"]["mean"].as_f64().expect("a mean"));
    for (mean, wanted) in hits.zip([16.0 / 9.0, 8.0 / 3.0, 32.0 / 9.0]) {
        assert!((mean - wanted).abs() < 1e-12, "{mean} {wanted}");
    }
}

#[test]
fn units_may_be_listed_by_name_or_as_an_army() {
    let swords = "stark sworn swords";
    let all = json(&["attack", swords, "lannister guardsmen, gregor clegane"]);
    assert_eq!(all[0]["case"]["defender"], "Lannister Guardsmen");
    let alone = json(&["attack", swords, "gregor clegane"]);
    assert_eq!(all[1]["quantities"], alone["quantities"]);
    let list = json(&["attack", swords, "list=scenarios/lists/lannister-40.toml"]);
    assert_eq!(list.as_array().map(Vec::len), Some(6));
    let duels =
        json(&["duel", swords, "lannister guardsmen, umber berserkers", "--rounds", "1..2"]);
    assert_eq!(duels.as_array().map(Vec::len), Some(4));
    let army = json(&["duel", swords, "list=scenarios/lists/lannister-40.toml"]);
    assert_eq!(army.as_array().map(Vec::len), Some(6));
}

#[test]
fn links_and_commands_have_the_same_cases() {
    let link = "attack/stark-sworn-swords/lannister-guardsmen?facing=front%2Cflank&charge=yes,no";
    let command = json(&[
        "attack",
        "stark sworn swords",
        "lannister guardsmen",
        "--facing",
        "front,flank",
        "--charge=yes,no",
    ]);
    assert_eq!(json(&["ask", link]), command);
    let output = run(&["ask", link, "--as", "link"]);
    let canonical = String::from_utf8(output.stdout).expect("text");
    assert_eq!(json(&["ask", canonical.trim()]), command);
    let units = json(&["westeros", "attack", "green, red", "blue", "--flanking=no,yes"]);
    assert_eq!(json(&["ask", "westeros/attack/green,red/blue?flanking=no,yes"]), units);
    assert_eq!(units.as_array().map(Vec::len), Some(4));
}

#[test]
fn tables_and_data_have_a_column_for_each_list() {
    let lists = ["--defense", "3,4", "--vulnerable=no,yes"];
    let table = String::from_utf8(run(&[&NUMBERS[..], &lists].concat()).stdout).expect("text");
    for column in ["defense", "vulnerable"] {
        assert!(table.contains(column), "{table}");
    }
    let csv = run(&[&NUMBERS[..], &lists, &["--csv"]].concat()).stdout;
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    let head = reader.headers().expect("a head").clone();
    assert!(
        head.iter().any(|one| one == "defense") && head.iter().any(|one| one == "defender_tokens")
    );
}

#[test]
fn different_units_of_one_question_share_a_table() {
    let units = ["attack", "stark sworn swords", "lannister guardsmen, gregor clegane"];
    let table = String::from_utf8(run(&units).stdout).expect("text");
    assert_eq!(table.matches("exact\n").count(), 1, "{table}");
    assert!(table.contains("Stark Sworn Swords → Lannister Guardsmen, Gregor Clegane"), "{table}");
    let damage = ["warmachine", "damage", "--skill", "7", "--def", "14", "--pow", "20"];
    let output = run(&[&damage[..], &["--arm", "18..20"]].concat());
    let table = String::from_utf8(output.stdout).expect("text");
    assert_eq!(table.matches("expected").count(), 1, "{table}");
}

#[test]
fn flags_given_as_unset_are_left_out() {
    let plain = json(&["ask", "attack?dice=8&hit=3&defense=4&morale=7"]);
    for unset in ["charge=no", "why=no", "strict=false", "check=0"] {
        let link = format!("attack?dice=8&hit=3&defense=4&morale=7&{unset}");
        assert_eq!(json(&["ask", &link]), plain, "{unset}");
    }
}

#[test]
fn lists_that_make_no_sense_are_refused() {
    let with = |more: &[&'static str]| [&NUMBERS[..], more].concat();
    for (arguments, part) in [
        (with(&["--defense", "3,3"]), "--defense lists 3 twice"),
        (
            with(&["--defense", "5..3"]),
            "the second number of a range must be larger than the first",
        ),
        (with(&["--defense", "3..x"]), "from one whole number to a larger one"),
        (with(&["--defense", "3,"]), "--defense cannot be ``"),
        (with(&["--defense", "4", "--facing", ","]), "--facing cannot be ``"),
        (with(&["--defense", "3..9"]), "it must be a whole number from 2 to 6"),
        (with(&["--defense", "4", "--charge=perhaps"]), "its value is yes or no"),
        (with(&["--defense", "3..5", "--why"]), "give one value for each option"),
        (with(&["--defense", "4", "--charge=yes,no", "--disorderly"]), "--charge"),
        (
            vec!["explain", "stark sworn swords", "lannister guardsmen", "--rear=yes,no"],
            "takes one value for --facing",
        ),
    ] {
        let told = refused(&arguments);
        assert!(told.contains(part), "{arguments:?}: {told}");
    }
}

#[test]
fn a_retreat_out_of_reach_is_an_answer_among_others() {
    // speed 5 and a die: 11" at most (A6.12), with rough terrain 10"
    let chances = |terrain: &str| -> Vec<f64> {
        let command = ["retreat", "--speed", "5", "--distance", "10..12", "--terrain", terrain];
        let answers = json(&command);
        let answers = answers.as_array().expect("an array").iter();
        answers.map(|answer| answer["events"]["away"]["p"].as_f64().expect("a chance")).collect()
    };
    let close = |found: &[f64], expected: [f64; 3]| {
        found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12)
    };
    assert!(close(&chances("open"), [2.0 / 6.0, 1.0 / 6.0, 0.0]));
    assert!(close(&chances("rough"), [1.0 / 6.0, 0.0, 0.0]));
    let alone = refused(&["retreat", "--speed", "5", "--distance", "12"]);
    assert!(alone.contains("out of reach"), "{alone}");
}

#[test]
fn a_list_that_may_be_a_decimal_says_so() {
    const NOTE: &str = "--distance 8,5 asks about 8 and 5; for a decimal write 8.5";
    let charge = ["charge", "--speed", "5", "--distance"];
    let all = json(&[&charge[..], &["8,5"]].concat());
    let all = all.as_array().expect("two cases");
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|case| case["notes"].to_string().contains(NOTE)), "{all:?}");
    let text = String::from_utf8(run(&[&charge[..], &["8,5"]].concat()).stdout).expect("text");
    assert_eq!(text.matches("for a decimal write 8.5").count(), 1, "{text}");
    for clear in ["8,5,9", "8.5,9", "5..8", "8.5", "8, 5"] {
        let told = json(&[&charge[..], &[clear]].concat()).to_string();
        assert!(!told.contains("for a decimal write"), "{clear}: {told}");
    }
    // whole numbers have no decimals
    let dice = json(&["attack", "--dice", "8,5", "--hit", "3", "--defense", "4", "--morale", "7"]);
    assert!(!dice.to_string().contains("for a decimal write"), "{dice}");
    let field = ["matrix", "--attackers", "stark outriders", "--defenders", "lannister guardsmen"];
    let field = json(&[&field[..], &["--charge", "--distance", "8,5"]].concat());
    assert!(field.to_string().contains(NOTE), "{field}");
}

#[test]
fn trials_are_taken_as_they_are_printed() {
    let of = |trials: &str| {
        let more = ["--defense", "4", "--engine", "monte-carlo", "--seed", "7", "--trials", trials];
        run(&[&NUMBERS[..], &more].concat()).stdout
    };
    let spaced = of("10 000");
    assert!(String::from_utf8_lossy(&spaced).contains("10 000 resolutions"));
    assert_eq!(spaced, of("10000"));
    let wrong = ["--defense", "4", "--engine", "monte-carlo", "--trials", "1 000 00"];
    assert!(refused(&[&NUMBERS[..], &wrong].concat()).contains("--trials"));
}
