//! Exact integer geometry of trays and terrain on the table: overlap, distance, arcs, sight,
//! contact (A15–A18).
//!
//! **Coordinates** are thousandths of an inch from the centre of the table, x to the east and y to
//! the north. **Headings** are tenths of a degree, clockwise from north. Rotating the table by 180°
//! negates coordinates and adds 180° to headings, and every result stays identical bit for bit:
//! unit vectors come from a table of one octant and its reflections, and products are rounded to
//! the nearest integer, halves away from zero.
//!
//! **Corners.** A tray is stored as its centre and heading. Its corners are rounded to coordinates
//! once, and every predicate is exact for the rounded corners. Only offsets from a tray's own
//! centre are rounded, so results do not depend on where on the table a tray is.
//!
//! **Tolerance.** Because corners are rounded, aligned trays may miss or overlap each other by a
//! few thousandths. Two shapes therefore *overlap* only if they do so by more than [`TOLERANCE`],
//! measured perpendicular to a side of either shape, and they *touch* if the gap between them is at
//! most the tolerance. Nothing else has a tolerance: distances, arcs and sight use the rounded
//! corners.
//!
//! **Limits.** Points lie within [`REACH`] of the centre on either axis, which is 24" beyond the
//! edge of the largest table, and no side of a shape is longer than [`MAX_SIDE`]. Constructors
//! reject values outside these limits, so no computation overflows.

mod alignment;
mod arcs;
mod clip;
mod distance;
mod gaps;
mod heading;
mod length;
mod octant;
mod outline;
mod overlap;
mod point;
mod shadow;
mod sight;
mod straight_move;
mod table;
mod tray;
mod wide;

pub use alignment::{Alignment, aligned_pose};
pub use arcs::{ArcSet, OverlapsArcOrigin, TrayArc};
pub use heading::{Direction, Heading, HeadingAxes, HeadingError};
pub use length::{InchesError, Length, LengthError};
pub use outline::{Outline, OutlineError, Shape};
pub use point::{Point, PointOutOfRange};
pub use sight::{FieldOfView, FieldOfViewError};
pub use straight_move::Move;
pub use table::{Edge, EdgeStrip, GameTable, TableError};
pub use tray::{ArcModel, Pose, PoseError, Tray, TraySize, TraySizeError};

/// Thousandths of an inch by which shapes may overlap or miss each other and still count as
/// touching. Three roundings add up: those of corners, of an aligned position and of the end of a
/// move. A unit that is aligned can therefore slide along the other unit's side.
pub const TOLERANCE: i32 = 3;
/// Largest absolute coordinate of a point, in 1/1000".
pub const REACH: i32 = 60_000;
/// Longest side of a tray or a piece of terrain, in 1/1000".
pub const MAX_SIDE: i32 = 12_000;
