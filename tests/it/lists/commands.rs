//! `list check` and `list show` of lists with faults, and of files of other kinds.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{refused, told};

/// Writes a file and passes its path.
fn with_file<T>(name: &str, text: &str, ask: impl FnOnce(&str) -> T) -> T {
    let folder = TempDir::new().expect("a directory");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("written");
    ask(file.to_str().expect("a path"))
}

const PARTLY: &str = "Faction: Stark\nPoints: 40\nStark Bowmne (6)\nStark Outriders (5)\n";

#[test]
fn list_show_marks_unreadable_lines_and_counts_the_rest() {
    with_file("list.txt", PARTLY, |file| {
        let shown = told(&["list", "show", file]);
        for part in ["Not read: line 3:", "did you mean `Stark Bowmen`?", "6 of 40 points, 1 unit"]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert!(!shown.contains("Legal"), "{shown}");
        let data: Value =
            serde_json::from_str(&told(&["list", "show", file, "--json"])).expect("JSON");
        assert_eq!((&data["unread"][0]["line"], &data["legal"]), (&3.into(), &false.into()));
        assert_eq!(data["points"]["spent"], 6);
        for arguments in [&["list", "check", file][..], &["check", file]] {
            let wrong = refused(arguments);
            assert!(wrong.contains("did you mean `Stark Bowmen`?"), "{wrong}");
            // notes on the rest are printed as well
            assert!(wrong.contains("costs 6 points on its card; the list says 5"), "{wrong}");
        }
        let asked = format!("list={file}");
        assert!(refused(&["matrix", "--attackers", &asked]).contains("Stark Bowmne"));
    });
    with_file("list.txt", "note to self\n", |file| {
        assert!(refused(&["list", "show", file]).contains("note to self"));
    });
}

#[test]
fn list_check_prints_notes_of_illegal_lists() {
    let text = "Points: 3\nFree Folk Raiders (3)\n";
    with_file("list.txt", text, |file| {
        for arguments in [&["list", "check", file][..], &["check", file]] {
            let wrong = refused(arguments);
            assert!(
                wrong.contains(
                    "note: Free Folk Raiders costs 4 points on its \
                                    card"
                ),
                "{wrong}"
            );
            assert!(wrong.contains("costs 4 of 3 points"), "{wrong}");
        }
    });
}

#[test]
fn list_check_says_once_what_a_file_of_another_kind_is() {
    for kind in ["survive", "attack", "sequence", "deck", "retreat", "duel", "matrix"] {
        with_file("question.toml", &format!("[[{kind}]]\nunit = \"stark bowmen\"\n"), |file| {
            let wrong = refused(&["list", "check", file]);
            assert!(wrong.contains("is a scenario: use `warodds run"), "{kind}: {wrong}");
            assert_eq!(wrong.matches("error").count(), 1, "{kind}: {wrong}");
        });
    }
    let units = "title = \"Mine\"\nunits = [\"Stark Bowmen\"]\n";
    with_file("mine.toml", units, |file| {
        for arguments in [&["list", "check", file][..], &["check", file]] {
            assert!(refused(arguments).contains("the list has no commander"));
        }
        assert!(refused(&["run", file]).contains("is a list of an army"));
    });
}

#[test]
fn units_show_suggests_names_of_all_kinds() {
    for (name, suggestion) in [
        ("gregor cleagne", "Gregor Clegane"),
        ("robb stakr the wolf lord", "Robb Stark, The Wolf Lord"),
        ("sansa sark", "Sansa Stark, Little Bird"),
    ] {
        let wrong = refused(&["units", "show", name]);
        assert!(wrong.contains("did you mean") && wrong.contains(suggestion), "{name}: {wrong}");
    }
    let shown = told(&["units", "show", "Gregor Clegane – The Mountain That Rides"]);
    assert!(shown.starts_with("Gregor Clegane (gregor-clegane)"), "{shown}");
    assert!(told(&["units", "show", "Lannister Guards"]).starts_with("Lannister Guardsmen"));
}
