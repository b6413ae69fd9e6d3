//! A coin that need not be fair: a chance provided as a number.
//!
//! [`Paths`](super::Paths) weighs both sides with the number itself. Sampling engines compare a
//! random integer with a threshold, so the chance is rounded to 2⁻⁶⁴ (single dice) or 2⁻³² (lanes).
//! A sample would need more than 10¹⁸ trials to notice.

use thiserror::Error;

/// A coin and its chance of heads: 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Coin {
    heads: f64,
    /// The chance as a fraction, where it is one.
    ratio: Option<[u64; 2]>,
}

/// A number that is not a chance.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("a chance must be a number from 0 to 1, not {0:?}")]
pub struct InvalidChance(pub f64);

impl Coin {
    /// Creates a coin with the chance `heads`.
    ///
    /// # Errors
    /// [`InvalidChance`] if the number is not from 0 to 1.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::Coin;
    ///
    /// assert!(Coin::new(0.3).is_ok_and(|coin| coin.heads() == 0.3));
    /// assert!(Coin::new(1.5).is_err());
    /// ```
    pub fn new(heads: f64) -> Result<Self, InvalidChance> {
        if !(0.0..=1.0).contains(&heads) {
            return Err(InvalidChance(heads));
        }
        Ok(Self { heads, ratio: None })
    }

    /// Creates a coin with the chance `of`/`among`, which the exact engine keeps as a fraction where
    /// it computes without rounding.
    ///
    /// # Errors
    /// [`InvalidChance`] if `of` is larger than `among`, or `among` is 0.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::Coin;
    ///
    /// assert!(Coin::from_ratio(1, 4).is_ok_and(|coin| coin.heads() == 0.25));
    /// assert!(Coin::from_ratio(1, 0).is_err());
    /// ```
    pub fn from_ratio(of: u32, among: u32) -> Result<Self, InvalidChance> {
        let coin = Self::new(f64::from(of) / f64::from(among))?;
        Ok(Self { ratio: Some([of.into(), among.into()]), ..coin })
    }

    /// Creates a coin from odds (heads to tails): 0 and infinity are certain. NaN and negative odds
    /// never show heads.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::Coin;
    ///
    /// assert_eq!(Coin::of_odds(3.0).heads(), 0.75);
    /// assert_eq!(Coin::of_odds(f64::INFINITY).heads(), 1.0);
    /// ```
    pub fn of_odds(odds: f64) -> Self {
        // written so that odds of 0 and infinity need no special case
        let heads = if odds >= 0.0 { 1.0 / (1.0 + 1.0 / odds) } else { 0.0 };
        Self { heads, ratio: None }
    }

    /// Returns the chance of heads.
    pub const fn heads(self) -> f64 {
        self.heads
    }

    /// Returns the chance of heads as a fraction, if it was given as one.
    pub(super) const fn ratio(self) -> Option<[u64; 2]> {
        self.ratio
    }

    /// Returns the odds of heads to tails; infinite if tails are impossible.
    pub fn odds(self) -> f64 {
        self.heads / (1.0 - self.heads)
    }

    /// Returns how many of 2^`bits` equally likely integers mean heads: those below.
    pub(super) fn threshold(self, bits: u32) -> u128 {
        (self.heads * (1_u128 << bits) as f64).round() as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_and_chances_are_the_same_thing() {
        for heads in [0.0, 0.25, 0.5, 0.6, 1.0] {
            let back = Coin::of_odds(Coin::new(heads).expect("a chance").odds()).heads();
            assert!((back - heads).abs() < 1e-15, "{heads} became {back}");
        }
        assert_eq!(Coin::of_odds(f64::NAN).heads(), 0.0);
        let third = Coin::from_ratio(1, 3).expect("a chance");
        assert!((third.heads() - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn only_chances_are_coins() {
        for wrong in [-0.1, 1.1, f64::INFINITY] {
            assert_eq!(Coin::new(wrong), Err(InvalidChance(wrong)));
        }
        assert!(Coin::new(f64::NAN).is_err());
    }

    #[test]
    fn thresholds_are_met_to_half_a_step_and_certainties_exactly() {
        let coin = |heads| Coin::new(heads).expect("a chance");
        assert_eq!((coin(0.0).threshold(64), coin(1.0).threshold(64)), (0, 1 << 64));
        assert_eq!((coin(0.5).threshold(32), coin(1.0).threshold(32)), (1 << 31, 1 << 32));
        let off = coin(0.6).threshold(32) as f64 / 2_f64.powi(32) - 0.6;
        assert!(off.abs() <= 2_f64.powi(-33), "{off}");
    }
}
