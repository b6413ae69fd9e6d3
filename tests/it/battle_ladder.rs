//! `warodds battle ladder`.

use crate::common::program::{json, warodds};

const LISTS: [&str; 2] = [
    "scenarios/lists/ladder/01-stark-mormont.toml",
    "scenarios/lists/ladder/07-greyjoy-euron.toml",
];

fn ladder<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["battle", "ladder"], &LISTS, more].concat()
}

/// Two policies of the same name are the same: each pair of games is a game and its mirror image.
#[test]
fn a_policy_is_as_good_as_itself() {
    let twice = ["--policy", "quick", "--policy", "quick", "--mode", "a-clash-of-kings"];
    let rows = json(&ladder(&[&twice[..], &["--pairs", "2"]].concat()));
    assert_eq!(rows[0]["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
    assert_eq!(rows[0]["share"], 0.5);
    assert_eq!(rows[0]["verdict"], "undecided");
    assert_eq!(rows[0]["mode"], "a-clash-of-kings");
}

#[test]
fn faults_say_what_is_allowed() {
    let faults: [(&[&str], &str); 6] = [
        (&["--policy", "quick"], "--policy must be given at least twice"),
        (&["--policy", "quick", "--policy", "clever"], "must be one of random, quick, greedy"),
        (&["--policy", "quick", "--policy", "quick:reach=200"], "must be a number from 0 to 100"),
        (&["--policy", "quick", "--policy", "quick:luck=2"], "is not a weight: use one of arrival"),
        (&["--mode", "a-storm-of-swords"], "needs a wall and siege decks"),
        (&["--pairs", "0"], "--pairs"),
    ];
    for (more, said) in faults {
        let done = warodds(&ladder(more));
        let error = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{more:?}: {error}");
        assert!(error.contains(said), "{more:?}: {error}");
        assert!(done.stdout.is_empty(), "{more:?}");
    }
}
