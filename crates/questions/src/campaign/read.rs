//! Readers of values that are common in campaign files.

use std::ops::RangeInclusive;

use crate::document::schema::{Schema, any_of, decimal, one_of, row_of, whole};
use crate::document::{Draft, FileKey, KeyedValue, Report, Section, choose};
use warodds_games::warmachine::campaign::Factor;

/// Reads the name of one of `known`; `default` if the key is missing or invalid.
pub(super) fn chosen<T: Copy>(
    section: &mut Section<'_>,
    key: FileKey,
    known: &[(&'static str, T)],
    default: T,
    report: &mut Report,
) -> T {
    let item = section.item(key, || one_of(known.iter().map(|(name, _)| *name)));
    item.and_then(|item| report.ok_or_add(choose(&item, known))).unwrap_or(default)
}

/// Reads a whole number; `default` if the key is missing or invalid.
pub(super) fn number(
    section: &mut Section<'_>,
    key: FileKey,
    range: RangeInclusive<i64>,
    default: i64,
    report: &mut Report,
) -> i64 {
    let (least, most) = (*range.start(), *range.end());
    let item = section.item(key, || whole(least, most));
    item.and_then(|item| report.ok_or_add(item.whole(least, most))).unwrap_or(default)
}

/// Returns the schema of a factor of odds.
pub(super) fn factor_schema() -> Schema {
    decimal(Factor::LEAST, Factor::MOST)
}

/// Parses a factor of odds.
pub(super) fn factor(item: &KeyedValue<'_>) -> Result<Factor, Draft> {
    let number = item.number("a number")?;
    Factor::new(number).map_err(|wrong| {
        Draft::new(&item.span, format!("`{}` {wrong}", item.key)).label("0.01 to 100")
    })
}

/// Reads a factor of odds; 1 if the key is missing or invalid.
pub(super) fn factor_of(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Factor {
    section
        .item(key, factor_schema)
        .and_then(|item| report.ok_or_add(factor(&item)))
        .unwrap_or(Factor::ONE)
}

/// Reads one whole number for all of `N` places, or a list with one for each.
pub(super) fn each<const N: usize>(
    section: &mut Section<'_>,
    key: FileKey,
    range: RangeInclusive<i64>,
    default: i64,
    report: &mut Report,
) -> [i64; N] {
    let (least, most) = (*range.start(), *range.end());
    let schema = || any_of([whole(least, most), row_of(&whole(least, most), N, N)]);
    let Some(item) = section.item(key, schema) else { return [default; N] };
    let number =
        |element: &KeyedValue<'_>| report.ok_or_add(element.whole(least, most)).unwrap_or(default);
    let numbers: Vec<i64> = item.as_list().iter().map(number).collect();
    match numbers.as_slice() {
        [one] if item.value.as_array().is_none() => [*one; N],
        several => several.try_into().unwrap_or_else(|_| {
            let message = format!(
                "`{}` must be one number or a list of {N}, not a list of {}",
                key.id,
                several.len()
            );
            report.add(|| Draft::new(&item.span, message).label(format!("{N} numbers")));
            [default; N]
        }),
    }
}
