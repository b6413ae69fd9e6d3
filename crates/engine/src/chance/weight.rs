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

    /// Returns the product of `exponent` factors, by repeated multiplication: a power function of
    /// a platform may round otherwise.
    #[must_use]
    fn power(&self, exponent: u8) -> Self {
        let (mut product, mut square, mut rest) = (Self::one(), self.clone(), exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                product = product.times(&square);
            }
            square = square.times(&square);
            rest >>= 1;
        }
        product
    }

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

    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_products_of_their_factors() {
        // halves are exact, so any order of factors gives the same bits
        for exponent in 0..=u8::MAX {
            let product = |factor: f64| (0..exponent).fold(1.0, |product, _| product * factor);
            assert_eq!(0.5_f64.power(exponent), product(0.5));
            let (power, expected) = ((5.0_f64 / 6.0).power(exponent), product(5.0 / 6.0));
            assert!((power / expected - 1.0).abs() < 1e-13, "{power} is not {expected}");
        }
        // ((x·x)·(x·x))·x: the bits are fixed on every platform
        let x = 5.0_f64 / 6.0;
        assert_eq!(x.power(5).to_bits(), (x * ((x * x) * (x * x))).to_bits());
        let third = BigRational::new(BigInt::from(1), BigInt::from(3));
        assert_eq!(third.power(4), BigRational::new(BigInt::from(1), BigInt::from(81)));
    }
}
