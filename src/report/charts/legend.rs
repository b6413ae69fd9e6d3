//! The legend between the header and the plots.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, MARGIN, Marker, TextFormat, WIDTH};
use crate::report::words;

const TEXT: TextFormat = TextFormat::plain(15.0).anchored(HPos::Left, VPos::Center);
/// Width of a symbol, and of the gap between entries.
const SYMBOL: f64 = 34.0;
const GAP: f64 = 28.0;
/// Height of a line of entries, and of the space below.
const LINE: f64 = 24.0;
const BELOW: f64 = 16.0;

/// The symbol before the words of an entry.
enum LegendSymbol {
    Bar(RGBColor),
    Line(RGBColor, Dash, Option<Marker>),
    Mark(RGBColor, Marker),
    Cap(RGBColor),
}

/// An entry of a legend.
pub(super) struct LegendEntry {
    symbol: LegendSymbol,
    words: String,
}

/// The entries with their positions.
pub(super) struct Legend(Vec<(f64, f64, LegendEntry)>);

impl LegendEntry {
    /// Creates an entry for bars of a colour.
    pub(super) fn bar(words: &str, colour: RGBColor) -> Self {
        Self { symbol: LegendSymbol::Bar(colour), words: words.to_owned() }
    }

    /// Creates an entry for lines of a colour and dash, with or without markers.
    pub(super) fn line(
        words: &str,
        (colour, dash): (RGBColor, Dash),
        marker: Option<Marker>,
    ) -> Self {
        Self { symbol: LegendSymbol::Line(colour, dash, marker), words: words.to_owned() }
    }

    /// Creates an entry for a marker.
    pub(super) fn mark(words: &str, colour: RGBColor, marker: Marker) -> Self {
        Self { symbol: LegendSymbol::Mark(colour, marker), words: words.to_owned() }
    }

    /// Creates an entry for short strokes at the ends of bars.
    pub(super) fn cap(words: &str, colour: RGBColor) -> Self {
        Self { symbol: LegendSymbol::Cap(colour), words: words.to_owned() }
    }
}

impl Legend {
    /// Arranges entries next to each other, on as many lines as they need.
    pub(super) fn of(entries: Vec<LegendEntry>) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let (mut x, mut y) = (0.0, 0.0);
        let place = |mut entry: LegendEntry| {
            // an entry is never wrapped, so one that is wider than the page must lose its middle
            entry.words = words::shorten(&words::clean(&entry.words), |text| {
                SYMBOL + TEXT.width(text) <= room
            });
            let width = SYMBOL + TEXT.width(&entry.words);
            if x > 0.0 && x + width > room {
                (x, y) = (0.0, y + LINE);
            }
            let placed = (MARGIN + x, y, entry);
            x += width + GAP;
            placed
        };
        Self(entries.into_iter().map(place).collect())
    }

    /// Returns its height with the space below; zero without entries.
    pub(super) fn height(&self) -> f64 {
        self.0.last().map_or(0.0, |(_, y, _)| y + LINE + BELOW)
    }

    /// Draws the legend with its upper edge at `top`.
    pub(super) fn draw(&self, canvas: &Canvas, top: f64) {
        self.0.iter().for_each(|(x, y, entry)| {
            let (x, y) = (*x, top + y + LINE / 4.0);
            canvas.text(&entry.words, (x + SYMBOL, y), TEXT);
            match entry.symbol {
                LegendSymbol::Bar(colour) => {
                    canvas.fill([(x + 6.0, y - 7.0), (x + 24.0, y + 7.0)], colour)
                }
                LegendSymbol::Cap(colour) => {
                    canvas.path(&[(x + 9.0, y), (x + 21.0, y)], colour, 2.0, Dash::Solid)
                }
                LegendSymbol::Mark(colour, marker) => canvas.marker(marker, (x + 14.0, y), colour),
                LegendSymbol::Line(colour, dash, marker) => {
                    canvas.path(&[(x, y), (x + 28.0, y)], colour, 2.0, dash);
                    if let Some(marker) = marker {
                        canvas.marker(marker, (x + 14.0, y), colour);
                    }
                }
            }
        })
    }
}
