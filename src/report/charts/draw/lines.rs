//! Values over a number.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, Marker, PagePoint};
use super::super::theme::{A, B, FRAME, INK, LABEL, NUMBER, QUIET};
use super::{Frame, ROW, WordsOfRows, format_tick, grid, number_rows, ticks};
use crate::report::words;
use warodds_charts::spec::{Line, Lines};

/// Height of a plot.
const HEIGHT: f64 = 210.0;
/// Width of the numbers at the left, and widest names at the right.
const LEFT: f64 = 40.0;
const NAMES: f64 = 190.0;
const NARROW_NAMES: f64 = 90.0;
/// Lines with more points have no markers, which would hide them.
const MARKED: usize = 30;

/// Colour, marker and dash of each line. The first two are those of the sides.
const STYLES: [(RGBColor, Marker, Dash); 6] = [
    (A, Marker::Dot, Dash::Solid),
    (B, Marker::Square, Dash::Long),
    (INK, Marker::Triangle, Dash::Short),
    (FRAME, Marker::Diamond, Dash::Solid),
    (RGBColor(0x5f, 0xa3, 0xcf), Marker::Ring, Dash::Long),
    (QUIET, Marker::Cross, Dash::Short),
];

/// Where values are drawn.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    floor: f64,
    across: (f64, f64),
    values: (f64, f64),
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> PagePoint {
        let part = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low).max(1e-9);
        (
            self.left + part(x, self.across) * (self.right - self.left),
            self.floor - part(y, self.values) * (self.floor - self.top),
        )
    }
}

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, all: &Lines, frame: Frame) -> f64 {
    let room = if frame.is_narrow() { NARROW_NAMES } else { NAMES };
    let names: Vec<Vec<String>> =
        all.lines.iter().map(|line| LABEL.bold().wrap_whole(&line.name, room)).collect();
    let widths = names.iter().flatten().map(|line| LABEL.bold().width(line));
    let rows = all.rows.iter().map(|row| LABEL.width(&row.words).min(NAMES));
    let beside = rows.fold(LABEL.width(&all.across), f64::max) + 14.0;
    let across = if frame.is_narrow() { 0.0 } else { beside };
    let lead = widths.fold(0.0, f64::max).max(across) + 14.0;
    let mut top = frame.top;
    for text in [&all.name, &all.measure] {
        if !text.is_empty() {
            let set = if text == &all.name { LABEL.bold().colour(INK) } else { LABEL };
            let lines = set.wrap_whole(text, frame.width);
            canvas.lines(&lines, (frame.left, top), set);
            top += lines.len() as f64 * set.line_height() + 2.0;
        }
    }
    let top = top + 6.0;
    // room for all names, each with its value below
    let lines = names.iter().map(|lines| lines.len() + 1).sum::<usize>() as f64;
    let height = HEIGHT.max(lines * LABEL.line_height());
    let plot = Plot {
        left: frame.left + LEFT,
        right: frame.right() - lead,
        top,
        floor: top + height,
        across: range(points(all).map(|(x, ..)| x), false),
        values: value_range(all),
    };
    let marks = ticks(plot.values, 6);
    grid(canvas, &marks, |tick| plot.at(0.0, tick).1, (plot.left, plot.right), all.is_chance);
    for (line, style) in all.lines.iter().zip(STYLES.iter().cycle()) {
        draw_band(canvas, line, &plot, style);
    }
    for (line, style) in all.lines.iter().zip(STYLES.iter().cycle()) {
        draw_line(canvas, line, &plot, (*style, all.steps));
    }
    canvas.path(&[(plot.left, plot.floor), (plot.right, plot.floor)], FRAME, 1.0, Dash::Solid);
    draw_names(canvas, all, &names, &plot);
    draw_numbers(canvas, all, &plot, frame) - frame.top
}

fn points(all: &Lines) -> impl Iterator<Item = (f64, f64, Option<(f64, f64)>)> {
    all.lines.iter().flat_map(|line| line.points.iter().copied())
}

/// Returns the least and the greatest value; with 0 if asked.
fn range(values: impl Iterator<Item = f64>, with_zero: bool) -> (f64, f64) {
    let start = if with_zero { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
    let (low, high) = values.fold(start, |(low, high), one| (low.min(one), high.max(one)));
    if low.is_finite() && high > low { (low, high) } else { (low.min(0.0), low.max(0.0) + 1.0) }
}

/// Returns the range of values with intervals and bands; chances reach from 0 to at least the next
/// tenth.
fn value_range(all: &Lines) -> (f64, f64) {
    let bands = all.lines.iter().flat_map(|line| &line.band).flat_map(|(low, high)| [*low, *high]);
    let values = points(all).flat_map(|(_, y, interval)| {
        let (low, high) = interval.unwrap_or((y, y));
        [y, low, high]
    });
    let (low, high) = range(values.chain(bands), true);
    if all.is_chance { (0.0, ((high * 10.0 - 1e-9).ceil() / 10.0).max(0.1)) } else { (low, high) }
}

fn draw_band(
    canvas: &Canvas,
    line: &Line,
    plot: &Plot,
    (colour, _, dash): &(RGBColor, Marker, Dash),
) {
    let edge = |end: fn(&(f64, f64)) -> f64| -> Vec<PagePoint> {
        let places = line.points.iter().zip(&line.band);
        places.map(|((x, ..), band)| plot.at(*x, end(band))).collect()
    };
    let (low, high) = (edge(|band| band.0), edge(|band| band.1));
    let around: Vec<PagePoint> = low.iter().chain(high.iter().rev()).copied().collect();
    if around.is_empty() {
        return;
    }
    // a filling for one side, an outline for the other
    if *dash == Dash::Solid {
        canvas.shade(&around, *colour);
    } else {
        canvas.path(&low, *colour, 1.0, Dash::Short);
        canvas.path(&high, *colour, 1.0, Dash::Short);
    }
}

fn draw_line(
    canvas: &Canvas,
    line: &Line,
    plot: &Plot,
    ((colour, marker, dash), steps): ((RGBColor, Marker, Dash), bool),
) {
    let places: Vec<PagePoint> = line.points.iter().map(|(x, y, _)| plot.at(*x, *y)).collect();
    let corners: Vec<PagePoint> = if steps {
        let pairs = places.windows(2).flat_map(|pair| match pair {
            [from, to] => vec![*from, (from.0, to.1)],
            _ => Vec::new(),
        });
        pairs.chain(places.last().copied()).collect()
    } else {
        places.clone()
    };
    canvas.path(&corners, colour, 2.0, dash);
    for (x, _, interval) in &line.points {
        if let Some((low, high)) = interval {
            canvas.whisker([plot.at(*x, *low), plot.at(*x, *high)], (3.0, 0.0), colour);
        }
    }
    if places.len() <= MARKED {
        places.iter().for_each(|place| canvas.marker(marker, *place, colour));
    }
}

/// Writes each name with its last value beside the end of its line, from top to bottom.
fn draw_names(canvas: &Canvas, all: &Lines, names: &[Vec<String>], plot: &Plot) {
    let mut ends: Vec<(f64, usize)> = all
        .lines
        .iter()
        .enumerate()
        .filter_map(|(place, line)| Some((plot.at(0.0, line.points.last()?.1).1, place)))
        .collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let line_height = LABEL.line_height();
    let height = |place: usize| (names.get(place).map_or(0, Vec::len) + 1) as f64 * line_height;
    let whole: f64 = ends.iter().map(|(_, place)| height(*place)).sum();
    let mut next = f64::NEG_INFINITY;
    let mut below = whole;
    for (y, place) in ends {
        let (Some(line), Some(words)) = (all.lines.get(place), names.get(place)) else { continue };
        // no lower than leaves room for the names below
        let lowest = plot.floor - below + line_height / 2.0;
        let y = (y - height(place) / 2.0 + line_height / 2.0).min(lowest).max(next);
        below -= height(place);
        let (colour, ..) = STYLES[place % STYLES.len()];
        let set = LABEL.bold().colour(colour).anchored(HPos::Left, VPos::Center);
        canvas.lines(words, (plot.right + 10.0, y), set);
        let value = line.points.last().map_or(0.0, |(_, y, _)| *y);
        // as the title says it
        let value = if all.is_chance {
            format!("{} %", words::whole_percent(value))
        } else {
            words::minus(&words::rounded(value))
        };
        let last = y + words.len() as f64 * line_height;
        canvas.text(
            &value,
            (plot.right + 10.0, last),
            LABEL.colour(colour).anchored(HPos::Left, VPos::Center),
        );
        next = y + height(place);
    }
}

/// Writes the numbers across and the rows below, and returns where they end.
fn draw_numbers(canvas: &Canvas, all: &Lines, plot: &Plot, frame: Frame) -> f64 {
    let mut across: Vec<f64> = points(all).map(|(x, ..)| x).collect();
    across.sort_by(f64::total_cmp);
    across.dedup();
    let every = (across.len() as f64 * 24.0 / (plot.right - plot.left)).ceil().max(1.0) as usize;
    let shown: Vec<f64> = across.iter().copied().step_by(every).collect();
    let y = plot.floor + ROW * 0.7;
    let is_whole = across.iter().all(|x| x.fract() == 0.0);
    for x in &shown {
        let text = format_tick(*x, if is_whole { 1.0 } else { 0.01 }, false);
        canvas.text(&text, (plot.at(*x, 0.0).0, y), NUMBER.bold().colour(INK));
    }
    let set = LABEL.anchored(HPos::Left, VPos::Center);
    let places: Vec<f64> = across.iter().map(|x| plot.at(*x, 0.0).0).collect();
    let top = plot.floor + ROW * 1.3;
    if frame.is_narrow() {
        canvas.text(&all.across, (plot.left, y + ROW), set);
        let top = top + ROW;
        let room = WordsOfRows::Above(frame.width);
        return top + number_rows(canvas, &all.rows, &places, ((frame.left, top), room));
    }
    canvas.text(&all.across, (plot.right + 24.0, y), set);
    let room = WordsOfRows::Beside(NAMES);
    top + number_rows(canvas, &all.rows, &places, ((plot.right + 24.0, top), room))
}
