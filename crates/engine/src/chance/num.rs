//! Small counts and truth values, one at a time or many side by side.
//!
//! Rules are written over [`Num`] and [`Mask`], so the same code counts hits of one attack (`u8`,
//! `bool`) or of 64 at once ([`Bytes`](super::Bytes)). Validated constructors of the games keep
//! counts below 256.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Not, Sub};

/// The truth of a comparison, one per resolution.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Returns whether it holds in at least one resolution.
    fn any(self) -> bool;
    /// Creates the same truth in every resolution.
    fn all_of(truth: bool) -> Self;
}

/// A small count (0 to 255), one per resolution.
///
/// Addition and subtraction must stay within 0..=255; scalar debug builds panic otherwise.
///
/// # Examples
/// ```
/// use warodds_engine::chance::Num;
///
/// let wounds: u8 = Num::of(5);
/// assert_eq!(Num::saturating_sub(wounds, 7), 0);
/// assert_eq!(wounds.at_most(3), 3);
/// assert_eq!(wounds.select(false, 9), 9);
/// ```
pub trait Num:
    Copy
    + Debug
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
{
    /// The truth of a comparison of such counts.
    type Mask: Mask;
    /// Creates the same count in every resolution.
    fn of(value: u8) -> Self;
    /// Returns where `self` ≥ `other`.
    fn ge(self, other: Self) -> Self::Mask;
    /// Returns where both are equal.
    fn equals(self, other: Self) -> Self::Mask;
    /// Returns the smaller of both.
    fn at_most(self, other: Self) -> Self;
    /// Returns `self − other`, or 0 where that is negative.
    fn saturating_sub(self, other: Self) -> Self;
    /// Returns `self` × `factor`, which must stay below 256.
    fn times(self, factor: u8) -> Self;
    /// Returns half of the count, rounded down.
    fn halved(self) -> Self;
    /// Selects `self` where `mask` holds and `other` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;

    /// Returns where `self` < `other`.
    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        !self.ge(other)
    }
    /// Returns where `self` > `other`.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        !other.ge(self)
    }
    /// Returns `self` where `mask` holds and 0 elsewhere.
    #[inline(always)]
    fn masked(self, mask: Self::Mask) -> Self {
        self.select(mask, Self::of(0))
    }
    /// Returns 1 where `mask` holds and 0 elsewhere.
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
