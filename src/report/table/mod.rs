//! Answers as render for terminals.
//!
//! One table for each kind of answer and each set of axes: what sets its rows apart, the means of
//! the leading numbers, the chances of enough of them and of what else may happen. What is the same
//! in all rows stands above, once. A terminal is narrow: columns come in order of worth, and those
//! that do not fit are left out and named below. Where not even the worthiest fit, each row becomes
//! a small table of its own, from top to bottom.

pub mod analysis;
pub mod card_list;
mod columns;
mod course;
mod detail;
pub mod options;

pub use course::render_campaign;
pub use detail::render_detail;

use std::collections::{BTreeMap, HashSet};

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

pub use self::columns::{ColumnKind, TableColumn};
use self::columns::{PREFERRED, REQUIRED, Wrap};
use super::group::{self, AnswerGroup, groups};
use super::headline::{self, Title};
use super::{unmodelled, words};
use crate::study::Answer;

/// How names are wrapped, from the best to what is left where room is short.
const WRAPS: [Wrap; 3] = [(2, 34), (2, 24), (3, 16)];

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Characters to a line; less than 40 is taken as 40.
    pub width: u16,
    /// Rows to a table; of more the first and last are shown. Less than 2 is taken as 2.
    pub rows: usize,
}

impl Default for Layout {
    fn default() -> Self {
        Self { width: 100, rows: 200 }
    }
}

impl Layout {
    fn width(&self) -> u16 {
        self.width.max(40)
    }
}

/// One table for each kind of answer, in order of appearance; each with a heading and its notes
/// below.
pub fn render(answers: &[Answer], layout: &Layout) -> String {
    if answers.is_empty() {
        return "Nothing was asked.\n".to_owned();
    }
    groups(answers).iter().map(|group| render_group(group, layout)).collect::<Vec<_>>().join("\n")
}

fn render_group(group: &AnswerGroup<'_>, layout: &Layout) -> String {
    let notes = Notes::of(&group.answers);
    let shown = visible_rows(group.answers.len(), layout.rows);
    let (columns, left_out) = choose_columns(group, &notes, &shown, layout.width());
    let mut lines = heading(group);
    lines.push(draw(&columns, &shown, layout.width()));
    lines.extend(notes.lines());
    lines.extend(unmodelled::line(&group.answers));
    let hidden = group.answers.len() - shown.iter().flatten().count();
    if hidden > 0 {
        lines.push(format!(
            "… {} more in between: the CSV and JSON answers have them all.",
            words::count(hidden as u64)
        ));
    }
    if !left_out.is_empty() {
        lines.push(format!("No room for: {}.", left_out.join(", ")));
    }
    lines.join("\n") + "\n"
}

/// What holds for all rows, and how to read them.
fn heading(group: &AnswerGroup<'_>) -> Vec<String> {
    let subject = group::shared_subject(&group.answers)
        .map(words::clean)
        .filter(|subject| !subject.is_empty());
    let title = [Some(words::capital(group.kind)), subject]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(": ");
    let name = match group.answers.as_slice() {
        [only] => Some(words::clean(&only.name)).filter(|name| !title.ends_with(name.as_str())),
        _ => None,
    };
    let sampled = group.answers.iter().any(|answer| {
        answer.leading().any(|leading| leading.distribution.mean_estimate().is_some())
    });
    let interval = if sampled { "; ± half of the 95% interval" } else { "" };
    let method = Some(format!("{}{interval}", group::describe_method(&group.answers)));
    let settings = headline::settings(&group.answers, Title::Subject);
    let settings = Some(settings).filter(|settings| !settings.is_empty());
    [Some(title), name, settings, method, variance_note(group)].into_iter().flatten().collect()
}

/// By how much sampling only what is given divides the variances of the leading means, if it was
/// sampled so.
fn variance_note(group: &AnswerGroup<'_>) -> Option<String> {
    let factors = group
        .answers
        .iter()
        .flat_map(|answer| answer.leading())
        .filter_map(|leading| leading.distribution.mean_factor());
    let (least, most) = factors.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), factor| {
        (least.min(factor), most.max(factor))
    });
    let told = if format!("{least:.1}") == format!("{most:.1}") {
        format!("{least:.1}")
    } else {
        format!("{least:.1} to {most:.1}")
    };
    (most > 0.0).then(|| {
        format!("The variance of the means is variance_note by {told} against rolling everything")
    })
}

/// The rows to show by index; none stands for those in between that are not.
pub(super) fn visible_rows(rows: usize, most: usize) -> Vec<Option<usize>> {
    let most = most.max(2);
    if rows <= most {
        return (0..rows).map(Some).collect();
    }
    let head = most.div_ceil(2);
    (0..head).map(Some).chain([None]).chain((rows - (most - head)..rows).map(Some)).collect()
}

/// The columns of a group that fit, with names as long as leaves room for what is worthy.
fn choose_columns(
    group: &AnswerGroup<'_>,
    notes: &Notes,
    shown: &[Option<usize>],
    width: u16,
) -> (Vec<TableColumn>, Vec<String>) {
    let all = |wrap: &Wrap| columns::all(&group.answers, notes, *wrap);
    let [.., last] = WRAPS;
    let worthy = |columns: &Vec<TableColumn>| {
        columns.iter().filter(|column| column.priority <= PREFERRED).cloned().collect::<Vec<_>>()
    };
    let chosen = WRAPS
        .iter()
        .map(all)
        .find(|columns| natural_width(&worthy(columns), shown) <= width.into());
    fit_columns(chosen.unwrap_or_else(|| all(&last)), shown, width)
}

/// How wide a table is that wraps nothing.
fn natural_width(columns: &[TableColumn], shown: &[Option<usize>]) -> usize {
    build_table(columns, shown)
        .column_max_content_widths()
        .into_iter()
        .map(|width| usize::from(width) + 3)
        .sum::<usize>()
        + 1
}

/// The columns that fit, in their order, and the names of the others; the more worthy are taken
/// first. Where not even what must be there fits, all are taken: there will be no table of rows.
fn fit_columns(
    columns: Vec<TableColumn>,
    shown: &[Option<usize>],
    width: u16,
) -> (Vec<TableColumn>, Vec<String>) {
    let musts: Vec<TableColumn> =
        columns.iter().filter(|column| column.priority == REQUIRED).cloned().collect();
    let mut room = usize::from(width) - 1;
    if natural_width(&musts, shown) > usize::from(width) {
        return (columns, Vec::new());
    }
    let widths = build_table(&columns, shown).column_max_content_widths();
    let mut ranks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    columns
        .iter()
        .enumerate()
        .for_each(|(index, column)| ranks.entry(column.priority).or_default().push(index));
    let mut taken = HashSet::new();
    // columns of the same worth make sense only together
    for indices in ranks.into_values() {
        let needed: usize = indices
            .iter()
            .filter_map(|&index| widths.get(index))
            .map(|&width| usize::from(width) + 3)
            .sum();
        if needed <= room {
            room -= needed;
            taken.extend(indices);
        }
    }
    let (kept, out): (Vec<_>, Vec<_>) =
        columns.into_iter().enumerate().partition(|(index, _)| taken.contains(index));
    (
        kept.into_iter().map(|(_, column)| column).collect(),
        names(out.into_iter().map(|(_, column)| column)),
    )
}

/// The columns' names, each once.
fn names(columns: impl Iterator<Item = TableColumn>) -> Vec<String> {
    let mut names: Vec<String> = columns.map(|column| column.heading.replace('\n', " ")).collect();
    names.dedup();
    names
}

/// The columns that fit as a table, and below it what there was no room for.
pub(super) fn draw_fitting(
    columns: Vec<TableColumn>,
    shown: &[Option<usize>],
    layout: &Layout,
) -> String {
    let (columns, left_out) = fit_columns(columns, shown, layout.width());
    let drawn = draw(&columns, shown, layout.width());
    if left_out.is_empty() {
        drawn
    } else {
        format!("{drawn}\nNo room for: {}.", left_out.join(", "))
    }
}

/// A text whose lines are broken between words where the room ends; render in it stay as they are.
pub fn wrap_paragraphs(text: &str, layout: &Layout) -> String {
    let of_table = |line: &str| line.starts_with(['┌', '│', '╞', '├', '└']);
    let told = |line: &str| if of_table(line) { line.to_owned() } else { wrap(line, layout) };
    text.lines().map(told).collect::<Vec<_>>().join("\n")
        + if text.ends_with('\n') { "\n" } else { "" }
}

/// A line that is broken between words where the room ends.
fn wrap(line: &str, layout: &Layout) -> String {
    let width = usize::from(layout.width());
    words::wrap(line, usize::MAX, |text| text.chars().count() <= width).join("\n")
}

/// A table of rows, or of cards where rows are too wide.
fn draw(columns: &[TableColumn], shown: &[Option<usize>], width: u16) -> String {
    if natural_width(columns, shown) > usize::from(width) {
        return shown
            .iter()
            .map(|row| draw_card(columns, *row, width))
            .collect::<Vec<_>>()
            .join("\n");
    }
    build_table(columns, shown).trim_fmt()
}

/// A row from top to bottom: what sets it apart as a heading, then a line for each number.
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
    [title, table.trim_fmt()]
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

/// The notes of a table's answers, each once.
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

    /// The marks of an answer's notes, e.g. ` [1]`.
    fn marks(&self, answer: &Answer) -> String {
        let places = answer_notes(answer)
            .into_iter()
            .filter_map(|note| self.0.iter().position(|held| *held == note));
        places.map(|place| format!(" [{}]", place + 1)).collect()
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().enumerate().map(|(place, note)| format!("[{}] {note}", place + 1))
    }
}

/// What a reader must know of an answer beside its numbers.
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

/// A table cell's alignment: numbers stand to the right.
impl TableColumn {
    fn alignment(&self) -> CellAlignment {
        if self.kind == ColumnKind::Number { CellAlignment::Right } else { CellAlignment::Left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn widest(text: &str) -> usize {
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    #[test]
    fn small_sets_read_well() {
        let answers = [
            samples::attacks(),
            samples::charges(&["open", "rough"]),
            samples::duels(),
            vec![samples::panic()],
        ]
        .concat();
        insta::assert_snapshot!(render(&answers, &Layout { width: 100, rows: 12 }));
    }

    #[test]
    fn eighty_columns_are_enough() {
        let answers = [
            samples::attacks(),
            vec![samples::nothing(), samples::tossed("two coins", [300, 480, 220])],
        ]
        .concat();
        insta::assert_snapshot!(render(&answers, &Layout { width: 80, rows: 4 }));
    }

    #[test]
    fn a_duel_has_both_sides_and_its_events_in_a_hundred_columns() {
        let text = render(&samples::duels(), &Layout { width: 100, rows: 12 });
        assert!(text.lines().any(|line| line == "No room for: exact mean."), "{text}");
        // where other sides stand in the same table, no name fits all
        let mut others = vec![
            samples::duel("a", ["Umber Greataxes", "Mountain's Men"]),
            samples::duel("a", ["Freefolk", "Mountain's Men"]),
        ];
        others.iter_mut().for_each(|duel| duel.case.clear());
        others[1].name = "freefolk".into();
        let text = render(&others, &Layout { width: 160, rows: 12 });
        assert!(
            text.contains("to a ") && text.contains("Men ┆") && !text.contains("Umber ┆"),
            "{text}"
        );
    }

    #[test]
    fn a_phone_gets_cards_with_everything() {
        let text = render(&samples::duels(), &Layout { width: 40, rows: 12 });
        assert!(text.lines().any(|line| line == "first b") && !text.contains("No room"), "{text}");
        assert_eq!(text.matches("exact mean").count(), 4, "{text}");
        assert!(
            widest(
                &text
                    .lines()
                    .filter(|line| line.starts_with(['│', '┌']))
                    .collect::<Vec<_>>()
                    .join("\n")
            ) <= 40,
            "{text}"
        );
    }

    #[test]
    fn a_narrow_terminal_is_not_overrun() {
        let answers = [
            samples::attacks(),
            samples::charges(&["open", "rough"]),
            vec![samples::big(), samples::panic()],
        ]
        .concat();
        for width in [40, 60, 80] {
            let text = render(&answers, &Layout { width, rows: 5 });
            let drawn = text
                .lines()
                .filter(|line| line.starts_with(['│', '┌']))
                .collect::<Vec<_>>()
                .join("\n");
            assert!(widest(&drawn) <= usize::from(width), "{text}");
        }
    }

    #[test]
    fn what_was_found_nowhere_and_nasty_names_are_drawn_all_the_same() {
        assert_eq!(render(&[], &Layout::default()), "Nothing was asked.\n");
        let nothing = render(&[samples::nothing()], &Layout::default());
        assert!(
            nothing.contains("stopped early after 0 resolutions") && !nothing.contains("NaN"),
            "{nothing}"
        );
        assert!(!nothing.contains('%') && nothing.contains('–'), "nothing is not zero: {nothing}");
        let nasty = render(&samples::nasty(), &Layout { width: 80, rows: 2 });
        assert!(nasty.contains("… 1 more in between"), "{nasty}");
    }
}
