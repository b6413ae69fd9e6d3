//! One resolution of a question as text: a line a step.

use crate::report::headline::format_condition;
use crate::request::why::InPlay;
use crate::request::{StepOutcome, Trace, TraceStep};
use crate::study::PlayedResult;
use warodds_charts::text::words;

/// The most columns of the description of an ability.
const WIDTH: usize = 76;

/// Renders a resolution; dice that succeed are in brackets.
pub fn render(trace: &Trace) -> String {
    let Trace { name, subject, seed, given, abilities, steps, results, not_modelled, notes } =
        trace;
    let abilities: String = abilities.iter().map(ability).collect();
    let steps: Vec<String> = steps.iter().map(line).collect();
    let notes = notes.iter().map(|note| format!("\nNote: {note}."));
    let left_out =
        not_modelled.iter().map(|one| format!("\nNot counted: {} of {}.", one.ability, one.unit));
    let remarks: String = notes.chain(left_out).collect();
    let given = given.as_ref().map_or_else(String::new, |given| {
        format!(", the first that meets the condition: {}", format_condition(given))
    });
    let steps = steps.join("\n");
    format!(
        "{name}: {subject}, seed {seed}{given}\n{abilities}\n{steps}\n{remarks}\n{}",
        result(results)
    )
}

/// Formats the result: the leading quantity with what it costs, the other quantities, the events.
fn result(results: &[PlayedResult]) -> String {
    let (events, quantities): (Vec<_>, Vec<_>) = results.iter().partition(|result| result.is_event);
    let Some((leading, others)) = quantities.split_first() else { return String::new() };
    let quantity = |result: &&PlayedResult| format!("{} {}", result.label, result.value);
    let event = |result: &&PlayedResult| {
        format!("{}: {}", result.label, if result.value == 0 { "no" } else { "yes" })
    };
    let cost = leading.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
    let rows: [Vec<String>; 2] =
        [others.iter().map(quantity).collect(), events.iter().map(event).collect()];
    let rows = rows.into_iter().filter(|row| !row.is_empty());
    let lines =
        rows.flat_map(|row| words::lines(&row.join(" · "), |line| line.chars().count() <= WIDTH));
    let lines: String = lines.map(|line| format!("\n  {line}")).collect();
    format!("Result: {}{cost}{lines}", quantity(leading))
}

/// Formats an ability with its side and what it does, over as many lines as needed.
fn ability(InPlay { ability, side, summary, effects }: &InPlay) -> String {
    let does = summary.clone().unwrap_or_else(|| effects.join("; "));
    let text = format!("{ability} ({side}): {does}");
    let lines = words::lines(&text, |line| line.chars().count() <= WIDTH);
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// Formats a step: the rule, its name, and dice or a number.
fn line(TraceStep { rule, step, outcome }: &TraceStep) -> String {
    match outcome {
        StepOutcome::Dice { dice, needed } => {
            let dice: Vec<String> = dice.iter().map(|&face| die(face, *needed)).collect();
            let needs = needed.map_or_else(String::new, |needed| format!(" on {needed}+"));
            format!("{rule:>5}  {step}{needs}: {}", dice.join(" "))
        }
        StepOutcome::Symbols { symbols } => format!("{rule:>5}  {step}: {}", symbols.join(", ")),
        StepOutcome::Value { value } => format!("{rule:>5}    = {value} {step}"),
    }
}

/// Formats a die, in brackets if it succeeds.
fn die(face: u8, needed: Option<u8>) -> String {
    if needed.is_some_and(|needed| face >= needed) { format!("[{face}]") } else { face.to_string() }
}
