//! `warodds explain`: one attack at the table, die by die.

use clap::Args;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::attack::AttackOptions;
use super::failure::Failure;
use super::print;
use super::rules::RulesOptions;
use crate::chance::{Entry, Rule, Table};
use crate::engine::resolve_once;
use crate::games::asoiaf::Question;
use crate::games::asoiaf::attack::AttackRule;
use crate::study::Asked;

/// Play one attack step by step, with every die and the rule it follows.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    attack: AttackOptions,
    #[command(flatten)]
    rules: RulesOptions,
    /// Which dice fall: the same seed, the same battle.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  warodds explain --dice 6 --hit 4 --defense 4 --morale 6
  warodds explain --dice 8 --hit 3 --defense 4 --morale 7 --charge --panicked --seed 12";

/// Plays one attack and tells it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let posed = arguments.attack.posed()?;
    let asked = posed.asked("explain", &arguments.rules, Question::Attack(posed.question.clone()))?;
    let rule = AttackRule::under(&asked.edition.parameters(), &posed.question);
    let mut table = Table::telling(StdRng::seed_from_u64(arguments.seed), &rule.slots());
    resolve_once(&rule, &mut table);
    let told: Vec<String> = table.story().iter().map(line).collect();
    let notes: String = remarks(&asked).map(|remark| format!("\n{remark}")).collect();
    print::print(&format!("One attack, seed {}:\n\n{}\n{notes}", arguments.seed, told.join("\n")))
}

/// What must be said beside the dice: editions that are mixed, abilities that were left out.
fn remarks(asked: &Asked) -> impl Iterator<Item = String> {
    let left_out = asked.not_modelled.iter().map(|one| format!("Not counted: {} of {}.", one.ability, one.unit));
    asked.notes.iter().map(|note| format!("Note: {note}.")).chain(left_out)
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
