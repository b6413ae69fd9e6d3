//! An answer in a few sentences: what happens, and what comes of it.

use super::{format_chance, group, leading_quantities, words};
use crate::chance::EventName;
use crate::counted::counted;
use crate::games::asoiaf::results::{event, quantity};
use crate::request::why::Cause;
use crate::study::{Answer, Event, Quantity, RequestedChance, Setting};

/// Who does what; the question's name where nothing else is known.
pub fn title(answer: &Answer) -> String {
    let situation = words::clean(&answer.situation);
    let subject = words::clean(&answer.subject);
    match (situation.is_empty(), subject.is_empty()) {
        (false, _) => situation,
        (true, false) => format!("{}: {subject}", words::capital(answer.kind)),
        (true, true) => format!("{}: {}", words::capital(answer.kind), words::clean(&answer.name)),
    }
}

/// What the title of a table or chart states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// The subject of all answers: who meets whom.
    Subject,
    /// What happens in the only answer, as [`title`] says.
    Situation,
}

/// Lists the non-default settings that all answers share and the title does not state.
pub fn settings(answers: &[&Answer], title: Title) -> String {
    let Some((first, others)) = answers.split_first() else { return String::new() };
    let stated = match title {
        Title::Subject => &[],
        Title::Situation => first.stated,
    };
    let is_told = |one: &&Setting| {
        let is_same = |other: &Setting| other.axis == one.axis && other.value == one.value;
        !UNITS.contains(&&*one.axis)
            && !stated.contains(&&*one.axis)
            && others.iter().all(|answer| answer.settings.iter().any(is_same))
    };
    listed(first.settings.iter().filter(is_told))
}

/// The axes of the units themselves, which every subject names.
const UNITS: [&str; 7] = ["attacker", "defender", "a", "b", "unit", "by", "list"];

/// Lists settings, with commas between them.
pub fn listed<'a>(settings: impl IntoIterator<Item = &'a Setting>) -> String {
    settings.into_iter().map(setting).collect::<Vec<_>>().join(", ")
}

/// A setting in words: a flag by its name alone.
fn setting(one: &Setting) -> String {
    match one.data {
        serde_json::Value::Bool(true) => words::axis(&one.axis),
        _ => group::format_setting(&one.axis, &one.value),
    }
}

/// Returns who meets whom in several answers; of several units under the same attacks, who attacks
/// each of them.
pub fn subject(answers: &[&Answer]) -> String {
    let Some((first, others)) = answers.split_first() else { return String::new() };
    let list = |answer: &Answer| {
        answer.settings.iter().find(|one| one.axis == "list").map(|one| one.value.clone())
    };
    let is_shared = others.iter().all(|answer| answer.subject == first.subject);
    match (first.subject.split_once(" → "), list(first)) {
        _ if is_shared => words::clean(&first.subject),
        (Some((by, _)), Some(list)) => format!("{by} → each unit of {list}, over and over"),
        (Some((by, _)), None) => format!("{by} → each of them, over and over"),
        (None, _) => words::clean(&first.subject),
    }
}

/// Mean, likely range, one chance of so many or more, and the events; where there are two sides,
/// what becomes of them comes first.
pub fn sentence(answer: &Answer) -> String {
    let leading = leading_quantities(answer);
    let counts = leading.iter().map(|leading| numbers(leading, answer)).collect::<Vec<_>>();
    let events = answer.events.iter();
    let is_told = |event: &&Event| event.probability() > 0.0 && !is_stated(answer, event.name);
    let told = events.filter(is_told).take(EVENTS).map(|event| {
        let label = words::capital(&words::clean(&event.label.named));
        format!("{label}: {}.", words::percent(event.probability(), 1))
    });
    let told = told.collect::<Vec<_>>();
    let parts = if leading.len() > 1 { [told, counts] } else { [counts, told] };
    parts.concat().join(" ")
}

/// Whether the chance that was asked for states this event already.
fn is_stated(answer: &Answer, name: EventName) -> bool {
    match &answer.headline.requested {
        Some(RequestedChance::Event(event, _)) => *event == name,
        Some(RequestedChance::Within(_)) => name == event::DESTROYED,
        None => false,
    }
}

/// The chance that was asked for, or that of a count near the mean.
fn asked_chance(quantity: &Quantity, answer: &Answer) -> String {
    let mean = quantity.distribution.pmf().mean();
    let near = (mean.round() as usize).max(1);
    match &answer.headline.requested {
        Some(RequestedChance::Event(event, words)) if answer.event(*event).is_some() => {
            let chance = answer.event(*event).map_or(0.0, Event::probability);
            format!("{words}: {}", words::percent(chance, 1))
        }
        Some(RequestedChance::Within(given)) => {
            destroyed_within(quantity, given.map_or(near, usize::from), answer)
        }
        _ => {
            let chance = format_chance(&quantity.distribution, quantity.exact.as_ref(), near, 1);
            format!("{near} or more: {chance}")
        }
    }
}

/// The chance to be destroyed within so many attacks, and within as many as were computed.
fn destroyed_within(quantity: &Quantity, within: usize, answer: &Answer) -> String {
    let pmf = quantity.distribution.pmf();
    let most = pmf.probabilities().len().saturating_sub(1);
    let by_then = answer.event(event::DESTROYED).map_or(0.0, Event::probability);
    let attacks = counted(within as u64, "attack", "attacks");
    if within >= most {
        return format!("Destroyed within {attacks}: {}", words::percent(by_then, 1));
    }
    let chance = words::percent(1.0 - pmf.at_least(within + 1), 1);
    format!("Destroyed within {attacks}: {chance}; within {most}: {}", words::percent(by_then, 1))
}

/// Events that are told in a sentence; all of them stand in the table.
const EVENTS: usize = 4;

/// The numbers of a leading quantity in a sentence.
fn numbers(quantity: &Quantity, answer: &Answer) -> String {
    let pmf = quantity.distribution.pmf();
    let (low, high) = (pmf.quantile(0.05), pmf.quantile(0.95));
    let mean = words::capital(&format!("{:.2} {}", pmf.mean(), quantity.unit));
    let whose = if answer.headline.leads.len() > 1 {
        format!("{}: ", words::capital(&words::clean(&quantity.label.named)))
    } else {
        String::new()
    };
    let range = if low == high {
        format!("{low} nine times of ten or more")
    } else {
        format!("{low} to {high} nine times of ten")
    };
    format!("{whose}{mean} on average, {range}. {}.", asked_chance(quantity, answer))
}

/// What an attack costs its maker, and the share of each cause.
pub fn cost(answer: &Answer, causes: &[Cause]) -> String {
    let own = answer.quantity(quantity::OWN_WOUNDS);
    let mean = own.map_or(0.0, |own| own.distribution.pmf().mean());
    if mean < 0.005 {
        return String::new();
    }
    let causes = causes.iter().map(cause).collect::<Vec<_>>().join(", ");
    let by = if causes.is_empty() { causes } else { format!(": {causes}") };
    format!("The attacker loses {mean:.2} wounds itself{by}.")
}

/// A cause with its share: `1.21 from Lannister Supremacy of the defender`.
fn cause(cause: &Cause) -> String {
    let what = words::clean(cause.what.strip_prefix("Order: ").unwrap_or(&cause.what));
    let what = match cause.of {
        Some(of) => format!("{what} of the {of}"),
        None => format!("the {what}"),
    };
    let share = format!("{:.2}", cause.wounds).replace('-', "−");
    format!("{share} from {what}")
}
