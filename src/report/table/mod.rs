//! Answers as tables for terminals.
//!
//! One table for each kind of answer and set of axes: labels, leading means, thresholds P(≥ k) and
//! events. Settings shared by all rows are in the heading. Columns have priorities: those that do
//! not fit the terminal are left out and named below the table. If not even the required columns
//! fit, each row becomes a small table of its own (a card).

pub mod analysis;
mod brief;
pub mod card_list;
mod columns;
mod course;
mod detail;
mod given;
pub mod luck;
mod numbers;
pub mod options;
pub mod records;
pub mod trace;

pub use brief::render_brief;
pub use course::render_campaign;
pub use detail::render_detail;

use std::collections::{BTreeMap, HashSet};

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

pub use self::columns::{ColumnKind, TableColumn};
use self::columns::{PREFERRED, REQUIRED, Wrap};
use super::group::{self, AnswerGroup, group_answers};
use super::headline::{self, Title};
use super::{unmodelled, words};
use crate::answer::Answer;
use crate::counted::counted;

/// Wrapping of names: the first that leaves room for the preferred columns is used.
const WRAPS: [Wrap; 3] = [(2, 34), (2, 24), (3, 16)];

/// The size of the terminal, and how tables are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Characters per line; at least 40 are assumed.
    pub width: u16,
    /// Most rows of a table; at least 2 are assumed. Longer tables show their first and last rows.
    pub rows: usize,
    /// How tables are drawn.
    pub form: TableForm,
}

impl Default for Layout {
    fn default() -> Self {
        Self { width: 100, rows: 200, form: TableForm::Boxes }
    }
}

/// How tables are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// With lines between the cells, for terminals.
    Boxes,
    /// As records of the module [`records`], for programs.
    Records,
}

impl Layout {
    /// The layout of records: nothing is wrapped or left out, but rows after the first 500.
    pub const RECORDS: Self = Self { width: u16::MAX, rows: 500, form: TableForm::Records };

    fn width(&self) -> u16 {
        self.width.max(40)
    }
}

/// How much tables show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Of one answer at most two tables; of several the columns that matter most.
    Brief,
    /// All tables, and all columns that fit.
    Full,
}

/// Most columns of a brief table.
const BRIEF_COLUMNS: usize = 7;

/// Renders one table for each kind of answer, in order of appearance, each with a heading and
/// notes.
pub fn render(answers: &[Answer], layout: &Layout) -> String {
    if answers.is_empty() {
        return "No answers.\n".to_owned();
    }
    group_answers(answers)
        .iter()
        .map(|group| render_group(group, layout, Detail::Full))
        .collect::<Vec<_>>()
        .join("\n")
}

fn render_group(group: &AnswerGroup<'_>, layout: &Layout, detail: Detail) -> String {
    let notes = Notes::of(&group.answers);
    let shown = visible_rows(group.answers.len(), layout.rows);
    let (columns, left_out) = choose_columns(group, &notes, &shown, (layout.width(), detail));
    let mut lines: Vec<String> =
        heading(group, detail).iter().map(|line| wrap(line, layout)).collect();
    lines.push(draw(&columns, &shown, layout));
    let remarks = notes.lines().chain(unmodelled::describe_answers(&group.answers));
    lines.extend(remarks.map(|line| wrap(&line, layout)));
    let hidden = group.answers.len() - shown.iter().flatten().count();
    if hidden > 0 {
        lines.push(format!(
            "… {} not shown; the CSV and JSON output has all rows.",
            counted(hidden as u64, "row", "rows")
        ));
    }
    if !left_out.is_empty() && detail == Detail::Full {
        lines.push(left_out_note(&left_out, layout));
    }
    lines.join("\n") + "\n"
}

/// Returns the lines above a table: title and shared settings; in full also the method.
fn heading(group: &AnswerGroup<'_>, detail: Detail) -> Vec<String> {
    let subject = group::shared_subject(&group.answers)
        .map(|subject| words::clean(&subject))
        .filter(|subject| !subject.is_empty());
    let label = match (detail, group.answers.first()) {
        (Detail::Brief, Some(first)) => group::question_label(first),
        _ => group.kind,
    };
    let title = [Some(words::capitalize(&words::clean(label))), subject]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(": ");
    let name = match group.answers.as_slice() {
        [only] => Some(words::clean(&only.name)).filter(|name| !title.ends_with(name.as_str())),
        _ => None,
    };
    let method = (detail == Detail::Full).then(|| method(&group.answers));
    let settings = headline::settings(&group.answers, Title::Subject);
    let settings = Some(settings).filter(|settings| !settings.is_empty());
    [Some(title), name, settings, method].into_iter().flatten().collect()
}

/// Describes the method, and what ± means.
fn method(answers: &[&Answer]) -> String {
    let sampled = answers.iter().any(|answer| {
        answer.leading().any(|leading| leading.distribution.mean_estimate().is_some())
    });
    let interval = if sampled { "; ±: 95% interval" } else { "" };
    format!("{}{interval}", group::describe_method(answers))
}

/// Returns the indices of the rows to show; `None` is the place of the rows left out in the middle.
pub(super) fn visible_rows(rows: usize, most: usize) -> Vec<Option<usize>> {
    let most = most.max(2);
    if rows <= most {
        return (0..rows).map(Some).collect();
    }
    let head = most.div_ceil(2);
    (0..head).map(Some).chain([None]).chain((rows - (most - head)..rows).map(Some)).collect()
}

/// Chooses the columns that fit, with names wrapped just enough for the preferred columns.
fn choose_columns(
    group: &AnswerGroup<'_>,
    notes: &Notes,
    shown: &[Option<usize>],
    (width, detail): (u16, Detail),
) -> (Vec<TableColumn>, Vec<String>) {
    let all = |wrap: &Wrap| columns::answer_columns(&group.answers, notes, *wrap, detail);
    // no wrapping fits: the tightest leaves most columns
    let [.., last] = WRAPS;
    let preferred = |columns: &Vec<TableColumn>| {
        columns.iter().filter(|column| column.priority <= PREFERRED).cloned().collect::<Vec<_>>()
    };
    let chosen = WRAPS
        .iter()
        .map(all)
        .find(|columns| natural_width(&preferred(columns), shown) <= width.into());
    let most = if detail == Detail::Brief { BRIEF_COLUMNS } else { usize::MAX };
    fit_columns(chosen.unwrap_or_else(|| all(&last)), shown, (width, most))
}

/// Returns the width of a table without wrapping.
fn natural_width(columns: &[TableColumn], shown: &[Option<usize>]) -> usize {
    build_table(columns, shown)
        .column_max_content_widths()
        .into_iter()
        .map(|width| usize::from(width) + 3)
        .sum::<usize>()
        + 1
}

/// Returns the columns that fit, in their order, and the headings of the others. Columns are taken
/// by priority, at most `most` with the required ones. If not even those fit, all are returned: the
/// rows become cards.
fn fit_columns(
    columns: Vec<TableColumn>,
    shown: &[Option<usize>],
    (width, most): (u16, usize),
) -> (Vec<TableColumn>, Vec<String>) {
    let required: Vec<TableColumn> =
        columns.iter().filter(|column| column.priority == REQUIRED).cloned().collect();
    // each column brings its own border; the 1 is the border at the left
    let mut free = usize::from(width) - 1;
    if natural_width(&required, shown) > usize::from(width) {
        return (columns, Vec::new());
    }
    let widths = build_table(&columns, shown).column_max_content_widths();
    let mut by_priority: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    columns
        .iter()
        .enumerate()
        .for_each(|(index, column)| by_priority.entry(column.priority).or_default().push(index));
    let mut taken = HashSet::new();
    // columns of the same priority make sense only together
    for (priority, indices) in by_priority {
        let needed: usize = indices
            .iter()
            .filter_map(|&index| widths.get(index))
            .map(|&width| usize::from(width) + 3)
            .sum();
        let is_few = priority == REQUIRED || taken.len() + indices.len() <= most;
        if needed <= free && is_few {
            free -= needed;
            taken.extend(indices);
        }
    }
    let (fitting, others): (Vec<_>, Vec<_>) =
        columns.into_iter().enumerate().partition(|(index, _)| taken.contains(index));
    (
        fitting.into_iter().map(|(_, column)| column).collect(),
        headings(others.into_iter().map(|(_, column)| column)),
    )
}

/// Returns the headings on one line each, without repetitions.
fn headings(columns: impl Iterator<Item = TableColumn>) -> Vec<String> {
    let mut names: Vec<String> = columns.map(|column| column.heading.replace('\n', " ")).collect();
    names.dedup();
    names
}

/// Draws the columns that fit and names those left out below the table.
pub(super) fn draw_fitting(
    columns: Vec<TableColumn>,
    shown: &[Option<usize>],
    layout: &Layout,
) -> String {
    let (columns, left_out) = fit_columns(columns, shown, (layout.width(), usize::MAX));
    let drawn = draw(&columns, shown, layout);
    if left_out.is_empty() {
        drawn
    } else {
        format!("{drawn}\n{}", left_out_note(&left_out, layout))
    }
}

/// Draws all rows of the columns that fit.
fn draw_rows(columns: Vec<TableColumn>, layout: &Layout) -> String {
    let rows = all_rows(&columns);
    let (columns, _) = fit_columns(columns, &rows, (layout.width(), usize::MAX));
    if layout.form == TableForm::Records {
        return records::write(&columns, &rows);
    }
    build_table(&columns, &rows).trim_fmt()
}

/// Returns the indices of all rows.
fn all_rows(columns: &[TableColumn]) -> Vec<Option<usize>> {
    (0..columns.first().map_or(0, |column| column.cells.len())).map(Some).collect()
}

/// Names the columns left out of a table.
fn left_out_note(headings: &[String], layout: &Layout) -> String {
    let note =
        format!("Columns left out: {} (wider terminal, --csv or --json).", headings.join(", "));
    wrap(&note, layout)
}

/// Wraps the lines of a text at the width of the terminal; tables in it stay as they are.
pub fn wrap_paragraphs(text: &str, layout: &Layout) -> String {
    let is_table = |line: &str| line.starts_with(['┌', '│', '╞', '├', '└']);
    let wrapped = |line: &str| if is_table(line) { line.to_owned() } else { wrap(line, layout) };
    text.lines().map(wrapped).collect::<Vec<_>>().join("\n")
        + if text.ends_with('\n') { "\n" } else { "" }
}

/// Wraps a line at the width of the terminal.
fn wrap(line: &str, layout: &Layout) -> String {
    words::wrap_at(line, usize::MAX, layout.width().into())
}

/// Draws a table, or cards if its rows are too wide.
fn draw(columns: &[TableColumn], shown: &[Option<usize>], layout: &Layout) -> String {
    if layout.form == TableForm::Records {
        return records::write(columns, shown);
    }
    let width = layout.width();
    if natural_width(columns, shown) > usize::from(width) {
        return shown
            .iter()
            .map(|row| draw_card(columns, *row, width))
            .collect::<Vec<_>>()
            .join("\n");
    }
    build_table(columns, shown).trim_fmt()
}

/// Draws a row as a card: its labels as a heading, then a line for each number.
fn draw_card(columns: &[TableColumn], row: Option<usize>, width: u16) -> String {
    let Some(row) = row else { return "…".to_owned() };
    let cell = |column: &TableColumn| {
        column.cells.get(row).map(|cell| cell.replace('\n', " ")).unwrap_or_default()
    };
    let (identity, numbers): (Vec<&TableColumn>, Vec<&TableColumn>) =
        columns.iter().partition(|column| column.kind == ColumnKind::Label);
    let title = |column: &&TableColumn| match column.heading.as_str() {
        "" | "question" | "who" => cell(column),
        head => format!("{} {}", head.replace('\n', " "), cell(column)),
    };
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width);
    for column in numbers {
        let (head, value) = (Cell::new(column.heading.replace('\n', " ")), Cell::new(cell(column)));
        table.add_row([head, value.set_alignment(column.alignment())]);
    }
    let title =
        identity.iter().map(title).filter(|title| !title.is_empty()).collect::<Vec<_>>().join(", ");
    [words::wrap_at(&title, usize::MAX, width.into()), table.trim_fmt()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

fn build_table(columns: &[TableColumn], shown: &[Option<usize>]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED);
    table.set_header(
        columns.iter().map(|column| Cell::new(&column.heading).set_alignment(column.alignment())),
    );
    for row in shown {
        let text = |column: &TableColumn| {
            row.map_or("…", |row| column.cells.get(row).map_or("", String::as_str)).to_owned()
        };
        table.add_row(
            columns.iter().map(|column| Cell::new(text(column)).set_alignment(column.alignment())),
        );
    }
    table
}

/// The numbered notes of a table, without repetitions.
struct Notes(Vec<String>);

impl Notes {
    fn of(answers: &[&Answer]) -> Self {
        let mut notes = Vec::new();
        for note in answers.iter().flat_map(|answer| answer_notes(answer)) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        Self(notes)
    }

    /// Returns the marks of an answer's notes, such as ` [1]`.
    fn marks(&self, answer: &Answer) -> String {
        let places = answer_notes(answer)
            .into_iter()
            .filter_map(|note| self.0.iter().position(|listed| *listed == note));
        places.map(|place| format!(" [{}]", place + 1)).collect()
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().enumerate().map(|(place, note)| format!("[{}] {note}", place + 1))
    }
}

/// Returns the notes of an answer, and whether it was stopped early.
fn answer_notes(answer: &Answer) -> Vec<String> {
    let partial = answer.method.partial.then(|| {
        let trials = answer
            .method
            .trials
            .map_or_else(String::new, |trials| format!(" after {}", words::resolutions(trials)));
        format!("stopped early{trials}")
    });
    answer.notes.iter().map(|note| words::clean(note)).chain(partial).collect()
}

impl TableColumn {
    /// Returns the alignment of the cells: numbers to the right.
    fn alignment(&self) -> CellAlignment {
        if self.kind == ColumnKind::Number { CellAlignment::Right } else { CellAlignment::Left }
    }
}

#[cfg(test)]
mod tests;
