//! 64 counts side by side, as plain arrays that compilers vectorize.

use std::ops::{Add, BitAnd, BitOr, Not, Sub};

use super::{Mask, Num};

/// Number of resolutions side by side: one byte each in the widest vector registers.
pub const LANES: usize = 64;

/// One count in each of 64 resolutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Bytes([u8; LANES]);

/// One truth value in each of 64 resolutions: all bits set if true, none if false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Truths([u8; LANES]);

/// Defines functions of whole arrays, lane by lane: plain loops vectorize best.
///
/// Release builds inline them and vectorize them for each instruction set. In debug builds, rules
/// would inline them as loops over single bytes; there each is a call of this crate's code, which
/// is always optimized.
macro_rules! lane_by_lane {
    ($($name:ident($($given:ident),+) = $lane:expr;)+) => {$(
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name($($given: &[u8; LANES]),+) -> [u8; LANES] {
            let mut out = [0; LANES];
            for (lane, out) in out.iter_mut().enumerate() {
                $(let $given = $given[lane];)+
                *out = $lane;
            }
            out
        }
    )+};
}

lane_by_lane! {
    sum(a, b) = a.wrapping_add(b);
    difference(a, b) = a.wrapping_sub(b);
    difference_or_none(a, b) = a.saturating_sub(b);
    product(a, b) = a.wrapping_mul(b);
    half(a) = a >> 1;
    smaller(a, b) = a.min(b);
    at_least(a, b) = bits(a >= b);
    equal(a, b) = bits(a == b);
    above(a, b) = bits(a.cast_signed() > b.cast_signed());
    and(a, b) = a & b;
    or(a, b) = a | b;
    not(a) = !a;
    select(a, mask, b) = (a & mask) | (b & !mask);
}

/// Whether any byte is not zero.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn any(bytes: &[u8; LANES]) -> bool {
    bytes.iter().fold(0, |seen, &byte| seen | byte) != 0
}

/// All bits where `truth` holds.
#[inline(always)]
const fn bits(truth: bool) -> u8 {
    (truth as u8).wrapping_neg()
}

impl Bytes {
    /// Creates counts from one per resolution.
    #[inline(always)]
    pub const fn from_array(counts: [u8; LANES]) -> Self {
        Self(counts)
    }

    /// Returns the counts, one per resolution.
    #[inline(always)]
    pub const fn as_array(&self) -> &[u8; LANES] {
        &self.0
    }

    /// Adds one where `mask` holds.
    #[inline(always)]
    #[must_use]
    pub fn one_more(self, mask: Truths) -> Self {
        // a true mask has all bits set, which is −1
        Self(difference(&self.0, &mask.0))
    }

    /// Returns where `self` > `other`, both below 128: a single instruction on every set, since
    /// processors compare signed bytes.
    #[inline(always)]
    pub fn above(self, other: Self) -> Truths {
        Truths(above(&self.0, &other.0))
    }
}

impl Default for Bytes {
    #[inline(always)]
    fn default() -> Self {
        Self([0; LANES])
    }
}

impl Add for Bytes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(sum(&self.0, &other.0))
    }
}

impl Sub for Bytes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(difference(&self.0, &other.0))
    }
}

impl BitAnd for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(and(&self.0, &other.0))
    }
}

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(or(&self.0, &other.0))
    }
}

impl Num for Bytes {
    type Mask = Truths;
    #[inline(always)]
    fn of(value: u8) -> Self {
        Self([value; LANES])
    }
    #[inline(always)]
    fn ge(self, other: Self) -> Truths {
        Truths(at_least(&self.0, &other.0))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Truths {
        Truths(equal(&self.0, &other.0))
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        Self(smaller(&self.0, &other.0))
    }
    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        Self(difference_or_none(&self.0, &other.0))
    }
    #[inline(always)]
    fn times(self, factor: u8) -> Self {
        Self(product(&self.0, &[factor; LANES]))
    }
    #[inline(always)]
    fn halved(self) -> Self {
        Self(half(&self.0))
    }
    #[inline(always)]
    fn select(self, mask: Truths, other: Self) -> Self {
        Self(select(&self.0, &mask.0, &other.0))
    }
    #[inline(always)]
    fn masked(self, mask: Truths) -> Self {
        Self(and(&self.0, &mask.0))
    }
    #[inline(always)]
    fn flag(mask: Truths) -> Self {
        Self(and(&mask.0, &[1; LANES]))
    }
}

impl Truths {
    /// Returns the mask as bytes with all bits set where it holds.
    #[inline(always)]
    pub const fn as_array(&self) -> &[u8; LANES] {
        &self.0
    }
}

impl BitAnd for Truths {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(and(&self.0, &other.0))
    }
}

impl BitOr for Truths {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(or(&self.0, &other.0))
    }
}

impl Not for Truths {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(not(&self.0))
    }
}

impl Mask for Truths {
    #[inline(always)]
    fn any(self) -> bool {
        any(&self.0)
    }
    #[inline(always)]
    fn all_of(truth: bool) -> Self {
        Self([bits(truth); LANES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that meet each other in every order.
    fn samples() -> (Bytes, Bytes) {
        (
            Bytes(std::array::from_fn(|lane| lane as u8)),
            Bytes(std::array::from_fn(|lane| 63 - lane as u8)),
        )
    }

    #[test]
    fn each_lane_reckons_as_a_byte_alone() {
        let (a, b) = samples();
        let mask = a.ge(b);
        for lane in 0..LANES {
            let (x, y) = (a.0[lane], b.0[lane]);
            assert_eq!((a + b).0[lane], x + y);
            assert_eq!(a.saturating_sub(b).0[lane], x.saturating_sub(y));
            assert_eq!(a.halved().0[lane], x / 2);
            assert_eq!(a.at_most(b).0[lane], x.at_most(y));
            assert_eq!((a & b).0[lane], x & y);
            assert_eq!(a.select(mask, b).0[lane], x.select(x.ge(y), y));
            assert_eq!(Bytes::flag(a.lt(b)).0[lane], u8::flag(x.lt(y)));
            assert_eq!(Bytes::flag(a.equals(b)).0[lane], u8::flag(x.equals(y)));
            assert_eq!(a.masked(!mask).0[lane], x.masked(!x.ge(y)));
            assert_eq!(a.one_more(mask).0[lane], x + u8::from(x.ge(y)));
            assert_eq!(Bytes::flag(a.above(b)).0[lane], u8::from(x > y));
        }
        assert_eq!(
            (mask.any(), (mask & !mask).any(), Truths::all_of(true).any()),
            (true, false, true)
        );
    }
}
