//! Values that campaign files have in many places.

use std::ops::RangeInclusive;

use crate::document::{Draft, Item, Report, Section, choose};
use warodds_games::warmachine::campaign::Factor;

/// One of `known` by its name, or `default` where the key is missing or faulty.
pub(super) fn chosen<T: Copy>(
    section: &mut Section<'_>,
    key: &'static str,
    known: &[(&'static str, T)],
    default: T,
    report: &mut Report,
) -> T {
    section.item(key).and_then(|item| report.unless(choose(&item, known))).unwrap_or(default)
}

/// A whole number, or `default` where the key is missing or faulty.
pub(super) fn whole(
    section: &mut Section<'_>,
    key: &'static str,
    range: RangeInclusive<i64>,
    default: i64,
    report: &mut Report,
) -> i64 {
    section
        .item(key)
        .and_then(|item| report.unless(item.whole(*range.start(), *range.end())))
        .unwrap_or(default)
}

/// A factor of odds.
pub(super) fn factor(item: &Item<'_>) -> Result<Factor, Draft> {
    let number = item.number("a number")?;
    Factor::new(number).map_err(|wrong| {
        Draft::new(&item.span, format!("`{}` {wrong}", item.key)).label("0.01 to 100")
    })
}

/// A factor of odds, or no change.
pub(super) fn factor_of(
    section: &mut Section<'_>,
    key: &'static str,
    report: &mut Report,
) -> Factor {
    section.item(key).and_then(|item| report.unless(factor(&item))).unwrap_or(Factor::ONE)
}

/// One whole number for all places, or one for each of `N`.
pub(super) fn each<const N: usize>(
    section: &mut Section<'_>,
    key: &'static str,
    range: RangeInclusive<i64>,
    default: i64,
    report: &mut Report,
) -> [i64; N] {
    let Some((item, elements)) = section.list(key) else { return [default; N] };
    let numbers: Vec<i64> = elements
        .iter()
        .map(|element| {
            report.unless(element.whole(*range.start(), *range.end())).unwrap_or(default)
        })
        .collect();
    match numbers.as_slice() {
        [one] if item.value.as_array().is_none() => [*one; N],
        several => several.try_into().unwrap_or_else(|_| {
            let message = format!(
                "`{key}` must be one number or a list of {N}, not a list of {}",
                several.len()
            );
            report.add(|| Draft::new(&item.span, message).label(format!("{N} numbers")));
            [default; N]
        }),
    }
}
