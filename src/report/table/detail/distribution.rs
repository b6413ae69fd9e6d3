//! Tables of distributions, a line for each count.

use std::ops::RangeInclusive;

use super::super::columns::{REQUIRED, TableColumn};
use super::super::{Layout, TableForm, numbers};
use super::{draw_all, is_narrow, wrap_label_within};
use crate::answer::Quantity;
use crate::dist::Pmf;
use crate::report::{exact_distribution, words};

/// Tails below this chance are summarized in one line: two decimals would show them as 0.00 %.
const NEGLIGIBLE: f64 = 0.000_05;
/// The longest bar, in characters.
const LONGEST_BAR: usize = 40;

/// Renders the distribution of one quantity.
pub(super) fn render(quantity: &Quantity, layout: &Layout) -> String {
    let counts = possible_counts(quantity);
    // about 47 characters are taken by the other columns and their borders
    let longest = usize::from(layout.width()).saturating_sub(47).clamp(4, LONGEST_BAR);
    let mut columns = vec![
        TableColumn::numbers(label(quantity, layout), REQUIRED, &counts, |k| k.to_string()),
        TableColumn::numbers("exactly", REQUIRED, &counts, |&k| exactly(quantity, k)),
        TableColumn::numbers("at least", REQUIRED, &counts, |&k| numbers::at_least(quantity, k, 2)),
    ];
    if layout.form == TableForm::Boxes {
        columns.push(bars(quantity, &counts, longest));
    }
    let drawn = draw_all(&columns, layout);
    std::iter::once(drawn).chain(tails(quantity)).collect::<Vec<_>>().join("\n")
}

/// Formats P(= `k`); an empty cell where the count is impossible.
fn exactly(quantity: &Quantity, k: usize) -> String {
    match numbers::exactly(quantity, k) {
        zero if zero == "0 %" => String::new(),
        chance => chance,
    }
}

/// Returns the heading of the counts of a quantity.
fn label(quantity: &Quantity, layout: &Layout) -> String {
    wrap_label_within(&quantity.label, if is_narrow(layout) { 7 } else { 18 })
}

/// Returns bars of P(= k), the longest of `longest` characters.
fn bars(quantity: &Quantity, counts: &[usize], longest: usize) -> TableColumn {
    let pmf = quantity.distribution.pmf();
    let top = pmf.probabilities().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let length = |k: usize| pmf.exactly(k) / top * longest as f64;
    TableColumn::labels("", REQUIRED, counts, |&k| bar(length(k)))
}

/// Returns a line for the rare counts at either end.
fn tails(quantity: &Quantity) -> impl Iterator<Item = String> {
    let pmf = quantity.distribution.pmf();
    let (low, high) = (lowest(&pmf), highest(&pmf));
    let (beyond, below) = (pmf.at_least(high + 1), 1.0 - pmf.at_least(low));
    // not `below > 0.0`: the difference from 1 may be rounding
    let possible = pmf.probabilities().iter().take(low).any(|p| *p > 0.0);
    let more =
        (beyond > 0.0).then(|| format!("at least {}: {}", high + 1, words::percent(beyond, 1)));
    let less = possible
        .then(|| format!("below {low}: {}", words::percent(below.max(f64::MIN_POSITIVE), 1)));
    [less, more].into_iter().flatten()
}

/// Returns the counts to list. The exact distribution decides which are possible; without one,
/// all counts from the smallest sampled one.
fn possible_counts(quantity: &Quantity) -> Vec<usize> {
    let seen = quantity.distribution.pmf();
    let counts: RangeInclusive<usize> = lowest(&seen)..=highest(&seen);
    let exact = exact_distribution(&quantity.distribution, quantity.exact.as_ref());
    let is_possible = |k: usize| match exact {
        Some(distribution) => distribution.exactly(k) > 0.0 || seen.exactly(k) > 0.0,
        None => (0..=k).any(|k| seen.exactly(k) > 0.0),
    };
    counts.filter(|k| is_possible(*k)).collect()
}

/// Returns the first count to list: 0, unless at least 5 negligible counts can be skipped.
fn lowest(pmf: &Pmf) -> usize {
    let first = (0..=pmf.max()).take_while(|&k| 1.0 - pmf.at_least(k + 1) < NEGLIGIBLE).count();
    if first < 5 { 0 } else { first.min(pmf.max()) }
}

/// Returns the highest count reached with more than a negligible chance.
fn highest(pmf: &Pmf) -> usize {
    (0..=pmf.max()).rev().find(|&k| pmf.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// Draws a bar of `length` characters, to an eighth of a character.
fn bar(length: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * 8.0).round().max(0.0) as usize;
    "█".repeat(eighths / 8) + PARTS.get(eighths % 8).copied().unwrap_or_default()
}
