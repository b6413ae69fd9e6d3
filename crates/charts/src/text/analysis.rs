//! What parts and numbers of a question are worth.

use super::luck::luck_words;
use super::words;
use super::wrapping::WIDTH;
use crate::answer::{Luck, Need, NeedOption};
use crate::request::why::Analysis;

/// The text for no difference.
pub const NO_DIFFERENCE: &str = "·";

/// Returns the name of a part; options as they are typed.
pub fn part_name(kind: &str, what: &str) -> String {
    let name = match kind {
        "ability" | "order" | "card" => what.to_owned(),
        _ => format!("--{what}"),
    };
    words::shorten(&words::clean(&name), |text| text.chars().count() <= 32)
}

/// Formats a difference with its sign; a dot for none.
pub fn format_difference(number: f64) -> String {
    if number.abs() < 5e-5 { NO_DIFFERENCE.to_owned() } else { words::difference(number) }
}

/// Formats a difference of chances in percentage points.
pub fn format_points(chance: f64) -> String {
    let points = 100.0 * chance;
    match points.abs() {
        ..5e-3 => NO_DIFFERENCE.to_owned(),
        ..0.05 => "0 %".to_owned(),
        _ => format!("{} %", words::signed(points, 1)),
    }
}

/// Formats how lucky a result was.
pub fn luck_line(luck: &Luck) -> String {
    let Luck { label, rolled, expected, odds, .. } = luck;
    format!(
        "Rolled {rolled} {label}: {} ({} worse, {} the same, {} better; expected {})",
        luck_words(odds.percentile, "such rolls"),
        words::percent(odds.worse, 0),
        words::percent(odds.same, 0),
        words::percent(odds.better, 0),
        words::rounded(*expected),
    )
}

/// Formats what is needed, the chance as asked and, if no change reaches it, the best one.
pub fn need_line(need: &Need) -> String {
    let percent = |p: f64| words::percent(p, 1);
    let wanted = words::percent(need.wanted, 0);
    let start =
        format!("Needed: {wanted} for {}, now {}", words::clean(&need.what), percent(need.now));
    if !need.reached_by.is_empty() {
        return start;
    }
    let rest = match &need.best {
        None if need.now >= need.wanted => "it is already reached".to_owned(),
        None => format!("no change helps, so {wanted} is out of reach"),
        Some(best) => format!(
            "{wanted} is out of reach: at best {} with {}",
            percent(best.p),
            changes_together(best)
        ),
    };
    format!("{start}; {rest}.")
}

/// Joins the changes of an option.
pub fn changes_together(option: &NeedOption) -> String {
    words::clean(&option.changes.join(", and "))
}

/// Returns the lines of what options asked for, without their tables; of the changes that reach a
/// needed chance the first.
pub fn requested_text(analysis: &Analysis) -> String {
    let first = |need: &Need| {
        let option = need.reached_by.first();
        option.map_or_else(String::new, |one| {
            format!(", {} with {}", words::percent(one.p, 1), changes_together(one))
        })
    };
    let need = analysis.need.iter().map(|need| need_line(need) + &first(need));
    let wrapped = |line: String| words::wrap_at(&line, usize::MAX, WIDTH) + "\n";
    analysis.luck.iter().map(luck_line).chain(need).map(wrapped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_signs() {
        assert_eq!(
            (format_difference(0.25), format_difference(-0.5), format_difference(1e-9)),
            ("+0.250".into(), "−0.500".into(), "·".into())
        );
        // a difference that rounds to zero has no sign
        assert_eq!(
            (format_difference(-1e-4), format_difference(4e-4), format_difference(-10.0)),
            ("0".into(), "0".into(), "−10.000".into())
        );
        assert_eq!((format_points(-2e-4), format_points(-2e-3)), ("0 %".into(), "−0.2 %".into()));
    }
}
