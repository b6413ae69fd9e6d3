//! A question resolved once, die by die.

use serde::Serialize;

use super::why::{InPlay, in_play};
use crate::study::{AnswerCondition, NamedQuestion, NotModelled, PlayedResult, TraceEntry, play};
use warodds_engine::chance::Label;
use warodds_games::asoiaf::panic::{PANIC_D3, PASSED};

/// One resolution of a question: every roll that counts and every step, with its rule, and the
/// result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    /// The name of the question.
    pub name: String,
    /// Who meets whom.
    pub subject: String,
    /// The seed of the dice; the same seed gives the same dice.
    pub seed: u64,
    /// The condition that the seed was chosen for: the first that meets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<AnswerCondition>,
    /// The abilities that count.
    pub abilities: Vec<InPlay>,
    /// The steps, in order.
    pub steps: Vec<TraceStep>,
    /// The result: the leading quantities first, events last.
    pub results: Vec<PlayedResult>,
    /// The abilities that may change rolls and are not counted.
    pub not_modelled: Vec<NotModelled>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// A step of a resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceStep {
    /// Number of its rule, such as `A2.2`.
    pub rule: &'static str,
    /// What is rolled or counted, such as `attack dice`.
    pub step: &'static str,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: StepOutcome,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum StepOutcome {
    /// Dice were rolled.
    Dice {
        /// The faces shown.
        dice: Vec<u8>,
        /// The face from which each die succeeds; `None` if the dice are added.
        needed: Option<u8>,
    },
    /// Dice with symbols were rolled.
    Symbols {
        /// The symbols shown.
        symbols: Vec<&'static str>,
    },
    /// Something was counted.
    Value {
        /// The number.
        value: u8,
    },
}

impl Trace {
    /// Resolves a question with the dice of a seed.
    pub fn new(question: &NamedQuestion, seed: u64) -> Self {
        let (entries, results) = play(question, seed);
        let steps: Vec<_> = without_idle_dice(entries).into_iter().map(TraceStep::from).collect();
        let mut notes = question.notes.clone();
        if steps.is_empty() {
            notes.push("this resolution rolls no dice".to_owned());
        }
        Self {
            name: question.name.clone(),
            subject: question.subject.clone(),
            seed,
            given: None,
            abilities: in_play(&question.question),
            steps,
            results,
            not_modelled: question.not_modelled.clone(),
            notes,
        }
    }
}

/// Drops the die for the wounds of a panic test that is passed: it is rolled with the others, since
/// rerolls may include it (A4.3), and decides nothing.
fn without_idle_dice(entries: Vec<TraceEntry>) -> Vec<TraceEntry> {
    let mut shown: Vec<TraceEntry> = Vec::with_capacity(entries.len());
    for entry in entries {
        if is_about(&entry, &PASSED)
            && let Some(position) = shown.iter().rposition(|entry| is_about(entry, &PANIC_D3))
        {
            shown.remove(position);
        }
        shown.push(entry);
    }
    shown
}

/// Returns whether an entry is the roll or the step of a label.
fn is_about(entry: &TraceEntry, label: &Label) -> bool {
    match entry {
        TraceEntry::Rolled { label: own, .. }
        | TraceEntry::RolledSymbols { label: own, .. }
        | TraceEntry::Value { label: own, .. } => *own == label,
    }
}

impl From<TraceEntry> for TraceStep {
    fn from(entry: TraceEntry) -> Self {
        let (label, step, outcome) = match entry {
            TraceEntry::Rolled { label, faces, needed } => {
                (label, label.what, StepOutcome::Dice { dice: faces, needed })
            }
            TraceEntry::RolledSymbols { label, symbols } => {
                (label, label.what, StepOutcome::Symbols { symbols })
            }
            TraceEntry::Value { label, value } => {
                (label, label.of(value), StepOutcome::Value { value })
            }
        };
        Self { rule: label.rule, step, outcome }
    }
}
