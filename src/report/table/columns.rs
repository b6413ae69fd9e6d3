//! Which columns a table of findings may have, and what each is worth.

use super::Notes;
use crate::report::group::{self, Identity};
use crate::report::{
    always, chance_of, exact_mean, is_known, known_leading, mean_of, sd_of, unmodelled, words,
};
use crate::study::{Finding, Label, Quantity};

/// Chances below this are not worth a column of their own.
const NEGLIGIBLE: f64 = 0.000_5;
/// Columns of this rank are never left out.
pub const MUST: usize = 0;
/// Columns up to this rank are worth shorter names in the others.
pub const WORTHY: usize = 5;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// A cell for each finding.
    pub cells: Vec<String>,
    /// What it holds.
    pub content: Content,
    /// Its worth: the lower, the later it is left out; [`MUST`] is never left out.
    pub rank: usize,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// What sets its rows apart.
    Identity,
    /// Numbers found.
    Numbers,
}

/// How names are wrapped: lines at most, and letters to a line.
pub type Wrap = (usize, usize);

/// All columns that the findings of a group could fill, in reading order.
pub fn all(findings: &[&Finding], notes: &Notes, wrap: Wrap) -> Vec<Column> {
    let mut columns = identity(findings, wrap);
    let words = group::lead_words(findings);
    let several = words.len() > 1;
    for (place, words) in words.into_iter().enumerate() {
        columns.push(mean(findings, words, place));
        columns.extend(compared(findings, place, several));
    }
    if !several {
        columns.push(deviation(findings));
        columns.extend(at_least(findings));
    }
    columns.extend(events(findings, several));
    let marked =
        columns.iter().rposition(|column| column.content == Content::Identity).unwrap_or(0);
    if let Some(column) = columns.get_mut(marked) {
        column.cells.iter_mut().zip(findings).for_each(|(cell, finding)| {
            cell.push_str(unmodelled::mark(finding));
            cell.push_str(&notes.marks(finding));
        });
    }
    columns
}

/// A column of one cell for each finding.
fn column(
    head: impl Into<String>,
    rank: usize,
    findings: &[&Finding],
    cell: impl Fn(&Finding) -> String,
) -> Column {
    let cells = findings.iter().map(|finding| cell(finding)).collect();
    Column { head: head.into(), cells, content: Content::Numbers, rank }
}

/// The columns that tell the findings apart; a single one needs none.
fn identity(findings: &[&Finding], (lines, width): Wrap) -> Vec<Column> {
    let text = |head: &str, rank: usize, cell: &dyn Fn(&Finding) -> String| {
        let wrapped = |finding: &Finding| {
            words::wrap(&words::clean(&cell(finding)), lines, |text| text.chars().count() <= width)
                .join("\n")
        };
        Column {
            content: Content::Identity,
            ..column(stacked(&words::axis(head)), rank, findings, wrapped)
        }
    };
    let subject = |rank| text("who", rank, &|finding| finding.subject.clone());
    match Identity::of(findings) {
        _ if findings.len() < 2 => Vec::new(),
        Identity::Names => {
            let who = group::shared_subject(findings).is_none().then(|| subject(30));
            std::iter::once(text("question", MUST, &|finding| finding.name.clone()))
                .chain(who)
                .collect()
        }
        Identity::Axes { subjects, axes } => {
            let axis = |axis: &&str| {
                text(axis, MUST, &|finding| group::value(finding, axis).unwrap_or("–").to_owned())
            };
            subjects.then(|| subject(MUST)).into_iter().chain(axes.iter().map(axis)).collect()
        }
    }
}

/// What `tell` makes of a leading quantity.
fn of_leading(place: usize, tell: impl Fn(&Quantity) -> String) -> impl Fn(&Finding) -> String {
    move |finding| {
        known_leading(finding).get(place).map_or_else(|| "–".to_owned(), |quantity| tell(quantity))
    }
}

fn mean(findings: &[&Finding], words: &str, place: usize) -> Column {
    column(stacked_within(words, 12), MUST, findings, of_leading(place, mean_of))
}

fn deviation(findings: &[&Finding]) -> Column {
    column("sd", 40, findings, of_leading(0, sd_of))
}

/// How far off the sample is and the exact mean, where any finding has it.
fn compared(findings: &[&Finding], place: usize, several: bool) -> Vec<Column> {
    if !findings
        .iter()
        .any(|finding| finding.leading().nth(place).is_some_and(|leading| leading.exact.is_some()))
    {
        return Vec::new();
    }
    let exact = of_leading(place, |leading| {
        leading.exact.as_ref().map_or_else(|| "–".to_owned(), exact_mean)
    });
    let off = of_leading(place, |leading| match (always(leading), leading.standard_errors_off()) {
        (None, Some(off)) => words::signed(off),
        (None, None) => "–".to_owned(),
        (Some(_), _) => "0".to_owned(),
    });
    // between several means the events matter more than the exact ones
    let rank = if several { 15 } else { 1 };
    vec![column("off by\nse", MUST, findings, off), column("exact\nmean", rank, findings, exact)]
}

/// The chances of enough of the only leading quantity.
fn at_least(findings: &[&Finding]) -> Vec<Column> {
    let leading =
        |finding: &Finding| known_leading(finding).first().map(|leading| leading.law.pmf());
    let laws: Vec<_> = findings.iter().filter_map(|finding| leading(finding)).collect();
    let most = laws.iter().map(crate::dist::Pmf::max).max().unwrap_or(0);
    let reach = (1..=most)
        .rev()
        .find(|&k| laws.iter().any(|law| law.at_least(k) >= NEGLIGIBLE))
        .unwrap_or(0);
    let cell = |k: usize| {
        of_leading(0, move |leading| chance_of(&leading.law, leading.exact.as_ref(), k, 1))
    };
    let column =
        |(place, k): (usize, usize)| column(format!("≥{k}"), 20 + 5 * place, findings, cell(k));
    let certain = |cell: &String| ["0%", "100%", "–"].contains(&cell.as_str());
    thresholds(reach)
        .into_iter()
        .enumerate()
        .map(column)
        .filter(|column| !column.cells.iter().all(certain))
        .collect()
}

/// The column; one that says the same certain thing in all rows is the first to go.
fn worth(column: Column) -> Column {
    let told = |sure: &str| column.cells.iter().all(|cell| cell == sure || cell == "–");
    let rank = if told("0%") || told("100%") { column.rank + 100 } else { column.rank };
    Column { rank, ..column }
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

/// The chances of all events that any finding has; beside several means all of them are worthy,
/// else the first is.
fn events(findings: &[&Finding], several: bool) -> Vec<Column> {
    let mut names: Vec<&str> = Vec::new();
    for event in findings.iter().flat_map(|finding| &finding.events) {
        if !names.contains(&event.name) {
            names.push(event.name);
        }
    }
    let cell = |name: &'static str| {
        move |finding: &Finding| {
            let event = finding.event(name).filter(|event| is_known(&event.law));
            event.map_or_else(
                || "–".to_owned(),
                |event| chance_of(&event.law, event.exact.as_ref(), 1, 1),
            )
        }
    };
    let rank = |place: usize| {
        if several {
            2 + place.min(WORTHY - 2)
        } else if place == 0 {
            2
        } else {
            21 + 5 * place
        }
    };
    let head = |name: &str| {
        stacked(Label::shared(
            findings.iter().filter_map(|finding| finding.event(name)).map(|event| &event.label),
        ))
    };
    names
        .into_iter()
        .enumerate()
        .map(|(place, name)| worth(column(head(name), rank(place), findings, cell(name))))
        .collect()
}

/// A heading with its words on lines of their own, so that it is no wider than its numbers.
fn stacked(text: &str) -> String {
    stacked_within(text, 9)
}

/// The same with lines of `width` letters, where words are no longer.
fn stacked_within(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in words::clean(text).split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                *line = format!("{line} {word}")
            }
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
        assert_eq!(stacked("expected wounds left to a"), "expected\nwounds\nleft to a");
        assert_eq!(stacked_within("expected wounds left to a", 12), "expected\nwounds left\nto a");
    }
}
