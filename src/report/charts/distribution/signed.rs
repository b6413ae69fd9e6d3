//! A signed number that is recorded as two counts: how far a marker is on either side of the
//! centre.

use std::ops::RangeInclusive;

use super::{CountBar, MeanBand, bar};
use crate::answer::Quantity;
use crate::report::words;

/// How far the number is below 0 and above 0; at most one of them is positive.
pub(super) struct SignedPair<'a> {
    pub below: &'a Quantity,
    pub above: &'a Quantity,
}

impl SignedPair<'_> {
    /// Returns the bars at these counts.
    pub(super) fn bars(&self, counts: RangeInclusive<i64>) -> Vec<CountBar> {
        let mut bars: Vec<CountBar> = counts.map(|count| self.bar(count)).collect();
        let mut more = 0.0;
        for bar in bars.iter_mut().rev() {
            more += bar.exactly;
            // rounding of the sum must not exceed 100%
            bar.at_least = more.min(1.0);
        }
        bars
    }

    /// Returns the bar at a count; P(≥ k) is not computed yet.
    fn bar(&self, count: i64) -> CountBar {
        let size = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
        let side = |quantity| CountBar { count: count as f64, ..bar(quantity, size) };
        match count {
            ..0 => side(self.below),
            1.. => side(self.above),
            0 => self.centre(side(self.above)),
        }
    }

    /// Returns the bar at 0: the rest of the probability.
    fn centre(&self, bar: CountBar) -> CountBar {
        let beyond = |quantity: &Quantity| quantity.distribution.pmf().at_least(1);
        let exact = |quantity: &Quantity| quantity.exact.as_ref().map(|exact| exact.at_least(1));
        let left = |one: f64, other: f64| (1.0 - one - other).max(0.0);
        let exactly = left(beyond(self.below), beyond(self.above));
        let exact = exact(self.below).zip(exact(self.above)).map(|(one, other)| left(one, other));
        // the share at 0 is what two other shares leave, which has no interval of its own
        CountBar { exactly, interval: None, exact: exact.filter(|p| *p > 0.0), ..bar }
    }

    fn mean(&self) -> f64 {
        let [below, above] = [self.below, self.above].map(|one| one.distribution.pmf().mean());
        above - below
    }

    /// Returns the quantile of the signed number.
    fn quantile(&self, part: f64) -> i64 {
        let [below, above] = [self.below, self.above].map(|one| one.distribution.pmf());
        let most = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (low, high) = (-most(below.max()), most(above.max()));
        let mut sum = 0.0;
        (low..=high)
            .find(|count| {
                sum += self.bar(*count).exactly;
                // rounding may leave the sum just short of a quantile that it reaches exactly
                sum >= part - 1e-12
            })
            .unwrap_or(high)
    }

    /// Returns the mean and the 90% interval.
    pub(super) fn middle(&self) -> MeanBand {
        let band = (self.quantile(0.05) as f64, self.quantile(0.95) as f64);
        MeanBand { mean: self.mean(), band }
    }

    /// Describes mean, median and 90% interval.
    pub(super) fn facts(&self) -> String {
        let signed = |count: i64| words::minus(&count.to_string());
        let mean = words::minus(&format!("{:.3}", self.mean()));
        let [low, median, high] = [0.05, 0.5, 0.95].map(|part| signed(self.quantile(part)));
        format!("mean {mean}, median {median}, 90% interval {low} to {high}")
    }
}
