//! Points on the table and offsets between them.

use super::REACH;
use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Neg, Sub};

/// A point, in thousandths of an inch east and north of the centre of the table.
///
/// Both coordinates lie within ±[`REACH`].
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
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(try_from = "[i64; 2]", into = "[i32; 2]")]
#[schemars(extend("items" = coordinate_schema()))]
pub struct Point {
    x: i32,
    y: i32,
}

/// The error for a point farther than [`REACH`] from the centre of the table on either axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("coordinates must be from -{REACH} to {REACH}, not ({x}, {y})")]
pub struct PointOutOfRange {
    /// The rejected x coordinate, in 1/1000".
    pub x: i64,
    /// The rejected y coordinate, in 1/1000".
    pub y: i64,
}

impl Point {
    /// The centre of the table.
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    /// Creates the point `x`/1000" east and `y`/1000" north of the centre of the table.
    ///
    /// # Errors
    /// [`PointOutOfRange`] if a coordinate is beyond ±[`REACH`].
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Point, REACH};
    ///
    /// assert_eq!(Point::new(1_500, -250).map(|point| [point.x(), point.y()]), Ok([1_500, -250]));
    /// assert!(Point::new(i64::from(REACH) + 1, 0).is_err());
    /// ```
    pub const fn new(x: i64, y: i64) -> Result<Self, PointOutOfRange> {
        let reach = REACH as i64;
        if x < -reach || x > reach || y < -reach || y > reach {
            return Err(PointOutOfRange { x, y });
        }
        Ok(Self { x: x as i32, y: y as i32 })
    }

    /// Returns the distance east of the centre, in 1/1000"; negative to the west.
    pub const fn x(self) -> i32 {
        self.x
    }

    /// Returns the distance north of the centre, in 1/1000"; negative to the south.
    pub const fn y(self) -> i32 {
        self.y
    }

    /// Returns the point after rotating the table by 180°.
    #[must_use]
    pub const fn rotated_180(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// Returns the offset from the centre of the table.
    #[inline]
    pub(super) fn vector(self) -> Vector {
        Vector { x: i64::from(self.x), y: i64::from(self.y) }
    }

    /// Returns the point displaced by an offset.
    pub(super) fn offset(self, by: Vector) -> Result<Self, PointOutOfRange> {
        let Vector { x, y } = self.vector() + by;
        Self::new(x, y)
    }
}

/// Returns the JSON Schema of a coordinate of a point.
pub(super) fn coordinate_schema() -> Schema {
    json_schema!({ "type": "integer", "minimum": -REACH, "maximum": REACH })
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

/// An offset in 1/1000", or a corner, which may lie slightly beyond [`REACH`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Vector {
    pub x: i64,
    pub y: i64,
}

impl Vector {
    /// Returns the cross product: twice the signed area of the triangle of both vectors, positive
    /// if `other` lies to the left of `self`.
    #[inline]
    pub(super) const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the dot product, positive if both point to the same side.
    #[inline]
    pub(super) const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the squared length.
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
