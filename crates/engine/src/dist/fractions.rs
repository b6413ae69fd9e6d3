//! Exact probabilities as fractions.

use std::fmt;
use std::ops::RangeInclusive;

use num_rational::BigRational;
use num_traits::{One, Zero};

/// Most digits of a numerator or denominator that are printed.
pub const MAX_DIGITS: usize = 20;

/// The probability of each count 0, 1, 2, … without rounding.
///
/// Numbers are text in lowest terms, such as `1565/648`, or an integer. They are `None` if the
/// numerator or the denominator has more than [`MAX_DIGITS`] digits.
///
/// # Examples
/// ```
/// use num_rational::BigRational;
/// use warodds_engine::dist::Fractions;
///
/// let third = |n: i32| BigRational::new(n.into(), 3.into());
/// let wounds = Fractions::new(vec![third(1), third(2)]);
/// assert_eq!(wounds.mean().as_deref(), Some("2/3"));
/// assert_eq!(wounds.exactly(0).as_deref(), Some("1/3"));
/// assert_eq!(wounds.at_least(0).as_deref(), Some("1"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Fractions(Vec<BigRational>);

impl Fractions {
    /// Creates the probabilities of 0, 1, 2, …; the caller ensures that they sum to 1.
    pub const fn new(probabilities: Vec<BigRational>) -> Self {
        Self(probabilities)
    }

    /// Returns the mean.
    pub fn mean(&self) -> Option<String> {
        let terms =
            self.0.iter().zip(0_u64..).map(|(p, k)| p * BigRational::from_integer(k.into()));
        printable(&terms.sum())
    }

    /// Returns P(= `k`).
    pub fn exactly(&self, k: usize) -> Option<String> {
        self.0.get(k).map_or_else(|| printable(&BigRational::zero()), printable)
    }

    /// Returns P(≥ `k`).
    pub fn at_least(&self, k: usize) -> Option<String> {
        let below = self.0.iter().take(k).sum::<BigRational>();
        printable(&(BigRational::one() - below))
    }

    /// Returns the probabilities of a count outside of `counts` and of one within.
    ///
    /// # Examples
    /// ```
    /// use num_rational::BigRational;
    /// use warodds_engine::dist::Fractions;
    ///
    /// let half = BigRational::new(1.into(), 2.into());
    /// let coin = Fractions::new(vec![half.clone(), half]);
    /// assert_eq!(coin.within(&(0..=1)).exactly(1).as_deref(), Some("1"));
    /// ```
    pub fn within(&self, counts: &RangeInclusive<usize>) -> Self {
        let all = self.0.iter().enumerate();
        let counted = all.filter(|(count, _)| counts.contains(count));
        let inside = counted.map(|(_, p)| p).sum::<BigRational>();
        Self(vec![BigRational::one() - &inside, inside])
    }

    /// Returns the probability of each count, from 0.
    pub fn probabilities(&self) -> impl Iterator<Item = Option<String>> {
        self.0.iter().map(printable)
    }
}

impl fmt::Debug for Fractions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(ToString::to_string)).finish()
    }
}

/// Returns the fraction as text if it is short enough to read.
fn printable(fraction: &BigRational) -> Option<String> {
    // a digit takes more than three bits: a long fraction is refused before it is converted
    let most = 4 * MAX_DIGITS as u64;
    let is_long = fraction.numer().bits() > most || fraction.denom().bits() > most;
    let text = (!is_long).then(|| fraction.to_string())?;
    text.split('/').all(|part| part.len() <= MAX_DIGITS).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_fractions_are_not_printed() {
        let tenths = |digits: u32| {
            let all = num_bigint::BigInt::from(10).pow(digits);
            let one = BigRational::new(1.into(), all);
            Fractions::new(vec![BigRational::one() - &one, one])
        };
        // 1/10^19 has a denominator of twenty digits
        assert_eq!(tenths(19).exactly(1), Some(format!("1/1{}", "0".repeat(19))));
        assert_eq!(tenths(20).exactly(1), None);
        assert_eq!(tenths(20).mean(), None);
        assert_eq!(tenths(200).exactly(1), None);
        assert_eq!(tenths(200).exactly(2).as_deref(), Some("0"));
    }
}
