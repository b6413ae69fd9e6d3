//! Matrices, comparisons and attachments with lists: a case for each combination of the values.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::{Value, json};
use warodds::catalogue::Catalogue;

const SWORDS: &str = "stark sworn swords";
const GUARDS: &str = "lannister guardsmen";

/// A small question of each kind.
const QUESTIONS: [&[&str]; 3] = [
    &[
        "matrix",
        "--attackers",
        "stark sworn swords, umber berserkers",
        "--defenders",
        "lannister, 5",
    ],
    &["compare", SWORDS, "umber berserkers", "--against", "lannister, infantry, 5"],
    &["attachments", "--for", SWORDS, "--against", "lannister, infantry, 5"],
];

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("it runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn answer(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--json"]].concat())).expect("JSON")
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// The rows of a CSV by the names of its columns.
fn rows(arguments: &[&str]) -> Vec<Vec<(String, String)>> {
    let text = stdout(&[arguments, &["--csv"]].concat());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let row = |record: csv::StringRecord| {
        names.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect()
    };
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

/// The values of a column.
fn column(rows: &[Vec<(String, String)>], name: &str) -> Vec<String> {
    let value = |row: &Vec<(String, String)>| {
        let found = row.iter().find(|(known, _)| known == name);
        found.unwrap_or_else(|| panic!("no column {name}")).1.clone()
    };
    rows.iter().map(value).collect()
}

/// An answer without what only a case has.
fn without_case(mut answer: Value) -> Value {
    let object = answer.as_object_mut().expect("an object");
    object.remove("case");
    object.remove("name");
    answer
}

#[test]
fn field_cases_follow_declaration_and_equal_single_questions() {
    for question in QUESTIONS {
        // the order of the options does not matter, that of the values does
        let all = answer(&[question, &["--charge=yes,no", "--facing", "flank,front"]].concat());
        let mut found = all.as_array().expect("a list").iter();
        for facing in ["flank", "front"] {
            for charge in [true, false] {
                let case = found.next().expect("a case");
                assert_eq!(case["case"], json!({ "facing": facing, "charge": charge }));
                let name = case["name"].as_str().expect("a name");
                let words = if charge { "yes" } else { "no" };
                assert!(name.ends_with(&format!(": {facing}, charge {words}")), "{name}");
                let options = ["--facing", facing, "--charge"];
                let used = if charge { 3 } else { 2 };
                let alone = answer(&[question, &options[..used]].concat());
                assert!(alone.get("case").is_none(), "{alone}");
                // numbers are printed with all digits, so equal texts are equal bits
                assert_eq!(
                    without_case(case.clone()).to_string(),
                    without_case(alone).to_string(),
                    "{question:?} {facing} {charge}"
                );
            }
        }
        assert!(found.next().is_none());
    }
}

#[test]
fn sampled_field_cases_have_the_dice_of_single_questions() {
    let rolled = ["--engine", "monte-carlo", "--trials", "3000", "--seed", "5"];
    for question in &QUESTIONS[..2] {
        let all = answer(&[question, &rolled[..], &["--facing", "front,rear"]].concat());
        for (place, facing) in ["front", "rear"].into_iter().enumerate() {
            let alone = answer(&[question, &rolled[..], &["--facing", facing]].concat());
            assert_eq!(without_case(all[place].clone()), without_case(alone), "{question:?}");
        }
    }
}

#[test]
fn units_of_field_questions_may_be_listed() {
    let all =
        answer(&["compare", "stark sworn swords, stark outriders", GUARDS, "--against", GUARDS]);
    assert_eq!(all[0]["case"], json!({ "a": "Stark Sworn Swords" }));
    assert_eq!(all[1]["attackers"][0]["name"], "Stark Outriders");
    let list = "list=scenarios/lists/lannister-40.toml";
    let army = answer(&["compare", SWORDS, list, "--against", GUARDS]);
    assert_eq!(army.as_array().map(Vec::len), Some(6));
    let units = format!("{SWORDS}, {GUARDS}");
    let all = answer(&["attachments", "--for", &units, "--against", GUARDS]);
    assert_eq!(all[1]["case"], json!({ "unit": "Lannister Guardsmen" }));
    let alone = answer(&["attachments", "--for", GUARDS, "--against", GUARDS]);
    assert_eq!(all[1]["attachments"], alone["attachments"]);
}

#[test]
fn filters_are_one_value_and_repeated_ones_are_united() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let found = answer(arguments);
        let units = found["attackers"].as_array().expect("units");
        let mut ids: Vec<String> = units.iter().map(|unit| unit["id"].to_string()).collect();
        ids.sort();
        ids
    };
    let ids = |filter: &str| -> Vec<String> {
        let found = Catalogue::shipped().filtered(filter).expect("a filter");
        found.iter().map(|unit| format!("{:?}", unit.id())).collect()
    };
    let filter = "stark, infantry, 5..6";
    let of = |filters: &[&str]| {
        let attackers = filters.iter().flat_map(|filter| ["--attackers", filter]);
        let words: Vec<&str> = ["matrix"].into_iter().chain(attackers).collect();
        names(&[&words[..], &["--defenders", GUARDS]].concat())
    };
    let mut expected = ids(filter);
    expected.sort();
    assert_eq!(of(&[filter]), expected);
    // the first is among the others, and each unit has one row
    assert_eq!(of(&[SWORDS, filter]), expected);
    expected.extend(ids("greyjoy, infantry"));
    expected.extend(ids("lannister, 7"));
    expected.sort();
    assert_eq!(of(&[filter, "greyjoy, infantry", "lannister, 7"]), expected);
}

#[test]
fn csv_of_field_cases_has_a_column_for_each_list() {
    for question in QUESTIONS {
        let lists = ["--facing", "front,flank", "--charge=no,yes"];
        let all = rows(&[question, &lists].concat());
        let heads: Vec<&str> = all[0].iter().take(2).map(|(name, _)| name.as_str()).collect();
        assert_eq!(heads, ["facing", "charge"]);
        let mut singles = Vec::new();
        for facing in ["front", "flank"] {
            for options in [&["--facing", facing][..], &["--facing", facing, "--charge"]] {
                singles.extend(rows(&[question, options].concat()));
            }
        }
        assert_eq!(all.len(), singles.len());
        for (row, single) in all.iter().zip(&singles) {
            let is_result = |field: &&(String, String)| !["matrix", "compare"].contains(&&*field.0);
            assert!(row[2..].iter().filter(is_result).eq(single.iter().filter(is_result)));
        }
        let facings = column(&all, "facing");
        assert!(facings.windows(2).all(|pair| pair[0] == pair[1] || pair[0] == "front"));
        assert_eq!(column(&all, "charge")[0], "no");
    }
}

#[test]
fn csv_of_different_columns_leaves_cells_empty() {
    let pair = ["matrix", "--attackers", SWORDS, "--defenders", GUARDS];
    let all = rows(&[&pair[..], &["--at-least", "2..3"]].concat());
    for (row, k) in ["2", "3"].into_iter().enumerate() {
        let alone = rows(&[&pair[..], &["--at-least", k]].concat());
        let name = format!("p_at_least_{k}");
        assert_eq!(column(&all, &name)[row], column(&alone, &name)[0]);
        assert_eq!(column(&all, &name)[1 - row], "");
    }
    let duels = rows(&[&pair[..], &["--duel=no,yes"]].concat());
    assert_eq!((column(&duels, "p_wins")[0].as_str(), column(&duels, "sd")[1].as_str()), ("", ""));
    // the list has the name of a column of results
    let units = format!("{SWORDS}, {GUARDS}");
    let all = rows(&["attachments", "--for", &units, "--against", GUARDS]);
    assert_eq!(column(&all, "case_unit"), column(&all, "unit"));
}

#[test]
fn tables_of_field_cases_begin_with_a_row_for_each() {
    for (question, part) in QUESTIONS.into_iter().zip(["best attacker", "a − b", "best attachment"])
    {
        let asked = [question, &["--facing", "front,rear"]].concat();
        let table = stdout(&[&asked[..], &["--full"]].concat());
        let (overview, rest) = table.split_once("\n\n").expect("parts");
        assert!(stdout(&asked).starts_with(overview), "{overview}");
        assert!(overview.contains(": 2 cases, ") && overview.contains(part), "{overview}");
        assert_eq!(overview.lines().filter(|line| line.starts_with("│ front")).count(), 1);
        assert_eq!(overview.lines().filter(|line| line.starts_with("│ rear")).count(), 1);
        assert!(rest.starts_with("front\n") && rest.contains("\nrear\n"), "{rest}");
    }
}

#[test]
fn links_of_field_cases_round_trip() {
    for (link, command) in [
        (
            "matrix?attackers=stark%2C%205&attackers=greyjoy%2C%207&defenders=lannister-guardsmen\
             &charge=yes,no&facing=front%2Cflank",
            &[
                "matrix",
                "--attackers",
                "stark, 5",
                "--attackers",
                "greyjoy, 7",
                "--defenders",
                GUARDS,
                "--facing",
                "front,flank",
                "--charge=yes,no",
            ][..],
        ),
        (
            "attachments?for=stark-sworn-swords,lannister-guardsmen&against=lannister%2C%206",
            &[
                "attachments",
                "--for",
                "stark sworn swords, lannister guardsmen",
                "--against",
                "lannister, 6",
            ],
        ),
    ] {
        let asked = answer(&["ask", link]);
        assert!(asked.as_array().is_some_and(|all| all.len() > 1), "{link}");
        // the name of a matrix has the filter as it was written
        let numbers = |all: Value| -> Vec<Value> {
            all.as_array().expect("a list").iter().cloned().map(without_case).collect()
        };
        assert_eq!(numbers(answer(command)), numbers(asked.clone()));
        let canonical = stdout(&["ask", link, "--as", "link"]);
        assert_eq!(answer(&["ask", canonical.trim()]), asked);
        assert_eq!(stdout(&["ask", canonical.trim(), "--as", "link"]), canonical);
    }
}

#[test]
fn charts_of_field_cases_are_written_for_each() {
    for question in QUESTIONS {
        let out = tempfile::tempdir().expect("a directory");
        let folder = out.path().display().to_string();
        stdout(&[question, &["--facing", "front,flank", "--out", &folder]].concat());
        let written = out.path().read_dir().expect("a directory").next().expect("a question");
        let written = written.expect("an entry").path();
        let kind = question[0];
        for case in ["front", "flank"] {
            let file = |ending: &str| written.join(format!("{kind}-{case}.{ending}"));
            let png = std::fs::read(file("png")).expect("a chart");
            assert!(png.starts_with(b"\x89PNG"), "{}", file("png").display());
            let svg = std::fs::read_to_string(file("svg")).expect("a chart");
            // attachments are described by their terms, which leave out the default
            assert!(svg.contains(case) || (kind, case) == ("attachments", "front"), "{case}");
        }
        let data = std::fs::read_to_string(written.join(format!("{kind}.json"))).expect("data");
        let data: Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!(data.as_array().map(Vec::len), Some(2));
        assert!(written.join(format!("{kind}.csv")).is_file());
    }
}

#[test]
fn key_charts_of_many_field_cases_are_limited() {
    let out = tempfile::tempdir().expect("a directory");
    let folder = out.path().display().to_string();
    let pair = ["matrix", "--attackers", SWORDS, "--defenders", GUARDS, "--out", &folder];
    let lists = ["--facing", "front,flank,rear", "--hit-modifier=-2..2"];
    let charts = |arguments: &[&str]| {
        let output = run(arguments);
        assert!(output.status.success());
        let charts = pngs(out.path());
        (charts, String::from_utf8(output.stderr).expect("text"))
    };
    let (count, note) = charts(&[&pair[..], &lists[..]].concat());
    assert_eq!(count, 12);
    assert!(note.contains("12 of 15 charts are drawn"), "{note}");
    let (count, _) = charts(&[&pair[..], &lists[..], &["--charts", "all"]].concat());
    assert_eq!(count, 15);
    let (count, _) = charts(&[&pair[..], &lists[..], &["--charts", "none"]].concat());
    assert_eq!(count, 0);
}

/// The number of PNG files in the directories of a directory.
fn pngs(folder: &Path) -> usize {
    let entries = |folder: &Path| -> Vec<std::path::PathBuf> {
        let all = folder.read_dir().expect("a directory");
        all.map(|entry| entry.expect("an entry").path()).collect()
    };
    let files = entries(folder).iter().flat_map(|inside| entries(inside)).collect::<Vec<_>>();
    files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "png")).count()
}

#[test]
fn field_cases_that_make_no_sense_are_refused_whole() {
    let out = tempfile::tempdir().expect("a directory");
    let folder = out.path().display().to_string();
    for (arguments, part) in [
        (&["matrix", "--facing", "front,front"][..], "--facing lists front twice"),
        (&["matrix", "--weapon", "melee,ranged", "--charge"], "charge"),
        (&["matrix", "--attackers", "stark", "--attackers", "strak"], "did you mean `stark`?"),
        (
            &["compare", SWORDS, GUARDS, "--facing", "front,rear", "--why"],
            "give one value for each option",
        ),
        (
            // 3 · 2 · 4 cases of all 148 cards against each other
            &["matrix", "--facing", "front,flank,rear", "--charge=no,yes", "--hit-modifier=-1..2"],
            "the first 23 of 24 cases have 503792 attacks, and at most 500000",
        ),
        (&["matrix", "--duel", "--rounds", "2,3", "--activations", "5"], "contradict each other"),
        (&["matrix", "--activations", "5"], "--duel"),
        (&["compare", "list=scenarios/lists/none.toml", GUARDS], "none.toml"),
    ] {
        let error = refused(&[arguments, &["--out", &folder]].concat());
        assert!(error.contains(part), "{arguments:?}: {error}");
        assert_eq!(out.path().read_dir().expect("a directory").count(), 0, "{arguments:?}");
    }
}

#[test]
fn matrix_activations_are_those_of_the_duel() {
    let pair = ["matrix", "--attackers", SWORDS, "--defenders", GUARDS, "--duel"];
    let all = answer(&[&pair[..], &["--activations", "4..6"]].concat());
    for (place, activations) in ["4", "5", "6"].into_iter().enumerate() {
        let duel = answer(&["duel", SWORDS, GUARDS, "--activations", activations]);
        let (cell, left) = (&all[place]["values"], &duel["quantities"]["a_left"]["mean"]);
        assert_eq!(&cell["mean_left"][0][0], left);
        assert_eq!(all[place]["duel"]["activations"].to_string(), activations);
        assert_eq!(all[place]["duel"]["rounds"], activations.parse::<u8>().expect("n").div_ceil(2));
    }
    let rounds = answer(&[&pair[..], &["--rounds", "3"]].concat());
    assert_eq!(rounds["values"], all[2]["values"]);
    let table = stdout(&[&pair[..], &["--activations", "5"]].concat());
    assert!(table.contains("duels of 5 attacks"), "{table}");
    let table = stdout(&[&pair[..], &["--activations", "6"]].concat());
    assert!(table.contains("duels of 3 rounds"), "{table}");
}
