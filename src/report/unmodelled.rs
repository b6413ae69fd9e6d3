//! Abilities that are not modelled, and so not counted in the numbers.

use crate::answer::{Answer, NotModelled};
use crate::report::words;

/// Mark after the name of an answer that leaves out abilities.
pub(super) const MARK: &str = " *";

/// Returns the mark of an answer; empty if all abilities are counted.
pub(super) fn mark(answer: &Answer) -> &'static str {
    if answer.not_modelled.is_empty() { "" } else { MARK }
}

/// Lists the abilities that these answers leave out, by unit, if any.
pub(super) fn describe_answers(answers: &[&Answer]) -> Option<String> {
    describe(answers.iter().flat_map(|answer| &answer.not_modelled))
}

/// Lists abilities by unit, if any.
pub(super) fn describe<'a>(left_out: impl IntoIterator<Item = &'a NotModelled>) -> Option<String> {
    let mut units: Vec<(&str, Vec<&str>)> = Vec::new();
    for NotModelled { unit, ability } in left_out {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;
    use crate::report::table::{Layout, render};

    #[test]
    fn rows_with_unmodelled_abilities_are_marked_and_listed_once() {
        let left_out = |unit: &str, ability: &str| NotModelled {
            unit: unit.to_owned(),
            ability: ability.to_owned(),
        };
        let mut answers =
            [samples::coin("a", "front"), samples::coin("b", "flank"), samples::coin("c", "rear")];
        answers[0].not_modelled =
            vec![left_out("Wolf", "Bite"), left_out("Wolf", "Howl"), left_out("Bear", "Bite")];
        answers[2].not_modelled = vec![left_out("Wolf", "Howl")];
        let text = render(&answers, &Layout::default());
        assert!(
            text.contains("front *") && text.contains("rear *") && !text.contains("flank *"),
            "{text}"
        );
        assert!(
            text.ends_with("* Abilities not counted: Bite, Howl of Wolf; Bite of Bear.\n"),
            "{text}"
        );
        assert_eq!(describe_answers(&[&answers[1]]), None);
    }
}
