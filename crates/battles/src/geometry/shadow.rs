//! How much of a tray a piece of terrain hides (A10.3).

use super::clip::{ConvexRegion, HalfPlane};
use super::outline::Shape;
use super::point::Vector;
use super::tray::Tray;

impl Shape<'_> {
    /// Returns twice the area of a target inside or behind this shape, as seen from a point, and
    /// twice the target's whole area, in 1/[`ConvexRegion::PARTS`] of a square thousandth.
    fn hidden(self, target: Shape<'_>, eye: Vector) -> [i128; 2] {
        let origin = Vector::default();
        let outside = |(corner, along): &(Vector, Vector)| along.cross(eye - *corner) > 0;
        let hidden_by = |(corner, along): (Vector, Vector)| {
            // the region beyond a side that faces the eye, between the lines of sight to its ends
            let (from, to) = (corner - eye, corner + along - eye);
            let lines = [
                HalfPlane::right_of(origin, from).other_side(),
                HalfPlane::right_of(origin, to),
                HalfPlane::right_of(from, along),
            ];
            ConvexRegion::within(target, eye, &lines).doubled_area()
        };
        let near = self.all_sides().filter(outside);
        let hidden = if near.clone().next().is_some() {
            near.map(hidden_by).sum()
        } else {
            // an eye inside the piece sees over it: only the part of the target inside is hidden
            let sides = self.all_sides();
            let mut region = ConvexRegion::new(target, eye);
            sides.for_each(|(corner, along)| region.cut(HalfPlane::right_of(corner - eye, along)));
            region.doubled_area()
        };
        [hidden, ConvexRegion::new(target, eye).doubled_area()]
    }
}

impl Tray {
    /// Returns whether a piece hides more than half of a target's area from this tray's arrow: that
    /// part lies in the piece, or lines of sight to it pass through the piece (A10.3).
    ///
    /// **Interpretation**: for a tray whose arrow is inside the piece, only the part of the target
    /// inside the piece counts as hidden.
    pub fn is_target_mostly_hidden(&self, target: Shape<'_>, piece: Shape<'_>) -> bool {
        let [x, y] = self.arrow().map(i64::from);
        let [hidden, whole] = piece.hidden(target, Vector { x, y });
        // the error of an area is far below this margin, so exactly half is not more than half
        2 * hidden > whole + ConvexRegion::PARTS / 1_000
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Heading, Point, Pose, TraySize};
    use super::*;

    fn tray(size: TraySize, x: i64, y: i64) -> Tray {
        Tray::new(size, Pose { middle: Point::new(x, y).unwrap(), heading: Heading::NORTH })
    }

    #[test]
    fn more_than_half_is_hidden() {
        let archers = tray(TraySize::INFANTRY, 0, -2_400);
        // from the origin: a screen from 3" ahead to the right of x = 0 hides all to the east
        let target = tray(TraySize::SMALL, 0, 10_000);
        let screen = |x| tray(TraySize::CAVALRY, x, 5_500);
        let hides = |x| archers.is_target_mostly_hidden(target.shape(), screen(x).shape());
        assert!(!hides(2_750), "exactly half");
        assert!(hides(2_749) && !hides(2_751) && hides(0) && !hides(20_000));
        assert!(
            !archers
                .is_target_mostly_hidden(target.shape(), tray(TraySize::LARGE, 0, 16_000).shape()),
            "behind"
        );
    }

    #[test]
    fn what_is_in_the_piece_is_hidden() {
        let archers = tray(TraySize::INFANTRY, 0, -2_400);
        let target = tray(TraySize::SMALL, 0, 10_000);
        let wood = |y| tray(TraySize::CAVALRY, 0, y);
        let hides = |y| archers.is_target_mostly_hidden(target.shape(), wood(y).shape());
        // its near edge is 2.5" before its middle
        assert!(hides(12_499) && !hides(12_500));
        let within = tray(TraySize::INFANTRY, 0, 7_100);
        let hides = |y| within.is_target_mostly_hidden(target.shape(), wood(y).shape());
        assert!(hides(8_000), "both are in it");
        assert!(!hides(7_500), "half of the target is");
    }
}
