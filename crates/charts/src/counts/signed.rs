//! A signed number that is recorded as two counts: how far a marker is on either side of the
//! centre.

use std::ops::RangeInclusive;

use crate::answer::Quantity;
use crate::spec::{Dark, Series};
use crate::text::format::probability_interval;
use crate::text::words;

/// How far the number is below 0 and above 0; at most one of them is positive.
pub(super) struct SignedPair<'a> {
    pub below: &'a Quantity,
    pub above: &'a Quantity,
}

impl SignedPair<'_> {
    /// Describes the distribution at these counts.
    pub(super) fn series(&self, counts: RangeInclusive<i64>) -> Series {
        let exactly: Vec<f64> = counts.clone().map(|count| self.exactly(count)).collect();
        let mut reached: Vec<f64> = Vec::with_capacity(exactly.len());
        let mut more = 0.0;
        for p in exactly.iter().rev() {
            more += p;
            // rounding of the sum must not exceed 100%
            reached.push(f64::min(more, 1.0));
        }
        reached.reverse();
        let [below, above] = [self.below, self.above].map(|one| one.distribution.mean());
        let mean = above - below;
        Series {
            exactly,
            intervals: counts.map(|count| self.interval(count)).collect(),
            row: "at least",
            reached,
            dark: Dark::Sign,
            framed: None,
            mean,
            mean_words: words::signed(mean, 2),
            middle: (self.quantile(0.05) as f64, self.quantile(0.95) as f64),
        }
    }

    /// Returns the quantity of a count's side with the size of the count.
    fn side(&self, count: i64) -> (&Quantity, usize) {
        let size = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
        (if count < 0 { self.below } else { self.above }, size)
    }

    fn exactly(&self, count: i64) -> f64 {
        if count == 0 {
            let beyond = |one: &Quantity| one.distribution.at_least(1);
            return (1.0 - beyond(self.below) - beyond(self.above)).max(0.0);
        }
        let (quantity, size) = self.side(count);
        quantity.distribution.exactly(size)
    }

    fn interval(&self, count: i64) -> Option<(f64, f64)> {
        // the share at 0 is what two other shares leave, which has no interval of its own
        let (quantity, size) = self.side(count);
        probability_interval(&quantity.distribution, size).filter(|_| count != 0)
    }

    fn quantile(&self, part: f64) -> i64 {
        let most = |one: &Quantity| i64::try_from(one.distribution.pmf().max()).unwrap_or(i64::MAX);
        let (low, high) = (-most(self.below), most(self.above));
        let mut sum = 0.0;
        let reaches = |count: &i64| {
            sum += self.exactly(*count);
            // rounding may leave the sum just short of a quantile that it reaches exactly
            sum >= part - 1e-12
        };
        (low..=high).find(reaches).unwrap_or(high)
    }
}
