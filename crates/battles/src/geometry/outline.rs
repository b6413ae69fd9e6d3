//! Convex outlines that are the same when they are turned by half: trays, pieces of terrain.

use super::heading::{Heading, offset};
use super::length::Length;
use super::point::{Point, Vector};
use super::{MAX_SIDE, REACH};

/// A side of an outline; the one across from it is the same, turned by half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OutlineSide {
    /// From its first corner to its second, clockwise.
    pub along: Vector,
    /// Its length as it is counted for the tolerance, in whole thousandths.
    pub length: i64,
}

/// A convex outline of `2 × HALF` corners, each with one across from it: a rectangle has a `HALF`
/// of 2. Corners go clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline<const HALF: usize> {
    middle: Vector,
    /// No corner lies farther from the middle.
    radius: i64,
    /// The first half of the corners, from the middle; the others lie across.
    corners: [Vector; HALF],
    /// The sides that begin at these corners.
    sides: [OutlineSide; HALF],
}

/// Corners that make no outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutlineError {
    /// Corners do not go clockwise around the middle and bend at each of them.
    #[error("corners must go clockwise around the middle and bend at each of them")]
    NotConvex,
    /// A side is too long.
    #[error("a side of {0}/1000\" cannot be: at most {MAX_SIDE}")]
    TooLong(u64),
    /// A corner lies too far from the middle.
    #[error("a corner {0}/1000\" from the middle cannot be: at most {FARTHEST}")]
    TooFar(u64),
}

/// How far from its middle a corner may lie, in 1/1000": half the diagonal of the largest square.
const FARTHEST: u64 = 8_486;

/// A length in whole thousandths, rounded down.
fn length(vector: Vector) -> u64 {
    vector.squared().unsigned_abs().isqrt()
}

impl<const HALF: usize> Outline<HALF> {
    /// From its middle and the first half of its corners, clockwise; the others lie across the
    /// middle.
    ///
    /// # Errors
    /// Where the outline is not convex, a side is longer than [`MAX_SIDE`], or a corner lies
    /// farther from the middle than those of a square of such sides.
    pub fn new(middle: Point, corners: [Point; HALF]) -> Result<Self, OutlineError> {
        let middle = middle.vector();
        let corners = corners.map(|corner| corner.vector() - middle);
        let farthest = corners.map(length).into_iter().fold(0, u64::max);
        if farthest > FARTHEST {
            return Err(OutlineError::TooFar(farthest));
        }
        let mut outline = Self::of(middle, farthest as i64 + 1, corners, [0; HALF]);
        for side in &mut outline.sides {
            let long = length(side.along);
            if long > MAX_SIDE.unsigned_abs().into() {
                return Err(OutlineError::TooLong(long));
            }
            side.length = long as i64;
        }
        if outline.is_convex() { Ok(outline) } else { Err(OutlineError::NotConvex) }
    }

    /// From the middle and offsets of corners that are known to be right, with the radius
    /// of a circle around them and the lengths of sides.
    #[inline]
    pub(super) fn of(
        middle: Vector,
        radius: i64,
        corners: [Vector; HALF],
        lengths: [i64; HALF],
    ) -> Self {
        let mut sides = [OutlineSide::default(); HALF];
        let next = corners.iter().skip(1).copied().chain(corners.first().map(|&first| -first));
        for (((side, from), to), length) in sides.iter_mut().zip(corners).zip(next).zip(lengths) {
            *side = OutlineSide { along: to - from, length };
        }
        Self { middle, radius, corners, sides }
    }

    /// Whether sides bend to the right all the way round, and once.
    fn is_convex(&self) -> bool {
        let along = self.sides.map(|side| side.along);
        // half of the sides turn by less than half a turn in all, so each lies to the right of
        // all before it
        let bends = |(place, one): (usize, &Vector)| {
            along.iter().skip(place + 1).all(|later| one.cross(*later) < 0)
        };
        HALF >= 2 && along.iter().enumerate().all(bends)
    }

    /// What predicates look at.
    #[inline]
    pub fn shape(&self) -> Shape<'_> {
        let Self { middle, radius, corners, sides } = self;
        Shape { middle: *middle, radius: *radius, corners, sides }
    }

    /// The same outline when the table is turned by half.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let sides = self.sides.map(|side| OutlineSide { along: -side.along, ..side });
        let corners = self.corners.map(|corner| -corner);
        Self { middle: -self.middle, radius: self.radius, corners, sides }
    }
}

/// A convex outline as predicates see it: of a tray, or of a piece of terrain.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    pub(super) middle: Vector,
    /// No corner lies farther from the middle.
    pub(super) radius: i64,
    /// The first half of its corners, from the middle.
    pub(super) corners: &'a [Vector],
    pub(super) sides: &'a [OutlineSide],
}

impl Outline<8> {
    /// A disc, as a polygon of 16 corners that lie on its edge.
    pub(crate) fn disc(middle: Point, radius: Length) -> Self {
        let radius = radius.as_i64();
        let mut heading = Heading::NORTH;
        let corners = [(); 8].map(|()| {
            let corner = offset(heading.unit(), radius, 0);
            heading = heading.rotated_by(Heading::SIXTEENTH);
            corner
        });
        let mut disc = Self::of(middle.vector(), radius + 2, corners, [0; 8]);
        disc.sides.iter_mut().for_each(|side| side.length = length(side.along) as i64);
        disc
    }
}

impl<'a> Shape<'a> {
    /// All corners, clockwise.
    #[inline]
    pub(super) fn all_corners(self) -> impl Iterator<Item = Vector> + Clone + 'a {
        let first = self.corners.iter().map(move |&corner| self.middle + corner);
        first.chain(self.corners.iter().map(move |&corner| self.middle - corner))
    }

    /// All sides, clockwise, with the corners that they lead from.
    #[inline]
    pub(super) fn all_sides(self) -> impl Iterator<Item = (Vector, Vector)> + Clone + 'a {
        let forth = self.sides.iter().map(|side| side.along);
        self.all_corners().zip(forth.chain(self.sides.iter().map(|side| -side.along)))
    }

    /// All corners, clockwise, as x and y in 1/1000" from the middle of the table.
    pub fn corners(self) -> impl Iterator<Item = [i32; 2]> + Clone + 'a {
        // a corner lies within a few sides of a point, so it fits
        self.all_corners().map(|corner| [corner.x as i32, corner.y as i32])
    }

    /// How far it reaches to both sides of its middle across a line, together, times the line's
    /// length.
    #[inline]
    pub(super) fn breadth(self, line: Vector) -> i64 {
        self.sides.iter().map(|side| line.cross(side.along).abs()).sum()
    }

    /// Whether a point lies within it or on its edge.
    pub(super) fn contains(self, point: Vector) -> bool {
        let from = point - self.middle;
        self.sides.iter().all(|side| 2 * side.along.cross(from).abs() <= self.breadth(side.along))
    }
}

const _: () = assert!(REACH as u64 + FARTHEST < i32::MAX as u64);

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i64, y: i64) -> Point {
        Point::new(x, y).unwrap()
    }

    #[test]
    fn outlines_are_convex_and_clockwise() {
        let middle = point(10, 20);
        let right = Outline::new(middle, [point(0, 30), point(20, 30)]).unwrap();
        let corners: Vec<[i32; 2]> = right.shape().corners().collect();
        assert_eq!(corners, [[0, 30], [20, 30], [20, 10], [0, 10]]);
        let wrong = Outline::new(middle, [point(20, 30), point(0, 30)]);
        assert_eq!(wrong, Err(OutlineError::NotConvex), "counter-clockwise");
        let flat = Outline::new(middle, [point(0, 20), point(20, 20)]);
        assert_eq!(flat, Err(OutlineError::NotConvex), "of no area");
        let straight = [point(0, 30), point(10, 30), point(20, 30)];
        assert_eq!(Outline::new(middle, straight), Err(OutlineError::NotConvex), "no bend");
        let long = Outline::new(Point::ORIGIN, [point(-6_001, 10), point(6_000, 10)]);
        assert_eq!(long, Err(OutlineError::TooLong(12_001)));
        let far = Outline::new(Point::ORIGIN, [point(-8_000, 3_000), point(0, 10)]);
        assert_eq!(far, Err(OutlineError::TooFar(8_544)));
    }

    #[test]
    fn edges_belong_to_an_outline() {
        let outline = Outline::new(point(0, 0), [point(-3, 2), point(3, 2)]).unwrap();
        let holds = |x, y| outline.shape().contains(Vector { x, y });
        assert!(holds(0, 0) && holds(3, 2) && holds(-3, 0));
        assert!(!holds(4, 0) && !holds(0, -3));
    }
}
