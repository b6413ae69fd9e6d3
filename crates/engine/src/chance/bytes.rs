//! 64 counts side by side, as plain arrays that compilers turn into vector instructions.

use std::ops::{Add, BitAnd, BitOr, Not, Sub};

use super::{Mask, Num};

/// How many resolutions run side by side: one byte each in the widest vector registers there are.
pub const LANES: usize = 64;

/// One count in each of 64 resolutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Bytes([u8; LANES]);

/// One truth in each of 64 resolutions: all bits set where it holds, none elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Truths([u8; LANES]);

impl Bytes {
    /// From one count a resolution.
    #[inline(always)]
    pub const fn from_array(counts: [u8; LANES]) -> Self {
        Self(counts)
    }

    /// One count a resolution.
    #[inline(always)]
    pub const fn as_array(&self) -> &[u8; LANES] {
        &self.0
    }

    /// One more where `mask` holds.
    #[inline(always)]
    #[must_use]
    pub fn one_more(self, mask: Truths) -> Self {
        // a truth has all bits set, which is one less than nothing
        Self(each(&self.0, &mask.0, u8::wrapping_sub))
    }

    /// Where `self` > `other`, both below 128: one instruction everywhere, for processors know
    /// signed bytes best.
    #[inline(always)]
    pub fn above(self, other: Self) -> Truths {
        Truths(each(&self.0, &other.0, |a, b| bits(a.cast_signed() > b.cast_signed())))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> [u8; LANES] {
        each(&self.0, &other.0, f)
    }
}

impl Default for Bytes {
    #[inline(always)]
    fn default() -> Self {
        Self([0; LANES])
    }
}

/// One value from each pair of lanes. A plain loop over arrays is what vectorises best.
#[inline(always)]
fn each(a: &[u8; LANES], b: &[u8; LANES], f: impl Fn(u8, u8) -> u8) -> [u8; LANES] {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        out[lane] = f(a[lane], b[lane]);
    }
    out
}

/// All bits where `truth` holds.
#[inline(always)]
const fn bits(truth: bool) -> u8 {
    (truth as u8).wrapping_neg()
}

impl Add for Bytes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.zip(other, u8::wrapping_add))
    }
}

impl Sub for Bytes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.zip(other, u8::wrapping_sub))
    }
}

impl BitAnd for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.zip(other, |a, b| a & b))
    }
}

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.zip(other, |a, b| a | b))
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
        Truths(self.zip(other, |a, b| bits(a >= b)))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Truths {
        Truths(self.zip(other, |a, b| bits(a == b)))
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        Self(self.zip(other, u8::min))
    }
    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        Self(self.zip(other, u8::saturating_sub))
    }
    #[inline(always)]
    fn times(self, factor: u8) -> Self {
        Self(each(&self.0, &self.0, |count, _| count.wrapping_mul(factor)))
    }
    #[inline(always)]
    fn halved(self) -> Self {
        Self(each(&self.0, &self.0, |count, _| count >> 1))
    }
    #[inline(always)]
    fn select(self, mask: Truths, other: Self) -> Self {
        Self(each(
            &each(&self.0, &mask.0, |a, m| a & m),
            &each(&other.0, &mask.0, |b, m| b & !m),
            |a, b| a | b,
        ))
    }
    #[inline(always)]
    fn masked(self, mask: Truths) -> Self {
        Self(each(&self.0, &mask.0, |a, m| a & m))
    }
    #[inline(always)]
    fn flag(mask: Truths) -> Self {
        Self(each(&mask.0, &mask.0, |m, _| m & 1))
    }
}

impl Truths {
    /// All bits where the truth holds, for counting in bytes.
    #[inline(always)]
    pub const fn as_array(&self) -> &[u8; LANES] {
        &self.0
    }
}

impl BitAnd for Truths {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(each(&self.0, &other.0, |a, b| a & b))
    }
}

impl BitOr for Truths {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(each(&self.0, &other.0, |a, b| a | b))
    }
}

impl Not for Truths {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(each(&self.0, &self.0, |m, _| !m))
    }
}

impl Mask for Truths {
    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |seen, &bits| seen | bits) != 0
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
