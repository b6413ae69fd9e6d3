//! Results of pairs of games, and the sequential test of which of two players is stronger.

use std::array;

/// The share of points that a difference in Elo is worth: 0 is a half, 400 is 10 in 11.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo of a share of points in `[0, 1]`; infinite at both ends.
fn elo_of(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// Pairs of games by the half points that the first player won in both: 0 to 4. The games of a pair
/// have the same seed and the sides exchanged, so most of the luck of armies and terrain cancels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Two-sided normal quantile of 95 %.
    const Z: f64 = 1.96;
    /// What is added to each count when the spread is estimated, so that it is never 0.
    const PRIOR: f64 = 0.5;

    /// Counts a pair of games with this number of half points, of 4.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the share of points of the first player, in `[0, 1]`; a half before the first game.
    pub fn share(&self) -> f64 {
        let half_points: u64 = self.0.iter().zip(0..).map(|(count, points)| count * points).sum();
        if self.pairs() == 0 { 0.5 } else { half_points as f64 / (4 * self.pairs()) as f64 }
    }

    /// Returns the variance of the share of points in a pair.
    fn variance(&self) -> f64 {
        let weights: [f64; 5] = array::from_fn(|points| self.0[points] as f64 + Self::PRIOR);
        let total: f64 = weights.iter().sum();
        let moment = |power: i32| -> f64 {
            let shares = weights.iter().enumerate();
            shares.map(|(points, weight)| weight * (points as f64 / 4.0).powi(power)).sum::<f64>()
                / total
        };
        moment(2) - moment(1).powi(2)
    }

    /// Returns the 95 % interval of the share, which takes no account of when a test stopped; from 0
    /// to 1 before the first game.
    pub fn interval(&self) -> [f64; 2] {
        if self.pairs() == 0 {
            return [0.0, 1.0];
        }
        let width = Self::Z * (self.variance() / self.pairs() as f64).sqrt();
        [self.share() - width, self.share() + width].map(|share| share.clamp(0.0, 1.0))
    }

    /// Returns the difference in Elo with the ends of its 95% interval, the estimate between them.
    /// The interval takes no account of when the test stopped.
    pub fn elo(&self) -> [f64; 3] {
        let [low, high] = self.interval();
        [low, self.share(), high].map(elo_of)
    }

    /// Returns the results of the second player.
    #[must_use]
    pub fn seen_by_other(&self) -> Self {
        let [none, one, two, three, all] = self.0;
        Self([all, three, two, one, none])
    }

    /// Returns the pairs of both counts.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(array::from_fn(|points| self.0[points] + other.0[points]))
    }

    /// Returns the logarithm of the likelihood ratio of two differences in Elo, by the normal
    /// approximation.
    fn log_likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let [none, some] = elo.map(expected_share);
        let distance = (some - none) * (2.0 * self.share() - none - some);
        self.pairs() as f64 * distance / (2.0 * self.variance())
    }
}

/// A sequential probability ratio test of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is too small, and the one that is enough.
    pub elo: [f64; 2],
    /// The chance of a wrong verdict if one of them is the truth, in `(0, 0.5)`.
    pub error: f64,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo: [0.0, 20.0], error: 0.05 }
    }
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is stronger.
    Stronger,
    /// The first player is not stronger by as much as the test asks.
    NotStronger,
    /// Too few games.
    Undecided,
}

impl Verdict {
    /// Returns the words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stronger => "stronger",
            Self::NotStronger => "not stronger",
            Self::Undecided => "undecided",
        }
    }
}

impl Sprt {
    /// Pairs before the first verdict: the test is an approximation for many.
    const LEAST_PAIRS: u64 = 30;

    /// Returns the verdict on these results.
    pub fn verdict(&self, counts: &PairCounts) -> Verdict {
        let ratio = counts.log_likelihood_ratio(self.elo);
        let bound = ((1.0 - self.error) / self.error).ln();
        if counts.pairs() < Self::LEAST_PAIRS || ratio.abs() < bound {
            Verdict::Undecided
        } else if ratio > 0.0 {
            Verdict::Stronger
        } else {
            Verdict::NotStronger
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// 200 Elo are a share of 0.7597 in the tables of chess; 0.76 and 1 − 0.76 are opposite.
    #[test]
    fn elo_and_shares_are_those_of_chess() {
        assert!((expected_share(200.0) - 0.7597).abs() < 1e-4);
        assert!((elo_of(expected_share(35.0)) - 35.0).abs() < 1e-9);
        assert!((elo_of(0.76) + elo_of(0.24)).abs() < 1e-9);
    }

    /// 10 pairs of each result: half of the points; variance 1/8 with the prior as without, as it
    /// keeps the shares: (4 × 0 + … ) the mean of (0, 1/16, 1/4, 9/16, 1) is 3/8, less 1/4.
    #[test]
    fn the_spread_is_that_of_the_pairs() {
        let counts = PairCounts([10; 5]);
        assert!((counts.share() - 0.5).abs() < 1e-12);
        assert!((counts.variance() - 0.125).abs() < 1e-12);
        let [low, elo, high] = counts.elo();
        assert!(elo.abs() < 1e-9 && (low + high).abs() < 1e-9);
        // 1.96 × √(0.125 / 50) = 0.098: a share of 0.598 is 69 Elo
        assert!((high - elo_of(0.598)).abs() < 1e-6);
    }

    /// Of 2,000 tests in which the truth is one of the two differences, at most 5 % may be wrong;
    /// for a true rate of 5 % more than 150 would be a chance below 1e-6 (5 standard errors).
    #[test]
    fn wrong_verdicts_are_as_rare_as_stated() {
        let sprt = Sprt::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(40);
        for (elo, wrong) in [(0.0, Verdict::Stronger), (20.0, Verdict::NotStronger)] {
            let win = expected_share(elo);
            let mut faults = 0;
            for _ in 0..2_000 {
                let mut counts = PairCounts::default();
                let verdict = loop {
                    for _ in 0..12 {
                        let points = [0; 2].map(|_: u8| 2 * u8::from(rng.random_bool(win)));
                        counts.add(points.iter().sum());
                    }
                    match sprt.verdict(&counts) {
                        Verdict::Undecided => {}
                        verdict => break verdict,
                    }
                };
                faults += u32::from(verdict == wrong);
            }
            assert!(faults < 150, "{elo}: {faults} of 2000");
        }
    }
}
