//! Destruction of units and its points (A1.4, A12.4, A12.5).

use super::card_event::CardEvent;
use crate::field::{PlayerId, UnitId};
use crate::log::{BattleEnding, EndReason, LogEntry};
use crate::modes;
use crate::progress::{Play, PlayResult, PlayStop};
use crate::state::UnitPlace;

impl Play<'_> {
    /// Deals wounds without saves and removes the unit if none are left.
    pub(crate) fn wound(&mut self, unit: UnitId, wounds: u8, rule: &'static str) -> PlayResult {
        let left = self.unit(unit)?.left.saturating_sub(wounds);
        self.set_wounds_left(unit, left, rule)?;
        self.remove_destroyed(&[(unit, None)])
    }

    /// Removes the units that have no wounds left, in order, and ends the battle if a player has no
    /// unit left (A12.4, A12.11). The second unit of a pair is the enemy that scores: none for
    /// terrain, a panic test or the unit itself (A12.9).
    pub(crate) fn remove_destroyed(&mut self, units: &[(UnitId, Option<UnitId>)]) -> PlayResult {
        // elimination is checked once all are removed: both players may lose their last unit
        let mut is_any_removed = false;
        for (unit, killer) in units {
            let state = *self.unit(*unit)?;
            match state.place {
                UnitPlace::Table if state.left == 0 => {
                    is_any_removed = true;
                    self.destroy(*unit, *killer)?;
                }
                UnitPlace::Wall if state.left == 0 => modes::break_wall(self, *unit, *killer)?,
                _ => {}
            }
        }
        if is_any_removed { self.check_elimination() } else { Ok(()) }
    }

    /// Destroys a unit and scores for it (A1.4, A12.5).
    fn destroy(&mut self, unit: UnitId, killer: Option<UnitId>) -> PlayResult {
        let player = self.unit(unit)?.player;
        self.play_cards_at(CardEvent::Dies(unit, killer))?;
        // objectives are dropped and piles laid next to the unit, so before it is removed
        modes::before_removal(self, unit)?;
        self.gather_by_death(unit)?;
        self.state.field.remove(unit);
        let returns = modes::return_of(self, unit)?;
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        let points = modes::points_for(self, unit, killer);
        if self.battle.mode.has_missions() {
            self.state.missions.note_destroyed(unit, killer);
        }
        if let Some(state) = self.state.unit_mut(unit) {
            state.deaths = state.deaths.saturating_add(1);
            state.place = returns.unwrap_or(UnitPlace::Gone);
            if returns.is_some() {
                // it returns at full strength (A13.2.4)
                (state.left, state.tokens) = (full, 0);
            }
        }
        self.record(|| LogEntry::Destroyed { unit })?;
        self.detach_cards(unit, |_| true)?;
        if let Some(fighter) = self.battle.fighter(unit) {
            self.wake_cards(player, fighter.unit.kind);
        }
        for (points, rule) in points.into_iter().filter(|(points, _)| *points > 0) {
            self.score(player.opponent(), points, killer, rule)?;
        }
        Ok(())
    }

    /// Ends the battle if a player has no combat unit left, on the table or in reserve (A12.4,
    /// A12.11).
    fn check_elimination(&self) -> PlayResult {
        let is_left = |player: PlayerId| {
            self.state
                .units_with_ids()
                .any(|(_, unit)| unit.player == player && unit.place.keeps_in())
        };
        let winner = match PlayerId::BOTH.map(is_left) {
            [true, true] => return Ok(()),
            [true, false] => PlayerId::South,
            [false, true] => PlayerId::North,
            [false, false] => return Err(PlayStop::Over(self.ending_by_points())),
        };
        Err(PlayStop::Over(BattleEnding { winner: Some(winner), by: EndReason::Elimination }))
    }
}
