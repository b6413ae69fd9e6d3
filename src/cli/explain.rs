//! `warodds explain`: one attack at the table, die by die.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::keys::KeyOptions;
use super::print;
use super::provided::ProvidedOptions;
use super::run::refuse_without_cards;
use crate::catalogue::Catalogue;
use crate::request::Keys;
use crate::request::asoiaf::{AttackKeys, CatalogueKey, RuledAttack};
use crate::request::numbers::seed;
use crate::request::why::{InPlay, in_play};
use crate::scenario::{ReadContext, load_with};
use crate::study::{NamedQuestion, TraceEntry, play};

/// Play one attack, or one question of a scenario, step by step with every die and the rule it
/// follows.
///
/// Dice that count are in brackets.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArgs {
    /// A scenario file to take the question from, instead of names or numbers.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Which of its questions, by name [default: the first].
    #[arg(long, value_name = "NAME", requires = "scenario")]
    question: Option<String>,
    #[command(flatten)]
    attack: KeyOptions<RuledAttack>,
    /// Which dice fall: the same seed, the same battle.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  warodds explain --dice 6 --hit 4 --defense 4 --morale 6
  warodds explain --dice 8 --hit 3 --defense 4 --morale 7 --charge --panicked --seed 12
  warodds explain --scenario scenarios/guardsmen-v-swords.toml --question \"the book's charge\"";

/// Plays one question and tells it.
pub(super) fn run(arguments: &ExplainArgs, given: &ProvidedOptions) -> Result<(), Failure> {
    tell(&arguments.asked(given)?, arguments.seed)
}

/// Tells a question as it falls with the dice of a seed.
pub(super) fn tell(asked: &NamedQuestion, seed: u64) -> Result<(), Failure> {
    let told: Vec<String> = play(asked, seed).iter().map(line).collect();
    let notes: String = remarks(asked).map(|remark| format!("\n{remark}")).collect();
    let abilities: String = in_play(&asked.question).iter().map(ability).collect();
    let dice = told.join("\n");
    print::print(&format!("{}, seed {seed}\n{abilities}\n{dice}\n{notes}", asked.name))
}

/// An ability that counts, whose it is and what it does.
fn ability(InPlay { ability, side, effects }: &InPlay) -> String {
    format!("  {ability} ({side}): {}\n", effects.join("; "))
}

impl ExplainArgs {
    /// The question to be played.
    fn asked(&self, given: &ProvidedOptions) -> Result<NamedQuestion, Failure> {
        let Some(file) = &self.scenario else {
            return Ok(RuledAttack::question(&self.attack.given)?);
        };
        refuse_beside_a_file(given)?;
        let RuledAttack { attack, rules } = &self.attack.keys;
        let catalogue = attack.catalogue.open(Catalogue::shipped())?;
        let backdrop = ReadContext { catalogue: &catalogue, edition: rules.rules };
        let all =
            load_with(file, backdrop).map_err(|error| Failure::BadScenarios(vec![error]))?.asked;
        let wanted =
            |asked: &&NamedQuestion| self.question.as_ref().is_none_or(|name| asked.name == *name);
        let found = all.iter().find(wanted).ok_or_else(|| no_such(&all))?;
        if found.question.asoiaf().is_none() {
            refuse_without_cards(given)?;
        }
        rules.check(std::slice::from_ref(found))?;
        Ok(found.clone())
    }
}

/// Refuses what describes an attack where a file does.
fn refuse_beside_a_file(given: &ProvidedOptions) -> Result<(), Failure> {
    let of_the_cards = CatalogueKey::ids();
    let mut ids = AttackKeys::ids();
    ids.retain(|id| !of_the_cards.contains(id));
    given.refuse(&ids, |_, option| {
        format!(
            "{option} describes an attack, and the question of --scenario is described in its \
             file: leave out {option}, or change the file"
        )
    })
}

/// What must be said beside the dice: editions that are mixed, abilities that were left out.
fn remarks(asked: &NamedQuestion) -> impl Iterator<Item = String> {
    let left_out = asked
        .not_modelled
        .iter()
        .map(|one| format!("Not counted: {} of {}.", one.ability, one.unit));
    asked.notes.iter().map(|note| format!("Note: {note}.")).chain(left_out)
}

/// What could have been asked for.
fn no_such(asked: &[NamedQuestion]) -> Failure {
    const NAMED: usize = 20;
    if asked.is_empty() {
        return Failure::input(
            "the scenario has no question that could be played die by die: matrices and \
             comparisons cannot",
        );
    }
    let names: Vec<&str> = asked.iter().take(NAMED).map(|asked| asked.name.as_str()).collect();
    let more = asked.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("\n  … and {more} more") } else { String::new() };
    Failure::input(format!("no question has that name; there are\n  {}{rest}", names.join("\n  ")))
}

/// An entry as a line: rule, what it is, dice or number.
fn line(entry: &TraceEntry) -> String {
    match entry {
        TraceEntry::Rolled { label, faces, needed } => {
            let dice: Vec<String> = faces.iter().map(|&face| die(face, *needed)).collect();
            let needs = needed.map_or_else(String::new, |needed| format!(" on {needed}+"));
            format!("{:>5}  {}{needs}: {}", label.rule, label.what, dice.join(" "))
        }
        TraceEntry::RolledSymbols { label, symbols } => {
            format!("{:>5}  {}: {}", label.rule, label.what, symbols.join(", "))
        }
        TraceEntry::Value { label, value } => {
            format!("{:>5}    = {value} {}", label.rule, label.of(*value))
        }
    }
}

/// A die, marked where it counts.
fn die(face: u8, needed: Option<u8>) -> String {
    if needed.is_some_and(|needed| face >= needed) { format!("[{face}]") } else { face.to_string() }
}
