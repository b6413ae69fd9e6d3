//! The positions of rows and columns of a heat map, and the range of its colours.

use super::super::canvas::TextFormat;
use super::{APART, BAND, GAP, LONGEST};
use crate::answer::UnitSummary;
use crate::report::field::marked_name;
use crate::report::words;

/// The rows or columns of a map: names, positions and bands.
pub(super) struct HeatAxis {
    pub names: Vec<String>,
    /// Start of each, relative to the first.
    pub starts: Vec<f64>,
    /// Size of a cell.
    pub step: f64,
    /// End of the last.
    pub end: f64,
    pub bands: Vec<FactionBand>,
    /// Width of names.
    pub room: f64,
    pub means: Vec<Option<f64>>,
}

/// Consecutive rows or columns of one faction.
pub(super) struct FactionBand {
    pub name: String,
    pub from: f64,
    pub to: f64,
}

impl HeatAxis {
    pub(super) fn of(
        contestants: &[UnitSummary],
        means: Vec<Option<f64>>,
        step: f64,
        label: TextFormat,
        banded: bool,
    ) -> Self {
        let name = |unit: &UnitSummary| {
            let cost = unit.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
            words::shorten(&format!("{}{cost}", marked_name(unit)), |text| {
                label.width(text) <= LONGEST
            })
        };
        let names: Vec<String> = contestants.iter().map(name).collect();
        let room = names.iter().map(|name| label.width(name)).fold(0.0, f64::max) + 8.0;
        let (mut starts, mut bands, mut end): (Vec<f64>, Vec<FactionBand>, f64) =
            (Vec::new(), Vec::new(), 0.0);
        for unit in contestants {
            let same = bands.last().is_some_and(|band| band.name == unit.faction);
            if banded && !same {
                end += if bands.is_empty() { 0.0 } else { GAP };
                bands.push(FactionBand { name: unit.faction.clone(), from: end, to: end });
            }
            starts.push(end);
            end += step;
            if let Some(band) = bands.last_mut() {
                band.to = end;
            }
        }
        Self { names, starts, step, end, bands, room, means }
    }

    /// Returns the width of names and bands.
    pub(super) fn lead(&self) -> f64 {
        self.room + if self.bands.is_empty() { 0.0 } else { BAND }
    }

    /// Returns the position of the means.
    pub(super) fn means_at(&self) -> f64 {
        self.end + APART
    }
}

/// The range of values that colours distinguish.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ColourRange {
    /// Least value.
    pub low: f64,
    /// Value from which all have the same colour.
    pub high: f64,
    /// Whether there are greater values.
    pub is_cut: bool,
}

/// With at least this many values, outliers are cut off so that they do not flatten the colours.
const MANY: usize = 25;
/// Outliers exceed the 98% quantile by this factor.
const FAR: f64 = 1.4;

impl ColourRange {
    /// Returns the range of some values; `None` without values.
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (low, most) = (*values.first()?, *values.last()?);
        let nearly_all = values.get(values.len() * 98 / 100).copied().unwrap_or(most);
        let is_cut = values.len() >= MANY && most - low > FAR * (nearly_all - low);
        Some(Self { low, high: if is_cut { nearly_all } else { most }, is_cut })
    }

    /// Returns the smallest range around 0.5 that contains all chances; `None` without chances.
    pub(crate) fn around_half(chances: &[f64]) -> Option<Self> {
        let farthest = chances.iter().map(|chance| (chance - 0.5).abs()).reduce(f64::max)?;
        // a range of length zero would have no middle
        let half = farthest.max(0.01);
        Some(Self { low: 0.5 - half, high: 0.5 + half, is_cut: false })
    }

    /// Returns the position of a value in the range, from 0 to 1.
    pub(crate) fn part(self, value: f64) -> f64 {
        if self.high > self.low {
            ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
        } else {
            0.5
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_around_a_half_are_symmetric() {
        let range = ColourRange::around_half(&[0.4, 0.45, 0.8]).expect("chances");
        assert!((range.part(0.5) - 0.5).abs() < 1e-12 && (range.low - 0.2).abs() < 1e-12);
        assert_eq!(ColourRange::around_half(&[]), None);
        assert!(
            (ColourRange::around_half(&[0.5]).expect("a chance").part(0.5) - 0.5).abs() < 1e-12
        );
    }

    #[test]
    fn outlier_does_not_flatten_colours() {
        let mut values: Vec<f64> = (0..100).map(|n| f64::from(n) / 100.0).collect();
        let plain = ColourRange::of(values.clone()).expect("values");
        assert_eq!((plain.low, plain.high, plain.is_cut), (0.0, 0.99, false));
        values.push(9.0);
        let cut = ColourRange::of(values).expect("values");
        assert!(cut.is_cut && cut.high < 1.0, "{cut:?}");
        assert_eq!((cut.part(9.0), cut.part(0.0)), (1.0, 0.0));
        assert_eq!(ColourRange::of(Vec::new()), None);
    }
}
