//! Tallies: how often each count was observed.

use std::ops::{Deref, RangeInclusive};

use super::{Estimate, Pmf};

/// How often each count 0, 1, 2, … was observed. Integer counts are merged by addition, so the
/// order of merging does not matter.
///
/// # Examples
/// ```
/// use warodds_engine::dist::Tally;
///
/// let mut tally = Tally::new(2);
/// [0, 1, 1, 7].into_iter().for_each(|value| tally.add(value));
/// assert_eq!(tally.counts(), [1, 2, 1]);
/// assert_eq!(tally.trials(), 4);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(Vec<u64>);

impl Tally {
    /// Creates an empty tally of 0..=`max`.
    pub fn new(max: usize) -> Self {
        Self(vec![0; max + 1])
    }

    /// Creates a tally from frequencies.
    pub fn from_counts(counts: Vec<u64>) -> Self {
        Self(counts)
    }

    /// Returns the frequency of each count, from 0.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// Returns the frequency of `k`: 0 beyond the largest count.
    pub fn seen(&self, k: usize) -> u64 {
        self.0.get(k).copied().unwrap_or(0)
    }

    /// Counts `value` once; values beyond the largest are counted as the largest.
    pub fn add(&mut self, value: usize) {
        let last = self.0.len().saturating_sub(1);
        if let Some(count) = self.0.get_mut(value.min(last)) {
            *count += 1;
        }
    }

    /// Adds the frequencies of `other`.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Tally;
    /// let mut sum = Tally::from_counts(vec![1, 2]);
    /// sum.merge(&Tally::from_counts(vec![3, 0, 4]));
    /// assert_eq!(sum.counts(), [4, 2, 4]);
    /// ```
    pub fn merge(&mut self, other: &Self) {
        // tallies may cover different ranges
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Returns the number of observations.
    pub fn trials(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the relative frequencies, or `None` without observations.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Tally;
    /// let shares = Tally::from_counts(vec![1, 3]).pmf();
    /// assert_eq!(shares.map(|pmf| pmf.at_least(1)), Some(0.75));
    /// assert_eq!(Tally::new(1).pmf(), None);
    /// ```
    pub fn pmf(&self) -> Option<Pmf> {
        Pmf::of_counts(&self.0)
    }

    /// Estimates the mean, or returns `None` without observations.
    pub fn mean(&self) -> Option<Estimate> {
        Estimate::of_mean(&self.0)
    }

    /// Estimates P(= `k`), or returns `None` without observations.
    pub fn exactly(&self, k: usize) -> Option<Estimate> {
        (self.trials() > 0).then(|| Estimate::of_probability(self.seen(k), self.trials()))
    }

    /// Estimates P(≥ `k`), or returns `None` without observations.
    pub fn at_least(&self, k: usize) -> Option<Estimate> {
        let seen = self.0.iter().skip(k).sum();
        (self.trials() > 0).then(|| Estimate::of_probability(seen, self.trials()))
    }
}

/// A tally with at least one observation.
#[derive(Clone, Debug, PartialEq)]
pub struct NonEmptyTally {
    tally: Tally,
    pmf: Pmf,
}

impl NonEmptyTally {
    /// Wraps a tally, or returns `None` without observations.
    pub fn new(tally: Tally) -> Option<Self> {
        let pmf = tally.pmf()?;
        Some(Self { tally, pmf })
    }

    /// Counts how often the count was outside of `counts`, and how often within.
    #[must_use]
    pub fn within(&self, counts: &RangeInclusive<usize>) -> Self {
        let all = self.tally.0.iter().enumerate();
        let inside = all.filter(|(count, _)| counts.contains(count)).map(|(_, seen)| seen).sum();
        let tally = Tally(vec![self.tally.trials() - inside, inside]);
        // there are as many observations as before
        let pmf = tally.pmf().unwrap_or_else(|| self.pmf.within(counts));
        Self { tally, pmf }
    }

    /// Returns the relative frequencies.
    pub const fn shares(&self) -> &Pmf {
        &self.pmf
    }
}

impl Deref for NonEmptyTally {
    type Target = Tally;

    fn deref(&self) -> &Tally {
        &self.tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_is_adding() {
        let (mut a, mut b) = (Tally::new(2), Tally::new(2));
        [0, 1, 1].into_iter().for_each(|v| a.add(v));
        [2, 9].into_iter().for_each(|v| b.add(v));
        a.merge(&b);
        assert_eq!(a.counts(), [1, 2, 2]);
        assert_eq!(a.trials(), 5);
    }

    #[test]
    fn nothing_has_no_distribution() {
        assert_eq!((Tally::new(3).pmf(), NonEmptyTally::new(Tally::new(3))), (None, None));
        let seen = NonEmptyTally::new(Tally::from_counts(vec![1, 3])).expect("something was seen");
        assert_eq!(seen.shares().probabilities(), [0.25, 0.75]);
    }

    #[test]
    fn a_mean_has_the_textbook_standard_error() {
        let tally = Tally::from_counts(vec![50, 50]);
        let mean = tally.mean().expect("something was seen");
        // variance 1/4 of the distribution, unbiased 25/99; standard error √(25/99/100)
        assert!((mean.standard_error - (25.0_f64 / 99.0 / 100.0).sqrt()).abs() < 1e-12);
        assert!((mean.point - 0.5).abs() < 1e-12);
        assert_eq!(Tally::new(3).mean(), None);
    }
}
