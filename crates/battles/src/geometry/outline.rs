//! Convex, point-symmetric outlines of trays and pieces of terrain.

use super::heading::{Heading, offset};
use super::length::Length;
use super::point::{Point, Vector};
use super::{MAX_SIDE, REACH};

/// A side of an outline; the opposite side is its 180° rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OutlineSide {
    /// The offset from its first corner to its second, clockwise.
    pub along: Vector,
    /// Its length for the tolerance, in whole thousandths.
    pub length: i64,
}

/// A convex outline of `2 × HALF` corners that maps to itself under a rotation by 180°. A rectangle
/// has a `HALF` of 2. Corners are ordered clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline<const HALF: usize> {
    middle: Vector,
    /// Upper bound of the distance from the centre to a corner.
    radius: i64,
    /// The first half of the corners, relative to the centre; the others lie opposite.
    corners: [Vector; HALF],
    /// The sides that start at these corners.
    sides: [OutlineSide; HALF],
}

/// The error for corners that form no valid outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutlineError {
    /// The corners are not in clockwise order around the centre, or do not bend at each corner.
    #[error("corners must go clockwise around the middle and bend at each of them")]
    NotConvex,
    /// A side is longer than [`MAX_SIDE`], in 1/1000".
    #[error("a side must be at most {MAX_SIDE}/1000\", not {0}/1000\"")]
    TooLong(u64),
    /// A corner is too far from the centre, in 1/1000".
    #[error("a corner must be at most {FARTHEST}/1000\" from the middle, not {0}/1000\"")]
    TooFar(u64),
}

/// Largest distance from the centre to a corner, in 1/1000": half the diagonal of a square with
/// sides of [`MAX_SIDE`].
const FARTHEST: u64 = 8_486;

/// Returns the length in whole thousandths, rounded down.
fn length(vector: Vector) -> u64 {
    vector.squared().unsigned_abs().isqrt()
}

impl<const HALF: usize> Outline<HALF> {
    /// Creates an outline from its centre and the first half of its corners, clockwise; the others
    /// lie opposite.
    ///
    /// # Errors
    /// [`OutlineError`] if the outline is not convex, a side is longer than [`MAX_SIDE`], or a
    /// corner is farther from the centre than those of a square with such sides.
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

    /// Creates an outline without checks from the centre, the radius of a circle around the
    /// corners, their offsets and the lengths of the sides.
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

    /// Returns whether the sides turn right at every corner and go round exactly once.
    fn is_convex(&self) -> bool {
        let along = self.sides.map(|side| side.along);
        // half of the sides turn by less than 180° in total, so each side points to the right of
        // all sides before it
        let bends = |(place, one): (usize, &Vector)| {
            along.iter().skip(place + 1).all(|later| one.cross(*later) < 0)
        };
        HALF >= 2 && along.iter().enumerate().all(bends)
    }

    /// Returns a view for geometric predicates.
    #[inline]
    pub fn shape(&self) -> Shape<'_> {
        let Self { middle, radius, corners, sides } = self;
        Shape { middle: *middle, radius: *radius, corners, sides }
    }

    /// Returns the outline after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let sides = self.sides.map(|side| OutlineSide { along: -side.along, ..side });
        let corners = self.corners.map(|corner| -corner);
        Self { middle: -self.middle, radius: self.radius, corners, sides }
    }
}

/// A borrowed convex outline, the operand of all geometric predicates: a tray or a piece of
/// terrain.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    pub(super) middle: Vector,
    /// Upper bound of the distance from the centre to a corner.
    pub(super) radius: i64,
    /// The first half of its corners, relative to the centre.
    pub(super) corners: &'a [Vector],
    pub(super) sides: &'a [OutlineSide],
}

impl Outline<8> {
    /// Creates a disc as a polygon of 16 corners on its circle.
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
    /// Returns all corners, clockwise.
    #[inline]
    pub(super) fn all_corners(self) -> impl Iterator<Item = Vector> + Clone + 'a {
        let first = self.corners.iter().map(move |&corner| self.middle + corner);
        first.chain(self.corners.iter().map(move |&corner| self.middle - corner))
    }

    /// Returns all sides, clockwise, each with the corner it starts at.
    #[inline]
    pub(super) fn all_sides(self) -> impl Iterator<Item = (Vector, Vector)> + Clone + 'a {
        let forth = self.sides.iter().map(|side| side.along);
        self.all_corners().zip(forth.chain(self.sides.iter().map(|side| -side.along)))
    }

    /// Returns all corners, clockwise, as x and y in 1/1000" from the centre of the table.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point, Pose, Tray, TraySize};
    ///
    /// let pose = Pose { middle: Point::ORIGIN, heading: Heading::NORTH };
    /// let tray = Tray::new(TraySize::SMALL, pose);
    /// // 2.76" wide and deep
    /// let corners: Vec<[i32; 2]> = tray.shape().corners().collect();
    /// assert_eq!(corners, [[-1_380, 1_380], [1_380, 1_380], [1_380, -1_380], [-1_380, -1_380]]);
    /// ```
    pub fn corners(self) -> impl Iterator<Item = [i32; 2]> + Clone + 'a {
        // `REACH + FARTHEST` fits in `i32`, as asserted below
        self.all_corners().map(|corner| [corner.x as i32, corner.y as i32])
    }

    /// Returns the extent of the shape perpendicular to a line, times the line's length.
    #[inline]
    pub(super) fn breadth(self, line: Vector) -> i64 {
        self.sides.iter().map(|side| line.cross(side.along).abs()).sum()
    }

    /// Returns whether a point lies inside or on the boundary.
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
