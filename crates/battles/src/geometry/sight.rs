//! Lines of sight, exactly (A16.3).
//!
//! A line of sight runs from a point of the front edge to the first point of the target in the
//! front arc. Seen from one point of the edge, the target and whatever stands before it are
//! intervals of directions between two of their corners, and the target is seen where the others
//! leave a gap. When the point moves along the edge, gaps open and close only where two corners
//! come to lie in line with it. So it is enough to look from the edge's left end and from just
//! right of every point in line with two corners: nothing is sampled.

use super::clip::{ConvexRegion, HalfPlane, RationalPoint};
use super::gaps::{Blocker, SightScene};
use super::outline::Shape;
use super::point::{Point, Vector};
use super::tray::Tray;
use smallvec::SmallVec;

/// A front edge and the arc it looks into.
#[derive(Clone, Copy, Debug)]
pub struct FieldOfView {
    left: Vector,
    /// From the left end of the edge to the right.
    edge: Vector,
    /// The lines that bound the arc, with the arc on their side; from the left end of the edge.
    arc: [HalfPlane; 2],
    /// What lies ahead of the edge.
    ahead: HalfPlane,
}

/// An edge that looks nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the lines of an arc must lead from the ends of its edge to the front, \
     the left one to the left of the right one"
)]
pub struct FieldOfViewError;

impl FieldOfView {
    /// From the ends of the edge, left and right, and a further point on each line that bounds the
    /// arc; the lines do not meet ahead of the edge.
    ///
    /// # Errors
    /// Where the lines do not lead to the front, or meet there.
    pub fn new(edge: [Point; 2], arc: [Point; 2]) -> Result<Self, FieldOfViewError> {
        let [left, right] = edge.map(Point::vector);
        let [to_left, to_right] = arc.map(Point::vector);
        let rays = [to_left - left, to_right - right];
        let edge = right - left;
        let is_ahead = rays.iter().all(|ray| edge.cross(*ray) > 0);
        if !is_ahead || rays[0].cross(rays[1]) > 0 {
            return Err(FieldOfViewError);
        }
        Ok(Self::of(left, edge, rays))
    }

    fn of(left: Vector, edge: Vector, [to_left, to_right]: [Vector; 2]) -> Self {
        let origin = Vector::default();
        let arc = [
            HalfPlane::right_of(origin, to_left),
            HalfPlane::right_of(edge, to_right).other_side(),
        ];
        Self { left, edge, arc, ahead: HalfPlane::right_of(origin, edge).other_side() }
    }

    /// Whether a target is seen past what stands around: some part of it in the arc, by lines that
    /// meet the inside of no blocker and are more than single ones.
    pub fn sees<'a>(
        &self,
        target: Shape<'_>,
        blockers: impl IntoIterator<Item = Shape<'a>>,
    ) -> bool {
        let [left, right] = self.arc;
        let seen = ConvexRegion::within(target, self.left, &[self.ahead, left, right]);
        if seen.is_empty() {
            return false;
        }
        let ahead = |shape: &Shape<'_>| self.ahead.greatest(*shape, self.left) > 0;
        let ahead: SmallVec<[Shape<'a>; 16]> = blockers.into_iter().filter(ahead).collect();
        self.sees_region(&seen, &ahead)
    }

    /// The same of a part of a target, past blockers that are ahead in part.
    fn sees_region(&self, seen: &ConvexRegion, blockers: &[Shape<'_>]) -> bool {
        let between = SightCorridor::new(self, seen);
        let mut near: SmallVec<[Blocker; 8]> = SmallVec::new();
        for &shape in blockers.iter().filter(|&&shape| between.meets(shape)) {
            match SeparatingLine::new(self, seen, shape) {
                Some(SeparatingLine { at_ends: [..=0, ..=0] }) => {}
                Some(SeparatingLine { at_ends }) => {
                    let ahead = ConvexRegion::within(shape, self.left, &[self.ahead]);
                    near.push(Blocker { corners: ahead.corners().collect(), at_ends });
                }
                // what of the target lies in the blocker is not seen; the rest is, in parts
                None => return self.sees_around(seen, shape, blockers),
            }
        }
        let seen: SmallVec<[RationalPoint; 8]> = seen.corners().collect();
        near.is_empty() || SightScene { edge: self.edge, seen: &seen, blockers: &near }.is_seen()
    }

    /// Whether what of the target is not within a blocker is seen, past it and the others.
    fn sees_around(&self, seen: &ConvexRegion, within: Shape<'_>, blockers: &[Shape<'_>]) -> bool {
        lines(within, self.left).any(|line| {
            let mut outside = seen.clone();
            outside.cut(line.other_side());
            !outside.is_empty() && self.sees_region(&outside, blockers)
        })
    }
}

impl Tray {
    /// What this sees from: its front edge, into its front arc.
    pub fn field_of_view(&self) -> FieldOfView {
        let [left, right] = self.front_corners();
        let apex = self.front_apex();
        FieldOfView::of(self.shape().middle + left, right - left, [left - apex, right - apex])
    }
}

/// What lies between the edge and a target: nothing beyond the lines from the ends of the edge past
/// its outermost corners.
struct SightCorridor {
    view: FieldOfView,
    /// The outermost corners, each from its end of the edge: left and right.
    outermost: Option<[RationalPoint; 2]>,
}

impl SightCorridor {
    fn new(view: &FieldOfView, seen: &ConvexRegion) -> Self {
        // past a target that touches the line of the edge no such line leads ahead
        let is_ahead = seen.corners().all(|corner| corner.height(view.edge) > 0);
        let past = |end: Vector, sign: i128| {
            let corners = seen.corners().map(|corner| corner.from(end));
            corners.reduce(|one, other| if sign * one.cross(other) > 0 { other } else { one })
        };
        let outermost = past(Vector::default(), 1).zip(past(view.edge, -1));
        Self {
            view: *view,
            outermost: outermost.filter(|_| is_ahead).map(|(left, right)| [left, right]),
        }
    }

    /// Whether some of a shape may lie there.
    fn meets(&self, shape: Shape<'_>) -> bool {
        let Some([left, right]) = self.outermost else { return true };
        let reaches = |past: RationalPoint, end: Vector, sign: i128| {
            let corner = |corner: &Vector| past.cross(RationalPoint::whole(*corner)).abs();
            let middle = sign * past.cross(RationalPoint::whole(shape.middle - end));
            middle + shape.corners.iter().map(corner).max().unwrap_or(0) > 0
        };
        reaches(left, self.view.left, -1) && reaches(right, self.view.left + self.view.edge, 1)
    }
}

/// The sides of a shape, which lies to the right of each, with coordinates from `origin`.
fn lines(shape: Shape<'_>, origin: Vector) -> impl Iterator<Item = HalfPlane> {
    shape.all_sides().map(move |(corner, along)| HalfPlane::right_of(corner - origin, along))
}

/// A line that parts a blocker and what is seen: positive at those ends of the edge that lie on the
/// blocker's side, from where the blocker stands before the target.
struct SeparatingLine {
    at_ends: [i64; 2],
}

impl SeparatingLine {
    /// None where neither lies outside of the other.
    fn new(view: &FieldOfView, seen: &ConvexRegion, blocker: Shape<'_>) -> Option<Self> {
        let at_ends = |line: HalfPlane| [Vector::default(), view.edge].map(|end| line.at(end));
        let off_seen = |line: &HalfPlane| seen.corners().all(|corner| line.at_corner(corner) <= 0);
        let off_blocker = |line: &HalfPlane| line.greatest(blocker, view.left) <= 0;
        let by_blocker = lines(blocker, view.left).find(off_seen);
        let by_seen = || seen.lines().find(off_blocker).map(HalfPlane::other_side);
        by_blocker.or_else(by_seen).map(|line| Self { at_ends: at_ends(line) })
    }
}
