//! Seasons of cards: each question is answered with the newest cards up to the chosen season.

use assert_cmd::Command;
use serde_json::Value;

fn warodds(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    command.args(arguments).env("COLUMNS", "120").output().expect("it runs")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = warodds(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[track_caller]
fn mean_hits(season: &str) -> f64 {
    let attack = ["attack", "lannister-guardsmen", "stark-sworn-swords", "--cards", season];
    json(&attack)["quantities"]["hits"]["mean"].as_f64().expect("a mean")
}

/// Guardsmen roll 6 dice on 4+, so 3 hits. In season 7 they roll 7 dice, and their Lannister Steel
/// adds 1 to hit against as many ranks: 7 dice on 3+ make 14/3 hits.
#[test]
fn the_newest_card_up_to_the_season_fights() {
    for season in ["2021", "S04", "S05", "S06"] {
        assert!((mean_hits(season) - 3.0).abs() < 1e-12, "{season}: {}", mean_hits(season));
    }
    assert!((mean_hits("S07") - 14.0 / 3.0).abs() < 1e-12, "{}", mean_hits("S07"));
    assert!((mean_hits("s07") - 14.0 / 3.0).abs() < 1e-12, "seasons in small letters");
    let answer = json(&["attack", "lannister-guardsmen", "stark-sworn-swords", "--cards", "S07"]);
    assert_eq!(answer["rules"]["cards"], serde_json::json!(["S07"]));
}

/// Season 7 gives the royal guard 8 models of 2 wounds, and giants 8 wounds.
#[test]
fn models_of_infantry_may_have_two_wounds() {
    let wounds = |unit: &str, season: &str| {
        let card = json(&["units", "show", unit, "--cards", season]);
        (card["models"].as_u64(), card["wounds"].as_u64())
    };
    assert_eq!(wounds("kingsguard", "S07"), (Some(8), Some(16)));
    assert_eq!(wounds("savage-giant", "S07"), (Some(1), Some(8)));
    assert_eq!(wounds("savage-giant", "S05"), (Some(1), Some(6)));
}

#[test]
fn cards_that_a_season_lacks_are_named_with_the_season_that_has_them() {
    let fault = refused(&["attack", "bolton bloody mummer skirmishers", "guardsmen"]);
    assert!(fault.contains("in the cards of S05: the oldest card of"), "{fault}");
    assert!(fault.contains("is of S07"), "{fault}");
    // the oldest known card of the Outriders is of season 4
    let fault = refused(&["attack", "stark outriders", "guardsmen", "--cards", "2021"]);
    assert!(fault.contains("in the cards of 2021") && fault.contains("is of S04"), "{fault}");
    let fault = refused(&["attack", "guardsmen", "sworn swords", "--cards", "S08"]);
    assert!(fault.contains("it must be 1.0, 1.5, 1.6, 2021, S04, S05, S06 or S07"), "{fault}");
}

#[test]
fn uncertain_numbers_are_said_once() {
    let noted = |arguments: &[&str]| -> Vec<String> {
        let answer = json(arguments);
        let notes = answer["notes"].as_array().into_iter().flatten();
        let notes = notes.filter_map(|note| note.as_str().map(str::to_owned));
        notes.filter(|note| note.contains("uncertain numbers")).collect()
    };
    let twice = noted(&["duel", "thorn watch", "thorn watch", "--cards", "S07"]);
    assert_eq!(twice.len(), 1, "{twice:?}");
    assert!(twice[0].starts_with("Thorn Watch: uncertain numbers, as the cost"), "{twice:?}");
    assert!(noted(&["duel", "thorn watch", "thorn watch"]).is_empty());
    let output = warodds(&["units", "show", "thorn watch", "--cards", "S07"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("uncertain numbers, as the cost is 6 in English"), "{text}");
}

/// A file names the season of its questions; several seasons are several cases.
#[test]
fn files_and_sweeps_choose_seasons() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("season.toml");
    let text = "cards = 'S07'\n[units.guards]\nuse = 'lannister-guardsmen'\n[[attack]]\n\
                attacker = 'guards'\ndefender = 'stark-sworn-swords'\n";
    std::fs::write(&file, text).expect("written");
    let file = file.to_str().expect("a path");
    let answers = json(&["run", file, "--engine", "exact", "--charts", "none"]);
    assert_eq!(answers[0]["rules"]["cards"], serde_json::json!(["S07"]), "{answers}");
    let hits = answers[0]["quantities"]["hits"]["mean"].as_f64().expect("a mean");
    assert!((hits - 14.0 / 3.0).abs() < 1e-12, "{hits}");
    let attack = ["attack", "lannister-guardsmen", "stark-sworn-swords", "--cards", "S05,S07"];
    let both = json(&attack);
    let hits = |case: usize| both[case]["quantities"]["hits"]["mean"].as_f64().expect("a mean");
    assert!((hits(0) - 3.0).abs() < 1e-12 && (hits(1) - 14.0 / 3.0).abs() < 1e-12);
}
