//! The colours of a heat map and their scale.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::style::RGBColor;
use plotters::style::colors::colormaps::ViridisRGB;
use plotters::style::text_anchor::{HPos, VPos};

use super::super::axis::distinct;
use super::super::canvas::{Canvas, INK, MARGIN, PagePoint, TextFormat};
use super::axis::ColourRange;

/// Size of the colour bar, and its height with tick labels.
const SCALE: PagePoint = (320.0, 14.0);
pub(crate) const SCALE_HEIGHT: f64 = 50.0;
const TICK: TextFormat = TextFormat::plain(13.5).colour(INK).anchored(HPos::Center, VPos::Top);
/// Number of stripes of the colour bar.
const STRIPES: u32 = 160;

/// A colour map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourMap {
    /// From light to dark for increasing values.
    Sequential,
    /// From the colour of the second side of a duel over a light middle to that of the first side.
    Diverging,
}

/// Ends of the diverging colours (those of the sides in other charts of duels, but darker) and
/// their middle.
const ENDS: [RGBColor; 2] = [RGBColor(160, 70, 20), RGBColor(40, 90, 150)];
const MIDDLE: RGBColor = RGBColor(247, 247, 245);

impl ColourMap {
    /// Returns the colour at `part` of the range, from 0 to 1.
    pub(crate) fn at(self, part: f64) -> RGBColor {
        match self {
            // viridis runs from dark to light, but on white paper dark reads as more
            Self::Sequential => ViridisRGB::get_color(1.0 - part),
            Self::Diverging if part < 0.5 => blend(MIDDLE, ENDS[0], 1.0 - 2.0 * part),
            Self::Diverging => blend(MIDDLE, ENDS[1], 2.0 * part - 1.0),
        }
    }

    /// Returns the range of the colours for some values; diverging colours are symmetric around
    /// 0.5.
    pub(crate) fn range(self, values: Vec<f64>) -> Option<ColourRange> {
        match self {
            Self::Sequential => ColourRange::of(values),
            Self::Diverging => ColourRange::around_half(&values),
        }
    }
}

/// Mixes two colours; `part` is the share of the second.
fn blend(one: RGBColor, other: RGBColor, part: f64) -> RGBColor {
    let mix = |from: u8, to: u8| {
        (f64::from(from) + part.clamp(0.0, 1.0) * (f64::from(to) - f64::from(from))).round() as u8
    };
    RGBColor(mix(one.0, other.0), mix(one.1, other.1), mix(one.2, other.2))
}

/// A colour scale with tick labels.
pub(crate) struct ColourScale<'a> {
    /// Range of values.
    pub range: ColourRange,
    /// Colour map.
    pub colours: ColourMap,
    /// Formats a value with a number of decimals.
    pub write: &'a dyn Fn(f64, usize) -> String,
    /// Fewest decimals of tick labels.
    pub decimals: usize,
    /// Label of the scale.
    pub words: &'a str,
}

impl ColourScale<'_> {
    /// Draws the scale with its upper edge at `top`.
    pub(crate) fn draw(&self, canvas: &Canvas, top: f64) {
        let Self { range, colours, write, decimals, words } = self;
        for stripe in 0..STRIPES {
            let [from, to] = [stripe, stripe + 1].map(|n| f64::from(n) / f64::from(STRIPES));
            let value = range.low + f64::midpoint(from, to) * (range.high - range.low);
            let corners = [(MARGIN + from * SCALE.0, top), (MARGIN + to * SCALE.0, top + SCALE.1)];
            canvas.fill(corners, colours.at(range.part(value)));
        }
        let ticks = round_ticks(range.low, range.high);
        for (tick, label) in ticks.iter().zip(distinct(&ticks, *decimals, write)) {
            let x = MARGIN + range.part(*tick) * SCALE.0;
            let set = TICK.anchored(HPos::Center, VPos::Top);
            canvas.text(&label, (x, top + SCALE.1 + 4.0), set);
        }
        let cut = if range.is_cut {
            format!(" (values above {} share a colour)", write(range.high, *decimals))
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

/// Returns at most five round numbers from `low` to `high`.
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
    fn diverging_colours_are_centred_on_even_chances() {
        let range = ColourMap::Diverging.range(vec![0.1, 0.3, 0.55]).expect("chances");
        assert!((range.low - 0.1).abs() < 1e-12 && (range.high - 0.9).abs() < 1e-12);
        assert_eq!(ColourMap::Diverging.at(range.part(0.5)), MIDDLE);
        assert_eq!([0.0, 1.0].map(|part| ColourMap::Diverging.at(part)), ENDS);
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(round_ticks(0.03, 4.9), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(round_ticks(2.0, 2.0), [2.0]);
    }
}
