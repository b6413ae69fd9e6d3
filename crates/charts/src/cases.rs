//! Names cases of a sweep in findings, and says which of them have the greatest value.

use crate::answer::Answer;
use crate::text::group::{axis_value, format_setting};
use crate::text::words;

/// The most cases that a finding names.
const NAMED: usize = 3;

/// A case with its label and its value.
#[derive(Clone, Debug)]
pub(super) struct RankedCase<'a> {
    pub answer: &'a Answer,
    pub label: &'a str,
    pub value: f64,
}

/// Says which cases have the greatest value, all of equal ones: `Most wounds from 6″ and 7″: 5.2`.
///
/// `axes` are the settings that differ among the cases. Values are equal if `format` shows them
/// alike. Returns `None` without cases.
pub(super) fn most(
    what: &str,
    cases: &[RankedCase<'_>],
    axes: &[&str],
    format: impl Fn(f64) -> String,
) -> Option<String> {
    let best = cases.iter().max_by(|one, other| one.value.total_cmp(&other.value))?;
    let number = format(best.value);
    let is_best = |case: &&RankedCase<'_>| format(case.value) == number;
    let places: Vec<usize> =
        (0..cases.len()).filter(|place| cases.get(*place).as_ref().is_some_and(is_best)).collect();
    let ties: Vec<&RankedCase<'_>> = cases.iter().filter(is_best).collect();
    if ties.len() == cases.len() && cases.len() > 1 {
        let what = words::capitalize(what.strip_prefix("often ").unwrap_or(what));
        return Some(format!("{what}: {number} in all {} cases", cases.len()));
    }
    let is_run = places
        .last()
        .zip(places.first())
        .is_some_and(|(last, first)| last - first + 1 == ties.len());
    let named = match (axes, ties.as_slice()) {
        ([axis], _) => name_values(axis, &ties, is_run),
        (_, [only]) => name_settings(only, axes),
        (_, several) => format!("in {} of {} cases", several.len(), cases.len()),
    };
    Some(format!("Most {what} {named}: {number}"))
}

/// Names the values of the only setting that differs: `from 6″ and 7″`, `with morale 4 to 6`.
fn name_values(axis: &str, ties: &[&RankedCase<'_>], is_run: bool) -> String {
    let values: Vec<String> = ties
        .iter()
        .map(|case| value(axis, axis_value(case.answer, axis).unwrap_or(case.label)))
        .collect();
    let joined = match values.as_slice() {
        [first, .., last] if is_run && values.len() >= NAMED => format!("{first} to {last}"),
        several if several.len() <= NAMED => listed(several),
        several => format!("{} values", several.len()),
    };
    format!("{} {joined}", preposition(axis))
}

/// Names a case by its settings, or by its label if settings do not distinguish the cases.
fn name_settings(case: &RankedCase<'_>, axes: &[&str]) -> String {
    let named = |axis: &&str| {
        let value = value(axis, axis_value(case.answer, axis)?);
        Some(format!("{} {value}", preposition(axis)))
    };
    let settings: Vec<String> = axes.iter().filter_map(named).collect();
    if settings.is_empty() { format!("in “{}”", case.label) } else { settings.join(", ") }
}

/// Returns the words before the value of a setting.
pub(super) fn preposition(axis: &str) -> String {
    match axis {
        "distance" => "from".to_owned(),
        "a" | "attacker" | "by" => "by".to_owned(),
        "b" | "defender" | "unit" => "against".to_owned(),
        "round" | "rounds" => "by round".to_owned(),
        _ => format!("with {}", axis_words(axis)),
    }
}

/// Returns the words of a setting; those of WARMACHINE's cards are capitals.
pub(super) fn axis_words(axis: &str) -> String {
    match axis {
        "arm" | "def" | "pow" => axis.to_uppercase(),
        _ => words::axis(axis),
    }
}

/// Formats a value: a distance with its unit, an id as words.
pub(super) fn value(axis: &str, value: &str) -> String {
    let is_id = value.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    match axis {
        "distance" if value.parse::<f64>().is_ok() => format!("{value}″"),
        _ if is_id => value.replace('-', " "),
        _ if value.parse::<f64>().is_ok() => words::minus(value),
        _ => words::clean(value),
    }
}

/// Describes where on a curve an answer is: `6″`, `defense 6, hit 2`.
pub(super) fn point(answer: &Answer, axes: &[&str]) -> String {
    let setting = |axis: &&str| {
        let text = axis_value(answer, axis)?;
        Some(match *axis {
            "distance" => value(axis, text),
            _ => format_setting(&axis_words(axis), &value(axis, text)),
        })
    };
    axes.iter().filter_map(setting).collect::<Vec<_>>().join(", ")
}

/// Joins names: `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn finding(values: &[f64]) -> String {
        let answers = samples::charges(&["open"]);
        let cases: Vec<RankedCase<'_>> = answers
            .iter()
            .zip(values)
            .map(|(answer, value)| RankedCase { answer, label: "label", value: *value })
            .collect();
        most("wounds", &cases, &["distance"], words::rounded).expect("cases")
    }

    #[test]
    fn most_names_all_cases_of_the_greatest_value() {
        assert_eq!(finding(&[1.0, 5.2, 3.0]), "Most wounds from 6″: 5.2");
        assert_eq!(finding(&[5.21, 5.19, 3.0]), "Most wounds from 5″ and 6″: 5.2");
        assert_eq!(finding(&[5.2, 5.2, 5.2, 3.0]), "Most wounds from 5″ to 7″: 5.2");
        assert_eq!(finding(&[5.2, 1.0, 5.2, 5.2]), "Most wounds from 5″, 7″ and 8″: 5.2");
        assert_eq!(finding(&[5.2, 5.2]), "Wounds: 5.2 in all 2 cases");
    }

    #[test]
    fn cases_of_several_settings_are_named_by_all_of_them() {
        let answers = samples::charges(&["open", "rough"]);
        let case = |place: usize, value| RankedCase { answer: &answers[place], label: "x", value };
        let cases = [case(0, 1.0), case(10, 2.0)];
        let axes = ["terrain", "distance"];
        assert_eq!(
            most("wounds", &cases, &axes, words::rounded).as_deref(),
            Some("Most wounds with terrain rough, from 6″: 2.0")
        );
        assert_eq!(
            most("wounds", &cases, &[], words::rounded).as_deref(),
            Some("Most wounds in “x”: 2.0")
        );
    }

    #[test]
    fn values_are_words_of_people() {
        assert_eq!(value("plan", "best-damage"), "best damage");
        assert_eq!(value("morale_modifier", "-2"), "−2");
        assert_eq!(preposition("arm"), "with ARM");
    }
}
