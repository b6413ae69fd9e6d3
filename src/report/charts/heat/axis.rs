//! Where rows and columns of a map lie, and what its colours span.

use super::super::canvas::TextFormat;
use super::{APART, BAND, GAP, LONGEST};
use crate::report::field::marked_name;
use crate::report::words;
use crate::study::field::UnitSummary;

/// Rows or columns: their names, places and bands.
pub(super) struct HeatAxis {
    pub names: Vec<String>,
    /// Where each begins, from the first.
    pub starts: Vec<f64>,
    /// The size of a cell.
    pub step: f64,
    /// Where they end.
    pub end: f64,
    pub bands: Vec<FactionBand>,
    /// The room for names.
    pub room: f64,
    pub means: Vec<Option<f64>>,
}

/// Neighbours of one faction.
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

    /// The room for names and bands.
    pub(super) fn lead(&self) -> f64 {
        self.room + if self.bands.is_empty() { 0.0 } else { BAND }
    }

    /// Where the means stand.
    pub(super) fn means_at(&self) -> f64 {
        self.end + APART
    }
}

/// What the colours span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ColourRange {
    /// From here on.
    pub low: f64,
    /// From here on all values have the same colour.
    pub high: f64,
    /// Whether there are values beyond.
    pub is_cut: bool,
}

/// Of so many values or more those that lie far beyond the others do not flatten the colours.
const MANY: usize = 25;
/// How far beyond nearly all others is far.
const FAR: f64 = 1.4;

impl ColourRange {
    /// Of these values; none of none.
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (low, most) = (*values.first()?, *values.last()?);
        let nearly_all = values.get(values.len() * 98 / 100).copied().unwrap_or(most);
        let is_cut = values.len() >= MANY && most - low > FAR * (nearly_all - low);
        Some(Self { low, high: if is_cut { nearly_all } else { most }, is_cut })
    }

    /// Returns the smallest range around a half that holds all chances; none of none.
    pub(crate) fn around_half(chances: &[f64]) -> Option<Self> {
        let farthest = chances.iter().map(|chance| (chance - 0.5).abs()).reduce(f64::max)?;
        // where all are even the middle needs ends all the same
        let half = farthest.max(0.01);
        Some(Self { low: 0.5 - half, high: 0.5 + half, is_cut: false })
    }

    /// Where a value lies, from 0 to 1.
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
    fn one_value_far_beyond_the_others_does_not_flatten_them() {
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
