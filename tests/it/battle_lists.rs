//! `warodds battle compare` and `warodds battle matrix`.

use serde_json::Value;

use super::schema::{assert_describes, validator};
use crate::common::printed;
use crate::common::program::{json, warodds};

const A: &str = "scenarios/lists/stark-40.toml";
const B: &str = "scenarios/lists/lannister-40.toml";
const FIELD: &str = "scenarios/lists/ladder/07-greyjoy-euron.toml";

fn schema(name: &str) -> jsonschema::Validator {
    validator(&serde_json::from_str(&printed(&["schema", name])).expect("a schema"))
}

/// Equal lists play equal games: the difference is 0 in every pair, in each part of the games.
#[test]
fn a_list_compared_with_itself_is_no_better() {
    let one = ["battle", "compare", A, A, "--against", B, FIELD, "--games", "64"];
    let modes = ["--mode", "fire-and-blood", "--mode", "a-clash-of-kings"];
    let found = json(&[&one[..], &modes, &["--policy", "quick", "--policy", "random"]].concat());
    assert_describes(&schema("battle-compare"), &found, (&[], &[], &[]));
    assert_eq!(found["verdict"], "undecided");
    let results = found["results"].as_array().expect("results");
    assert_eq!(results.len(), 2);
    for policy in results {
        assert_eq!(
            (&policy["games"], &policy["total"]["difference"]["mean"]),
            (&64.into(), &0.0.into())
        );
        let parts = ["by_mode", "by_opponent"].map(|part| policy[part].as_array().expect("parts"));
        assert_eq!(parts.map(Vec::len), [2, 2]);
        for part in parts.into_iter().flatten() {
            assert_eq!(part["difference"]["mean"], 0.0);
            assert_eq!(part["shares"][0], part["shares"][1]);
        }
    }
    let of = |part: &str, place: usize| &results[0][part][place]["of"];
    assert_eq!(of("by_mode", 1), "a-clash-of-kings");
    assert_eq!(of("by_opponent", 1), "07-greyjoy-euron");
}

/// What one list wins, the other loses; totals are means of the cells.
#[test]
fn matrix_shows_each_list_against_each_other_one() {
    let lists = ["battle", "matrix", A, B, FIELD, "--mode", "fire-and-blood", "--policy", "quick"];
    let found = json(&[&lists[..], &["--pairs", "4"]].concat());
    assert_describes(&schema("battle-matrix"), &found, (&[], &[], &[]));
    assert_eq!(found["games"], 24);
    assert_eq!(found["lists"][2], "07-greyjoy-euron");
    let share = |cell: &Value| cell["share"]["p"].as_f64().expect("a share");
    for row in 0..3 {
        assert!(found["cells"][row][row].is_null());
        let others: Vec<usize> = (0..3).filter(|other| *other != row).collect();
        let mut sum = 0.0;
        for other in &others {
            let cell = share(&found["cells"][row][*other]);
            assert!((cell + share(&found["cells"][*other][row]) - 1.0).abs() < 1e-12);
            sum += cell;
        }
        assert!((share(&found["totals"][row]) - sum / 2.0).abs() < 1e-12);
    }
}

/// Two parts played apart give the answer of one run; games of another question are refused.
#[test]
fn parts_of_the_games_are_played_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let modes = ["--mode", "fire-and-blood", "--mode", "a-clash-of-kings", "--policy", "quick"];
    let matrix = [&["battle", "matrix", A, B, "--pairs", "40"][..], &modes].concat();
    let against = ["battle", "compare", A, B, "--against", FIELD, "--games", "160"];
    let compare = [&against[..], &modes].concat();
    let (one, two, all) = (path("1.json"), path("2.json"), path("all.json"));
    for (asked, other) in [(&matrix, &compare), (&compare, &matrix)] {
        let with = |more: &[&str]| warodds(&[&asked[..], more].concat());
        let found = |more: &[&str]| json(&[&asked[..], more].concat());
        let whole = found(&["--resume", &all]);
        for (part, file) in [("1/2", &one), ("2/2", &two)] {
            let played = with(&["--part", part, "--resume", file]);
            assert_eq!((played.status.code(), played.stdout.len()), (Some(0), 0));
        }
        assert_eq!(found(&["--played", &one, &two]), whole);
        // what a part lacks is played here, and kept
        assert_eq!(found(&["--played", &one, "--resume", &two]), whole);
        assert_eq!(found(&["--resume", &all]), whole);
        let refused = |output: std::process::Output, words: &str| {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(error.contains(words), "{error}");
        };
        refused(with(&["--played", &one, "--seed", "1"]), "other lists, settings or cards");
        refused(warodds(&[&other[..], &["--resume", &one]].concat()), "other lists");
        refused(with(&["--played", A]), "was not written by `--resume`");
        refused(with(&["--part", "3/2", "--resume", &path("new")]), "such as 2/5");
        refused(with(&["--part", "1/2"]), "--resume <FILE>");
        let games = std::fs::read_to_string(&one).expect("games");
        let edited = games.replacen("[2,", "[0,", 1);
        assert_ne!(games, edited);
        std::fs::write(&one, edited).expect("a file");
        refused(with(&["--played", &one]), "edited or cut off");
        for file in [&one, &two, &all] {
            std::fs::remove_file(file).expect("a file");
        }
    }
}

/// All swaps of a piece play the same first round; their lists are legal, and a search goes on.
#[test]
fn search_tries_the_legal_swaps_of_a_piece_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("search.json");
    let saved = saved.to_str().expect("a path");
    let quick = ["--mode", "fire-and-blood", "--policy", "quick", "--swap", "stark bowmen"];
    let search = ["battle", "search", A, "--against", B];
    let search = [&search[..], &quick].concat();
    let asked =
        |games: &str, more: &[&str]| json(&[&search[..], &["--games", games], more].concat());
    let first = asked("1", &["--resume", saved]);
    assert_describes(&schema("battle-search"), &first, (&[], &[], &[]));
    let rows = first["variants"].as_array().expect("variants");
    assert!(rows.len() > 8, "{}", rows.len());
    assert!(rows.iter().all(|row| row["from"] == "Stark Bowmen" && row["games"] == 2));
    assert!(rows.iter().all(|row| row["points"].as_u64().is_some_and(|points| points <= 40)));
    // two games of the list and of each swap
    assert_eq!(first["games"], 2 + 2 * rows.len());
    let more = asked("200", &["--resume", saved]);
    assert!(more["games"].as_u64() > first["games"].as_u64());
    let faults = [(A, "it is not a saved search"), (saved, "it was saved for other lists")];
    for (file, said) in faults {
        let other = ["--resume", file, "--seed", "1"];
        let done = warodds(&[&search[..], &other].concat());
        let error = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
    }
}

/// The files hold what is printed, and the matrix has a heat map.
#[test]
fn answers_are_written_with_charts() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    let quick = ["--mode", "fire-and-blood", "--policy", "quick", "--quiet", "--out", out];
    let matrix = printed(&[&["battle", "matrix", A, B, "--pairs", "2"][..], &quick].concat());
    let compare = ["battle", "compare", A, B, "--against", FIELD, "--games", "8"];
    let compare = printed(&[&compare[..], &quick].concat());
    let mut folders: Vec<_> = std::fs::read_dir(out)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    let [of_compare, of_matrix] = folders.as_slice() else { panic!("{folders:?}") };
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("it is written");
    assert_eq!(read(of_compare.join("compare.txt")), compare);
    assert_eq!(read(of_matrix.join("matrix.txt")), matrix);
    assert!(read(of_matrix.join("matrix.svg")).contains("Grey: the 95 % interval contains 50 %."));
    assert!(of_matrix.join("matrix.png").is_file());
}

#[test]
fn faults_say_what_is_allowed() {
    let faults: [(&[&str], &str); 6] = [
        (&["compare", A, B], "--against"),
        (&["compare", A, B, "--against", "no/such/list.toml"], "cannot read"),
        (&["compare", A, B, "--against", FIELD, "--policy", "bold"], "must be one of random"),
        (&["compare", A, B, "--against", FIELD, "--games", "3"], "from 4 to"),
        (&["matrix", A], "at least two"),
        (&["matrix", A, B, "--mode", "a-storm-of-swords"], "needs a wall and siege decks"),
    ];
    for (arguments, said) in faults {
        let done = warodds(&[&["battle"], arguments].concat());
        let error = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
        assert!(done.stdout.is_empty(), "{arguments:?}");
    }
}
