//! Shares of what was counted, a bar each.

use plotters::style::RGBColor;

use super::super::header::Header;
use super::super::legend::Legend;
use super::{ExpectedPage, ExpectedRow, NAME, NAMES, ValueBar, behind, chances_axis, widest};

/// A share that was seen.
pub(crate) struct ShareBar<'a> {
    /// What it is of.
    pub name: &'a str,
    /// The share, and its 95 % interval.
    pub seen: (f64, (f64, f64)),
    /// What stands behind its bar.
    pub told: String,
    /// The colour of its bar.
    pub colour: RGBColor,
}

/// A page of shares, from the top down.
pub(crate) fn shares(header: Header, all: &[ShareBar<'_>]) -> ExpectedPage {
    let row = |share: &ShareBar<'_>| {
        let (mean, interval) = share.seen;
        let (told, colour) = (share.told.clone(), Some(share.colour));
        let bar = ValueBar { mean, interval: Some(interval), exact: None, told, colour };
        ExpectedRow { name: NAME.wrap_whole(share.name, NAMES - 12.0), bars: vec![bar] }
    };
    let rows: Vec<ExpectedRow> = all.iter().map(row).collect();
    ExpectedPage {
        header,
        legend: Legend::of(Vec::new()),
        axis: chances_axis(),
        names: widest(&rows) + 12.0,
        behind: behind(&rows),
        rows,
    }
}
