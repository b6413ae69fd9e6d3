//! The exact distribution of a count.

use thiserror::Error;

/// How far a distribution may sum from 1: rounding over millions of paths stays well below it.
const SUM_TOLERANCE: f64 = 1e-9;

/// The probability of each count 0, 1, 2, …: finite, none negative, summing to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf(Vec<f64>);

/// Why numbers are no distribution.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PmfError {
    /// A probability was negative or not a number.
    #[error("probability {value} of {index} is not between 0 and 1")]
    NotAProbability {
        /// The count it belongs to.
        index: usize,
        /// What was given.
        value: f64,
    },
    /// They do not sum to 1.
    #[error("the probabilities sum to {0}, not 1")]
    Sum(f64),
}

impl Pmf {
    /// A distribution from the probabilities of 0, 1, 2, …
    ///
    /// # Errors
    /// When one is negative or not a number, or their sum differs from 1 by more than 1e-9.
    pub fn new(probabilities: Vec<f64>) -> Result<Self, PmfError> {
        if let Some((index, &value)) = probabilities
            .iter()
            .enumerate()
            .find(|(_, p)| !(0.0..=1.0 + SUM_TOLERANCE).contains(*p))
        {
            return Err(PmfError::NotAProbability { index, value });
        }
        let sum: f64 = probabilities.iter().sum();
        if (sum - 1.0).abs() > SUM_TOLERANCE {
            Err(PmfError::Sum(sum))
        } else {
            Ok(Self(probabilities).without_rounding())
        }
    }

    /// The shares of so many of each count; none where there are none at all.
    pub(super) fn of_counts(counts: &[u64]) -> Option<Self> {
        let all: u64 = counts.iter().sum();
        let shares = || counts.iter().map(|&count| count as f64 / all as f64).collect();
        (all > 0).then(|| Self::of_shares(shares()))
    }

    /// The distribution of shares of a whole.
    pub(super) fn of_shares(shares: Vec<f64>) -> Self {
        Self(shares).without_rounding()
    }

    /// The same; a count without any other is certain, however its paths were rounded.
    fn without_rounding(mut self) -> Self {
        let mut possible = self.0.iter_mut().filter(|p| **p > 0.0);
        if let (Some(only), None) = (possible.next(), possible.next()) {
            *only = 1.0;
        }
        self
    }

    /// The distribution of a count that is always `value`, over 0..=`max`.
    pub fn certain(value: usize, max: usize) -> Self {
        Self((0..=max.max(value)).map(|k| if k == value { 1.0 } else { 0.0 }).collect())
    }

    /// The probability of each count, from 0.
    pub fn probabilities(&self) -> &[f64] {
        &self.0
    }

    /// The largest count the distribution speaks of.
    pub fn max(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The expected count.
    pub fn mean(&self) -> f64 {
        self.0.iter().enumerate().map(|(k, p)| k as f64 * p).sum()
    }

    /// The variance, from the centred sum so that small spreads keep their digits.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.0.iter().enumerate().map(|(k, p)| (k as f64 - mean).powi(2) * p).sum()
    }

    /// The standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The probability of exactly `k`: 0 beyond the largest count.
    pub fn exactly(&self, k: usize) -> f64 {
        self.0.get(k).copied().unwrap_or(0.0)
    }

    /// The probability of `k` or more: 1, and not a sum that is rounded, where less is impossible.
    pub fn at_least(&self, k: usize) -> f64 {
        if self.0.iter().take(k).all(|p| *p == 0.0) {
            return 1.0;
        }
        self.0.iter().skip(k).sum::<f64>().min(1.0)
    }

    /// The smallest count that is reached or undercut with probability at least `p` (`p` in 0..=1).
    pub fn quantile(&self, p: f64) -> usize {
        let mut below = 0.0;
        let reached = self.0.iter().position(|q| {
            below += q;
            below >= p - SUM_TOLERANCE
        });
        reached.unwrap_or(self.max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One D6 as a distribution over 0..=6.
    fn d6() -> Pmf {
        Pmf::new(std::iter::once(0.0).chain([1.0 / 6.0; 6]).collect())
            .expect("a die is a distribution")
    }

    #[test]
    fn a_die_has_its_textbook_moments() {
        assert!((d6().mean() - 3.5).abs() < 1e-12);
        assert!((d6().variance() - 35.0 / 12.0).abs() < 1e-12);
        assert!((d6().at_least(5) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(
            (d6().quantile(0.5), d6().quantile(0.51), d6().quantile(0.0), d6().quantile(1.0)),
            (3, 4, 0, 6)
        );
    }

    #[test]
    fn what_is_certain_is_not_rounded() {
        // ten tenths sum to less than 1
        let tenths = Pmf::new(vec![0.1; 10]).expect("a distribution");
        assert!(tenths.probabilities().iter().sum::<f64>() < 1.0);
        assert_eq!((tenths.at_least(0), tenths.at_least(10)), (1.0, 0.0));
        let later = Pmf::new([[0.0].as_slice(), &[0.1; 10]].concat()).expect("a distribution");
        assert_eq!((later.at_least(1), later.at_least(2) < 1.0), (1.0, true));
        let only = Pmf::new(vec![0.0, 1.0 - 1e-16, 0.0]).expect("a distribution");
        assert_eq!(only, Pmf::certain(1, 2));
        let nearly = Pmf::new(vec![1e-300, 1.0 - 1e-16]).expect("a distribution");
        assert_eq!(nearly.probabilities()[1], 1.0 - 1e-16, "another count is possible");
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert_eq!(Pmf::new(vec![0.5, 0.4]), Err(PmfError::Sum(0.9)));
        assert_eq!(
            Pmf::new(vec![1.5, -0.5]),
            Err(PmfError::NotAProbability { index: 0, value: 1.5 })
        );
        assert!(matches!(
            Pmf::new(vec![f64::NAN]),
            Err(PmfError::NotAProbability { index: 0, .. })
        ));
        assert_eq!(Pmf::new(vec![]), Err(PmfError::Sum(0.0)));
    }
}
