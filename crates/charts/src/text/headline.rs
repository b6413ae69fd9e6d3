//! An answer in a few sentences: the situation and its results.

use super::format::{fixed_value, format_chance, leading_quantities};
use super::marked::{MarkedCount, format_event};
use super::{group, words};
use crate::answer::{Answer, AnswerCondition, Event, Quantity, RequestedChance, Setting};
use crate::counted::counted;
use crate::games::asoiaf::results::{event, quantity};
use crate::request::SEQUENCE;
use crate::request::why::Cause;

/// Who does what, and the condition of the answer; the question's name where nothing else is known.
pub fn title(answer: &Answer) -> String {
    let given = answer.given.as_ref();
    let given = given.map(|given| format!(", given {}", format_condition(given)));
    plain_title(answer) + &given.unwrap_or_default()
}

/// Formats a condition with its probability: `total wounds of at least 9 (3.2%)`.
pub fn format_condition(given: &AnswerCondition) -> String {
    format!("{} ({})", words::clean(&given.words), words::percent(given.p, 1))
}

/// Who does what, without the condition of the answer.
fn plain_title(answer: &Answer) -> String {
    let situation = words::clean(&answer.situation);
    let subject = words::clean(&answer.subject);
    match (situation.is_empty(), subject.is_empty()) {
        (false, _) => situation,
        (true, false) => format!("{}: {subject}", words::capitalize(answer.kind)),
        (true, true) => {
            format!("{}: {}", words::capitalize(answer.kind), words::clean(&answer.name))
        }
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
    let weapons = match title {
        Title::Subject => weapons(answers),
        Title::Situation => None,
    };
    let is_listed = |one: &&Setting| {
        let is_same = |other: &Setting| other.axis == one.axis && other.value == one.value;
        !UNITS.contains(&&*one.axis)
            && !stated.contains(&&*one.axis)
            && (title == Title::Subject || one.axis != GIVEN)
            && others.iter().all(|answer| answer.settings.iter().any(is_same))
    };
    let listed = first.settings.iter().filter(is_listed).map(setting);
    weapons.into_iter().chain(listed).collect::<Vec<_>>().join(", ")
}

/// Most weapons that a title lists.
const MOST_WEAPONS: usize = 4;

/// Returns the weapons of several answers, unless a setting names the weapon or units have none.
fn weapons(answers: &[&Answer]) -> Option<String> {
    let is_named = |answer: &&Answer| answer.settings.iter().any(|one| one.axis == "weapon");
    let mut names: Vec<&str> = Vec::new();
    for name in answers.iter().flat_map(|answer| &answer.weapons) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    match names.as_slice() {
        _ if answers.iter().any(is_named) => None,
        [] => None,
        [name] => Some(format!("weapon {name}")),
        _ if names.len() > MOST_WEAPONS => Some("best attack of each card".to_owned()),
        _ => Some(format!("weapons {}", names.join(" and "))),
    }
}

/// The axis of a condition, which the title of an answer states.
const GIVEN: &str = "given";

/// The axes of the units themselves, which every subject names.
const UNITS: [&str; 7] = ["attacker", "defender", "a", "b", "unit", "by", "list"];

/// Lists settings, with commas between them.
pub fn list_settings<'a>(settings: impl IntoIterator<Item = &'a Setting>) -> String {
    settings.into_iter().map(setting).collect::<Vec<_>>().join(", ")
}

/// A setting in words: a flag by its name alone.
fn setting(one: &Setting) -> String {
    match one.data {
        serde_json::Value::Bool(true) => words::axis(&one.axis),
        _ => group::format_setting(&one.axis, &one.value),
    }
}

/// Returns who meets whom in several answers; of several units under repeated attacks, who attacks
/// each of them, and of a sequence in several orders, who is attacked.
pub fn subject(answers: &[&Answer]) -> String {
    let Some(first) = answers.first() else { return String::new() };
    let list = |answer: &Answer| {
        answer.settings.iter().find(|one| one.axis == "list").map(|one| one.value.clone())
    };
    if let Some(shared) = group::shared_subject(answers) {
        return words::clean(&shared);
    }
    if first.kind == SEQUENCE {
        let unit = first.subject.split_once(" → ").map_or(&*first.subject, |(_, unit)| unit);
        return format!("{} attacked in every order", words::clean(unit));
    }
    match (first.subject.split_once(" → "), list(first)) {
        _ if first.quantity(quantity::ATTACKS).is_none() => group::joined_subjects(answers),
        (Some((by, _)), Some(list)) => format!("{by} → each unit of {list}, repeatedly"),
        (Some((by, _)), None) => format!("{by} → each unit, repeatedly"),
        (None, _) => words::clean(&first.subject),
    }
}

/// Describes an answer in a few sentences: what happens, what it leads to and what it costs.
///
/// `causes` are the causes of the attacker's own wounds, if known. What is left out of the tactics
/// cards stands at the end.
pub fn summary(answer: &Answer, causes: &[Cause]) -> String {
    let title = title(answer);
    let sentences = [outcome(answer), own_losses(answer, causes), cards_left_out(answer)];
    let sentences = sentences.into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>();
    // a title with a colon, or sentences that name two sides, do not read on after another colon
    let is_run_on = !title.contains(": ") && answer.headline.leads.len() == 1;
    match (sentences.join(" "), is_run_on) {
        (text, _) if text.is_empty() => title,
        (text, true) => format!("{title}: {text}"),
        (text, false) => format!("{title}. {}", words::capitalize(&text)),
    }
}

/// Names the tactics cards of which not all is counted, with what is left out; empty without any.
fn cards_left_out(answer: &Answer) -> String {
    let cards = answer.not_modelled.iter().filter(|one| one.is_card);
    let names: Vec<String> = cards.map(|one| words::clean(&one.ability)).collect();
    if names.is_empty() { names.concat() } else { format!("Cards: {}.", names.join(", ")) }
}

/// Describes the outcome of an answer in full sentences, without the title.
pub fn sentence(answer: &Answer) -> String {
    words::capitalize(&outcome(answer))
}

/// Returns the mean of each leading quantity, its 90% interval and one chance, then the events. If
/// an answer has two sides, the events come first.
fn outcome(answer: &Answer) -> String {
    let leading = leading_quantities(answer);
    let counts = leading.iter().map(|leading| numbers(leading, answer)).collect::<Vec<_>>();
    let events = events(answer, |event| !is_stated(answer, event), format_event);
    let leads = |one: &Quantity| answer.leading().any(|leading| leading.name == one.name);
    let counts = [counts, requested_counts(answer, |one| !leads(one), format_event)].concat();
    // with two sides the events say who wins, which is the answer to the question
    let parts = if leading.len() > 1 { [events, counts] } else { [counts, events] };
    parts.concat().join(" ")
}

/// Describes all but the leading quantities: events, requested counts and the attacker's own
/// losses. `format` formats the chance of an event.
pub fn chances(answer: &Answer, format: impl Fn(&Event) -> String) -> String {
    let within = match (&answer.headline.requested, answer.leading().next()) {
        (Some(RequestedChance::Within(within)), Some(quantity)) => {
            Some(destroyed_within(quantity, *within, answer) + ".")
        }
        _ => None,
    };
    let events =
        events(answer, |event| within.is_none() || event.name != event::DESTROYED, &format);
    let own = Some(own_losses(answer, &[])).filter(|own| !own.is_empty());
    let all = within
        .into_iter()
        .chain(events)
        .chain(requested_counts(answer, |_| true, &format))
        .chain(own);
    all.collect::<Vec<_>>().join(" ")
}

/// Formats the chances of the first possible events that are `listed`: `Destroyed: 0.2%.`
fn events(
    answer: &Answer,
    listed: impl Fn(&Event) -> bool,
    format: impl Fn(&Event) -> String,
) -> Vec<String> {
    // impossible events would take the place of likely ones
    let is_listed = |event: &&Event| event.probability() > 0.0 && listed(event);
    let events = answer.events.iter().filter(is_listed).take(EVENTS).map(|event| {
        let label = words::capitalize(&words::clean(&event.label.named));
        format!("{label}: {}.", format(event))
    });
    events.collect()
}

/// Formats the requested chances of the `listed` quantities: `Hits, 5 or more: 61.3%.`
fn requested_counts(
    answer: &Answer,
    listed: impl Fn(&Quantity) -> bool,
    format: impl Fn(&Event) -> String,
) -> Vec<String> {
    let listed = answer.quantities.iter().filter(|one| listed(one));
    let requested = listed.filter_map(|one| Some((one, answer.counts.of(one.name)?.1)));
    let sentence = |(quantity, event): (&Quantity, &Event)| {
        let label = words::capitalize(&words::clean(&quantity.label.named));
        format!("{label}, {}: {}.", event.label.named, format(event))
    };
    requested.map(sentence).collect()
}

/// Returns whether the sentence of the leading quantity states this event.
fn is_stated(answer: &Answer, event: &Event) -> bool {
    let is_marked = |marked: MarkedCount| marked.states(event);
    let is_counted = answer.leading().any(|one| answer.counts.of(one.name).is_some());
    let by_count = answer.leading().filter_map(|one| MarkedCount::of(answer, one)).any(is_marked);
    by_count
        || !is_counted
            && match &answer.headline.requested {
                Some(RequestedChance::Event(name, _)) => *name == event.name,
                Some(RequestedChance::Within(_)) => event.name == event::DESTROYED,
                None => false,
            }
}

/// Formats the chances that follow the interval: of a requested count; else of a requested event
/// and a critical count; else of at least about the mean.
fn chance(quantity: &Quantity, answer: &Answer) -> String {
    let marked = MarkedCount::of(answer, quantity);
    if answer.counts.of(quantity.name).is_some() {
        return marked.map_or_else(String::new, |one| format!(", {}", one.chance()));
    }
    match (&answer.headline.requested, marked) {
        (Some(RequestedChance::Event(event, words)), marked) if answer.event(*event).is_some() => {
            let chance = answer.event(*event).map_or(0.0, Event::probability);
            let count = marked.map_or_else(String::new, |one| format!(", {}", one.chance()));
            format!(", {} {words}{count}", words::percent(chance, 1))
        }
        (Some(RequestedChance::Within(within)), _) => {
            format!(". {}", destroyed_within(quantity, *within, answer))
        }
        (_, Some(marked)) => format!(", {}", marked.chance()),
        _ => {
            let near = near_mean(quantity);
            let chance = format_chance(&quantity.distribution, quantity.exact.as_ref(), near, 1);
            format!(", {chance} for {near} or more")
        }
    }
}

/// Returns the count nearest to the mean. At least 0 is certain and says nothing.
fn near_mean(quantity: &Quantity) -> usize {
    (quantity.distribution.pmf().mean().round() as usize).max(1)
}

/// Formats the chance of destruction within that many attacks, by default about the mean, and within
/// all computed attacks.
fn destroyed_within(quantity: &Quantity, within: Option<u8>, answer: &Answer) -> String {
    let within = within.map_or_else(|| near_mean(quantity), usize::from);
    let pmf = quantity.distribution.pmf();
    let most = pmf.probabilities().len().saturating_sub(1);
    let by_then = answer.event(event::DESTROYED).map_or_else(|| "0%".to_owned(), format_event);
    let attacks = counted(within as u64, "attack", "attacks");
    if within >= most {
        return format!("Destroyed within {attacks}: {by_then}");
    }
    let chance = words::percent(1.0 - pmf.at_least(within + 1), 1);
    format!("Destroyed within {attacks}: {chance}; within {most}: {by_then}")
}

/// The most events in a sentence; the table of events lists all of them.
const EVENTS: usize = 4;

/// Returns whether the requested chance is neither 0 nor 1.
fn is_open(answer: &Answer) -> bool {
    match &answer.headline.requested {
        Some(RequestedChance::Event(event, _)) => answer
            .event(*event)
            .is_some_and(|event| event.probability() > 0.0 && event.probability() < 1.0),
        Some(RequestedChance::Within(_)) => true,
        None => false,
    }
}

/// Formats the numbers of a leading quantity:
/// `5.2 wounds on average (90%: 1–9), 61.3% for 5 or more.`
fn numbers(quantity: &Quantity, answer: &Answer) -> String {
    let pmf = quantity.distribution.pmf();
    let mean = words::rounded(pmf.mean());
    let (low, high) = (pmf.quantile(0.05), pmf.quantile(0.95));
    let is_alone = answer.headline.leads.len() == 1;
    let is_requested = answer.counts.of(quantity.name).is_some();
    let is_fixed = is_alone && !is_requested && !is_open(answer);
    if let Some(count) = fixed_value(quantity).filter(|_| is_fixed) {
        return format!("always {count} {}.", quantity.unit);
    }
    let subject = if is_alone {
        format!("{mean} {}", quantity.unit)
    } else {
        format!("{}: {mean}", words::capitalize(&words::clean(&quantity.label.named)))
    };
    let interval = if low == high { low.to_string() } else { format!("{low}–{high}") };
    format!("{subject} on average (90%: {interval}){}.", chance(quantity, answer))
}

/// Formats the attacker's own wounds and their causes: `They lose 3.0 wounds: Lannister Supremacy.`
fn own_losses(answer: &Answer, causes: &[Cause]) -> String {
    let own = answer.quantity(quantity::OWN_WOUNDS);
    let mean = own.map_or(0.0, |own| own.distribution.pmf().mean());
    // it would be shown as 0.00
    if mean < 0.005 {
        return String::new();
    }
    let causes = match causes {
        [] => String::new(),
        [only] => format!(": {}", cause_name(only)),
        several => format!(": {}", several.iter().map(share).collect::<Vec<_>>().join(", ")),
    };
    let subject = words::clean(&answer.headline.loses);
    format!("{subject} {} wounds{causes}.", words::rounded(mean))
}

/// The ability or rule, without the mark of an order.
fn cause_name(cause: &Cause) -> String {
    words::clean(cause.what.strip_prefix("Order: ").unwrap_or(&cause.what))
}

/// A cause with its share, with the decimals of a total of 1 or more: `Lannister Supremacy 1.2`.
fn share(cause: &Cause) -> String {
    format!("{} {:.1}", cause_name(cause), cause.wounds).replace('-', "−")
}
