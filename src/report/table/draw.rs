//! Draws tables: the columns that fit, as boxes, cards or records.

use std::collections::{BTreeMap, HashSet};

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

use super::columns::{ColumnKind, REQUIRED, TableColumn};
use super::{Layout, TableForm, records, wrap};
use crate::report::words;

/// Returns the indices of the rows to show; `None` is the place of the rows left out in the middle.
pub(in crate::report) fn visible_rows(rows: usize, most: usize) -> Vec<Option<usize>> {
    let most = most.max(2);
    if rows <= most {
        return (0..rows).map(Some).collect();
    }
    let head = most.div_ceil(2);
    (0..head).map(Some).chain([None]).chain((rows - (most - head)..rows).map(Some)).collect()
}

/// Returns the width of a table without wrapping.
pub(super) fn natural_width(columns: &[TableColumn], shown: &[Option<usize>]) -> usize {
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
pub(super) fn fit_columns(
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
pub(super) fn headings(columns: impl Iterator<Item = TableColumn>) -> Vec<String> {
    let mut names: Vec<String> = columns.map(|column| column.heading.replace('\n', " ")).collect();
    names.dedup();
    names
}

/// Draws the columns that fit and names those left out below the table.
pub(in crate::report) fn draw_fitting(
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
pub(super) fn draw_rows(columns: Vec<TableColumn>, layout: &Layout) -> String {
    let rows = all_rows(&columns);
    let (columns, _) = fit_columns(columns, &rows, (layout.width(), usize::MAX));
    if layout.form == TableForm::Records {
        return records::write(&columns, &rows);
    }
    build_table(&columns, &rows).trim_fmt()
}

/// Returns the indices of all rows.
pub(super) fn all_rows(columns: &[TableColumn]) -> Vec<Option<usize>> {
    (0..columns.first().map_or(0, |column| column.cells.len())).map(Some).collect()
}

/// Names the columns left out of a table.
pub(super) fn left_out_note(headings: &[String], layout: &Layout) -> String {
    let note =
        format!("Columns left out: {} (wider terminal, --csv or --json).", headings.join(", "));
    wrap(&note, layout)
}

/// Draws a table, or cards if its rows are too wide.
pub(super) fn draw(columns: &[TableColumn], shown: &[Option<usize>], layout: &Layout) -> String {
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
pub(super) fn draw_card(columns: &[TableColumn], row: Option<usize>, width: u16) -> String {
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

pub(super) fn build_table(columns: &[TableColumn], shown: &[Option<usize>]) -> Table {
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

impl TableColumn {
    /// Returns the alignment of the cells: numbers to the right.
    fn alignment(&self) -> CellAlignment {
        if self.kind == ColumnKind::Number { CellAlignment::Right } else { CellAlignment::Left }
    }
}
