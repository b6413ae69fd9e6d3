//! Draws charts: the same rules for all of them.

mod bars;
mod columns;
mod counts;
mod heat;
mod lines;
mod map;
mod marks;
mod scatter;
mod shares;
mod table;

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, PagePoint, TextFormat};
use super::theme::{
    A, A_PALE, B, B_PALE, FOOT, INK, LABEL, LINE, MARGIN, NUMBER, SUBTITLE, SUNK, SURFACE, TITLE,
    WIDTH, ink,
};
use crate::report::words;
use warodds_charts::spec::{Chart, Fill, NumberRow, Panel, Phrase};

/// Space between panels.
const BETWEEN: f64 = 22.0;
/// Height of a row of numbers.
pub(super) const ROW: f64 = 18.0;

/// The place of a panel: its upper left corner and its width.
#[derive(Clone, Copy)]
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    /// Whether the chart is for a phone, even if it is wider: then it scrolls.
    is_phone: bool,
}

impl Frame {
    const fn right(self) -> f64 {
        self.left + self.width
    }

    /// Returns whether names and words of rows are above bars and numbers, not beside them.
    const fn is_narrow(self) -> bool {
        self.width < NARROW
    }
}

/// Narrower panels have no room beside their bars.
const NARROW: f64 = 560.0;

/// Returns the shapes of a chart at least `least` units wide, and its width and height. Heights are
/// even, so that a bitmap has whole pixels.
pub(super) fn draw(chart: &Chart, least: f64) -> (Canvas, (u32, u32)) {
    let widths = chart.panels.iter().map(|panel| natural_width(panel, least));
    let width = widths.fold(least, f64::max).ceil();
    let canvas = Canvas::default();
    let room = width - 2.0 * MARGIN;
    let is_phone = least < WIDTH;
    // the words of a chart that scrolls are seen without scrolling
    let words = if is_phone { least } else { width };
    let mut top = header(&canvas, chart, words - 2.0 * MARGIN);
    for panel in &chart.panels {
        let frame = Frame { left: MARGIN, top, width: room, is_phone };
        top += draw_panel(&canvas, panel, frame) + BETWEEN;
    }
    let bottom = foot(&canvas, &chart.foot, (top, words));
    (canvas, ((width / 2.0).ceil() as u32 * 2, (bottom / 2.0).ceil() as u32 * 2))
}

/// Returns the width that a panel needs in a chart of some width.
fn natural_width(panel: &Panel, width: f64) -> f64 {
    match panel {
        Panel::Heat(heat) => heat::width(heat, width - 2.0 * MARGIN, width < WIDTH) + 2.0 * MARGIN,
        Panel::Table(table) => table::width(table) + 2.0 * MARGIN,
        _ => width,
    }
}

/// Returns the width of a chart of a panel, and the height of the panel with the space below it.
pub(super) fn size(panel: &Panel) -> (f64, f64) {
    let width = natural_width(panel, WIDTH).max(WIDTH);
    let frame = Frame { left: MARGIN, top: 0.0, width: width - 2.0 * MARGIN, is_phone: false };
    (width, draw_panel(&Canvas::default(), panel, frame) + BETWEEN)
}

/// Draws a panel and returns its height.
fn draw_panel(canvas: &Canvas, panel: &Panel, frame: Frame) -> f64 {
    match panel {
        Panel::Counts(counts) => counts::draw(canvas, counts, frame),
        Panel::Columns(columns) => columns::draw(canvas, columns, frame),
        Panel::Shares(shares) => shares::draw(canvas, shares, frame),
        Panel::Bars(bars) => bars::draw(canvas, bars, frame),
        Panel::Heat(heat) => heat::draw(canvas, heat, frame),
        Panel::Lines(lines) => lines::draw(canvas, lines, frame),
        Panel::Scatter(scatter) => scatter::draw(canvas, scatter, frame),
        Panel::Map(map) => map::draw(canvas, map, frame),
        Panel::Table(table) => table::draw(canvas, table, frame),
    }
}

/// Draws the finding, the question and the key, and returns where the panels begin.
fn header(canvas: &Canvas, chart: &Chart, room: f64) -> f64 {
    let mut top = 18.0;
    let below = |lines: &[String], set: TextFormat, top: f64| {
        canvas.lines(lines, (MARGIN, top), set);
        top + lines.len() as f64 * set.line_height()
    };
    top = below(&TITLE.wrap_whole(&chart.title, room), TITLE, top) + 3.0;
    for line in chart.question.split('\n') {
        top = below(&SUBTITLE.wrap_whole(line, room), SUBTITLE, top);
    }
    if !chart.key.is_empty() {
        top = phrases(canvas, &chart.key, (MARGIN, top + 1.0), room);
    }
    top + 14.0
}

/// Writes phrases one after the other, and returns the height below them.
fn phrases(canvas: &Canvas, all: &[Phrase], (left, top): PagePoint, room: f64) -> f64 {
    let (mut x, mut y) = (left, top);
    let line = SUBTITLE.line_height();
    for phrase in all {
        let set = TextFormat { bold: phrase.tone != warodds_charts::spec::Tone::Quiet, ..SUBTITLE };
        let set = set.colour(ink(phrase.tone));
        if let Some(fill) = phrase.swatch {
            if x > left && x + 16.0 + set.width(&phrase.text).min(room) > left + room {
                (x, y) = (left, y + line);
            }
            fill_bar(canvas, [(x, y + 3.0), (x + 11.0, y + 13.0)], fill);
            x += 16.0;
        }
        let mut rest = phrase.text.clone();
        while !rest.is_empty() {
            let free = left + room - x;
            let lines = words::wrap_whole(&rest, |part| set.width(part) <= free.max(60.0));
            let Some(first) = lines.first() else { break };
            if set.width(first) > free && x > left {
                (x, y) = (left, y + line);
                continue;
            }
            canvas.text(first, (x, y), set);
            x += set.width(first) + 5.0;
            rest = lines.get(1..).unwrap_or_default().join(" ");
            if !rest.is_empty() {
                (x, y) = (left, y + line);
            }
        }
    }
    y + line
}

/// Draws the foot, and returns the height of the chart.
fn foot(canvas: &Canvas, text: &str, (top, width): (f64, f64)) -> f64 {
    let name = FOOT.bold().colour(INK).anchored(HPos::Right, VPos::Top);
    canvas.text("warodds", (width - MARGIN, top), name);
    let room = width - 2.0 * MARGIN - 70.0;
    let lines = FOOT.wrap_whole(text, room);
    canvas.lines(&lines, (MARGIN, top), FOOT);
    top + lines.len().max(1) as f64 * FOOT.line_height() + 16.0
}

/// Fills a bar.
fn fill_bar(canvas: &Canvas, corners: [PagePoint; 2], fill: Fill) {
    match fill {
        Fill::A => canvas.fill(corners, A),
        Fill::APale => canvas.fill(corners, A_PALE),
        Fill::B => canvas.hatch(corners, B_PALE, B),
        Fill::BPale => canvas.hatch(corners, SURFACE, B_PALE),
        Fill::Missing => canvas.hatch(corners, SURFACE, LINE),
        Fill::Neither => canvas.fill(corners, SUNK),
    }
    match fill {
        Fill::B => canvas.outline(corners, B, 1.0),
        Fill::BPale => canvas.outline(corners, B_PALE, 1.0),
        Fill::Missing => canvas.outline(corners, LINE, 1.0),
        _ => {}
    }
}

/// Where the words of rows of numbers are, in lines of some width.
#[derive(Clone, Copy)]
enum WordsOfRows {
    Beside(f64),
    Above(f64),
}

impl WordsOfRows {
    const fn width(self) -> f64 {
        match self {
            Self::Beside(width) | Self::Above(width) => width,
        }
    }
}

/// Writes rows of numbers below positions, each with its words, and returns their height.
fn number_rows(
    canvas: &Canvas,
    rows: &[NumberRow],
    at: &[f64],
    ((left, top), room): (PagePoint, WordsOfRows),
) -> f64 {
    let mut y = top;
    for row in rows {
        let words = LABEL.colour(ink(row.tone)).anchored(HPos::Left, VPos::Center);
        let lines = words.wrap_whole(&row.words, room.width());
        canvas.lines(&lines, (left, y + ROW / 2.0), words);
        let height = lines.len().max(1) as f64 * words.line_height();
        if matches!(room, WordsOfRows::Above(_)) {
            y += height;
        }
        let set = NUMBER.bold().colour(ink(row.tone));
        let mut end = f64::NEG_INFINITY;
        for (cell, x) in row.cells.iter().zip(at).filter(|(cell, _)| !cell.is_empty()) {
            let half = set.width(cell) / 2.0;
            // a number without room would cover the one before it
            if x - half >= end {
                canvas.text(cell, (*x, y + ROW / 2.0), set);
                end = x + half;
            }
        }
        y += match room {
            WordsOfRows::Beside(_) => ROW + height - words.line_height(),
            WordsOfRows::Above(_) => ROW,
        };
    }
    y - top
}

/// Returns the width of the widest text.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, set: TextFormat) -> f64 {
    texts.into_iter().map(|text| set.width(text)).fold(0.0, f64::max)
}

/// Returns round numbers from `low` to `high`, at most about `most`.
fn ticks((low, high): (f64, f64), most: usize) -> Vec<f64> {
    let raw = (high - low).max(1e-9) / most.max(1) as f64;
    let power = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|one| one * power).find(|one| *one >= raw);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(|number| number as f64 * step).take_while(|tick| *tick <= high + 1e-9).collect()
}

/// Formats a value of an axis or label: as a percentage, or with the decimals that tell neighbours
/// apart.
fn format_tick(value: f64, step: f64, is_chance: bool) -> String {
    let (value, step) = if is_chance { (100.0 * value, 100.0 * step) } else { (value, step) };
    let decimals = (-step.max(1e-9).log10().floor()).clamp(0.0, 6.0) as usize;
    let text = words::minus(&format!("{:.decimals$}", value + 0.0));
    if is_chance { format!("{text} %") } else { text }
}

/// Draws grid lines with labels at the left.
fn grid(
    canvas: &Canvas,
    all: &[f64],
    at: impl Fn(f64) -> f64,
    (left, right): (f64, f64),
    is_chance: bool,
) {
    let step = match all {
        [first, second, ..] => second - first,
        _ => 1.0,
    };
    let set = FOOT.anchored(HPos::Right, VPos::Center);
    for tick in all {
        let y = at(*tick);
        canvas.path(&[(left, y), (right, y)], LINE, 1.0, Dash::Solid);
        canvas.text(&format_tick(*tick, step, is_chance), (left - 6.0, y), set);
    }
}
