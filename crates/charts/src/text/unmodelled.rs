//! Abilities that are not modelled, and so not counted in the numbers.

use super::words;
use crate::answer::{Answer, NotModelled};

/// Mark after the name of an answer that leaves out abilities.
pub const MARK: &str = " *";

/// Returns the mark of an answer; empty if all abilities are counted.
pub fn mark(answer: &Answer) -> &'static str {
    if answer.not_modelled.is_empty() { "" } else { MARK }
}

/// Lists the abilities that these answers leave out, by unit, if any.
pub fn describe_answers(answers: &[&Answer]) -> Option<String> {
    describe(answers.iter().flat_map(|answer| &answer.not_modelled))
}

/// Lists abilities by unit, if any.
pub fn describe<'a>(left_out: impl IntoIterator<Item = &'a NotModelled>) -> Option<String> {
    let mut units: Vec<(&str, Vec<&str>)> = Vec::new();
    for NotModelled { unit, ability, .. } in left_out {
        // grouped in order of appearance: a map would sort the attacker after the defender at times
        match units.iter_mut().find(|(name, _)| name == unit) {
            Some((_, abilities)) if abilities.contains(&ability.as_str()) => {}
            Some((_, abilities)) => abilities.push(ability),
            None => units.push((unit, vec![ability])),
        }
    }
    let lines: Vec<String> = units
        .iter()
        .map(|(unit, abilities)| {
            format!("{} of {}", words::clean(&abilities.join(", ")), words::clean(unit))
        })
        .collect();
    (!lines.is_empty()).then(|| format!("* Abilities not counted: {}.", lines.join("; ")))
}
