//! Colours of a map, and what they mean.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::colors::colormaps::ViridisRGB;
use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Drawn, INK, MARGIN, Point, Type};
use super::side::Range;

/// The size of the colour bar, and the height of it and its numbers.
const SCALE: Point = (320.0, 14.0);
pub const SCALE_HEIGHT: f64 = 50.0;
const TICK: Type = Type::plain(13.5).colour(INK).anchored(HPos::Center, VPos::Top);
/// The stripes it is drawn with.
const STRIPES: u32 = 160;

/// The colour of a part of what colours span: dark is much.
pub fn colour(part: f64) -> RGBColor {
    ViridisRGB::get_color(1.0 - part)
}

/// What the colours of a map mean.
pub struct Scale<'a> {
    /// What they span.
    pub range: Range,
    /// How its numbers are written.
    pub tell: &'a dyn Fn(f64) -> String,
    /// What they measure.
    pub words: &'a str,
}

impl Scale<'_> {
    /// Draws it with its upper end at `top`.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, top: f64) -> Drawn<DB> {
        let Self { range, tell, words } = self;
        for stripe in 0..STRIPES {
            let [from, to] = [stripe, stripe + 1].map(|n| f64::from(n) / f64::from(STRIPES));
            let value = range.low + f64::midpoint(from, to) * (range.high - range.low);
            let corners = [(MARGIN + from * SCALE.0, top), (MARGIN + to * SCALE.0, top + SCALE.1)];
            canvas.fill(corners, colour(range.part(value)))?;
        }
        for tick in round_ticks(range.low, range.high) {
            let x = MARGIN + range.part(tick) * SCALE.0;
            let set = TICK.anchored(HPos::Center, VPos::Top);
            canvas.text(&tell(tick), (x, top + SCALE.1 + 4.0), set)?;
        }
        let cut = if range.is_cut {
            format!(" (all above {} alike)", tell(range.high))
        } else {
            String::new()
        };
        canvas.text(
            &format!("{words}{cut}"),
            (MARGIN + SCALE.0 + 22.0, top + SCALE.1 / 2.0),
            TICK.anchored(HPos::Left, VPos::Center),
        )
    }
}

/// Round numbers from `low` to `high`, at most five of them.
fn round_ticks(low: f64, high: f64) -> Vec<f64> {
    if high <= low {
        return vec![low];
    }
    RangedCoordf64::from(low..high).key_points(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(round_ticks(0.03, 4.9), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(round_ticks(2.0, 2.0), [2.0]);
    }
}
