//! A sampled number never stands alone.

use statrs::distribution::{Beta, ContinuousCDF};

/// The confidence of every interval: 95 %.
pub const LEVEL: f64 = 0.95;
/// The two-sided 95 % point of the normal law.
const Z: f64 = 1.959_963_984_540_054;
/// With fewer successes or failures than this an exact (Clopper–Pearson) interval is given instead of Wilson's.
const FEW: u64 = 40;

/// A sampled number with how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate itself.
    pub point: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The interval that covers the true value in [`LEVEL`] of all runs.
    pub interval: (f64, f64),
}

impl Estimate {
    /// A mean of `trials` counts in 0..=`max` with the variance `variance` of what was seen.
    ///
    /// The interval is the normal one. Where all counts were the same that would have no width, however few they were;
    /// then the exact bound on the chance of an unseen count, times the farthest such count, stands in.
    pub fn of_mean(mean: f64, variance: f64, trials: u64, max: usize) -> Self {
        let n = trials as f64;
        let standard_error = if trials > 1 { (variance * n / (n - 1.0) / n).sqrt() } else { 0.0 };
        let unseen = if variance > 0.0 { 0.0 } else { Self::of_probability(0, trials).interval.1 };
        let (down, up) = (unseen * mean, unseen * (max as f64 - mean));
        let interval = ((mean - Z * standard_error - down).max(0.0), (mean + Z * standard_error + up).min(max as f64));
        Self { point: mean, standard_error, interval }
    }

    /// A probability seen `seen` times in `trials` (at least 1): Wilson's interval, or Clopper and Pearson's where few
    /// were seen or few were not.
    pub fn of_probability(seen: u64, trials: u64) -> Self {
        let (k, n) = (seen as f64, trials.max(1) as f64);
        let p = k / n;
        let interval = if seen.min(trials.saturating_sub(seen)) < FEW { clopper_pearson(k, n) } else { wilson(p, n) };
        Self { point: p, standard_error: (p * (1.0 - p) / n).sqrt(), interval }
    }

    /// Half of the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }
}

/// Wilson's score interval.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z2 = Z * Z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The exact interval: quantiles of Beta(k, n−k+1) and Beta(k+1, n−k).
fn clopper_pearson(k: f64, n: f64) -> (f64, f64) {
    let tail = (1.0 - LEVEL) / 2.0;
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).map_or(f64::NAN, |law| law.inverse_cdf(p));
    let low = if k == 0.0 { 0.0 } else { quantile(k, n - k + 1.0, tail) };
    let high = if k == n { 1.0 } else { quantile(k + 1.0, n - k, 1.0 - tail) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() < tolerance, "{a} is not {b}");
    }

    #[test]
    fn clopper_pearson_without_successes_is_the_rule_of_three() {
        // closed form for k = 0: 1 − 0.025^(1/n)
        let interval = Estimate::of_probability(0, 1000).interval;
        assert_eq!(interval.0, 0.0);
        close(interval.1, 1.0 - 0.025_f64.powf(1.0 / 1000.0), 1e-9);
        let mirrored = Estimate::of_probability(1000, 1000).interval;
        close(mirrored.0, 0.025_f64.powf(1.0 / 1000.0), 1e-9);
        assert_eq!(mirrored.1, 1.0);
    }

    #[test]
    fn wilson_ends_solve_the_score_equation() {
        let (n, p) = (1000.0, 0.2);
        for end in <[f64; 2]>::from(Estimate::of_probability(200, 1000).interval) {
            close((p - end).abs() / (end * (1.0 - end) / n).sqrt(), Z, 1e-9);
        }
    }

    #[test]
    fn equal_counts_still_leave_a_doubt() {
        let mean = Estimate::of_mean(0.0, 0.0, 1024, 12);
        assert_eq!(mean.interval.0, 0.0);
        close(mean.interval.1, 12.0 * (1.0 - 0.025_f64.powf(1.0 / 1024.0)), 1e-9);
    }

    /// How likely the interval covers `p`: the binomial law summed over the counts whose interval does.
    fn coverage(trials: u64, p: f64) -> f64 {
        let covers = |&(seen, _): &(u64, f64)| {
            let (low, high) = Estimate::of_probability(seen, trials).interval;
            (low..=high).contains(&p)
        };
        binomial(trials, p).filter(covers).map(|(_, chance)| chance).sum()
    }

    /// Each count and its probability, in logarithms so that none is lost.
    fn binomial(trials: u64, p: f64) -> impl Iterator<Item = (u64, f64)> {
        let n = trials as f64;
        (0..=trials).scan(n * (1.0 - p).ln(), move |log, k| {
            let chance = log.exp();
            *log += ((n - k as f64) / (k as f64 + 1.0) * p / (1.0 - p)).ln();
            Some((k, chance))
        })
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        close(binomial(200, 0.3).map(|(_, chance)| chance).sum(), 1.0, 1e-12);
        // Wilson's interval swings around its level; the exact one never falls below it
        for (trials, p, least) in
            [(200, 0.3, 0.93), (200, 0.5, 0.93), (5000, 0.05, 0.93), (2000, 1e-3, LEVEL), (2000, 0.999, LEVEL), (60, 0.2, LEVEL)]
        {
            let covered = coverage(trials, p);
            assert!((least..0.995).contains(&covered), "{covered} of all intervals cover {p} in {trials} trials");
        }
    }

    #[test]
    fn wilson_and_the_exact_interval_meet_without_a_jump() {
        // at the count where one takes over from the other
        let width = |seen| Estimate::of_probability(seen, 100_000).half_width();
        assert!((width(FEW) / width(FEW - 1) - 1.0).abs() < 0.05, "{} and {}", width(FEW - 1), width(FEW));
    }

    #[test]
    fn a_mean_is_covered_as_often_as_its_interval_says() {
        // the mean of 200 draws from 0 or 3, three with chance 0.3: the count of threes is binomial
        let covered: f64 = binomial(200, 0.3)
            .filter(|&(seen, _)| {
                let p = seen as f64 / 200.0;
                let (low, high) = Estimate::of_mean(3.0 * p, 9.0 * p * (1.0 - p), 200, 3).interval;
                (low..=high).contains(&0.9)
            })
            .map(|(_, chance)| chance)
            .sum();
        assert!((0.93..0.97).contains(&covered), "{covered} of all intervals cover the mean");
    }
}
