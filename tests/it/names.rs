//! How units, keys and values are named, in every front end alike.

use assert_cmd::Command;
use serde_json::Value;
use warodds::catalogue::{Card, Catalogue};
use warodds::engine::StdControl;
use warodds::scenario::parse;
use warodds::study::{EngineKind, answer};

use crate::common;

/// A unit with an attachment as answers print it.
const LED: &str = "Stark Sworn Swords + Sworn Sword Captain";

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

/// What stderr says of input that is refused.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// The text of an answer.
#[track_caller]
fn text(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The mean of the wounds of an attack by name.
#[track_caller]
fn wounds(attacker: &str) -> f64 {
    let question = warodds::attack(attacker, "lannister guardsmen");
    question.exact().unwrap_or_else(|error| panic!("{error}")).wounds().mean()
}

#[test]
fn umber_greataxes_are_the_current_card() {
    assert!((wounds("umber greataxes") - 5.48).abs() < 0.01);
    assert!((wounds("umber greataxes (v1.0)") - 2.86).abs() < 0.01);
    assert!(text(&["attack", "umber greataxes", "guardsmen"]).starts_with("House Umber Greataxes"));
}

#[test]
fn ambiguous_names_are_refused_with_the_candidates() {
    for (name, candidate) in
        [("knights", "hedge-knights"), ("dragon", "dragonstone-noble"), ("sworn", "sworn-brothers")]
    {
        assert!(refused(&["attack", name, "guardsmen"]).contains(candidate), "{name}");
    }
    let message = refused(&["attack", "Jaime Lannister", "guardsmen"]);
    assert!(message.contains("attachments") && message.contains("--with"), "{message}");
}

#[test]
fn a_printed_unit_with_an_attachment_is_accepted_by_every_command() {
    let guards = "lannister guardsmen";
    for arguments in [
        vec!["attack", LED, guards],
        vec!["charge", LED, guards, "--distance", "5"],
        vec!["panic", LED],
        vec!["retreat", LED, "--distance", "2"],
        vec!["duel", LED, guards],
        vec!["compare", LED, "stark sworn swords", "--against", guards],
        vec!["matrix", "--attackers", LED, "--defenders", guards],
        vec!["survive", guards, "--by", LED],
        vec!["survive", LED, "--by", guards],
        vec!["sequence", guards, "--by", LED],
        vec!["sequence", LED, "--by", guards],
        vec!["options", LED, guards],
        vec!["attachments", "--for", guards, "--against", LED],
        vec!["compare", guards, "stark bowmen", "--against", LED],
        vec!["ask", "attack/Stark Sworn Swords + Sworn Sword Captain/lannister guardsmen"],
        vec!["ask", "attack/stark-sworn-swords%2Bsworn-sword-captain/lannister-guardsmen"],
        vec!["ask", "matrix?attackers=Stark Sworn Swords %2B Sworn Sword Captain&defenders=stark"],
    ] {
        let told = text(&arguments);
        // a table may wrap the name
        let is_shown = told.contains(LED) || told.contains("Stark Sworn Swords + Sworn");
        let is_shown = is_shown || arguments.contains(&"--against");
        assert!(is_shown, "{arguments:?}: {told}");
    }
    let with = ["attack", "stark sworn swords", guards, "--with", "sworn sword captain"];
    let mean = |arguments: &[&str]| json(arguments)["quantities"].clone();
    assert_eq!(mean(&["attack", LED, guards]), mean(&with));
}

#[test]
fn a_printed_unit_with_an_attachment_is_accepted_in_files() {
    let file = format!(
        "title = \"t\"\n[units.led]\nuse = \"{LED}\"\n\
         [[attack]]\nattacker = \"{LED}\"\ndefender = \"lannister guardsmen\"\n\
         [[attack]]\nattacker = \"led\"\ndefender = \"lannister guardsmen\"\n\
         [[matrix]]\nattackers = [\"{LED}\", \"stark bowmen\"]\ndefenders = \"guardsmen\"\n\
         [[compare]]\na = \"{LED}\"\nb = \"stark bowmen\"\nagainst = \"{LED}\"\n"
    );
    let scenario = parse("t", &file).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(scenario.asked.iter().all(|asked| asked.subject.contains(LED)));
}

#[test]
fn a_unit_meets_its_like_in_files_as_in_commands() {
    let file = "title = \"t\"\n\
         [units.ours]\nuse = \"stark sworn swords\"\n[units.theirs]\nuse = \"stark sworn swords\"\n\
         [[attack]]\nattacker = \"ours\"\ndefender = \"theirs\"\n\
         [[duel]]\na = \"ours\"\nb = \"ours\"\n\
         [[matrix]]\nattackers = [\"ours\", \"theirs\"]\ndefenders = \"ours\"\n\
         [[compare]]\na = \"ours\"\nb = \"theirs\"\n";
    let scenario = parse("t", file).unwrap_or_else(|faults| panic!("{faults}"));
    let subject = scenario.asked.first().map(|asked| asked.subject.as_str());
    assert_eq!(subject, Some("Stark Sworn Swords (ours) → Stark Sworn Swords (theirs)"));
    let matrix = ["matrix", "--attackers", "sworn swords", "--defenders", "sworn swords"];
    assert!(text(&matrix).contains("Stark Sworn Swords"));
    assert!(text(&["ask", "duel/sworn swords/sworn swords"]).contains("Stark Sworn Swords (b)"));
}

#[test]
fn unknown_options_are_suggested_by_meaning() {
    let attack = ["attack", "sworn swords", "guardsmen"];
    let told = |option: &str| refused(&[&attack[..], &[option]].concat());
    assert!(told("--side").contains("'--facing flank'"), "{}", told("--side"));
    // what an option was called before
    assert!(told("--hit-mod").contains("--hit-modifier"), "{}", told("--hit-mod"));
    assert!(refused(&["ask", "panic?morale=7&mod=-1"]).contains("--panic-modifier"));
    assert!(!told("--rounds=3").contains("similar"), "{}", told("--rounds=3"));
    assert!(refused(&["ask", "attack/sworn swords/guardsmen?back"]).contains("`facing=rear`"));
    assert!(refused(&["matrix", "--attackers", "strak"]).contains("did you mean `stark`?"));
}

#[test]
fn short_names_mean_the_same_everywhere() {
    let long = ["attack", "sworn swords", "guardsmen", "--facing", "rear", "--attacker-with"];
    let long = text(&[&long[..], &["sworn sword captain"]].concat());
    let short = ["attack", "sworn swords", "guardsmen", "--rear", "--with", "sworn sword captain"];
    assert_eq!(text(&short), long);
    let link = "attack/sworn swords/guardsmen?rear&with=sworn sword captain";
    assert_eq!(text(&["ask", link]), long);
    assert!(
        refused(&["attack", "sworn swords", "guardsmen", "--rear", "--flank"]).contains("2 times")
    );
}

#[test]
fn names_of_arcs_and_tokens_ignore_case() {
    let plain = ["attack", "sworn swords", "guardsmen", "--facing", "rear"];
    let capital = ["attack", "sworn swords", "guardsmen", "--facing", "Rear"];
    assert_eq!(text(&plain), text(&capital));
    let panicked = ["duel", "sworn swords", "guardsmen", "--b-tokens", "Panicked+WEAKENED"];
    assert!(text(&panicked).contains(" win "));
    let file = "title = \"t\"\n[[attack]]\nattacker = \"sworn swords\"\n\
         defender = \"guardsmen\"\nfacing = \"Rear\"\ndefender_tokens = \"Panicked\"\n";
    parse("t", file).unwrap_or_else(|faults| panic!("{faults}"));
}

#[test]
fn faults_of_files_suggest_by_meaning_and_list_keys_once() {
    let file = "title = \"t\"\n[[attack]]\nattacker = \"sworn swords\"\n\
         defender = \"guardsmen\"\nvulnerabel = true\nzork = 1\nbogus = 2\n";
    let told = parse("t", file).expect_err("it has faults").to_string();
    assert!(told.contains("did you mean `vulnerable`?"), "{told}");
    assert_eq!(told.matches("its keys are").count(), 1, "{told}");
}

#[test]
fn files_with_former_keys_are_told_the_new_ones() {
    let units = "title = \"t\"\n";
    let pair = "attacker = \"sworn swords\"\ndefender = \"guardsmen\"\n";
    for (table, former, new) in [
        (format!("[[attack]]\n{pair}"), "attack = \"Winter\"", "weapon"),
        ("[[panic]]\nunit = \"guardsmen\"\n".to_owned(), "modifier = -1", "panic_modifier"),
        (
            format!("[[charge]]\n{pair}distance = 8\n"),
            "own_panic_modifier = -1",
            "attacker_panic_modifier",
        ),
        (format!("[[charge]]\n{pair}distance = 8\n"), "own_horrific = true", "attacker_horrific"),
    ] {
        let fault = parse("t", &format!("{units}{table}{former}\n")).expect_err("it has a fault");
        let told = fault.to_string();
        assert!(told.contains(&format!("did you mean `{new}`?")), "{former}: {told}");
    }
}

#[test]
fn rules_and_cards_have_options_of_their_own() {
    let attack = ["attack", "sworn swords", "guardsmen"];
    let fault = refused(&[&attack[..], &["--edition", "2021"]].concat());
    assert!(fault.contains("--rules") && fault.contains("--cards"), "{fault}");
    assert!(refused(&["units", "--edition", "1.0"]).contains("--cards"));
    let fault = refused(&["ask", "attack/sworn swords/guardsmen?edition=2021"]);
    assert!(fault.contains("`rules`") && fault.contains("`cards`"), "{fault}");
    let file = "title = \"t\"\nedition = \"2021\"\n[[attack]]\n\
         attacker = \"sworn swords\"\ndefender = \"guardsmen\"\n";
    let fault = parse("t", file).expect_err("it has a fault").to_string();
    assert!(fault.contains("`rules`") && fault.contains("`cards`"), "{fault}");
    let renamed = file.replace("edition", "rules");
    parse("t", &renamed).unwrap_or_else(|faults| panic!("{faults}"));
    let answer = json(&[&attack[..], &["--rules", "2021"]].concat());
    assert_eq!(answer["rules"]["edition"], "2021");
}

#[test]
fn cards_of_an_edition_are_the_only_ones_that_names_mean() {
    let old = text(&["attack", "greataxes", "guardsmen", "--cards", "1.0"]);
    assert!(
        old.starts_with("Umber Greataxes (v1.0) (Mighty Cleave) attack Lannister Guardsmen (v1.0)"),
        "{old}"
    );
    let link = text(&["ask", "attack/greataxes/guardsmen?cards=1.0"]);
    assert!(link.contains("Umber Greataxes (v1.0)"), "{link}");
    let file = "title = \"t\"\ncards = \"1.0\"\n[[attack]]\n\
         attacker = \"greataxes\"\ndefender = \"guardsmen\"\n";
    let scenario = parse("t", file).unwrap_or_else(|faults| panic!("{faults}"));
    let subject = scenario.asked.first().map(|asked| asked.subject.as_str());
    assert_eq!(subject, Some("Umber Greataxes (v1.0) → Lannister Guardsmen (v1.0)"));
    let fault = refused(&["attack", "starfall knights", "guardsmen", "--cards", "1.0"]);
    assert!(fault.contains("there is no unit"), "{fault}");
}

/// The sentence about a panic test of each single model of the catalogue (A1.1), with its name.
fn panic_sentences() -> Vec<(String, String)> {
    let solos = Catalogue::shipped().cards().filter(|card| card.unit.is_solo());
    let tested: Vec<_> = solos.filter(|card| card.unit.morale.is_some()).collect();
    let plan = common::plan(EngineKind::Exact, 1, 0);
    let sentence = |card: &&Card| {
        let text = format!(
            "title = \"t\"\n[units.solo]\nuse = \"{}\"\n\
             [[panic]]\nunit = \"solo\"\n",
            card.id
        );
        let scenario = parse("t", &text).unwrap_or_else(|faults| panic!("{faults}"));
        let question = scenario.asked.first().expect("a question");
        let answer = answer(question, &plan, &StdControl).expect("an answer");
        (card.unit.name.clone(), answer.situation)
    };
    tested.iter().map(sentence).collect()
}

#[test]
fn single_models_take_singular_verbs_unless_their_names_are_plurals() {
    let sentences = panic_sentences();
    let mut plural: Vec<&str> = sentences
        .iter()
        .filter(|(_, sentence)| sentence.ends_with(" take a panic test"))
        .map(|(name, _)| name.as_str())
        .collect();
    plural.dedup();
    assert_eq!(
        plural,
        [
            "Dothraki Hrakkars",
            "Drowned Men",
            "Freedmen",
            "Frozen Shore Chariots",
            "Giant Spear Throwers",
        ]
    );
    for (name, sentence) in sentences.iter().filter(|(name, _)| !plural.contains(&name.as_str())) {
        // names of older cards have their edition behind them
        let is_singular = sentence.starts_with(name) && sentence.ends_with(" takes a panic test");
        assert!(is_singular, "{sentence}");
    }
    for name in ["Grey Wind", "Coldhands", "Gregor Clegane - The Mountain That Rides"] {
        assert!(sentences.iter().any(|(other, _)| other == name), "{name}");
    }
}
