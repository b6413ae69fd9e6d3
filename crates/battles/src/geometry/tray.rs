//! Trays: their sizes, where they stand, and their corners (A15).

use super::heading::{Direction, Heading, HeadingError, offset};
use super::length::Length;
use super::outline::{Outline, Shape};
use super::point::{Point, PointOutOfRange, Vector};
use super::{MAX_SIDE, TOLERANCE};

/// Where the lines that part a tray's arcs begin; they go through its corners (A16.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArcModel {
    /// In its middle: the arcs are parted by the diagonals.
    Diagonal,
    /// On its long axis, so that they leave it at 45°: large trays.
    FortyFive,
}

/// How large a tray is, and how its arcs lie (A15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TraySize {
    half_width: i32,
    half_depth: i32,
    /// Of a circle around it, corners as they are rounded.
    radius: i32,
    arcs: ArcModel,
}

/// A size that no tray has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraySizeError {
    /// Too small or too large.
    #[error("a tray's side of {0} cannot be: it must be from {least} to {most}",
        least = TraySize::SHORTEST, most = TraySize::LONGEST)]
    Side(Length),
    /// Its half is no whole number of thousandths.
    #[error("a tray's side of {0} cannot be: it must be a multiple of 0.002\"")]
    Odd(Length),
    /// Lines at 45° from the corners of a wide tray do not meet on its long axis.
    #[error("a tray of {width} × {depth} has no arcs of 45°: it must be at least as deep as wide")]
    Wide {
        /// From left to right.
        width: Length,
        /// From front to rear.
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
    /// The shortest side of any tray: half an inch.
    pub const SHORTEST: Length = match Length::new(500) {
        Ok(length) => length,
        Err(_) => Length::ZERO,
    };
    /// The longest side of any tray.
    pub const LONGEST: Length = match Length::new(MAX_SIDE as i64) {
        Ok(length) => length,
        Err(_) => Length::ZERO,
    };

    /// A size of one's own: its width along the front, its depth, and how its arcs lie.
    ///
    /// # Errors
    /// Where a side is out of bounds or no multiple of 2/1000", or arcs of 45° are asked of a tray
    /// that is wider than deep.
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

    /// From half its sides.
    const fn halved(half_width: i32, half_depth: i32, arcs: ArcModel) -> Self {
        let squared = half_width * half_width + half_depth * half_depth;
        // rounded down, and corners are rounded by less than one
        Self { half_width, half_depth, radius: squared.unsigned_abs().isqrt() as i32 + 2, arcs }
    }

    /// From left to right, in 1/1000".
    pub const fn width(self) -> i32 {
        2 * self.half_width
    }

    /// From front to rear, in 1/1000".
    pub const fn depth(self) -> i32 {
        2 * self.half_depth
    }

    /// How its arcs lie.
    pub const fn arcs(self) -> ArcModel {
        self.arcs
    }

    /// From the middle to the left or right side.
    pub(super) fn half_width(self) -> i64 {
        self.half_width.into()
    }

    /// From the middle to the front or rear.
    pub(super) fn half_depth(self) -> i64 {
        self.half_depth.into()
    }
}

/// Where a tray stands and faces.
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
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(try_from = "[i64; 3]", into = "[i32; 3]")]
pub struct Pose {
    /// The middle of the tray.
    pub middle: Point,
    /// To where its front faces.
    pub heading: Heading,
}

impl Pose {
    /// After a straight move without turning (A17.1).
    ///
    /// # Errors
    /// Where the move would leave the map.
    pub fn moved(self, direction: Direction, by: Length) -> Result<Self, PointOutOfRange> {
        let offset = self.heading.toward(direction).offset(by.as_i64(), 0);
        Ok(Self { middle: self.middle.offset(offset)?, ..self })
    }

    /// After a pivot (A6.7).
    #[must_use]
    pub const fn facing(self, heading: Heading) -> Self {
        Self { heading, ..self }
    }

    /// The same place when the table is turned by half.
    #[must_use]
    pub const fn rotated_180(self) -> Self {
        Self { middle: self.middle.rotated_180(), heading: self.heading.opposite() }
    }
}

/// Numbers that are no pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoseError {
    /// Its middle is off the map.
    #[error(transparent)]
    Middle(#[from] PointOutOfRange),
    /// Its heading is none.
    #[error(transparent)]
    Heading(#[from] HeadingError),
}

impl TryFrom<[i64; 3]> for Pose {
    type Error = PoseError;

    /// Of x and y in 1/1000" and the heading in 1/10°.
    fn try_from([x, y, heading]: [i64; 3]) -> Result<Self, PoseError> {
        Ok(Self { middle: Point::new(x, y)?, heading: Heading::new(heading)? })
    }
}

impl From<Pose> for [i32; 3] {
    fn from(pose: Pose) -> Self {
        [pose.middle.x(), pose.middle.y(), pose.heading.tenths().into()]
    }
}

/// A tray on the table, with its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tray {
    pose: Pose,
    size: TraySize,
    outline: Outline<2>,
}

impl Tray {
    /// A tray of a size where it stands.
    #[inline]
    pub fn new(size: TraySize, pose: Pose) -> Self {
        let (ahead, right) = (size.half_depth(), size.half_width());
        let unit = pose.heading.unit();
        let corners = [offset(unit, ahead, -right), offset(unit, ahead, right)];
        let (middle, lengths) = (pose.middle.vector(), [2 * right, 2 * ahead]);
        Self { pose, size, outline: Outline::of(middle, size.radius.into(), corners, lengths) }
    }

    /// Where it stands.
    pub const fn pose(&self) -> Pose {
        self.pose
    }

    /// How large it is.
    pub const fn size(&self) -> TraySize {
        self.size
    }

    /// What predicates look at.
    #[inline]
    pub fn shape(&self) -> Shape<'_> {
        self.outline.shape()
    }

    /// The same tray when the table is turned by half.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        Self::new(self.size, self.pose.rotated_180())
    }

    /// The arrow in the middle of its front edge, from which ranges of attacks are measured
    /// (A16.6), as x and y in 1/1000" from the middle of the table.
    pub fn arrow(&self) -> [i32; 2] {
        let Vector { x, y } =
            self.shape().middle + self.pose.heading.offset(self.size.half_depth(), 0);
        // within a side of a point, so it fits
        [x as i32, y as i32]
    }

    /// Its corners from its middle: front left and front right; the others lie across.
    #[inline]
    pub(super) fn front_corners(&self) -> [Vector; 2] {
        match *self.shape().corners {
            [left, right] => [left, right],
            // an outline of two halves has two
            _ => [Vector::default(); 2],
        }
    }

    /// Where the lines that part its front arc begin, from its middle (A16.2).
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
