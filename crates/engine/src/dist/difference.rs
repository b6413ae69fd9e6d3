//! The difference of two counts: exact, sampled independently, or sampled in pairs.

use super::{Estimate, Joint, Pmf};

/// The relative variance below which a difference is rounding.
const ROUNDING: f64 = 1e-14;

/// How likely the value of one count is larger than, equal to, or smaller than that of another,
/// independent one.
///
/// # Examples
/// ```
/// use warodds_engine::dist::{Odds, Pmf};
///
/// let d6 = Pmf::new([vec![0.0], vec![1.0 / 6.0; 6]].concat())?;
/// let odds = Odds::of([&d6, &d6], [1, 1]);
/// assert!((odds.more - 15.0 / 36.0).abs() < 1e-12);
/// assert!((odds.same - 6.0 / 36.0).abs() < 1e-12);
/// # Ok::<(), warodds_engine::dist::PmfError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The first is larger.
    pub more: f64,
    /// Both are equal.
    pub same: f64,
    /// The first is smaller.
    pub less: f64,
}

impl Odds {
    /// Compares two independent counts with these distributions. Each unit of the first count is
    /// worth `worth[0]`, each unit of the second `worth[1]`; values are integers, so equal ones
    /// compare as equal.
    pub fn of([first, second]: [&Pmf; 2], worth: [u64; 2]) -> Self {
        let mut odds = Self { more: 0.0, same: 0.0, less: 0.0 };
        for (a, p) in (0..).zip(first.probabilities()) {
            for (b, q) in (0..).zip(second.probabilities()) {
                let held = match (a * worth[0]).cmp(&(b * worth[1])) {
                    std::cmp::Ordering::Greater => &mut odds.more,
                    std::cmp::Ordering::Equal => &mut odds.same,
                    std::cmp::Ordering::Less => &mut odds.less,
                };
                *held += p * q;
            }
        }
        odds
    }
}

/// The mean difference of two counts sampled in pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// Mean of first × weight minus second × weight, with its standard error and 95 % interval.
    pub mean: Estimate,
    /// Variance of independent sampling divided by that of the pairs: above 1 if common dice
    /// helped. `None` if the difference never varied.
    pub variance_factor: Option<f64>,
}

impl PairedDifference {
    /// Returns the difference of pairs, each count times its weight, or `None` for fewer than two
    /// pairs.
    pub fn of(pairs: &Joint<u64>, weights: [f64; 2]) -> Option<Self> {
        let tallies = pairs.tallies();
        let errors = tallies.each_ref().map(|tally| tally.mean().map(|mean| mean.standard_error));
        let trials = tallies[0].trials();
        let [first, second] = [errors[0]? * weights[0], errors[1]? * weights[1]];
        Self::of_worths(
            pairs,
            |a, b| Some(a as f64 * weights[0] - b as f64 * weights[1]),
            first.hypot(second).powi(2) * trials as f64,
        )
    }

    /// Returns the mean of `worth` over the pairs (`None` for impossible pairs), where `apart` is
    /// the variance of independent sampling. `None` for fewer than two pairs.
    pub fn of_worths(
        pairs: &Joint<u64>,
        worth: impl Fn(usize, usize) -> Option<f64>,
        apart: f64,
    ) -> Option<Self> {
        let all = pairs
            .rows()
            .enumerate()
            .flat_map(|(a, row)| row.iter().enumerate().map(move |(b, &n)| (a, b, n)));
        let (worths, seen): (Vec<f64>, Vec<u64>) =
            all.filter_map(|(a, b, n)| Some((worth(a, b)?, n))).unzip();
        let trials: u64 = seen.iter().sum();
        let mean = Estimate::of_values(&worths, &seen).filter(|_| trials >= 2)?;
        let together = mean.standard_error.powi(2) * trials as f64;
        Some(Self {
            mean,
            // a difference that never varies has no ratio, only rounding
            variance_factor: (together > apart * ROUNDING).then(|| apart / together),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_of_two_dice_are_those_of_the_schoolbook() {
        let die =
            Pmf::new([0.0].into_iter().chain([1.0 / 6.0; 6]).collect()).expect("a distribution");
        let odds = Odds::of([&die, &die], [1, 1]);
        assert!(
            (odds.more - 15.0 / 36.0).abs() < 1e-12 && (odds.same - 6.0 / 36.0).abs() < 1e-12,
            "{odds:?}"
        );
        // of a die and a die worth twice as much: a > 2b in (3,1) to (6,1), (5,2), (6,2): 6; a = 2b
        // in 3
        let odds = Odds::of([&die, &die], [1, 2]);
        assert!(
            (odds.more - 6.0 / 36.0).abs() < 1e-12 && (odds.same - 3.0 / 36.0).abs() < 1e-12,
            "{odds:?}"
        );
        assert!((odds.more + odds.same + odds.less - 1.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_have_the_textbook_error_and_factor() {
        // four pairs (0,0) (1,1) (1,0) (2,1): differences 0 0 1 1, mean 1/2, variance 1/3;
        // apart 2/3 of the first and 1/3 of the second: three times as much
        let mut pairs = Joint::new(2, 1);
        [(0, 0), (1, 1), (1, 0), (2, 1)].into_iter().for_each(|(a, b)| pairs.add(a, b, 1));
        let found = PairedDifference::of(&pairs, [1.0, 1.0]).expect("four were seen");
        assert!((found.mean.point - 0.5).abs() < 1e-12);
        assert!((found.mean.standard_error - (1.0_f64 / 12.0).sqrt()).abs() < 1e-12, "{found:?}");
        assert!((found.variance_factor.expect("it varies") - 3.0).abs() < 1e-12, "{found:?}");
        let mut same = Joint::new(2, 1);
        same.add(1, 1, 5);
        let certain = PairedDifference::of(&same, [1.0, 0.5]).expect("five were seen");
        assert_eq!(
            (certain.mean.point, certain.mean.standard_error, certain.variance_factor),
            (0.5, 0.0, None)
        );
        assert_eq!(PairedDifference::of(&Joint::new(1, 1), [1.0, 1.0]), None);
    }
}
