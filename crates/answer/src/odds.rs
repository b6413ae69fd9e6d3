//! How two independent counts compare.

use serde::Serialize;
use warodds_engine::dist::Pmf;

/// How likely the value of one count is larger than, equal to, or smaller than that of another,
/// independent one.
///
/// # Examples
/// ```
/// use warodds_answer::Odds;
/// use warodds_engine::dist::Pmf;
///
/// let d6 = Pmf::new([vec![0.0], vec![1.0 / 6.0; 6]].concat())?;
/// let odds = Odds::of([&d6, &d6], [1, 1]);
/// assert!((odds.more - 15.0 / 36.0).abs() < 1e-12);
/// assert!((odds.same - 6.0 / 36.0).abs() < 1e-12);
/// # Ok::<(), warodds_engine::dist::PmfError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
}
