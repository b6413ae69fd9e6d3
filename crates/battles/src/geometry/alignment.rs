//! Positions of a tray aligned with a side of another (A18.2, A18.3).

use super::arcs::TrayArc;
use super::heading::Direction;
use super::point::{Point, PointOutOfRange};
use super::tray::{Pose, Tray, TraySize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where along a side a tray is aligned.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Alignment {
    /// The front is centred on the side: 100 % in contact.
    Centred,
    /// The right end of the front is at the middle of the side, so that the tray is to its own
    /// left: 50 % in contact.
    Left,
    /// The left end of the front is at the middle of the side: 50 % in contact.
    Right,
    /// The centre of the front is this many 1/1000" to its own right of the side's middle, negative
    /// to the left. Allowed only if none of the standard alignments is free (A18.3).
    #[serde(rename = "beside")]
    Offset(i32),
}

impl Alignment {
    /// The alignments that are preferred while they are free.
    pub const STANDARD: [Self; 3] = [Self::Centred, Self::Left, Self::Right];

    /// Returns how far the centre of a tray of this size is to its own right of the side's middle.
    fn to_the_right(self, size: TraySize) -> i64 {
        match self {
            Self::Centred => 0,
            Self::Left => -size.half_width(),
            Self::Right => size.half_width(),
            Self::Offset(thousandths) => thousandths.into(),
        }
    }

    /// Returns whether at least half of the front is in contact.
    pub fn is_half_at_least(self, size: TraySize) -> bool {
        self.to_the_right(size).abs() <= size.half_width()
    }
}

/// Returns the direction in which a side of a tray faces.
const fn outward(side: TrayArc) -> Direction {
    match side {
        TrayArc::Front => Direction::Forward,
        TrayArc::Right => Direction::Right,
        TrayArc::Rear => Direction::Backward,
        TrayArc::Left => Direction::Left,
    }
}

/// Returns the pose of a tray whose front is aligned with a side of a target.
///
/// # Errors
/// [`PointOutOfRange`] if the pose is off the map.
///
/// # Examples
/// ```
/// use warodds_battles::geometry::{
///     Alignment, Heading, Point, Pose, Tray, TrayArc, TraySize, aligned_pose,
/// };
///
/// let pose = Pose { middle: Point::ORIGIN, heading: Heading::NORTH };
/// let target = Tray::new(TraySize::INFANTRY, pose);
/// let charger =
///     aligned_pose(&target, TrayArc::Right, TraySize::INFANTRY, Alignment::Centred).unwrap();
/// // half the target's width of 5.5" plus half the charger's depth of 4.8"
/// assert_eq!(charger.middle, Point::new(2_750 + 2_400, 0).unwrap());
/// assert_eq!(charger.heading, Heading::WEST);
/// ```
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
    // a tray that faces the side has its right where the left of the side is
    let left = -placing.to_the_right(size);
    let offset = outward.offset(to_side + size.half_depth(), left);
    let middle: Point = target.pose().middle.offset(offset)?;
    Ok(Pose { middle, heading: outward.opposite() })
}
