//! Every command as a player types it, and what it says to bad input.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The binary, without the colours and width of whoever runs the tests.
fn warodds(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command
        .env_remove("WARODDS_ISA")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments);
    command
}

/// Stdout of a command that must succeed.
fn output(arguments: &[&str]) -> String {
    let done = warodds(arguments).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
}

/// A command's JSON answer.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(arguments)).expect("the answer is JSON")
}

fn number(value: &Value, path: &str) -> f64 {
    value
        .pointer(path)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("no number at {path} of {value}"))
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn attack_answers_in_json_with_the_published_mean() {
    let answer = json(&[
        "attack",
        "--dice",
        "8",
        "--hit",
        "3+",
        "--defense",
        "4",
        "--morale",
        "7+",
        "--json",
    ]);
    assert_eq!(
        (&answer["schema"], &answer["engine"]),
        (&"warodds/answer/2".into(), &"exact".into())
    );
    assert!(answer["trials"].is_null() && answer["seed"].is_null() && answer["partial"] == false);
    close(number(&answer, "/quantities/wounds/mean"), 101_509.0 / 26_244.0);
    for name in ["hits", "attack_wounds", "panic_wounds", "wounds"] {
        let pmf = answer["quantities"][name]["pmf"].as_array().expect("a distribution");
        close(pmf.iter().filter_map(Value::as_f64).sum(), 1.0);
    }
    assert!(
        answer["events"]["panic_failed"]["p"].is_f64()
            && answer["events"]["destroyed"]["p"].is_f64()
    );
    assert!(answer["quantities"]["wounds"].get("ci95").is_none());
}

#[test]
fn sampled_answers_add_errors_and_intervals() {
    let answer = json(&[
        "attack",
        "--dice",
        "8",
        "--hit",
        "3",
        "--defense",
        "4",
        "--morale",
        "7",
        "--engine",
        "monte-carlo",
        "--trials",
        "1e5",
        "--seed",
        "5",
        "--json",
    ]);
    assert_eq!((answer["trials"].as_u64(), answer["seed"].as_u64()), (Some(100_000), Some(5)));
    assert!(number(&answer, "/quantities/wounds/standard_error") > 0.0);
    assert!(
        number(&answer, "/quantities/wounds/ci95/0") < number(&answer, "/quantities/wounds/mean")
    );
    assert!(number(&answer, "/events/destroyed/ci95/1") < 1.0);
}

#[test]
fn every_option_of_an_attack_moves_the_answer_as_the_rules_say() {
    let base = ["attack", "--dice", "6", "--hit", "4", "--defense", "4", "--morale", "7", "--json"];
    let mean =
        |more: &[&str]| number(&json(&[&base[..], more].concat()), "/quantities/wounds/mean");
    let plain = mean(&[]);
    let more: [&[&str]; 11] = [
        &["--facing", "flank"],
        &["--facing", "rear"],
        &["--charge"],
        &["--hit-modifier", "1"],
        &["--save-modifier", "-1"],
        &["--panic-modifier", "-2"],
        &["--auto-hits", "2"],
        &["--vulnerable"],
        &["--panicked"],
        &["--reroll-attacks"],
        &["--force-reroll-morale"],
    ];
    let less: [&[&str]; 6] = [
        &["--weakened"],
        &["--reroll-saves"],
        &["--reroll-morale"],
        &["--ranged", "--cover"],
        &["--wounds", "2"],
        &["--hit-modifier", "-1"],
    ];
    more.iter().for_each(|options| assert!(mean(options) > plain, "{options:?}"));
    less.iter().for_each(|options| assert!(mean(options) < plain, "{options:?}"));
    close(mean(&["--charge", "--disorderly"]), plain);
    close(mean(&["--vulnerable", "--panicked", "--spending", "never"]), plain);
}

#[test]
fn charge_answers_reach_and_what_follows() {
    let answer = json(&["charge", "--speed", "5", "--distance", "8", "--json"]);
    close(number(&answer, "/events/reached/p"), 4.0 / 6.0);
    close(number(&answer, "/events/disorderly/p"), 1.0 / 6.0);
    close(number(&answer, "/quantities/distance/mean"), 8.5);
    // two dice, the lower must be 3 or more: (4/6)²; with a reroll 1 − (1 − 4/9)²
    let hindered = json(&["charge", "--speed", "5", "--distance", "8", "--hindering", "--json"]);
    close(number(&hindered, "/events/reached/p"), 4.0 / 9.0);
    let again = json(&[
        "charge",
        "--speed",
        "5",
        "--distance",
        "8",
        "--hindering",
        "--reroll-distance",
        "--json",
    ]);
    close(number(&again, "/events/reached/p"), 1.0 - 25.0 / 81.0);
    let attack = [
        "charge",
        "--speed",
        "5",
        "--distance",
        "8",
        "--dice",
        "8",
        "--hit",
        "3",
        "--defense",
        "4",
        "--morale",
        "7",
        "--attacker-morale",
        "6",
        "--json",
    ];
    // fails on 1 and 2; its panic test on 6+ costs 5/6
    close(number(&json(&attack), "/quantities/own_wounds/mean"), 2.0 / 6.0 * 5.0 / 6.0);
}

#[test]
fn panic_answers_the_published_figures() {
    close(
        number(&json(&["panic", "--morale", "6+", "--json"]), "/quantities/wounds/mean"),
        5.0 / 6.0,
    );
    close(
        number(
            &json(&["panic", "--morale", "7", "--panicked", "--json"]),
            "/quantities/wounds/mean",
        ),
        1565.0 / 648.0,
    );
    close(
        number(
            &json(&["panic", "--morale", "4", "--panicked", "--json"]),
            "/quantities/wounds/mean",
        ),
        85.0 / 108.0,
    );
}

#[test]
fn explain_tells_every_die_with_its_rule() {
    let told = output(&[
        "explain",
        "--dice",
        "6",
        "--hit",
        "4",
        "--defense",
        "4",
        "--morale",
        "6",
        "--seed",
        "3",
    ]);
    assert!(
        told.contains("A2.2  attack dice on 4+:") && told.contains("A2.6") && told.contains("A2.9"),
        "{told}"
    );
    assert_eq!(
        told,
        output(&[
            "explain",
            "--dice",
            "6",
            "--hit",
            "4",
            "--defense",
            "4",
            "--morale",
            "6",
            "--seed",
            "3"
        ])
    );
    let charge = output(&[
        "explain",
        "--scenario",
        "scenarios/guardsmen-v-swords.toml",
        "--question",
        "the book's charge",
    ]);
    assert!(charge.contains("A5.2  charge die:"), "{charge}");
}

#[test]
fn explain_ends_with_the_result() {
    let units = ["stark sworn swords", "lannister guardsmen"];
    let explain = |seed: &str| output(&["explain", units[0], units[1], "--seed", seed]);
    // the number of panic tests that are failed is that of their wounds dice
    for seed in ["0", "1", "2", "3"] {
        let text = explain(seed);
        let failed = text.matches("the panic test is failed").count();
        assert_eq!(text.matches("panic D3: ").count(), failed, "{text}");
        let (_, result) = text.split_once("\nResult: total wounds ").expect("a result");
        let total = text.lines().find(|line| line.ends_with(" suffered in total"));
        let total = total.and_then(|line| line.split_whitespace().nth(2)).expect("a count");
        assert!(result.starts_with(&format!("{total} (")), "{text}");
        assert!(result.contains("panic test failed: ") && result.contains("rank"), "{text}");
    }
}

#[test]
fn check_counts_questions_and_writes_nothing() {
    let told = output(&["check", "scenarios/facings.toml", "scenarios/duel.toml"]);
    assert_eq!(told.lines().count(), 2);
    assert!(told.contains("no faults"));
}

/// Runs a scenario into a directory of its own.
fn run(scenario: &str, more: &[&str]) -> (TempDir, String) {
    let out = TempDir::new().expect("a directory");
    let path = out.path().to_str().expect("a plain path").to_owned();
    let is_said = more.contains(&"--trials") || more.contains(&"exact");
    let trials: &[&str] = if is_said { &[] } else { &["--trials", "20000"] };
    let told = output(&[&["run", scenario, "--out", &path], trials, more].concat());
    (out, told)
}

#[test]
fn run_writes_data_and_charts_and_compares_with_the_exact_answer() {
    let (out, told) = run("scenarios/guardsmen-v-swords.toml", &["--json"]);
    let answers: Value = serde_json::from_str(&told).expect("JSON");
    let answers = answers.as_array().expect("an array");
    assert!(answers.len() >= 4 && answers.iter().all(|answer| answer["name"].is_string()));
    let dir = out.path().join("guardsmen-v-swords");
    assert_eq!(fs::read_to_string(dir.join("answers.json")).expect("written"), told);
    let csv = fs::read_to_string(dir.join("answers.csv")).expect("written");
    assert!(csv.starts_with("name,"), "{csv}");
    for kind in ["svg", "png"] {
        assert!(dir.join(format!("distribution-attack-01.{kind}")).exists());
    }
    let off = number(&answers[0], "/quantities/wounds/standard_errors_off");
    // false alarms: |z| > 5 once in 1.7 million seeds, and the seed is fixed
    assert!(off.abs() < 5.0, "{off}");
}

#[test]
fn every_shipped_scenario_runs_with_every_engine() {
    let scenarios = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"))
        .expect("there are scenarios");
    // campaigns, in a folder of their own, have a command and tests of their own
    let files: Vec<_> = scenarios
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .collect();
    assert!(files.len() >= 6, "only {files:?}");
    for file in &files {
        let path = file.to_str().expect("a plain path");
        for engine in ["exact", "monte-carlo", "dice"] {
            let trials: &[&str] = if engine == "exact" { &[] } else { &["--trials", "1000"] };
            let (out, told) = run(path, &[&["--engine", engine, "--json"], trials].concat());
            let answers: Value = serde_json::from_str(&told).expect("JSON");
            assert!(answers.as_array().is_some_and(|answers| !answers.is_empty()), "{path}");
            let written = fs::read_dir(out.path().join(file.file_stem().expect("a name")))
                .expect("a directory")
                .count();
            assert!(written >= 5, "{path} wrote {written} files");
        }
    }
}

#[test]
fn run_repeats_itself_on_any_number_of_threads_and_instructions() {
    let text = |threads: &str, isa: Option<&str>| {
        let out = TempDir::new().expect("a directory");
        let path = out.path().to_str().expect("a plain path");
        let mut command = warodds(&[
            "run",
            "scenarios/facings.toml",
            "--out",
            path,
            "--trials",
            "30000",
            "--seed",
            "9",
            "--threads",
            threads,
            "--json",
        ]);
        if let Some(isa) = isa {
            command.env("WARODDS_ISA", isa);
        }
        command.assert().success().get_output().stdout.clone()
    };
    let one = text("1", None);
    assert_eq!(one, text("3", None));
    assert_eq!(one, text("2", Some("portable")));
}

#[test]
fn precision_stops_the_run_when_it_is_reached() {
    let (_out, told) = run("scenarios/facings.toml", &["--precision", "0.05", "--json"]);
    let answers: Value = serde_json::from_str(&told).expect("JSON");
    for answer in answers.as_array().expect("an array") {
        let half = (number(answer, "/quantities/wounds/ci95/1")
            - number(answer, "/quantities/wounds/ci95/0"))
            / 2.0;
        assert!(
            half <= 0.05 && answer["partial"] == false && answer["trials"].as_u64() <= Some(20_000),
            "{half}"
        );
    }
}

#[test]
fn bad_options_say_what_is_allowed_and_exit_with_2() {
    let attack = |more: &[&'static str]| {
        [&["attack", "--dice", "6", "--hit", "4", "--defense", "4", "--morale", "7"], more].concat()
    };
    let cases: Vec<Vec<&str>> = vec![
        vec!["attack"],
        vec!["attack", "--dice", "0", "--hit", "4", "--defense", "4", "--morale", "7"],
        vec!["attack", "--dice", "61", "--hit", "4", "--defense", "4", "--morale", "7"],
        vec!["attack", "--dice", "6", "--hit", "7", "--defense", "4", "--morale", "7"],
        vec!["attack", "--dice", "6", "--hit", "4", "--defense", "1+", "--morale", "7"],
        vec!["attack", "--dice", "6", "--hit", "4", "--defense", "4", "--morale", "13"],
        vec!["attack", "--dice", "6", "--hit", "four", "--defense", "4", "--morale", "7"],
        vec![
            "attack",
            "--dice",
            "99999999999999999999",
            "--hit",
            "4",
            "--defense",
            "4",
            "--morale",
            "7",
        ],
        attack(&["--wounds", "0"]),
        attack(&["--hit-modifier", "-13"]),
        attack(&["--auto-hits", "-1"]),
        attack(&["--facing", "flnak"]),
        attack(&["--cover"]),
        attack(&["--disorderly"]),
        attack(&["--charge", "--ranged"]),
        attack(&["--trials", "0"]),
        attack(&["--trials", "1.5"]),
        attack(&["--engine", "quantum"]),
        attack(&["--sed", "1"]),
        vec!["charge", "--speed", "5", "--distance", "12"],
        vec!["charge", "--speed", "5", "--distance", "-1"],
        vec!["charge", "--speed", "5", "--distance", "nan"],
        vec!["charge", "--speed", "21", "--distance", "8"],
        vec!["charge", "--speed", "5", "--distance", "8", "--attacker-panicked"],
        vec!["panic", "--morale", "1"],
        vec!["panic", "--morale", "7", "--panic-modifier", "40"],
        vec!["run"],
        vec!["run", "scenarios/duel.toml", "--precision", "nan"],
        vec!["run", "scenarios/duel.toml", "--threads", "0"],
        vec!["run", "no-such-file.toml"],
        vec!["run", "scenarios"],
        vec!["explain", "--scenario", "scenarios/duel.toml", "--question", "nobody asked"],
        vec!["chagre", "--speed", "5"],
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|arguments| refused(&warodds(arguments).assert().code(2), arguments))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

/// What a refused command said; it must have said nothing on stdout and shown no backtrace.
fn refused(done: &assert_cmd::assert::Assert, arguments: &[&str]) -> String {
    let output = done.get_output();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.stdout.is_empty(),
        "{arguments:?} printed {}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(!stderr.contains("panicked at") && !stderr.contains("backtrace"), "{stderr}");
    format!("$ warodds {}\n{stderr}", arguments.join(" "))
}

#[test]
fn bad_scenarios_are_refused_whole() {
    let out = TempDir::new().expect("a directory");
    let file = out.path().join("bad.toml");
    let text = "[units.a]\ndefense = 9\nmorale = 7\nattcks = []\n[[attack]]\nattacker = \
                \"a\"\ndefender = \"b\"\nfacing = \"flnk\"\n";
    fs::write(&file, text).expect("written");
    let results = out.path().join("results");
    let (path, results) =
        (file.to_str().expect("a plain path"), results.to_str().expect("a plain path"));
    let done = warodds(&["run", path, "scenarios/duel.toml", "--out", results]).assert().code(2);
    let told =
        refused(&done, &["run", "bad.toml"]).replace(&out.path().display().to_string(), "DIR");
    insta::assert_snapshot!(told);
    assert!(!Path::new(results).exists(), "nothing is written where anything is wrong");
}

#[test]
fn files_that_are_no_scenarios_are_refused() {
    let out = TempDir::new().expect("a directory");
    let huge = "x = 1\n".repeat(4_000_000);
    let deep = format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (name, bytes) in [
        ("huge.toml", huge.into_bytes()),
        ("latin1.toml", vec![b't', 0xe9, b'\n']),
        ("deep.toml", deep.into_bytes()),
        ("empty.toml", Vec::new()),
    ] {
        let file = out.path().join(name);
        fs::write(&file, bytes).expect("written");
        let path = file.to_str().expect("a plain path");
        for command in ["run", "check"] {
            refused(&warodds(&[command, path]).assert().code(2), &[command, name]);
        }
    }
}

#[test]
fn two_files_of_one_name_do_not_overwrite_each_other() {
    let out = TempDir::new().expect("a directory");
    let file = out.path().join("duel.toml");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/duel.toml"), &file)
        .expect("copied");
    let path = file.to_str().expect("a plain path");
    let done = warodds(&["run", path, "scenarios/duel.toml", "--out", path]).assert().code(2);
    assert!(refused(&done, &["run"]).contains("overwrite each other"));
}

#[test]
fn a_directory_that_can_not_be_written_is_a_failure_not_bad_input() {
    let out = TempDir::new().expect("a directory");
    let blocked = out.path().join("blocked");
    fs::write(&blocked, "a file where a directory should be").expect("written");
    let path = blocked.to_str().expect("a plain path");
    let done = warodds(&["run", "scenarios/duel.toml", "--trials", "100", "--out", path, "--json"])
        .assert()
        .code(1);
    assert!(String::from_utf8_lossy(&done.get_output().stderr).contains("blocked"));
}

#[test]
fn help_shows_examples_for_every_command() {
    assert!(output(&["--help"]).contains("Examples:"));
    for command in ["run", "attack", "charge", "panic", "explain"] {
        assert!(output(&[command, "--help"]).contains("Examples:"), "{command}");
    }
}
