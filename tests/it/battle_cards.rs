//! Cards of the players' own in the logs of battles, and in lists that play battles.

use std::fs;
use std::path::PathBuf;

use super::common::{printed, printed_json, refusal};

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
    season = "2021"
    source = "the tests"
    attacks = [{ name = "Tower Halberd", kind = "melee", hit = 3, dice = [8, 7, 5] }]
    abilities = ["Tower Halberd"]

    [[ability]]
    name = "Tower Halberd"
    season = "2021"
    codes = ["A6"]
    summary = "Natural 6s count as two hits."
    weapon = true
    effects = [{ when = "attacking", critical = 1 }]
"#;

/// A list with this card.
const LIST: &str = r#"
    faction = "Stark"
    points = 12
    units = ["Tower Guard", { use = "Stark Sworn Swords", attachment = "Robb Stark, The Wolf Lord" }]
"#;

/// Lists of printed cards.
const STARK: &str = "scenarios/lists/stark-40.toml";
const LANNISTER: &str = "scenarios/lists/lannister-40.toml";

/// Returns the commands in which a list plays battles. The first three keep games.
fn commands(list: &str) -> [Vec<&str>; 5] {
    let game = ["--mode", "fire-and-blood", "--policy", "quick"];
    let swap = ["--against", LANNISTER, "--swap", "sworn swords=karstark spearmen", "--games", "1"];
    [
        [&["battle", "compare", list, LANNISTER, "--against", STARK, "--games", "4"], &game[..]],
        [&["battle", "matrix", list, LANNISTER, "--pairs", "2"], &game],
        [&[&["battle", "search", list], &swap[..]].concat(), &game],
        [&[&["list", "improve", list], &swap[..]].concat(), &game],
        [&["battle", "ladder", list, LANNISTER, "--pairs", "2", "--policy", "random"], &game],
    ]
    .map(|parts| parts.concat())
}

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

#[test]
fn lists_that_play_battles_name_own_cards() {
    let own = OwnCards::played();
    let list = own.write("list.toml", LIST);
    for command in commands(&list) {
        assert!(!printed(&[&command[..], &["--catalogue", &own.cards]].concat()).is_empty());
        let fault = refusal(&command);
        assert!(fault.contains("there is no unit `Tower Guard`"), "{fault}");
    }
}

#[test]
fn swaps_offer_own_cards_of_the_faction() {
    let own = OwnCards::played();
    let of_others = own.write("others.toml", &CARDS.replace("\"Stark\"", "\"Lannister\""));
    let game = ["--mode", "fire-and-blood", "--policy", "quick", "--games", "1"];
    for command in [["battle", "search"], ["list", "improve"]] {
        let swap = [STARK, "--against", LANNISTER, "--swap", "stark bowmen=tower guard"];
        let command = [&command[..], &swap, &game].concat();
        let found = printed_json(&[&command[..], &["--catalogue", &own.cards]].concat());
        let variants = found["variants"].as_array().expect("variants");
        assert_eq!(variants.len(), 1);
        assert_eq!(variants[0]["to"], "Tower Guard");
        // bowmen and the guard cost 6 points each: the list keeps its 40
        assert_eq!(variants[0]["points"], 40);
        for cards in [&[][..], &["--catalogue", &of_others]] {
            let fault = refusal(&[&command[..], cards].concat());
            assert!(fault.contains("this is not a legal swap"), "{fault}");
        }
    }
}

/// Returns the words of a command that takes games from a file.
fn with_games<'a>(command: &[&'a str], option: &[&'a str], file: &'a str) -> Vec<&'a str> {
    [command, option, &[file]].concat()
}

#[test]
fn kept_games_hold_the_hash_of_own_cards_as_logs_do() {
    let own = OwnCards::played();
    let read = |file: &str| fs::read_to_string(file).expect("a file");
    let own_cards = |file: &str| {
        let json: serde_json::Value = serde_json::from_str(&read(file)).expect("JSON");
        json["own_cards"].as_str().expect("a hash").to_owned()
    };
    for command in commands(STARK).iter().take(3) {
        let [kept, of_printed] = ["kept.json", "printed.json"].map(|name| path(&own.folder, name));
        let command_with = [&command[..], &["--catalogue", &own.cards]].concat();
        let first = printed(&with_games(&command_with, &["--resume"], &kept));
        assert_eq!(own_cards(&kept), own_cards(&own.log));
        assert_eq!(printed(&with_games(&command_with, &["--resume"], &kept)), first);
        printed(&with_games(command, &["--resume"], &of_printed));
        assert!(!read(&of_printed).contains("own_cards"));
        // without its hash a file is not one of printed cards
        let hash = format!("\"own_cards\":\"{}\",", own_cards(&kept));
        let cut = own.write("cut.json", &read(&kept).replace(&hash, ""));
        assert!(!read(&cut).contains("own_cards"));
        let fault = refusal(&with_games(command, &["--resume"], &cut));
        assert!(fault.contains("name another file"), "{fault}");
        for file in [kept, of_printed] {
            fs::remove_file(file).expect("a file");
        }
    }
}

#[test]
fn kept_games_need_the_same_cards() {
    let own = OwnCards::played();
    let others = own.write("others.toml", &CARDS.replace("critical = 1", "critical = 2"));
    let [kept, of_printed] = ["kept.json", "printed.json"].map(|name| path(&own.folder, name));
    let faults: [(&[&str], &str, &str); 3] = [
        (&["--catalogue", &others], &kept, "other cards than those of --catalogue"),
        (&[], &kept, "name their files with --catalogue"),
        (&["--catalogue", &own.cards], &of_printed, "leave out --catalogue"),
    ];
    // searches have no parts
    let parts: [&[&str]; 3] = [&["--resume"], &["--played"], &["--part", "1/2", "--resume"]];
    for (command, options) in commands(STARK).iter().zip([&parts[..], &parts, &parts[..1]]) {
        let command_with = [&command[..], &["--catalogue", &own.cards]].concat();
        printed(&with_games(&command_with, &["--resume"], &kept));
        printed(&with_games(command, &["--resume"], &of_printed));
        let games = || [&kept, &of_printed].map(|file| fs::read(file).expect("games"));
        let before = games();
        for (cards, file, words) in faults {
            for option in options {
                let asked = with_games(&[&command[..], cards].concat(), option, file);
                let fault = refusal(&asked);
                assert!(fault.contains(words), "{fault}");
                assert!(fault.contains(file), "{fault}");
            }
        }
        assert_eq!(games(), before);
        for file in [&kept, &of_printed] {
            fs::remove_file(file).expect("a file");
        }
    }
}

#[test]
fn own_cards_that_no_list_names_change_no_answer() {
    let own = OwnCards::played();
    for command in commands(STARK) {
        let with_cards = [&command[..], &["--catalogue", &own.cards]].concat();
        assert_eq!(printed_json(&with_cards), printed_json(&command), "{command:?}");
    }
}
