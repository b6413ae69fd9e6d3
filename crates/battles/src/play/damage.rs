//! Wounds, tokens, destruction and points (A1, A7, A12.4, A12.5).

use super::{Play, PlayResult, PlayStop};
use crate::choice::ConditionToken;
use crate::field::{PlayerId, UnitId};
use crate::log::{BattleEnding, EndReason, LogEntry};
use crate::modes;
use crate::state::UnitPlace;

/// Who destroyed a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killer {
    /// An enemy by an attack or an ability.
    Enemy(UnitId),
    /// Nobody: terrain, or its own doing (A12.9).
    Nobody,
}

impl Play<'_> {
    /// Leaves a unit so many wounds; what has none left is not destroyed yet.
    pub(crate) fn set_wounds_left(
        &mut self,
        unit: UnitId,
        left: u8,
        rule: &'static str,
    ) -> PlayResult {
        let Some(held) = self.state.unit_mut(unit).filter(|held| held.left != left) else {
            return Ok(());
        };
        held.left = left;
        self.record(|| LogEntry::Wounds { unit, left, rule: rule.into() })
    }

    /// Wounds without saves, and what comes of them.
    pub(crate) fn wound(&mut self, unit: UnitId, wounds: u8, rule: &'static str) -> PlayResult {
        let left = self.unit(unit)?.left.saturating_sub(wounds);
        self.set_wounds_left(unit, left, rule)?;
        self.remove_destroyed(&[(unit, Killer::Nobody)])
    }

    /// Heals wounds, up to those of the full unit (A1.5).
    pub(crate) fn heal(&mut self, unit: UnitId, wounds: u8, rule: &'static str) -> PlayResult {
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        let left = self.unit(unit)?.left;
        self.set_wounds_left(unit, left.saturating_add(wounds).min(full), rule)
    }

    /// Leaves a unit these tokens, and how often it survived its end.
    pub(crate) fn set_tokens(&mut self, unit: UnitId, bits: u8, rule: &'static str) -> PlayResult {
        let Some(held) = self.state.unit_mut(unit).filter(|held| held.tokens != bits) else {
            return Ok(());
        };
        held.tokens = bits;
        self.record(|| LogEntry::Tokens { unit, bits, rule: rule.into() })
    }

    /// Gives a unit a token: at most one of each (A7), and none that it can never gain.
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

    /// Takes those of these units off the table that have no wounds left, in this order, and sees
    /// whether the battle is over (A12.4, A12.11).
    pub(crate) fn remove_destroyed(&mut self, units: &[(UnitId, Killer)]) -> PlayResult {
        let mut fallen = false;
        for (unit, killer) in units {
            let held = *self.unit(*unit)?;
            if held.left == 0 && held.place == UnitPlace::Table {
                fallen = true;
                self.destroy(*unit, *killer)?;
            }
        }
        if fallen { self.check_elimination() } else { Ok(()) }
    }

    /// A unit is destroyed (A1.4, A12.5).
    fn destroy(&mut self, unit: UnitId, killer: Killer) -> PlayResult {
        let player = self.unit(unit)?.player;
        modes::before_removal(self, unit)?;
        self.state.field.remove(unit);
        let reserve = self.battle.mode.goes_to_reserve();
        let round = self.state.round;
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        let points = modes::points_for(self, unit, killer);
        if let Some(held) = self.state.unit_mut(unit) {
            held.deaths = held.deaths.saturating_add(1);
            if reserve {
                // A13.2.4: it comes back whole, this round only if it had not activated
                held.place = UnitPlace::Reserve(round + u8::from(held.activated));
                (held.left, held.tokens) = (full, 0);
            } else {
                held.place = UnitPlace::Gone;
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

    /// A player scores.
    pub(crate) fn score(
        &mut self,
        player: PlayerId,
        points: u8,
        unit: Option<UnitId>,
        rule: &'static str,
    ) -> PlayResult {
        let held = &mut self.state.points[player.index()];
        *held = held.saturating_add(points);
        self.record(|| LogEntry::Scored { player, points, unit, rule: rule.into() })
    }

    /// Whether a player has no combat unit left, on the table or in reserve: then the battle is
    /// over (A12.4, A12.11).
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
            [false, false] => return Err(PlayStop::Over(self.by_what_is_left())),
        };
        Err(PlayStop::Over(BattleEnding { winner: Some(winner), by: EndReason::Elimination }))
    }
}
