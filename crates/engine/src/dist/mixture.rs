//! A distribution known under each of several conditions, of which only how often each holds was
//! sampled.

use super::{Estimate, Pmf};

/// The distribution of a count under each condition there can be, and how often each was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    distributions: Vec<Pmf>,
    seen: Vec<u64>,
}

impl Mixture {
    /// Distributions, each with how often its condition was seen. A condition that can be and was
    /// not is there with 0; a missing number is taken as 0.
    pub fn new(distributions: Vec<Pmf>, mut seen: Vec<u64>) -> Self {
        seen.resize(distributions.len(), 0);
        Self { distributions, seen }
    }

    /// How often any condition was seen.
    pub fn trials(&self) -> u64 {
        self.seen.iter().sum()
    }

    /// The distribution of the count: each condition's, as often as it was seen; none where nothing
    /// was.
    pub fn pmf(&self) -> Option<Pmf> {
        let trials = self.trials();
        let length = self
            .distributions
            .iter()
            .map(|distribution| distribution.probabilities().len())
            .max()?;
        let mut sum = vec![0.0; length];
        for (distribution, &seen) in self.distributions.iter().zip(&self.seen) {
            sum.iter_mut()
                .zip(distribution.probabilities())
                .for_each(|(sum, p)| *sum += p * seen as f64);
        }
        (trials > 0)
            .then(|| Pmf::new(sum.into_iter().map(|sum| sum / trials as f64).collect()).ok())
            .flatten()
    }

    /// The mean with its standard error and 95 % interval; none where nothing was seen.
    pub fn mean(&self) -> Option<Estimate> {
        self.estimate(Pmf::mean)
    }

    /// The chance of `k` or more with its 95 % interval; none where nothing was seen.
    pub fn at_least(&self, k: usize) -> Option<Estimate> {
        self.estimate(|distribution| distribution.at_least(k))
    }

    /// The chance of exactly `k` with its 95 % interval; none where nothing was seen.
    pub fn exactly(&self, k: usize) -> Option<Estimate> {
        self.estimate(|distribution| exactly(distribution, k))
    }

    /// How many times the variance of the mean would be, had the count itself been sampled as
    /// often; none where nothing varies.
    pub fn mean_factor(&self) -> Option<f64> {
        divided(self.pmf()?.variance(), self.variance(Pmf::mean)?)
    }

    /// The same of the chance of `k` or more.
    pub fn at_least_factor(&self, k: usize) -> Option<f64> {
        let p = self.pmf()?.at_least(k);
        divided(p * (1.0 - p), self.variance(|distribution| distribution.at_least(k))?)
    }

    /// The same of the chance of exactly `k`.
    pub fn exactly_factor(&self, k: usize) -> Option<f64> {
        let p = exactly(&self.pmf()?, k);
        divided(p * (1.0 - p), self.variance(|distribution| exactly(distribution, k))?)
    }

    /// The mean of what each distribution gives.
    fn estimate(&self, of: impl Fn(&Pmf) -> f64) -> Option<Estimate> {
        Estimate::of_values(&self.distributions.iter().map(of).collect::<Vec<_>>(), &self.seen)
    }

    /// The variance of what each distribution gives; none where nothing was seen.
    fn variance(&self, of: impl Fn(&Pmf) -> f64) -> Option<f64> {
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
        (trials > 0.0).then(|| mean(&|distribution| (of(distribution) - middle).powi(2)))
    }
}

/// The chance of exactly `k`.
fn exactly(distribution: &Pmf, k: usize) -> f64 {
    distribution.probabilities().get(k).copied().unwrap_or(0.0)
}

/// How often a variance goes into another; none where either is nothing but rounding.
fn divided(plain: f64, left: f64) -> Option<f64> {
    const ROUNDING: f64 = 1e-14;
    (left > plain * ROUNDING).then(|| plain / left)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coin of heads (one) where a die shows 1 to 4, and two such coins where it shows more.
    fn coins(seen: [u64; 2]) -> Mixture {
        let distribution = |p: &[f64]| Pmf::new(p.to_vec()).expect("a distribution");
        Mixture::new(
            vec![distribution(&[0.5, 0.5, 0.0]), distribution(&[0.25, 0.5, 0.25])],
            seen.into(),
        )
    }

    #[test]
    fn distributions_are_mixed_as_often_as_they_were_seen() {
        let mixed = coins([400, 200]);
        let p = mixed.pmf().expect("something was seen");
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
        assert_eq!((mixed.trials(), coins([0, 0]).mean(), coins([0, 0]).pmf()), (600, None, None));
    }

    #[test]
    fn factors_are_those_of_the_distribution_of_total_variance() {
        let mixed = coins([400, 200]);
        // all 1/2 + 4/12 − 4/9 = 7/18, between conditions 1/18: seven times
        assert!((mixed.mean_factor().expect("it varies") - 7.0).abs() < 1e-9);
        // two or more: 1/12 · 11/12 against 2/9 · (1/4)² = 1/72: five and a half times
        assert!((mixed.at_least_factor(2).expect("it varies") - 5.5).abs() < 1e-9);
        assert!((mixed.exactly_factor(2).expect("it varies") - 5.5).abs() < 1e-9);
        // one is as likely under both
        assert_eq!((mixed.exactly_factor(1), mixed.at_least_factor(0)), (None, None));
    }
}
