//! Probabilities as the exact engine multiplies and adds them: `f64` for use, and fractions
//! without rounding.

use std::fmt::Debug;
use std::ops::AddAssign;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Zero};

use super::Coin;

/// A probability that the exact engine can compute with.
pub trait Weight:
    Clone + Debug + Default + PartialEq + AddAssign + for<'a> AddAssign<&'a Self> + 'static
{
    /// Returns 1.
    fn one() -> Self;

    /// Returns `of` / `among`; `among` must not be 0.
    fn ratio(of: u64, among: u64) -> Self;

    /// Returns the probabilities of tails and heads.
    fn of_coin(coin: Coin) -> [Self; 2];

    /// Returns the product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;

    /// Returns the quotient; `other` must not be 0.
    #[must_use]
    fn over(&self, other: &Self) -> Self;

    /// Returns the product of `exponent` factors.
    #[must_use]
    fn power(&self, exponent: u8) -> Self;

    /// Returns whether this is 0.
    fn is_zero(&self) -> bool;
}

impl Weight for f64 {
    #[inline]
    fn one() -> Self {
        1.0
    }

    #[inline]
    fn ratio(of: u64, among: u64) -> Self {
        // only numbers of faces, dice and cards, far below 2⁵³
        of as Self / among as Self
    }

    fn of_coin(coin: Coin) -> [Self; 2] {
        [1.0 - coin.heads(), coin.heads()]
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }

    #[inline]
    fn over(&self, other: &Self) -> Self {
        self / other
    }

    #[inline]
    fn power(&self, exponent: u8) -> Self {
        self.powi(exponent.into())
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
}

/// A fraction in lowest terms.
impl Weight for BigRational {
    fn one() -> Self {
        One::one()
    }

    fn ratio(of: u64, among: u64) -> Self {
        Self::new(BigInt::from(of), BigInt::from(among))
    }

    fn of_coin(coin: Coin) -> [Self; 2] {
        let heads = coin.ratio().map_or_else(
            // a finite number is a fraction of a power of two, and a chance is finite
            || Self::from_f64(coin.heads()).unwrap_or_default(),
            |[of, among]| Weight::ratio(of, among),
        );
        [<Self as One>::one() - &heads, heads]
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn power(&self, exponent: u8) -> Self {
        self.pow(exponent.into())
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
}
