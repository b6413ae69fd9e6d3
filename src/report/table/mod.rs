//! Answers as blocks of lines, and as tables for terminals.
//!
//! One question has a block ([`AnswerBlock`]), a sweep one table: labels, leading means, P(≥ k) for
//! the counts that matter, and events; or, if two numbers are swept, a grid of means. Settings shared by all rows are in the heading. Columns have priorities: those that do
//! not fit the terminal are left out and named below the table. If not even the required columns
//! fit, each row becomes a small table of its own (a card).

pub mod analysis;
pub mod card_list;
mod columns;
mod course;
mod detail;
mod draw;
mod given;
mod grid;
pub mod luck;
pub mod options;
pub mod records;
pub mod trace;

pub use course::render_campaign;
pub use detail::{render_answer, render_tables};
pub(super) use draw::{draw_fitting, visible_rows};

pub use self::columns::{ColumnKind, TableColumn};
use self::columns::{PREFERRED, Wrap};
use self::draw::{all_rows, draw, draw_rows, fit_columns, left_out_note, natural_width};
use super::block::{AnswerBlock, describe_method, notes};
use super::group::{self, AnswerGroup, group_answers, group_questions};
use super::headline::{self, Title};
use super::{unmodelled, words};
use crate::answer::Answer;
use crate::counted::counted;
use warodds_charts::text::{numbers, verdict};

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

    pub(super) fn width(&self) -> u16 {
        self.width.max(40)
    }
}

/// How much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The block of one answer; of several the columns that matter most.
    Brief,
    /// All tables as well, and all columns that fit.
    Full,
}

/// Most columns of a brief table.
pub(super) const BRIEF_COLUMNS: usize = 7;

/// Renders the cases of one question: one table of those that fit it, otherwise several.
pub fn render(answers: &[Answer], layout: &Layout, detail: Detail) -> String {
    render_groups(answers, &group_answers(answers), (layout, detail))
}

/// Renders the questions of a file, in order of appearance: a block or a table for each.
pub fn render_questions(answers: &[Answer], layout: &Layout, detail: Detail) -> String {
    render_groups(answers, &group_questions(answers), (layout, detail))
}

/// Renders a block or a table for each group, then rules and engine.
fn render_groups(
    answers: &[Answer],
    groups: &[AnswerGroup<'_>],
    (layout, detail): (&Layout, Detail),
) -> String {
    if groups.is_empty() {
        return "No answers.\n".to_owned();
    }
    let method = wrap(&describe_method(&answers.iter().collect::<Vec<_>>()), layout) + "\n";
    let parts = groups.iter().map(|group| match group.answers.as_slice() {
        [only] => {
            let block = AnswerBlock::new(only, &[]).render("", layout.width().into());
            let tables = (detail == Detail::Full).then(|| render_tables(only, layout));
            block + &tables.unwrap_or_default()
        }
        _ => render_group(group, layout, detail),
    });
    let rendered = parts.collect::<Vec<_>>().join("\n");
    // below the only group without a gap, like the last line of a block
    let gap = if groups.len() > 1 { "\n" } else { "" };
    format!("{rendered}{gap}{method}")
}

fn render_group(group: &AnswerGroup<'_>, layout: &Layout, detail: Detail) -> String {
    let notes = Notes::of(&group.answers);
    let shown = visible_rows(group.answers.len(), layout.rows);
    let mut lines: Vec<String> = heading(group).iter().map(|line| wrap(line, layout)).collect();
    lines.extend(verdict::of_cases(&group.answers).iter().map(|line| wrap(line, layout)));
    let grid = grid::render(&group.answers, layout);
    let is_drawn = grid.is_some();
    lines.extend(grid);
    let mut left_out = Vec::new();
    if !is_drawn || detail == Detail::Full {
        let (columns, others) = choose_columns(group, &notes, &shown, (layout.width(), detail));
        lines.push(draw(&columns, &shown, layout));
        let hidden = group.answers.len() - shown.iter().flatten().count();
        if hidden > 0 {
            lines.push(format!(
                "… {} not shown; the CSV and JSON output has all rows.",
                counted(hidden as u64, "row", "rows")
            ));
        }
        left_out = others;
    }
    let remarks = notes.lines().chain(unmodelled::describe_answers(&group.answers));
    lines.extend(remarks.map(|line| wrap(&line, layout)));
    if !left_out.is_empty() && detail == Detail::Full {
        lines.push(left_out_note(&left_out, layout));
    }
    lines.join("\n") + "\n"
}

/// Returns the lines above a table: title and shared settings.
fn heading(group: &AnswerGroup<'_>) -> Vec<String> {
    let subject = group::shared_subject(&group.answers)
        .map(|subject| words::clean(&subject))
        .filter(|subject| !subject.is_empty());
    let label = group.answers.first().map_or(group.kind, |first| group::question_label(first));
    let title = [Some(words::capitalize(&words::clean(label))), subject]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(": ");
    let settings = headline::settings(&group.answers, Title::Subject);
    let settings = Some(settings).filter(|settings| !settings.is_empty());
    [Some(title), settings].into_iter().flatten().collect()
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

/// The numbered notes of a table, without repetitions.
struct Notes(Vec<String>);

impl Notes {
    fn of(answers: &[&Answer]) -> Self {
        let mut distinct = Vec::new();
        for note in answers.iter().flat_map(|answer| notes(answer)) {
            if !distinct.contains(&note) {
                distinct.push(note);
            }
        }
        Self(distinct)
    }

    /// Returns the marks of an answer's notes, such as ` [1]`.
    fn marks(&self, answer: &Answer) -> String {
        let places = notes(answer)
            .into_iter()
            .filter_map(|note| self.0.iter().position(|listed| *listed == note));
        places.map(|place| format!(" [{}]", place + 1)).collect()
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().enumerate().map(|(place, note)| format!("[{}] {note}", place + 1))
    }
}

#[cfg(test)]
mod tests;
