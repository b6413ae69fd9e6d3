//! Parsers of numbers in user input.
//!
//! Errors are messages with the allowed values, which the parsers of the standard library lack.

use crate::study::MAX_TRIALS;
use warodds_games::asoiaf::values::Inches;
use warodds_games::bounded::{Bounded, allowed, written};

/// Parses a bounded whole number of a game.
pub fn number<T: Bounded>(text: &str) -> Result<T, String> {
    let value = whole(text).and_then(|value| i64::try_from(value).ok());
    let made = value.and_then(|value| T::checked(value).ok());
    made.ok_or_else(|| not_allowed(text, T::LEAST.into(), T::MOST.into()))
}

/// Parses a value on a card, with or without a plus: `4` or `4+`.
pub fn card<T: Bounded>(text: &str) -> Result<T, String> {
    number(text.trim().strip_suffix('+').unwrap_or(text))
        .map_err(|wrong| format!("{wrong}, such as 4 or 4+"))
}

/// Parses a whole number from `LEAST` to `MOST`.
pub fn within<T: TryFrom<i128>, const LEAST: i64, const MOST: i64>(
    text: &str,
) -> Result<T, String> {
    between(text, LEAST.into(), MOST.into())
}

/// Parses a seed: an unsigned 64-bit number.
pub fn seed(text: &str) -> Result<u64, String> {
    between(text, 0, u64::MAX.into())
}

/// Parses a whole number whose range depends on other values, such as a unit.
pub fn count(text: &str) -> Result<i64, String> {
    whole(text)
        .and_then(|value| i64::try_from(value).ok())
        .ok_or_else(|| format!("it must be a whole number{}", not_digits(text)))
}

/// Parses a whole number from `least` to `most`.
pub fn between<T: TryFrom<i128>>(text: &str, least: i128, most: i128) -> Result<T, String> {
    let value = whole(text).filter(|value| (least..=most).contains(value));
    value.and_then(|value| T::try_from(value).ok()).ok_or_else(|| not_allowed(text, least, most))
}

/// Describes the fault of a text that is no whole number from `least` to `most`.
fn not_allowed(text: &str, least: i128, most: i128) -> String {
    format!("it must be {}{}", allowed(least, most), not_digits(text))
}

/// Returns `, written in digits only` for a whole number with a point or an exponent.
fn not_digits(text: &str) -> &'static str {
    if whole(text).is_none() && whole_decimal(text).is_some() {
        ", written in digits only"
    } else {
        ""
    }
}

/// Parses a distance in inches.
pub fn inches(text: &str) -> Result<Inches, String> {
    decimal(text.trim().trim_end_matches(['"', '″', '”']))
        .and_then(|number| Inches::new(number).ok())
        .ok_or_else(|| format!("it must be a number of inches from 0 to 100{}", not_finite(text)))
}

/// The maximum number of values of a range.
const MAX_RANGE: i128 = 1000;

/// Expands an inclusive range such as `3..5`; returns a text without `..` unchanged.
///
/// # Errors
/// A message for ends that are not whole numbers in ascending order, and for more than 1,000 values.
pub fn range(text: &str) -> Result<Vec<String>, String> {
    let Some((from, to)) = text.split_once("..") else { return Ok(vec![text.to_owned()]) };
    let end = |text: &str| whole(text.trim().trim_end_matches(['+', '"', '″', '”']));
    match (end(from), end(to.strip_prefix('=').unwrap_or(to))) {
        (Some(from), Some(to)) if from < to && to - from < MAX_RANGE => {
            Ok((from..=to).map(|number| number.to_string()).collect())
        }
        (Some(from), Some(to)) if from < to => {
            Err(format!("a range may have at most {MAX_RANGE} numbers"))
        }
        (Some(_), Some(_)) => {
            Err("the second number of a range must be larger than the first".to_owned())
        }
        _ => Err("a range runs from one whole number to a larger one, such as 6..12".to_owned()),
    }
}

/// Parses a number of trials, also with an exponent: `1e6`.
pub fn trials(text: &str) -> Result<u64, String> {
    let trials = whole(text).or_else(|| whole_decimal(text)).map(|trials| trials.to_string());
    between(trials.as_deref().unwrap_or(text), 1, MAX_TRIALS.into())
}

/// Parses a precision: a finite number greater than 0.
pub fn precision(text: &str) -> Result<f64, String> {
    decimal(text).filter(|precision| precision.is_finite() && *precision > 0.0).ok_or_else(|| {
        format!("it must be a finite number above 0, such as 0.01{}", not_finite(text))
    })
}

/// Parses a number whose range the caller checks.
pub fn any(text: &str) -> Result<f64, String> {
    decimal(text).ok_or_else(|| "it must be a number, such as 0.5".to_owned())
}

/// Parses a whole number in digits, also with a sign and underscores: `1_000_000`.
fn whole(text: &str) -> Option<i128> {
    plain(text).parse().ok()
}

/// Parses a whole number with a point or an exponent: `2.0`, `1e6`.
fn whole_decimal(text: &str) -> Option<i128> {
    // larger floats cannot represent every whole number
    let number = decimal(text).filter(|number| number.fract() == 0.0 && number.abs() <= 1e15)?;
    Some(number as i128)
}

/// Parses a number.
fn decimal(text: &str) -> Option<f64> {
    plain(text).parse().ok()
}

/// Normalizes a number for the standard parsers: no separators of thousands, ASCII minus sign.
fn plain(text: &str) -> String {
    let text = text.trim().replace('_', "").replace('−', "-");
    if has_thousands(&text) { text.replace(char::is_whitespace, "") } else { text }
}

/// Whether blanks separate groups of three digits, as answers print them: `1 000 000`.
fn has_thousands(text: &str) -> bool {
    let is_number = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = text.split(char::is_whitespace);
    let first = groups.next().unwrap_or_default();
    let is_first = (1..=3).contains(&first.len()) && is_number(first);
    is_first && groups.all(|group| group.len() == 3 && is_number(group))
}

/// Returns `, not NaN` or `, not infinity` for a number that is not finite.
fn not_finite(text: &str) -> String {
    match decimal(text) {
        Some(number) if !number.is_finite() => format!(", not {}", written(number)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warodds_games::asoiaf::values::{DiceCount, Hit, Modifier};

    #[test]
    fn whole_accepts_signs_and_underscores_but_no_point_or_exponent() {
        for (text, value) in [
            ("12", Some(12)),
            ("+3", Some(3)),
            ("-4", Some(-4)),
            ("−4", Some(-4)),
            ("1_000_000", Some(1_000_000)),
            ("1 000 000", Some(1_000_000)),
            ("10\u{a0}000", Some(10_000)),
            ("1 00 000", None),
            ("1 000 00", None),
            ("1  000", None),
            ("3 4", None),
            ("08", Some(8)),
            ("1e6", None),
            ("1E1", None),
            ("2.0", None),
            ("8.", None),
            ("80e-1", None),
            ("0x8", None),
            ("1.5", None),
            ("1e308", None),
            ("nan", None),
            ("four", None),
            ("", None),
        ] {
            assert_eq!(whole(text), value, "{text:?}");
        }
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!([trials("1e6"), trials("1_000")], [Ok(1_000_000), Ok(1_000)]);
        assert!(trials("1.5").is_err() && trials("1e16").is_err());
    }

    #[test]
    fn invalid_numbers_report_the_allowed_range() {
        assert_eq!(
            number::<DiceCount>("61"),
            Err("it must be a whole number from 1 to 60".to_owned())
        );
        assert_eq!(
            number::<DiceCount>("1e1"),
            Err("it must be a whole number from 1 to 60, written in digits only".to_owned())
        );
        assert_eq!(
            card::<Hit>("four"),
            Err("it must be a whole number from 2 to 6, such as 4 or 4+".to_owned())
        );
        assert_eq!(card::<Hit>("4+"), Hit::new(4).map_err(|wrong| wrong.to_string()));
        assert_eq!(number::<Modifier>("-12").map(Modifier::get), Ok(-12));
        assert_eq!(
            within::<u8, 1, 20>("99999999999999999999999"),
            Err("it must be a whole number from 1 to 20".to_owned())
        );
        assert_eq!(
            inches("nan"),
            Err("it must be a number of inches from 0 to 100, not NaN".to_owned())
        );
        assert!(seed("-1").is_err_and(|wrong| wrong.contains("from 0 to 18_446_744_073")));
        assert!(precision("inf").is_err_and(|wrong| wrong.ends_with("not infinity")));
    }
}
