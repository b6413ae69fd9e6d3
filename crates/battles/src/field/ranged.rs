//! Lines of sight between units, and ranged attacks (A6.13, A6.14, A10.2, A16.3, A16.6).

use super::{Breach, Field, IllegalAction, RestrictedAction, UnitId};
use crate::geometry::{Length, Tray, TrayArc};
use crate::terrain::{Keyword, TerrainPiece};

impl Field {
    /// Returns whether a unit with this tray sees another unit past units and terrain.
    pub(super) fn sees_from(&self, looker: (UnitId, &Tray), target: (UnitId, &Tray)) -> bool {
        // a wall is neither a unit nor terrain, so it hides nothing (A13.3.6)
        let units = self.others(looker.0);
        let units = units.filter(|(unit, _)| *unit != target.0 && !self.is_wall(*unit));
        let blocks = |piece: &&TerrainPiece| {
            // a unit inside the piece sees out of it (A10.2)
            piece.is(Keyword::BlocksSight) && !piece.shape().overlaps(looker.1.shape())
        };
        let pieces = self.pieces().iter().filter(blocks).map(|piece| piece.shape());
        let blockers = units.map(|(_, other)| other.tray.shape()).chain(pieces);
        looker.1.field_of_view().sees(target.1.shape(), blockers)
    }

    /// Returns whether a unit sees another (A16.3).
    ///
    /// # Errors
    /// [`IllegalAction`] if one of them is not on the table.
    pub fn sees(&self, looker: UnitId, target: UnitId) -> Result<bool, IllegalAction> {
        let (own, other) = (self.unit(looker)?, self.unit(target)?);
        Ok(self.sees_from((looker, &own.tray), (target, &other.tray)))
    }

    /// Returns the trays of a unit and a target, which must be an enemy.
    pub(super) fn enemy_trays(
        &self,
        unit: UnitId,
        target: UnitId,
    ) -> Result<[&Tray; 2], IllegalAction> {
        let (own, other) = (self.unit(unit)?, self.unit(target)?);
        if own.player == other.player {
            return Err(Breach::NoEnemy(target).under_rule("A2"));
        }
        Ok([&own.tray, &other.tray])
    }

    /// Returns whether a tray is on elevated ground.
    fn is_high(&self, tray: &Tray) -> bool {
        let is_under = |piece: &TerrainPiece| {
            piece.is(Keyword::Elevated) && piece.shape().overlaps(tray.shape())
        };
        self.pieces().iter().any(is_under)
    }

    /// Returns whether a ranged attack suffers −1 to hit because a piece hides most of the target
    /// (A10.3). Units on elevated ground shoot over everything (A10.6).
    ///
    /// # Errors
    /// [`IllegalAction`] if one of them is not on the table, or they are not enemies.
    pub fn has_cover(&self, unit: UnitId, target: UnitId) -> Result<bool, IllegalAction> {
        let [own, other] = self.enemy_trays(unit, target)?;
        let hides = |piece: &TerrainPiece| {
            piece.is(Keyword::Cover) && own.is_target_mostly_hidden(other.shape(), piece.shape())
        };
        Ok(!self.is_high(own) && self.pieces().iter().any(hides))
    }

    /// Returns the arc of a target that contains a shooter (A16.4); of tied arcs, the best for the
    /// shooter.
    ///
    /// # Errors
    /// [`IllegalAction`] if one of them is not on the table, or they are not enemies or overlap.
    pub(crate) fn ranged_arc(
        &self,
        unit: UnitId,
        target: UnitId,
    ) -> Result<TrayArc, IllegalAction> {
        let [own, other] = self.enemy_trays(unit, target)?;
        let most =
            other.arcs_holding_most(own).map_err(|_| Breach::NoArc(unit).under_rule("A16.4"))?;
        // with equal shares the attacker chooses (A16.4): rear −2, flank −1, front 0 (A3)
        let best = [TrayArc::Rear, TrayArc::Right, TrayArc::Left, TrayArc::Front];
        let found = best.into_iter().find(|arc| most.has(*arc));
        found.ok_or_else(|| Breach::NoArc(unit).under_rule("A16.4"))
    }

    /// Checks that a unit may make a ranged attack on a target from its position after the shift
    /// (A6.13). Units on elevated ground shoot over everything (A10.6).
    ///
    /// # Errors
    /// [`IllegalAction`] if the attack is not allowed.
    pub fn check_ranged_attack(
        &self,
        unit: UnitId,
        target: UnitId,
        range: Length,
    ) -> Result<(), IllegalAction> {
        self.check_shot_from(unit, self.unit(unit)?.tray, (target, range))
    }

    /// Checks the same as if the unit stood at `own`.
    pub(crate) fn check_shot_from(
        &self,
        unit: UnitId,
        own: Tray,
        (target, range): (UnitId, Length),
    ) -> Result<(), IllegalAction> {
        // a wall is no unit, so enemies in contact do not keep it from shooting (A13.3.6)
        if !self.is_wall(unit) {
            self.check_not_engaged(unit, RestrictedAction::RangedAttack)?;
        }
        if self.is_wall(target) {
            return Err(Breach::Wall(target).under_rule("A13.3.6"));
        }
        let ([_, other], own) = (self.enemy_trays(unit, target)?, &own);
        if !own.has_in_range(other.shape(), range) {
            return Err(Breach::OutOfReach { unit: target, reach: range }.under_rule("A6.13"));
        }
        let sees = if self.is_high(own) {
            own.field_of_view().sees(other.shape(), [])
        } else {
            self.sees_from((unit, own), (target, other))
        };
        if sees { Ok(()) } else { Err(Breach::Unseen(target).under_rule("A6.13")) }
    }
}
