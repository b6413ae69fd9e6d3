//! Whatever is typed for an option, it is refused in words that a player understands.

use clap::Command;
use warodds::cli::command;

/// What is no value of any option, or of few.
const SLIPS: [&str; 9] =
    ["-1", "-7.5", "x", "1e308", "nan", "inf", "99999999999999999999999999", "1.5", ""];

/// How the parsers of the standard library and of clap put it.
const OF_PROGRAMMERS: [&str; 8] = [
    "found in string",
    "is not in ",
    "..=",
    "target type",
    "float literal",
    "empty string",
    "cannot parse",
    "as a value, use",
];

/// A command with those above it, and its options that take a value.
fn commands() -> Vec<(Vec<String>, Vec<String>)> {
    fn below(command: &Command, path: &[String], all: &mut Vec<(Vec<String>, Vec<String>)>) {
        let path = [path, &[command.get_name().to_owned()]].concat();
        let valued = command.get_arguments().filter(|option| option.get_action().takes_values());
        let names = valued.filter_map(|option| Some(format!("--{}", option.get_long()?)));
        all.push((path.clone(), names.collect()));
        command.get_subcommands().for_each(|one| below(one, &path, all));
    }
    let mut all = Vec::new();
    below(&command(), &[], &mut all);
    all
}

/// What is said of a command line that cannot be understood: by clap, or by the table of keys.
fn told(program: &mut Command, words: Vec<String>) -> Option<String> {
    let matches = match program.try_get_matches_from_mut(&words) {
        Ok(matches) => matches,
        Err(error) => return Some(error.to_string()),
    };
    let (name, matches) = matches.subcommand()?;
    let kind = warodds::request::kind(name).ok()?;
    let given = warodds::cli::provided_fields(kind.keys(), matches);
    let setup = warodds::request::Setup::shipped();
    kind.request(kind.keys(), &given, &setup).err().map(|error| error.to_string())
}

#[test]
fn no_option_answers_in_the_words_of_programmers() {
    let (mut program, mut tried) = (command(), 0);
    for (path, options) in commands() {
        for option in &options {
            for slip in SLIPS {
                let words = path.iter().cloned().chain([option.clone(), slip.to_owned()]);
                let Some(told) = told(&mut program, words.collect()) else { continue };
                for wording in OF_PROGRAMMERS {
                    assert!(!told.contains(wording), "{path:?} {option} {slip}: {told}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "only {tried}");
}

/// What the program says of a command line that it refuses.
fn refused(line: &str) -> String {
    let mut command = assert_cmd::Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(line.split(' ')).assert().code(2);
    String::from_utf8_lossy(&done.get_output().stderr).into_owned()
}

#[test]
fn a_number_that_will_not_do_is_refused_with_what_will() {
    for (line, part) in [
        ("attack --seed -1", "--seed cannot be `-1`: it must be a whole number from 0 to"),
        ("attack --dice four", "it must be a whole number from 1 to 60"),
        ("attack --dice 1e1", "it must be a whole number from 1 to 60, written in digits only"),
        ("attack --dice 8.0", "it must be a whole number from 1 to 60, written in digits only"),
        ("attack --hit 4e0", "it must be a whole number from 2 to 6, written in digits only"),
        ("attack --seed 1e3", "written in digits only"),
        (
            "attack stark-bowmen stark-outriders --attacker-wounds-lost 1e0",
            "it must be a whole number, written in digits only",
        ),
        ("attack --hit 7+", "it must be a whole number from 2 to 6, such as 4 or 4+"),
        ("attack a b --round 0", "it must be a whole number from 1 to 20"),
        ("attack --trials 1e308", "it must be a whole number from 1 to 1_000_000_000_000"),
        ("charge --distance NaN", "it must be a number of inches from 0 to 100, not NaN"),
        ("run x.toml --precision inf", "it must be a finite number above 0, such as 0.01, not inf"),
        ("matrix --at-least 121", "it must be a whole number from 1 to 120"),
        ("attack --facing -1", "it must be front, flank or rear"),
        ("campaign x.toml --threads 0", "it must be a whole number from 1 to 1024"),
    ] {
        let told = refused(line);
        assert!(told.contains(part), "{line}: {told}");
    }
}

#[test]
fn numbers_may_be_typed_as_answers_print_them() {
    for line in [
        "attack --hit-modifier −1",
        "attack --seed 18446744073709551615 --trials 1_000_000",
        "attack --trials 1e6 --hit 4+",
        "panic --morale 7 --panic-modifier=-2",
    ] {
        let words = std::iter::once("warodds").chain(line.split(' '));
        let matches = command().try_get_matches_from(words);
        assert!(
            matches.is_ok(),
            "{line}: {}",
            matches.map_or_else(|e| e.to_string(), |_| String::new())
        );
    }
}
