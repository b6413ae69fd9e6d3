//! Gaps between blockers as seen from an edge: see [`super::sight`].

use super::clip::RationalPoint;
use super::point::Vector;
use super::wide;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A shape that may be in front of the target.
pub(super) struct Blocker {
    /// Its corners ahead of the edge.
    pub corners: SmallVec<[RationalPoint; 8]>,
    /// Positive at those ends of the edge from which it is in front of the target; linear in
    /// between.
    pub at_ends: [i64; 2],
}

/// An edge from the origin, a convex target ahead of it, and blockers that do not overlap the
/// target.
pub(super) struct SightScene<'a> {
    pub edge: Vector,
    pub seen: &'a [RationalPoint],
    pub blockers: &'a [Blocker],
}

/// A one-sided limit at a point of the edge, as a fraction of its length.
#[derive(Clone, Copy)]
struct EdgePoint {
    over: i128,
    /// Above 0.
    under: i128,
    side: LimitSide,
}

/// The side from which the point is approached.
#[derive(Clone, Copy)]
enum LimitSide {
    Left,
    Right,
}

impl EdgePoint {
    /// The left end of the edge.
    const LEFT: Self = Self { over: 0, under: 1, side: LimitSide::Right };
    /// The middle of the edge.
    const MIDDLE: Self = Self { over: 1, under: 2, side: LimitSide::Right };
    /// The right end of the edge.
    const RIGHT: Self = Self { over: 1, under: 1, side: LimitSide::Left };

    /// Returns the sign of `base - part * slope` at this point.
    #[inline]
    fn sign(self, base: i128, slope: i128) -> Ordering {
        let tie_break = match self.side {
            LimitSide::Left => slope.cmp(&0),
            LimitSide::Right => 0.cmp(&slope),
        };
        wide::compared(base, self.under, self.over, slope).then(tie_break)
    }
}

/// A bound of an interval of directions, ordered from left to right.
#[derive(Clone, Copy)]
enum Bound {
    /// Along the edge to the left.
    Left,
    /// To a corner.
    At(RationalPoint),
    /// Along the edge to the right.
    Right,
}

/// An interval of directions from a point of the edge.
#[derive(Clone, Copy)]
struct Interval {
    left: Bound,
    right: Bound,
}

impl SightScene<'_> {
    /// Returns whether the target is visible from anywhere on the edge.
    pub(super) fn is_seen(&self) -> bool {
        let is_seen = |spot| !self.is_covered(spot, self.blockers);
        if [EdgePoint::MIDDLE, EdgePoint::LEFT, EdgePoint::RIGHT].into_iter().any(is_seen) {
            return true;
        }
        // a blocker that hides a point from both ends hides it from everywhere in between: the
        // lines of sight form a triangle, and a convex blocker that meets two of its sides cuts it
        let covers = |blocker: &Blocker| {
            let blocker = std::slice::from_ref(blocker);
            self.is_covered(EdgePoint::LEFT, blocker) && self.is_covered(EdgePoint::RIGHT, blocker)
        };
        !self.blockers.iter().any(covers) && self.spots_in_line().any(is_seen)
    }

    /// Returns the limits from the right at all points of the edge that line up with two corners.
    fn spots_in_line(&self) -> impl Iterator<Item = EdgePoint> {
        let blocking = self.blockers.iter().flat_map(|blocker| &blocker.corners);
        let corners: SmallVec<[RationalPoint; 32]> =
            self.seen.iter().chain(blocking).copied().collect();
        let pairs = (0..corners.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.filter_map(move |(one, other)| {
            let (base, slope) = self.in_line(corners[one], corners[other]);
            let (over, under) = if slope < 0 { (-base, -slope) } else { (base, slope) };
            (over > 0 && over < under).then_some(EdgePoint { over, under, side: LimitSide::Right })
        })
    }

    /// Returns `base` and `slope` such that `base - part * slope` is positive where the second
    /// corner lies to the left of the first, as seen from that part of the edge.
    #[inline]
    fn in_line(&self, one: RationalPoint, other: RationalPoint) -> (i128, i128) {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let slope = product(other.height(self.edge), one.under)
            - product(one.height(self.edge), other.under);
        (one.cross(other), slope)
    }

    /// Compares two bounds from left to right.
    fn compared(&self, spot: EdgePoint, one: Bound, other: Bound) -> Ordering {
        match (one, other) {
            (Bound::At(one), Bound::At(other)) => {
                let (base, slope) = self.in_line(one, other);
                spot.sign(base, slope)
            }
            (Bound::Left, Bound::Left) | (Bound::Right, Bound::Right) => Ordering::Equal,
            (Bound::Left, _) | (_, Bound::Right) => Ordering::Less,
            (Bound::Right, _) | (_, Bound::Left) => Ordering::Greater,
        }
    }

    /// Returns the direction to a corner.
    fn bound(&self, spot: EdgePoint, corner: RationalPoint) -> Bound {
        if corner.height(self.edge) > 0 {
            return Bound::At(corner);
        }
        // on the line of the edge
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let along = product(self.edge.x, corner.x) + product(self.edge.y, corner.y);
        match spot.sign(along, product(self.edge.squared(), corner.under)) {
            Ordering::Greater => Bound::Right,
            Ordering::Less | Ordering::Equal => Bound::Left,
        }
    }

    /// Returns the directions to a convex region; an empty interval if it has no corners.
    fn interval(&self, spot: EdgePoint, corners: &[RationalPoint]) -> Interval {
        let nothing = Interval { left: Bound::Right, right: Bound::Left };
        corners.iter().fold(nothing, |Interval { left, right }, &corner| {
            let bound = self.bound(spot, corner);
            Interval {
                left: if self.compared(spot, bound, left).is_lt() { bound } else { left },
                right: if self.compared(spot, bound, right).is_gt() { bound } else { right },
            }
        })
    }

    /// Returns whether a blocker is in front of the target as seen from a point of the edge.
    fn is_before(&self, spot: EdgePoint, blocker: &Blocker) -> bool {
        let [left, right] = blocker.at_ends.map(i128::from);
        spot.sign(left, left - right).is_gt()
    }

    /// Returns whether the blockers leave no gap in front of the target, apart from isolated lines.
    fn is_covered(&self, spot: EdgePoint, blockers: &[Blocker]) -> bool {
        let before = blockers.iter().filter(|blocker| self.is_before(spot, blocker));
        let before: SmallVec<[Interval; 8]> =
            before.map(|blocker| self.interval(spot, &blocker.corners)).collect();
        let target = self.interval(spot, self.seen);
        let mut covered = target.left;
        // terminates because each step adds another blocker
        loop {
            let reaching =
                before.iter().filter(|one| self.compared(spot, one.left, covered).is_le());
            let Some(next) = reaching
                .map(|one| one.right)
                .max_by(|one, other| self.compared(spot, *one, *other))
            else {
                return false;
            };
            if self.compared(spot, next, target.right).is_ge() {
                return true;
            }
            if self.compared(spot, next, covered).is_le() {
                return false;
            }
            covered = next;
        }
    }
}
