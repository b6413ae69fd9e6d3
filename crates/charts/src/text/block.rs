//! The block of lines that answers a question: what happens, the leading numbers with their
//! distributions, the chances that matter, and what is not counted.

mod field;

use super::block_line::{BlockLine, Sparkline};
use super::format::{fixed_value, format_exact_mean, leading_quantities};
use super::headline::heading;
use super::marked::{NotableCount, notable_counts};
use super::wrapping::{JOINT, WIDTH, wrap_items};
use super::{group, numbers, unmodelled, verdict, words};
use crate::answer::{Answer, Event, Quantity, RequestedChance, Rules};
use crate::chance::EventName;
use crate::counted::counted;
use crate::games::asoiaf::results::{event, quantity};
use crate::request::why::Cause;

/// Indentation of the lines below what is asked.
const INDENT: &str = "  ";

/// The most events in a block; the table of events lists all of them.
const EVENTS: usize = 4;

/// The block of an answer.
#[derive(Clone, Debug)]
pub struct AnswerBlock {
    /// What is asked.
    heading: String,
    /// The results.
    lines: Vec<BlockLine>,
    /// Notes, what is not counted, rules and engine.
    remarks: Vec<String>,
}

impl AnswerBlock {
    /// Creates the block of an answer; `causes` are the causes of the attacker's own wounds, if
    /// known.
    pub fn new(answer: &Answer, causes: &[Cause]) -> Self {
        let text = |lines: Vec<String>| lines.into_iter().map(BlockLine::Text);
        let leading: Vec<BlockLine> = answer
            .headline
            .leads
            .iter()
            .filter_map(|lead| Some((&*lead.words.named, answer.quantity(lead.quantity)?)))
            .flat_map(|(label, quantity)| leading_lines(label, quantity))
            .collect();
        let notable = notable_counts(&[answer]);
        let counts = text(at_least(answer, &notable).into_iter().collect());
        let events = text(events(answer, &notable).into_iter().collect());
        let first = [verdict::of_answer(answer), cards_left_out(answer), requested_counts(answer)];
        let lines = text(first.into_iter().flatten().collect());
        // with two sides the events say who wins, which answers the question
        let lines: Vec<BlockLine> = if answer.headline.leads.len() > 1 {
            lines.chain(events).chain(leading).chain(counts).collect()
        } else {
            lines.chain(leading).chain(counts).chain(events).collect()
        };
        let own = text(own_losses(answer, causes).into_iter().collect());
        let notes = notes(answer).into_iter().map(|note| format!("Note: {note}"));
        let abilities = answer.not_modelled.iter().filter(|one| !one.is_card);
        let remarks = notes.chain(unmodelled::describe(abilities)).collect();
        Self { heading: heading(answer), lines: lines.into_iter().chain(own).collect(), remarks }
    }

    /// Adds the rules and the engine to the remarks.
    #[must_use]
    pub fn with_method(mut self, answer: &Answer) -> Self {
        self.remarks.push(describe_method(&[answer]));
        self
    }

    /// Renders the block in lines of at most `width` characters and at most [`WIDTH`]; `requested`
    /// is the text of what options asked for, which stands below the heading.
    pub fn render(&self, requested: &str, width: usize) -> String {
        let width = width.min(WIDTH);
        let mut lines: Vec<String> =
            words::lines(&self.heading, |line| line.chars().count() <= width);
        lines.extend(requested.lines().map(str::to_owned));
        let room = width.saturating_sub(INDENT.len());
        let wrapped = |text: &str| wrap_items(text, room);
        let results = self.lines.iter().flat_map(|line| line.lines(room));
        let remarks = self.remarks.iter().flat_map(|remark| wrapped(remark));
        lines.extend(results.chain(remarks).map(|line| format!("{INDENT}{line}")));
        lines.join("\n") + "\n"
    }

    /// Returns what is asked and the results in one paragraph, without distributions.
    pub fn paragraph(&self) -> String {
        let results = self.lines.iter().filter_map(|line| match line {
            BlockLine::Text(text) => Some(text.as_str()),
            BlockLine::Sparkline(_) | BlockLine::Grid(_) | BlockLine::Columns(_) => None,
        });
        let sentences = std::iter::once(self.heading.as_str()).chain(results);
        let ended = sentences.map(|one| format!("{}.", one.trim_end_matches('.')));
        ended.collect::<Vec<_>>().join(" ")
    }

    /// Returns the notes, what is not counted, and the method if it was added.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }
}

/// Describes rules, engine, trials and seed, and what ± means.
pub fn describe_method(answers: &[&Answer]) -> String {
    let mut rules: Vec<String> = Vec::new();
    for words in answers.iter().filter_map(|answer| answer.rules.as_ref()).map(Rules::words) {
        if !rules.contains(&words) {
            rules.push(words);
        }
    }
    let is_sampled = answers.iter().any(|answer| {
        answer.leading().any(|leading| leading.distribution.mean_estimate().is_some())
    });
    let method = group::describe_method(answers);
    let method = match method.strip_prefix("monte-carlo") {
        Some(rest) => format!("Monte Carlo{rest}"),
        None => method,
    };
    let error = is_sampled.then(|| "±: sampling error".to_owned());
    let parts: Vec<String> = rules.into_iter().chain([method]).chain(error).collect();
    words::capitalize(&parts.join(JOINT))
}

/// Returns the notes of an answer, and whether it was stopped early.
pub fn notes(answer: &Answer) -> Vec<String> {
    let partial = answer.method.partial.then(|| {
        let trials = answer.method.trials.map(words::resolutions);
        let after = trials.map_or_else(String::new, |trials| format!(" after {trials}"));
        format!("stopped early{after}")
    });
    answer.notes.iter().map(|note| words::clean(note)).chain(partial).collect()
}

/// Returns the mean of a leading quantity with its interval, and its distribution.
fn leading_lines(label: &str, quantity: &Quantity) -> Vec<BlockLine> {
    let label = words::capitalize(&words::clean(&group::strip_expected(label)));
    if let Some(count) = fixed_value(quantity) {
        return vec![BlockLine::Text(format!("{label}: always {count}"))];
    }
    let pmf = quantity.distribution.pmf();
    let exact = quantity.exact.as_ref().map(format_exact_mean);
    let exact = exact.map_or_else(String::new, |exact| format!(" (exact {exact})"));
    let interval = words::interval(pmf.quantile(0.05), pmf.quantile(0.95));
    let mean = numbers::mean(quantity);
    let text = format!("{label}: mean {mean}{exact}, 90 % interval {interval}");
    vec![BlockLine::Text(text), BlockLine::Sparkline(Sparkline::of(quantity))]
}

/// Formats P(≥ k) of the only leading quantity, for the counts that matter.
fn at_least(answer: &Answer, notable: &[NotableCount]) -> Option<String> {
    let leading = leading_quantities(answer);
    let [quantity] = leading.as_slice() else { return None };
    let requested = match &answer.headline.requested {
        Some(RequestedChance::Event(name, _)) => answer.event(*name),
        _ => None,
    };
    // the requested event says it better than a count with the same chance
    let is_requested = |one: &NotableCount, p: f64| {
        requested.is_some_and(|event| {
            let is_same = (event.probability() - p).abs() < 1e-12;
            is_same && (one.words.is_empty() || one.event == Some(event.name))
        })
    };
    let chance = |one: &NotableCount| {
        let count = one.shared()?;
        if is_requested(one, quantity.distribution.at_least(count)) {
            return None;
        }
        let meaning =
            if one.words.is_empty() { String::new() } else { format!(" ({})", one.words) };
        Some(format!("{count}{meaning}: {}", numbers::at_least(quantity, count, 1)))
    };
    let chances: Vec<String> = notable.iter().filter_map(chance).collect();
    (!chances.is_empty()).then(|| format!("At least {}", chances.join(JOINT)))
}

/// Formats the requested chance, then those of the first possible events that no count states:
/// `66.7 % to arrive · Disorderly: 16.7 %`.
fn events(answer: &Answer, notable: &[NotableCount]) -> Option<String> {
    let requested = requested_chance(answer);
    let is_alone = answer.headline.leads.len() == 1;
    let is_stated = |event: &Event| {
        requested.as_ref().is_some_and(|(name, _)| *name == event.name)
            || verdict::states(answer, event)
            || (is_alone && notable.iter().any(|one| one.states(answer, event)))
    };
    // impossible events would take the place of likely ones
    let listed = answer.events.iter().filter(|one| one.probability() > 0.0 && !is_stated(one));
    let events: Vec<String> =
        listed.take(EVENTS).map(|one| labelled(&one.label.named, one)).collect();
    let both = verdict::both_destroyed(answer);
    let requested = requested.map(|(_, text)| text);
    let all: Vec<String> = requested.into_iter().chain(events).chain(both).collect();
    (!all.is_empty()).then(|| all.join(JOINT))
}

/// Returns the event whose chance matters most, with the chance in words.
fn requested_chance(answer: &Answer) -> Option<(EventName, String)> {
    match answer.headline.requested.as_ref()? {
        RequestedChance::Event(name, words) => {
            let chance = numbers::chance(answer.event(*name)?, 1);
            Some((*name, format!("{chance} {}", words::clean(words))))
        }
        RequestedChance::Within(within) => {
            let quantity = answer.leading().next()?;
            Some((event::DESTROYED, destroyed_within(quantity, *within, answer)))
        }
    }
}

/// Formats a chance after its label: `Destroyed: 0.2 %`.
fn labelled(label: &str, event: &Event) -> String {
    format!("{}: {}", words::capitalize(&words::clean(label)), numbers::chance(event, 1))
}

/// Formats the chances of requested counts: `Hits, 5 or more: 61.3 %`.
fn requested_counts(answer: &Answer) -> Option<String> {
    let requested =
        answer.quantities.iter().filter_map(|one| Some((one, answer.counts.of(one.name)?.1)));
    let chance = |(quantity, event): (&Quantity, &Event)| {
        labelled(&format!("{}, {}", quantity.label.named, event.label.named), event)
    };
    let chances: Vec<String> = requested.map(chance).collect();
    (!chances.is_empty()).then(|| chances.join(JOINT))
}

/// Formats the chance of destruction within that many attacks, by default about the mean, and within
/// all computed attacks.
fn destroyed_within(quantity: &Quantity, within: Option<u8>, answer: &Answer) -> String {
    let pmf = quantity.distribution.pmf();
    // at least 0 attacks are certain and say nothing
    let within = within.map_or_else(|| (pmf.mean().round() as usize).max(1), usize::from);
    let most = pmf.probabilities().len().saturating_sub(1);
    let by_then = answer.event(event::DESTROYED);
    let by_then = by_then.map_or_else(|| "0 %".to_owned(), |one| numbers::chance(one, 1));
    let attacks = counted(within as u64, "attack", "attacks");
    if within >= most {
        return format!("Destroyed within {attacks}: {by_then}");
    }
    let chance = words::percent(1.0 - pmf.at_least(within + 1), 1);
    format!("Destroyed within {attacks}: {chance}; within {most}: {by_then}")
}

/// Names the tactics cards of which not all is counted, with what is left out.
fn cards_left_out(answer: &Answer) -> Option<String> {
    let cards = answer.not_modelled.iter().filter(|one| one.is_card);
    let names: Vec<String> = cards.map(|one| words::clean(&one.ability)).collect();
    (!names.is_empty()).then(|| format!("Cards: {}", names.join(", ")))
}

/// Formats the attacker's own wounds and their causes: `Sworn Swords lose 3.0 wounds: Counterstrike`.
fn own_losses(answer: &Answer, causes: &[Cause]) -> Option<String> {
    let own = answer.quantity(quantity::OWN_WOUNDS)?;
    let mean = own.distribution.mean();
    // less would be shown as 0.00
    if mean < 0.005 {
        return None;
    }
    let causes = match causes {
        [] => String::new(),
        [only] => format!(": {}", cause_name(only)),
        several => format!(": {}", several.iter().map(share).collect::<Vec<_>>().join(", ")),
    };
    let subject = words::clean(&answer.headline.loses);
    Some(format!("{subject} {} wounds{causes}", words::rounded(mean)))
}

/// The ability or rule, without the mark of an order.
fn cause_name(cause: &Cause) -> String {
    words::clean(cause.what.strip_prefix("Order: ").unwrap_or(&cause.what))
}

/// A cause with its share, with the decimals of a total of 1 or more: `Lannister Supremacy 1.2`.
fn share(cause: &Cause) -> String {
    words::minus(&format!("{} {:.1}", cause_name(cause), cause.wounds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn what_options_ask_for_is_below_the_heading() {
        let coins = samples::coin("two coins", "front");
        let block = AnswerBlock::new(&coins, &[]).with_method(&coins);
        let text = block.render("Rolled 2 heads\n", 80);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "Two coins: Toss: A → B, facing front",
                "Rolled 2 heads",
                "  Heads: mean 1.000, 90 % interval 0–2",
                "  0 ▅█▅ 2",
                "  At least 1: 75.0 % · 2: 25.0 %",
                "  Both heads: 25.0 %",
                "  Exact",
            ]
        );
        assert_eq!(
            block.paragraph(),
            "Two coins: Toss: A → B, facing front. Heads: mean 1.000, 90 % interval 0–2. At least \
             1: 75.0 % · 2: 25.0 %. Both heads: 25.0 %."
        );
    }
}
