//! Intervals and means on a line.

use super::super::canvas::{Canvas, Dash, Marker};
use plotters::style::RGBColor;

/// Draws a bracket from one end to the other with a diamond at the mean.
pub(super) fn bracket(
    canvas: &Canvas,
    [low, mean, high]: [f64; 3],
    y: f64,
    (colour, dash): (RGBColor, Dash),
) {
    canvas.path(&[(low, y), (high, y)], colour, 1.5, dash);
    for end in [low, high] {
        canvas.path(&[(end, y - 3.0), (end, y + 3.0)], colour, 1.5, Dash::Solid);
    }
    canvas.marker(Marker::Diamond, (mean, y), colour);
}
