//! The columns that a table of answers may have, and their priorities.

use super::{Detail, Notes, numbers};
use crate::answer::{Answer, Quantity, ResultLabel};
use crate::chance::{EventName, QuantityName};
use crate::report::group::{self, LabelSource};
use crate::report::marked::{NotableCount, format_briefly, notable_counts};
use crate::report::{
    fixed_value, format_exact_mean, format_sd, leading_quantities, unmodelled, words,
};

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
    let (requested, mut events) = (requested_columns(answers), event_columns(answers, several));
    let mut others = Vec::new();
    if !several {
        others.extend((detail == Detail::Full).then(|| sd_column(answers)));
        for (count, column) in notable_columns(answers) {
            // the first event says it better than a count with the same chances
            let is_event = events.first().is_some_and(|event| event.cells == column.cells);
            if is_event || requested.iter().any(|other| other.heading == column.heading) {
                continue;
            }
            // and a count that an event means says it better than the event
            events.retain(|event| count.event.is_none() || event.cells != column.cells);
            others.push(column);
        }
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
                    group::format_value(group::axis_value(answer, axis).unwrap_or("–"))
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

/// Returns the counts of the only leading quantity that matter, with their columns P(≥ k).
fn notable_columns(answers: &[&Answer]) -> Vec<(NotableCount, TableColumn)> {
    let column = |one: NotableCount| {
        let count = one.shared().map_or_else(String::new, |count| format!("≥{count} "));
        let head = stack_words(&format!("{count}{}", one.words), HEADING);
        let rows = answers.iter().zip(&one.counts);
        let cell = |(answer, k): (&&Answer, &Option<usize>)| match *k {
            Some(k) => leading_cell(0, |leading| numbers::at_least(leading, k, 1))(answer),
            None => "–".to_owned(),
        };
        let column = TableColumn::numbers(head, 3 + one.rank, rows, cell);
        (one, column)
    };
    notable_counts(answers).into_iter().map(column).collect()
}

/// Lowers the priority of a column with the same certain result in each row.
fn demote_if_certain(column: TableColumn) -> TableColumn {
    let is_always = |certain: &str| column.cells.iter().all(|cell| cell == certain || cell == "–");
    let priority =
        // shown only if there is room for everything else
        if is_always("0 %") || is_always("100 %") { column.priority + 100 } else { column.priority };
    TableColumn { priority, ..column }
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
    fn stack_words_limits_line_width() {
        assert_eq!(
            stack_words("expected wounds left to a", HEADING),
            "expected\nwounds\nleft to a"
        );
        assert_eq!(stack_words("expected wounds left to a", 12), "expected\nwounds left\nto a");
    }
}
