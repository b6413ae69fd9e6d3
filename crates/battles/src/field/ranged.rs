//! Lines of sight between units, and ranged attacks (A6.13, A6.14, A10.2, A16.3, A16.6).

use super::{Action, Breach, Field, Illegal, UnitId};
use crate::geometry::{Arc, Length, Tray};
use crate::terrain::{Keyword, Piece};

impl Field {
    /// Whether a tray in the place of a unit sees another unit past units and terrain.
    pub(super) fn sees_from(&self, looker: (UnitId, &Tray), target: (UnitId, &Tray)) -> bool {
        let units = self.others(looker.0).filter(|(unit, _)| *unit != target.0);
        let blocks = |piece: &&Piece| {
            piece.is(Keyword::BlocksSight) && !piece.shape().overlaps(looker.1.shape())
        };
        let pieces = self.pieces().iter().filter(blocks).map(|piece| piece.shape());
        let blockers = units.map(|(_, other)| other.tray.shape()).chain(pieces);
        looker.1.view().sees(target.1.shape(), blockers)
    }

    /// Whether a unit sees another (A16.3).
    ///
    /// # Errors
    /// Where one of them is not on the table.
    pub fn sees(&self, looker: UnitId, target: UnitId) -> Result<bool, Illegal> {
        let (own, other) = (self.unit(looker)?, self.unit(target)?);
        Ok(self.sees_from((looker, &own.tray), (target, &other.tray)))
    }

    /// The target of an action, which must be an enemy.
    pub(super) fn enemy_of(&self, unit: UnitId, target: UnitId) -> Result<[&Tray; 2], Illegal> {
        let (own, other) = (self.unit(unit)?, self.unit(target)?);
        if own.player == other.player {
            return Err(Breach::NoEnemy(target).by("A2"));
        }
        Ok([&own.tray, &other.tray])
    }

    /// Whether a tray stands on elevated ground.
    fn is_high(&self, tray: &Tray) -> bool {
        self.pieces_at(tray).any(|(_, piece)| piece.is(Keyword::Elevated))
    }

    /// Whether a ranged attack has −1 to hit because a piece hides most of its target (A10.3). Who
    /// stands on elevated ground shoots over everything (A10.6).
    ///
    /// # Errors
    /// Where one of them is not on the table, or they are no enemies.
    pub fn has_cover(&self, unit: UnitId, target: UnitId) -> Result<bool, Illegal> {
        let [own, other] = self.enemy_of(unit, target)?;
        let hides = |piece: &Piece| {
            piece.is(Keyword::Cover) && own.has_hidden(other.shape(), piece.shape())
        };
        Ok(!self.is_high(own) && self.pieces().iter().any(hides))
    }

    /// The arc of a target in which a shooter is (A16.4); of several that hold as much of it, the
    /// one that serves it best.
    ///
    /// # Errors
    /// Where one of them is not on the table, they are no enemies, or lie over each other.
    pub fn ranged_arc(&self, unit: UnitId, target: UnitId) -> Result<Arc, Illegal> {
        let [own, other] = self.enemy_of(unit, target)?;
        let most = other.arcs_holding_most(own).map_err(|_| Breach::NoArc(unit).by("A16.4"))?;
        let best = [Arc::Rear, Arc::Right, Arc::Left, Arc::Front];
        let found = best.into_iter().find(|arc| most.has(*arc));
        found.ok_or_else(|| Breach::NoArc(unit).by("A16.4"))
    }

    /// Whether a unit may make a ranged attack on a target from where it stands, after its shift
    /// (A6.13). Who stands on elevated ground shoots over everything (A10.6).
    ///
    /// # Errors
    /// Where it may not.
    pub fn shoots(&self, unit: UnitId, target: UnitId, range: Length) -> Result<(), Illegal> {
        self.not_engaged(unit, Action::RangedAttack)?;
        let [own, other] = self.enemy_of(unit, target)?;
        if !own.has_in_range(other.shape(), range) {
            return Err(Breach::OutOfReach { unit: target, reach: range }.by("A6.13"));
        }
        let sees = if self.is_high(own) {
            own.view().sees(other.shape(), [])
        } else {
            self.sees_from((unit, own), (target, other))
        };
        if sees { Ok(()) } else { Err(Breach::Unseen(target).by("A6.13")) }
    }
}
