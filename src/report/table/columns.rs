//! The columns that a table of answers may have, and their priorities.

use super::{Detail, Notes, numbers};
use crate::answer::{Answer, Quantity, ResultLabel};
use crate::chance::{EventName, QuantityName};
use crate::report::group::{self, LabelSource};
use crate::report::marked::{format_briefly, notable_counts};
use crate::report::{
    fixed_value, format_exact_mean, format_sd, leading_quantities, unmodelled, words,
};

/// Thresholds that no answer reaches with at least this chance get no column.
const NEGLIGIBLE: f64 = 0.000_5;
/// Priority of columns that are never left out.
pub(super) const REQUIRED: usize = 0;
/// Columns up to this priority stay in the table: names are wrapped more tightly instead.
pub(super) const PREFERRED: usize = 5;

/// Width of headings over numbers, in characters.
const HEADING: usize = 9;

/// A column of a text table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// Heading; may have several lines.
    pub heading: String,
    /// One cell for each row.
    pub cells: Vec<String>,
    /// Kind of its cells.
    pub kind: ColumnKind,
    /// Order in which columns are left out: the highest first, 0 never.
    pub priority: usize,
}

impl TableColumn {
    /// Creates a column of labels, one for each item.
    pub fn labels<T>(
        heading: impl Into<String>,
        priority: usize,
        items: impl IntoIterator<Item = T>,
        cell: impl Fn(T) -> String,
    ) -> Self {
        let cells = items.into_iter().map(cell).collect();
        Self { heading: heading.into(), cells, kind: ColumnKind::Label, priority }
    }

    /// Creates a column of numbers, one for each item.
    pub fn numbers<T>(
        heading: impl Into<String>,
        priority: usize,
        items: impl IntoIterator<Item = T>,
        cell: impl Fn(T) -> String,
    ) -> Self {
        Self { kind: ColumnKind::Number, ..Self::labels(heading, priority, items, cell) }
    }
}

/// The kind of cells in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Labels that distinguish the rows; aligned left.
    Label,
    /// Results; aligned right.
    Number,
}

/// Limits for names: most lines, and most characters per line.
pub(super) type Wrap = (usize, usize);

/// Returns all columns for the answers of a group, in reading order.
pub(super) fn answer_columns(
    answers: &[&Answer],
    notes: &Notes,
    wrap: Wrap,
    detail: Detail,
) -> Vec<TableColumn> {
    let mut columns = label_columns(answers, wrap);
    let labels = group::lead_labels(answers);
    let several = labels.len() > 1;
    for (index, label) in labels.into_iter().enumerate() {
        columns.push(mean_column(answers, label, index));
        columns.extend(exact_columns(answers, index, several, detail));
    }
    let (requested, events) = (requested_columns(answers), event_columns(answers, several));
    let mut others = Vec::new();
    if !several {
        // in brief, the first event says it better than a count with the same chances
        let event = events.first().filter(|_| detail == Detail::Brief);
        let is_new = |one: &TableColumn| {
            requested.iter().all(|other| other.heading != one.heading)
                && event.is_none_or(|event| event.cells != one.cells)
        };
        others.extend((detail == Detail::Full).then(|| sd_column(answers)));
        others.extend(threshold_columns(answers, detail).into_iter().filter(is_new));
    }
    columns.extend(given_column(answers));
    columns.extend(requested);
    columns.extend(others);
    columns.extend(events);
    // on the last label, next to the numbers that the marks qualify
    let marked = columns.iter().rposition(|column| column.kind == ColumnKind::Label).unwrap_or(0);
    if let Some(column) = columns.get_mut(marked) {
        column.cells.iter_mut().zip(answers).for_each(|(cell, answer)| {
            cell.push_str(unmodelled::mark(answer));
            cell.push_str(&notes.marks(answer));
        });
    }
    columns
}

/// Creates a column of numbers, one for each answer.
fn column(
    head: impl Into<String>,
    priority: usize,
    answers: &[&Answer],
    cell: impl Fn(&Answer) -> String,
) -> TableColumn {
    TableColumn::numbers(head, priority, answers.iter().copied(), cell)
}

/// Returns the columns that distinguish the answers; none for a single answer.
fn label_columns(answers: &[&Answer], (lines, width): Wrap) -> Vec<TableColumn> {
    let text = |head: &str, priority: usize, cell: &dyn Fn(&Answer) -> String| {
        let wrapped = |answer| words::wrap_at(&words::clean(&cell(answer)), lines, width);
        let head = stack_words(&words::axis(head), HEADING);
        TableColumn::labels(head, priority, answers.iter().copied(), wrapped)
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

/// Returns a function that formats a leading quantity of an answer.
fn leading_cell(index: usize, format: impl Fn(&Quantity) -> String) -> impl Fn(&Answer) -> String {
    move |answer| {
        leading_quantities(answer)
            .get(index)
            .map_or_else(|| "–".to_owned(), |quantity| format(quantity))
    }
}

fn mean_column(answers: &[&Answer], label: &str, index: usize) -> TableColumn {
    column(stack_words(label, 12), REQUIRED, answers, leading_cell(index, numbers::mean))
}

fn sd_column(answers: &[&Answer]) -> TableColumn {
    column("sd", 40, answers, leading_cell(0, format_sd))
}

/// Returns the columns that compare a sampled mean with the exact one, if any answer has it:
/// z-score (only in full) and exact mean.
fn exact_columns(
    answers: &[&Answer],
    index: usize,
    several: bool,
    detail: Detail,
) -> Vec<TableColumn> {
    if !answers
        .iter()
        .any(|answer| answer.leading().nth(index).is_some_and(|leading| leading.exact.is_some()))
    {
        return Vec::new();
    }
    let exact = leading_cell(index, |leading| {
        leading.exact.as_ref().map_or_else(|| "–".to_owned(), format_exact_mean)
    });
    let z_score = leading_cell(index, |leading| {
        match (fixed_value(leading), leading.standard_errors_off()) {
            (None, Some(off)) => words::z_score(off),
            (None, None) => "–".to_owned(),
            (Some(_), _) => "0".to_owned(),
        }
    });
    // next to several means, the events matter more than exact means
    let priority = if several { 15 } else { 1 };
    let z_score = (detail == Detail::Full).then(|| column("z-score", REQUIRED, answers, z_score));
    z_score.into_iter().chain([column("exact\nmean", priority, answers, exact)]).collect()
}

/// Returns the column with the probability of the condition, if the answers have one.
fn given_column(answers: &[&Answer]) -> Option<TableColumn> {
    let cell = |answer: &Answer| {
        let given = answer.given.as_ref();
        given.map_or_else(|| "–".to_owned(), |given| words::percent(given.p, 1))
    };
    let has_condition = answers.len() > 1 && answers.iter().any(|answer| answer.given.is_some());
    has_condition.then(|| column("P(given)", 2, answers, cell))
}

/// Returns the columns of requested counts, one for each quantity.
pub(super) fn requested_columns(answers: &[&Answer]) -> Vec<TableColumn> {
    let mut columns: Vec<(QuantityName, TableColumn)> = Vec::new();
    for (answer, quantity) in
        answers.iter().flat_map(|one| one.quantities.iter().map(move |quantity| (one, quantity)))
    {
        let is_known = columns.iter().any(|(name, _)| *name == quantity.name);
        let Some((counts, _)) = answer.counts.of(quantity.name).filter(|_| !is_known) else {
            continue;
        };
        let is_first = answer.leading().next().is_some_and(|one| one.name == quantity.name);
        let label = if is_first { "" } else { quantity.label.plain };
        let head = stack_words(&format!("{label} {}", format_briefly(&counts)), HEADING);
        let cell = |answer: &Answer| match answer.counts.of(quantity.name) {
            Some((_, event)) => numbers::chance(event, 1),
            None => "–".to_owned(),
        };
        columns.push((quantity.name, column(head.trim(), 2, answers, cell)));
    }
    columns.into_iter().map(|(_, column)| column).collect()
}

/// Returns the columns P(≥ k) of the only leading quantity.
fn threshold_columns(answers: &[&Answer], detail: Detail) -> Vec<TableColumn> {
    let cell = |k: usize| leading_cell(0, move |leading| numbers::at_least(leading, k, 1));
    if detail == Detail::Brief {
        let head = |k, words| stack_words(&format!("≥{k} {words}"), HEADING);
        return notable_counts(answers)
            .into_iter()
            .map(|one| column(head(one.count, one.words), 3 + one.rank, answers, cell(one.count)))
            .collect();
    }
    let column =
        |(index, k): (usize, usize)| column(format!("≥{k}"), 20 + 5 * index, answers, cell(k));
    // a threshold that all rows reach or none does distinguishes nothing
    let certain = |cell: &String| ["0%", "100%", "–"].contains(&cell.as_str());
    thresholds(reach(answers))
        .into_iter()
        .enumerate()
        .map(column)
        .filter(|column| !column.cells.iter().all(certain))
        .collect()
}

/// Returns the highest count of the leading quantity that any answer reaches with more than a
/// negligible chance.
fn reach(answers: &[&Answer]) -> usize {
    let leading = answers.iter().filter_map(|answer| answer.leading().next());
    let distributions: Vec<_> = leading.map(|leading| leading.distribution.pmf()).collect();
    let most = distributions.iter().map(crate::dist::Pmf::max).max().unwrap_or(0);
    (1..=most)
        .rev()
        .find(|&k| distributions.iter().any(|distribution| distribution.at_least(k) >= NEGLIGIBLE))
        .unwrap_or(0)
}

/// Lowers the priority of a column with the same certain result in each row.
fn demote_if_certain(column: TableColumn) -> TableColumn {
    let is_always = |certain: &str| column.cells.iter().all(|cell| cell == certain || cell == "–");
    let priority =
        // shown only if there is room for everything else
        if is_always("0%") || is_always("100%") { column.priority + 100 } else { column.priority };
    TableColumn { priority, ..column }
}

/// Returns up to five counts k for columns P(≥ k), if no count above `reach` is likely.
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

/// Returns the columns of all events that any answer has. Next to several means all events are
/// preferred columns, otherwise only the first.
fn event_columns(answers: &[&Answer], several: bool) -> Vec<TableColumn> {
    let mut names: Vec<EventName> = Vec::new();
    for event in answers.iter().flat_map(|answer| &answer.events) {
        if !names.contains(&event.name) {
            names.push(event.name);
        }
    }
    let cell = |name: EventName| {
        move |answer: &Answer| {
            let event = answer.event(name);
            event.map_or_else(|| "–".to_owned(), |event| numbers::chance(event, 1))
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
        stack_words(
            ResultLabel::shared(
                answers.iter().filter_map(|answer| answer.event(name)).map(|event| &event.label),
            ),
            HEADING,
        )
    };
    names
        .into_iter()
        .enumerate()
        .map(|(place, name)| {
            demote_if_certain(column(head(name), priority(place), answers, cell(name)))
        })
        .collect()
}

/// Breaks a heading between words into lines of at most `width` characters, so that a column is
/// hardly wider than its numbers.
fn stack_words(text: &str, width: usize) -> String {
    words::lines(&words::clean(text), |line| line.chars().count() <= width).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_depend_on_reach() {
        assert_eq!(thresholds(0), [0; 0]);
        assert_eq!(thresholds(1), [1]);
        assert_eq!(thresholds(5), [1, 2, 3, 4, 5]);
        assert_eq!(thresholds(8), [1, 3, 6]);
        assert_eq!(thresholds(12), [1, 3, 6, 9, 12]);
        assert_eq!(thresholds(30), [1, 10, 20, 30]);
        assert_eq!(thresholds(120), [1, 25, 50, 75, 100]);
    }

    #[test]
    fn stack_words_limits_line_width() {
        assert_eq!(
            stack_words("expected wounds left to a", HEADING),
            "expected\nwounds\nleft to a"
        );
        assert_eq!(stack_words("expected wounds left to a", 12), "expected\nwounds left\nto a");
    }
}
