//! Places of a tray that is aligned with a side of another (A18.2, A18.3).

use super::arcs::TrayArc;
use super::heading::Direction;
use super::point::{Point, PointOutOfRange};
use super::tray::{Pose, Tray, TraySize};

/// How far along a side a tray is aligned.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Alignment {
    /// Its front is centred on the side: 100 %.
    Centred,
    /// The right end of its front lies on the middle of the side, so that it stands to its own
    /// left: 50 %.
    Left,
    /// The left end of its front lies on the middle of the side: 50 %.
    Right,
    /// Between these, its middle so far to its own right of the side's, in 1/1000": negative to its
    /// left. Where none of the others is free (A18.3).
    #[serde(rename = "beside")]
    Offset(i32),
}

impl Alignment {
    /// Those that are taken where they are free.
    pub const STANDARD: [Self; 3] = [Self::Centred, Self::Left, Self::Right];

    /// How far the middle of a tray of this size is to its own right of the side's middle.
    fn to_the_right(self, size: TraySize) -> i64 {
        match self {
            Self::Centred => 0,
            Self::Left => -size.half_width(),
            Self::Right => size.half_width(),
            Self::Offset(thousandths) => thousandths.into(),
        }
    }

    /// Whether at least half of the shorter of the two edges is in contact: no farther out than
    /// half.
    pub fn is_half_at_least(self, size: TraySize) -> bool {
        self.to_the_right(size).abs() <= size.half_width()
    }
}

/// The direction to which a side of a tray looks.
const fn outward(side: TrayArc) -> Direction {
    match side {
        TrayArc::Front => Direction::Forward,
        TrayArc::Right => Direction::Right,
        TrayArc::Rear => Direction::Backward,
        TrayArc::Left => Direction::Left,
    }
}

/// Where a tray stands with its front on a side of a target.
///
/// # Errors
/// Where that is off the map.
pub fn aligned_pose(
    target: &Tray,
    side: TrayArc,
    size: TraySize,
    placing: Alignment,
) -> Result<Pose, PointOutOfRange> {
    let outward = target.pose().heading.toward(outward(side));
    let to_side = match side {
        TrayArc::Front | TrayArc::Rear => target.size().half_depth(),
        TrayArc::Right | TrayArc::Left => target.size().half_width(),
    };
    // who looks at the side has its right where the side's own left is
    let left = -placing.to_the_right(size);
    let offset = outward.offset(to_side + size.half_depth(), left);
    let middle: Point = target.pose().middle.offset(offset)?;
    Ok(Pose { middle, heading: outward.opposite() })
}
