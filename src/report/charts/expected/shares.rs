//! Sampled shares, one bar each.

use plotters::style::RGBColor;

use super::super::header::Header;
use super::super::legend::Legend;
use super::{ExpectedPage, ExpectedRow, NAME, NAMES, ValueBar, chances_axis, text_width, widest};

/// A sampled share with the label and colour of its bar.
pub(crate) struct ShareBar<'a> {
    /// Label at the left.
    pub name: &'a str,
    /// The share and its 95% interval.
    pub seen: (f64, (f64, f64)),
    /// Text after the bar.
    pub text: String,
    /// Colour of the bar.
    pub colour: RGBColor,
}

/// Lays out a page of shares, from top to bottom.
pub(crate) fn shares(header: Header, all: &[ShareBar<'_>]) -> ExpectedPage {
    let row = |share: &ShareBar<'_>| {
        let (mean, interval) = share.seen;
        let (text, colour) = (share.text.clone(), Some(share.colour));
        let bar = ValueBar { mean, interval: Some(interval), exact: None, text, colour };
        ExpectedRow { name: NAME.wrap_whole(share.name, NAMES - 12.0), bars: vec![bar] }
    };
    let rows: Vec<ExpectedRow> = all.iter().map(row).collect();
    ExpectedPage {
        header,
        legend: Legend::of(Vec::new()),
        axis: chances_axis(),
        names: widest(&rows) + 12.0,
        text_width: text_width(&rows),
        rows,
    }
}
