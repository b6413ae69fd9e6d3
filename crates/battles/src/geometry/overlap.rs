//! Overlap of shapes (A15.5).

use super::TOLERANCE;
use super::length::Length;
use super::outline::Shape;

impl Shape<'_> {
    /// Returns whether both shapes overlap by more than [`TOLERANCE`]: no line along a side of
    /// either separates them, even after moving the side inward by the tolerance.
    ///
    /// ```
    /// # use warodds_battles::geometry::{Heading, Point, Pose, Tray, TraySize};
    /// let at = |x| Pose { middle: Point::new(x, 0).unwrap(), heading: Heading::NORTH };
    /// let [one, next_to, over] = [0, 5_500, 5_490].map(|x| Tray::new(TraySize::INFANTRY, at(x)));
    /// assert!(!one.shape().overlaps(next_to.shape()), "they touch");
    /// assert!(one.shape().overlaps(over.shape()));
    /// ```
    #[inline]
    pub fn overlaps(self, other: Shape<'_>) -> bool {
        self.overlaps_by(other, TOLERANCE)
    }

    /// Returns whether both shapes overlap by more than `depth`, in 1/1000": no side of either,
    /// moved inward by it, separates them.
    #[inline]
    pub(crate) fn overlaps_by(self, other: Shape<'_>, depth: i32) -> bool {
        let between = other.middle - self.middle;
        let reach = self.radius + other.radius;
        if between.squared() >= reach * reach {
            return false;
        }
        let tolerated = 2 * i64::from(depth);
        // all terms are doubled, so that half the breadth of a shape stays an integer
        self.sides.iter().chain(other.sides).all(|side| {
            let breadth = self.breadth(side.along) + other.breadth(side.along);
            breadth - 2 * side.along.cross(between).abs() > tolerated * side.length
        })
    }

    /// Returns whether the gap between both shapes is at most the tolerance.
    pub fn touches(self, other: Shape<'_>) -> bool {
        self.is_within(other, Length::TOLERANCE)
    }
}
