//! No option is ignored: each option of each command, on every way there is to ask, is given where
//! it must matter, and changes the answer or is refused.
//!
//! The list of options is clap's own. An option that is new, or that a command takes on a second
//! way, has no case here, and fails the test until it has one.

mod armies;
mod asoiaf;
mod battles;
mod cases;
mod file_faults;
mod file_keys;
mod files;
mod numbers;
mod others;
mod serve;
mod shards;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use cases::{Case, Sees, Way};

/// What a command came to: its exit code, what it answers without what it echoes, the names of the
/// files it wrote, and what it says on stderr.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    code: Option<i32>,
    answer: Value,
    files: BTreeSet<String>,
    told: String,
}

/// The directory that a case writes to: another one in each run.
const DIRECTORY: &str = "DIRECTORY";

/// A directory with shards of a run, counted once for all cases.
const SHARDS: &str = "SHARDS";

/// Runs the program without the colours and width of whoever runs the tests.
fn run(arguments: &[String]) -> Outcome {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().display().to_string();
    let word = |word: &String| match word.contains(SHARDS) {
        true => word.replace(SHARDS, &shards::counted().display().to_string()),
        false => word.replace(DIRECTORY, &path),
    };
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let output = command
        .env_remove("WARODDS_ISA")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.iter().map(word))
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).replace(&path, DIRECTORY);
    assert!(!told.contains("panicked at"), "{arguments:?}: {told}");
    let answer = essence(&String::from_utf8_lossy(&output.stdout));
    Outcome { code: output.status.code(), answer, files: files_below(directory.path()), told }
}

/// The names of all files below a directory.
fn files_below(directory: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(directory).expect("it can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let names = paths.flat_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let below = match path.extension().and_then(|ending| ending.to_str()) {
            _ if path.is_dir() => files_below(&path),
            // what a shard holds is all its command says
            Some("shard") => BTreeSet::from([std::fs::read_to_string(&path).expect("a text")]),
            _ => BTreeSet::new(),
        };
        below
            .into_iter()
            .map(|file| format!("{name}/{file}"))
            .chain([name.clone()])
            .collect::<Vec<_>>()
    });
    names.collect()
}

/// The numbers of an answer in JSON, without what only repeats the question; any other text as it
/// is.
fn essence(text: &str) -> Value {
    const NUMBERS: [&str; 27] = [
        "card",
        "given",
        "at_least",
        "at_most",
        "between",
        "luck",
        "rolls",
        "quantities",
        "steps",
        "events",
        "values",
        "standard_errors",
        "matchups",
        "measure",
        "course",
        "contributions",
        "sensitivity",
        "need",
        "attachments",
        "units",
        "parts",
        "alone",
        "points",
        "breaches",
        "results",
        "totals",
        "variants",
    ];
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
    let with = case.beside.iter().fold(base.clone(), |base, option| flipped(&base, option));
    let with = flipped(&with, &case.option);
    // an option without a value that the question has already is taken from it
    let mut beside = case.beside.iter().fold(base.clone(), |base, option| flipped(&base, option));
    if let [flag] = &*case.option {
        beside.retain(|word| word != flag);
    }
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
            Sees::Change => {
                let seen = |outcome: &Outcome| {
                    (outcome.code, outcome.answer.clone(), outcome.files.clone())
                };
                seen(&before) != seen(&after)
            }
            Sees::Refusal(part) => after.code == Some(2) && after.told.contains(part),
            Sees::Same(_) => before == after,
            Sees::Silence => {
                let same = (&before.answer, &before.files) == (&after.answer, &after.files);
                same && after.told.is_empty() && !before.told.is_empty()
            }
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

/// Runs all cases of some ways to ask.
#[track_caller]
fn check(ways: &[Way]) {
    let faults: Vec<String> = ways.iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// What is wrong with the cases of a way to ask; every option must have one.
fn faults(way: &Way) -> Vec<String> {
    let known = options(way.command);
    let named: BTreeSet<String> = way.cases.iter().map(|case| case.option[0].clone()).collect();
    let without = known.difference(&named);
    let without = without.map(|option| format!("{}: no case for {option}", way.name));
    let unknown = named.difference(&known);
    let unknown = unknown.map(|option| format!("{}: no such option {option}", way.name));
    let mut runs = Runs::default();
    let wrong = way.cases.iter().filter_map(|case| fault(way, case, &mut runs));
    without.chain(unknown).chain(wrong).collect()
}

/// Commands whose options are tried in files of their own: a server does not end by itself, and a
/// sheet is written, not printed (`tests/it/sheet.rs`).
const ELSEWHERE: [&str; 2] = ["serve", "sheet"];

/// Every command that answers is asked on some way, with those below it.
#[test]
fn no_command_is_left_out() {
    let asked: BTreeSet<String> = asoiaf::ways()
        .into_iter()
        .chain(others::ways())
        .chain(armies::ways())
        .chain(battles::ways())
        .chain(shards::ways())
        .map(|way| way.command.to_owned())
        .collect();
    let asked: BTreeSet<String> = asked.into_iter().chain(ELSEWHERE.map(str::to_owned)).collect();
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
