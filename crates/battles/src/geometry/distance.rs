//! Comparisons of distances between shapes and points with a limit (A15.4).
//!
//! Squared distances are compared, because square roots would not be exact.

use super::length::Length;
use super::outline::Shape;
use super::point::{Point, Vector};
use std::cmp::Ordering;

/// Compares the length of a vector with a limit.
fn by_points(between: Vector, limit: i64) -> Ordering {
    between.squared().cmp(&(limit * limit))
}

/// Compares the distance of a point from a side with a limit; both are relative to the side's first
/// corner.
fn by_side(point: Vector, along: Vector, limit: i64) -> Ordering {
    let ahead = point.dot(along);
    if ahead <= 0 {
        return by_points(point, limit);
    }
    let length = along.squared();
    if ahead >= length {
        return by_points(point - along, limit);
    }
    let across = i128::from(along.cross(point));
    (across * across).cmp(&(i128::from(limit * limit) * i128::from(length)))
}

impl<'a> Shape<'a> {
    /// Compares the distance from a point to the nearest point of this shape with a limit.
    fn compared_with_point(self, point: Vector, limit: i64) -> Ordering {
        let (from_middle, reach) = (point - self.middle, self.radius + limit);
        if from_middle.squared() > reach * reach {
            return Ordering::Greater;
        }
        if self.contains(point) {
            return 0.cmp(&limit);
        }
        self.all_sides()
            .map(|(from, along)| by_side(point - from, along, limit))
            .min()
            .unwrap_or(Ordering::Greater)
    }

    /// Compares the distance between the nearest points of both shapes with a limit.
    fn compared(self, other: Shape<'_>, limit: i64) -> Ordering {
        match self.compared_by_sides(other, limit) {
            Some(known) => known,
            // if no strip decides, the nearest points are a corner and a side, or two corners
            None => {
                let nearest = |one: Shape<'_>, other: Shape<'_>| {
                    let corners = one.all_corners();
                    corners.map(|corner| other.compared_with_point(corner, limit)).min()
                };
                let both = [nearest(self, other), nearest(other, self)];
                both.into_iter().flatten().min().unwrap_or(Ordering::Greater)
            }
        }
    }

    /// Returns the comparison if lines along the sides decide it: shapes that no line separates
    /// have distance zero, and shapes on both sides of a strip are at least as far apart as its
    /// width.
    fn compared_by_sides(self, other: Shape<'_>, limit: i64) -> Option<Ordering> {
        let between = other.middle - self.middle;
        let reach = self.radius + other.radius + limit;
        if between.squared() > reach * reach {
            return Some(Ordering::Greater);
        }
        let mut parted = false;
        for side in self.sides.iter().chain(other.sides) {
            let breadth = self.breadth(side.along) + other.breadth(side.along);
            let strip = 2 * side.along.cross(between).abs() - breadth;
            if strip > 0 {
                parted = true;
                let (strip, length) = (i128::from(strip), i128::from(side.along.squared()));
                if strip * strip > 4 * i128::from(limit * limit) * length {
                    return Some(Ordering::Greater);
                }
            }
        }
        (!parted).then(|| 0.cmp(&limit))
    }

    /// Returns whether the nearest points of both shapes are at most `limit` apart.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Length, Point, Pose, Tray, TraySize};
    ///
    /// let at = |x, y| Pose { middle: Point::new(x, y).unwrap(), heading: Heading::NORTH };
    /// let one = Tray::new(TraySize::INFANTRY, at(0, 0));
    /// // 3" to the side of one another and 4" ahead: 5" from corner to corner
    /// let other = Tray::new(TraySize::INFANTRY, at(5_500 + 3_000, 4_800 + 4_000));
    /// assert!(one.shape().is_within(other.shape(), Length::inches(5)));
    /// assert!(!one.shape().is_within(other.shape(), Length::new(4_999).unwrap()));
    /// ```
    pub fn is_within(self, other: Shape<'_>, limit: Length) -> bool {
        self.compared(other, limit.as_i64()).is_le()
    }

    /// Returns whether the nearest points of both shapes are at least `gap` apart (A17.1).
    pub fn is_at_least_apart(self, other: Shape<'_>, gap: Length) -> bool {
        self.compared(other, gap.as_i64()).is_ge()
    }

    /// Returns whether the nearest point of this shape is at most `limit` from a point.
    pub fn is_within_of_point(self, point: Point, limit: Length) -> bool {
        self.compared_with_point(point.vector(), limit.as_i64()).is_le()
    }

    /// Returns whether a disc, such as an objective token, lies wholly on this shape (A13.13).
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Length, Point, Pose, Tray, TraySize};
    ///
    /// let pose = Pose { middle: Point::ORIGIN, heading: Heading::NORTH };
    /// let tray = Tray::new(TraySize::INFANTRY, pose);
    /// let radius = Length::new(700).unwrap();
    /// let covers = |x| tray.shape().covers_disc(Point::new(x, 0).unwrap(), radius);
    /// // half the width of 5.5" minus the radius of 0.7"
    /// assert!(covers(2_050) && !covers(2_051));
    /// ```
    pub fn covers_disc(self, token: Point, radius: Length) -> bool {
        let from = token.vector() - self.middle;
        self.sides.iter().all(|side| {
            let inside = self.breadth(side.along) - 2 * side.along.cross(from).abs();
            let (wide, length) = (i128::from(inside), i128::from(side.along.squared()));
            inside >= 0 && wide * wide >= 4 * i128::from(radius.as_i64().pow(2)) * length
        })
    }
}

impl super::Tray {
    /// Returns whether any part of a target is within range of this tray's arrow (A16.6).
    pub fn has_in_range(&self, target: Shape<'_>, range: Length) -> bool {
        let [x, y] = self.arrow().map(i64::from);
        target.compared_with_point(Vector { x, y }, range.as_i64()).is_le()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Heading, Pose, Tray, TraySize};
    use super::*;

    fn tray(x: i64, y: i64, heading: Heading) -> Tray {
        let pose = Pose { middle: Point::new(x, y).unwrap(), heading };
        Tray::new(TraySize::INFANTRY, pose)
    }

    #[test]
    fn within_includes_the_limit_and_so_does_a_gap() {
        let one = tray(0, 0, Heading::NORTH);
        let [near, exact, far] = [5_799, 5_800, 5_801].map(|y| tray(2_000, y, Heading::SOUTH));
        let within = |other: &Tray| one.shape().is_within(other.shape(), Length::INCH);
        let gap = |other: &Tray| one.shape().is_at_least_apart(other.shape(), Length::INCH);
        assert_eq!([within(&near), within(&exact), within(&far)], [true, true, false]);
        assert_eq!([gap(&near), gap(&exact), gap(&far)], [false, true, true]);
        assert!(one.shape().is_within(one.shape(), Length::ZERO));
        assert!(one.shape().is_at_least_apart(one.shape(), Length::ZERO));
    }

    #[test]
    fn corner_distance_exceeds_strip_width() {
        // 3" and 4" from corner to corner
        let (one, other) = (tray(0, 0, Heading::NORTH), tray(8_500, 8_800, Heading::NORTH));
        let within = |limit| one.shape().is_within(other.shape(), Length::new(limit).unwrap());
        assert!(!within(4_999) && within(5_000));
    }

    #[test]
    fn ranges_are_measured_from_the_arrow() {
        let (one, other) = (tray(0, 0, Heading::NORTH), tray(5_500, 4_800, Heading::NORTH));
        let range = |limit| one.has_in_range(other.shape(), Length::new(limit).unwrap());
        assert!(one.shape().is_within(other.shape(), Length::ZERO), "they touch");
        assert!(!range(2_749) && range(2_750));
    }

    #[test]
    fn a_token_lies_wholly_on_a_tray() {
        let tray = tray(0, 0, Heading::EAST);
        let radius = Length::new(700).unwrap();
        let covers = |x, y| tray.shape().covers_disc(Point::new(x, y).unwrap(), radius);
        assert!(covers(0, 0) && covers(1_700, 2_050));
        assert!(!covers(1_701, 0) && !covers(0, -2_051) && !covers(5_000, 0));
    }
}
