//! Estimates with their uncertainty.

use statrs::distribution::{Beta, ContinuousCDF};

/// The confidence level of all intervals: 95 %.
pub const LEVEL: f64 = 0.95;
/// The two-sided 95 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// With fewer successes or failures, the exact (Clopper–Pearson) interval replaces Wilson's.
const FEW: u64 = 40;

/// A sampled number with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Point estimate.
    pub point: f64,
    /// Standard error.
    pub standard_error: f64,
    /// Interval that covers the true value in a share [`LEVEL`] of all runs.
    pub interval: (f64, f64),
}

impl Estimate {
    /// Estimates the mean of counts, from how often each (0, 1, 2, …) was observed. `None` without
    /// observations.
    ///
    /// The interval is the normal one. That is too narrow if nearly all counts are equal; then it
    /// is widened to what the exact interval of the other counts' share implies.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Estimate;
    ///
    /// // 50 zeros and 50 twos: the sample variance is 100/99
    /// let mean = Estimate::of_mean(&[50, 0, 50]).ok_or("no trials")?;
    /// assert!((mean.point - 1.0).abs() < 1e-12);
    /// assert!((mean.standard_error - (1.0_f64 / 99.0).sqrt()).abs() < 1e-12);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn of_mean(counts: &[u64]) -> Option<Self> {
        let trials: u64 = counts.iter().sum();
        let share = |weight: u64| weight as f64 / trials as f64;
        let moment = |of: &dyn Fn(f64) -> f64| {
            counts.iter().enumerate().map(|(k, &c)| of(k as f64) * share(c)).sum::<f64>()
        };
        let mean = (trials > 0).then(|| moment(&|k| k))?;
        let variance = moment(&|k| (k - mean).powi(2));
        let standard_error = if trials > 1 { (variance / (trials - 1) as f64).sqrt() } else { 0.0 };
        // widens the interval where the normal approximation is too narrow
        let rare = rare_interval(counts, trials).unwrap_or((mean, mean));
        let most = counts.len().saturating_sub(1) as f64;
        let interval = (
            (mean - Z * standard_error).min(rare.0).max(0.0),
            (mean + Z * standard_error).max(rare.1).min(most),
        );
        Some(Self { point: mean, standard_error, interval })
    }

    /// Estimates a probability from `seen` successes in `trials` trials (at least 1), with Wilson's
    /// interval, or the exact one for few successes or failures.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Estimate;
    ///
    /// // no success in ten trials: the exact interval ends at 1 − 0.025^(1/10)
    /// let rare = Estimate::of_probability(0, 10);
    /// assert_eq!((rare.point, rare.interval.0), (0.0, 0.0));
    /// assert!((rare.interval.1 - (1.0 - 0.025_f64.powf(0.1))).abs() < 1e-12);
    /// ```
    pub fn of_probability(seen: u64, trials: u64) -> Self {
        let (k, n) = (seen as f64, trials.max(1) as f64);
        let p = k / n;
        let interval = if seen.min(trials.saturating_sub(seen)) < FEW {
            clopper_pearson(k, n)
        } else {
            wilson(p, n)
        };
        Self { point: p, standard_error: (p * (1.0 - p) / n).sqrt(), interval }
    }

    /// Returns an estimate with the normal interval of its standard error.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Estimate;
    /// assert!((Estimate::normal(5.0, 1.0).half_width() - 1.96).abs() < 1e-4);
    /// ```
    pub fn normal(point: f64, standard_error: f64) -> Self {
        Self {
            point,
            standard_error,
            interval: (point - Z * standard_error, point + Z * standard_error),
        }
    }

    /// Returns the difference of two independent means, each times its weight (0 or more). The
    /// distances of the interval's ends are combined in quadrature.
    ///
    /// # Examples
    /// ```
    /// # use warodds_engine::dist::Estimate;
    /// // standard errors add up in quadrature
    /// let (a, b) = (Estimate::normal(5.0, 3.0), Estimate::normal(2.0, 4.0));
    /// let difference = Estimate::difference([&a, &b], [1.0, 1.0]);
    /// assert_eq!((difference.point, difference.standard_error), (3.0, 5.0));
    /// ```
    pub fn difference([first, second]: [&Self; 2], [a, b]: [f64; 2]) -> Self {
        let point = first.point * a - second.point * b;
        let below =
            ((first.point - first.interval.0) * a).hypot((second.interval.1 - second.point) * b);
        let above =
            ((first.interval.1 - first.point) * a).hypot((second.point - second.interval.0) * b);
        let standard_error = (first.standard_error * a).hypot(second.standard_error * b);
        Self { point, standard_error, interval: (point - below, point + above) }
    }

    /// Returns half of the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }
}

/// Returns Wilson's score interval.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z2 = Z * Z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Returns the interval of a mean if few counts differ from the most common one: the exact interval
/// of their share, times their mean distance on each side. If none differ, the most distant
/// possible count is used. `None` if many differ.
fn rare_interval(counts: &[u64], trials: u64) -> Option<(f64, f64)> {
    let (common, &most) = counts.iter().enumerate().max_by_key(|&(_, count)| count)?;
    let others = trials - most;
    if others >= FEW {
        return None;
    }
    let (low, high) = Estimate::of_probability(others, trials).interval;
    let away = |k: usize, count: u64| count as f64 * k.abs_diff(common) as f64 / others as f64;
    let side = |is_on: &dyn Fn(usize) -> bool| {
        counts.iter().enumerate().filter(|&(k, _)| is_on(k)).map(|(k, &c)| away(k, c)).sum::<f64>()
    };
    let farthest = (common as f64, (counts.len() - 1 - common) as f64);
    let (below, above) =
        if others == 0 { farthest } else { (side(&|k| k < common), side(&|k| k > common)) };
    Some((common as f64 - high * below + low * above, common as f64 + high * above - low * below))
}

/// Returns the exact interval: quantiles of Beta(k, n−k+1) and Beta(k+1, n−k), in closed form at
/// the ends.
fn clopper_pearson(k: f64, n: f64) -> (f64, f64) {
    let tail = (1.0 - LEVEL) / 2.0;
    // the closed form at k = 0, which bisection of a Beta distribution cannot reach
    let none = 1.0 - tail.powf(1.0 / n);
    let low = if k == 0.0 {
        0.0
    } else if k == n {
        1.0 - none
    } else {
        beta_quantile(k, n - k + 1.0, tail)
    };
    let high = if k == n {
        1.0
    } else if k == 0.0 {
        none
    } else {
        beta_quantile(k + 1.0, n - k, 1.0 - tail)
    };
    (low, high)
}

/// Returns a quantile of a Beta distribution by bisection, to a relative precision of 1e-12. The
/// inverse of the library does not terminate for some distributions of billions of trials.
fn beta_quantile(a: f64, b: f64, p: f64) -> f64 {
    let Ok(distribution) = Beta::new(a, b) else { return f64::NAN };
    let (mut low, mut high) = (0.0, 1.0);
    while high - low > 1e-12 * high {
        let middle = (low + high) / 2.0;
        if distribution.cdf(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
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
    fn a_difference_is_as_doubtful_as_both() {
        let (one, other) = (Estimate::normal(3.0, 0.3), Estimate::normal(1.0, 0.2));
        let difference = Estimate::difference([&one, &other], [1.0, 2.0]);
        // of normal intervals it is the normal one: 3 − 2 and √(0.3² + 0.4²)
        let normal = Estimate::normal(1.0, 0.5);
        close(difference.standard_error, 0.5, 1e-12);
        close(difference.interval.0, normal.interval.0, 1e-12);
        close(difference.interval.1, normal.interval.1, 1e-12);
        let certain = Estimate { point: 0.0, standard_error: 0.0, interval: (0.0, 0.25) };
        let doubtful = Estimate::difference([&certain, &certain], [1.0, 1.0]);
        assert_eq!((doubtful.point, doubtful.interval), (0.0, (-0.25, 0.25)));
    }

    #[test]
    fn equal_counts_still_leave_a_doubt() {
        let mut counts = [0; 13];
        counts[0] = 1024;
        let mean = Estimate::of_mean(&counts).expect("something was seen");
        assert_eq!(mean.interval.0, 0.0);
        close(mean.interval.1, 12.0 * (1.0 - 0.025_f64.powf(1.0 / 1024.0)), 1e-9);
    }

    /// How likely the interval covers `p`: the binomial distribution summed over the counts whose
    /// interval does.
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
        for (trials, p, least) in [
            (200, 0.3, 0.93),
            (200, 0.5, 0.93),
            (5000, 0.05, 0.93),
            (2000, 1e-3, LEVEL),
            (2000, 0.999, LEVEL),
            (60, 0.2, LEVEL),
        ] {
            let covered = coverage(trials, p);
            assert!(
                (least..0.995).contains(&covered),
                "{covered} of all intervals cover {p} in {trials} trials"
            );
        }
    }

    #[test]
    fn wilson_and_the_exact_interval_meet_without_a_jump() {
        // at the count where one takes over from the other
        let width = |seen| Estimate::of_probability(seen, 100_000).half_width();
        assert!(
            (width(FEW) / width(FEW - 1) - 1.0).abs() < 0.05,
            "{} and {}",
            width(FEW - 1),
            width(FEW)
        );
    }

    /// How likely the mean of draws from 0 or 3, three with chance `p`, is covered.
    fn mean_coverage(trials: u64, p: f64) -> f64 {
        let covers = |&(seen, _): &(u64, f64)| {
            let (low, high) = Estimate::of_mean(&[trials - seen, 0, 0, seen])
                .expect("something was seen")
                .interval;
            (low..=high).contains(&(3.0 * p))
        };
        binomial(trials, p).filter(covers).map(|(_, chance)| chance).sum()
    }

    #[test]
    fn a_mean_is_covered_as_often_as_its_interval_says() {
        let common = mean_coverage(200, 0.3);
        assert!((0.93..0.97).contains(&common), "{common} of all intervals cover the mean");
        // few threes among thousands of zeros: the normal interval alone would cover 0.85 at 3
        // expected
        for expected in [0.5, 3.0, 5.0, 10.0, 30.0] {
            let rare = mean_coverage(8192, expected / 8192.0);
            assert!(rare >= 0.945, "{rare} of all intervals cover with {expected} expected");
        }
    }

    #[test]
    fn intervals_of_billions_of_trials_end() {
        let (low, high) = Estimate::of_probability(39, 1_461_829_632).interval;
        // against the Poisson limit: 39 seen, published 95 % limits 27.73 and 53.31
        close(low * 1_461_829_632.0, 27.73, 0.01);
        close(high * 1_461_829_632.0, 53.31, 0.01);
    }
}
