//! Terrain that a move crosses (A10.1, A10.4, A10.10).

use super::{Field, UnitId};
use crate::geometry::{Move, Tray};
use crate::terrain::Keyword;

/// How a move crosses a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerrainCrossing {
    /// It starts or ends inside.
    Edge,
    /// It passes through and neither starts nor ends inside.
    Through,
}

/// The pieces that a move crosses, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerrainCrossings {
    met: Vec<(usize, TerrainCrossing)>,
    rough: bool,
    sure_footed: bool,
}

impl TerrainCrossings {
    /// Iterates over the crossed pieces.
    pub fn iter(&self) -> impl Iterator<Item = (usize, TerrainCrossing)> + '_ {
        self.met.iter().copied()
    }

    /// Returns whether the move loses an inch to rough ground (A10.10).
    pub const fn is_rough(&self) -> bool {
        self.rough
    }

    /// Returns whether the unit ignores rough and hindering terrain.
    pub const fn is_sure_footed(&self) -> bool {
        self.sure_footed
    }
}

impl Field {
    /// Returns whether a unit ignores rough and hindering terrain.
    pub fn is_sure_footed(&self, unit: UnitId) -> bool {
        // a field holds 32 units
        self.sure_footed >> (unit.0 & 31) & 1 != 0
    }

    /// Lets a unit ignore rough and hindering terrain, or no longer.
    pub(crate) fn set_sure_footed(&mut self, unit: UnitId, is_so: bool) {
        let bit = 1 << (unit.0 & 31);
        self.sure_footed = self.sure_footed & !bit | if is_so { bit } else { 0 };
    }

    /// Returns what a unit crosses that is at `start` before a move, sets out from `from` and is at
    /// `end` after it.
    pub(super) fn crossings(
        &self,
        unit: UnitId,
        start: &Tray,
        (from, going): (&Tray, Move),
        end: &Tray,
    ) -> TerrainCrossings {
        let sure_footed = self.is_sure_footed(unit);
        let mut all = TerrainCrossings { sure_footed, ..TerrainCrossings::default() };
        for (number, piece) in self.pieces.iter().enumerate() {
            let is_at = |tray: &Tray| tray.shape().overlaps(piece.shape());
            // the pose before the first pivot counts: terrain under the tray is left (A10.10)
            let passage = if is_at(start) || is_at(end) {
                TerrainCrossing::Edge
            } else if going.crosses(from.shape(), piece.shape()) {
                TerrainCrossing::Through
            } else {
                continue;
            };
            all.met.push((number, passage));
            // one inch however many rough pieces are crossed (A10.10)
            all.rough |= !sure_footed && piece.is(Keyword::Rough);
        }
        all
    }
}
