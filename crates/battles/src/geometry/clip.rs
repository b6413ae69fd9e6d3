//! Convex regions clipped by lines, with exact rational corners.

use super::outline::Shape;
use super::point::Vector;
use smallvec::SmallVec;

/// A closed half-plane: the points at which `x` times their x, `y` times their y and `rest` add up
/// to at least zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    x: i64,
    y: i64,
    rest: i64,
}

impl HalfPlane {
    /// Returns the half-plane to the right of a line through a point along a vector.
    pub(super) const fn right_of(from: Vector, along: Vector) -> Self {
        Self { x: along.y, y: -along.x, rest: along.x * from.y - along.y * from.x }
    }

    /// Returns the complement, with the same boundary.
    pub(super) const fn other_side(self) -> Self {
        Self { x: -self.x, y: -self.y, rest: -self.rest }
    }

    /// Returns a value proportional to the signed distance from the line: positive inside, 0 on the
    /// line.
    #[inline]
    pub(super) const fn at(self, point: Vector) -> i64 {
        self.x * point.x + self.y * point.y + self.rest
    }

    /// Returns the largest value of [`HalfPlane::at`] in a shape, with coordinates relative to
    /// `origin`.
    #[inline]
    pub(super) fn greatest(self, shape: Shape<'_>, origin: Vector) -> i64 {
        let corner = |corner: &Vector| (self.x * corner.x + self.y * corner.y).abs();
        self.at(shape.middle - origin) + shape.corners.iter().map(corner).max().unwrap_or(0)
    }

    /// Returns the same at a rational point, times its denominator.
    #[inline]
    pub(super) const fn at_corner(self, corner: RationalPoint) -> i128 {
        self.x as i128 * corner.x as i128
            + self.y as i128 * corner.y as i128
            + self.rest as i128 * corner.under as i128
    }

    /// Returns the intersection of two lines that are not parallel.
    const fn meets(self, other: Self) -> RationalPoint {
        let under = self.x * other.y - self.y * other.x;
        let x = self.y * other.rest - self.rest * other.y;
        let y = self.rest * other.x - self.x * other.rest;
        if under < 0 {
            RationalPoint { x: -x, y: -y, under: -under }
        } else {
            RationalPoint { x, y, under }
        }
    }
}

/// A point with rational coordinates `x / under` and `y / under`; `under` is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RationalPoint {
    pub x: i64,
    pub y: i64,
    pub under: i64,
}

impl RationalPoint {
    pub(super) const fn whole(point: Vector) -> Self {
        Self { x: point.x, y: point.y, under: 1 }
    }

    /// Returns the same point relative to another origin.
    #[inline]
    pub(super) const fn from(self, origin: Vector) -> Self {
        let (x, y) = (self.x - origin.x * self.under, self.y - origin.y * self.under);
        Self { x, y, ..self }
    }

    /// Returns a value proportional to the distance to the left of a vector from the origin.
    #[inline]
    pub(super) const fn height(self, along: Vector) -> i64 {
        along.x * self.y - along.y * self.x
    }

    /// Returns a positive multiple of the cross product: positive if `other` lies to the left of
    /// `self` as seen from the origin.
    #[inline]
    pub(super) const fn cross(self, other: Self) -> i128 {
        self.x as i128 * other.y as i128 - self.y as i128 * other.x as i128
    }
}

/// A vertex of a region, and the line of the edge that follows clockwise.
#[derive(Clone, Copy, Debug)]
struct RegionVertex {
    corner: RationalPoint,
    onward: HalfPlane,
}

/// A convex region of positive area, or an empty one.
///
/// Coordinates are below 2^18 and those of sides below 2^14, so vertices are below 2^47 over 2^29,
/// or 2^50 over 2^32 where lines lead from an eye to corners. Repeated clipping does not increase
/// these bounds: each vertex is the intersection of two of the original lines.
#[derive(Clone, Debug)]
pub(super) struct ConvexRegion {
    bends: SmallVec<[RegionVertex; 8]>,
}

impl ConvexRegion {
    /// Creates the region of a shape, with coordinates relative to `origin`.
    pub(super) fn new(shape: Shape<'_>, origin: Vector) -> Self {
        let bend = |(corner, along): (Vector, Vector)| RegionVertex {
            corner: RationalPoint::whole(corner - origin),
            onward: HalfPlane::right_of(corner - origin, along),
        };
        Self { bends: shape.all_sides().map(bend).collect() }
    }

    /// Returns the part of a shape inside all half-planes, with coordinates relative to `origin`.
    pub(super) fn within(shape: Shape<'_>, origin: Vector, lines: &[HalfPlane]) -> Self {
        let is_outside = |line: &&HalfPlane| line.greatest(shape, origin) <= 0;
        if lines.iter().find(is_outside).is_some() {
            return Self { bends: SmallVec::new() };
        }
        let mut region = Self::new(shape, origin);
        lines.iter().for_each(|line| region.cut(*line));
        region
    }

    /// Fixed-point denominator of areas.
    pub(super) const PARTS: i128 = 1 << 20;

    /// Returns twice the area in 1/[`ConvexRegion::PARTS`] of a square thousandth; each vertex adds
    /// an error below one.
    pub(super) fn doubled_area(&self) -> i128 {
        let next = self.corners().cycle().skip(1);
        let turn = |(one, next): (RationalPoint, RationalPoint)| {
            let under = i128::from(one.under) * i128::from(next.under);
            one.cross(next) * Self::PARTS / under
        };
        self.corners().zip(next).map(turn).sum::<i128>().abs()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bends.is_empty()
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = RationalPoint> + Clone {
        self.bends.iter().map(|bend| bend.corner)
    }

    /// Returns the lines of its edges; the region lies to the right of each.
    pub(super) fn lines(&self) -> impl Iterator<Item = HalfPlane> {
        self.bends.iter().map(|bend| bend.onward)
    }

    /// Removes the part outside a half-plane.
    pub(super) fn cut(&mut self, line: HalfPlane) {
        let at = |bend: &RegionVertex| line.at_corner(bend.corner);
        if self.bends.iter().all(|bend| at(bend) >= 0) {
            return;
        }
        if self.bends.iter().all(|bend| at(bend) <= 0) {
            return self.bends.clear();
        }
        let next = self.bends.iter().cycle().skip(1);
        let mut bends = SmallVec::new();
        for (bend, next) in self.bends.iter().zip(next) {
            match (at(bend), at(next)) {
                (0, ..0) => bends.push(RegionVertex { onward: line, ..*bend }),
                (1.., ..0) => {
                    bends.push(*bend);
                    bends.push(RegionVertex { corner: bend.onward.meets(line), onward: line });
                }
                (0.., _) => bends.push(*bend),
                (..0, 1..) => {
                    bends.push(RegionVertex {
                        corner: bend.onward.meets(line),
                        onward: bend.onward,
                    });
                }
                (..0, _) => {}
            }
        }
        self.bends = bends;
    }
}
