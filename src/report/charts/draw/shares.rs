//! Bars that are each 100%.

use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, Marker};
use super::super::theme::{A, B, INK, LABEL, SURFACE, ink_on};
use super::{Frame, fill_bar};
use crate::report::words::whole_percent;
use warodds_charts::spec::{Fill, Share};

/// Height of a bar, alone and among others.
const ALONE: f64 = 40.0;
const SMALL: f64 = 24.0;
/// Space above the bars.
const ABOVE: f64 = 16.0;
/// Space below a bar for its interval.
const BELOW: f64 = 16.0;

/// Draws a panel and returns its height.
pub(super) fn draw(canvas: &Canvas, all: &[Share], frame: Frame) -> f64 {
    let height = if all.len() == 1 { ALONE } else { SMALL };
    let middle = frame.left + frame.width / 2.0;
    let has_even = all.iter().all(is_decided);
    if has_even {
        canvas.text("even", (middle, frame.top + 6.0), LABEL.anchored(HPos::Center, VPos::Center));
    }
    let mut y = frame.top + if has_even { ABOVE } else { 4.0 };
    for share in all {
        if !share.name.is_empty() {
            let lines = LABEL.colour(INK).wrap_whole(&share.name, frame.width);
            canvas.lines(&lines, (frame.left, y), LABEL.colour(INK));
            y += lines.len() as f64 * LABEL.line_height() + 2.0;
        }
        let labels = draw_bar(canvas, share, (frame, y, height));
        // never through a label
        if has_even && !labels.iter().any(|(from, to)| *from < middle && middle < *to) {
            canvas.path(&[(middle, y - 3.0), (middle, y + height + 3.0)], INK, 1.5, Dash::Short);
        }
        y += height + if share.interval.is_some() { BELOW } else { 8.0 };
    }
    y - frame.top
}

/// Returns whether one side wins more than half of the time: otherwise nothing is even at a half.
fn is_decided(share: &Share) -> bool {
    let won = |(fill, _): &&(Fill, f64)| matches!(fill, Fill::A | Fill::B);
    share.parts.iter().filter(won).map(|(_, part)| part).sum::<f64>() > 0.5
}

/// Draws a bar and returns where its labels begin and end.
fn draw_bar(
    canvas: &Canvas,
    share: &Share,
    (frame, y, height): (Frame, f64, f64),
) -> Vec<(f64, f64)> {
    let mut labels = Vec::new();
    let (mut left, bottom) = (frame.left, y + height);
    for (fill, part) in &share.parts {
        let right = left + part * frame.width;
        if *part > 0.0 {
            // a gap tells neighbours apart in print
            fill_bar(canvas, [(left, y), ((right - 1.5).max(left + 0.5), bottom)], *fill);
        }
        let size = if height > SMALL { 17.0 } else { 12.0 };
        let set = super::super::canvas::TextFormat { size, ..LABEL.bold() };
        let text = format!("{} %", whole_percent(*part));
        let middle = f64::midpoint(y, bottom);
        let long = set.width(&text);
        if right - left > long + 14.0 {
            labels.push(match fill {
                Fill::A => (left + 10.0, left + 10.0 + long),
                Fill::B => (right - 20.0 - long, right - 7.0),
                _ => (
                    f64::midpoint(left, right) - long / 2.0,
                    f64::midpoint(left, right) + long / 2.0,
                ),
            });
            match fill {
                Fill::A => {
                    let set = set.colour(SURFACE).anchored(HPos::Left, VPos::Center);
                    canvas.text(&text, (left + 10.0, middle), set);
                }
                Fill::B => {
                    let around = [(right - 20.0 - long, y + 4.0), (right - 7.0, bottom - 4.0)];
                    canvas.fill(around, SURFACE);
                    let set = set.colour(B).anchored(HPos::Right, VPos::Center);
                    canvas.text(&text, (right - 13.0, middle), set);
                }
                _ => {
                    let set = set.colour(ink_on(*fill)).anchored(HPos::Center, VPos::Center);
                    canvas.text(&text, (f64::midpoint(left, right), middle), set);
                }
            }
        }
        left = right;
    }
    if let Some((low, high)) = share.interval {
        let at = |part: f64| frame.left + part * frame.width;
        let first = share.parts.first().map_or(0.0, |(_, part)| *part);
        canvas.whisker([(at(low), bottom + 7.0), (at(high), bottom + 7.0)], (0.0, 3.0), A);
        canvas.marker(Marker::Diamond, (at(first), bottom + 7.0), A);
    }
    labels
}
