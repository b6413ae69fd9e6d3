//! Where units stand and what they see, in whole numbers (A15–A18).
//!
//! **Coordinates** are thousandths of an inch from the middle of the table, x to the east and y to
//! the north; **headings** are tenths of a degree, clockwise from north. Turning the table by half
//! is changing the signs of coordinates and adding 180° to headings, and every answer here stays
//! the same bit for bit: unit vectors come from a table of one octant and its reflections, and what
//! is rounded is rounded to the nearest, halves away from zero.
//!
//! **Corners.** Where a tray stands is its middle and its heading; its corners are rounded to
//! coordinates once, and every predicate is exact on the corners as they are then. What is rounded
//! is always an offset from a tray's own middle, so it does not matter where on the table it
//! stands.
//!
//! **Tolerance.** Because corners are rounded, trays that are aligned may miss each other or
//! overlap by a hair. So two shapes *overlap* where they do so by more than [`TOLERANCE`], measured
//! across a side of one of them, and they *touch* where no more than that lies between them.
//! Nothing else has a tolerance: distances, arcs and sight are those of the corners.
//!
//! **Limits.** Points lie within [`REACH`] of the middle on either axis, which is 24" beyond the
//! edge of the largest table, and no side of a shape is longer than [`MAX_SIDE`]. Within these
//! limits nothing overflows; what would leave them is refused where it is made.

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

/// By how many thousandths of an inch shapes may overlap, or miss each other, and still count as
/// touching: three roundings, of corners, of a place of alignment and of the end of a move, so that
/// whoever is aligned may slide along the other's side.
pub const TOLERANCE: i32 = 3;
/// How far from the middle of the table a point may lie on either axis, in 1/1000".
pub const REACH: i32 = 60_000;
/// The longest side of a tray or a piece of terrain, in 1/1000".
pub const MAX_SIDE: i32 = 12_000;
