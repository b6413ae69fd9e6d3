//! Values that campaign files have in many places.

use std::ops::RangeInclusive;

use crate::document::schema::{Schema, any_of, decimal, one_of, row_of, whole};
use crate::document::{Draft, FileKey, KeyedValue, Report, Section, choose};
use warodds_games::warmachine::campaign::Factor;

/// One of `known` by its name, or `default` where the key is missing or faulty.
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

/// A whole number, or `default` where the key is missing or faulty.
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

/// What may stand where a factor of odds does.
pub(super) fn a_factor() -> Schema {
    decimal(Factor::LEAST, Factor::MOST)
}

/// A factor of odds.
pub(super) fn factor(item: &KeyedValue<'_>) -> Result<Factor, Draft> {
    let number = item.number("a number")?;
    Factor::new(number).map_err(|wrong| {
        Draft::new(&item.span, format!("`{}` {wrong}", item.key)).label("0.01 to 100")
    })
}

/// A factor of odds, or no change.
pub(super) fn factor_of(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Factor {
    section
        .item(key, a_factor)
        .and_then(|item| report.ok_or_add(factor(&item)))
        .unwrap_or(Factor::ONE)
}

/// One whole number for all places, or one for each of `N`.
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
