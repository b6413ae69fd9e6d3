//! What answers are about: titles, conditions and settings.

use super::{group, words};
use crate::answer::{Answer, AnswerCondition, Setting};
use crate::games::asoiaf::results::quantity;
use crate::request::SEQUENCE;

/// Who does what, and the condition of the answer; the question's name where nothing else is known.
pub fn title(answer: &Answer) -> String {
    plain_title(answer) + &condition(answer)
}

/// Returns the condition of an answer as the end of a title; empty without one.
fn condition(answer: &Answer) -> String {
    let given = answer.given.as_ref();
    let given = given.map(|given| format!(", given {}", format_condition(given)));
    given.unwrap_or_default()
}

/// Returns the first line of an answer: the name of its question, unless it is that of its subject,
/// what happens, and the settings that the title does not state.
pub fn heading(answer: &Answer) -> String {
    let (title, label) = (plain_title(answer), group::question_label(answer));
    let name = words::clean(label);
    let title = if label == answer.kind || title.ends_with(&name) {
        title
    } else {
        format!("{}: {title}", words::capitalize(&name))
    };
    let settings = settings(&[answer], Title::Situation);
    let parts: Vec<String> = [title, settings].into_iter().filter(|one| !one.is_empty()).collect();
    parts.join(", ") + &condition(answer)
}

/// Formats a condition with its probability: `total wounds of at least 9 (3.2 %)`.
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
    // attachments are in the names of their units
    let is_named = |one: &Setting| {
        let name = words::clean(&one.value).to_lowercase();
        let subject = words::clean(&first.subject).to_lowercase();
        (one.axis == "with" || one.axis.ends_with("_with")) && subject.contains(&name)
    };
    let is_listed = |one: &&Setting| {
        let is_same = |other: &Setting| other.axis == one.axis && other.value == one.value;
        !UNITS.contains(&&*one.axis)
            && !stated.contains(&&*one.axis)
            && !is_named(one)
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
