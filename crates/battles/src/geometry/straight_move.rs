//! Straight moves: what lies in their path, and where it is reached (A17.1).

use super::TOLERANCE;
use super::heading::{Direction, Heading};
use super::length::Length;
use super::octant::UNIT;
use super::outline::Shape;
use super::point::Vector;
use super::tray::Tray;
use std::cmp::Ordering;

/// A fraction of a path, with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct PathFraction {
    over: i64,
    under: i64,
}

impl PathFraction {
    /// Creates `over / under`; the signs may be any.
    const fn new(over: i64, under: i64) -> Self {
        if under < 0 { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// Returns the length of this fraction of a path that is 2^30/1000" long, at least zero,
    /// rounded down.
    fn rounded_down(self) -> Option<Length> {
        Length::new(self.over.max(0) * UNIT / self.under).ok()
    }

    /// Returns the same length rounded up.
    fn rounded_up(self) -> Option<Length> {
        Length::new((self.over.max(0) * UNIT + self.under - 1) / self.under).ok()
    }

    fn compared(self, other: Self) -> Ordering {
        let cross = |one: Self, other: Self| i128::from(one.over) * i128::from(other.under);
        cross(self, other).cmp(&cross(other, self))
    }
}

/// A displacement, and an upper bound of its length.
#[derive(Clone, Copy, Debug)]
struct Displacement {
    way: Vector,
    length: i64,
}

/// The part of a path in which a moving shape overlaps another: from `enter` to `leave`.
#[derive(Clone, Copy, Debug)]
struct OverlapSpan {
    enter: PathFraction,
    leave: PathFraction,
}

/// Returns the span in which a moving shape overlaps another, by the separating-axis test along all
/// sides of both. With a positive `gap`, in 1/1000", shapes at most that far apart count as
/// overlapping; with a negative one they must overlap by more than its amount. Returns `None` if
/// they never do.
#[inline]
fn encounter(
    moving: Shape<'_>,
    Displacement { way, length }: Displacement,
    other: Shape<'_>,
    gap: i64,
) -> Option<OverlapSpan> {
    let between = other.middle - moving.middle;
    let reach = moving.radius + other.radius + gap.max(0);
    // a cheap test first: the other shape is too far to the side, or behind
    if between.cross(way).abs() >= reach * length || between.dot(way) <= -reach * length {
        return None;
    }
    let mut found: Option<OverlapSpan> = None;
    for side in moving.sides.iter().chain(other.sides) {
        let breadth = moving.breadth(side.along) + other.breadth(side.along);
        let breadth = breadth + 2 * gap * side.length;
        let (start, pace) = (2 * side.along.cross(between), 2 * side.along.cross(way));
        if pace == 0 {
            if start.abs() >= breadth {
                return None;
            }
            continue;
        }
        let ends =
            [PathFraction::new(start - breadth, pace), PathFraction::new(start + breadth, pace)];
        let [enter, leave] = if pace > 0 { ends } else { [ends[1], ends[0]] };
        let one = found.get_or_insert(OverlapSpan { enter, leave });
        if enter.compared(one.enter).is_gt() {
            one.enter = enter;
        }
        if leave.compared(one.leave).is_lt() {
            one.leave = leave;
        }
    }
    found.filter(|one| one.enter.compared(one.leave).is_lt())
}

/// A straight move of a tray without a pivot: the displacement of its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    way: Vector,
    by: Length,
}

impl Move {
    /// Creates the move by `by` in a direction relative to a tray that faces `heading`.
    pub fn new(heading: Heading, direction: Direction, by: Length) -> Self {
        Self { way: heading.toward(direction).offset(by.as_i64(), 0), by }
    }

    /// Returns whether a shape that makes this move overlaps another anywhere on its path, both
    /// ends included, by more than the tolerance. Enemies must not be crossed; crossing terrain has
    /// effects (A10.1, A17.1).
    pub fn crosses(self, moving: Shape<'_>, other: Shape<'_>) -> bool {
        if self.way == Vector::default() {
            return moving.overlaps(other);
        }
        // both coordinates are rounded by at most a half, so the path is less than one longer
        let length = self.by.as_i64() + 1;
        // a cheap test first: the other shape is beyond the end of the path
        let farthest = length + moving.radius + other.radius;
        if (other.middle - moving.middle).dot(self.way) >= farthest * length {
            return false;
        }
        let way = Displacement { way: self.way, length };
        let met = encounter(moving, way, other, -i64::from(TOLERANCE));
        met.is_some_and(|OverlapSpan { enter, leave }| enter.over < enter.under && leave.over > 0)
    }
}

impl Tray {
    /// Returns the shortest move in a direction after which this tray touches another shape, with
    /// the tolerance as the gap between them. Returns `None` if it never does.
    ///
    /// ```
    /// # use warodds_battles::geometry::{Direction, Heading, Length, Point, Pose, Tray, TraySize};
    /// let at = |y, heading| Pose { middle: Point::new(0, y).unwrap(), heading };
    /// let swords = Tray::new(TraySize::INFANTRY, at(0, Heading::NORTH));
    /// let guardsmen = Tray::new(TraySize::INFANTRY, at(12_800, Heading::SOUTH));
    /// let met = swords.distance_to_contact(Direction::Forward, guardsmen.shape()).unwrap();
    /// // 8" away, less the tolerance
    /// assert_eq!(met.thousandths(), 7_997);
    /// ```
    pub fn distance_to_contact(&self, direction: Direction, other: Shape<'_>) -> Option<Length> {
        let met = self.encounter(direction, other, TOLERANCE.into())?;
        met.enter.rounded_up()
    }

    /// Returns the longest move in a direction before this tray overlaps another shape. Returns
    /// `None` if it never would.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Direction, Heading, Point, Pose, Tray, TraySize};
    ///
    /// let at = |y| Pose { middle: Point::new(0, y).unwrap(), heading: Heading::NORTH };
    /// let [one, other] = [0, 12_800].map(|y| Tray::new(TraySize::INFANTRY, at(y)));
    /// // 8" between trays 4.8" deep; the tolerance allows 0.003" more
    /// let longest = one.distance_to_overlap(Direction::Forward, other.shape()).unwrap();
    /// assert_eq!(longest.thousandths(), 8_003);
    /// assert_eq!(one.distance_to_overlap(Direction::Backward, other.shape()), None);
    /// ```
    pub fn distance_to_overlap(&self, direction: Direction, other: Shape<'_>) -> Option<Length> {
        let met = self.encounter(direction, other, -i64::from(TOLERANCE))?;
        met.enter.rounded_down()
    }

    /// Returns the shortest move in a direction after which this tray no longer overlaps a shape
    /// that it overlaps now or would overlap on the way. Returns `None` if it never overlaps.
    pub fn distance_past_overlap(&self, direction: Direction, other: Shape<'_>) -> Option<Length> {
        let met = self.encounter(direction, other, -i64::from(TOLERANCE))?;
        met.leave.rounded_up()
    }

    /// Returns whether this tray touches another shape along an edge and not only at a corner: a
    /// small step in one of the four directions would overlap it.
    pub fn touches_along_edge(&self, other: Shape<'_>) -> bool {
        let step =
            Length::TOLERANCE.saturating_add(Length::TOLERANCE).saturating_add(Length::THOUSANDTH);
        let facing = self.pose().heading;
        Direction::ALL
            .into_iter()
            .any(|direction| Move::new(facing, direction, step).crosses(self.shape(), other))
    }

    /// Returns the span of overlap from now on, as fractions of a path 2^30/1000" long.
    fn encounter(&self, direction: Direction, other: Shape<'_>, gap: i64) -> Option<OverlapSpan> {
        let way = self.pose().heading.toward(direction).unit();
        let met = encounter(self.shape(), Displacement { way, length: UNIT + 1 }, other, gap)?;
        (met.leave.over > 0).then_some(met)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Point, Pose, TraySize};
    use super::*;

    fn tray(x: i64, y: i64, heading: Heading) -> Tray {
        Tray::new(TraySize::INFANTRY, Pose { middle: Point::new(x, y).unwrap(), heading })
    }

    #[test]
    fn move_along_side_crosses_nothing() {
        let (one, other) = (tray(0, 0, Heading::NORTH), tray(5_500, 9_000, Heading::NORTH));
        let march = |by| Move::new(Heading::NORTH, Direction::Forward, Length::inches(by));
        assert!(!march(20).crosses(one.shape(), other.shape()), "side by side");
        let other = tray(5_495, 9_000, Heading::NORTH);
        assert!(!march(4).crosses(one.shape(), other.shape()), "4.2\" away");
        assert!(march(5).crosses(one.shape(), other.shape()));
        assert!(march(20).crosses(one.shape(), other.shape()), "right through");
        let back = Move::new(Heading::NORTH, Direction::Backward, Length::inches(20));
        assert!(!back.crosses(one.shape(), other.shape()), "away from it");
    }

    #[test]
    fn move_of_zero_length_crosses_overlapping_shape() {
        let (one, other) = (tray(0, 0, Heading::NORTH), tray(5_000, 0, Heading::NORTH));
        let still = Move::new(Heading::NORTH, Direction::Left, Length::ZERO);
        assert!(still.crosses(one.shape(), other.shape()));
        assert!(!still.crosses(one.shape(), tray(5_500, 0, Heading::NORTH).shape()));
    }

    #[test]
    fn contact_requires_target_in_direction() {
        let one = tray(0, 0, Heading::EAST);
        let met = |direction, x, y| {
            one.distance_to_contact(direction, tray(x, y, Heading::EAST).shape())
                .map(Length::thousandths)
        };
        assert_eq!(met(Direction::Forward, 10_000, 0), Some(5_197));
        assert_eq!(met(Direction::Backward, 10_000, 0), None);
        assert_eq!(met(Direction::Right, 0, -10_000), Some(4_497));
        assert_eq!(met(Direction::Forward, 10_000, 5_503), None, "past it");
        assert_eq!(met(Direction::Forward, 4_800, 0), Some(0), "it is there");
    }
}
