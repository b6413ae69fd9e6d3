//! Trays: sizes, poses and corners (A15).

use super::heading::{Direction, Heading, HeadingError, TURN, offset};
use super::length::Length;
use super::outline::{Outline, Shape};
use super::point::{Point, PointOutOfRange, Vector, coordinate_schema};
use super::{MAX_SIDE, TOLERANCE};
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

/// Where the lines that separate a tray's arcs start; each passes through a corner (A16.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArcModel {
    /// At the centre: the diagonals separate the arcs.
    Diagonal,
    /// On the long axis, so that the lines leave it at 45°; used by large trays.
    FortyFive,
}

/// The size of a tray and the layout of its arcs (A15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TraySize {
    half_width: i32,
    half_depth: i32,
    /// Radius of a circle around the tray, corners as rounded.
    radius: i32,
    arcs: ArcModel,
}

/// The error for a size no tray can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraySizeError {
    /// A side is too short or too long.
    #[error("a tray's side must be from {least} to {most}, not {0}",
        least = TraySize::SHORTEST, most = TraySize::LONGEST)]
    Side(Length),
    /// Half of the side is no whole number of thousandths.
    #[error("a tray's side must be a multiple of 0.002\", not {0}")]
    Odd(Length),
    /// The tray is wider than deep, so lines at 45° from its corners do not meet on its long axis.
    #[error("a tray of {width} × {depth} has no arcs of 45°: it must be at least as deep as wide")]
    Wide {
        /// The width.
        width: Length,
        /// The depth.
        depth: Length,
    },
}

impl TraySize {
    /// Infantry: 5.5" wide and 4.8" deep.
    pub const INFANTRY: Self = Self::halved(2_750, 2_400, ArcModel::Diagonal);
    /// Cavalry: 5.5" × 5".
    pub const CAVALRY: Self = Self::halved(2_750, 2_500, ArcModel::Diagonal);
    /// Solos: 2.76" × 2.76".
    pub const SMALL: Self = Self::halved(1_380, 1_380, ArcModel::Diagonal);
    /// War machines and the largest solos: 2.76" wide and 5.55" deep.
    pub const LARGE: Self = Self::halved(1_380, 2_775, ArcModel::FortyFive);
    /// The shortest side of a tray: half an inch.
    pub const SHORTEST: Length = match Length::new(500) {
        Ok(length) => length,
        Err(_) => Length::ZERO,
    };
    /// The longest side of a tray: 12".
    pub const LONGEST: Length = match Length::new(MAX_SIDE as i64) {
        Ok(length) => length,
        Err(_) => Length::ZERO,
    };

    /// Creates a size from the width along the front, the depth, and the layout of the arcs.
    ///
    /// # Errors
    /// [`TraySizeError`] if a side is out of bounds or no multiple of 2/1000", or if a tray wider
    /// than deep is to have arcs of 45°.
    pub fn new(width: Length, depth: Length, arcs: ArcModel) -> Result<Self, TraySizeError> {
        for side in [width, depth] {
            if side < Self::SHORTEST || side > Self::LONGEST {
                return Err(TraySizeError::Side(side));
            }
            if side.thousandths() % 2 != 0 {
                return Err(TraySizeError::Odd(side));
            }
        }
        if arcs == ArcModel::FortyFive && width > depth {
            return Err(TraySizeError::Wide { width, depth });
        }
        let [half_width, half_depth] = [width, depth].map(|side| side.thousandths() / 2);
        Ok(Self::halved(half_width, half_depth, arcs))
    }

    /// Creates a size from half its sides.
    const fn halved(half_width: i32, half_depth: i32, arcs: ArcModel) -> Self {
        let squared = half_width * half_width + half_depth * half_depth;
        // `isqrt` rounds down and corners are rounded by less than one
        Self { half_width, half_depth, radius: squared.unsigned_abs().isqrt() as i32 + 2, arcs }
    }

    /// Returns the width from left to right, in 1/1000".
    pub const fn width(self) -> i32 {
        2 * self.half_width
    }

    /// Returns the depth from front to rear, in 1/1000".
    pub const fn depth(self) -> i32 {
        2 * self.half_depth
    }

    /// Returns the layout of the arcs.
    pub const fn arcs(self) -> ArcModel {
        self.arcs
    }

    /// Returns the distance from the centre to the left or right side.
    pub(super) fn half_width(self) -> i64 {
        self.half_width.into()
    }

    /// Returns the distance from the centre to the front or rear.
    pub(super) fn half_depth(self) -> i64 {
        self.half_depth.into()
    }
}

/// The position and heading of a tray.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(try_from = "[i64; 3]", into = "[i32; 3]")]
#[schemars(extend("prefixItems" = [
    coordinate_schema(),
    coordinate_schema(),
    json_schema!({ "type": "integer", "minimum": 0, "maximum": TURN - 1 }),
]))]
pub struct Pose {
    /// The centre of the tray.
    pub middle: Point,
    /// The direction its front faces.
    pub heading: Heading,
}

impl Pose {
    /// Returns the pose after a straight move without a pivot (A17.1).
    ///
    /// # Errors
    /// [`PointOutOfRange`] if the move ends farther than [`REACH`](super::REACH) from the centre.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Direction, Heading, Length, Point, Pose};
    ///
    /// let pose = Pose { middle: Point::ORIGIN, heading: Heading::EAST };
    /// let moved = pose.moved(Direction::Right, Length::SHORT).unwrap();
    /// // the right of a unit that faces east is south
    /// assert_eq!(moved.middle, Point::new(0, -6_000).unwrap());
    /// ```
    pub fn moved(self, direction: Direction, by: Length) -> Result<Self, PointOutOfRange> {
        let offset = self.heading.toward(direction).offset(by.as_i64(), 0);
        Ok(Self { middle: self.middle.offset(offset)?, ..self })
    }

    /// Returns the pose after a pivot to `heading` (A6.7).
    #[must_use]
    pub const fn facing(self, heading: Heading) -> Self {
        Self { heading, ..self }
    }

    /// Returns the pose after rotating the table by 180°.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point, Pose};
    ///
    /// let pose = Pose { middle: Point::new(1_000, -2_000).unwrap(), heading: Heading::NORTH };
    /// let rotated = Pose { middle: Point::new(-1_000, 2_000).unwrap(), heading: Heading::SOUTH };
    /// assert_eq!(pose.rotated_180(), rotated);
    /// ```
    #[must_use]
    pub const fn rotated_180(self) -> Self {
        Self { middle: self.middle.rotated_180(), heading: self.heading.opposite() }
    }
}

/// The error for numbers that are no pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoseError {
    /// The centre is out of range.
    #[error(transparent)]
    Middle(#[from] PointOutOfRange),
    /// The heading is out of range.
    #[error(transparent)]
    Heading(#[from] HeadingError),
}

impl TryFrom<[i64; 3]> for Pose {
    type Error = PoseError;

    /// Creates a pose from x and y in 1/1000" and the heading in 1/10°.
    fn try_from([x, y, heading]: [i64; 3]) -> Result<Self, PoseError> {
        Ok(Self { middle: Point::new(x, y)?, heading: Heading::new(heading)? })
    }
}

impl From<Pose> for [i32; 3] {
    fn from(pose: Pose) -> Self {
        [pose.middle.x(), pose.middle.y(), pose.heading.tenths().into()]
    }
}

/// A tray on the table with its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tray {
    pose: Pose,
    size: TraySize,
    outline: Outline<2>,
}

impl Tray {
    /// Places a tray of a size at a pose.
    #[inline]
    pub fn new(size: TraySize, pose: Pose) -> Self {
        let (ahead, right) = (size.half_depth(), size.half_width());
        let unit = pose.heading.unit();
        let corners = [offset(unit, ahead, -right), offset(unit, ahead, right)];
        let (middle, lengths) = (pose.middle.vector(), [2 * right, 2 * ahead]);
        Self { pose, size, outline: Outline::of(middle, size.radius.into(), corners, lengths) }
    }

    /// Returns the position and heading.
    pub const fn pose(&self) -> Pose {
        self.pose
    }

    /// Returns the size.
    pub const fn size(&self) -> TraySize {
        self.size
    }

    /// Returns the outline for geometric predicates.
    #[inline]
    pub fn shape(&self) -> Shape<'_> {
        self.outline.shape()
    }

    /// Returns the tray after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        Self::new(self.size, self.pose.rotated_180())
    }

    /// Returns the arrow in the middle of the front edge, from which ranges of attacks are measured
    /// (A16.6), as x and y in 1/1000" from the centre of the table.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point, Pose, Tray, TraySize};
    ///
    /// let pose = Pose { middle: Point::ORIGIN, heading: Heading::NORTH };
    /// // an infantry tray is 4.8" deep
    /// assert_eq!(Tray::new(TraySize::INFANTRY, pose).arrow(), [0, 2_400]);
    /// ```
    pub fn arrow(&self) -> [i32; 2] {
        let Vector { x, y } =
            self.shape().middle + self.pose.heading.offset(self.size.half_depth(), 0);
        // within a side of a point, so it fits
        [x as i32, y as i32]
    }

    /// Returns the front left and front right corners, relative to the centre; the others lie
    /// opposite.
    #[inline]
    pub(super) fn front_corners(&self) -> [Vector; 2] {
        match *self.shape().corners {
            [left, right] => [left, right],
            // an outline of two halves has two
            _ => [Vector::default(); 2],
        }
    }

    /// Returns where the lines that bound the front arc start, relative to the centre (A16.2).
    #[inline]
    pub(super) fn front_apex(&self) -> Vector {
        match self.size.arcs {
            ArcModel::Diagonal => Vector::default(),
            ArcModel::FortyFive => {
                self.pose.heading.offset(self.size.half_depth() - self.size.half_width(), 0)
            }
        }
    }
}

const _: () = assert!(TraySize::SHORTEST.thousandths() > 100 * TOLERANCE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_trays() {
        let sizes = [TraySize::INFANTRY, TraySize::CAVALRY, TraySize::SMALL, TraySize::LARGE];
        let sides = sizes.map(|size| [size.width(), size.depth()]);
        assert_eq!(sides, [[5_500, 4_800], [5_500, 5_000], [2_760, 2_760], [2_760, 5_550]]);
        for size in sizes {
            let length = |side: i32| Length::new(side.into()).unwrap();
            let again = TraySize::new(length(size.width()), length(size.depth()), size.arcs());
            assert_eq!(again, Ok(size));
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        let inches = Length::inches;
        let odd = Length::new(5_501).unwrap();
        let size = |width, depth| TraySize::new(width, depth, ArcModel::FortyFive);
        assert_eq!(size(inches(0), inches(2)), Err(TraySizeError::Side(Length::ZERO)));
        assert_eq!(size(inches(2), inches(13)), Err(TraySizeError::Side(inches(13))));
        assert_eq!(size(inches(2), odd), Err(TraySizeError::Odd(odd)));
        let wide = TraySizeError::Wide { width: inches(5), depth: inches(4) };
        assert_eq!(size(inches(5), inches(4)), Err(wide));
        assert_eq!(
            wide.to_string(),
            "a tray of 5\" × 4\" has no arcs of 45°: it must be at least as deep as wide"
        );
    }

    #[test]
    fn corners_go_clockwise_from_the_front_left() {
        let pose = Pose { middle: Point::new(1_000, -500).unwrap(), heading: Heading::EAST };
        let tray = Tray::new(TraySize::INFANTRY, pose);
        let corners: Vec<[i32; 2]> = tray.shape().corners().collect();
        assert_eq!(corners, [[3_400, 2_250], [3_400, -3_250], [-1_400, -3_250], [-1_400, 2_250]]);
        assert_eq!(tray.arrow(), [3_400, -500]);
    }

    #[test]
    fn a_move_leaves_the_map_with_an_error() {
        let pose = Pose { middle: Point::new(0, 59_000).unwrap(), heading: Heading::NORTH };
        assert_eq!(
            pose.moved(Direction::Forward, Length::inches(2)),
            Err(PointOutOfRange { x: 0, y: 61_000 })
        );
        let back = pose.moved(Direction::Backward, Length::SHORT).unwrap();
        assert_eq!(back.middle, Point::new(0, 53_000).unwrap());
        let left = pose.moved(Direction::Left, Length::INCH).unwrap();
        assert_eq!(left.middle, Point::new(-1_000, 59_000).unwrap());
    }
}
