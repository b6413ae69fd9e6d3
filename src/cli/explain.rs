//! `warodds explain`: one attack, die by die.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::keys::KeyOptions;
use super::print;
use super::provided::ProvidedOptions;
use super::run::refuse_without_cards;
use crate::catalogue::Catalogue;
use crate::request::asoiaf::{AttackKeys, CatalogueKey, RuledAttack};
use crate::request::numbers::seed;
use crate::request::why::{InPlay, in_play};
use crate::request::{Key, Keys};
use crate::scenario::{ReadContext, load_with};
use crate::study::{NamedQuestion, TraceEntry, play};

/// Play one attack, or one question of a scenario, step by step with every die and its rule.
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
    /// Seed of the dice; the same seed gives the same dice.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  warodds explain --dice 6 --hit 4 --defense 4 --morale 6
  warodds explain --dice 8 --hit 3 --defense 4 --morale 7 --charge --panicked --seed 12
  warodds explain --scenario scenarios/guardsmen-v-swords.toml --question \"the book's charge\"";

/// Plays one question and prints every step.
pub(super) fn run(arguments: &ExplainArgs, provided: &ProvidedOptions) -> Result<(), Failure> {
    explain(&arguments.question(provided)?, arguments.seed)
}

/// Prints every step of a question with the dice of a seed.
pub(super) fn explain(question: &NamedQuestion, seed: u64) -> Result<(), Failure> {
    let lines: Vec<String> = play(question, seed).iter().map(line).collect();
    let notes: String = remarks(question).map(|remark| format!("\n{remark}")).collect();
    let abilities: String = in_play(&question.question).iter().map(ability).collect();
    let dice = lines.join("\n");
    print::print(&format!("{}, seed {seed}\n{abilities}\n{dice}\n{notes}", question.name))
}

/// Formats an ability with its side and its effects.
fn ability(InPlay { ability, side, effects }: &InPlay) -> String {
    format!("  {ability} ({side}): {}\n", effects.join("; "))
}

impl ExplainArgs {
    /// Returns the question to play: of the scenario file, or of the options.
    fn question(&self, provided: &ProvidedOptions) -> Result<NamedQuestion, Failure> {
        let Some(file) = &self.scenario else {
            return Ok(RuledAttack::question(&self.attack.fields)?);
        };
        refuse_attack_options(provided)?;
        let RuledAttack { attack, rules } = &self.attack.keys;
        let catalogue = attack.catalogue.open(Catalogue::shipped())?;
        let context = ReadContext { catalogue: &catalogue, edition: rules.rules };
        let all =
            load_with(file, context).map_err(|error| Failure::BadScenarios(vec![error]))?.asked;
        let has_name = |question: &&NamedQuestion| {
            self.question.as_ref().is_none_or(|name| question.name == *name)
        };
        let found = all.iter().find(has_name).ok_or_else(|| unknown_question(&all))?;
        if found.question.asoiaf().is_none() {
            refuse_without_cards(provided)?;
        }
        // only the question to play: others may have abilities that are not modelled
        rules.check(std::slice::from_ref(found))?;
        Ok(found.clone())
    }
}

/// Refuses options that describe an attack in addition to a scenario.
fn refuse_attack_options(provided: &ProvidedOptions) -> Result<(), Failure> {
    let of_the_cards = CatalogueKey::ids();
    let mut ids = AttackKeys::ids();
    ids.retain(|id| !of_the_cards.contains(id));
    let keys = AttackKeys::keys();
    ids.extend(keys.iter().flat_map(Key::aliases).map(|(alias, _)| alias));
    provided.refuse(&ids, |_, option| {
        format!(
            "{option} describes an attack, and the question of --scenario is described in its \
             file: leave out {option}, or change the file"
        )
    })
}

/// Returns the remarks on a question: mixed editions, abilities that are not counted.
fn remarks(question: &NamedQuestion) -> impl Iterator<Item = String> {
    let left_out = question
        .not_modelled
        .iter()
        .map(|one| format!("Not counted: {} of {}.", one.ability, one.unit));
    question.notes.iter().map(|note| format!("Note: {note}.")).chain(left_out)
}

/// Returns the failure that lists the names of the questions.
fn unknown_question(questions: &[NamedQuestion]) -> Failure {
    const NAMED: usize = 20;
    if questions.is_empty() {
        return Failure::input(
            "the scenario has no question that can be played die by die: matrices and comparisons \
             cannot",
        );
    }
    let names: Vec<&str> =
        questions.iter().take(NAMED).map(|question| question.name.as_str()).collect();
    let more = questions.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("\n  … and {more} more") } else { String::new() };
    Failure::input(format!("no question has that name; there are\n  {}{rest}", names.join("\n  ")))
}

/// Formats an entry as a line: the rule, its name, and dice or a number.
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

/// Formats a die, in brackets if it succeeds.
fn die(face: u8, needed: Option<u8>) -> String {
    if needed.is_some_and(|needed| face >= needed) { format!("[{face}]") } else { face.to_string() }
}
