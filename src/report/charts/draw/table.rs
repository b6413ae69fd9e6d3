//! Tables of numbers in groups of columns.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, PagePoint};
use super::super::theme::{FRAME, INK, LABEL, LINE, SUBTITLE};
use super::{Frame, widest};
use warodds_charts::spec::{NumberGroup, Table, TableRow};

/// Widest names.
const NAMES: f64 = 230.0;
/// Space between columns.
const GAP: f64 = 9.0;
/// Space above and below the text of a row.
const PAD: f64 = 1.5;
/// Size of a square of a code: whole pixels in a bitmap, and whole steps in an SVG.
const SQUARE: f64 = 1.5;

/// Where the columns of a table are.
struct Layout {
    names: f64,
    /// The width of each column, by group.
    groups: Vec<Vec<f64>>,
}

impl Layout {
    /// Returns the sizes that the texts need.
    fn of(table: &Table) -> Self {
        let names = table.rows.iter().flat_map(|row| LABEL.wrap_whole(&row.name, NAMES));
        let names: Vec<String> = names.collect();
        let group = |(place, head): (usize, &String)| {
            let cells = table.rows.iter().filter_map(|row| row.groups.get(place));
            let mut columns: Vec<f64> = Vec::new();
            for (column, text) in cells.flat_map(|group| group.cells.iter().enumerate()) {
                let set = if column == 0 { LABEL.bold() } else { LABEL };
                let width = set.width(text) + GAP;
                match columns.get_mut(column) {
                    Some(known) => *known = known.max(width),
                    None => columns.push(width),
                }
            }
            let missing = widest(head.split(' '), LABEL) + GAP - columns.iter().sum::<f64>();
            stretched(&columns, missing.max(0.0))
        };
        Self {
            names: widest(names.iter().map(String::as_str), LABEL) + GAP,
            groups: table.heads.iter().enumerate().map(group).collect(),
        }
    }

    fn width(&self) -> f64 {
        self.names + self.groups.iter().flatten().sum::<f64>()
    }

    /// Returns the layout with all groups wider by the same part of the free width.
    fn filling(mut self, width: f64) -> Self {
        let more = (width - self.width()).max(0.0) / self.groups.len().max(1) as f64;
        self.groups.iter_mut().for_each(|columns| *columns = stretched(columns, more));
        self
    }
}

/// Returns columns that are wider by some width together.
fn stretched(columns: &[f64], more: f64) -> Vec<f64> {
    columns.iter().map(|width| width + more / columns.len() as f64).collect()
}

/// Returns the width that a table needs.
pub(super) fn width(table: &Table) -> f64 {
    Layout::of(table).width()
}

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, table: &Table, frame: Frame) -> f64 {
    let layout = Layout::of(table).filling(frame.width);
    let mut y = frame.top + draw_heading(canvas, table, frame);
    let top = y;
    y += draw_heads(canvas, table, &layout, (frame.left, y));
    let head = y;
    for row in &table.rows {
        y += draw_row(canvas, row, &layout, (frame.left, y));
        canvas.path(&[(frame.left, y), (frame.right(), y)], FRAME, 0.5, Dash::Solid);
    }
    // after the grey ground of the first row, which would cover it
    canvas.path(&[(frame.left, head), (frame.right(), head)], INK, 1.5, Dash::Solid);
    let mut x = frame.left + layout.names;
    for columns in &layout.groups {
        canvas.path(&[(x, top), (x, y)], FRAME, 1.0, Dash::Solid);
        x += columns.iter().sum::<f64>();
    }
    y - frame.top
}

/// Draws the name, the note and the code, and returns their height.
fn draw_heading(canvas: &Canvas, table: &Table, frame: Frame) -> f64 {
    let code = table.code.len() as f64 * SQUARE;
    let room = frame.width - code - GAP;
    let name = SUBTITLE.bold().colour(INK);
    let mut height = 0.0;
    for (text, set) in [(&table.name, name), (&table.note, LABEL)] {
        let lines = if text.is_empty() { Vec::new() } else { set.wrap_whole(text, room) };
        canvas.lines(&lines, (frame.left, frame.top + height), set);
        height += lines.len() as f64 * set.line_height();
    }
    draw_code(canvas, &table.code, (frame.right() - code, frame.top));
    height.max(code) + 3.0
}

/// Fills the dark squares of a code, those side by side at once.
fn draw_code(canvas: &Canvas, code: &[Vec<bool>], (left, top): PagePoint) {
    for (row, squares) in code.iter().enumerate() {
        let y = top.round() + row as f64 * SQUARE;
        let mut place = 0;
        for run in squares.chunk_by(|one, other| one == other) {
            let at = |place: usize| left.round() + place as f64 * SQUARE;
            if run.first() == Some(&true) {
                canvas.fill([(at(place), y), (at(place + run.len()), y + SQUARE)], INK);
            }
            place += run.len();
        }
    }
}

/// Writes the heading of each group above its columns, and returns their height.
fn draw_heads(canvas: &Canvas, table: &Table, layout: &Layout, (left, top): PagePoint) -> f64 {
    let set = LABEL.bold().colour(INK).anchored(HPos::Center, VPos::Bottom);
    let widths: Vec<f64> = layout.groups.iter().map(|columns| columns.iter().sum()).collect();
    let heads: Vec<Vec<String>> = table
        .heads
        .iter()
        .zip(&widths)
        .map(|(head, width)| set.wrap_whole(head, width - GAP))
        .collect();
    let most = heads.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let mut x = left + layout.names;
    for (lines, width) in heads.iter().zip(&widths) {
        let first = top + (most - lines.len() as f64 + 1.0) * set.line_height();
        canvas.lines(lines, (x + width / 2.0, first), set);
        x += width;
    }
    most * set.line_height() + 2.0
}

/// Draws a row and returns its height.
fn draw_row(canvas: &Canvas, row: &TableRow, layout: &Layout, (left, top): PagePoint) -> f64 {
    let name = LABEL.colour(INK).anchored(HPos::Left, VPos::Center);
    let lines = name.wrap_whole(&row.name, NAMES);
    let line = name.line_height();
    let height = lines.len().max(1) as f64 * line + 2.0 * PAD;
    canvas.lines(&lines, (left, top + PAD + line / 2.0), name);
    let mut x = left + layout.names;
    for (NumberGroup { cells, is_marked }, columns) in row.groups.iter().zip(&layout.groups) {
        let width: f64 = columns.iter().sum();
        if *is_marked {
            canvas.fill([(x, top), (x + width, top + height)], LINE);
        }
        let mut right = x;
        for (column, (text, width)) in cells.iter().zip(columns).enumerate() {
            right += width;
            let set = if column == 0 { name.bold() } else { name };
            let set = set.anchored(HPos::Right, VPos::Center);
            canvas.text(text, (right - GAP / 2.0, top + height / 2.0), set);
        }
        x += width;
    }
    height
}
