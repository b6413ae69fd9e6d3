//! The four arcs of a tray, and which holds most of another (A16.1, A16.2, A16.4).

use super::outline::Shape;
use super::point::Vector;
use super::tray::Tray;
use std::cmp::Ordering;

/// An arc of a tray, and the side of the tray in it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum TrayArc {
    /// Ahead, between the front corners.
    Front,
    /// The right flank.
    Right,
    /// Behind.
    Rear,
    /// The left flank.
    Left,
}

impl TrayArc {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// The one before, counter-clockwise.
    const fn before(self) -> Self {
        self.next().next().next()
    }

    /// The next one clockwise.
    const fn next(self) -> Self {
        match self {
            Self::Front => Self::Right,
            Self::Right => Self::Rear,
            Self::Rear => Self::Left,
            Self::Left => Self::Front,
        }
    }
}

/// One arc or several that hold as much of a tray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcSet(u8);

impl ArcSet {
    /// Whether an arc is among them.
    pub const fn has(self, arc: TrayArc) -> bool {
        self.0 >> arc as u8 & 1 == 1
    }

    /// Them, clockwise from the front.
    pub fn iter(self) -> impl Iterator<Item = TrayArc> {
        TrayArc::ALL.into_iter().filter(move |arc| self.has(*arc))
    }

    fn of(arcs: impl IntoIterator<Item = TrayArc>) -> Self {
        Self(arcs.into_iter().fold(0, |set, arc| set | 1 << arc as u8))
    }
}

/// A tray that lies over where another's arcs begin is in none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tray that lies over the middle of another is in none of its arcs")]
pub struct OverlapsArcOrigin;

/// A line that parts two arcs: from where it begins through a corner and on.
#[derive(Clone, Copy, Debug)]
struct Ray {
    from: Vector,
    along: Vector,
}

/// How far the corners of a tray lie to the left of a line, times its length: that of the middle,
/// and by how much the corners differ from it. Two differ by `far`, to either side, two by `near`.
#[derive(Clone, Copy, Debug)]
struct CornerHeights {
    middle: i64,
    far: i64,
    near: i64,
}

impl Ray {
    /// How a tray lies across it where it parts the tray, and not only the line through it
    /// backward.
    #[inline]
    fn parted(self, tray: Shape<'_>) -> Option<CornerHeights> {
        let middle = self.along.cross(tray.middle - self.from);
        let &[one, next] = tray.corners else { return None };
        let [one, next] = [one, next].map(|corner| self.along.cross(corner).abs());
        let heights = CornerHeights { middle, far: one.max(next), near: one.min(next) };
        (middle.abs() < heights.far && self.is_ahead(tray)).then_some(heights)
    }

    /// Whether a tray on its line lies ahead, and not where the ray begins.
    fn is_ahead(self, tray: Shape<'_>) -> bool {
        // a pair of sides between which the ray does not begin: does it lead toward them?
        let begins =
            |side: &super::outline::OutlineSide| 2 * side.along.cross(self.from - tray.middle);
        let outside = tray.sides.iter().find(|side| begins(side).abs() > tray.breadth(side.along));
        outside.is_some_and(|side| (begins(side) > 0) != (side.along.cross(self.along) > 0))
    }
}

/// A share of a tray's area: a fraction below 2^63 of numbers that are not negative.
#[derive(Clone, Copy, Debug)]
struct AreaShare {
    over: i64,
    under: i64,
}

impl AreaShare {
    /// What lies to the left of a line that parts a tray with such heights.
    fn to_the_left(heights: CornerHeights) -> Self {
        if heights.middle > 0 { Self::smaller(heights).rest() } else { Self::smaller(heights) }
    }

    /// What lies to the right.
    fn to_the_right(heights: CornerHeights) -> Self {
        Self::to_the_left(CornerHeights { middle: -heights.middle, ..heights })
    }

    /// What a line parts from a tray on the side where its middle does not lie.
    fn smaller(CornerHeights { middle, far, near }: CornerHeights) -> Self {
        let middle = middle.abs();
        if middle < near {
            // two corners: sides across from each other are met at the same pace
            return Self { over: far + near - 2 * middle, under: 2 * (far + near) };
        }
        // the farthest corner: a triangle, half of what its sides would span
        Self { over: (far - middle).pow(2), under: 2 * (far - near) * (far + near) }
    }

    /// All but this.
    const fn rest(self) -> Self {
        Self { over: self.under - self.over, ..self }
    }

    fn compared(self, other: Self) -> Ordering {
        let cross = |one: Self, other: Self| i128::from(one.over) * i128::from(other.under);
        cross(self, other).cmp(&cross(other, self))
    }

    /// How what this and another leave over compares with this.
    fn rest_compared(self, other: Self) -> Ordering {
        let [over, under] = [self.over, self.under].map(i128::from);
        let [others, of] = [other.over, other.under].map(i128::from);
        (under * of - over * of - others * under).cmp(&(over * of))
    }
}

impl Tray {
    /// The lines that part its arcs, clockwise: arc `n` lies to the right of line `n`.
    fn rays(&self) -> [Ray; 4] {
        let (middle, apex, corners) =
            (self.shape().middle, self.front_apex(), self.front_corners());
        let [left, right] = corners;
        let ray = |from: Vector, corner: Vector| Ray { from: middle + from, along: corner - from };
        [ray(apex, left), ray(apex, right), ray(-apex, -left), ray(-apex, -right)]
    }

    /// The arc that a point lies in; no matter which, on a line between two.
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

    /// In which of this tray's arcs the other is: the one that holds the most of its area, or
    /// several that hold as much and no other more (A16.4).
    ///
    /// # Errors
    /// Where the other lies over the middle of this, or over where its arcs begin.
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
            // a line through the middle has the tray on one side, so of lines that are opposite
            // it meets one at most
            _ => Err(OverlapsArcOrigin),
        }
    }
}

/// Whether a tray lies over some of the stretch between two points, or touches it.
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

/// Of the two arcs that a line parts, the one that holds more: `right` lies to its right.
fn by_one(right: TrayArc, heights: CornerHeights) -> ArcSet {
    let left = AreaShare::to_the_left(heights);
    match left.compared(left.rest()) {
        Ordering::Greater => ArcSet::of([right.before()]),
        Ordering::Less => ArcSet::of([right]),
        Ordering::Equal => ArcSet::of([right.before(), right]),
    }
}

/// The same of three arcs: `between` lies between the first line and the second.
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
