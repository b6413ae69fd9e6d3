//! Exact lines of sight (A16.3).
//!
//! A line of sight runs from a point of the front edge to the first point of the target in the
//! front arc. Seen from one point of the edge, the target and every blocker are intervals of
//! directions between two of their corners, and the target is visible if the blockers leave a gap.
//! As the point moves along the edge, gaps open and close only where two corners line up with it.
//! Therefore it suffices to test the left end of the edge and the spot just right of every point
//! that lines up with two corners. Nothing is sampled.

use super::clip::{ConvexRegion, HalfPlane, RationalPoint};
use super::gaps::{Blocker, SightScene};
use super::outline::Shape;
use super::point::{Point, Vector};
use super::tray::Tray;
use smallvec::SmallVec;

/// A front edge and the arc it faces.
#[derive(Clone, Copy, Debug)]
pub struct FieldOfView {
    left: Vector,
    /// The offset from the left end of the edge to the right end.
    edge: Vector,
    /// The half-planes that bound the arc, relative to the left end of the edge.
    arc: [HalfPlane; 2],
    /// The half-plane ahead of the edge.
    ahead: HalfPlane,
}

/// The error for lines that bound no arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the lines of an arc must lead from the ends of its edge to the front, \
     the left one to the left of the right one"
)]
pub struct FieldOfViewError;

impl FieldOfView {
    /// Creates a field of view from the left and right ends of the edge and one more point on each
    /// line that bounds the arc. The lines must not meet ahead of the edge.
    ///
    /// # Errors
    /// [`FieldOfViewError`] if the lines do not lead forward, or meet ahead of the edge.
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

    /// Returns whether a target is visible past blockers: some part of it is in the arc, and lines
    /// of sight to it, more than isolated ones, avoid the interior of every blocker.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point, Pose, Tray, TraySize};
    ///
    /// let tray = |x, y| {
    ///     let pose = Pose { middle: Point::new(x, y).unwrap(), heading: Heading::NORTH };
    ///     Tray::new(TraySize::INFANTRY, pose)
    /// };
    /// let (archers, target) = (tray(0, 0), tray(0, 12_000));
    /// let sees = |blockers: &[Tray]| {
    ///     archers.field_of_view().sees(target.shape(), blockers.iter().map(Tray::shape))
    /// };
    /// // blockers of the same width: one in between hides all, one to the side nothing
    /// assert!(sees(&[]));
    /// assert!(!sees(&[tray(0, 6_000)]));
    /// assert!(sees(&[tray(5_500, 6_000)]));
    /// ```
    pub fn sees<'a>(
        &self,
        target: Shape<'_>,
        blockers: impl IntoIterator<Item = Shape<'a>>,
    ) -> bool {
        let [left, right] = self.arc;
        let is_ahead = |shape: &Shape<'_>| self.ahead.greatest(*shape, self.left) > 0;
        let mut in_the_way: SmallVec<[Shape<'a>; 16]> = SmallVec::new();
        let near = blockers.into_iter().filter(|shape| self.may_hide(target, *shape));
        in_the_way.extend(near.filter(is_ahead));
        let bounds = [self.ahead, left, right];
        // cheap tests first: most targets are in the arc and have nothing in front of them
        let middle = target.middle - self.left;
        if in_the_way.is_empty() && bounds.iter().all(|bound| bound.at(middle) > 0) {
            return true;
        }
        let seen = ConvexRegion::within(target, self.left, &bounds);
        !seen.is_empty() && self.sees_region(&seen, &in_the_way)
    }

    /// Returns whether a blocker may reach between the edge and a target: whether circles around
    /// both, and everything between the circles, meet the circle around the blocker.
    fn may_hide(&self, target: Shape<'_>, blocker: Shape<'_>) -> bool {
        let Vector { x, y } = self.edge;
        let middle = self.left + Vector { x: x / 2, y: y / 2 };
        // an upper bound; half of the edge is rounded down by less than a thousandth on each axis
        let around_edge = (x.abs() + y.abs()) / 2 + 2;
        let reach = around_edge.max(target.radius) + blocker.radius + 2;
        let (way, to) = (target.middle - middle, blocker.middle - middle);
        let (along, length) = (to.dot(way), way.squared());
        if along <= 0 {
            return to.squared() < reach * reach;
        }
        if along >= length {
            return (to - way).squared() < reach * reach;
        }
        let across = i128::from(to.cross(way));
        across * across < i128::from(reach * reach) * i128::from(length)
    }

    /// Returns whether part of a target is visible past blockers that are at least partly ahead.
    fn sees_region(&self, seen: &ConvexRegion, blockers: &[Shape<'_>]) -> bool {
        if blockers.is_empty() {
            return true;
        }
        let between = SightCorridor::new(self, seen);
        let mut near: SmallVec<[Blocker; 8]> = SmallVec::new();
        for &shape in blockers.iter().filter(|&&shape| between.meets(shape)) {
            match SeparatingLine::new(self, seen, shape) {
                Some(SeparatingLine { at_ends: [..=0, ..=0] }) => {}
                Some(SeparatingLine { at_ends }) => {
                    let ahead = ConvexRegion::within(shape, self.left, &[self.ahead]);
                    near.push(Blocker { corners: ahead.corners().collect(), at_ends });
                }
                // the part of the target inside the blocker is hidden; the rest is tested piece by
                // piece
                None => return self.sees_around(seen, shape, blockers),
            }
        }
        let seen: SmallVec<[RationalPoint; 8]> = seen.corners().collect();
        near.is_empty() || SightScene { edge: self.edge, seen: &seen, blockers: &near }.is_seen()
    }

    /// Returns whether the part of the target outside a blocker is visible past all blockers.
    fn sees_around(&self, seen: &ConvexRegion, within: Shape<'_>, blockers: &[Shape<'_>]) -> bool {
        lines(within, self.left).any(|line| {
            let mut outside = seen.clone();
            outside.cut(line.other_side());
            !outside.is_empty() && self.sees_region(&outside, blockers)
        })
    }
}

impl Tray {
    /// Returns the field of view of this tray: its front edge and its front arc.
    pub fn field_of_view(&self) -> FieldOfView {
        let [left, right] = self.front_corners();
        let apex = self.front_apex();
        FieldOfView::of(self.shape().middle + left, right - left, [left - apex, right - apex])
    }
}

/// The region between the edge and a target, bounded by the lines from the ends of the edge past
/// the outermost corners of the target.
struct SightCorridor {
    view: FieldOfView,
    /// The outermost corners of the target, left and right, each relative to its end of the edge.
    outermost: Option<[RationalPoint; 2]>,
}

impl SightCorridor {
    fn new(view: &FieldOfView, seen: &ConvexRegion) -> Self {
        // if the target touches the line of the edge, no such line leads forward
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

    /// Returns whether a shape may reach into the region.
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

/// Returns the half-planes of a shape's sides, with coordinates relative to `origin`.
fn lines(shape: Shape<'_>, origin: Vector) -> impl Iterator<Item = HalfPlane> {
    shape.all_sides().map(move |(corner, along)| HalfPlane::right_of(corner - origin, along))
}

/// A line that separates a blocker from the visible part of the target. Its values are positive at
/// those ends of the edge from which the blocker is in front of the target.
struct SeparatingLine {
    at_ends: [i64; 2],
}

impl SeparatingLine {
    /// Returns `None` if no side of either separates them.
    fn new(view: &FieldOfView, seen: &ConvexRegion, blocker: Shape<'_>) -> Option<Self> {
        let at_ends = |line: HalfPlane| [Vector::default(), view.edge].map(|end| line.at(end));
        let off_seen = |line: &HalfPlane| seen.corners().all(|corner| line.at_corner(corner) <= 0);
        let off_blocker = |line: &HalfPlane| line.greatest(blocker, view.left) <= 0;
        let by_blocker = lines(blocker, view.left).find(off_seen);
        let by_seen = || seen.lines().find(off_blocker).map(HalfPlane::other_side);
        by_blocker.or_else(by_seen).map(|line| Self { at_ends: at_ends(line) })
    }
}
