//! Tables of coloured cells.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, PagePoint, TextFormat};
use super::super::theme::{FOOT, INK, LABEL, LINE, QUIET, SUNK, heat, ink_over};
use super::{Frame, widest};
use crate::report::words::{self, whole_percent};
use warodds_charts::spec::{Heat, HeatName};

/// Tables with at most this many columns have numbers in their cells.
const NUMBERED: usize = 30;
/// Tables with at most this many columns have names across instead of upwards.
const LEVEL: usize = 8;
/// Widest names.
const NAMES: f64 = 420.0;
const NARROW_NAMES: f64 = 140.0;
/// Width of the means.
const MEAN: f64 = 48.0;
/// Width of a band with the name of a group, and of the gap between groups.
const BAND: f64 = 20.0;
const GAP: f64 = 3.0;

/// The sizes of a table.
struct Layout {
    /// Sizes of a cell.
    cell: PagePoint,
    label: TextFormat,
    /// Widest names.
    most: f64,
    /// Width of the names of rows, and height of those of columns.
    names: PagePoint,
    /// Start of each row and column, and their end.
    rows: Vec<f64>,
    columns: Vec<f64>,
    size: PagePoint,
    numbered: bool,
    level: bool,
}

/// Returns the width that a table needs.
pub(super) fn width(table: &Heat, room: f64, is_phone: bool) -> f64 {
    let layout = layout(table, room, is_phone);
    let behind = if layout.numbered { 0.0 } else { layout.names.0 };
    layout.names.0 + layout.size.0 + MEAN + 12.0 + behind
}

fn layout(table: &Heat, room: f64, is_phone: bool) -> Layout {
    let (height, width) = (table.rows.len(), table.columns.len());
    let (numbered, level) = (width <= NUMBERED, width <= LEVEL && !is_phone);
    let label = TextFormat {
        size: if numbered {
            12.0
        } else if width.max(height) <= 70 {
            10.0
        } else {
            8.5
        },
        ..LABEL
    };
    let most = if is_phone { NARROW_NAMES } else { NAMES };
    let names = |all: &[HeatName]| {
        let texts: Vec<String> = all.iter().map(full_name).collect();
        widest(texts.iter().map(String::as_str), label).min(most) + 8.0
    };
    let band = |all: &[HeatName]| if is_grouped(all) { BAND } else { 0.0 };
    let small = label.size * 1.2;
    let mean = widest(["mean"], LABEL) + 8.0;
    let rows_width = names(&table.rows).max(mean) + band(&table.rows);
    let free = room - rows_width - MEAN - 12.0;
    // words of names across are never divided
    let words = table.columns.iter().flat_map(|one| one.name.split(' '));
    let word = widest(words, label) + 8.0;
    let cell = match (level, numbered) {
        (true, _) => ((free / width.max(1) as f64).clamp(44.0, 90.0).max(word), 30.0),
        (_, true) => ((free / width.max(1) as f64).clamp(34.0, 60.0), 22.0),
        _ => (small, small),
    };
    let columns_height = if level {
        let lines =
            table.columns.iter().map(|one| label.wrap_whole(&full_name(one), cell.0 - 4.0).len());
        lines.max().unwrap_or(1) as f64 * label.line_height() + 6.0
    } else {
        names(&table.columns)
    };
    let (rows, row_end) = starts(&table.rows, cell.1);
    let (columns, column_end) = starts(&table.columns, cell.0);
    Layout {
        cell,
        label,
        most,
        names: (rows_width, columns_height + band(&table.columns)),
        rows,
        columns,
        size: (column_end, row_end),
        numbered,
        level,
    }
}

/// Returns a name with its note.
fn full_name(one: &HeatName) -> String {
    format!("{} {}", one.name, one.note).trim_end().to_owned()
}

fn is_grouped(all: &[HeatName]) -> bool {
    all.iter().any(|one| !one.group.is_empty())
}

/// Returns where each row or column starts, and where the last ends.
fn starts(all: &[HeatName], step: f64) -> (Vec<f64>, f64) {
    let mut end = 0.0;
    let mut starts = Vec::new();
    for (place, one) in all.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|place| all.get(place));
        if before.is_some_and(|before| before.group != one.group) {
            end += GAP;
        }
        starts.push(end);
        end += step;
    }
    (starts, end)
}

/// Draws a table and returns its height.
pub(super) fn draw(canvas: &Canvas, table: &Heat, frame: Frame) -> f64 {
    let layout = layout(table, frame.width, frame.is_phone);
    let top = frame.top + draw_scale(canvas, table, frame) + layout.names.1;
    let left = frame.left + layout.names.0;
    let corner = (left, top);
    draw_cells(canvas, table, &layout, corner);
    draw_rows(canvas, table, &layout, (frame, top));
    let below = draw_columns(canvas, table, &layout, corner);
    below - frame.top
}

/// Draws the legend of the colours: both ends and what values are.
fn draw_scale(canvas: &Canvas, table: &Heat, frame: Frame) -> f64 {
    let set = FOOT.anchored(HPos::Left, VPos::Center);
    let middle = frame.top + 6.0;
    let (low, high) = table.range;
    let ends = [low, high].map(|end| format_value(table, Some(end)));
    canvas.text(&ends[0], (frame.left, middle), set);
    let start = frame.left + set.width(&ends[0]) + 5.0;
    let stripes = 48_u32;
    for stripe in 0..stripes {
        let x = start + f64::from(stripe) * 3.0;
        let part = f64::from(stripe) / f64::from(stripes - 1);
        let corners = [(x, frame.top + 1.0), (x + 3.0, frame.top + 11.0)];
        canvas.fill(corners, heat(part, table.of_sides));
    }
    let end = start + f64::from(stripes) * 3.0 + 5.0;
    let text = format!("{} {}", ends[1], table.measure);
    let lines = set.wrap_whole(&text, frame.right() - end);
    canvas.lines(&lines, (end, middle), set);
    20.0 + (lines.len().max(1) - 1) as f64 * set.line_height()
}

/// Formats a value for a cell.
fn format_value(table: &Heat, value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if table.is_chance && value >= 1.0 && has_nearly_certain(table) => {
            ">99".to_owned()
        }
        Some(value) if table.is_chance => whole_percent(value),
        Some(value) if table.range.1 < 1.0 => format!("{value:.2}"),
        Some(value) => format!("{value:.1}"),
    }
}

/// Returns whether a cell is `>99`: then certain ones are shown alike, as whole percents tell them
/// apart no better.
fn has_nearly_certain(table: &Heat) -> bool {
    table.values.iter().flatten().flatten().any(|value| (0.995..1.0).contains(value))
}

fn draw_cells(canvas: &Canvas, table: &Heat, layout: &Layout, (left, top): PagePoint) {
    let (low, high) = table.range;
    let gap = if layout.numbered { 1.0 } else { 0.0 };
    for (row, (values, y)) in table.values.iter().zip(&layout.rows).enumerate() {
        for (column, (value, x)) in values.iter().zip(&layout.columns).enumerate() {
            let part = |value: f64| (value - low) / (high - low).max(1e-9);
            let is_grey = table.grey.get(row).and_then(|row| row.get(column)) == Some(&true);
            let coloured = value.filter(|_| !is_grey);
            let colour = coloured.map_or(SUNK, |value| heat(part(value), table.of_sides));
            let (x, y) = (left + x, top + y);
            let corners = [(x, y), (x + layout.cell.0 - gap, y + layout.cell.1 - gap)];
            canvas.fill(corners, colour);
            if layout.numbered {
                let size = if layout.level { 12.0 } else { 11.0 };
                let set = TextFormat { size, ..LABEL.bold() }.colour(ink_over(colour));
                let middle = (x + layout.cell.0 / 2.0, y + layout.cell.1 / 2.0);
                let set = set.anchored(HPos::Center, VPos::Center);
                canvas.text(&format_value(table, *value), middle, set);
            }
        }
    }
}

fn draw_rows(canvas: &Canvas, table: &Heat, layout: &Layout, (frame, top): (Frame, f64)) {
    let left = frame.left + layout.names.0;
    let means = left + layout.size.0 + MEAN;
    let label = layout.label.colour(INK).anchored(HPos::Left, VPos::Center);
    let number = LABEL.bold().colour(INK).anchored(HPos::Right, VPos::Center);
    let head = LABEL.anchored(HPos::Right, VPos::Bottom);
    canvas.text("mean", (means, top - 4.0), head);
    let band = if is_grouped(&table.rows) { BAND } else { 0.0 };
    for ((name, mean), y) in table.rows.iter().zip(&table.means[0]).zip(&layout.rows) {
        let middle = top + y + layout.cell.1 / 2.0;
        let text = words::shorten(&full_name(name), |text| label.width(text) <= layout.most);
        canvas.text(&text, (frame.left + band, middle), label);
        let number = TextFormat { size: layout.label.size, ..number };
        canvas.text(&format_value(table, *mean), (means, middle), number);
        // large tables have names on all sides
        if !layout.numbered {
            canvas.text(&text, (means + 8.0, middle), label);
        }
    }
    for (name, from, to) in groups(&table.rows, &layout.rows, layout.cell.1) {
        let x = frame.left + BAND / 2.0 - 4.0;
        let text = abbreviate(name, layout.label.bold(), to - from);
        let middle = (x, top + f64::midpoint(from, to));
        canvas.vertical_text(&text, middle, layout.label.bold().colour(QUIET));
        let line = frame.left + BAND - 5.0;
        canvas.path(&[(line, top + from + 1.0), (line, top + to - 1.0)], LINE, 2.0, Dash::Solid);
    }
}

/// Draws the names and means of columns, and returns where they end.
fn draw_columns(canvas: &Canvas, table: &Heat, layout: &Layout, (left, top): PagePoint) -> f64 {
    let below = top + layout.size.1 + 4.0;
    let label = layout.label.colour(INK);
    for ((name, mean), x) in table.columns.iter().zip(&table.means[1]).zip(&layout.columns) {
        let middle = left + x + layout.cell.0 / 2.0;
        let text = full_name(name);
        if layout.level {
            let lines = label.wrap_whole(&text, layout.cell.0 - 4.0);
            let height = lines.len() as f64 * label.line_height();
            let set = label.anchored(HPos::Center, VPos::Top);
            canvas.lines(&lines, (middle, top - 6.0 - height), set);
        } else {
            let text = words::shorten(&text, |text| label.width(text) <= layout.most);
            // upright texts are centred on their place, so half of the width aligns their ends
            let half = label.width(&text) / 2.0;
            canvas.vertical_text(&text, (middle, top - 5.0 - half), label);
            if !layout.numbered {
                canvas.vertical_text(&text, (middle, below + half), label);
            }
        }
        if layout.numbered {
            let set = LABEL.bold().colour(INK).anchored(HPos::Center, VPos::Center);
            canvas.text(&format_value(table, *mean), (middle, below + 10.0), set);
        }
    }
    let above = top - layout.names.1;
    for (name, from, to) in groups(&table.columns, &layout.columns, layout.cell.0) {
        let set = layout.label.bold().colour(QUIET).anchored(HPos::Center, VPos::Center);
        let text = abbreviate(name, set, to - from);
        canvas.text(&text, (left + f64::midpoint(from, to), above + BAND / 2.0 - 4.0), set);
        let y = above + BAND - 5.0;
        canvas.path(&[(left + from + 1.0, y), (left + to - 1.0, y)], LINE, 2.0, Dash::Solid);
    }
    if layout.numbered {
        let set = LABEL.anchored(HPos::Right, VPos::Center);
        canvas.text("mean", (left - 8.0, below + 10.0), set);
        below + 22.0
    } else {
        below + layout.names.1
    }
}

/// Returns each group with its start and end.
fn groups<'a>(all: &'a [HeatName], starts: &[f64], step: f64) -> Vec<(&'a str, f64, f64)> {
    let mut groups: Vec<(&str, f64, f64)> = Vec::new();
    for (one, start) in all.iter().zip(starts).filter(|(one, _)| !one.group.is_empty()) {
        match groups.last_mut() {
            Some(last) if last.0 == one.group => last.2 = start + step,
            _ => groups.push((&one.group, *start, start + step)),
        }
    }
    groups
}

/// Abbreviates a name to fit; empty if not even two letters do.
fn abbreviate(name: &str, set: TextFormat, room: f64) -> String {
    let ends = (2..=name.chars().count()).rev();
    let start = |count: usize| {
        let start: String = name.chars().take(count).collect();
        if count < name.chars().count() { format!("{}.", start.trim_end()) } else { start }
    };
    ends.map(start).find(|text| set.width(text) <= room).unwrap_or_default()
}
