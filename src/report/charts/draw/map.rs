//! Where on a table something happens: a map for each side, its own edge at the bottom.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, PagePoint};
use super::super::theme::{FOOT, LABEL, heat, ink};
use super::Frame;
use warodds_charts::spec::{Map, Tone};

/// Space between the maps, and to the left of each.
const BETWEEN: f64 = 26.0;
const LEFT: f64 = 30.0;
/// Inches between labels.
const FOOT_OF_INCHES: usize = 12;

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, map: &Map, frame: Frame) -> f64 {
    let [columns, rows] = map.squares;
    let room = (frame.width - BETWEEN) / 2.0 - LEFT;
    // half units are whole pixels, so that all squares are equal
    let step = (2.0 * room / columns.max(1) as f64).floor().max(1.0) / 2.0;
    let names: Vec<Vec<String>> =
        map.names.iter().map(|name| LABEL.bold().wrap_whole(name, room)).collect();
    let lines = names.iter().map(Vec::len).max().unwrap_or(0);
    let top = frame.top + lines as f64 * LABEL.line_height() + 6.0;
    let highest = map.shares.iter().flatten().copied().fold(0.0, f64::max);
    for (side, (lines, tone)) in names.iter().zip([Tone::A, Tone::B]).enumerate() {
        let left = frame.left + LEFT + side as f64 * (room + LEFT + BETWEEN);
        canvas.lines(lines, (left, frame.top), LABEL.bold().colour(ink(tone)));
        for (place, share) in map.shares[side].iter().enumerate() {
            let (column, row) = (place % columns.max(1), place / columns.max(1));
            let x = left + column as f64 * step;
            // rows count from the own edge, but y grows downwards
            let y = top + (rows as f64 - 1.0 - row as f64) * step;
            // units crowd on objectives: on a linear scale the rest would look empty
            let part = (share / highest.max(1e-9)).sqrt();
            canvas.fill([(x, y), (x + step, y + step)], heat(part, false));
        }
        draw_inches(canvas, map, (left, top), step);
    }
    top + rows as f64 * step + 36.0 - frame.top
}

/// Draws inches from the left and from the own edge.
fn draw_inches(canvas: &Canvas, map: &Map, (left, top): PagePoint, step: f64) {
    let [columns, rows] = map.squares;
    let bottom = top + rows as f64 * step;
    let every = (FOOT_OF_INCHES / map.inches.max(1)).max(1);
    for square in (0..=columns).step_by(every) {
        let set = FOOT.anchored(HPos::Center, VPos::Top);
        let x = left + square as f64 * step;
        canvas.text(&format!("{}″", square * map.inches), (x, bottom + 6.0), set);
    }
    for square in (0..=rows).step_by(every) {
        let set = FOOT.anchored(HPos::Right, VPos::Center);
        let y = bottom - square as f64 * step;
        canvas.text(&format!("{}″", square * map.inches), (left - 4.0, y), set);
    }
    let middle = left + columns as f64 * step / 2.0;
    canvas.text("own edge", (middle, bottom + 20.0), FOOT.anchored(HPos::Center, VPos::Top));
}
