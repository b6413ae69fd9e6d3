//! Small counts and truth values, one at a time or many side by side.
//!
//! A rule is written over [`Num`] and [`Mask`], so that the same text counts hits for one attack
//! (`u8`, `bool`) or for 64 of them at once ([`Bytes`](super::Bytes)). Counts stay below 256: the
//! games' checked constructors see to that.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Not, Sub};

/// The truth of a comparison, one per resolution side by side.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Whether it holds in at least one resolution.
    fn any(self) -> bool;
    /// The same truth in every resolution.
    fn all_of(truth: bool) -> Self;
}

/// A small count (0 to 255) in each of the resolutions side by side.
///
/// Addition and subtraction must stay within 0..=255; a scalar debug build panics otherwise.
pub trait Num:
    Copy
    + Debug
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
{
    /// What a comparison of such counts gives.
    type Mask: Mask;
    /// The same count in every resolution.
    fn of(value: u8) -> Self;
    /// Where `self` ≥ `other`.
    fn ge(self, other: Self) -> Self::Mask;
    /// Where both are the same.
    fn equals(self, other: Self) -> Self::Mask;
    /// The smaller of both.
    fn at_most(self, other: Self) -> Self;
    /// `self − other`, or 0 where that would be negative.
    fn saturating_sub(self, other: Self) -> Self;
    /// `self` × `factor`, which must stay below 256.
    fn times(self, factor: u8) -> Self;
    /// Half of it, rounded down.
    fn halved(self) -> Self;
    /// `self` where `mask` holds, `other` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;

    /// Where `self` < `other`.
    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        !self.ge(other)
    }
    /// Where `self` > `other`.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        !other.ge(self)
    }
    /// `self` where `mask` holds, 0 elsewhere.
    #[inline(always)]
    fn masked(self, mask: Self::Mask) -> Self {
        self.select(mask, Self::of(0))
    }
    /// 1 where `mask` holds, 0 elsewhere.
    #[inline(always)]
    fn flag(mask: Self::Mask) -> Self {
        Self::of(1).masked(mask)
    }
}

impl Mask for bool {
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn all_of(truth: bool) -> Self {
        truth
    }
}

impl Num for u8 {
    type Mask = bool;
    #[inline(always)]
    fn of(value: u8) -> Self {
        value
    }
    #[inline(always)]
    fn ge(self, other: Self) -> bool {
        self >= other
    }
    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self == other
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        Ord::min(self, other)
    }
    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
    #[inline(always)]
    fn times(self, factor: u8) -> Self {
        self * factor
    }
    #[inline(always)]
    fn halved(self) -> Self {
        self / 2
    }
    #[inline(always)]
    fn select(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }
}
