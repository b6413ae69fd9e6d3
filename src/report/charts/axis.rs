//! Axes of plots and their tick labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::{RangedCoordf64, RangedCoordi64};

use crate::report::words;

/// One axis of a plot.
#[derive(Clone)]
pub(super) struct PlotAxis {
    /// Range of values.
    pub range: Range<f64>,
    /// Values with a tick label.
    pub ticks: Vec<f64>,
    /// Label with the unit.
    pub words: String,
    /// Format of the tick labels.
    pub numbers: NumberFormat,
}

/// The format of tick labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// The value itself.
    Plain,
    /// Chances in percent.
    Percent,
}

impl NumberFormat {
    /// Returns the labels of all ticks, with as many decimals as keep them apart.
    fn labels(self, ticks: &[f64]) -> Vec<String> {
        match self {
            Self::Plain => distinct(ticks, 3, &plain),
            Self::Percent => {
                distinct(ticks, 2, &|tick, decimals| format!("{}%", plain(100.0 * tick, decimals)))
            }
        }
    }
}

/// Most decimals of a tick label; ticks are round numbers, so more are never needed.
const MOST_DECIMALS: usize = 12;

/// Formats values with `least` decimals, or with as many more as make all labels distinct.
pub(super) fn distinct(
    values: &[f64],
    least: usize,
    write: &dyn Fn(f64, usize) -> String,
) -> Vec<String> {
    let written = |decimals: usize| -> Vec<String> {
        values.iter().map(|value| write(*value, decimals)).collect()
    };
    let is_distinct = |labels: &Vec<String>| {
        labels
            .iter()
            .enumerate()
            .all(|(place, label)| !labels.iter().skip(place + 1).any(|other| other == label))
    };
    (least..MOST_DECIMALS).map(written).find(is_distinct).unwrap_or_else(|| written(MOST_DECIMALS))
}

impl PlotAxis {
    /// Creates an axis of counts from `low` to `high`, with room for a bar around each and at most
    /// `most` tick labels.
    pub(super) fn counts(low: i64, high: i64, most: usize, words: &str) -> Self {
        let high = high.max(low + 1);
        Self {
            range: low as f64 - 0.6..high as f64 + 0.6,
            ticks: whole(low..high, most),
            words: words.to_owned(),
            numbers: NumberFormat::Plain,
        }
    }

    /// Creates an axis of chances from 0% to 100%.
    pub(super) fn chances(words: &str) -> Self {
        Self {
            range: 0.0..1.03,
            ticks: (0..=5).map(|n| f64::from(n) * 0.2).collect(),
            words: words.to_owned(),
            numbers: NumberFormat::Percent,
        }
    }

    /// Creates an axis of chances from 0 to `highest`, with room for texts above.
    pub(super) fn chances_to(highest: f64, words: &str) -> Self {
        let end = highest.max(0.001) * 1.15;
        let ticks = RangedCoordf64::from(0.0..end).key_points(5);
        Self { range: 0.0..end, ticks, words: words.to_owned(), numbers: NumberFormat::Percent }
    }

    /// Returns a function from ticks to their labels.
    pub(super) fn labeller(&self) -> impl Fn(&f64) -> String {
        let labels = self.numbers.labels(&self.ticks);
        let labels: Vec<(f64, String)> = self.ticks.iter().copied().zip(labels).collect();
        move |value| {
            // equality is safe: the library passes back our own ticks
            let label = labels.iter().find(|(tick, _)| tick == value);
            label.map_or_else(String::new, |(_, label)| label.clone())
        }
    }

    /// Returns the length of the range.
    pub(super) fn span(&self) -> f64 {
        self.range.end - self.range.start
    }

    /// Returns the axis without tick labels and words.
    pub(super) fn unnumbered(&self) -> Self {
        Self {
            range: self.range.clone(),
            ticks: Vec::new(),
            words: String::new(),
            numbers: self.numbers,
        }
    }

    /// Creates an axis of `rows` rows without tick labels.
    pub(super) fn rows(rows: usize) -> Self {
        Self {
            range: 0.0..rows.max(1) as f64,
            ticks: Vec::new(),
            words: String::new(),
            numbers: NumberFormat::Plain,
        }
    }

    /// Creates an axis from 0 to `high`.
    pub(super) fn amounts(high: f64, words: &str) -> Self {
        let ticks = RangedCoordf64::from(0.0..high).key_points(9);
        Self { range: 0.0..high, ticks, words: words.to_owned(), numbers: NumberFormat::Plain }
    }

    /// Creates an axis from `low` (at most 0) to `high` (at least 0), with some room beyond both
    /// ends.
    pub(super) fn around_zero(
        (low, high): (f64, f64),
        (left, right): (f64, f64),
        words: &str,
    ) -> Self {
        // an axis of length zero would divide by zero
        let high = high.max(low + 1e-6);
        let ticks = RangedCoordf64::from(low..high).key_points(7);
        Self {
            range: low - left..high + right,
            ticks,
            words: words.to_owned(),
            numbers: NumberFormat::Plain,
        }
    }

    /// Creates an axis from the least to the greatest of `values`, with some room. If all values
    /// are integers, so are the ticks.
    pub(super) fn spanning(values: &[f64], words: &str) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let room = (high - low).max(1e-6) * 0.04;
        let all_whole = values.iter().all(|value| value.fract() == 0.0);
        let ticks = if all_whole {
            whole(low as i64..high as i64, 14)
        } else {
            RangedCoordf64::from(low..high).key_points(10)
        };
        Self {
            range: low - room..high + room,
            ticks,
            words: words.to_owned(),
            numbers: NumberFormat::Plain,
        }
    }
}

fn whole(range: Range<i64>, most: usize) -> Vec<f64> {
    RangedCoordi64::from(range).key_points(most).into_iter().map(|tick| tick as f64).collect()
}

/// Formats a number with at most `decimals` decimals, without trailing zeros.
fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_fraction = text.contains('.');
    let short = if is_fraction { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    // small negative ticks round to `-0`, and Rust prints the sign
    if short == "-0" { "0".to_owned() } else { words::minus(short) }
}

/// Adapter that makes the drawing library use our ticks. Its own `WithKeyPoints` does not support
/// formatted labels of decimal numbers.
pub(super) struct TickedRange {
    inner: RangedCoordf64,
    ticks: Vec<f64>,
}

impl TickedRange {
    pub(super) fn of(axis: &PlotAxis) -> Self {
        Self { inner: axis.range.clone().into(), ticks: axis.ticks.clone() }
    }
}

impl Ranged for TickedRange {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.inner.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // the library calls this twice: for labelled lines, and for light lines between them, of
        // which there are none
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.inner.range()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_close_ticks_are_distinct() {
        assert_eq!(NumberFormat::Plain.labels(&[0.0, 0.5, 10.0]), ["0", "0.5", "10"]);
        assert_eq!(NumberFormat::Plain.labels(&[0.0, 0.0002, 0.0004]), ["0", "0.0002", "0.0004"]);
        assert_eq!(NumberFormat::Percent.labels(&[0.0, 0.055, 0.06]), ["0%", "5.5%", "6%"]);
        assert_eq!(NumberFormat::Percent.labels(&[0.0, 2e-5, 4e-5]), ["0%", "0.002%", "0.004%"]);
        assert_eq!(plain(-0.0, 0), "0");
    }
}
