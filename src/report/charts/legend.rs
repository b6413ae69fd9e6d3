//! A line between header and plots that says what is what.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, DrawResult, MARGIN, Marker, TextFormat, WIDTH};
use crate::report::words;

const TEXT: TextFormat = TextFormat::plain(15.0).anchored(HPos::Left, VPos::Center);
/// The room for a sign, and between an entry and the next.
const SIGN: f64 = 34.0;
const GAP: f64 = 28.0;
/// The height of a line of entries, and of the space below.
const LINE: f64 = 24.0;
const BELOW: f64 = 16.0;

/// What stands before an entry's words.
enum LegendSymbol {
    Bar(RGBColor),
    Line(RGBColor, Dash, Option<Marker>),
    Mark(RGBColor, Marker),
    Cap(RGBColor),
}

/// An entry of a legend.
pub(super) struct LegendEntry {
    sign: LegendSymbol,
    words: String,
}

/// Entries, each with its place.
pub(super) struct Legend(Vec<(f64, f64, LegendEntry)>);

impl LegendEntry {
    /// What a bar of that colour is.
    pub(super) fn bar(words: &str, colour: RGBColor) -> Self {
        Self { sign: LegendSymbol::Bar(colour), words: words.to_owned() }
    }

    /// What a line of that colour and dash is, with or without markers.
    pub(super) fn line(
        words: &str,
        (colour, dash): (RGBColor, Dash),
        marker: Option<Marker>,
    ) -> Self {
        Self { sign: LegendSymbol::Line(colour, dash, marker), words: words.to_owned() }
    }

    /// What a mark is.
    pub(super) fn mark(words: &str, colour: RGBColor, marker: Marker) -> Self {
        Self { sign: LegendSymbol::Mark(colour, marker), words: words.to_owned() }
    }

    /// What a short stroke on a bar's end is.
    pub(super) fn cap(words: &str, colour: RGBColor) -> Self {
        Self { sign: LegendSymbol::Cap(colour), words: words.to_owned() }
    }
}

impl Legend {
    /// Puts entries side by side, on as many lines as they need.
    pub(super) fn of(entries: Vec<LegendEntry>) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let (mut x, mut y) = (0.0, 0.0);
        let place = |mut entry: LegendEntry| {
            entry.words =
                words::shorten(&words::clean(&entry.words), |text| SIGN + TEXT.width(text) <= room);
            let width = SIGN + TEXT.width(&entry.words);
            if x > 0.0 && x + width > room {
                (x, y) = (0.0, y + LINE);
            }
            let placed = (MARGIN + x, y, entry);
            x += width + GAP;
            placed
        };
        Self(entries.into_iter().map(place).collect())
    }

    /// Its height with the space below; none without entries.
    pub(super) fn height(&self) -> f64 {
        self.0.last().map_or(0.0, |(_, y, _)| y + LINE + BELOW)
    }

    /// Draws it with its upper end at `top`.
    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, top: f64) -> DrawResult<DB> {
        self.0.iter().try_for_each(|(x, y, entry)| {
            let (x, y) = (*x, top + y + LINE / 4.0);
            canvas.text(&entry.words, (x + SIGN, y), TEXT)?;
            match entry.sign {
                LegendSymbol::Bar(colour) => {
                    canvas.fill([(x + 6.0, y - 7.0), (x + 24.0, y + 7.0)], colour)
                }
                LegendSymbol::Cap(colour) => {
                    canvas.path(&[(x + 9.0, y), (x + 21.0, y)], colour, 2.0, Dash::Solid)
                }
                LegendSymbol::Mark(colour, marker) => canvas.marker(marker, (x + 14.0, y), colour),
                LegendSymbol::Line(colour, dash, marker) => {
                    canvas.path(&[(x, y), (x + 28.0, y)], colour, 2.0, dash)?;
                    marker.map_or(Ok(()), |marker| canvas.marker(marker, (x + 14.0, y), colour))
                }
            }
        })
    }
}
