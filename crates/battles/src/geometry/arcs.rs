//! The four arcs of a tray, and which of them holds most of another tray (A16.1, A16.2, A16.4).

use super::outline::Shape;
use super::point::Vector;
use super::tray::Tray;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// An arc of a tray, and the side of the tray in that arc.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum TrayArc {
    /// Ahead, between the lines through the front corners.
    Front,
    /// The right flank.
    Right,
    /// Behind.
    Rear,
    /// The left flank.
    Left,
}

impl TrayArc {
    /// All four arcs, clockwise.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// Returns the next arc counter-clockwise.
    const fn before(self) -> Self {
        self.next().next().next()
    }

    /// Returns the next arc clockwise.
    const fn next(self) -> Self {
        match self {
            Self::Front => Self::Right,
            Self::Right => Self::Rear,
            Self::Rear => Self::Left,
            Self::Left => Self::Front,
        }
    }
}

/// A set of arcs that hold equally much of a tray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcSet(u8);

impl ArcSet {
    /// Returns whether the set contains an arc.
    pub const fn has(self, arc: TrayArc) -> bool {
        self.0 >> arc as u8 & 1 == 1
    }

    /// Iterates over the arcs, clockwise from the front.
    pub fn iter(self) -> impl Iterator<Item = TrayArc> {
        TrayArc::ALL.into_iter().filter(move |arc| self.has(*arc))
    }

    fn of(arcs: impl IntoIterator<Item = TrayArc>) -> Self {
        Self(arcs.into_iter().fold(0, |set, arc| set | 1 << arc as u8))
    }
}

/// The error for a tray that covers a point where another tray's arcs start: it is in none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tray that lies over the middle of another is in none of its arcs")]
pub struct OverlapsArcOrigin;

/// A ray that separates two arcs: it starts at `from` and passes through a corner.
#[derive(Clone, Copy, Debug)]
struct Ray {
    from: Vector,
    along: Vector,
}

/// Distances of a tray from a line, times the line's length, positive to the left. The corners
/// deviate from the centre by `±far` and `±near`.
#[derive(Clone, Copy, Debug)]
struct CornerHeights {
    middle: i64,
    far: i64,
    near: i64,
}

impl Ray {
    /// Returns the distances of a tray from this ray if the ray, and not only its backward
    /// extension, cuts the tray.
    #[inline]
    fn parted(self, tray: Shape<'_>) -> Option<CornerHeights> {
        let middle = self.along.cross(tray.middle - self.from);
        let &[one, next] = tray.corners else { return None };
        let [one, next] = [one, next].map(|corner| self.along.cross(corner).abs());
        let heights = CornerHeights { middle, far: one.max(next), near: one.min(next) };
        (middle.abs() < heights.far && self.is_ahead(tray)).then_some(heights)
    }

    /// Returns whether a tray on the line of the ray lies ahead of its start.
    fn is_ahead(self, tray: Shape<'_>) -> bool {
        // the ray starts outside the strip between some pair of sides: does it lead toward the
        // strip?
        let begins =
            |side: &super::outline::OutlineSide| 2 * side.along.cross(self.from - tray.middle);
        let outside = tray.sides.iter().find(|side| begins(side).abs() > tray.breadth(side.along));
        outside.is_some_and(|side| (begins(side) > 0) != (side.along.cross(self.along) > 0))
    }
}

/// A fraction of a tray's area; both numbers are non-negative and below 2^63.
#[derive(Clone, Copy, Debug)]
struct AreaShare {
    over: i64,
    under: i64,
}

impl AreaShare {
    /// Returns the fraction to the left of a line at these distances.
    fn to_the_left(heights: CornerHeights) -> Self {
        if heights.middle > 0 { Self::smaller(heights).rest() } else { Self::smaller(heights) }
    }

    /// Returns the fraction to the right.
    fn to_the_right(heights: CornerHeights) -> Self {
        Self::to_the_left(CornerHeights { middle: -heights.middle, ..heights })
    }

    /// Returns the fraction on the side of the line away from the centre.
    fn smaller(CornerHeights { middle, far, near }: CornerHeights) -> Self {
        let middle = middle.abs();
        if middle < near {
            // two corners are cut off: a trapezoid, whose area is linear in the distance
            return Self { over: far + near - 2 * middle, under: 2 * (far + near) };
        }
        // one corner is cut off: a triangle, half of the parallelogram its sides span
        Self { over: (far - middle).pow(2), under: 2 * (far - near) * (far + near) }
    }

    /// Returns the complement.
    const fn rest(self) -> Self {
        Self { over: self.under - self.over, ..self }
    }

    fn compared(self, other: Self) -> Ordering {
        let cross = |one: Self, other: Self| i128::from(one.over) * i128::from(other.under);
        cross(self, other).cmp(&cross(other, self))
    }

    /// Compares the rest of the tray, without `self` and `other`, with `self`.
    fn rest_compared(self, other: Self) -> Ordering {
        let [over, under] = [self.over, self.under].map(i128::from);
        let [others, of] = [other.over, other.under].map(i128::from);
        (under * of - over * of - others * under).cmp(&(over * of))
    }
}

impl Tray {
    /// Returns the rays that separate its arcs, clockwise: arc `n` lies to the right of ray `n`.
    fn rays(&self) -> [Ray; 4] {
        let (middle, apex, corners) =
            (self.shape().middle, self.front_apex(), self.front_corners());
        let [left, right] = corners;
        let ray = |from: Vector, corner: Vector| Ray { from: middle + from, along: corner - from };
        [ray(apex, left), ray(apex, right), ray(-apex, -left), ray(-apex, -right)]
    }

    /// Returns the arc that contains a point; either one for a point on a ray.
    fn arc_of(&self, rays: [Ray; 4], point: Vector) -> TrayArc {
        let height = |ray: Ray| ray.along.cross(point - ray.from);
        let [left, right, rear_right, rear_left] = rays.map(height);
        let [front_left, front_right] = self.front_corners();
        let ahead = (front_left + front_right).cross(point - self.shape().middle);
        if left <= 0 && right >= 0 {
            TrayArc::Front
        } else if rear_right <= 0 && rear_left >= 0 {
            TrayArc::Rear
        } else if ahead < 0 {
            TrayArc::Right
        } else {
            TrayArc::Left
        }
    }

    /// Returns the arc of this tray that holds most of another tray's area, or all arcs that tie
    /// for most (A16.4).
    ///
    /// # Errors
    /// [`OverlapsArcOrigin`] if the other tray covers the centre of this one or a point where its
    /// arcs start.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point, Pose, Tray, TrayArc, TraySize};
    ///
    /// let tray = |x, y| {
    ///     let pose = Pose { middle: Point::new(x, y).unwrap(), heading: Heading::NORTH };
    ///     Tray::new(TraySize::SMALL, pose)
    /// };
    /// let arcs = |x, y| -> Vec<TrayArc> {
    ///     tray(0, 0).arcs_holding_most(&tray(x, y)).unwrap().iter().collect()
    /// };
    /// assert_eq!(arcs(0, 10_000), [TrayArc::Front]);
    /// assert_eq!(arcs(-10_000, 0), [TrayArc::Left]);
    /// // the diagonal halves a square on it
    /// assert_eq!(arcs(10_000, 10_000), [TrayArc::Front, TrayArc::Right]);
    /// ```
    pub fn arcs_holding_most(&self, other: &Self) -> Result<ArcSet, OverlapsArcOrigin> {
        let rays = self.rays();
        let [first, second, third, fourth] = rays.map(|ray| ray.parted(other.shape()));
        if lies_over(other.shape(), rays[0].from, rays[2].from) {
            return Err(OverlapsArcOrigin);
        }
        match (first, second, third, fourth) {
            (None, None, None, None) => Ok(ArcSet::of([self.arc_of(rays, other.shape().middle)])),
            (Some(one), None, None, None) => Ok(by_one(TrayArc::Front, one)),
            (None, Some(one), None, None) => Ok(by_one(TrayArc::Right, one)),
            (None, None, Some(one), None) => Ok(by_one(TrayArc::Rear, one)),
            (None, None, None, Some(one)) => Ok(by_one(TrayArc::Left, one)),
            (Some(one), Some(next), None, None) => Ok(by_two(TrayArc::Front, [one, next])),
            (None, Some(one), Some(next), None) => Ok(by_two(TrayArc::Right, [one, next])),
            (None, None, Some(one), Some(next)) => Ok(by_two(TrayArc::Rear, [one, next])),
            (Some(next), None, None, Some(one)) => Ok(by_two(TrayArc::Left, [one, next])),
            // the tray is on one side of a line through the centre, so it meets at most one of two
            // opposite rays
            _ => Err(OverlapsArcOrigin),
        }
    }
}

/// Returns whether a tray covers or touches any point of the segment between two points.
fn lies_over(tray: Shape<'_>, from: Vector, to: Vector) -> bool {
    let [start, end] = [from, to].map(|point| point - tray.middle);
    let along = end - start;
    let reach = tray.radius + along.x.abs() + along.y.abs();
    if start.squared() > reach * reach {
        return false;
    }
    let apart = tray.sides.iter().any(|side| {
        let [one, other] = [start, end].map(|point| 2 * side.along.cross(point));
        let breadth = tray.breadth(side.along);
        (one > breadth && other > breadth) || (one < -breadth && other < -breadth)
    });
    !apart && 2 * along.cross(start).abs() <= tray.breadth(along)
}

/// Returns the larger of the two arcs that one ray separates; `right` lies to its right.
fn by_one(right: TrayArc, heights: CornerHeights) -> ArcSet {
    let left = AreaShare::to_the_left(heights);
    match left.compared(left.rest()) {
        Ordering::Greater => ArcSet::of([right.before()]),
        Ordering::Less => ArcSet::of([right]),
        Ordering::Equal => ArcSet::of([right.before(), right]),
    }
}

/// Returns the largest of three arcs that two rays separate; `between` lies between the rays.
fn by_two(between: TrayArc, [first, second]: [CornerHeights; 2]) -> ArcSet {
    let left = AreaShare::to_the_left(first);
    let right = AreaShare::to_the_right(second);
    let (than_left, than_right) = (left.rest_compared(right), right.rest_compared(left));
    let sides = left.compared(right);
    let most = [
        (between, than_left.is_ge() && than_right.is_ge()),
        (between.before(), than_left.is_le() && sides.is_ge()),
        (between.next(), than_right.is_le() && sides.is_le()),
    ];
    ArcSet::of(most.into_iter().filter(|(_, is_most)| *is_most).map(|(arc, _)| arc))
}
