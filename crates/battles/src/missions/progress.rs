//! What both players see of missions: the open and the discarded ones, and the events of the round
//! that missions ask for.

use super::MissionPile;
use crate::field::{PlayerId, UnitId};

/// What both players see of missions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissionProgress {
    /// The open missions, which both players may fulfil.
    pub open: MissionPile,
    /// The discarded missions.
    pub discards: MissionPile,
    /// The player who controlled each objective when the round began.
    pub controlled: Vec<Option<PlayerId>>,
    /// The units destroyed this round.
    pub destroyed: Vec<UnitId>,
    /// The units that have destroyed an enemy, a bit each.
    destroyers: u32,
}

impl MissionProgress {
    /// Notes that a unit was destroyed, by an enemy or by none.
    pub(crate) fn note_destroyed(&mut self, unit: UnitId, killer: Option<UnitId>) {
        self.destroyed.push(unit);
        killer.into_iter().for_each(|killer| self.note_destroyer(killer, true));
    }

    /// Notes whether a unit has destroyed an enemy.
    pub(crate) fn note_destroyer(&mut self, unit: UnitId, has_destroyed: bool) {
        self.destroyers |= if has_destroyed { Self::bit(unit) } else { 0 };
    }

    /// Returns whether a unit has destroyed an enemy.
    pub fn has_destroyed(&self, unit: UnitId) -> bool {
        self.destroyers & Self::bit(unit) != 0
    }

    // ids are below 32
    const fn bit(unit: UnitId) -> u32 {
        match 1_u32.checked_shl(unit.0 as u32) {
            Some(bit) => bit,
            None => 0,
        }
    }

    /// Returns the progress with the players swapped.
    pub(crate) fn rotated_180(&self) -> Self {
        let swapped = |held: &Option<PlayerId>| held.map(PlayerId::opponent);
        Self { controlled: self.controlled.iter().map(swapped).collect(), ..self.clone() }
    }
}
