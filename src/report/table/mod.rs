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
mod draw;
mod given;
pub mod luck;
mod numbers;
pub mod options;
pub mod records;
pub mod trace;

pub use brief::render_brief;
pub use course::render_campaign;
pub use detail::render_detail;
pub(super) use draw::{draw_fitting, visible_rows};

pub use self::columns::{ColumnKind, TableColumn};
use self::columns::{PREFERRED, Wrap};
use self::draw::{all_rows, draw, draw_rows, fit_columns, left_out_note, natural_width};
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

#[cfg(test)]
mod tests;
