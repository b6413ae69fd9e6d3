//! Changes of wounds and tokens, destruction of units, and points (A1, A7, A12.4, A12.5).

use super::{Play, PlayResult, PlayStop};
use crate::choice::ConditionToken;
use crate::field::{PlayerId, UnitId};
use crate::log::{BattleEnding, EndReason, LogEntry};
use crate::modes;
use crate::state::UnitPlace;

/// The cause of a unit's destruction, which decides who scores for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killer {
    /// An attack or an ability of an enemy.
    Enemy(UnitId),
    /// Terrain, a panic test or the unit itself (A12.9).
    Nobody,
}

impl Play<'_> {
    /// Sets the wounds that a unit has left. At 0 it stays on the table until
    /// [`Self::remove_destroyed`] is called.
    pub(crate) fn set_wounds_left(
        &mut self,
        unit: UnitId,
        left: u8,
        rule: &'static str,
    ) -> PlayResult {
        let Some(state) = self.state.unit_mut(unit).filter(|state| state.left != left) else {
            return Ok(());
        };
        state.left = left;
        self.record(|| LogEntry::Wounds { unit, left, rule: rule.into() })
    }

    /// Deals wounds without saves and removes the unit if none are left.
    pub(crate) fn wound(&mut self, unit: UnitId, wounds: u8, rule: &'static str) -> PlayResult {
        let left = self.unit(unit)?.left.saturating_sub(wounds);
        self.set_wounds_left(unit, left, rule)?;
        self.remove_destroyed(&[(unit, Killer::Nobody)])
    }

    /// Heals wounds, up to the full unit (A1.5).
    pub(crate) fn heal(&mut self, unit: UnitId, wounds: u8, rule: &'static str) -> PlayResult {
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        let left = self.unit(unit)?.left;
        self.set_wounds_left(unit, left.saturating_add(wounds).min(full), rule)
    }

    /// Sets a unit's token bits, including the count of avoided destructions.
    pub(crate) fn set_tokens(&mut self, unit: UnitId, bits: u8, rule: &'static str) -> PlayResult {
        let Some(state) = self.state.unit_mut(unit).filter(|state| state.tokens != bits) else {
            return Ok(());
        };
        state.tokens = bits;
        self.record(|| LogEntry::Tokens { unit, bits, rule: rule.into() })
    }

    /// Gives a unit a token unless it holds one of the kind (A7) or is immune.
    pub(crate) fn give_token(
        &mut self,
        unit: UnitId,
        token: ConditionToken,
        rule: &'static str,
    ) -> PlayResult {
        let immune = self.battle.fighter(unit).map(|fighter| fighter.immune).unwrap_or_default();
        let bits = self.unit(unit)?.tokens;
        if immune.holds(token.token()) {
            Ok(())
        } else {
            self.set_tokens(unit, bits | token.bit(), rule)
        }
    }

    /// Removes the units that have no wounds left, in order, and ends the battle if a player has no
    /// unit left (A12.4, A12.11).
    pub(crate) fn remove_destroyed(&mut self, units: &[(UnitId, Killer)]) -> PlayResult {
        // elimination is checked once all are removed: both players may lose their last unit
        let mut is_any_removed = false;
        for (unit, killer) in units {
            let state = *self.unit(*unit)?;
            if state.left == 0 && state.place == UnitPlace::Table {
                is_any_removed = true;
                self.destroy(*unit, *killer)?;
            }
        }
        if is_any_removed { self.check_elimination() } else { Ok(()) }
    }

    /// Destroys a unit and scores for it (A1.4, A12.5).
    fn destroy(&mut self, unit: UnitId, killer: Killer) -> PlayResult {
        let player = self.unit(unit)?.player;
        // objectives are dropped and piles laid next to the unit, so before it is removed
        modes::before_removal(self, unit)?;
        self.state.field.remove(unit);
        let returns = self.battle.mode.goes_to_reserve();
        let round = self.state.round;
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        let points = modes::points_for(self, unit, killer);
        if let Some(state) = self.state.unit_mut(unit) {
            state.deaths = state.deaths.saturating_add(1);
            if returns {
                // it returns at full strength, in the same round if it had not activated (A13.2.4)
                state.place = UnitPlace::Reserve(round + u8::from(state.activated));
                (state.left, state.tokens) = (full, 0);
            } else {
                state.place = UnitPlace::Gone;
            }
        }
        self.record(|| LogEntry::Destroyed { unit })?;
        let by = match killer {
            Killer::Enemy(by) => Some(by),
            Killer::Nobody => None,
        };
        for (points, rule) in points.into_iter().filter(|(points, _)| *points > 0) {
            self.score(player.opponent(), points, by, rule)?;
        }
        Ok(())
    }

    /// Adds points to a player's score and records the unit that earned them.
    pub(crate) fn score(
        &mut self,
        player: PlayerId,
        points: u8,
        unit: Option<UnitId>,
        rule: &'static str,
    ) -> PlayResult {
        let score = &mut self.state.points[player.index()];
        *score = score.saturating_add(points);
        self.record(|| LogEntry::Scored { player, points, unit, rule: rule.into() })
    }

    /// Ends the battle if a player has no combat unit left, on the table or in reserve (A12.4,
    /// A12.11).
    fn check_elimination(&self) -> PlayResult {
        let is_left = |player: PlayerId| {
            self.state
                .units_with_ids()
                .any(|(_, unit)| unit.player == player && unit.place != UnitPlace::Gone)
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
