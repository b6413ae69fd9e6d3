//! Ratings by the model of Bradley and Terry: the odds of a duel are the ratio of two strengths.

use warodds_answer::CostLine;

/// The shares of duels that each unit (a row) wins against each other one (a column): the shares of
/// a pair add up to 1. The diagonal does not count.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WinShares {
    shares: Vec<f64>,
    units: usize,
}

impl WinShares {
    /// Creates the shares from those of each pair.
    pub(super) fn new(units: usize, share: impl Fn(usize, usize) -> f64) -> Self {
        let pairs = (0..units).flat_map(|row| (0..units).map(move |column| (row, column)));
        Self { shares: pairs.map(|(row, column)| share(row, column)).collect(), units }
    }

    /// Returns the shares of a unit against each unit.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[f64]> + Clone {
        self.shares.chunks(self.units.max(1))
    }

    /// Returns the shares of a unit against each other one.
    fn against_others(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, f64)>> + Clone {
        self.rows().enumerate().map(|(row, shares)| {
            shares.iter().copied().enumerate().filter(move |(column, _)| *column != row)
        })
    }

    /// Returns the mean share of each unit.
    pub(super) fn means(&self) -> Vec<f64> {
        let others = self.units.saturating_sub(1).max(1) as f64;
        self.sums().map(|sum| sum / others).collect()
    }

    fn sums(&self) -> impl Iterator<Item = f64> {
        self.against_others().map(|shares| shares.map(|(_, share)| share).sum())
    }

    /// Returns whether each unit wins, directly or through others, against each other one: then the
    /// most likely strengths are finite and unique.
    fn is_connected(&self) -> bool {
        let reached = |wins: bool| {
            let mut known = vec![false; self.units];
            let mut open: Vec<usize> = (0..self.units.min(1)).collect();
            while let Some(unit) = open.pop() {
                if known.get(unit) == Some(&false) {
                    known[unit] = true;
                    let beaten = |other: &usize| {
                        let pair = if wins { (unit, *other) } else { (*other, unit) };
                        pair.0 != pair.1 && self.share(pair) > 0.0
                    };
                    open.extend((0..self.units).filter(beaten));
                }
            }
            known.into_iter().all(|known| known)
        };
        reached(true) && reached(false)
    }

    fn share(&self, (row, column): (usize, usize)) -> f64 {
        self.shares.get(row * self.units + column).copied().unwrap_or_default()
    }

    /// Returns the most likely ratings on the scale of Elo, with mean 0; `None` if there are none.
    pub(super) fn ratings(&self) -> Option<Vec<f64>> {
        if !self.is_connected() {
            return None;
        }
        let strengths = self.strengths()?;
        let ratings: Vec<f64> = strengths.iter().map(|one| 400.0 * one.log10()).collect();
        let mean = ratings.iter().sum::<f64>() / ratings.len().max(1) as f64;
        Some(ratings.into_iter().map(|rating| rating - mean).collect())
    }

    /// Returns the most likely strengths, by minorization and maximization (Hunter 2004): each
    /// step increases the likelihood. `None` if they do not converge.
    fn strengths(&self) -> Option<Vec<f64>> {
        const STEPS: usize = 100_000;
        const CLOSE: f64 = 1e-12;
        let wins: Vec<f64> = self.sums().collect();
        let mut strengths = vec![1.0; self.units];
        for _ in 0..STEPS {
            let next: Vec<f64> = wins
                .iter()
                .enumerate()
                .map(|(unit, wins)| wins / self.inverse_totals(&strengths, unit))
                .collect();
            // only ratios count: without a fixed scale all strengths may drift
            let scale = next.iter().map(|one| one.ln()).sum::<f64>() / next.len().max(1) as f64;
            let next: Vec<f64> = next.into_iter().map(|one| one / scale.exp()).collect();
            let change = |(one, other): (&f64, &f64)| (one / other - 1.0).abs();
            let largest = next.iter().zip(&strengths).map(change).fold(0.0, f64::max);
            strengths = next;
            if largest < CLOSE {
                return Some(strengths);
            }
        }
        None
    }

    /// Returns the sum of 1 / (own strength + the other's) over all other units.
    fn inverse_totals(&self, strengths: &[f64], unit: usize) -> f64 {
        let Some(own) = strengths.get(unit) else { return 0.0 };
        let others = strengths.iter().enumerate().filter(|(other, _)| *other != unit);
        others.map(|(_, other)| 1.0 / (own + other)).sum()
    }
}

/// Returns the line of least squares through costs and ratings; `None` if all costs are equal.
pub(super) fn cost_line(points: &[(u8, f64)]) -> Option<CostLine> {
    let count = points.len() as f64;
    let mean = |of: fn(&(u8, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (cost, rating) = (mean(|one| f64::from(one.0)), mean(|one| one.1));
    let off = |one: &(u8, f64)| f64::from(one.0) - cost;
    let spread: f64 = points.iter().map(|one| off(one).powi(2)).sum();
    let together: f64 = points.iter().map(|one| off(one) * (one.1 - rating)).sum();
    (spread > 0.0).then(|| {
        let per_point = together / spread;
        CostLine { at_zero: rating - per_point * cost, per_point }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Random shares of some units.
    fn random(units: usize, seed: u64) -> WinShares {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let of_pairs: Vec<f64> = (0..units * units).map(|_| dice.random_range(0.0..1.0)).collect();
        WinShares::new(units, |row, column| {
            if row < column {
                of_pairs[row * units + column]
            } else {
                1.0 - of_pairs[column * units + row]
            }
        })
    }

    #[test]
    fn two_ratings_differ_by_the_odds_of_their_duel() {
        // three wins of four are odds of 3: 400 · log10(3)
        let shares = WinShares::new(2, |row, _| if row == 0 { 0.75 } else { 0.25 });
        let ratings = shares.ratings().expect("both win");
        let apart = 400.0 * 3.0_f64.log10();
        assert!((ratings[0] - ratings[1] - apart).abs() < 1e-9);
        assert!((ratings[0] + ratings[1]).abs() < 1e-9);
        assert_eq!(shares.means(), [0.75, 0.25]);
    }

    #[test]
    fn the_most_likely_ratings_expect_the_wins_of_each_unit() {
        // the likelihood is greatest where its derivatives vanish: the sum of expected wins of each
        // unit is that of its wins
        for seed in 0..50 {
            let shares = random(2 + seed as usize % 7, seed);
            let ratings = shares.ratings().expect("all win");
            for (unit, wins) in shares.sums().enumerate() {
                let odds = |other: usize| 10.0_f64.powf((ratings[other] - ratings[unit]) / 400.0);
                let others = (0..ratings.len()).filter(|other| *other != unit);
                let expected: f64 = others.map(|other| 1.0 / (1.0 + odds(other))).sum();
                assert!((expected - wins).abs() < 1e-9, "seed {seed}: {expected} for {wins}");
            }
        }
    }

    #[test]
    fn there_is_no_rating_of_units_that_never_lose() {
        let first_always_wins = WinShares::new(3, |row, column| match (row, column) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ => 0.5,
        });
        assert_eq!(first_always_wins.ratings(), None);
        // each beats one of the others: a circle
        let circle =
            WinShares::new(3, |row, column| if (row + 1) % 3 == column { 1.0 } else { 0.0 });
        let ratings = circle.ratings().expect("all win");
        assert!(ratings.iter().all(|rating| rating.abs() < 1e-9));
    }

    #[test]
    fn the_line_of_costs_has_the_least_squares() {
        let on_a_line = [(4, 10.0), (5, 30.0), (7, 70.0)];
        let line = cost_line(&on_a_line).expect("costs differ");
        assert!((line.at_zero + 70.0).abs() < 1e-9 && (line.per_point - 20.0).abs() < 1e-9);
        // (0, 0), (0, 2), (1, 4): through the means 1 and 4
        let line = cost_line(&[(0, 0.0), (0, 2.0), (1, 4.0)]).expect("costs differ");
        assert!((line.at_zero - 1.0).abs() < 1e-12 && (line.per_point - 3.0).abs() < 1e-12);
        assert_eq!(cost_line(&[(5, 1.0), (5, 2.0)]), None);
        assert_eq!(cost_line(&[]), None);
    }
}
