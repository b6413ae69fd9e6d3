//! No option is ignored: each option of each command, on every way there is to ask, is given where
//! it must matter, and changes the answer or is refused.
//!
//! The list of options is clap's own. An option that is new, or that a command takes on a second
//! way, has no case here, and fails the test until it has one.

mod asoiaf;
mod cases;
mod files;
mod numbers;
mod others;

use std::collections::{BTreeMap, BTreeSet};

use assert_cmd::Command;
use serde_json::Value;

use cases::{Case, Sees, Way};

/// What a command came to: its exit code, what it answers without what it echoes, and what it says
/// on stderr.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    code: Option<i32>,
    answer: Value,
    told: String,
}

/// Runs the program without the colours and width of whoever runs the tests.
fn run(arguments: &[String]) -> Outcome {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let output = command
        .env_remove("WARODDS_ISA")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.contains("panicked at"), "{arguments:?}: {told}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Outcome { code: output.status.code(), answer: essence(&text), told }
}

/// The numbers of an answer in JSON, without what only repeats the question; any other text as it
/// is.
fn essence(text: &str) -> Value {
    const NUMBERS: [&str; 7] =
        ["quantities", "events", "values", "standard_errors", "matchups", "measure", "course"];
    match serde_json::from_str(text) {
        Ok(Value::Array(all)) => all.into_iter().map(|one| essence(&one.to_string())).collect(),
        Ok(Value::Object(all)) if all.contains_key("schema") => {
            all.into_iter().filter(|(key, _)| NUMBERS.contains(&key.as_str())).collect()
        }
        Ok(other) => other,
        Err(_) => Value::String(text.to_owned()),
    }
}

/// `base` with an option: in place of the value it has there, or at the end.
fn flipped(base: &[String], option: &[String]) -> Vec<String> {
    let Some((name, values)) = option.split_first() else { return base.to_vec() };
    match base.iter().position(|word| word == name) {
        Some(place) => {
            let rest = base.iter().skip(place + 1 + values.len());
            base.iter().take(place + 1).chain(values).chain(rest).cloned().collect()
        }
        None => [base, option].concat(),
    }
}

/// Outcomes of command lines that were run already: most cases share what they are held against.
#[derive(Default)]
struct Runs(BTreeMap<Vec<String>, Outcome>);

impl Runs {
    fn of(&mut self, arguments: Vec<String>) -> Outcome {
        self.0.entry(arguments).or_insert_with_key(|arguments| run(arguments)).clone()
    }
}

/// The options of a command, by their names: those that clap knows of and shows.
fn options(path: &str) -> BTreeSet<String> {
    let mut command = warodds::cli::command();
    for name in path.split(' ') {
        let found = command.find_subcommand(name).unwrap_or_else(|| panic!("no command {path:?}"));
        command = found.clone();
    }
    let shown = command.get_arguments().filter(|option| !option.is_hide_set());
    shown.filter_map(|option| Some(format!("--{}", option.get_long()?))).collect()
}

/// What is wrong with one case.
fn fault(way: &Way, case: &Case, runs: &mut Runs) -> Option<String> {
    let base = case.of.as_ref().unwrap_or(&way.base);
    let beside = case.beside.iter().fold(base.clone(), |base, option| flipped(&base, option));
    let with = flipped(&beside, &case.option);
    let seeds: &[&str] = if way.dice { &SEEDS } else { &[""] };
    let mut told = String::new();
    for seed in seeds {
        let dice: &[&str] = if seed.is_empty() { &[] } else { &["--seed", seed] };
        let seeded = |words: &[String]| {
            let dice: Vec<String> = dice.iter().map(|word| (*word).to_owned()).collect();
            if words.iter().any(|word| word == "--seed") {
                words.to_vec()
            } else {
                flipped(words, &dice)
            }
        };
        let (before, after) = (runs.of(seeded(&beside)), runs.of(seeded(&with)));
        let is_right = match &case.sees {
            Sees::Change => (before.code, &before.answer) != (after.code, &after.answer),
            Sees::Refusal(part) => after.code == Some(2) && after.told.contains(part),
            Sees::Same(_) => before == after,
        };
        if is_right {
            return None;
        }
        told = format!("exit {:?}\n{}{}", after.code, after.told, after.answer);
    }
    Some(format!("{}: {:?} of {with:?} {told:.600}", way.name, case.sees))
}

/// Seeds of which one must show what an option does to a single attack.
const SEEDS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

/// Runs all cases of a way to ask; every option must have one.
#[track_caller]
fn check(way: &Way) {
    let known = options(way.command);
    let named: BTreeSet<String> = way.cases.iter().map(|case| case.option[0].clone()).collect();
    let without: Vec<_> = known.difference(&named).collect();
    assert!(without.is_empty(), "{}: no case for {without:?}", way.name);
    let unknown: Vec<_> = named.difference(&known).collect();
    assert!(unknown.is_empty(), "{}: no such options {unknown:?}", way.name);
    let mut runs = Runs::default();
    let faults: Vec<String> =
        way.cases.iter().filter_map(|case| fault(way, case, &mut runs)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Every command that answers is asked on some way, with those below it.
#[test]
fn no_command_is_left_out() {
    let asked: BTreeSet<String> = asoiaf::ways()
        .into_iter()
        .chain(others::ways())
        .map(|way| way.command.to_owned())
        .collect();
    let command = warodds::cli::command();
    let mut known = BTreeSet::new();
    for one in command.get_subcommands() {
        let below: Vec<_> = one.get_subcommands().map(clap_name).collect();
        if below.is_empty() || one.get_arguments().any(|option| option.get_long().is_some()) {
            known.insert(one.get_name().to_owned());
        }
        known.extend(below.into_iter().map(|name| format!("{} {name}", one.get_name())));
    }
    assert_eq!(asked, known);
}

fn clap_name(command: &clap::Command) -> String {
    command.get_name().to_owned()
}
