//! What of a siege stands: zones, walls and units that come back (A13.3).

use super::{BattleState, BattleUnitState, UnitPlace};
use crate::battle::{Battle, zone};
use crate::field::{PlayerId, UnitId};
use crate::geometry::EdgeStrip;
use crate::outcomes::ObjectiveBonuses;

impl BattleState {
    /// Returns the defender of a siege; the northern player in other modes.
    pub(crate) fn defender(&self) -> PlayerId {
        self.siege.map_or(PlayerId::North, |siege| siege.defender)
    }

    /// Returns the deployment zone of a player (A13.10, A13.3.1).
    pub(crate) fn zone(&self, battle: &Battle, player: PlayerId) -> EdgeStrip {
        zone(player, self.siege.map_or(battle.mode.zone(), |siege| siege.zone(player)))
    }

    /// Returns how many units a player deploys at first; `None` for all (A13.2.1, A13.3.5).
    pub(crate) fn first_units(&self, battle: &Battle, player: PlayerId) -> Option<usize> {
        if self.siege.is_none() {
            return battle.mode.first_units();
        }
        let is_fighter = |unit: &UnitId| !battle.is_wall(*unit);
        let own = self.units_with_ids().filter(|(_, unit)| unit.player == player);
        let count = own.map(|(unit, _)| unit).filter(is_fighter).count();
        // half of the units, rounded up, begin in reserve
        (player == self.defender()).then_some(count / 2)
    }

    /// Returns the abilities that siege cards give a unit or a wall (A13.3.3). A unit that has come
    /// back has lost its attachment (A13.3.4).
    pub(crate) fn siege_bonuses(&self, unit: UnitId) -> ObjectiveBonuses {
        let (Some(siege), Some(held)) = (&self.siege, self.unit(unit)) else {
            return ObjectiveBonuses::default();
        };
        if self.field.is_wall(unit) {
            return siege.of_walls;
        }
        let given = siege.of_units(held.player);
        if held.deaths > 0 { given.and(ObjectiveBonuses::PLAIN) } else { given }
    }

    /// Lists the destroyed units of a player that may come back (A13.3.4).
    pub(crate) fn fallen(&self, player: PlayerId) -> Vec<UnitId> {
        let all = self.units_with_ids();
        let fallen =
            all.filter(|(_, unit)| unit.player == player && unit.place == UnitPlace::Fallen);
        fallen.map(|(unit, _)| unit).collect()
    }

    /// Iterates over the standing sections of a player's wall.
    pub fn walls(&self, player: PlayerId) -> impl Iterator<Item = (UnitId, &BattleUnitState)> {
        self.units_with_ids()
            .filter(move |(_, unit)| unit.player == player && unit.place == UnitPlace::Wall)
    }
}

impl UnitPlace {
    /// Returns whether a unit there keeps its player in the battle: walls do not (A12.11).
    pub(crate) const fn keeps_in(self) -> bool {
        matches!(self, Self::Table | Self::Reserve(_) | Self::Fallen)
    }
}

impl BattleUnitState {
    /// Returns whether it may be charged and attacked: a unit on the table, or a standing wall
    /// (A13.3.6).
    pub(crate) const fn is_attackable(&self) -> bool {
        matches!(self.place, UnitPlace::Table | UnitPlace::Wall)
    }
}
