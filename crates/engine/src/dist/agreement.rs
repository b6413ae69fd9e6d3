//! Goodness of fit of a tally and a distribution.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Pmf, Tally};

/// Cells with a smaller expected count are pooled: below it the chi-square approximation is poor.
const LEAST_EXPECTED: f64 = 8.0;

/// Pearson's chi-square test of a tally against a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The sum of (observed − expected)² / expected over the cells.
    pub statistic: f64,
    /// Degrees of freedom: number of cells less one.
    pub degrees: usize,
    /// Probability of at least this statistic if the distribution holds; 0 if an impossible count
    /// was observed.
    pub p_value: f64,
}

/// Tests a tally against a distribution. Rare counts are pooled with their upper neighbors until 8
/// are expected.
///
/// # Examples
/// ```
/// use warodds_engine::dist::{Pmf, Tally, agreement};
///
/// // 60 and 40 heads and tails of a fair coin: (10² + 10²) / 50 = 4
/// let test = agreement(&Tally::from_counts(vec![60, 40]), &Pmf::new(vec![0.5, 0.5])?);
/// assert_eq!((test.statistic, test.degrees), (4.0, 1));
/// assert!((test.p_value - 0.0455).abs() < 1e-4);
/// # Ok::<(), warodds_engine::dist::PmfError>(())
/// ```
pub fn agreement(tally: &Tally, distribution: &Pmf) -> Agreement {
    let trials = tally.trials() as f64;
    let length = tally.counts().len().max(distribution.probabilities().len());
    let cells = (0..length).map(|k| {
        let seen = tally.seen(k) as f64;
        (seen, trials * distribution.exactly(k))
    });
    let impossible = cells.clone().any(|(seen, expected)| seen > 0.0 && expected <= 0.0);
    let pooled = pool(cells);
    let statistic =
        pooled.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    let degrees = pooled.len().saturating_sub(1);
    // one impossible observation refutes the distribution, whatever the statistic
    let p_value = if impossible { 0.0 } else { upper_tail(statistic, degrees) };
    Agreement { statistic, degrees, p_value }
}

/// Merges neighboring cells until each has the least expected count; the remainder joins the last.
fn pool(cells: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut pooled: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (seen, expected) in cells {
        open = (open.0 + seen, open.1 + expected);
        if open.1 >= LEAST_EXPECTED {
            pooled.push(std::mem::take(&mut open));
        }
    }
    match pooled.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None if open.1 > 0.0 => pooled.push(open),
        None => {}
    }
    pooled
}

/// Returns P(χ² ≥ `statistic`); 1 without degrees of freedom.
fn upper_tail(statistic: f64, degrees: usize) -> f64 {
    ChiSquared::new(degrees as f64).map_or(1.0, |distribution| distribution.sf(statistic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_coin_agrees_and_a_bent_one_does_not() {
        let coin = Pmf::new(vec![0.5, 0.5]).expect("a coin is a distribution");
        // (510−500)²/500 · 2 = 0.4
        let fair = agreement(&Tally::from_counts(vec![510, 490]), &coin);
        assert!((fair.statistic - 0.4).abs() < 1e-12 && fair.degrees == 1);
        // published point of chi-square with one degree: P(X ≥ 3.841458821) = 0.05
        assert!((upper_tail(3.841_458_820_694_124, 1) - 0.05).abs() < 1e-9);
        assert!(agreement(&Tally::from_counts(vec![600, 400]), &coin).p_value < 1e-9);
    }

    #[test]
    fn the_impossible_never_agrees() {
        let certain = Pmf::certain(0, 1);
        assert_eq!(agreement(&Tally::from_counts(vec![999, 1]), &certain).p_value, 0.0);
        assert_eq!(agreement(&Tally::from_counts(vec![999, 0]), &certain).p_value, 1.0);
    }
}
