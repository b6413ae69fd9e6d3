//! Straight moves: what lies on the way, and where it is met (A17.1).

use super::TOLERANCE;
use super::heading::{Direction, Heading};
use super::length::Length;
use super::octant::UNIT;
use super::outline::Shape;
use super::point::Vector;
use super::tray::Tray;
use std::cmp::Ordering;

/// A part of a way: a fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
struct PathFraction {
    over: i64,
    under: i64,
}

impl PathFraction {
    /// `over / under`, whatever their signs.
    const fn new(over: i64, under: i64) -> Self {
        if under < 0 { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// As a length, from nothing, of a way that is as long as a unit.
    fn rounded_down(self) -> Option<Length> {
        Length::new(self.over.max(0) * UNIT / self.under).ok()
    }

    /// The same, rounded up.
    fn rounded_up(self) -> Option<Length> {
        Length::new((self.over.max(0) * UNIT + self.under - 1) / self.under).ok()
    }

    fn compared(self, other: Self) -> Ordering {
        let cross = |one: Self, other: Self| i128::from(one.over) * i128::from(other.under);
        cross(self, other).cmp(&cross(other, self))
    }
}

/// A way, and a length that it does not exceed.
#[derive(Clone, Copy, Debug)]
struct Displacement {
    way: Vector,
    length: i64,
}

/// Between which parts of a way a moving shape is at another.
#[derive(Clone, Copy, Debug)]
struct OverlapSpan {
    enter: PathFraction,
    leave: PathFraction,
}

/// When a shape that moves along a way meets another, if that is ever after it sets out: when no
/// line along a side parts them. So many thousandths of an inch may lie between them; if they are
/// negative, by so much they must overlap.
#[inline]
fn encounter(
    moving: Shape<'_>,
    Displacement { way, length }: Displacement,
    other: Shape<'_>,
    gap: i64,
) -> Option<OverlapSpan> {
    let between = other.middle - moving.middle;
    let reach = moving.radius + other.radius + gap.max(0);
    // past it, or behind
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

/// A straight move of a tray without turning: the way its middle goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    way: Vector,
    by: Length,
}

impl Move {
    /// The way of a tray that faces `heading`.
    pub fn new(heading: Heading, direction: Direction, by: Length) -> Self {
        Self { way: heading.toward(direction).offset(by.as_i64(), 0), by }
    }

    /// Whether a shape that moves so overlaps another anywhere on its way, both ends included, by
    /// more than the tolerance: an enemy that may not be crossed, a piece of terrain that is
    /// (A10.1, A17.1).
    pub fn crosses(self, moving: Shape<'_>, other: Shape<'_>) -> bool {
        if self.way == Vector::default() {
            return moving.overlaps(other);
        }
        // both coordinates are rounded, each by no more than half
        let way = Displacement { way: self.way, length: self.by.as_i64() + 1 };
        let met = encounter(moving, way, other, -i64::from(TOLERANCE));
        met.is_some_and(|OverlapSpan { enter, leave }| enter.over < enter.under && leave.over > 0)
    }
}

impl Tray {
    /// The shortest move in a direction that brings this in touch with another shape: so close that
    /// only the tolerance lies between them. None where it would never be.
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

    /// The longest move in a direction at which this does not yet overlap another shape that it
    /// would overlap farther on. None where it never would.
    pub fn distance_to_overlap(&self, direction: Direction, other: Shape<'_>) -> Option<Length> {
        let met = self.encounter(direction, other, -i64::from(TOLERANCE))?;
        met.enter.rounded_down()
    }

    /// The shortest move in a direction at which this no longer overlaps another shape that it
    /// overlaps now or would overlap before. None where it never would.
    pub fn distance_past_overlap(&self, direction: Direction, other: Shape<'_>) -> Option<Length> {
        let met = self.encounter(direction, other, -i64::from(TOLERANCE))?;
        met.leave.rounded_up()
    }

    /// Whether this touches another shape along an edge, so that a step to one side would overlap
    /// it, and not only with a corner.
    pub fn touches_along_edge(&self, other: Shape<'_>) -> bool {
        let step =
            Length::TOLERANCE.saturating_add(Length::TOLERANCE).saturating_add(Length::THOUSANDTH);
        let facing = self.pose().heading;
        Direction::ALL
            .into_iter()
            .any(|direction| Move::new(facing, direction, step).crosses(self.shape(), other))
    }

    /// When this meets another shape from now on, as parts of 2^30/1000".
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
    fn a_move_along_a_side_crosses_nothing() {
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
    fn what_stands_still_crosses_what_it_overlaps() {
        let (one, other) = (tray(0, 0, Heading::NORTH), tray(5_000, 0, Heading::NORTH));
        let still = Move::new(Heading::NORTH, Direction::Left, Length::ZERO);
        assert!(still.crosses(one.shape(), other.shape()));
        assert!(!still.crosses(one.shape(), tray(5_500, 0, Heading::NORTH).shape()));
    }

    #[test]
    fn contact_is_ahead_or_never() {
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
