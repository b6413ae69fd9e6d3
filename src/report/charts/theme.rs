//! Colours and type of all charts: the light tokens of the page.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

pub(super) use super::canvas::INK;
use super::canvas::TextFormat;
use warodds_charts::spec::{Fill, Tone};

/// Width of every chart, in units.
pub(super) const WIDTH: f64 = 720.0;
/// Least width of charts on a phone.
pub(super) const PHONE: f64 = 380.0;
/// White space at the edges.
pub(super) const MARGIN: f64 = 28.0;

/// Quiet text.
pub(super) const QUIET: RGBColor = RGBColor(0x4a, 0x57, 0x52);
/// Hairlines.
pub(super) const LINE: RGBColor = RGBColor(0xd3, 0xd9, 0xd3);
/// Axes and edges.
pub(super) const FRAME: RGBColor = RGBColor(0x78, 0x83, 0x7d);
/// Ground of rows of numbers.
pub(super) const SUNK: RGBColor = RGBColor(0xe6, 0xea, 0xe5);
/// Paper.
pub(super) const SURFACE: RGBColor = RGBColor(0xff, 0xff, 0xff);
/// Side A, and its bars below k.
pub(super) const A: RGBColor = RGBColor(0x0c, 0x5c, 0x94);
pub(super) const A_PALE: RGBColor = RGBColor(0xa9, 0xcd, 0xe6);
/// Side B, and the ground of its hatching.
pub(super) const B: RGBColor = RGBColor(0xa8, 0x46, 0x00);
pub(super) const B_PALE: RGBColor = RGBColor(0xf2, 0xc4, 0x9c);

/// The finding.
pub(super) const TITLE: TextFormat = TextFormat::plain(19.0).bold();
/// The question, the foot's size and the numbers of charts.
pub(super) const SUBTITLE: TextFormat = TextFormat::plain(13.0).colour(QUIET);
pub(super) const FOOT: TextFormat = TextFormat::plain(11.0).colour(QUIET);
pub(super) const LABEL: TextFormat = TextFormat::plain(12.0).colour(QUIET);
pub(super) const NUMBER: TextFormat = TextFormat::plain(12.0).anchored(HPos::Center, VPos::Center);

/// Returns the colour of text in a tone.
pub(super) const fn ink(tone: Tone) -> RGBColor {
    match tone {
        Tone::Ink => INK,
        Tone::Quiet => QUIET,
        Tone::A => A,
        Tone::B => B,
    }
}

/// Returns the colour of text on a filling.
pub(super) const fn ink_on(fill: Fill) -> RGBColor {
    match fill {
        Fill::A => SURFACE,
        Fill::B => B,
        Fill::APale | Fill::BPale | Fill::Missing => INK,
        Fill::Neither => QUIET,
    }
}

/// The stops of heat, from low to high.
const HEAT: [RGBColor; 5] = [
    RGBColor(0xe9, 0xf2, 0xf7),
    RGBColor(0xa9, 0xcd, 0xe6),
    RGBColor(0x5f, 0xa3, 0xcf),
    A,
    RGBColor(0x07, 0x3a, 0x61),
];
/// The stops of heat between two sides: B, neither, A.
const SIDES: [RGBColor; 5] =
    [B, RGBColor(0xe0, 0x9c, 0x68), RGBColor(0xf4, 0xf5, 0xf2), HEAT[2], A];

/// Returns the colour at `part` of a range, from 0 to 1; of two sides, or of one.
pub(super) fn heat(part: f64, of_sides: bool) -> RGBColor {
    let stops = if of_sides { SIDES } else { HEAT };
    let place = part.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let at = |place: f64| stops.get(place as usize).copied().unwrap_or(A);
    let ([low, high], share) = ([at(place.floor()), at(place.ceil())], place.fract());
    let blend =
        |from: u8, to: u8| (f64::from(from) * (1.0 - share) + f64::from(to) * share).round();
    RGBColor(blend(low.0, high.0) as u8, blend(low.1, high.1) as u8, blend(low.2, high.2) as u8)
}

/// Returns the colour of text on a colour, black or white, whichever has the higher contrast: it is
/// always at least 4.5 : 1.
pub(super) fn ink_over(colour: RGBColor) -> RGBColor {
    let on = luminance(colour);
    if contrast(1.0, on) > contrast(on, 0.0) { SURFACE } else { RGBColor(0, 0, 0) }
}

/// Returns the contrast of a lighter and a darker luminance (WCAG 2.2).
pub(super) fn contrast(lighter: f64, darker: f64) -> f64 {
    (lighter + 0.05) / (darker + 0.05)
}

/// Returns the relative luminance of a colour (WCAG 2.2).
pub(super) fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
