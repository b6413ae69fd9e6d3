//! The mean of arbitrary values with frequencies, and its uncertainty.

use statrs::distribution::Gamma;

use super::Estimate;
use super::estimate::{LEVEL, Z, quantile};

/// Values closer than this are equal up to rounding.
const NOTHING: f64 = 1e-12;
/// From this shape on, the Wilson–Hilferty approximation of Gamma quantiles has an error below
/// 1e-6.
const LARGE_SHAPE: f64 = 1000.0;
/// From this shape on, the normal approximation is used.
const LARGEST_SHAPE: f64 = 1e10;

impl Estimate {
    /// Estimates the mean of `values`, the i-th of which was observed `seen[i]` times. Possible
    /// values without observations are included with 0. `None` without observations.
    ///
    /// The normal interval covers too rarely if the variance rests on few observations, or on a
    /// value not observed. Here each end is a quantile of a Gamma distribution with the variance
    /// and skewness of the observations and of the most extreme value on that side, as if it had
    /// been observed once more. With many observations this is the normal interval; for a single
    /// rare value it is the exact interval of a Poisson count. Values of only 0 and 1 are a
    /// probability and get its interval.
    pub fn of_values(values: &[f64], seen: &[u64]) -> Option<Self> {
        let sample = WeightedSample { values, seen, trials: seen.iter().sum() };
        let is = |value: f64, whole: f64| (value - whole).abs() < NOTHING;
        if sample.trials == 0 {
            return None;
        }
        if values.iter().all(|&value| is(value, 0.0) || is(value, 1.0)) {
            let ones =
                sample.each().filter(|&(value, _)| is(value, 1.0)).map(|(_, seen)| seen).sum();
            return Some(Self::of_probability(ones, sample.trials));
        }
        Some(sample.estimate())
    }
}

/// Values with their frequencies.
struct WeightedSample<'a> {
    values: &'a [f64],
    seen: &'a [u64],
    trials: u64,
}

impl WeightedSample<'_> {
    fn each(&self) -> impl Iterator<Item = (f64, u64)> {
        self.values.iter().copied().zip(self.seen.iter().copied())
    }

    /// Returns the sum of a function over all observations.
    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.each().filter(|&(_, seen)| seen > 0).map(|(value, seen)| of(value) * seen as f64).sum()
    }

    /// Returns the smallest and the largest possible value.
    fn range(&self) -> (f64, f64) {
        self.values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
            (low.min(value), high.max(value))
        })
    }

    fn estimate(&self) -> Estimate {
        let trials = self.trials as f64;
        let (least, most) = self.range();
        let mean = (self.sum(|value| value) / trials).clamp(least, most);
        let squares = self.sum(|value| (value - mean).powi(2));
        let standard_error =
            if self.trials > 1 { (squares / (trials - 1.0) / trials).sqrt() } else { 0.0 };
        let low = mean - self.reach(|value| mean - value, mean - least) / trials;
        // the interval may be asymmetric: each side has its own tail
        let high = mean + self.reach(|value| value - mean, most - mean) / trials;
        Estimate { point: mean, standard_error, interval: (low.max(least), high.min(most)) }
    }

    /// Returns how far the sum of all values may lie from the observed one, on the side where
    /// `away` is positive; `farthest` is the most extreme value there.
    fn reach(&self, away: impl Fn(f64) -> f64, farthest: f64) -> f64 {
        let squares = self.sum(|value| away(value).powi(2)) + farthest.powi(2);
        let cubes = self.sum(|value| away(value).powi(3)) + farthest.powi(3);
        if squares < NOTHING * NOTHING {
            return farthest;
        }
        farthest + squares.sqrt() * upper_deviation(cubes / squares.powf(1.5))
    }
}

/// Returns the 97.5 % point of a sum with this skewness (−1 to 1), in standard deviations above its
/// mean. The distribution of the limit is twice as skewed as the sum, since the sum's spread grows
/// and shrinks with its mean.
fn upper_deviation(skewness: f64) -> f64 {
    // a skewness is at most 1 in size, so only rounding takes the shape below 1
    let shape = skewness.powi(-2).max(1.0);
    if shape > LARGEST_SHAPE {
        return Z;
    }
    let tail = (1.0 - LEVEL) / 2.0;
    let beyond = if skewness > 0.0 {
        gamma_quantile(shape, 1.0 - tail) - shape
    } else {
        shape - gamma_quantile(shape, tail)
    };
    beyond / shape.sqrt()
}

/// Returns the quantile of a Gamma distribution with scale 1 and a shape of at least 1, at `p` =
/// 0.025 or 0.975.
fn gamma_quantile(shape: f64, p: f64) -> f64 {
    if shape > LARGE_SHAPE {
        let z = if p < 0.5 { -Z } else { Z };
        return shape * (1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt())).powi(3);
    }
    Gamma::new(shape, 1.0).map_or(f64::NAN, |distribution| {
        quantile(&distribution, p, shape + 10.0 * shape.sqrt() + 20.0, 1e-10)
    })
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
        assert!(
            (found.point - 7.0 / 3.0).abs() < 1e-12 && (found.standard_error - error).abs() < 1e-12,
            "{found:?}"
        );
        // normal but for a little skewness and the farthest value once more
        assert!(((found.interval.1 - found.point) / (Z * error) - 1.0).abs() < 0.06, "{found:?}");
        let many = of(&[1.0, 2.0, 4.0], &[1_000_000_000; 3]);
        let ends = [many.point - many.interval.0, many.interval.1 - many.point]
            .map(|end| end / (Z * many.standard_error));
        assert!(ends.iter().all(|end| (end - 1.0).abs() < 1e-4), "{ends:?}");
        assert_eq!(Estimate::of_values(&[1.0], &[0]), None);
    }

    #[test]
    fn what_is_rare_has_the_limits_of_poisson_counts() {
        // none seen of a value one above: −ln 0.025 = 3.689 at most; published 95 % limits of 4
        // seen: 1.090 and 10.242
        let none = of(&[0.5, 1.5], &[10_000, 0]);
        assert!((none.interval.1 - 0.5 - 3.688_879e-4).abs() < 1e-9, "{none:?}");
        assert_eq!(none.interval.0, 0.5);
        let four = of(&[0.5, 1.5], &[9_996, 4]);
        assert!(
            (four.interval.0 - 0.5 - 1.089_9e-4).abs() < 1e-7
                && (four.interval.1 - 0.5 - 10.241_6e-4).abs() < 1e-6,
            "{four:?}"
        );
        // the same below
        let below = of(&[-0.5, 0.5], &[4, 9_996]);
        assert!((below.interval.0 - 0.5 + 10.241_6e-4).abs() < 1e-6, "{below:?}");
    }

    #[test]
    fn certain_values_have_no_doubt_and_chances_those_of_a_probability() {
        assert_eq!(of(&[2.0, 2.0], &[5, 0]).interval, (2.0, 2.0));
        assert_eq!(of(&[0.0, 1.0, 1.0], &[960, 30, 10]), Estimate::of_probability(40, 1000));
    }

    #[test]
    fn both_quantiles_of_a_gamma_distribution_meet() {
        for p in [0.025, 0.975] {
            let (small, large) =
                (gamma_quantile(LARGE_SHAPE, p), gamma_quantile(LARGE_SHAPE * (1.0 + 1e-12), p));
            assert!((small / large - 1.0).abs() < 1e-5, "{small} and {large}");
        }
        for skewness in [1e-5, -1e-5] {
            let (small, large) =
                (upper_deviation(skewness * 1.001), upper_deviation(skewness / 1.001));
            assert!((small - large).abs() < 1e-4, "{small} and {large}");
        }
    }

    /// How likely the mean of draws of three values is covered: the trinomial distribution summed
    /// over the counts whose interval does.
    fn coverage(trials: u64, values: [f64; 3], chances: [f64; 3]) -> f64 {
        let mean: f64 = values.iter().zip(chances).map(|(value, chance)| value * chance).sum();
        let logs: Vec<f64> = (0..=trials)
            .scan(0.0, |sum, k| {
                Some({
                    *sum += (k.max(1) as f64).ln();
                    *sum
                })
            })
            .collect();
        let chance = |seen: [u64; 3]| {
            let each = seen
                .iter()
                .zip(chances)
                .map(|(&k, p)| k as f64 * p.ln() - logs[k as usize])
                .sum::<f64>();
            (logs[trials as usize] + each).exp()
        };
        let all = (0..=trials).flat_map(|first| {
            (0..=trials - first).map(move |second| [first, second, trials - first - second])
        });
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
            assert!(
                (0.93..=1.0).contains(&covered),
                "{covered} of all intervals cover {values:?} with {chances:?}"
            );
        }
        let even = coverage(250, [1.0, 2.0, 4.0], [0.3, 0.4, 0.3]);
        assert!(even < 0.965, "{even} of all intervals cover: they are too wide");
    }
}
