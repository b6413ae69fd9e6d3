//! Walls of a siege (A13.3.6): no units and no terrain, but charged and attacked as enemies, and in
//! the way of all.

use super::{Breach, Field, IllegalAction, PlacedUnit, UnitId};
use crate::geometry::{Edge, EdgeStrip, Shape};

impl Field {
    /// Places a section of a wall, which stays when it is destroyed.
    ///
    /// # Errors
    /// As for [`Field::deploy`].
    pub(crate) fn place_wall(&mut self, wall: UnitId, at: PlacedUnit) -> Result<(), IllegalAction> {
        self.place_unit(wall, at)?;
        self.walls |= 1 << (wall.0 & 31);
        Ok(())
    }

    /// Closes the strip behind a wall: no tray may enter it.
    pub(crate) fn close_behind(&mut self, strip: EdgeStrip) {
        self.behind = Some(strip);
    }

    /// Returns whether this is a section of a wall, standing or destroyed.
    pub const fn is_wall(&self, unit: UnitId) -> bool {
        // a field holds 32 units
        self.walls >> (unit.0 & 31) & 1 != 0
    }

    /// Ends the engagements of a section that is destroyed.
    pub(crate) fn break_wall(&mut self, wall: UnitId) {
        self.part(wall);
    }

    /// Checks that a tray is not behind the wall.
    pub(super) fn check_not_behind(&self, shape: Shape<'_>) -> Result<(), IllegalAction> {
        let Some(EdgeStrip { edge, depth }) = self.behind else { return Ok(()) };
        let limit = self.table.depth() / 2 - depth.thousandths();
        let is_behind = |[_, y]: [i32; 2]| match edge {
            Edge::South => -y > limit,
            _ => y > limit,
        };
        if shape.corners().any(is_behind) {
            return Err(Breach::BehindWall.under_rule("A13.3.6"));
        }
        Ok(())
    }
}
