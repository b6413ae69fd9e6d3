//! The commands about whole battles.

use super::cases::{Case, Way, beside, changes, of, refusals, same, words};
use super::check;
use crate::common::printed;

/// A battle of two lists.
const LISTS: &str = "battle --a scenarios/lists/stark-40.toml --b scenarios/lists/lannister-40.toml \
                     --mode a-clash-of-kings --terrain random --a-policy random --b-policy random \
                     --games 3 --json";

/// A battle with missions.
const MISSIONS: &str = "battle scenarios/battles/dark-wings-dark-words.toml --games 3 --json";
/// A battle with a siege.
const SIEGE: &str = "battle scenarios/battles/storm-of-swords.toml --games 3 --json";

/// A ladder of two policies over two lists.
const LADDER: &str = "battle ladder scenarios/lists/stark-40.toml scenarios/lists/lannister-40.toml \
                      --policy quick --policy greedy --mode a-feast-for-crows --pairs 20 --json";
/// One with a verdict before its last pair.
const DECIDED: &str = "battle ladder scenarios/lists/stark-40.toml scenarios/lists/lannister-40.toml \
                       --policy random --policy quick --mode a-feast-for-crows --pairs 32";

/// Two lists against a third one.
const COMPARED: &str = "battle compare scenarios/lists/stark-40.toml scenarios/lists/lannister-40.toml \
                        --against scenarios/lists/ladder/07-greyjoy-euron.toml --policy quick \
                        --mode a-feast-for-crows --games 16 --json";
/// Two lists against each other.
const MATRIX: &str = "battle matrix scenarios/lists/stark-40.toml scenarios/lists/lannister-40.toml \
                      --policy quick --mode a-feast-for-crows --pairs 12 --json";

/// A list with two of its swaps against another one.
const SEARCHED: &str = "scenarios/lists/stark-40.toml --against scenarios/lists/lannister-40.toml \
                        --swap bowmen=outriders --swap bowmen=umber \
                        --policy quick --mode a-feast-for-crows --games 36 --json";

/// A command without its mode, and with few games.
fn in_all_modes(command: &str) -> String {
    let few =
        [" --mode a-feast-for-crows", " --games 16", " --games 36", " --pairs 12", " --pairs 20"];
    let bare = few.iter().fold(command.to_owned(), |command, word| command.replace(word, ""));
    bare + if command.contains(" --games ") { " --games 4" } else { " --pairs 2" }
}

/// All ways to ask.
pub(super) fn ways() -> Vec<Way> {
    let way = |name: &'static str, end: &str, cases: Vec<Case>| Way {
        name,
        command: name,
        base: words(&format!("{name} tests/it/options/battle.toml{end}")),
        dice: false,
        cases,
    };
    let played = [
        changes(&["--games 2", "--seed 5", "--out DIRECTORY"]),
        beside(&["--seed 5"], changes(&["--dice"])),
        beside(&["--out DIRECTORY"], changes(&["--charts none"])),
        refusals(&["--charts all", "--open"], "--out"),
        refusals(&["--games 0"], "from 1"),
        same("--threads 1", "any number of threads gives the same answer"),
        refusals(&["--threads 0"], "from 1 to 1024"),
        same("--quiet", "it is about progress, and nobody watches here"),
        of("battle tests/it/options/battle.toml", changes(&["--json", "--as link"])),
        refusals(&["--full"], "cannot be used with"),
        of("battle tests/it/options/battle.toml", changes(&["--full"])),
        refusals(&["--as toml"], "cannot be used with"),
        refusals(&["--a scenarios/lists/stark-40.toml"], "leave out --a"),
        refusals(&["--mode fire-and-blood", "--terrain none", "--rules 1.5"], "contradict"),
        refusals(&["--a-policy quick", "--b-policy quick"], "contradict"),
        changes(&["--catalogue tests/it/options/swords.toml"]),
        refusals(&["--catalogue tests/it/options/other-cards.toml"], "there is no ability"),
        of(
            LISTS,
            [
                changes(&["--a scenarios/lists/lannister-40.toml", "--mode fire-and-blood"]),
                changes(&["--b scenarios/lists/stark-40.toml", "--terrain none"]),
                changes(&["--a-policy quick", "--b-policy quick", "--rules 1.5"]),
                refusals(&["--mode a-storm-of-swords"], "needs a wall and siege decks"),
                refusals(&["--siege scenarios/sieges/invented.toml"], "has no siege"),
                refusals(&["--a no/such/file"], "cannot read"),
                refusals(&["--missions scenarios/missions/invented.toml"], "has no missions"),
            ]
            .concat(),
        ),
        of(
            MISSIONS,
            [
                changes(&["--missions tests/it/options/missions.toml"]),
                refusals(&["--missions tests/it/options/battle.toml"], "is a battle file"),
            ]
            .concat(),
        ),
        of(
            SIEGE,
            [
                changes(&["--siege tests/it/options/siege.toml"]),
                refusals(&["--siege tests/it/options/battle.toml"], "is a battle file"),
            ]
            .concat(),
        ),
    ];
    let replayed = [
        changes(&["--game 2", "--seed 5", "--log DIRECTORY/log.json", "--out DIRECTORY"]),
        refusals(&["--game 0"], "from 1"),
        // a battle in which the changed card is attacked
        beside(&["--seed 33"], changes(&["--catalogue tests/it/options/swords.toml"])),
        refusals(&["--catalogue tests/it/options/other-cards.toml"], "there is no ability"),
        changes(&["--like lopsided"]),
        beside(&["--like lopsided"], changes(&["--of 1"])),
        beside(&["--like median"], refusals(&["--game 2"], "cannot be used with")),
        changes(&["--odds 1"]),
        beside(&["--odds 2"], changes(&["--json", "--policy random", "--seed 5"])),
        refusals(&["--odds 0"], "from 1 to"),
        refusals(&["--json"], "--odds"),
        refusals(&["--policy random"], "--odds"),
        beside(&["--turn 2"], changes(&["--state DIRECTORY/state.toml"])),
        refusals(&["--state DIRECTORY/state.toml"], "--turn"),
        refusals(&["--turn 1000 --state DIRECTORY/state.toml"], "the log has"),
        same("--quiet", "it is about notes on files, and none are written"),
    ];
    let advise = format!("battle advise {}", last_turn("advise"));
    vec![
        way("battle", " --json", played.concat()),
        way("battle replay", "", replayed.concat()),
        Way {
            name: "battle check",
            command: "battle check",
            base: on_log("check"),
            dice: false,
            cases: other_cards(),
        },
        Way {
            name: "battle luck",
            command: "battle luck",
            base: on_log("luck"),
            dice: false,
            cases: [
                changes(&["--json", "--top 1", "--out DIRECTORY"]),
                same("--quiet", "it is about notes on files, and none are written"),
                beside(&["--json"], refusals(&["--top 1"], "cannot be used with")),
                refusals(&["--top 1001"], "from 0 to 1000"),
                other_cards(),
            ]
            .concat(),
        },
        Way {
            name: "battle advise",
            command: "battle advise",
            base: words(&advise),
            dice: false,
            cases: [
                changes(&["--json", "--seed 5", "--out DIRECTORY", "--games 4"]),
                changes(&["--policy random"]),
                same("--quiet", "it is about notes on files, and none are written"),
                refusals(&["--games 0"], "from 1 to"),
                refusals(&["--policy clever"], "must be one of"),
                other_cards(),
            ]
            .concat(),
        },
        Way {
            name: "battle stats",
            command: "battle stats",
            base: on_log("stats"),
            dice: false,
            cases: [changes(&["--json"]), other_cards()].concat(),
        },
        Way {
            name: "battle compare",
            command: "battle compare",
            base: words(COMPARED),
            dice: false,
            cases: [
                changes(&["--policy random", "--mode fire-and-blood", "--terrain none", "--cards"]),
                changes(&["--seed 5", "--out DIRECTORY"]),
                same("--quiet", "it is about notes on files, and none are written"),
                of(COMPARED.trim_end_matches(" --json"), changes(&["--json"])),
                changes(&["--games 8"]),
                kept(),
                own_cards(),
                changes(&["--against scenarios/lists/stark-40.toml"]),
                of(
                    &in_all_modes(COMPARED),
                    changes(&["--missions scenarios/missions/invented.toml"]),
                ),
                refusals(&["--missions scenarios/missions/invented.toml"], "has no missions"),
                refusals(&["--games 3"], "from 4 to"),
                refusals(&["--policy clever"], "must be one of"),
            ]
            .concat(),
        },
        Way {
            name: "battle matrix",
            command: "battle matrix",
            base: words(MATRIX),
            dice: false,
            cases: [
                changes(&["--mode fire-and-blood", "--terrain none", "--cards", "--seed 6"]),
                changes(&["--out DIRECTORY"]),
                same("--quiet", "it is about notes on files, and none are written"),
                of(MATRIX.trim_end_matches(" --json"), changes(&["--json"])),
                changes(&["--policy random", "--pairs 2"]),
                refusals(&["--games 4"], "cannot be used with"),
                kept(),
                own_cards(),
                refusals(&["--pairs 0"], "from 1 to"),
                of(
                    &in_all_modes(MATRIX),
                    changes(&["--missions scenarios/missions/invented.toml"]),
                ),
                refusals(&["--missions scenarios/missions/invented.toml"], "has no missions"),
            ]
            .concat(),
        },
        search("battle search"),
        Way {
            name: "battle ladder",
            command: "battle ladder",
            base: words(LADDER),
            dice: false,
            cases: [
                changes(&["--policy random", "--mode fire-and-blood", "--terrain none", "--cards"]),
                changes(&["--seed 5"]),
                of(LADDER.trim_end_matches(" --json"), changes(&["--json"])),
                changes(&["--pairs 2"]),
                refusals(&["--games 4"], "cannot be used with"),
                of(DECIDED, changes(&["--all"])),
                own_cards(),
                of(
                    &in_all_modes(LADDER),
                    changes(&["--missions scenarios/missions/invented.toml"]),
                ),
                refusals(&["--missions scenarios/missions/invented.toml"], "has no missions"),
                refusals(&["--mode a-storm-of-swords"], "needs a wall and siege decks"),
                refusals(&["--policy clever"], "must be one of"),
            ]
            .concat(),
        },
    ]
}

/// The ways to search for better lists, by a command with two names.
pub(super) fn search(name: &'static str) -> Way {
    let asked = format!("{name} {SEARCHED}");
    let missions = "--missions scenarios/missions/invented.toml";
    let cases = [
        changes(&["--mode fire-and-blood", "--terrain none", "--cards", "--seed 5"]),
        changes(&["--swap outriders=bowmen", "--against scenarios/lists/stark-40.toml"]),
        changes(&["--out DIRECTORY", "--resume DIRECTORY/search.json"]),
        same("--quiet", "it is about notes on files, and none are written"),
        of(asked.trim_end_matches(" --json"), changes(&["--json"])),
        changes(&["--policy random", "--games 12"]),
        own_cards(),
        of(&in_all_modes(&asked), changes(&[missions])),
        refusals(&[missions], "has no missions"),
        refusals(&["--games 0"], "from 1 to"),
        refusals(&["--swap sansa"], "this is not a legal swap"),
        refusals(&["--policy clever"], "must be one of"),
        refusals(&["--resume scenarios/lists/stark-40.toml"], "it is not a saved search"),
    ];
    Way { name, command: name, base: words(&asked), dice: false, cases: cases.concat() }
}

/// Cases of games that are kept in files, or played in parts.
fn kept() -> Vec<Case> {
    let games = "--resume DIRECTORY/games.json";
    let list = "scenarios/lists/stark-40.toml";
    [
        changes(&[games, &format!("--part 1/2 {games}")]),
        refusals(&["--part 1/2"], "--resume <FILE>"),
        refusals(&[&format!("--part 3/2 {games}")], "such as 2/5"),
        refusals(&[&format!("--played {list}")], "was not written by `--resume`"),
    ]
    .concat()
}

/// Cases of cards of one's own that a list names.
fn own_cards() -> Vec<Case> {
    [
        changes(&["--catalogue tests/it/options/weak-swords.toml"]),
        refusals(&["--catalogue tests/it/options/swords.toml"], "of 40 points"),
        refusals(&["--catalogue tests/it/options/other-cards.toml"], "there is no ability"),
    ]
    .concat()
}

/// Cases of cards that are not those of a log.
fn other_cards() -> Vec<Case> {
    refusals(&["--catalogue tests/it/options/swords.toml"], "it should be")
}

/// Writes the log of a battle for a command and returns its path.
fn log(command: &str) -> String {
    let path = format!("{}/options-of-battle-{command}.json", env!("CARGO_TARGET_TMPDIR"));
    printed(&["battle", "replay", "scenarios/battles/fire-and-blood.toml", "--log", &path]);
    path
}

/// Returns the words of a command on the log of a battle, which is written.
fn on_log(command: &str) -> Vec<String> {
    vec!["battle".to_owned(), command.to_owned(), log(command)]
}

/// Writes the log of a battle for a command and returns its path with the number of its last turn,
/// after which little is left to play.
fn last_turn(command: &str) -> String {
    let path = log(command);
    let text = std::fs::read_to_string(&path).expect("the log");
    format!("{path}@{}", text.matches("\"choose\": \"turn\"").count())
}

#[test]
fn no_option_of_a_battle_is_ignored() {
    check(&ways());
}
