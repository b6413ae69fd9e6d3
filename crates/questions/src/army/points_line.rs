//! Points in the text form of a list: the limit and totals.

use crate::catalogue::normalize_name;

/// A line that states points and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointsLine {
    /// The limit: `40 points`, `39/40`.
    Limit(u16),
    /// A sum, which is computed instead: `Total 39`.
    Total,
}

/// Words of the unit, without which a number alone is not a limit.
const UNITS: [&str; 4] = ["points", "point", "pts", "pt"];
/// Words of sums.
const SUMS: [&str; 6] = ["total", "totals", "cost", "spent", "used", "sum"];
/// Other words of such lines.
const OTHERS: [&str; 6] = ["of", "limit", "game", "size", "army", "list"];

impl PointsLine {
    /// Parses a line.
    pub(super) fn of(line: &str) -> Option<Self> {
        let words = number_words(line);
        let numbers: Vec<u16> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
        let is_known = |word: &String| {
            [&UNITS[..], &SUMS, &OTHERS].iter().any(|known| known.contains(&word.as_str()))
                || word.parse::<u16>().is_ok()
        };
        if !words.iter().all(is_known) {
            return None;
        }
        match numbers.as_slice() {
            [_] if has(&SUMS) => Some(Self::Total),
            [limit] if has(&UNITS) => Some(Self::Limit(*limit)),
            // of `39/40` and `39 of 40` the second number is the limit
            [_, limit] if is_fraction(line) => Some(Self::Limit(*limit)),
            _ => None,
        }
    }
}

/// Parses the text after `Points:`: `40`, `39/40`, `40pts (7 activations)`.
pub(super) fn parse_points(text: &str) -> Option<u16> {
    let text = text.split(['|', '(', '[']).next()?;
    let words = number_words(text);
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let first = numbers.next()?;
    Some(if is_fraction(text) { numbers.next().unwrap_or(first) } else { first })
}

fn is_fraction(text: &str) -> bool {
    text.contains('/') || normalize_name(text).split(' ').any(|word| word == "of")
}

/// Splits a text into words; `40pts` is two.
fn number_words(text: &str) -> Vec<String> {
    let words = normalize_name(text);
    let mut parts = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = word.len() - letters.len();
        let halves = [word.get(..digits).unwrap_or_default(), letters];
        parts.extend(halves.into_iter().filter(|half| !half.is_empty()).map(str::to_owned));
    }
    parts
}
