//! The commands that a player types first: they answer, or the error has the corrected command.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{printed, printed_json, refusal};

const STARK: &str = "scenarios/lists/stark-40.toml";
const LANNISTER: &str = "scenarios/lists/lannister-40.toml";

/// Checks that commands print the same.
#[track_caller]
fn same(one: &[&str], other: &[&str]) {
    assert_eq!(printed(one), printed(other), "{one:?} {other:?}");
}

/// The notes on an answer.
fn notes(answer: &Value) -> Vec<String> {
    let notes = answer["notes"].as_array().into_iter().flatten();
    notes.filter_map(|note| note.as_str().map(str::to_owned)).collect()
}

/// The exact answer to the only question of a file.
fn of_file(text: &str) -> Value {
    let folder = TempDir::new().expect("a directory");
    let file = folder.path().join("question.toml");
    fs::write(&file, text).expect("written");
    let arguments = ["run", file.to_str().expect("a path"), "--engine", "exact"];
    printed_json(&arguments)[0].clone()
}

/// The distribution of the wounds of an answer.
fn wounds(answer: &Value) -> Value {
    let pmf = answer["quantities"]["wounds"]["pmf"].clone();
    assert!(pmf.is_array(), "{answer}");
    pmf
}

#[test]
fn arguments_of_one_meaning_stand_for_options() {
    same(&["attachments", "guardsmen"], &["attachments", "--for", "guardsmen"]);
    same(
        &["matrix", "stark", "lannister", "--top", "3"],
        &["matrix", "--attackers", "stark", "--defenders", "lannister", "--top", "3"],
    );
    let rated = ["rate", "--units", "stark, 6", "--rounds", "1"];
    same(&["rate", "stark, 6", "--rounds", "1"], &rated);
    same(&["rate", "--faction", "stark, 6", "--rounds", "1"], &rated);
    same(
        &["survive", "guardsmen", "sworn swords", "stark bowmen"],
        &["survive", "guardsmen", "--by", "sworn swords", "--by", "stark bowmen"],
    );
    same(&["panic", "guardsmen", "-2"], &["panic", "guardsmen", "--panic-modifier", "-2"]);
    same(&["retreat", "guardsmen", "3"], &["retreat", "guardsmen", "--distance", "3"]);
    same(
        &["charge", "stark outriders", "guardsmen", "6..8"],
        &["charge", "stark outriders", "guardsmen", "--distance", "6..8"],
    );
    same(
        &["sequence", "guardsmen", "stark bowmen:ranged"],
        &["sequence", "guardsmen", "--by", "stark bowmen:ranged"],
    );
    let wrong = refusal(&["attachments", "guardsmen", "--for", "stark bowmen"]);
    assert!(wrong.contains("cannot be used with"), "{wrong}");
}

#[test]
fn words_select_cards_as_their_commands_do() {
    same(&["units", "stark"], &["units", "--faction", "stark"]);
    same(&["units", "outriders"], &["units", "search", "outriders"]);
    same(&["cards", "stark"], &["cards", "--faction", "stark"]);
    same(&["cards", "charge", "horse"], &["cards", "search", "charge", "horse"]);
    same(&["show", "guardsmen"], &["units", "show", "guardsmen"]);
    same(&["list", STARK], &["list", "show", STARK]);
    let wrong = refusal(&["units", "outriders", "--type", "cavalry"]);
    assert!(wrong.contains("`warodds units search \"outriders\"`"), "{wrong}");
}

#[test]
fn names_of_several_words_need_no_quotation_marks_if_one_reading_fits() {
    let attack = ["attack", "sworn swords", "guardsmen"];
    same(&["attack", "sworn", "swords", "guardsmen"], &attack);
    same(&["attack", "sworn swords", "vs", "guardsmen"], &attack);
    same(&["attack", "sworn", "swords", "v", "lannister", "guardsmen"], &attack);
    same(&["panic", "lannister", "guardsmen"], &["panic", "guardsmen"]);
    same(
        &["explain", "charge", "sworn swords", "guardsmen", "--distance", "6", "--seed", "3"],
        &["charge", "sworn swords", "guardsmen", "--distance", "6", "--seed", "3", "--explain"],
    );
}

#[test]
fn ranges_may_begin_with_a_minus_sign() {
    for option in ["--panic-modifier", "--save-modifier", "--hit-modifier"] {
        let joined = format!("{option}=-2..0");
        same(
            &["attack", "sworn swords", "guardsmen", option, "-2..0"],
            &["attack", "sworn swords", "guardsmen", &joined],
        );
    }
    let wrong = refusal(&["attack", "sworn swords", "guardsmen", "-2"]);
    assert!(wrong.contains("--hit-modifier -2") && !wrong.contains("use '--"), "{wrong}");
}

#[test]
fn numbers_beside_named_units_replace_those_on_cards_and_are_noted() {
    let units = ["attack", "sworn swords", "guardsmen"];
    let with = |options: &[&str]| printed_json(&[&units[..], options].concat());
    let answer = with(&["--defense", "4+", "--hit", "3+"]);
    let noted = notes(&answer);
    for note in ["Lannister Guardsmen: defence 4+ in place of 3+", "Stark Sworn Swords: dice"] {
        assert_eq!(noted.contains(&note.to_owned()), note.contains("defence"), "{noted:?}");
    }
    let replaced = with(&["--dice", "8", "--hit", "3", "--defense", "5", "--morale", "8"]);
    let file = "[units.s]\nuse = \"stark sworn swords\"\n[[units.s.attacks]]\nname = \"Winter's \
                Bite\"\nhit = 3\ndice = [8, 8, 8]\n[units.g]\nuse = \"lannister guardsmen\"\n\
                defense = 5\nmorale = 8\n[[attack]]\nattacker = \"s\"\ndefender = \"g\"\n";
    assert_eq!(wounds(&replaced), wounds(&of_file(file)));
    // the number of the card itself replaces nothing
    assert!(!notes(&with(&["--defense", "3"])).iter().any(|note| note.contains("in place of")));
    for other in [
        &["charge", "stark outriders", "guardsmen", "--distance", "9", "--speed", "5"][..],
        &["panic", "guardsmen", "--morale", "9"],
        &["retreat", "guardsmen", "3", "--speed", "5"],
    ] {
        let noted = notes(&printed_json(other));
        assert!(noted.iter().any(|note| note.contains(" in place of ")), "{other:?}: {noted:?}");
    }
}

#[test]
fn a_question_with_replaced_numbers_is_the_same_in_a_link_and_a_file() {
    for question in [
        &["attack", "sworn swords", "guardsmen", "--defense", "4", "--charge"][..],
        &["duel", "sworn swords", "guardsmen", "--b-defense", "4", "--a-hit", "3"],
        &["survive", "guardsmen", "--by", "sworn swords", "--defense", "4", "--dice", "5"],
        &["sequence", "guardsmen", "--by", "sworn swords:hit=3", "--morale", "8"],
        &["matrix", "sworn swords", "guardsmen", "--hit", "3"],
    ] {
        let link = printed(&[question, &["--as", "link"]].concat());
        same(&["ask", link.trim()], question);
        let file = printed(&[question, &["--as", "toml"]].concat());
        let (of_file, direct) = (of_file(&file), printed_json(question));
        assert_eq!(of_file["quantities"], direct["quantities"], "{question:?}");
        assert_eq!(of_file["cells"], direct["cells"], "{question:?}");
    }
}

#[test]
fn questions_about_several_units_take_numbers_in_place_of_those_on_cards() {
    let cases: [(&[&str], &[&str]); 4] = [
        (
            &["duel", "sworn swords", "guardsmen", "--a-hit", "3", "--b-defense", "4"],
            &[
                "Stark Sworn Swords: hit 3+ in place of 4+",
                "Lannister Guardsmen: defence 4+ in place of 3+",
            ],
        ),
        (
            &["survive", "guardsmen", "--by", "sworn swords", "--hit", "3", "--morale", "8"],
            &[
                "Stark Sworn Swords: hit 3+ in place of 4+",
                "Lannister Guardsmen: morale 8+ in place of 7+",
            ],
        ),
        (
            &["sequence", "guardsmen", "--by", "sworn swords:hit=3", "--defense", "4"],
            &[
                "Stark Sworn Swords: hit 3+ in place of 4+",
                "Lannister Guardsmen: defence 4+ in place of 3+",
            ],
        ),
        (
            &["matrix", "sworn swords", "guardsmen", "--hit", "3", "--defense", "4"],
            &[
                "all attackers: hit 3+ in place of the numbers on their cards",
                "all defenders: defence 4+ in place of the numbers on their cards",
            ],
        ),
    ];
    for (question, expected) in cases {
        let noted = notes(&printed_json(question));
        for note in expected {
            assert!(noted.contains(&(*note).to_owned()), "{question:?}: {noted:?}");
        }
    }
    // one attack is the same in all of them
    let attack = wounds(&printed_json(&["attack", "sworn swords", "guardsmen", "--hit", "3"]));
    let step = printed_json(&["sequence", "guardsmen", "--by", "sworn swords:hit=3"]);
    let (step, attack) = (wounds(&step), attack.as_array().cloned().unwrap_or_default());
    for (place, of_attack) in attack.iter().enumerate() {
        let of_step = step[place].as_f64().expect("a number");
        let difference = of_step - of_attack.as_f64().expect("a number");
        assert!(difference.abs() < 1e-12, "{place} wounds: {difference}");
    }
    let wrong = refusal(&["duel", "sworn swords", "guardsmen", "--defense", "4"]);
    assert!(wrong.contains("'--b-defense'"), "{wrong}");
    let wrong = refusal(&["sequence", "guardsmen", "--by", "sworn swords:defense=4"]);
    assert!(wrong.contains("--defense applies to the defender"), "{wrong}");
}

#[test]
fn a_fight_of_one_unit_is_refused_with_the_command_against_an_enemy() {
    for (command, corrected) in [
        (
            &["attack", "guardsmen", "--charge", "--hit", "3"][..],
            "warodds attack guardsmen \"stark sworn swords\" --hit 3 --charge",
        ),
        (
            &["charge", "sworn swords", "--distance", "9"],
            "warodds charge \"sworn swords\" \"lannister guardsmen\" --distance 9",
        ),
        (&["duel", "guardsmen"], "warodds duel guardsmen \"stark sworn swords\""),
        (&["explain", "guardsmen"], "warodds explain guardsmen \"stark sworn swords\""),
    ] {
        let wrong = refusal(command);
        assert!(wrong.contains(corrected), "{wrong}");
    }
}

#[test]
fn help_shows_flags_as_flags_and_says_what_arguments_are() {
    let help = printed(&["attack", "--help"]);
    assert!(help.contains("      --charge  ") && !help.contains("yes,no>"), "{help}");
    assert!(help.contains("--charge=yes,no asks"), "{help}");
    let help = printed(&["battle", "-h"]);
    assert!(help.contains("\n  B     The list of army b"), "{help}");
}

#[test]
fn a_needed_chance_without_a_count_is_that_of_a_lost_rank() {
    let units = ["attack", "sworn swords", "guardsmen", "--charge", "--flank"];
    let with = |options: &[&str]| printed_json(&[&units[..], options].concat())["need"].clone();
    let counted = with(&["--at-least", "4", "--need", "90%"]);
    for options in [&["--need", "90%"][..], &["--need", "rank=90%"]] {
        let need = with(options);
        assert_eq!((&need["now"], &need["reached_by"]), (&counted["now"], &counted["reached_by"]));
        assert!(
            need["what"].as_str().is_some_and(|what| what.ends_with("(a rank lost)")),
            "{need}"
        );
    }
    // a monster has one rank
    let wrong = refusal(&["attack", "guardsmen", "grey wind", "--need", "rank=50%"]);
    assert!(wrong.contains("no event `rank`"), "{wrong}");
}

#[test]
fn a_list_is_named_by_its_file_or_with_list_before_it() {
    let [stark, lannister] = [STARK, LANNISTER].map(|file| format!("list={file}"));
    same(&["worth", STARK, "--against", LANNISTER], &["worth", &stark, "--against", &lannister]);
    same(
        &["matrix", STARK, LANNISTER],
        &["matrix", "--attackers", &stark, "--defenders", &lannister],
    );
    same(&["compare", STARK, LANNISTER], &["matrix", STARK, LANNISTER]);
    same(&["list", "check", &stark], &["list", "check", STARK]);
    let wrong = refusal(&["worth", "no-such-list.txt"]);
    assert!(wrong.contains("no-such-list.txt"), "{wrong}");
}

#[test]
fn two_lists_are_a_battle() {
    let played = |arguments: &[&str]| {
        let all = [&["battle"][..], arguments, &["--games", "4", "--json"]].concat();
        let answer: Value = serde_json::from_str(&printed(&all)).expect("JSON");
        answer["mode"].clone()
    };
    assert_eq!(played(&[STARK, LANNISTER]), "a-game-of-thrones");
    for mode in ["clash-of-kings", "A Clash", "a-clash-of-kings"] {
        assert_eq!(played(&[STARK, LANNISTER, "--mode", mode]), "a-clash-of-kings");
    }
    let wrong = refusal(&["battle", STARK]);
    assert!(wrong.contains(&format!("`warodds battle {STARK} OTHER`")), "{wrong}");
    let wrong = refusal(&["battle", STARK, LANNISTER, "--mode", "a"]);
    assert!(wrong.contains("--mode cannot be `a`"), "{wrong}");
}

#[test]
fn ambiguous_names_list_the_cards_that_may_stand_there() {
    let wrong = refusal(&["attack", "guardsmen + gregor", "sworn swords"]);
    assert!(wrong.contains("`gregor` matches 2 cards") && !wrong.contains("cavalry"), "{wrong}");
    let wrong = refusal(&["attack", "guardsmen", "sworn swords", "--with", "gregor"]);
    assert!(wrong.contains("`gregor` matches 2 cards"), "{wrong}");
    let wrong = refusal(&["survive", "berserkers", "--by", "lannister halberdiers:weakened"]);
    assert!(wrong.contains("--weakened") && wrong.contains("`warodds sequence`"), "{wrong}");
}

#[test]
fn a_card_of_ones_own_needs_no_edition_source_or_faction() {
    let folder = TempDir::new().expect("a directory");
    let file = folder.path().join("mine.toml");
    let text = "[units.my-guard]\nname = \"My Guard\"\ndefense = 4\nmorale = 6\n";
    fs::write(&file, text).expect("written");
    let path = file.to_str().expect("a path");
    assert!(
        printed(&["attack", "sworn swords", "my guard", "--catalogue", path]).contains("My Guard")
    );
    let shown = printed(&["show", "my guard", "--catalogue", path]);
    assert!(shown.contains("my own card") && shown.contains("Neutral"), "{shown}");
    fs::write(&file, format!("{text}faction = \"Stark\"\n")).expect("written");
    assert!(printed(&["show", "my guard", "--catalogue", path]).contains("Stark"));
}

#[test]
fn refused_forms_print_the_command_that_is_meant() {
    for (arguments, corrected) in [
        (&["compare", "mountain's men"][..], "`warodds compare \"mountain's men\" OTHER`"),
        (
            &["compare", "--against", "mountain's men"],
            "`warodds matrix all \"mountain's men\" --metric per-point --sort value`",
        ),
        (&["luck"], "guardsmen --rolled 3"),
        (&["attack", "sworn swords", "guardsmen", "--distance", "9"], "'warodds charge'"),
        (&["compare", "sworn swords", "guardsmen", "--defense", "4"], "with `use`"),
        (&["compare", "bowmen", "guardsmen", "--faction", "stark"], "'--against'"),
        (&["battle", "scenarios/battles/clash-of-kings.toml", "--csv"], "not printed as CSV"),
        (&["completions"], "bash, elvish, fish, powershell, zsh"),
        (&["schema"], "scenario, catalogue"),
        (&["man", "atack"], "there is no command `atack`"),
    ] {
        let wrong = refusal(arguments);
        assert!(wrong.contains(corrected), "{arguments:?}: {wrong}");
    }
    assert!(printed(&["man", "attack"]).contains("What does one attack do?"));
    let rolls = printed(&["luck", "-h"]);
    assert!(rolls.contains("guardsmen --rolled 3"), "{rolls}");
}

#[test]
fn a_name_of_a_printed_card_and_of_a_copy_in_a_list_builder_is_the_printed_one() {
    let old = ["attack", "sworn swords", "guardsmen", "--cards", "1.0"];
    let printed_card = printed_json(&old)["subject"].clone();
    assert_eq!(printed_card, "Stark Sworn Swords (v1.0) → Lannister Guardsmen (v1.0)");
}

#[test]
fn dice_of_westeros_are_counted_before_their_rank() {
    same(
        &["westeros", "attack", "3 green", "green"],
        &["westeros", "attack", "green dice=3", "green"],
    );
}

#[test]
fn games_are_counted_by_games_in_every_command_of_battles() {
    let of = |options: &[&str]| {
        let all = ["battle", "matrix", STARK, LANNISTER, "--policy", "quick"];
        printed(&[&all[..], &["--mode", "fire"], options].concat())
    };
    assert_eq!(of(&["--games", "4"]), of(&["--pairs", "2"]));
    let odd = refusal(&["battle", "matrix", STARK, LANNISTER, "--games", "3"]);
    assert!(odd.contains("must be even"), "{odd}");
}

#[test]
fn a_directory_stands_for_the_lists_in_it() {
    let folder = TempDir::new().expect("a directory");
    for list in [STARK, LANNISTER] {
        let name = list.rsplit('/').next().expect("a name");
        fs::copy(list, folder.path().join(name)).expect("copied");
    }
    fs::write(folder.path().join("notes.md"), "no list").expect("written");
    let directory = folder.path().to_str().expect("a path");
    let of = |lists: &[&str]| {
        let options = ["--policy", "quick", "--mode", "fire", "--games", "2"];
        printed_json(&[&["battle", "matrix"][..], lists, &options].concat())["lists"].clone()
    };
    assert_eq!(of(&[directory]), of(&[LANNISTER, STARK]));
    let wrong = refusal(&["battle", "matrix", STARK]);
    assert!(wrong.contains("at least two"), "{wrong}");
}

/// Whoever asks for advice needs a log, and a log needs the command that writes one.
#[test]
fn errors_about_logs_name_the_command_that_writes_them() {
    for arguments in [&["battle", "advise"][..], &["battle", STARK, LANNISTER, "--log", "x.json"]] {
        let fault = refusal(arguments);
        assert!(fault.contains("warodds battle replay FILE --log LOG"), "{arguments:?}: {fault}");
    }
}
