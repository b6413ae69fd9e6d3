//! The exact distribution of a count.

use std::ops::RangeInclusive;

use thiserror::Error;

/// Largest deviation of a sum from 1: rounding over millions of paths stays well below it.
const SUM_TOLERANCE: f64 = 1e-9;

/// The probability of each count 0, 1, 2, …: each in [0, 1], with sum 1.
///
/// # Examples
/// ```
/// use warodds_engine::dist::Pmf;
///
/// let d6 = Pmf::new([vec![0.0], vec![1.0 / 6.0; 6]].concat())?;
/// assert!((d6.mean() - 3.5).abs() < 1e-12);
/// assert!((d6.variance() - 35.0 / 12.0).abs() < 1e-12);
/// # Ok::<(), warodds_engine::dist::PmfError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf(Vec<f64>);

/// Numbers that are not a distribution.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PmfError {
    /// A probability is negative, above 1, or NaN.
    #[error("probability {value} of {index} is not between 0 and 1")]
    NotAProbability {
        /// The count it belongs to.
        index: usize,
        /// The number.
        value: f64,
    },
    /// The sum is not 1.
    #[error("the probabilities sum to {0}, not 1")]
    Sum(f64),
}

impl Pmf {
    /// Creates a distribution from the probabilities of 0, 1, 2, …
    ///
    /// # Errors
    /// [`PmfError`] if a number is not a probability, or the sum differs from 1 by more than 1e-9.
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

    /// Returns relative frequencies, or `None` without observations.
    pub(super) fn of_counts(counts: &[u64]) -> Option<Self> {
        let all: u64 = counts.iter().sum();
        let shares = || counts.iter().map(|&count| count as f64 / all as f64).collect();
        (all > 0).then(|| Self::of_shares(shares()))
    }

    /// Creates a distribution from shares of a whole.
    pub(super) fn of_shares(shares: Vec<f64>) -> Self {
        Self(shares).without_rounding()
    }

    /// Rounds the probability of a single possible count to 1.
    fn without_rounding(mut self) -> Self {
        let mut possible = self.0.iter_mut().filter(|p| **p > 0.0);
        // a certain count must not read 99.99…%
        if let (Some(only), None) = (possible.next(), possible.next()) {
            *only = 1.0;
        }
        self
    }

    /// Returns the distribution of the constant `value`, over 0..=`max`.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Pmf;
    ///
    /// assert_eq!(Pmf::certain(2, 3).probabilities(), [0.0, 0.0, 1.0, 0.0]);
    /// ```
    pub fn certain(value: usize, max: usize) -> Self {
        Self((0..=max.max(value)).map(|k| if k == value { 1.0 } else { 0.0 }).collect())
    }

    /// Returns the probability of each count, from 0.
    pub fn probabilities(&self) -> &[f64] {
        &self.0
    }

    /// Returns the largest count.
    pub fn max(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().enumerate().map(|(k, p)| k as f64 * p).sum()
    }

    /// Returns the variance, as a sum of centered squares, which keeps the digits of small
    /// variances.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let off = |k: usize| k as f64 - mean;
        self.0.iter().enumerate().map(|(k, p)| off(k) * off(k) * p).sum()
    }

    /// Returns the standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// Returns P(= `k`); 0 beyond the largest count.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Pmf;
    /// let coin = Pmf::new(vec![0.5, 0.5])?;
    /// assert_eq!((coin.exactly(1), coin.exactly(2)), (0.5, 0.0));
    /// # Ok::<(), warodds_engine::dist::PmfError>(())
    /// ```
    pub fn exactly(&self, k: usize) -> f64 {
        self.0.get(k).copied().unwrap_or(0.0)
    }

    /// Returns P(≥ `k`): exactly 1 if fewer is impossible, and 0 beyond the largest count.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Pmf;
    /// // the number of heads of two coins
    /// let heads = Pmf::new(vec![0.25, 0.5, 0.25])?;
    /// assert_eq!([0, 1, 2, 3].map(|k| heads.at_least(k)), [1.0, 0.75, 0.25, 0.0]);
    /// # Ok::<(), warodds_engine::dist::PmfError>(())
    /// ```
    pub fn at_least(&self, k: usize) -> f64 {
        if self.0.iter().take(k).all(|p| *p == 0.0) {
            return 1.0;
        }
        self.0.iter().skip(k).sum::<f64>().min(1.0)
    }

    /// Returns the distribution of whether the count lies in `counts`, over 0 (no) and 1 (yes).
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Pmf;
    /// let heads = Pmf::new(vec![0.25, 0.5, 0.25])?;
    /// assert_eq!(heads.within(&(1..=1)).probabilities(), [0.5, 0.5]);
    /// assert_eq!(heads.within(&(1..=usize::MAX)).probabilities(), [0.25, 0.75]);
    /// # Ok::<(), warodds_engine::dist::PmfError>(())
    /// ```
    pub fn within(&self, counts: &RangeInclusive<usize>) -> Self {
        // two sums: the difference of one of them from 1 could hide a small probability
        let sum = |is_within: bool| {
            let all = self.0.iter().enumerate();
            let counted = all.filter(|(count, _)| counts.contains(count) == is_within);
            // without the sign that a sum of no terms has
            (counted.map(|(_, p)| p).sum::<f64>() + 0.0).min(1.0)
        };
        Self(vec![sum(false), sum(true)])
    }

    /// Returns the smallest count whose cumulative probability is at least `p`, for `p` in 0..=1.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Pmf;
    /// let heads = Pmf::new(vec![0.25, 0.5, 0.25])?;
    /// // half of the pairs of coins show at most one head, 90 % at most two
    /// assert_eq!([0.25, 0.5, 0.9].map(|p| heads.quantile(p)), [0, 1, 2]);
    /// # Ok::<(), warodds_engine::dist::PmfError>(())
    /// ```
    pub fn quantile(&self, p: f64) -> usize {
        let mut below = 0.0;
        let reached = self.0.iter().position(|q| {
            below += q;
            // sums of rounded probabilities may miss a quantile by some ulps
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
