//! The mapping from values to positions on the page.

use std::ops::Range;

use super::axis::PlotAxis;
use super::canvas::{Canvas, PagePoint, PlotFrame, TICK, TextFormat};

/// Default height of tick labels and words at the bottom of a frame.
pub(super) const BELOW: f64 = 50.0;
/// Width of the vertical words at the left of a frame.
const UPRIGHT: f64 = 22.0;

/// A drawn plot, which maps values to positions on the page.
pub(super) struct Plot {
    spans: (Range<f64>, Range<f64>),
    /// Left and right edge in units.
    pub across: (f64, f64),
    /// Upper and lower edge in units.
    pub down: (f64, f64),
}

impl Plot {
    /// Draws the axes and returns the plot between them.
    pub(super) fn draw(canvas: &Canvas, frame: PlotFrame, x: &PlotAxis, y: &PlotAxis) -> Self {
        let (corner, size) = (frame.corner, frame.size);
        let upright = if y.words.is_empty() { 0.0 } else { UPRIGHT };
        canvas.axes(frame, upright, [x, y]);
        let plot = Self {
            across: (corner.0 + upright + frame.left, corner.0 + size.0),
            down: (corner.1, corner.1 + size.1 - frame.below),
            spans: (x.range.clone(), y.range.clone()),
        };
        let middle = f64::midpoint(plot.down.0, plot.down.1);
        canvas.vertical_text(&y.words, (corner.0 + UPRIGHT / 2.0, middle), TextFormat::plain(TICK));
        plot
    }

    /// Returns the position of a pair of values on the page, in units.
    pub(super) fn at(&self, x: f64, y: f64) -> PagePoint {
        let part = |value: f64, span: &Range<f64>| (value - span.start) / (span.end - span.start);
        let (right, up) = (part(x, &self.spans.0), part(y, &self.spans.1));
        (
            self.across.0 + right * (self.across.1 - self.across.0),
            self.down.1 - up * (self.down.1 - self.down.0),
        )
    }
}
