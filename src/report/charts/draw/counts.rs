//! Distributions of counts.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, PagePoint, TextFormat};
use super::super::theme::{A, B, FRAME, INK, LABEL, NUMBER, QUIET, SUNK, SURFACE};
use super::marks::bracket;
use super::{Frame, ROW, fill_bar};
use crate::report::words::{self, whole_percent};
use warodds_charts::spec::{Counts, Dark, Fill, Mark, Series};

/// Width of the words at the left.
const WORDS: f64 = 84.0;
/// Height of the bars, alone and among other panels.
const BARS: f64 = 190.0;
const SMALL: f64 = 96.0;
/// Height of a level of marks.
const LEVEL: f64 = 29.0;
/// Chances below this have no number above their bar.
const NUMBERED: f64 = 0.005;
/// Number of marks' levels.
const LEVELS: usize = 3;

/// Where counts are drawn.
struct Axis<'a> {
    counts: &'a Counts,
    left: f64,
    /// Width of a count.
    slot: f64,
    /// Every how many counts a number fits.
    every: i64,
}

impl Axis<'_> {
    /// Returns the middle of a count.
    fn at(&self, count: f64) -> f64 {
        self.left + (count - *self.counts.counts.start() as f64 + 0.5) * self.slot
    }

    /// Returns the counts that have a number, with their places among all.
    fn numbered(&self) -> impl Iterator<Item = (usize, i64)> {
        let every = self.every;
        self.counts.counts.clone().enumerate().filter(move |(_, count)| count % every == 0)
    }
}

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, counts: &Counts, frame: Frame) -> f64 {
    let number = (counts.counts.end() - counts.counts.start() + 1) as f64;
    let lead = if frame.is_narrow() { 0.0 } else { WORDS };
    let slot = (frame.width - lead) / number;
    let every = (26.0 / slot).ceil().max(1.0) as i64;
    let axis = Axis { counts, left: frame.left + lead, slot, every };
    let mut top = frame.top;
    if !counts.name.is_empty() {
        let name = LABEL.bold().colour(INK);
        let lines = name.wrap_whole(&counts.name, frame.width);
        canvas.lines(&lines, (frame.left, top), name);
        top += lines.len() as f64 * name.line_height() + 4.0;
    }
    if frame.is_narrow() {
        // no room beside the bars
        canvas.text("exactly, %", (frame.left, top), LABEL);
        top += LABEL.line_height() + 4.0;
    }
    let marks = place_marks(&axis, frame.right());
    let levels = marks.iter().map(|(_, level, _)| level + 1).max().unwrap_or(0);
    let height = if counts.name.is_empty() { BARS } else { SMALL };
    let floor = top + levels as f64 * LEVEL + height;
    draw_marks(canvas, &axis, &marks, (top, floor));
    if !frame.is_narrow() {
        let set = LABEL.anchored(HPos::Left, VPos::Center);
        canvas.text("exactly, %", (frame.left, floor - height + 14.0), set);
    }
    draw_bars(canvas, &axis, floor, height - 18.0);
    canvas.path(&[(axis.left, floor), (frame.right(), floor)], FRAME, 1.0, Dash::Solid);
    let end = draw_rows(canvas, &axis, floor, frame);
    end - frame.top
}

/// Returns the colours of a series.
const fn colour(place: usize) -> RGBColor {
    if place == 0 { A } else { B }
}

/// Returns the filling of a bar.
fn fill(series: &Series, place: usize, count: i64) -> Fill {
    match (&series.dark, place) {
        (Dark::Sign, _) if count > 0 => Fill::A,
        (Dark::Sign, _) if count < 0 => Fill::B,
        (Dark::Sign, _) => Fill::Neither,
        (Dark::Within(dark), 0) if dark.contains(&count) => Fill::A,
        (Dark::Within(_), 0) => Fill::APale,
        (Dark::Within(dark), _) if dark.contains(&count) => Fill::B,
        (Dark::Within(_), _) => Fill::BPale,
    }
}

fn draw_bars(canvas: &Canvas, axis: &Axis<'_>, floor: f64, height: f64) {
    let all = &axis.counts.series;
    let tallest = all.iter().flat_map(|series| {
        let ends = series.intervals.iter().map(|one| one.map_or(0.0, |(_, high)| high));
        series.exactly.iter().copied().chain(ends)
    });
    let scale = height / tallest.fold(1e-9, f64::max);
    let width = axis.slot * 0.92 / all.len().max(1) as f64;
    let label = TextFormat { size: if width < 24.0 { 11.0 } else { 12.0 }, ..LABEL };
    for (place, series) in all.iter().enumerate() {
        for ((count, p), interval) in
            axis.counts.counts.clone().zip(&series.exactly).zip(&series.intervals)
        {
            let left = axis.at(count as f64) - axis.slot * 0.46 + place as f64 * width;
            let (left, right) = (left + width * 0.03, left + width * 0.97);
            let mut top = floor - p * scale;
            if *p > 0.0 {
                fill_bar(canvas, [(left, top), (right, floor)], fill(series, place, count));
            }
            let middle = f64::midpoint(left, right);
            if let Some((low, high)) = interval.filter(|_| *p > 0.0) {
                let ends = [(middle, floor - low * scale), (middle, floor - high * scale)];
                canvas.whisker(ends, (3.0, 0.0), INK);
                top = floor - high * scale;
            }
            let text = whole_percent(*p);
            if *p >= NUMBERED && label.width(&text) <= axis.slot / all.len() as f64 + 2.0 {
                let tone = if all.len() > 1 { colour(place) } else { QUIET };
                let set = label.colour(tone).anchored(HPos::Center, VPos::Bottom);
                canvas.text(&text, (middle, top - 2.0), set);
            }
        }
    }
}

/// Returns each mark with its level and whether its text is at the left of its line.
fn place_marks<'a>(axis: &Axis<'a>, right: f64) -> Vec<(&'a Mark, usize, bool)> {
    let mut taken: [f64; LEVELS] = [f64::NEG_INFINITY; LEVELS];
    let place = |mark: &'a Mark| {
        let line = axis.at(mark.count as f64 - 0.5);
        let width = LABEL.bold().width(&mark.chances.join(" · ")).max(LABEL.width(&mark.words));
        let is_left = line + 4.0 + width > right;
        let (from, to) =
            if is_left { (line - 4.0 - width, line) } else { (line, line + 4.0 + width) };
        let level = taken.iter().position(|end| *end <= from - 8.0).unwrap_or(LEVELS - 1);
        if let Some(end) = taken.get_mut(level) {
            *end = to;
        }
        (mark, level, is_left)
    };
    axis.counts.marks.iter().map(place).collect()
}

fn draw_marks(
    canvas: &Canvas,
    axis: &Axis<'_>,
    marks: &[(&Mark, usize, bool)],
    (top, floor): (f64, f64),
) {
    for (mark, level, is_left) in marks {
        let x = axis.at(mark.count as f64 - 0.5);
        let y = top + *level as f64 * LEVEL;
        canvas.path(&[(x, y + 2.0), (x, floor)], QUIET, 1.0, Dash::Short);
        let (edge, across) = if *is_left { (x - 4.0, HPos::Right) } else { (x + 4.0, HPos::Left) };
        canvas.text(&mark.words, (edge, y), LABEL.anchored(across, VPos::Top));
        let below = y + LABEL.line_height();
        match mark.chances.as_slice() {
            [first, second] => {
                let set = LABEL.bold().anchored(HPos::Left, VPos::Top);
                let whole = set.width(first) + set.width(second) + 12.0;
                let start = if *is_left { edge - whole } else { edge };
                canvas.text(first, (start, below), set.colour(A));
                canvas.text("·", (start + set.width(first) + 3.0, below), set);
                canvas.text(second, (start + set.width(first) + 12.0, below), set.colour(B));
            }
            all => {
                let set = LABEL.bold().colour(INK).anchored(across, VPos::Top);
                canvas.text(&all.join(" · "), (edge, below), set);
            }
        }
    }
}

/// Draws the counts, the intervals and the chances of at least k, and returns where they end.
fn draw_rows(canvas: &Canvas, axis: &Axis<'_>, floor: f64, frame: Frame) -> f64 {
    let Counts { counted, series, .. } = axis.counts;
    let words = LABEL.anchored(HPos::Left, VPos::Center);
    let mut y = floor + ROW * 0.6;
    if frame.is_narrow() {
        canvas.text(counted, (frame.left, y + ROW), words);
    } else {
        let lines = words.wrap(counted, 2, WORDS - 6.0);
        for (place, line) in lines.iter().enumerate() {
            canvas.text(line, (frame.left, y + place as f64 * 12.0), words);
        }
        if lines.len() > 1 {
            y += 8.0;
        }
    }
    let framed: Vec<i64> = series.iter().filter_map(|one| one.framed).collect();
    for (_, count) in axis.numbered() {
        let set = NUMBER.colour(INK);
        let set = if framed.contains(&count) { set.bold() } else { set };
        canvas.text(&words::minus(&count.to_string()), (axis.at(count as f64), y), set);
    }
    y += if frame.is_narrow() { 2.0 * ROW } else { ROW };
    if !frame.is_narrow() {
        let interval = y + (series.len().max(1) - 1) as f64 * 7.0;
        canvas.text("90 % interval", (frame.left, interval), words);
    }
    for (place, one) in series.iter().enumerate() {
        draw_interval(canvas, axis, (one, place), y, frame.right());
        y += 14.0;
    }
    y -= 3.0;
    for (place, one) in series.iter().enumerate() {
        y += draw_reached(canvas, axis, (one, place), (frame, y));
    }
    y
}

fn draw_interval(
    canvas: &Canvas,
    axis: &Axis<'_>,
    (series, place): (&Series, usize),
    y: f64,
    right: f64,
) {
    let tone = if axis.counts.series.len() > 1 { colour(place) } else { INK };
    let dash = if place == 0 { Dash::Solid } else { Dash::Long };
    let [low, mean, high] =
        [series.middle.0, series.mean, series.middle.1].map(|value| axis.at(value));
    bracket(canvas, [low, mean, high], y, (tone, dash));
    let text = format!("mean {}", series.mean_words);
    let set = LABEL.bold().colour(tone).anchored(HPos::Left, VPos::Center);
    let width = set.width(&text);
    let (end, across) = if high + 8.0 + width <= right {
        (high + 8.0, HPos::Left)
    } else if low - 8.0 - width >= axis.left {
        (low - 8.0, HPos::Right)
    } else {
        // no room at either end: on the line, beside the mean
        let start = if mean + 10.0 + width < high { mean + 8.0 } else { mean - 10.0 - width };
        let start = start.min(right - width - 2.0).max(axis.left);
        canvas.fill([(start, y - 6.0), (start + width + 2.0, y + 6.0)], SURFACE);
        (start + 1.0, HPos::Left)
    };
    canvas.text(&text, (end, y), set.anchored(across, VPos::Center));
}

fn draw_reached(
    canvas: &Canvas,
    axis: &Axis<'_>,
    (series, place): (&Series, usize),
    (frame, top): (Frame, f64),
) -> f64 {
    let words_above = if frame.is_narrow() { ROW } else { 0.0 };
    let (start, top) = (top, top + words_above);
    let bottom = top + ROW;
    canvas.fill([(frame.left, start), (frame.right(), bottom)], SUNK);
    let tone = if axis.counts.series.len() > 1 { colour(place) } else { INK };
    let middle = f64::midpoint(top, bottom);
    let words = LABEL.colour(tone).anchored(HPos::Left, VPos::Center);
    let label = if frame.is_narrow() {
        format!("{}, % (90 % interval above)", series.row)
    } else {
        format!("{}, %", series.row)
    };
    canvas.text(&label, (frame.left + 5.0, middle - words_above), words);
    let chance = |place: usize| series.reached.get(place).copied().unwrap_or(0.0);
    let framed = series.framed.filter(|count| axis.counts.counts.contains(count));
    if let Some(count) = framed {
        let (x, half) = (axis.at(count as f64), (axis.slot / 2.0 - 1.0).max(13.0));
        let corners: [PagePoint; 2] = [(x - half, top), (x + half, bottom)];
        canvas.fill(corners, SURFACE);
        canvas.outline(corners, colour(place), 1.5);
    }
    let first = *axis.counts.counts.start();
    let is_shown = |count: i64| {
        count % axis.every == 0
            && framed
                .is_none_or(|one| one == count || ((one - count).abs() as f64) * axis.slot >= 24.0)
    };
    for count in axis.counts.counts.clone() {
        if !(is_shown(count) || framed == Some(count)) {
            continue;
        }
        let set = if framed == Some(count) {
            NUMBER.bold().colour(colour(place))
        } else {
            NUMBER.colour(tone)
        };
        let p = chance(usize::try_from(count - first).unwrap_or(0));
        canvas.text(&whole_percent(p), (axis.at(count as f64), middle), set);
    }
    words_above + ROW + 3.0
}
