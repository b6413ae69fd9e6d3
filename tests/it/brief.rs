//! What `run` prints: a block of lines for each question, a narrow table for each sweep.

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
    // the first count, a bar for each count with at least 0.005%, and the last one
    let tail = |k: usize| pmf.iter().skip(k).sum::<f64>();
    let last = (0..pmf.len()).rev().find(|k| tail(*k) >= 0.000_05).expect("a count");
    let [first, bars, end] = drawn.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{drawn}")
    };
    assert_eq!((first, end), ("0", &*last.to_string()));
    assert_eq!(bars.chars().count(), last + 1);
    let likeliest = (0..pmf.len()).max_by(|a, b| pmf[*a].total_cmp(&pmf[*b])).expect("a count");
    assert_eq!(bars.chars().position(|bar| bar == '█'), Some(likeliest));
    // four wounds cost the first rank
    for (k, meaning) in [(1, ""), (2, ""), (4, " (a rank lost)")] {
        let chance = format!("{k}{meaning}: {:.1}%", tail(k) * 100.0);
        assert!(chances.contains(&chance), "{chances}: {chance}");
    }
    let failed = data[0]["events"]["panic_failed"]["p"].as_f64().expect("a number");
    assert_eq!(events, format!("  Panic test failed: {:.1}%.", failed * 100.0));
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
fn pages_show_what_run_prints() {
    let text = run("scenarios/guardsmen-v-swords.toml", &[]);
    for (page, example) in [
        ("README.md", text.split("\n\n").take(2).collect::<Vec<_>>().join("\n\n")),
        ("docs/scenarios.md", text.clone()),
    ] {
        let shown = fs::read_to_string(page).expect("a page");
        assert!(shown.contains(&example), "{page} does not show:\n{example}");
    }
}
