//! Convex polygons in floating point: geometry of the referee's own, which shares nothing with the
//! geometry that moves trays.

use crate::geometry::{GameTable, Heading, Point, Pose, Shape, TraySize};

/// A point or an offset in inches.
pub(super) type Spot = [f64; 2];

/// A convex polygon; its corners go around it.
#[derive(Clone, Debug)]
pub(super) struct Polygon(Vec<Spot>);

/// Returns a point in inches.
pub(super) fn spot(point: Point) -> Spot {
    [point.x(), point.y()].map(|side| f64::from(side) / 1_000.0)
}

fn minus([a, b]: Spot, [c, d]: Spot) -> Spot {
    [a - c, b - d]
}

fn dot([a, b]: Spot, [c, d]: Spot) -> f64 {
    a * c + b * d
}

/// Returns the distance from a point to a segment.
fn to_segment(point: Spot, [from, to]: [Spot; 2]) -> f64 {
    let (along, offset) = (minus(to, from), minus(point, from));
    let part = (dot(along, offset) / dot(along, along)).clamp(0.0, 1.0);
    let [x, y] = minus(offset, along.map(|side| side * part));
    x.hypot(y)
}

impl Polygon {
    /// Creates a tray of this size with its centre at `middle` that faces `angle`, in degrees
    /// clockwise from north.
    pub(super) fn tray(size: TraySize, middle: Spot, angle: f64) -> Self {
        let [width, depth] = [size.width(), size.depth()].map(|side| f64::from(side) / 2_000.0);
        let (sin, cos) = angle.to_radians().sin_cos();
        let corner = |[right, ahead]: Spot| {
            let [x, y] = [right * cos + ahead * sin, ahead * cos - right * sin];
            [middle[0] + x, middle[1] + y]
        };
        let corners = [[-width, depth], [width, depth], [width, -depth], [-width, -depth]];
        Self(corners.map(corner).to_vec())
    }

    /// Creates a tray at a pose.
    pub(super) fn at(size: TraySize, pose: Pose) -> Self {
        Self::tray(size, spot(pose.middle), degrees(pose.heading))
    }

    /// Creates the outline of a piece of terrain.
    pub(super) fn of(shape: Shape<'_>) -> Self {
        let inches = |corner: [i32; 2]| corner.map(|side| f64::from(side) / 1_000.0);
        let mut corners: Vec<Spot> = shape.corners().map(inches).collect();
        let count = corners.len().max(1) as f64;
        let sum = corners.iter().fold([0.0; 2], |[x, y], corner| [x + corner[0], y + corner[1]]);
        let middle = sum.map(|side| side / count);
        let angle = |corner: &Spot| {
            let [x, y] = minus(*corner, middle);
            y.atan2(x)
        };
        corners.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
        Self(corners)
    }

    /// Returns polygons that together cover the path of a move along `way`.
    pub(super) fn swept(&self, way: Spot) -> Vec<Self> {
        // each side sweeps a parallelogram; with both ends these are the whole path
        let moved = |[x, y]: Spot| [x + way[0], y + way[1]];
        let side = |[from, to]: [Spot; 2]| Self(vec![from, to, moved(to), moved(from)]);
        let ends = [self.clone(), Self(self.0.iter().copied().map(moved).collect())];
        self.sides().map(side).chain(ends).collect()
    }

    fn sides(&self) -> impl Iterator<Item = [Spot; 2]> + '_ {
        let next = self.0.iter().cycle().skip(1);
        self.0.iter().zip(next).map(|(from, to)| [*from, *to])
    }

    /// Returns how far the polygon reaches beyond the table, in inches; not above 0 if it is on it.
    pub(super) fn beyond(&self, table: GameTable) -> f64 {
        let half = [table.width(), table.depth()].map(|side| f64::from(side) / 2_000.0);
        let over = self.0.iter().flat_map(|[x, y]| [x.abs() - half[0], y.abs() - half[1]]);
        over.fold(f64::MIN, f64::max)
    }

    /// Returns the greatest distance of a corner from the middle of the table towards the players'
    /// edges.
    pub(super) fn farthest_along(&self) -> f64 {
        self.0.iter().map(|[_, y]| y.abs()).fold(0.0, f64::max)
    }

    /// Returns the least and the greatest distance of a corner north of the middle of the table.
    pub(super) fn along(&self) -> [f64; 2] {
        range(self.0.iter().map(|[_, y]| *y))
    }

    /// Returns the least and the greatest distance of a corner east of the middle of the table.
    pub(super) fn across(&self) -> [f64; 2] {
        range(self.0.iter().map(|[x, _]| *x))
    }

    /// Returns the distance to the middle of the table of the corner that is nearest to it along the
    /// players' edges.
    pub(super) fn least_across(&self) -> f64 {
        let [west, east] = self.across();
        if west <= 0.0 && east >= 0.0 { 0.0 } else { west.abs().min(east.abs()) }
    }

    /// Returns how deep two polygons overlap: by how much one has to be moved at least until they
    /// do not; not above 0 if they do not overlap.
    pub(super) fn overlap(&self, other: &Self) -> f64 {
        let reach = |polygon: &Self, axis: Spot| {
            let along = polygon.0.iter().map(|corner| dot(*corner, axis));
            along.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let depth = |[from, to]: [Spot; 2]| {
            let [x, y] = minus(to, from);
            let length = x.hypot(y);
            // a side without length has no normal
            if length < 1e-9 {
                return f64::MAX;
            }
            let axis = [-y / length, x / length];
            let (one, two) = (reach(self, axis), reach(other, axis));
            one.1.min(two.1) - one.0.max(two.0)
        };
        self.sides().chain(other.sides()).map(depth).fold(f64::MAX, f64::min)
    }

    /// Returns the distance between two polygons; 0 if they overlap.
    pub(super) fn distance(&self, other: &Self) -> f64 {
        if self.overlap(other) > 0.0 {
            return 0.0;
        }
        let from = |one: &Self, two: &Self| {
            let distances =
                one.0.iter().flat_map(|corner| two.sides().map(|side| to_segment(*corner, side)));
            distances.fold(f64::MAX, f64::min)
        };
        from(self, other).min(from(other, self))
    }

    /// Returns the distance to a point; 0 if it is inside.
    pub(super) fn distance_to(&self, point: Spot) -> f64 {
        self.distance(&Self(vec![point, [point[0] + 1e-6, point[1]], [point[0], point[1] + 1e-6]]))
    }
}

/// Returns the least and the greatest of numbers.
fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::MAX, f64::MIN], |[least, most], one| [least.min(one), most.max(one)])
}

/// Returns a heading in degrees clockwise from north.
pub(super) fn degrees(heading: Heading) -> f64 {
    f64::from(heading.tenths()) / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(middle: Spot, side: f64) -> Polygon {
        let half = side / 2.0;
        let corner = |[x, y]: Spot| [middle[0] + x, middle[1] + y];
        Polygon([[-half, -half], [half, -half], [half, half], [-half, half]].map(corner).to_vec())
    }

    #[test]
    fn squares_overlap_by_what_they_share_and_are_apart_by_what_is_between() {
        let one = square([0.0, 0.0], 2.0);
        let is = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found}");
        is(one.overlap(&square([1.5, 0.0], 2.0)), 0.5);
        is(one.overlap(&square([3.0, 0.5], 2.0)), -1.0);
        is(one.distance(&square([3.0, 0.5], 2.0)), 1.0);
        // corner to corner: 3 and 4 make 5
        is(one.distance(&square([5.0, 6.0], 2.0)), 5.0);
        is(one.distance_to([4.0, 0.0]), 3.0);
    }

    #[test]
    fn a_swept_square_meets_what_lies_on_its_way_and_not_beside_it() {
        let path = square([0.0, 0.0], 2.0).swept([6.0, 0.0]);
        let meets = |other: &Polygon| path.iter().any(|part| part.overlap(other) > 1e-9);
        assert!(meets(&square([3.5, 1.0], 1.0)));
        assert!(!meets(&square([3.5, 1.6], 1.0)));
        assert!(!meets(&square([7.6, 0.0], 1.0)));
    }
}
