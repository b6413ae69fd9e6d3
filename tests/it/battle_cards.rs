//! Cards of the players' own in the logs of battles.

use std::fs;
use std::path::PathBuf;

use super::common::{printed, refusal};

const BATTLE: &str = r#"
    [battle]
    mode = "fire-and-blood"
    [a]
    units = ["lannister guardsmen"]
    [b]
    units = ["tower guard"]
"#;

const CARDS: &str = r#"
    faction = "Stark"

    [units.tower-guard]
    name = "Tower Guard"
    type = "infantry"
    cost = 6
    speed = 5
    defense = 3
    morale = 5
    edition = "2021"
    source = "the tests"
    attacks = [{ name = "Halberd", kind = "melee", hit = 3, dice = [8, 7, 5] }]
    abilities = ["Halberd"]

    [[ability]]
    name = "Halberd"
    edition = "2021"
    codes = ["A6"]
    summary = "Natural 6s count as two hits."
    weapon = true
    effects = [{ when = "attacking", critical = 1 }]
"#;

/// A battle with a card of its own, and its log.
struct OwnCards {
    folder: tempfile::TempDir,
    cards: String,
    log: String,
}

impl OwnCards {
    /// Plays the battle.
    fn played() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let [cards, log] = ["cards.toml", "log.json"].map(|name| path(&folder, name));
        fs::write(&cards, CARDS).expect("the cards");
        let battle = path(&folder, "battle.toml");
        fs::write(&battle, BATTLE).expect("the battle");
        printed(&["battle", "replay", &battle, "--catalogue", &cards, "--log", &log]);
        Self { folder, cards, log }
    }

    /// Writes a file.
    fn write(&self, name: &str, text: &str) -> String {
        let path = path(&self.folder, name);
        fs::write(&path, text).expect("a file");
        path
    }
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    path.to_str().expect("a path of letters").to_owned()
}

#[test]
fn logs_with_own_cards_need_the_same_cards() {
    let own = OwnCards::played();
    // logs do not contain the effects of abilities
    let others = own.write("others.toml", &CARDS.replace("critical = 1", "critical = 2"));
    let turn = format!("{}@1", own.log);
    let commands: [&[&str]; 5] = [
        &["battle", "check", &own.log],
        &["battle", "replay", &own.log],
        &["battle", "luck", &own.log],
        &["battle", "stats", &own.log],
        &["battle", "advise", &turn, "--games", "4", "--policy", "random"],
    ];
    for command in commands {
        let right = [command, &["--catalogue", &own.cards]].concat();
        assert!(!printed(&right).is_empty(), "{command:?}");
        let fault = refusal(&[command, &["--catalogue", &others]].concat());
        assert!(fault.contains("other cards than those of --catalogue"), "{fault}");
        let fault = refusal(command);
        assert!(fault.contains("name their files with --catalogue"), "{fault}");
    }
}

#[test]
fn logs_without_a_hash_are_checked_with_any_cards() {
    let own = OwnCards::played();
    let log = fs::read_to_string(&own.log).expect("the log");
    let lines = log.lines().filter(|line| !line.contains("\"own_cards\""));
    let bare = own.write("bare.json", &lines.collect::<Vec<_>>().join("\n"));
    assert!(printed(&["battle", "check", &bare, "--catalogue", &own.cards]).contains("legal"));
    // as a log of printed cards: the card is unknown
    let fault = refusal(&["battle", "check", &bare]);
    assert!(fault.contains("there is no unit `tower guard`"), "{fault}");
}

#[test]
fn positions_name_own_cards() {
    let own = OwnCards::played();
    let state = path(&own.folder, "state.toml");
    let catalogue = ["--catalogue", &own.cards];
    let written = ["battle", "replay", &own.log, "--turn", "2", "--state", &state];
    printed(&[&written[..], &catalogue].concat());
    let advise = ["battle", "advise", &state, "--games", "4", "--policy", "random"];
    assert!(printed(&[&advise[..], &catalogue].concat()).contains("Tower Guard"));
    let fault = refusal(&advise);
    assert!(fault.contains("there is no unit `tower guard`"), "{fault}");
}

#[test]
fn logs_of_printed_cards_have_no_hash() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = path(&folder, "log.json");
    printed(&["battle", "replay", "scenarios/battles/fire-and-blood.toml", "--log", &log]);
    assert!(!fs::read_to_string(&log).expect("the log").contains("own_cards"));
}
