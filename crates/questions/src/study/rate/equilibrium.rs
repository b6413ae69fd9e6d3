//! The mix of a field that no unit beats: the equilibrium of the game in which both players choose
//! a unit and the winner of their duel gains what the other loses.
//!
//! `microlp` solves the linear program: it is the maintained successor of `minilp`, pure Rust, and
//! what `good_lp` would call without a system library.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Shares below this are rounding.
const NEGLIGIBLE: f64 = 1e-9;

/// Returns the share of each unit (a row of `shares`) in a mix that wins at least half of its duels
/// against each unit.
///
/// By linear programming: the mix with the greatest share of wins against the unit that is best
/// against it. There may be several such mixes; one of them is returned. `None` if the solver fails,
/// as it may where numbers are badly conditioned.
pub(super) fn equilibrium<'a>(shares: impl Iterator<Item = &'a [f64]> + Clone) -> Option<Vec<f64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let mix: Vec<_> = shares.clone().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(mix.iter().map(|one| (*one, 1.0)), ComparisonOp::Eq, 1.0);
    for enemy in 0..mix.len() {
        let gains = shares.clone().zip(&mix).enumerate().map(|(own, (row, variable))| {
            // a unit against itself is even
            let share = if own == enemy { 0.5 } else { row.get(enemy).copied().unwrap_or(0.5) };
            (*variable, share - 0.5)
        });
        let all = gains.chain([(value, -1.0)]);
        problem.add_constraint(all, ComparisonOp::Ge, 0.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let found: Vec<f64> = mix.into_iter().map(|one| solution.var_value(one)).collect();
    let kept = |share: &f64| if *share > NEGLIGIBLE { *share } else { 0.0 };
    let sum: f64 = found.iter().map(kept).sum();
    Some(found.iter().map(|share| kept(share) / sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn mix(shares: &[Vec<f64>]) -> Vec<f64> {
        equilibrium(shares.iter().map(Vec::as_slice)).expect("a mix")
    }

    #[test]
    fn rock_paper_and_scissors_are_equally_frequent() {
        let shares = [vec![0.5, 0.0, 1.0], vec![1.0, 0.5, 0.0], vec![0.0, 1.0, 0.5]];
        assert!(mix(&shares).iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9));
        // rock wins 3/4 only: paper has 1/2, the others 1/4 — each is even against that mix
        let shares = [vec![0.5, 0.0, 0.75], vec![1.0, 0.5, 0.0], vec![0.25, 1.0, 0.5]];
        // payoffs −½, ¼, ½ of the pairs: the shares are as the opposite payoffs ½ : ¼ : ½
        let found = mix(&shares);
        for (share, expected) in found.iter().zip([0.4, 0.2, 0.4]) {
            assert!((share - expected).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn a_unit_that_beats_all_others_is_the_whole_mix() {
        let shares = [vec![0.5, 0.4, 0.3], vec![0.6, 0.5, 0.55], vec![0.7, 0.45, 0.5]];
        assert_eq!(mix(&shares), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn no_unit_beats_the_mix_of_a_random_field() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(8);
        for units in 1..30 {
            let of_pairs: Vec<f64> =
                (0..units * units).map(|_| dice.random_range(0.0..1.0)).collect();
            let share = |row: usize, column: usize| match row.cmp(&column) {
                Ordering::Less => of_pairs[row * units + column],
                Ordering::Equal => 0.5,
                Ordering::Greater => 1.0 - of_pairs[column * units + row],
            };
            let row = |row: usize| (0..units).map(move |column| share(row, column)).collect();
            let shares: Vec<Vec<f64>> = (0..units).map(row).collect();
            let found = mix(&shares);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for enemy in 0..units {
                let wins: f64 = found.iter().zip(&shares).map(|(p, row)| p * row[enemy]).sum();
                assert!(wins > 0.5 - 1e-8, "{units} units: {wins} against {enemy}");
            }
        }
    }
}
