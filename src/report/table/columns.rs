//! Which columns a table of answers may have, and what each is worth.

use super::Notes;
use crate::chance::EventName;
use crate::report::group::{self, LabelSource};
use crate::report::{
    fixed_value, format_chance, format_exact_mean, format_mean, format_sd, leading_quantities,
    unmodelled, words,
};
use crate::study::{Answer, Quantity, ResultLabel};

/// Chances below this are not worth a column of their own.
const NEGLIGIBLE: f64 = 0.000_5;
/// Columns of this rank are never left out.
pub(super) const REQUIRED: usize = 0;
/// Columns up to this rank are worth shorter names in the others.
pub(super) const PREFERRED: usize = 5;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// What stands above it.
    pub heading: String,
    /// A cell for each answer.
    pub cells: Vec<String>,
    /// What it holds.
    pub kind: ColumnKind,
    /// Its worth: the lower, the later it is left out; of rank 0 never.
    pub priority: usize,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// What sets its rows apart.
    Label,
    /// Numbers found.
    Number,
}

/// How names are wrapped: lines at most, and letters to a line.
pub(super) type Wrap = (usize, usize);

/// All columns that the answers of a group could fill, in reading order.
pub(super) fn all(answers: &[&Answer], notes: &Notes, wrap: Wrap) -> Vec<TableColumn> {
    let mut columns = identity(answers, wrap);
    let words = group::lead_labels(answers);
    let several = words.len() > 1;
    for (place, words) in words.into_iter().enumerate() {
        columns.push(mean(answers, words, place));
        columns.extend(compared(answers, place, several));
    }
    if !several {
        columns.push(deviation(answers));
        columns.extend(at_least(answers));
    }
    columns.extend(events(answers, several));
    let marked = columns.iter().rposition(|column| column.kind == ColumnKind::Label).unwrap_or(0);
    if let Some(column) = columns.get_mut(marked) {
        column.cells.iter_mut().zip(answers).for_each(|(cell, answer)| {
            cell.push_str(unmodelled::mark(answer));
            cell.push_str(&notes.marks(answer));
        });
    }
    columns
}

/// A column of one cell for each answer.
fn column(
    head: impl Into<String>,
    priority: usize,
    answers: &[&Answer],
    cell: impl Fn(&Answer) -> String,
) -> TableColumn {
    let cells = answers.iter().map(|answer| cell(answer)).collect();
    TableColumn { heading: head.into(), cells, kind: ColumnKind::Number, priority }
}

/// The columns that tell the answers apart; a single one needs none.
fn identity(answers: &[&Answer], (lines, width): Wrap) -> Vec<TableColumn> {
    let text = |head: &str, priority: usize, cell: &dyn Fn(&Answer) -> String| {
        let wrapped = |answer: &Answer| {
            words::wrap(&words::clean(&cell(answer)), lines, |text| text.chars().count() <= width)
                .join("\n")
        };
        TableColumn {
            kind: ColumnKind::Label,
            ..column(stacked(&words::axis(head)), priority, answers, wrapped)
        }
    };
    let subject = |priority| text("who", priority, &|answer| answer.subject.clone());
    match LabelSource::of(answers) {
        _ if answers.len() < 2 => Vec::new(),
        LabelSource::Name => {
            let who = group::shared_subject(answers).is_none().then(|| subject(30));
            std::iter::once(text("question", REQUIRED, &|answer| answer.name.clone()))
                .chain(who)
                .collect()
        }
        LabelSource::Axes { subjects, axes } => {
            let axis = |axis: &&str| {
                text(axis, REQUIRED, &|answer| {
                    group::axis_value(answer, axis).unwrap_or("–").to_owned()
                })
            };
            subjects.then(|| subject(REQUIRED)).into_iter().chain(axes.iter().map(axis)).collect()
        }
    }
}

/// What `tell` makes of a leading quantity.
fn of_leading(place: usize, tell: impl Fn(&Quantity) -> String) -> impl Fn(&Answer) -> String {
    move |answer| {
        leading_quantities(answer)
            .get(place)
            .map_or_else(|| "–".to_owned(), |quantity| tell(quantity))
    }
}

fn mean(answers: &[&Answer], words: &str, place: usize) -> TableColumn {
    column(stacked_within(words, 12), REQUIRED, answers, of_leading(place, format_mean))
}

fn deviation(answers: &[&Answer]) -> TableColumn {
    column("sd", 40, answers, of_leading(0, format_sd))
}

/// How far off the sample is and the exact mean, where any answer has it.
fn compared(answers: &[&Answer], place: usize, several: bool) -> Vec<TableColumn> {
    if !answers
        .iter()
        .any(|answer| answer.leading().nth(place).is_some_and(|leading| leading.exact.is_some()))
    {
        return Vec::new();
    }
    let exact = of_leading(place, |leading| {
        leading.exact.as_ref().map_or_else(|| "–".to_owned(), format_exact_mean)
    });
    let off =
        of_leading(place, |leading| match (fixed_value(leading), leading.standard_errors_off()) {
            (None, Some(off)) => words::signed(off),
            (None, None) => "–".to_owned(),
            (Some(_), _) => "0".to_owned(),
        });
    // between several means the events matter more than the exact ones
    let priority = if several { 15 } else { 1 };
    vec![
        column("off by\nse", REQUIRED, answers, off),
        column("exact\nmean", priority, answers, exact),
    ]
}

/// The chances of enough of the only leading quantity.
fn at_least(answers: &[&Answer]) -> Vec<TableColumn> {
    let leading = |answer: &Answer| {
        leading_quantities(answer).first().map(|leading| leading.distribution.pmf())
    };
    let distributions: Vec<_> = answers.iter().filter_map(|answer| leading(answer)).collect();
    let most = distributions.iter().map(crate::dist::Pmf::max).max().unwrap_or(0);
    let reach = (1..=most)
        .rev()
        .find(|&k| distributions.iter().any(|distribution| distribution.at_least(k) >= NEGLIGIBLE))
        .unwrap_or(0);
    let cell = |k: usize| {
        of_leading(0, move |leading| {
            format_chance(&leading.distribution, leading.exact.as_ref(), k, 1)
        })
    };
    let column =
        |(place, k): (usize, usize)| column(format!("≥{k}"), 20 + 5 * place, answers, cell(k));
    let certain = |cell: &String| ["0%", "100%", "–"].contains(&cell.as_str());
    thresholds(reach)
        .into_iter()
        .enumerate()
        .map(column)
        .filter(|column| !column.cells.iter().all(certain))
        .collect()
}

/// The column; one that says the same certain thing in all rows is the first to go.
fn demote_if_certain(column: TableColumn) -> TableColumn {
    let told = |sure: &str| column.cells.iter().all(|cell| cell == sure || cell == "–");
    let priority = if told("0%") || told("100%") { column.priority + 100 } else { column.priority };
    TableColumn { priority, ..column }
}

/// Up to five counts worth asking for where none above `reach` is likely.
pub(super) fn thresholds(reach: usize) -> Vec<usize> {
    let step = match reach {
        0..=5 => 1,
        6..=12 => 3,
        _ => [5, 10, 20, 25, 50].into_iter().find(|step| reach / step <= 4).unwrap_or(100),
    };
    let steps = (1..=5).map(|n| n * step).filter(|&k| k <= reach);
    let first = (step > 1).then_some(1);
    first.into_iter().chain(steps).take(5).collect()
}

/// The chances of all events that any answer has; beside several means all of them are worthy,
/// else the first is.
fn events(answers: &[&Answer], several: bool) -> Vec<TableColumn> {
    let mut names: Vec<EventName> = Vec::new();
    for event in answers.iter().flat_map(|answer| &answer.events) {
        if !names.contains(&event.name) {
            names.push(event.name);
        }
    }
    let cell = |name: EventName| {
        move |answer: &Answer| {
            let event = answer.event(name);
            event.map_or_else(
                || "–".to_owned(),
                |event| format_chance(&event.distribution, event.exact.as_ref(), 1, 1),
            )
        }
    };
    let priority = |place: usize| {
        if several {
            2 + place.min(PREFERRED - 2)
        } else if place == 0 {
            2
        } else {
            21 + 5 * place
        }
    };
    let head = |name: EventName| {
        stacked(ResultLabel::shared(
            answers.iter().filter_map(|answer| answer.event(name)).map(|event| &event.label),
        ))
    };
    names
        .into_iter()
        .enumerate()
        .map(|(place, name)| {
            demote_if_certain(column(head(name), priority(place), answers, cell(name)))
        })
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
    fn thresholds_follow_the_reach_of_the_distribution() {
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
