//! Which columns a table of findings may have, and what each is worth.

use super::{Notes, unmodelled};
use crate::report::group::{self, Identity};
use crate::report::{is_known, known_leading, words};
use crate::study::{Finding, Quantity};

/// Names longer than this are shortened.
const LONGEST_NAME: usize = 34;
/// Chances below this are not worth a column of their own.
const NEGLIGIBLE: f64 = 0.000_5;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// A cell for each finding.
    pub cells: Vec<String>,
    /// Whether it holds numbers.
    pub number: bool,
    /// Its worth: the lower, the later it is left out; 0 is never left out.
    pub rank: usize,
}

/// All columns that the findings of a group could fill, in reading order.
pub fn all(findings: &[&Finding], notes: &Notes) -> Vec<Column> {
    let mut columns = identity(findings, notes);
    columns.push(mean(findings));
    columns.push(deviation(findings));
    columns.extend(compared(findings));
    columns.extend(at_least(findings));
    columns.extend(events(findings));
    columns
}

/// A column of one cell for each finding.
fn column(head: impl Into<String>, rank: usize, findings: &[&Finding], cell: impl Fn(&Finding) -> String) -> Column {
    Column { head: head.into(), cells: findings.iter().map(|finding| cell(finding)).collect(), number: true, rank }
}

/// The columns that tell the findings apart; the last bears the marks of notes.
fn identity(findings: &[&Finding], notes: &Notes) -> Vec<Column> {
    let text = |head: &str, cell: &dyn Fn(&Finding) -> String| {
        let short = |finding: &Finding| words::shorten(&words::clean(&cell(finding)), |text| text.chars().count() <= LONGEST_NAME);
        Column { number: false, ..column(stacked(head), 0, findings, short) }
    };
    let mut columns = match Identity::of(findings) {
        Identity::Names => vec![text("question", &|finding| finding.name.clone())],
        Identity::Axes { subjects, axes } => {
            let subject = subjects.then(|| text("who", &|finding| finding.subject.clone()));
            let axis = |axis: &&str| text(axis, &|finding| group::value(finding, axis).unwrap_or("–").to_owned());
            subject.into_iter().chain(axes.iter().map(axis)).collect()
        }
    };
    if let Some(last) = columns.last_mut() {
        last.cells.iter_mut().zip(findings).for_each(|(cell, finding)| {
            cell.push_str(unmodelled::mark(finding));
            cell.push_str(&notes.marks(finding));
        });
    }
    columns
}

/// What `tell` makes of the leading quantity.
fn of_leading(tell: impl Fn(&Quantity) -> String) -> impl Fn(&Finding) -> String {
    move |finding| known_leading(finding).map_or_else(|| "–".to_owned(), &tell)
}

fn mean(findings: &[&Finding]) -> Column {
    let words = findings.first().map_or("mean", |finding| finding.headline.words);
    let cell = of_leading(|leading| words::mean(leading.law.pmf().mean(), leading.law.mean_estimate().map(|mean| mean.half_width())));
    column(stacked(words), 0, findings, cell)
}

fn deviation(findings: &[&Finding]) -> Column {
    column("sd", 40, findings, of_leading(|leading| format!("{:.2}", leading.law.pmf().standard_deviation())))
}

/// The exact mean and how far off the sample is, where any finding has it.
fn compared(findings: &[&Finding]) -> Vec<Column> {
    if !findings.iter().any(|finding| finding.leading().is_some_and(|leading| leading.exact.is_some())) {
        return Vec::new();
    }
    let exact = of_leading(|leading| leading.exact.as_ref().map_or_else(|| "–".to_owned(), |exact| words::mean(exact.mean(), None)));
    let off = of_leading(|leading| leading.standard_errors_off().map_or_else(|| "–".to_owned(), words::signed));
    vec![column("exact\nmean", 2, findings, exact), column("off by\nse", 3, findings, off)]
}

/// The chances of enough of the leading quantity.
fn at_least(findings: &[&Finding]) -> Vec<Column> {
    let chance = |finding: &Finding, k: usize| known_leading(finding).map(|leading| leading.law.pmf().at_least(k));
    let likely = |k: usize| findings.iter().any(|finding| chance(finding, k).is_some_and(|p| p >= NEGLIGIBLE));
    let most = findings.iter().filter_map(|finding| finding.leading()).map(|leading| leading.law.pmf().max()).max().unwrap_or(0);
    let reach = (1..=most).rev().find(|&k| likely(k)).unwrap_or(0);
    let cell = |k: usize| move |finding: &Finding| chance(finding, k).map_or_else(|| "–".to_owned(), words::percent);
    thresholds(reach).into_iter().enumerate().map(|(place, k)| column(format!("≥{k}"), 20 + 5 * place, findings, cell(k))).collect()
}

/// Up to five counts worth asking for where none above `reach` is likely.
pub fn thresholds(reach: usize) -> Vec<usize> {
    let step = match reach {
        0..=5 => 1,
        6..=12 => 3,
        _ => [5, 10, 20, 25, 50].into_iter().find(|step| reach / step <= 4).unwrap_or(100),
    };
    let steps = (1..=5).map(|n| n * step).filter(|&k| k <= reach);
    let first = (step > 1).then_some(1);
    first.into_iter().chain(steps).take(5).collect()
}

/// The chances of all events that any finding has; the first of them is nearly as worthy as the mean.
fn events(findings: &[&Finding]) -> Vec<Column> {
    let mut names: Vec<(&str, &str)> = Vec::new();
    for event in findings.iter().flat_map(|finding| &finding.events) {
        if !names.contains(&(event.name, event.label)) {
            names.push((event.name, event.label));
        }
    }
    let cell = |name: &'static str| {
        move |finding: &Finding| {
            finding
                .event(name)
                .filter(|event| is_known(&event.law))
                .map_or_else(|| "–".to_owned(), |event| words::percent(event.probability()))
        }
    };
    let rank = |place: usize| if place == 0 { 1 } else { 21 + 5 * place };
    names.into_iter().enumerate().map(|(place, (name, label))| column(stacked(label), rank(place), findings, cell(name))).collect()
}

/// A heading with its words on lines of their own, so that it is no wider than its numbers.
fn stacked(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in words::clean(text).split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 9 => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_follow_the_reach_of_the_law() {
        assert_eq!(thresholds(0), [0; 0]);
        assert_eq!(thresholds(1), [1]);
        assert_eq!(thresholds(5), [1, 2, 3, 4, 5]);
        assert_eq!(thresholds(8), [1, 3, 6]);
        assert_eq!(thresholds(12), [1, 3, 6, 9, 12]);
        assert_eq!(thresholds(30), [1, 10, 20, 30]);
        assert_eq!(thresholds(120), [1, 25, 50, 75, 100]);
    }

    #[test]
    fn headings_are_stacked() {
        assert_eq!(stacked("expected wounds left of a"), "expected\nwounds\nleft of a");
    }
}
