//! Whether what was seen agrees with a distribution.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Pmf, Tally};

/// Cells expected to be seen less often are pooled: below it the chi-square distribution is a poor
/// guide.
const LEAST_EXPECTED: f64 = 8.0;

/// Pearson's chi-square of a tally against a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The sum of (seen − expected)² / expected over the cells.
    pub statistic: f64,
    /// Cells less one.
    pub degrees: usize,
    /// The chance of a statistic this large or larger if the distribution holds; 0 where something
    /// impossible was seen.
    pub p_value: f64,
}

/// Compares a tally with a distribution. Rare counts are pooled with their upper neighbours until 8
/// are expected.
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
    let p_value = if impossible { 0.0 } else { upper_tail(statistic, degrees) };
    Agreement { statistic, degrees, p_value }
}

/// Joins neighbouring cells until each is expected often enough; what remains joins the last.
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

/// The chance that a chi-square of so many degrees is at least `statistic`; 1 without degrees.
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
