//! Bars from zero.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, Marker, TextFormat};
use super::super::theme::{A, B, FRAME, INK, LABEL, QUIET};
use super::{Frame, fill_bar, widest};
use warodds_charts::spec::{Bar, BarRow, Bars, Fill};

/// Widest names.
const NAMES: f64 = 300.0;
/// Height of a bar with the space around it.
const BAR: f64 = 19.0;
/// Half of the width of a diamond.
const DIAMOND: f64 = 6.0;
/// Height of the headings.
const HEADS: f64 = 18.0;

/// Where values are drawn.
struct Scale {
    zero: f64,
    unit: f64,
}

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, all: &Bars, frame: Frame) -> f64 {
    let name = LABEL.colour(INK).anchored(HPos::Left, VPos::Center);
    let is_narrow = frame.is_narrow();
    let room = if is_narrow { frame.width } else { NAMES };
    let lines: Vec<Vec<String>> =
        all.rows.iter().map(|row| name.wrap_whole(&row.name, room)).collect();
    let lead = widest(lines.iter().flatten().map(String::as_str), name) + 12.0;
    let lead = if is_narrow { 0.0 } else { lead };
    let columns = number_columns(all);
    let numbers: f64 = columns.iter().sum();
    let scale = scale(all, (frame.left + lead, frame.right() - numbers));
    let mut y = frame.top + heads(canvas, all, (frame, lead), &columns);
    let top = y;
    for (row, lines) in all.rows.iter().zip(&lines) {
        let line = name.line_height();
        let (words, tall) = (lines.len() as f64 * line, row.bars.len().max(1) as f64 * BAR);
        let height = if is_narrow { words + tall + 4.0 } else { (words + 4.0).max(tall) };
        let (first, from) = if is_narrow {
            (y + line / 2.0, y + words)
        } else {
            (y + (height - words + line) / 2.0, y + (height - tall) / 2.0)
        };
        canvas.lines(lines, (frame.left, first), name);
        draw_row(canvas, row, &scale, from);
        draw_strokes(canvas, &row.strokes, &scale, from);
        draw_numbers(canvas, &row.numbers, &columns, (frame.right(), from + tall / 2.0), false);
        y += height;
    }
    canvas.path(&[(scale.zero, top), (scale.zero, y)], FRAME, 1.0, Dash::Solid);
    y - frame.top
}

/// Draws the headings, and returns their height.
fn heads(canvas: &Canvas, all: &Bars, (frame, lead): (Frame, f64), columns: &[f64]) -> f64 {
    let y = frame.top + HEADS / 2.0;
    let room = frame.width - lead - columns.iter().sum::<f64>();
    let set = LABEL.anchored(HPos::Left, VPos::Center);
    let measure = set.wrap(&all.measure, 2, room.max(120.0));
    let above = (measure.len().max(1) - 1) as f64 * set.line_height();
    canvas.lines(&measure, (frame.left + lead, y), set);
    draw_numbers(canvas, &all.heads, columns, (frame.right(), y + above), true);
    HEADS + above + 2.0
}

/// Returns the width of each column of numbers.
fn number_columns(all: &Bars) -> Vec<f64> {
    let of = |place: usize| {
        let texts =
            all.rows.iter().filter_map(|row| row.numbers.get(place)).chain(all.heads.get(place));
        widest(texts.map(String::as_str), LABEL) + 14.0
    };
    (0..all.heads.len()).map(of).collect()
}

/// Returns the scale that has room for all bars and their texts.
fn scale(all: &Bars, (left, right): (f64, f64)) -> Scale {
    let bars = || all.rows.iter().flat_map(|row| &row.bars);
    let diamond = |bar: &Bar| if bar.exact.is_some() { DIAMOND } else { 0.0 };
    let text = |bar: &Bar| LABEL.bold().width(&bar.text) + 10.0 + diamond(bar);
    let (low, high) = all.reach;
    let room = |is_left: bool| {
        bars().filter(|bar| (bar.value < 0.0) == is_left).map(text).fold(0.0, f64::max)
    };
    let (before, after) = (room(true), room(false));
    let free = (right - left - before - after).max(40.0);
    let unit = free / (high - low).max(1e-9);
    Scale { zero: left + before - low * unit, unit }
}

fn draw_row(canvas: &Canvas, row: &BarRow, scale: &Scale, top: f64) {
    let at = |value: f64| scale.zero + value * scale.unit;
    for (place, bar) in row.bars.iter().enumerate() {
        let from = top + place as f64 * BAR + 2.0;
        let (to, middle) = (from + BAR - 4.0, from + BAR / 2.0 - 2.0);
        let fill = bar.fill.unwrap_or(if bar.value < 0.0 { Fill::B } else { Fill::A });
        if bar.value != 0.0 {
            fill_bar(canvas, [(at(bar.value), from), (scale.zero, to)], fill);
        }
        if let Some(exact) = bar.exact {
            canvas.marker(Marker::Diamond, (at(exact), middle), QUIET);
        }
        if let Some((low, high)) = bar.interval {
            canvas.whisker([(at(low), middle), (at(high), middle)], (0.0, 3.0), INK);
        }
        let (low, high) = bar.ends();
        // the text begins after the diamond, which has the colour of the text
        let (low, high) = bar.exact.map_or((low, high), |exact| {
            (low.min(exact - DIAMOND / scale.unit), high.max(exact + DIAMOND / scale.unit))
        });
        let (end, across) = if bar.value < 0.0 {
            (at(low) - 6.0, HPos::Right)
        } else {
            (at(high) + 6.0, HPos::Left)
        };
        let set = LABEL.bold().colour(INK).anchored(across, VPos::Center);
        canvas.text(&bar.text, (end, middle), set);
    }
}

/// Draws the values of a row that stands for many.
fn draw_strokes(canvas: &Canvas, values: &[f64], scale: &Scale, top: f64) {
    for value in values {
        let x = scale.zero + value * scale.unit;
        let colour = if *value < 0.0 { B } else { A };
        canvas.path(&[(x, top + 3.0), (x, top + BAR - 4.0)], colour, 1.0, Dash::Solid);
    }
}

/// Writes numbers in columns at the right.
fn draw_numbers(
    canvas: &Canvas,
    texts: &[String],
    columns: &[f64],
    (right, y): (f64, f64),
    is_head: bool,
) {
    let mut x = right - columns.iter().sum::<f64>();
    let set = if is_head { LABEL } else { TextFormat { colour: INK, ..LABEL } };
    for (text, width) in texts.iter().zip(columns) {
        x += width;
        canvas.text(text, (x, y), set.anchored(HPos::Right, VPos::Center));
    }
}
