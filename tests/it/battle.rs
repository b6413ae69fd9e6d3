//! Whole battles from the command line: the shipped files, replays and referees, and bad input.

use assert_cmd::Command;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/battles").join(name);
    path.display().to_string()
}

fn battle(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the program");
    command.arg("battle").args(arguments);
    command
}

fn json(file: &str, more: &[&str]) -> Value {
    let arguments = [&[file, "--games", "20", "--json", "--quiet"], more].concat();
    let out = battle(&arguments).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&out).expect("JSON")
}

/// A schema that the program prints.
fn schema(of: &str) -> Validator {
    let mut command = Command::cargo_bin("warodds").expect("the program");
    let out = command.args(["schema", of]).assert().success().get_output().stdout.clone();
    let schema: Value = serde_json::from_slice(&out).expect("JSON");
    jsonschema::meta::validate(&schema).expect("it is a schema");
    jsonschema::validator_for(&schema).expect("it can be used")
}

/// What a schema finds wrong.
fn wrong(schema: &Validator, value: &Value) -> Vec<String> {
    schema.iter_errors(value).map(|one| format!("{}: {one}", one.instance_path())).collect()
}

/// A log of a shipped battle.
fn logged(name: &str, game: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.json");
    let path = log.to_str().expect("a path");
    battle(&["replay", &shipped(name), "--game", game, "--json", path]).assert().success();
    serde_json::from_str(&fs::read_to_string(log).expect("the log")).expect("JSON")
}

/// The schema of logs refuses an entry without one of its keys, with another kind of value in one, or
/// with more of them, as the program does.
#[test]
fn logs_are_as_their_schema_says() {
    let schema = schema("battle-log");
    let mut seen = BTreeSet::new();
    let names = ["game-of-thrones", "clash-of-kings", "feast-for-crows", "dance-with-dragons"];
    for name in names.into_iter().chain(["fire-and-blood", "five-on-five"]) {
        let log = logged(&format!("{name}.toml"), "1");
        assert_eq!(wrong(&schema, &log), [""; 0], "{name}");
        for entry in log["entries"].as_array().expect("entries") {
            if !seen.insert(entry["entry"].to_string()) {
                continue;
            }
            let fits = |entry: Value| {
                let changed = json!({ "schema": log["schema"], "head": log["head"],
                    "armies": log["armies"], "entries": [entry] });
                schema.is_valid(&changed)
            };
            assert!(fits(entry.clone()), "{entry}");
            for key in entry.as_object().expect("an entry").keys() {
                let (mut without, mut other) = (entry.clone(), entry.clone());
                without.as_object_mut().expect("an entry").remove(key);
                other[key] = json!({ "another": "kind" });
                assert!(!fits(without) && !fits(other), "{entry}: {key}");
            }
            let mut more = entry.clone();
            more["more"] = json!(1);
            assert!(!fits(more), "{entry} with more");
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn shipped_battles_are_answered_alike_on_any_threads() {
    let schema = schema("battle");
    for name in ["clash-of-kings.toml", "five-on-five.toml"] {
        let answer = json(&shipped(name), &["--threads", "1"]);
        assert_eq!(answer, json(&shipped(name), &["--threads", "3"]));
        assert_eq!(answer["schema"], "warodds/battle/1");
        assert_eq!(wrong(&schema, &answer), [""; 0], "{name}");
        assert_eq!((&answer["games"], &answer["reduced"]), (&20.into(), &true.into()));
        let p = |event: &str| answer["events"][event]["p"].as_f64().expect("a share");
        assert!((p("a_wins") + p("b_wins") + p("draw") - 1.0).abs() < 1e-12);
        let ended = answer["ended"].as_object().expect("how battles end");
        let sum: f64 = ended.values().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        let points = |who: &str| answer["quantities"][who]["mean"].as_f64().expect("a mean");
        let difference = points("a_points") - points("b_points");
        assert!((points("difference") - difference).abs() < 1e-9);
        let left_out = answer["not_modelled"].as_array().expect("what is left out");
        assert!(
            left_out.iter().any(|line| line.as_str().is_some_and(|line| line.contains("cards")))
        );
    }
}

#[test]
fn a_replay_is_a_legal_log_and_a_changed_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.json");
    let log = log.to_str().expect("a path");
    let file = shipped("clash-of-kings.toml");
    let told = battle(&["replay", &file, "--game", "2", "--json", log]).assert().success();
    let told = String::from_utf8(told.get_output().stdout.clone()).expect("text");
    assert!(told.contains("Round 1") && told.contains("[A12.6]") && told.contains("The end"));
    let legal = battle(&["check", log]).assert().success();
    assert!(String::from_utf8_lossy(&legal.get_output().stdout).contains("legal"));
    let text = fs::read_to_string(log).expect("the log");
    let mut changed: Value = serde_json::from_str(&text).expect("JSON");
    let entries = changed["entries"].as_array_mut().expect("entries");
    let moved = entries.iter_mut().find(|entry| entry["entry"] == "moved").expect("a move");
    moved["pose"][0] = (moved["pose"][0].as_i64().expect("a number") + 100).into();
    fs::write(log, changed.to_string()).expect("written");
    let refused = battle(&["check", log]).assert().code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("(A13.9)"));
}

#[test]
fn a_replay_is_written_with_pictures_and_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    battle(&["replay", &shipped("five-on-five.toml"), "--out", out, "--quiet"]).assert().success();
    let folder = folder.path().join("five-on-five");
    let page = fs::read_to_string(folder.join("game-1.html")).expect("a page");
    assert!(page.contains("<svg") && !page.contains("http://www.w3.org/1999/xlink"));
    let picture = fs::read_to_string(folder.join("game-1-turn-010.svg")).expect("a picture");
    assert!(roxmltree::Document::parse(&picture).is_ok());
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("battle.toml");
    let told = |text: &str| {
        fs::write(&path, text).expect("written");
        let refused = battle(&[path.to_str().expect("a path")]).assert().code(2);
        assert!(refused.get_output().stdout.is_empty());
        String::from_utf8(refused.get_output().stderr.clone()).expect("text")
    };
    let sides = "[a]\nunits = [\"stark sworn swords\"]\n[b]\nunits = [\"lannister guardsmen\"]\n";
    let with = |battle: &str| told(&format!("[battle]\n{battle}\n{sides}"));
    assert!(with("mode = \"a-storm-of-swords\"").contains("siege decks (A13.3.7)"));
    assert!(with("mode = \"chess\"").contains("must be one of a-game-of-thrones"));
    assert!(with("mode = \"a-clash-of-kings\"\nedition = 1.4").contains("\"1.5\" or \"1.6\""));
    assert!(with("mode = \"a-clash-of-kings\"\nterain = 1").contains("unknown field `terain`"));
    assert!(with("mode = \"fire-and-blood\"\ntable = [30, 30]").contains("at least 48\""));
    let pieces = "terrain = [{ kind = \"bog\", at = [0, 0] }, { kind = \"bog\", at = [2, 0] }]";
    let overlapping = with(&format!("mode = \"a-clash-of-kings\"\n{pieces}"));
    assert!(overlapping.contains("piece 1 lies within 6\" of piece 0"), "{overlapping}");
    let many = ["\"stark sworn swords\""; 17].join(", ");
    let many = told(&format!(
        "[battle]\nmode = \"a-clash-of-kings\"\n[a]\nunits = [{many}]\n[b]\nunits = [\"grey wind\"]\n"
    ));
    assert!(many.contains("17 combat units; at most 16"), "{many}");
    let nine = ["\"stark sworn swords\""; 9].join(", ");
    let nine = told(&format!(
        "[battle]\nmode = \"a-game-of-thrones\"\n[a]\nunits = [{nine}]\n[b]\nunits = [\"grey wind\"]\n"
    ));
    assert!(nine.contains("no room in a deployment zone"), "{nine}");
}
