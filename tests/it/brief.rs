//! What questions print: a block of lines for one, a narrow table or a grid for a sweep.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Most columns of a table.
const COLUMNS: usize = 7;

/// Runs a file in 80 columns, without charts.
fn run(file: &str, more: &[&str]) -> String {
    let out = TempDir::new().expect("a directory");
    let path = out.path().to_str().expect("a plain path");
    let done = Command::cargo_bin("warodds")
        .expect("it is built")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("COLUMNS", "80")
        .env_remove("WARODDS_ISA")
        .args(["run", file, "--charts", "none", "--quiet", "--out", path])
        .args(more)
        .assert()
        .success();
    String::from_utf8(done.get_output().stdout.clone()).expect("text")
}

#[test]
fn shipped_scenarios_fit_eighty_columns_in_seven_at_most() {
    let mut tables = 0;
    for entry in fs::read_dir("scenarios").expect("there are scenarios") {
        let path = entry.expect("an entry").path();
        let file = path.to_str().expect("a plain path");
        // matrices and comparisons have tables of their own
        let has_fields = ["matrix", "compare"].iter().any(|kind| file.contains(kind));
        if path.is_dir() || has_fields {
            continue;
        }
        for engine in [&["--engine", "exact"][..], &["--trials", "2000"], &["--fractions"]] {
            let text = run(file, engine);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{file} {engine:?}: {line}");
                let columns = line.matches('┆').count() + 1;
                assert!(columns <= COLUMNS, "{file} {engine:?}: {line}");
                tables += usize::from(line.starts_with('┌'));
            }
        }
    }
    assert!(tables > 40, "only {tables} tables");
}

/// The numbers of a block, which the data of the same run must have.
#[test]
fn a_block_says_what_the_data_say() {
    let file = "scenarios/guardsmen-v-swords.toml";
    let (text, data) = (run(file, &[]), run(file, &["--json"]));
    let data: Value = serde_json::from_str(&data).expect("JSON");
    let wounds = &data[0]["quantities"]["wounds"];
    let pmf: Vec<f64> = serde_json::from_value(wounds["pmf"].clone()).expect("numbers");
    let mean: f64 = (0..).zip(&pmf).map(|(k, p)| f64::from(k) * p).sum();
    let block: Vec<&str> = text.split("\n\n").nth(1).expect("a block").lines().collect();
    let [asked, counted, drawn, chances, events] = block[..] else { panic!("{block:?}") };
    assert_eq!(
        asked,
        "The book's attack: Lannister Guardsmen (Longswords) attack Stark Sworn Swords"
    );
    let exact = wounds["exact_mean"].as_f64().expect("a number");
    assert!(counted.starts_with(&format!("  Wounds: mean {mean:.3} ±")), "{counted}");
    assert!(counted.contains(&format!("(exact {exact:.3})")), "{counted}");
    // the first count, a bar for each count, and the last one that was rolled
    let tail = |k: usize| pmf.iter().skip(k).sum::<f64>();
    let last = pmf.iter().rposition(|p| *p > 0.0).expect("a count");
    let [first, bars, end] = drawn.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{drawn}")
    };
    assert_eq!((first, end), ("0", &*last.to_string()));
    assert_eq!(bars.chars().count(), last + 1);
    let likeliest = (0..pmf.len()).max_by(|a, b| pmf[*a].total_cmp(&pmf[*b])).expect("a count");
    assert_eq!(bars.chars().position(|bar| bar == '█'), Some(likeliest));
    // four wounds cost a rank, eight another one
    for (k, meaning) in [(1, ""), (4, " (a rank lost)"), (8, " (two ranks lost)")] {
        let chance = format!("{k}{meaning}: {:.1} %", tail(k) * 100.0);
        assert!(chances.contains(&chance), "{chances}: {chance}");
    }
    let failed = data[0]["events"]["panic_failed"]["p"].as_f64().expect("a number");
    assert_eq!(events, format!("  Panic test failed: {:.1} %", failed * 100.0));
}

#[test]
fn tables_with_all_columns_are_printed_on_request() {
    let file = "scenarios/facings.toml";
    let (brief, full) =
        (run(file, &["--trials", "2000"]), run(file, &["--trials", "2000", "--full"]));
    assert!(!brief.contains("z-score") && brief.contains("≥4"), "{brief}");
    assert!(full.contains("z-score") && full.contains("Columns left out: sd"), "{full}");
}

#[test]
fn the_page_on_scenarios_shows_what_run_prints() {
    let text = run("scenarios/guardsmen-v-swords.toml", &[]);
    let shown = fs::read_to_string("docs/scenarios.md").expect("a page");
    assert!(shown.contains(&text), "docs/scenarios.md does not show:\n{text}");
}

/// What a command prints in 80 columns.
fn command(words: &[&str]) -> String {
    let done = Command::cargo_bin("warodds")
        .expect("it is built")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("COLUMNS", "80")
        .env_remove("WARODDS_ISA")
        .args(words)
        .assert()
        .success();
    String::from_utf8(done.get_output().stdout.clone()).expect("text")
}

const SWORDS: &str = "stark sworn swords";
const GUARDS: &str = "lannister guardsmen";

#[test]
fn one_question_is_a_block_of_twelve_lines_in_every_command() {
    let questions: [&[&str]; 13] = [
        &["attack", SWORDS, GUARDS, "--charge", "--facing", "flank"],
        &["attack", "--dice", "7", "--hit", "3", "--defense", "4", "--morale", "6"],
        &["charge", SWORDS, GUARDS, "--distance", "10"],
        &["charge", "--speed", "5", "--distance", "8"],
        &["panic", GUARDS, "--panicked"],
        &["retreat", GUARDS, "--distance", "3"],
        &["duel", SWORDS, GUARDS],
        &["duel", SWORDS, GUARDS, "--engine", "monte-carlo", "--trials", "2000"],
        &["survive", GUARDS, "--by", SWORDS],
        &["sequence", GUARDS, "--by", "stark bowmen:ranged", "--by", "sworn swords:charge,flank"],
        &["deck", "--copies", "2", "--round", "3"],
        &["westeros", "exchange", "blue infantry", "red cavalry"],
        &["ask", "attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge"],
    ];
    for words in questions {
        let text = command(words);
        assert!(text.lines().count() <= 12 && !text.contains('┌'), "{words:?}:\n{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{words:?}:\n{text}");
        let full = command(&[words, &["--full"]].concat());
        assert!(full.starts_with(&text) && full.contains('┌'), "{words:?}:\n{full}");
    }
}

#[test]
fn what_an_option_asks_for_is_right_below_the_first_line() {
    let attack = ["attack", SWORDS, GUARDS, "--charge"];
    for (options, second) in [
        (&["--at-least", "4", "--need", "75%"][..], "Needed: 75 % for 4 or more total wounds, now"),
        (&["--why"], "What each part is worth"),
        (&["--sensitivity"], "What each number is worth"),
        (&["--rolled", "3"], "Rolled 3 total wounds: "),
        (&["--at-least", "5"], "  Total wounds, 5 or more: "),
    ] {
        let text = command(&[&attack[..], options].concat());
        let line = text.lines().nth(1).unwrap_or_default();
        assert!(line.starts_with(second), "{options:?}: {text}");
        assert!(text.contains("\n  Wounds: mean "), "{text}");
    }
    let given = command(&[&attack[..], &["--given", "wounds>=9"]].concat());
    let place = |words: &str| given.find(words).unwrap_or_else(|| panic!("{words} in {given}"));
    assert!(place("what did it") < place("  Wounds: mean "), "{given}");
}

#[test]
fn two_swept_numbers_make_a_grid_of_means() {
    let numbers = ["attack", "--dice", "1", "--morale", "2", "--hit", "2..4", "--defense", "5,6"];
    let text = command(&numbers);
    assert!(text.contains("Expected wounds, by defense and hit"), "{text}");
    let head = text.lines().find(|line| line.contains("hit ↓")).expect("a head");
    assert!(head.contains("defense →") && head.contains("┆    5 ┆    6 │"), "{text}");
    // one die: (7 - hit) / 6 hits, of which (defense - 1) / 6 wound; and a test of morale 2+ passes
    // unless it is rolled with two dice of 1, which is impossible for 2+
    let row = text.lines().find(|line| line.starts_with("│ 4 ")).expect("a row");
    assert!(row.contains("0.33 ┆ 0.42"), "{text}");
    let full = command(&[&numbers[..], &["--full"]].concat());
    assert!(full.contains("Expected wounds, by") && full.contains("≥1"), "{full}");
}

#[test]
fn csv_has_a_row_for_each_case_or_each_probability() {
    let sweep = ["attack", SWORDS, GUARDS, "--facing", "front,flank,rear"];
    let cases = command(&[&sweep[..], &["--csv"]].concat());
    assert_eq!(cases.lines().count(), 4, "{cases}");
    let head = cases.lines().next().unwrap_or_default();
    for column in ["facing", "mean_wounds", "low_wounds", "p_a_rank_lost", "p_panic_failed"] {
        assert!(head.split(',').any(|one| one == column), "{column} in {head}");
    }
    let full = command(&[&sweep[..], &["--csv=full"]].concat());
    assert!(full.lines().count() > 50 && full.contains("probability"), "{full}");
}

#[test]
fn answers_about_many_units_are_blocks_of_twelve_lines() {
    let (swords, guards) = ("stark sworn swords", "lannister guardsmen");
    let army = "scenarios/lists/stark-40.toml";
    for words in [
        &["matrix", "stark", "lannister"][..],
        &["matrix", "stark, infantry, 5", "lannister, infantry, 5"],
        &["matrix", "stark", guards, "--duel", "--rounds", "2"],
        &["matrix", guards, swords],
        &["compare", swords, "umber berserkers"],
        &["compare", army, guards],
        &["compare", guards, army],
        &["compare", army, "scenarios/lists/lannister-40.toml"],
        &["compare", swords, guards, "stark bowmen", "--by", "trade", "--against", "lannister"],
        &["rate", "stark"],
        &["attachments", guards, "--against", "stark"],
        &["worth", army, "--against", "lannister"],
    ] {
        let text = command(words);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() <= 12, "{words:?}:\n{text}");
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{words:?}:\n{text}");
        let [heading, .., method] = lines[..] else { panic!("{words:?}:\n{text}") };
        assert!(!heading.starts_with(' '), "{words:?}: {heading}");
        assert!(method.starts_with("  Rules 1.6; cards of S05 · exact · "), "{words:?}: {method}");
        let full = command(&[words, &["--full"]].concat());
        assert!(full.starts_with(&text), "{words:?}:\n{full}");
        assert!(full.contains('┌') || words.last() == Some(&swords), "{words:?}:\n{full}");
    }
}

#[test]
fn what_parts_are_worth_is_below_the_heading_of_a_comparison() {
    let words = ["compare", "sworn swords", "umber berserkers", "--against", "lannister", "--why"];
    let text = command(&words);
    let parts = text.lines().position(|line| line == "What each part is worth");
    // the heading has two lines in 80 columns
    assert_eq!(parts, Some(2), "{text}");
}
