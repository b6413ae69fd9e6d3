//! Tables of distributions, a line for each count.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::super::columns::{REQUIRED, TableColumn};
use super::super::{Layout, TableForm, all_rows, draw, fit_columns, natural_width, numbers};
use super::{displayed_quantities, draw_all, is_narrow, wrap_label_within};
use crate::answer::{Answer, Quantity};
use crate::dist::Pmf;
use crate::report::{exact_distribution, leading_quantities, words};

/// Tails below this chance are summarized in one line: two decimals would show them as 0.00%.
const NEGLIGIBLE: f64 = 0.000_05;
/// The longest bar, in characters.
const LONGEST_BAR: usize = 40;
/// Room for the longest bar that other quantities leave, in characters.
const LEAST_BAR: u16 = 12;
/// The shortest longest bar worth a column.
const SHORTEST_BAR: usize = 6;
/// Most other quantities in the table.
const OTHERS: usize = 3;
/// Other quantities get a column unless they reach this many counts more than the leading ones.
const MORE_COUNTS: usize = 4;

/// Renders the leading distributions in one table, with the other quantities as columns where there
/// is room. Returns `None` without a leading quantity.
pub(super) fn render(answer: &Answer, layout: &Layout) -> Option<String> {
    let leading = leading_quantities(answer);
    let highest_lead = leading.iter().map(|one| highest(&one.distribution.pmf())).max()?;
    // a column of inches or rounds among counts of wounds would be misread
    let is_alike = |one: &&Quantity| {
        one.unit == "hits" || leading.iter().any(|leading| leading.unit == one.unit)
    };
    let is_fitting = |one: &&Quantity| {
        highest(&one.distribution.pmf()) <= highest_lead + MORE_COUNTS
            && leading.iter().all(|leading| leading.name != one.name)
    };
    let shown = displayed_quantities(&answer.quantities).into_iter();
    let others: Vec<&Quantity> = shown.filter(is_alike).filter(is_fitting).take(OTHERS).collect();
    let all: Vec<&Quantity> = leading.iter().chain(&others).copied().collect();
    let counts: BTreeSet<usize> = all.iter().flat_map(|one| possible_counts(one)).collect();
    let counts: Vec<usize> = counts.into_iter().collect();
    let several = leading.len() > 1;
    let width = if is_narrow(layout) { 9 } else { 16 };
    let leads = leading.iter().enumerate();
    let leads = leads
        .flat_map(|(place, one)| lead_columns(one, &counts, (several.then_some(width), place)));
    let others = others.iter().enumerate().map(|(place, one)| {
        let heading = format!("{},\nexactly", wrap_label_within(&one.label, 12));
        TableColumn::numbers(heading, 3 + place, &counts, |&k| exactly(one, k))
    });
    let first = match leading.as_slice() {
        [only] => label(only, layout),
        _ => String::new(),
    };
    let first = TableColumn::numbers(first, REQUIRED, &counts, |k| k.to_string());
    let columns = std::iter::once(first).chain(leads).chain(others).collect();
    let rows: Vec<Option<usize>> = (0..counts.len()).map(Some).collect();
    let room = layout.width() - if is_narrow(layout) { 0 } else { LEAST_BAR };
    let (mut columns, _) = fit_columns(columns, &rows, (room, usize::MAX));
    let used = natural_width(&columns, &rows);
    let free = usize::from(layout.width()).saturating_sub(used);
    let longest = (free / leading.len()).saturating_sub(3).min(LONGEST_BAR);
    if longest >= SHORTEST_BAR && layout.form == TableForm::Boxes {
        // after the two columns of each
        for (place, bars) in
            (3..).step_by(3).zip(leading.iter().map(|one| bars(one, &counts, longest)))
        {
            columns.insert(place.min(columns.len()), bars);
        }
    }
    let tails = leading.iter().flat_map(|one| tails(one, several));
    let drawn = draw(&columns, &all_rows(&columns), layout);
    Some(std::iter::once(drawn).chain(tails).collect::<Vec<_>>().join("\n"))
}

/// Returns the chances of exactly and of at least each count, under the quantity's name wrapped at
/// a width, if it is to be `named`.
fn lead_columns(
    quantity: &Quantity,
    counts: &[usize],
    (named, place): (Option<usize>, usize),
) -> [TableColumn; 2] {
    let name =
        named.map_or_else(String::new, |width| wrap_label_within(&quantity.label, width) + ",\n");
    let exactly =
        TableColumn::numbers(format!("{name}exactly"), REQUIRED, counts, |&k| exactly(quantity, k));
    let at_least =
        TableColumn::numbers("at least", 1 + place, counts, |&k| numbers::at_least(quantity, k, 2));
    [exactly, at_least]
}

/// Formats P(= `k`); an empty cell where the count is impossible.
fn exactly(quantity: &Quantity, k: usize) -> String {
    match numbers::exactly(quantity, k) {
        zero if zero == "0%" => String::new(),
        chance => chance,
    }
}

/// Renders the distribution of one quantity.
pub(super) fn render_alone(quantity: &Quantity, layout: &Layout) -> String {
    let counts = possible_counts(quantity);
    // about 45 characters are taken by the other columns and their borders
    let longest = usize::from(layout.width()).saturating_sub(45).clamp(4, LONGEST_BAR);
    let [exactly, at_least] = lead_columns(quantity, &counts, (None, 0));
    let mut columns = vec![
        TableColumn::numbers(label(quantity, layout), REQUIRED, &counts, |k| k.to_string()),
        exactly,
        TableColumn { priority: REQUIRED, ..at_least },
    ];
    if layout.form == TableForm::Boxes {
        columns.push(bars(quantity, &counts, longest));
    }
    let drawn = draw_all(&columns, layout);
    std::iter::once(drawn).chain(tails(quantity, false)).collect::<Vec<_>>().join("\n")
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

/// Returns a line for the rare counts at either end; those of `several` quantities are named.
fn tails(quantity: &Quantity, several: bool) -> impl Iterator<Item = String> {
    let pmf = quantity.distribution.pmf();
    let (low, high) = (lowest(&pmf), highest(&pmf));
    let (beyond, below) = (pmf.at_least(high + 1), 1.0 - pmf.at_least(low));
    // not `below > 0.0`: the difference from 1 may be rounding
    let possible = pmf.probabilities().iter().take(low).any(|p| *p > 0.0);
    let more =
        (beyond > 0.0).then(|| format!("at least {}: {}", high + 1, words::percent(beyond, 1)));
    let less = possible
        .then(|| format!("below {low}: {}", words::percent(below.max(f64::MIN_POSITIVE), 1)));
    let name =
        if several { format!("{}, ", words::clean(&quantity.label.named)) } else { String::new() };
    [less, more].into_iter().flatten().map(move |line| format!("{name}{line}"))
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
pub(in crate::report::table) fn lowest(pmf: &Pmf) -> usize {
    let first = (0..=pmf.max()).take_while(|&k| 1.0 - pmf.at_least(k + 1) < NEGLIGIBLE).count();
    if first < 5 { 0 } else { first.min(pmf.max()) }
}

/// Returns the highest count reached with more than a negligible chance.
pub(in crate::report::table) fn highest(pmf: &Pmf) -> usize {
    (0..=pmf.max()).rev().find(|&k| pmf.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// Draws a bar of `length` characters, to an eighth of a character.
fn bar(length: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * 8.0).round().max(0.0) as usize;
    "█".repeat(eighths / 8) + PARTS.get(eighths % 8).copied().unwrap_or_default()
}
