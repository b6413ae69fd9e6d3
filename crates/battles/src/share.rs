//! Shares of battles and their differences, with confidence intervals.

use schemars::JsonSchema;
use serde::Serialize;
use warodds_engine::dist::Estimate;

/// A share of battles with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ShareEstimate {
    /// The observed share.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub p: f64,
    /// The 95 % confidence interval.
    #[schemars(inner(range(min = 0.0, max = 1.0)))]
    pub ci95: [f64; 2],
}

impl ShareEstimate {
    /// Returns the share of `games` battles that were seen `seen` times.
    pub(crate) fn of(seen: u64, games: u64) -> Self {
        let Estimate { point, interval, .. } = Estimate::of_probability(seen, games);
        Self { p: point, ci95: [interval.0, interval.1] }
    }
}

/// The difference of two shares of battles won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WinDifference {
    /// The observed difference.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub mean: f64,
    /// The 95 % confidence interval.
    #[schemars(inner(range(min = -1.0, max = 1.0)))]
    pub ci95: [f64; 2],
}

impl WinDifference {
    /// Subtracts two independent shares; the interval is that of Newcombe, which combines theirs.
    pub(crate) fn of(one: ShareEstimate, other: ShareEstimate) -> Self {
        let mean = one.p - other.p;
        let far = |low: f64, high: f64| low.hypot(high);
        let below = far(one.p - one.ci95[0], other.ci95[1] - other.p);
        let above = far(one.ci95[1] - one.p, other.p - other.ci95[0]);
        Self { mean, ci95: [mean - below, mean + above] }
    }

    /// Returns the mean of differences from the same battles, with the usual interval of paired
    /// differences.
    pub(crate) fn paired(differences: impl Iterator<Item = f64>) -> Self {
        let differences: Vec<f64> = differences.collect();
        let games = differences.len().max(1) as f64;
        let mean = differences.iter().sum::<f64>() / games;
        let squares = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
        let error = 1.96 * (squares / (games - 1.0).max(1.0) / games).sqrt();
        let ci95 = [mean - error, mean + error].map(|end| end.clamp(-1.0, 1.0));
        Self { mean, ci95 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand with z = 1.96: 60 of 100 and 40 of 100 have the Wilson intervals 0.502–0.691 and
    /// 0.309–0.498; √(0.098² + 0.098²) = 0.1386 below, and the same above.
    #[test]
    fn difference_combines_both_intervals() {
        let [one, other] = [60, 40].map(|won| ShareEstimate::of(won, 100));
        let difference = WinDifference::of(one, other);
        assert!((difference.mean - 0.2).abs() < 1e-12);
        let [low, high] = difference.ci95;
        assert!((low - 0.0614).abs() < 2e-3 && (high - 0.3289).abs() < 2e-3, "{low} {high}");
    }
}
