//! Points with names.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, Marker, PagePoint, TextFormat};
use super::super::theme::{FRAME, INK, LABEL, NUMBER, QUIET, ink};
use super::{Frame, ROW, grid, ticks};
use warodds_charts::spec::{Scatter, Tone};

const HEIGHT: f64 = 400.0;
/// Width of the numbers at the left.
const LEFT: f64 = 44.0;
/// Diameter of a marker with the space around it.
const MARKER: f64 = 10.0;
/// Space between a marker and its name.
const GAP: f64 = 8.0;
const NAME: TextFormat = LABEL.anchored(HPos::Left, VPos::Center);

/// Where values are drawn, and what is drawn already.
struct Plot {
    corners: [PagePoint; 2],
    across: (f64, f64),
    values: (f64, f64),
    taken: Vec<[PagePoint; 2]>,
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> PagePoint {
        let part = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low).max(1e-9);
        let [(left, top), (right, floor)] = self.corners;
        (left + part(x, self.across) * (right - left), floor - part(y, self.values) * (floor - top))
    }
}

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, all: &Scatter, frame: Frame) -> f64 {
    canvas.text(&all.measure, (frame.left, frame.top), LABEL);
    let top = frame.top + LABEL.line_height() + 6.0;
    let mut plot = Plot {
        corners: [(frame.left + LEFT, top), (frame.right(), top + HEIGHT)],
        across: range(all.points.iter().map(|point| point.x), 0.6),
        values: range(all.points.iter().map(|point| point.y), 0.0),
        taken: Vec::new(),
    };
    let [(left, top), (right, floor)] = plot.corners;
    grid(canvas, &ticks(plot.values, 8), |tick| plot.at(0.0, tick).1, (left, right), false);
    canvas.path(&[(left, floor), (right, floor)], FRAME, 1.0, Dash::Solid);
    let y = floor + ROW * 0.7;
    for tick in ticks(plot.across, 14).into_iter().filter(|tick| tick.fract() == 0.0) {
        canvas.text(&tick.to_string(), (plot.at(tick, 0.0).0, y), NUMBER.bold().colour(INK));
    }
    canvas.text(&all.across, (frame.left, y), LABEL.anchored(HPos::Left, VPos::Center));
    let mut line = Vec::new();
    if let Some((at_zero, slope)) = all.line {
        let end = |x: f64| {
            let (x, y) = plot.at(x, at_zero + slope * x);
            // the line ends where the plot does
            (x, y.clamp(top, floor))
        };
        let ends = [end(plot.across.0), end(plot.across.1)];
        canvas.path(&ends, QUIET, 1.5, Dash::Long);
        line = on_line(ends);
    }
    let places = places(all, &plot);
    let markers = places.iter().map(|place| around(*place, (MARKER, MARKER)));
    plot.taken = markers.chain(line).collect();
    for (point, place) in all.points.iter().zip(&places) {
        let tone = point.name.as_ref().map(|(_, tone)| *tone);
        let marker = if tone == Some(Tone::B) { Marker::Square } else { Marker::Dot };
        canvas.marker(marker, *place, tone.map_or(FRAME, ink));
    }
    for (point, place) in all.points.iter().zip(&places) {
        if let Some((name, tone)) = &point.name {
            draw_name(canvas, (name, *tone), *place, &mut plot);
        }
    }
    floor + ROW * 1.4 - frame.top
}

/// Returns the range of values with some room at both ends.
fn range(values: impl Iterator<Item = f64> + Clone, room: f64) -> (f64, f64) {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    let room = room.max(0.04 * (high - low)).max(1e-6);
    (low - room, high + room)
}

/// Returns where the points are drawn: those of one number move aside until none covers another.
fn places(all: &Scatter, plot: &Plot) -> Vec<PagePoint> {
    let mut places: Vec<PagePoint> = Vec::new();
    for point in &all.points {
        let (x, y) = plot.at(point.x, point.y);
        let mut aside = (0..40).map(|step: i32| {
            let side = if step % 2 == 0 { 1.0 } else { -1.0 };
            (x + side * f64::from((step + 1) / 2) * MARKER, y)
        });
        let is_free = |place: &PagePoint| {
            places.iter().all(|other| (place.0 - other.0).hypot(place.1 - other.1) >= MARKER)
        };
        places.push(aside.find(is_free).unwrap_or((x, y)));
    }
    places
}

/// Returns small rectangles along a line, which names must not cover.
fn on_line([from, to]: [PagePoint; 2]) -> Vec<[PagePoint; 2]> {
    let steps = ((to.0 - from.0) / 4.0).ceil().max(1.0);
    let at = |step: u32| {
        let part = f64::from(step) / steps;
        (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
    };
    (0..=steps as u32).map(|step| around(at(step), (4.0, 4.0))).collect()
}

/// Returns the rectangle around a place.
fn around((x, y): PagePoint, (width, height): PagePoint) -> [PagePoint; 2] {
    [(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)]
}

fn overlap([a, b]: &[PagePoint; 2], [c, d]: &[PagePoint; 2]) -> bool {
    a.0 < d.0 && c.0 < b.0 && a.1 < d.1 && c.1 < b.1
}

/// Writes a name beside its marker, where it covers nothing that is drawn.
fn draw_name(canvas: &Canvas, (name, tone): (&str, Tone), (x, y): PagePoint, plot: &mut Plot) {
    let (width, height) = (NAME.width(name), NAME.line_height());
    let beside = [x + GAP + width / 2.0, x - GAP - width / 2.0];
    let shifts = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0].map(|lines| lines * height);
    let mut centres = shifts.into_iter().flat_map(|shift| beside.map(|middle| (middle, y + shift)));
    let [(left, top), (right, floor)] = plot.corners;
    let is_free = |centre: &PagePoint| {
        let area = around(*centre, (width, height));
        let is_inside =
            area[0].0 > left && area[1].0 < right && area[0].1 > top && area[1].1 < floor;
        is_inside && !plot.taken.iter().any(|other| overlap(&area, other))
    };
    // a name without room is in the words above the plot
    let Some(centre) = centres.find(is_free) else { return };
    plot.taken.push(around(centre, (width, height)));
    if centre.1 != y {
        let end = if centre.0 > x { centre.0 - width / 2.0 } else { centre.0 + width / 2.0 };
        canvas.path(&[(x, y), (end, centre.1)], ink(tone), 1.0, Dash::Solid);
    }
    canvas.text(name, (centre.0 - width / 2.0, centre.1), NAME.colour(ink(tone)));
}
