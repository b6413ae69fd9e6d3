//! `warodds explain`: one attack at the table, die by die.

use std::path::PathBuf;

use clap::Args;

use super::attack::AttackOptions;
use super::failure::Failure;
use super::print;
use crate::games::asoiaf::Question;
use crate::scenario::load;
use crate::study::{Asked, Entry, play};

/// Play one attack, or one question of a scenario, step by step with every die and the rule it follows.
///
/// Dice that count are in brackets.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A scenario file to take the question from, instead of the options.
    #[arg(value_name = "FILE", conflicts_with = "dice")]
    file: Option<PathBuf>,
    /// Which of its questions, by name [default: the first].
    #[arg(long, value_name = "NAME", requires = "file")]
    question: Option<String>,
    #[command(flatten)]
    attack: AttackOptions,
    /// Which dice fall: the same seed, the same battle.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  warodds explain --dice 6 --hit 4 --defense 4 --morale 6
  warodds explain --dice 8 --hit 3 --defense 4 --morale 7 --charge --panicked --seed 12
  warodds explain scenarios/guardsmen-v-swords.toml --question \"the book's charge\"";

/// Plays one question and tells it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, question) = arguments.question()?;
    let told: Vec<String> = play(&question, arguments.seed).iter().map(line).collect();
    print::print(&format!("{name}, seed {}\n\n{}\n", arguments.seed, told.join("\n")))
}

impl Arguments {
    /// The question and its name.
    fn question(&self) -> Result<(String, Question), Failure> {
        let Some(file) = &self.file else { return Ok(("attack".to_owned(), Question::Attack(self.attack.question()?))) };
        let asked = load(file).map_err(|error| Failure::BadScenarios(vec![error]))?.asked;
        let wanted = |asked: &&Asked| self.question.as_ref().is_none_or(|name| asked.name == *name);
        let found = asked.iter().find(wanted).ok_or_else(|| no_such(&asked))?;
        Ok((found.name.clone(), found.question.clone()))
    }
}

/// What could have been asked for.
fn no_such(asked: &[Asked]) -> Failure {
    const NAMED: usize = 20;
    let names: Vec<&str> = asked.iter().take(NAMED).map(|asked| asked.name.as_str()).collect();
    let more = asked.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("\n  … and {more} more") } else { String::new() };
    Failure::input(format!("no question has that name; there are\n  {}{rest}", names.join("\n  ")))
}

/// An entry as a line: rule, what it is, dice or number.
fn line(entry: &Entry) -> String {
    match entry {
        Entry::Rolled { label, faces, needed } => {
            let dice: Vec<String> = faces.iter().map(|&face| die(face, *needed)).collect();
            let needs = needed.map_or_else(String::new, |needed| format!(" on {needed}+"));
            format!("{:>5}  {}{needs}: {}", label.rule, label.what, dice.join(" "))
        }
        Entry::Came { label, value } => format!("{:>5}    = {value} {}", label.rule, label.what),
    }
}

/// A die, marked where it counts.
fn die(face: u8, needed: Option<u8>) -> String {
    if needed.is_some_and(|needed| face >= needed) { format!("[{face}]") } else { face.to_string() }
}
