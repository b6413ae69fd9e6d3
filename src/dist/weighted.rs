//! The mean of values that are no counts: how often each was seen, and how far that mean may be off.

use statrs::distribution::{ContinuousCDF, Gamma};

use super::Estimate;
use super::estimate::{LEVEL, Z};

/// With fewer values that matter the normal interval is too narrow.
const FEW: f64 = 100.0;
/// Values closer than this are the same but for rounding.
const NOTHING: f64 = 1e-12;
/// From this shape on the quantile of a Gamma law is that of its normal approximation by Wilson and Hilferty, whose error lies
/// below a millionth there.
const LARGE_SHAPE: f64 = 1000.0;

impl Estimate {
    /// The mean of `values`, the i-th of which was seen `seen[i]` times; none where nothing was. Values that may be seen and
    /// were not belong to the list, with 0.
    ///
    /// The interval is the normal one. Where the spread rests on few of the values seen, or one value unseen so far would
    /// change it, the normal interval covers too rarely: then it is what the gamma interval of a weighted sum of Poisson counts
    /// (Fay and Feuer, 1997) makes of the distances to the commonest value. Values of only 0 and 1 are a probability and get
    /// its interval.
    pub fn of_values(values: &[f64], seen: &[u64]) -> Option<Self> {
        let sample = Weighted { values, seen, trials: seen.iter().sum() };
        let is = |value: f64, whole: f64| (value - whole).abs() < NOTHING;
        if sample.trials == 0 {
            return None;
        }
        if values.iter().all(|&value| is(value, 0.0) || is(value, 1.0)) {
            let ones = sample.each().filter(|&(value, _)| is(value, 1.0)).map(|(_, seen)| seen).sum();
            return Some(Self::of_probability(ones, sample.trials));
        }
        Some(sample.estimate())
    }
}

/// Values with how often each was seen.
struct Weighted<'a> {
    values: &'a [f64],
    seen: &'a [u64],
    trials: u64,
}

impl Weighted<'_> {
    fn each(&self) -> impl Iterator<Item = (f64, u64)> {
        self.values.iter().copied().zip(self.seen.iter().copied())
    }

    /// The sum of something over all that was seen.
    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.each().filter(|&(_, seen)| seen > 0).map(|(value, seen)| of(value) * seen as f64).sum()
    }

    /// The least and the largest value there can be.
    fn range(&self) -> (f64, f64) {
        self.values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
    }

    fn estimate(&self) -> Estimate {
        let trials = self.trials as f64;
        let (least, most) = self.range();
        let mean = (self.sum(|value| value) / trials).clamp(least, most);
        let squares = self.sum(|value| (value - mean).powi(2));
        let standard_error = if self.trials > 1 { (squares / (trials - 1.0) / trials).sqrt() } else { 0.0 };
        let normal = || (mean - Z * standard_error, mean + Z * standard_error);
        let (low, high) = if self.matter(mean) < FEW { self.of_few() } else { normal() };
        Estimate { point: mean, standard_error, interval: (low.max(least), high.min(most)) }
    }

    /// How many values make up the spread around `mean`, were the farthest there can be seen once more: as many as are seen
    /// of something rare, and a share of all trials where the spread is even.
    fn matter(&self, mean: f64) -> f64 {
        let (least, most) = self.range();
        let farthest = (mean - least).max(most - mean);
        if farthest < NOTHING {
            return f64::INFINITY;
        }
        let away = |value: f64| (value - mean).abs() / farthest;
        let squares = self.sum(|value| away(value).powi(2));
        squares.powi(3) / (1.0 + self.sum(|value| away(value).powi(3))).powi(2)
    }

    /// The interval where few values matter: the gamma intervals of what lies above and below the commonest value.
    fn of_few(&self) -> (f64, f64) {
        let commonest = self.each().max_by_key(|&(_, seen)| seen).map_or(0.0, |(value, _)| value);
        let [above, below] = [1.0, -1.0].map(|side| self.total_beyond(commonest, side));
        let share = |total: f64| total / self.trials as f64;
        (commonest + share(above.0 - below.1), commonest + share(above.1 - below.0))
    }

    /// The interval of the sum of all distances to `from` on one side of it (1 above, −1 below).
    fn total_beyond(&self, from: f64, side: f64) -> (f64, f64) {
        let away = |value: f64| (side * (value - from)).max(0.0);
        let most = self.values.iter().map(|&value| away(value)).fold(0.0, f64::max);
        gamma_interval(self.sum(away), self.sum(|value| away(value).powi(2)), most)
    }
}

/// The interval of a sum of Poisson counts with weights of at most `most`: `total` is what they came to, `squares` the sum of
/// the squared weights of all that was counted.
fn gamma_interval(total: f64, squares: f64, most: f64) -> (f64, f64) {
    if most < NOTHING {
        return (0.0, 0.0);
    }
    let tail = (1.0 - LEVEL) / 2.0;
    let end = |total: f64, squares: f64, p: f64| if total > 0.0 { squares / total * gamma_quantile(total * total / squares, p) } else { 0.0 };
    (end(total, squares, tail), end(total + most, squares + most * most, 1.0 - tail))
}

/// The quantile of a Gamma law of scale 1, at `p` = 0.025 or 0.975; its shape is at least 1.
fn gamma_quantile(shape: f64, p: f64) -> f64 {
    const RELATIVE: f64 = 1e-10;
    if shape > LARGE_SHAPE {
        let z = if p < 0.5 { -Z } else { Z };
        return shape * (1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt())).powi(3);
    }
    let Ok(law) = Gamma::new(shape, 1.0) else { return f64::NAN };
    let (mut low, mut high) = (0.0, shape + 10.0 * shape.sqrt() + 20.0);
    while high - low > RELATIVE * high {
        let middle = (low + high) / 2.0;
        if law.cdf(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64], seen: &[u64]) -> Estimate {
        Estimate::of_values(values, seen).expect("something was seen")
    }

    #[test]
    fn even_values_have_the_textbook_interval() {
        // 100 of each of 1, 2, 4: mean 7/3, Σ(v − 7/3)² = 14/3 · 100, unbiased variance 466.67/299
        let found = of(&[1.0, 2.0, 4.0], &[100, 100, 100]);
        let error = (1400.0_f64 / 3.0 / 299.0 / 300.0).sqrt();
        assert!((found.point - 7.0 / 3.0).abs() < 1e-12 && (found.standard_error - error).abs() < 1e-12, "{found:?}");
        assert!((found.interval.1 - found.point - Z * error).abs() < 1e-12, "{found:?}");
        assert_eq!(Estimate::of_values(&[1.0], &[0]), None);
    }

    #[test]
    fn what_is_rare_has_the_limits_of_poisson_counts() {
        // none seen of a value one above: −ln 0.025 = 3.689 at most; published 95 % limits of 4 seen: 1.090 and 10.242
        let none = of(&[0.5, 1.5], &[10_000, 0]);
        assert!((none.interval.1 - 0.5 - 3.688_879e-4).abs() < 1e-9, "{none:?}");
        assert_eq!(none.interval.0, 0.5);
        let four = of(&[0.5, 1.5], &[9_996, 4]);
        assert!((four.interval.0 - 0.5 - 1.089_9e-4).abs() < 1e-8 && (four.interval.1 - 0.5 - 10.241_6e-4).abs() < 1e-8, "{four:?}");
        // the same below
        let below = of(&[-0.5, 0.5], &[4, 9_996]);
        assert!((below.interval.0 - 0.5 + 10.241_6e-4).abs() < 1e-8, "{below:?}");
    }

    #[test]
    fn certain_values_have_no_doubt_and_chances_those_of_a_probability() {
        assert_eq!(of(&[2.0, 2.0], &[5, 0]).interval, (2.0, 2.0));
        assert_eq!(of(&[0.0, 1.0, 1.0], &[960, 30, 10]), Estimate::of_probability(40, 1000));
    }

    #[test]
    fn both_quantiles_of_a_gamma_law_meet() {
        for p in [0.025, 0.975] {
            let (small, large) = (gamma_quantile(LARGE_SHAPE, p), gamma_quantile(LARGE_SHAPE * (1.0 + 1e-12), p));
            assert!((small / large - 1.0).abs() < 1e-5, "{small} and {large}");
        }
    }

    /// How likely the mean of draws of three values is covered: the trinomial law summed over the counts whose interval does.
    fn coverage(trials: u64, values: [f64; 3], chances: [f64; 3]) -> f64 {
        let mean: f64 = values.iter().zip(chances).map(|(value, chance)| value * chance).sum();
        let logs: Vec<f64> = (0..=trials).scan(0.0, |sum, k| Some({ *sum += (k.max(1) as f64).ln(); *sum })).collect();
        let chance = |seen: [u64; 3]| {
            let each = seen.iter().zip(chances).map(|(&k, p)| k as f64 * p.ln() - logs[k as usize]).sum::<f64>();
            (logs[trials as usize] + each).exp()
        };
        let all = (0..=trials).flat_map(|first| (0..=trials - first).map(move |second| [first, second, trials - first - second]));
        let likely = all.map(|seen| (seen, chance(seen))).filter(|(_, chance)| *chance > 1e-12);
        let covers = |seen: &[u64; 3]| {
            let (low, high) = of(&values, seen).interval;
            (low..=high).contains(&mean)
        };
        likely.filter(|(seen, _)| covers(seen)).map(|(_, chance)| chance).sum()
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        // even, skewed, one value rare and far, two rare, nearly all the same
        for (trials, values, chances) in [
            (250, [1.0, 2.0, 4.0], [0.3, 0.4, 0.3]),
            (250, [0.0, 0.1, 0.9], [0.5, 0.45, 0.05]),
            (250, [0.0, 0.02, 1.0], [0.6, 0.398, 0.002]),
            (250, [0.0, 0.3, 1.0], [0.98, 0.015, 0.005]),
            (250, [0.2, 0.0, 1.0], [0.99, 0.005, 0.005]),
            (120, [0.0, 0.05, 0.5], [0.1, 0.85, 0.05]),
        ] {
            let covered = coverage(trials, values, chances);
            assert!((0.93..=1.0).contains(&covered), "{covered} of all intervals cover {values:?} with {chances:?}");
        }
        let even = coverage(250, [1.0, 2.0, 4.0], [0.3, 0.4, 0.3]);
        assert!(even < 0.96, "{even} of all intervals cover: they are too wide");
    }
}
