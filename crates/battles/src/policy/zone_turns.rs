//! Turns of NCUs: the zones of the tactics board, and what a player takes from them (A9).

use super::attacks::ScoredAction;
use super::card_values::draw_value;
use super::context::TOKEN_VALUE;
use super::turn_search::{TurnSearch, UnitOptions};
use crate::battle::Mode;
use crate::choice::{Benefit, ConditionToken, PlayerTurn, TacticsZone, UnitAction};
use crate::outcomes::EncounterError;
use crate::play::{CROWN, DRAWN_BY_LETTERS};
use smallvec::SmallVec;
/// Value of drawing a mission, in points of army cost.
const MISSION_VALUE: f64 = 0.5;

impl TurnSearch<'_, '_> {
    /// Adds the turns of an NCU.
    pub(super) fn add_ncu_turns(
        &mut self,
        options: &mut [UnitOptions<'_, '_>],
    ) -> Result<(), EncounterError> {
        self.add_claim(None, Benefit::Nothing, -0.1);
        let is_free =
            |seat: &TacticsZone| self.context.view.state.tactics_zones[*seat as usize].is_none();
        let seats: SmallVec<[TacticsZone; 5]> =
            TacticsZone::ALL.into_iter().filter(is_free).collect();
        for seat in seats {
            self.add_claim(Some(seat), Benefit::Nothing, -0.05);
            self.add_zone_turns(seat, options)?;
        }
        Ok(())
    }

    /// Adds the turns of an NCU in one zone that take a benefit.
    pub(super) fn add_zone_turns(
        &mut self,
        seat: TacticsZone,
        options: &mut [UnitOptions<'_, '_>],
    ) -> Result<(), EncounterError> {
        match seat {
            TacticsZone::Crown => self.add_crown()?,
            TacticsZone::Wealth => self.add_wealth(),
            TacticsZone::Letters => self.add_letters(),
            TacticsZone::Swords => self.add_swords(options),
            TacticsZone::Horse => self.add_horse(options),
        }
        Ok(())
    }

    fn add_claim(&mut self, seat: Option<TacticsZone>, benefit: Benefit, gain: f64) {
        let turn = PlayerTurn::Ncu { seat, benefit };
        let gain = gain + seat.map_or(0.0, |seat| self.zone_value(seat));
        match benefit {
            Benefit::Act { .. } => self.add(turn, gain),
            _ => self.add_legal(turn, gain),
        }
    }

    /// Returns what claiming a zone is worth by missions.
    fn zone_value(&self, seat: TacticsZone) -> f64 {
        self.context.missions.zones[seat as usize] * self.context.policy.weights.objective
    }

    fn add_crown(&mut self) -> Result<(), EncounterError> {
        let context = self.context;
        for enemy in &context.enemies {
            let gain = context.panic_test_value(enemy, CROWN)?;
            self.add_claim(Some(TacticsZone::Crown), Benefit::Test { unit: enemy.id }, gain);
        }
        Ok(())
    }

    fn add_wealth(&mut self) {
        let context = self.context;
        for own in &context.own {
            let full = context.view.battle.fighter(own.id).map_or(0, |fighter| fighter.wounds());
            let healed = full.saturating_sub(own.wounds_left).min(3);
            let bits = context.view.state.unit(own.id).map_or(0, |unit| unit.tokens);
            let token = ConditionToken::ALL.into_iter().find(|token| bits & token.bit() != 0);
            let token_value = if token.is_some() { TOKEN_VALUE } else { 0.0 };
            // a healed wound counts less than one dealt: the unit may never need it
            let wounds =
                f64::from(healed) * own.wound_value + context.healed_rank_value(own, healed);
            let gain = wounds * 0.8 + token_value;
            self.add_claim(
                Some(TacticsZone::Wealth),
                Benefit::Restore { unit: own.id, token },
                gain,
            );
        }
    }

    fn add_letters(&mut self) {
        let context = self.context;
        let drawn = draw_value(context.view, context.policy, DRAWN_BY_LETTERS);
        for enemy in &context.enemies {
            let bits = context.view.state.unit(enemy.id).map_or(0, |unit| unit.tokens);
            let missing =
                [ConditionToken::Vulnerable, ConditionToken::Weakened, ConditionToken::Panicked];
            for token in missing.into_iter().filter(|token| bits & token.bit() == 0) {
                let by_missions = context.missions.token * context.policy.weights.objective;
                let gain = enemy.token_loss(token) + by_missions;
                let letters = Some(TacticsZone::Letters);
                self.add_claim(letters, Benefit::Token { unit: enemy.id, token }, gain + drawn);
                if context.view.battle.mode == Mode::TheWindsOfWinter {
                    let benefit = Benefit::Mission { unit: enemy.id, token };
                    self.add_claim(letters, benefit, gain + MISSION_VALUE);
                }
            }
        }
    }

    fn add_swords(&mut self, options: &[UnitOptions<'_, '_>]) {
        for (own, options) in self.context.own.iter().zip(options) {
            for ScoredAction { action, gain } in &options.attacks {
                let benefit = Benefit::Act { unit: own.id, action: *action };
                self.add_claim(Some(TacticsZone::Swords), benefit, *gain);
            }
        }
    }

    fn add_horse(&mut self, options: &mut [UnitOptions<'_, '_>]) {
        for (own, options) in self.context.own.iter().zip(options) {
            let least = self.least_move_gain(self.zone_value(TacticsZone::Horse));
            let moves = options.moves(least).iter();
            for step in moves.filter(|step| matches!(step.action, UnitAction::Manoeuvre { .. })) {
                // a unit that has yet to activate could make the same move itself
                let gain = if own.activated { step.gain } else { step.gain * 0.5 };
                let benefit = Benefit::Act { unit: own.id, action: step.action };
                self.add_claim(Some(TacticsZone::Horse), benefit, gain);
            }
        }
    }
}
