//! Points and the offsets between them.

use super::REACH;
use std::ops::{Add, Neg, Sub};

/// A place: thousandths of an inch to the east and to the north of the middle of the table.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(try_from = "[i64; 2]", into = "[i32; 2]")]
pub struct Point {
    x: i32,
    y: i32,
}

/// A place too far from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("({x}, {y}) cannot be: coordinates must be from -{REACH} to {REACH}")]
pub struct PointOutOfRange {
    /// To the east.
    pub x: i64,
    /// To the north.
    pub y: i64,
}

impl Point {
    /// The middle of the table.
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    /// So far to the east and to the north of the middle, in 1/1000".
    ///
    /// # Errors
    /// Where a coordinate is beyond [`REACH`].
    pub const fn new(x: i64, y: i64) -> Result<Self, PointOutOfRange> {
        let reach = REACH as i64;
        if x < -reach || x > reach || y < -reach || y > reach {
            return Err(PointOutOfRange { x, y });
        }
        Ok(Self { x: x as i32, y: y as i32 })
    }

    /// To the east of the middle, in 1/1000".
    pub const fn x(self) -> i32 {
        self.x
    }

    /// To the north of the middle, in 1/1000".
    pub const fn y(self) -> i32 {
        self.y
    }

    /// The same place when the table is turned by half.
    #[must_use]
    pub const fn rotated_180(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// From the middle of the table to here.
    #[inline]
    pub(super) fn vector(self) -> Vector {
        Vector { x: i64::from(self.x), y: i64::from(self.y) }
    }

    /// The place an offset away from here.
    pub(super) fn offset(self, by: Vector) -> Result<Self, PointOutOfRange> {
        let Vector { x, y } = self.vector() + by;
        Self::new(x, y)
    }
}

impl TryFrom<[i64; 2]> for Point {
    type Error = PointOutOfRange;

    fn try_from([x, y]: [i64; 2]) -> Result<Self, PointOutOfRange> {
        Self::new(x, y)
    }
}

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

/// An offset in 1/1000", or a corner that may lie a little beyond where points may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Vector {
    pub x: i64,
    pub y: i64,
}

impl Vector {
    /// Positive where `other` lies to the left of this, negative to the right: twice the area of
    /// the triangle of both.
    #[inline]
    pub(super) const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// Positive where both point to the same side.
    #[inline]
    pub(super) const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The square of its length.
    #[inline]
    pub(super) const fn squared(self) -> i64 {
        self.dot(self)
    }
}

impl Add for Vector {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vector {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Vector {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}
