//! Mixtures: a count whose distribution is known under each condition, where only the frequencies
//! of the conditions are sampled.

use super::{Estimate, Pmf};

/// The distribution of a count under each condition, and how often each condition was observed.
///
/// # Examples
/// ```
/// use warodds_engine::dist::{Mixture, Pmf};
///
/// // a fair coin was observed once, one with heads on both sides three times
/// let coins = vec![Pmf::new(vec![0.5, 0.5])?, Pmf::certain(1, 1)];
/// let heads = Mixture::new(coins, vec![1, 3]).ok_or("no observations")?.pmf();
/// assert_eq!(heads.exactly(1), 7.0 / 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    distributions: Vec<Pmf>,
    seen: Vec<u64>,
}

impl Mixture {
    /// Creates a mixture. A possible condition that was not observed is included with 0. Returns
    /// `None` without observations, or if the lengths differ.
    pub fn new(distributions: Vec<Pmf>, seen: Vec<u64>) -> Option<Self> {
        let is_seen = seen.iter().any(|seen| *seen > 0);
        (is_seen && seen.len() == distributions.len()).then_some(Self { distributions, seen })
    }

    /// Returns the number of observations.
    pub fn trials(&self) -> u64 {
        self.seen.iter().sum()
    }

    /// Returns the mixed distribution, weighted by the observations.
    pub fn pmf(&self) -> Pmf {
        let trials = self.trials() as f64;
        let lengths = self.distributions.iter().map(|one| one.probabilities().len());
        let mut sum = vec![0.0; lengths.max().unwrap_or(0)];
        for (distribution, &seen) in self.distributions.iter().zip(&self.seen) {
            sum.iter_mut()
                .zip(distribution.probabilities())
                .for_each(|(sum, p)| *sum += p * seen as f64);
        }
        Pmf::of_shares(sum.into_iter().map(|sum| sum / trials).collect())
    }

    /// Estimates the mean.
    pub fn mean(&self) -> Option<Estimate> {
        self.estimate(Pmf::mean)
    }

    /// Estimates P(≥ `k`).
    pub fn at_least(&self, k: usize) -> Option<Estimate> {
        self.estimate(|distribution| distribution.at_least(k))
    }

    /// Estimates P(= `k`).
    pub fn exactly(&self, k: usize) -> Option<Estimate> {
        self.estimate(|distribution| distribution.exactly(k))
    }

    /// Returns the variance of the mean when sampling the count itself, divided by that of this
    /// mixture; `None` if nothing varies.
    pub fn mean_factor(&self) -> Option<f64> {
        divided(self.pmf().variance(), self.variance(Pmf::mean))
    }

    /// Returns the same ratio for P(≥ `k`).
    pub fn at_least_factor(&self, k: usize) -> Option<f64> {
        let p = self.pmf().at_least(k);
        divided(p * (1.0 - p), self.variance(|distribution| distribution.at_least(k)))
    }

    /// Returns the same ratio for P(= `k`).
    pub fn exactly_factor(&self, k: usize) -> Option<f64> {
        let p = self.pmf().exactly(k);
        divided(p * (1.0 - p), self.variance(|distribution| distribution.exactly(k)))
    }

    /// Estimates the mean of a function of the distributions.
    fn estimate(&self, of: impl Fn(&Pmf) -> f64) -> Option<Estimate> {
        Estimate::of_values(&self.distributions.iter().map(of).collect::<Vec<_>>(), &self.seen)
    }

    /// Returns the variance of a function of the distributions.
    fn variance(&self, of: impl Fn(&Pmf) -> f64) -> f64 {
        let trials = self.trials() as f64;
        let mean = |of: &dyn Fn(&Pmf) -> f64| {
            self.distributions
                .iter()
                .zip(&self.seen)
                .map(|(distribution, &n)| of(distribution) * n as f64)
                .sum::<f64>()
                / trials
        };
        let middle = mean(&of);
        mean(&|distribution| (of(distribution) - middle).powi(2))
    }
}

/// Returns the ratio of two variances; `None` if the divisor is rounding.
fn divided(plain: f64, left: f64) -> Option<f64> {
    // below this share a variance is summation error
    const ROUNDING: f64 = 1e-14;
    (left > plain * ROUNDING).then(|| plain / left)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coin of heads (one) where a die shows 1 to 4, and two such coins where it shows more.
    fn coins(seen: [u64; 2]) -> Option<Mixture> {
        let distribution = |p: &[f64]| Pmf::new(p.to_vec()).expect("a distribution");
        Mixture::new(
            vec![distribution(&[0.5, 0.5, 0.0]), distribution(&[0.25, 0.5, 0.25])],
            seen.into(),
        )
    }

    #[test]
    fn distributions_are_mixed_as_often_as_they_were_seen() {
        let mixed = coins([400, 200]).expect("something was seen");
        let p = mixed.pmf();
        // 2/3 · (1/2, 1/2, 0) + 1/3 · (1/4, 1/2, 1/4) = (5/12, 1/2, 1/12)
        assert!(
            p.probabilities()
                .iter()
                .zip([5.0 / 12.0, 0.5, 1.0 / 12.0])
                .all(|(p, q)| (p - q).abs() < 1e-12)
        );
        let mean = mixed.mean().expect("something was seen");
        // 2/3 · 1/2 + 1/3 · 1, and √(2/9 · 1/4 · 600/599 / 600)
        assert!((mean.point - 2.0 / 3.0).abs() < 1e-12, "{mean:?}");
        assert!((mean.standard_error - (1.0_f64 / 18.0 / 599.0).sqrt()).abs() < 1e-12, "{mean:?}");
        assert_eq!((mixed.trials(), coins([0, 0])), (600, None));
        let one = Pmf::certain(1, 1);
        assert_eq!(Mixture::new(vec![one.clone(), one], vec![1]), None);
    }

    #[test]
    fn factors_are_those_of_the_distribution_of_total_variance() {
        let mixed = coins([400, 200]).expect("something was seen");
        // all 1/2 + 4/12 − 4/9 = 7/18, between conditions 1/18: seven times
        assert!((mixed.mean_factor().expect("it varies") - 7.0).abs() < 1e-9);
        // two or more: 1/12 · 11/12 against 2/9 · (1/4)² = 1/72: five and a half times
        assert!((mixed.at_least_factor(2).expect("it varies") - 5.5).abs() < 1e-9);
        assert!((mixed.exactly_factor(2).expect("it varies") - 5.5).abs() < 1e-9);
        // one is as likely under both
        assert_eq!((mixed.exactly_factor(1), mixed.at_least_factor(0)), (None, None));
    }
}
