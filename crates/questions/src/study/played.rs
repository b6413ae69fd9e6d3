//! A question resolved once, die by die, with its result.

use serde::Serialize;
use warodds_answer::CriticalCount;
use warodds_engine::chance::{QuantityName, Slot, SlotName, TraceEntry};

use super::{NamedQuestion, ResultLabel, registry};

/// A quantity or an event of one resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedResult {
    /// Id of the quantity or event, such as `wounds`.
    pub name: &'static str,
    /// Display name, such as `total wounds`.
    pub label: String,
    /// The count; of an event, 1 if it happened and 0 if not.
    pub value: u8,
    /// What the count costs, such as `a rank lost`; only for the leading quantity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<&'static str>,
    /// Whether it is an event.
    pub is_event: bool,
}

/// Resolves a question once, die by die. Returns every step, and the results: the leading quantities
/// first, events last. The same seed gives the same dice.
pub fn play(question: &NamedQuestion, seed: u64) -> (Vec<TraceEntry>, Vec<PlayedResult>) {
    let rule = question.question.ready();
    let (steps, values) = rule.trace_with_results(seed);
    let headline = registry::headline(question);
    let lead = |slot: &Slot| headline.leads.iter().position(|lead| is_named(slot, lead.quantity));
    let mut slots: Vec<(Slot, u8)> = rule.slots().into_iter().zip(values).collect();
    // the sort is stable: the others keep the order of the rule
    slots.sort_by_key(|(slot, _)| (is_event(slot), lead(slot).unwrap_or(usize::MAX)));
    let result = |(slot, value): (Slot, u8)| PlayedResult {
        name: slot.name.as_str(),
        label: ResultLabel::of_sides(slot.label, question.sides.as_ref()).named,
        value,
        cost: (lead(&slot) == Some(0)).then(|| cost(&headline.critical, value)).flatten(),
        is_event: is_event(&slot),
    };
    (steps, slots.into_iter().map(result).collect())
}

const fn is_event(slot: &Slot) -> bool {
    matches!(slot.name, SlotName::Event(_))
}

fn is_named(slot: &Slot, quantity: QuantityName) -> bool {
    slot.name.quantity() == Some(quantity)
}

/// Returns what the highest critical count that is reached costs.
fn cost(critical: &[CriticalCount], value: u8) -> Option<&'static str> {
    let reached = critical.iter().filter(|threshold| threshold.count <= value);
    let highest = reached.max_by_key(|threshold| threshold.count);
    let has_ranks = critical.iter().any(|threshold| threshold.words == "a rank lost");
    highest.map(|threshold| threshold.words).or(has_ranks.then_some("no rank lost"))
}
