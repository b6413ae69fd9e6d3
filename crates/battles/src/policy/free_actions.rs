//! Free actions by tactics cards: what a unit does with one, and what it is worth.

use super::PolicyKind;
use super::attacks::ScoredAction;
use super::context::{PolicyContext, TOKEN_VALUE, UnitOnTable};
use super::estimates::distance;
use super::position::PositionEvaluator;
use crate::choice::{DieChoice, FreeStep, Shift, UnitAction};
use crate::decision::{AllowedAct, PlayerView};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Direction, Length, Pose};
use crate::outcomes::EncounterError;
use crate::play::held;
use warodds_games::asoiaf::Tokens;
use warodds_questions::catalogue::{ActivationAfter, BattlePlay, FreeAction};

/// A step with its value, in points of army cost.
type ScoredStep = (FreeStep, f64);

/// The share of its value that a move keeps for a unit that has yet to activate: it could make the
/// same move itself.
const BEFORE_ACTIVATION: f64 = 0.5;
/// Middles closer than this, in thousandths of an inch, are mostly of units in short range.
const NEAR: f64 = 10_000.0;
/// The mean of a retreat die lies above this one.
const LOW_DIE: u8 = 3;

/// Returns what a player does with the die of a retreat that may be rolled again.
pub(super) const fn retreat_die(die: u8) -> DieChoice {
    if die <= LOW_DIE { DieChoice::Reroll } else { DieChoice::Keep }
}

impl PolicyContext<'_> {
    /// Returns the step that a unit takes, or `None` for nothing.
    pub(super) fn free_step(
        &self,
        unit: UnitId,
        allowed: &[AllowedAct],
    ) -> Result<Option<FreeStep>, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            let steps = self.legal_steps(unit, allowed)?;
            let number = self.hash.with(steps.len() as u64).below(steps.len() + 1);
            return Ok(steps.get(number).map(|(step, _)| *step));
        }
        Ok(self.best_step(unit, allowed)?.map(|(step, _)| step))
    }

    /// Returns the legal step that gains most; `None` if none gains anything.
    fn best_step(
        &self,
        unit: UnitId,
        allowed: &[AllowedAct],
    ) -> Result<Option<ScoredStep>, EncounterError> {
        let mut steps = self.steps(unit, allowed)?;
        steps.retain(|(_, (_, gain))| *gain > 0.0);
        steps.sort_by(|(_, (_, one)), (_, (_, other))| other.total_cmp(one));
        let mut legal =
            steps.into_iter().filter(|(speed, (step, _))| self.is_legal(unit, *step, *speed));
        Ok(legal.next().map(|(_, step)| step))
    }

    /// Lists the legal steps of a unit.
    fn legal_steps(
        &self,
        unit: UnitId,
        allowed: &[AllowedAct],
    ) -> Result<Vec<ScoredStep>, EncounterError> {
        let steps = self.steps(unit, allowed)?.into_iter();
        let legal = steps.filter(|(speed, (step, _))| self.is_legal(unit, *step, *speed));
        Ok(legal.map(|(_, step)| step).collect())
    }

    fn is_legal(&self, unit: UnitId, step: FreeStep, speed: Length) -> bool {
        self.view.state.check_step(unit, step, speed).is_ok()
    }

    /// Lists the steps of a unit with the speed of each, which may be illegal.
    fn steps(
        &self,
        unit: UnitId,
        allowed: &[AllowedAct],
    ) -> Result<Vec<(Length, ScoredStep)>, EncounterError> {
        let Some(own) = self.unit(unit) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for one in allowed {
            let steps = match one.action {
                FreeAction::Manoeuvre | FreeAction::March | FreeAction::Pivot => {
                    self.free_moves(own, one)?
                }
                FreeAction::Shift => self.free_shifts(own, one.speed)?,
                FreeAction::Retreat => self.free_retreats(own, one)?,
                FreeAction::Melee => scored(self.melee_attacks(own)?),
                FreeAction::Shot => scored(self.ranged_attacks(own)?),
                FreeAction::Charge => self.free_charges(own)?,
            };
            let fitting = steps.into_iter().filter(|(step, _)| one.allows(step));
            all.extend(fitting.map(|step| (one.speed, step)));
        }
        Ok(all)
    }

    fn free_charges(&self, own: &UnitOnTable) -> Result<Vec<ScoredStep>, EncounterError> {
        let mut all = Vec::new();
        for enemy in &self.enemies {
            all.extend(scored(self.charges(own, enemy)?));
        }
        Ok(all)
    }

    /// Lists manoeuvres, marches and pivots.
    fn free_moves(
        &self,
        own: &UnitOnTable,
        allowed: &AllowedAct,
    ) -> Result<Vec<ScoredStep>, EncounterError> {
        let own = own.with_speed(allowed.speed.thousandths());
        let evaluator = PositionEvaluator::new(self, &own)?;
        let moves = evaluator.moves(evaluator.value_at(own.pose), f64::NEG_INFINITY);
        let tokens = self.near_tokens_value(&own, allowed.gives_near);
        let step = |one: ScoredAction| {
            let step = match one.action {
                UnitAction::Manoeuvre { ahead: Length::ZERO, then, .. }
                    if allowed.action == FreeAction::Pivot =>
                {
                    FreeStep::Pivot(then)
                }
                action => FreeStep::Action(action),
            };
            (step, one.gain * keeps(&own) + tokens)
        };
        Ok(moves.into_iter().map(step).collect())
    }

    /// Lists shifts of the whole length and of half of it.
    fn free_shifts(
        &self,
        own: &UnitOnTable,
        most: Length,
    ) -> Result<Vec<ScoredStep>, EncounterError> {
        let evaluator = PositionEvaluator::new(self, own)?;
        let stay = evaluator.value_at(own.pose);
        let half = Length::new(i64::from(most.thousandths() / 2)).unwrap_or_default();
        let directions =
            [Direction::Forward, Direction::Backward, Direction::Left, Direction::Right];
        let shifts = directions
            .into_iter()
            .flat_map(|direction| [most, half].map(|by| Shift { direction, by }));
        let value = |shift: Shift| {
            let pose: Pose = own.pose.moved(shift.direction, shift.by).ok()?;
            Some((FreeStep::Shift(shift), (evaluator.value_at(pose) - stay) * keeps(own)))
        };
        Ok(shifts.filter_map(value).collect())
    }

    /// Lists retreats, with the tokens that they give to the enemies left behind.
    fn free_retreats(
        &self,
        own: &UnitOnTable,
        allowed: &AllowedAct,
    ) -> Result<Vec<ScoredStep>, EncounterError> {
        let enemies = self.view.state.field.engaged_with(own.id).count();
        let tokens = TOKEN_VALUE * (enemies * held(allowed.retreat.gives).count()) as f64;
        let attacks = self.melee_attacks(own)?;
        let attack = attacks.iter().map(|one| one.gain).fold(0.0, f64::max);
        let own = own.with_speed(allowed.speed.thousandths());
        let retreats = self.retreats(&own, attack)?.into_iter();
        Ok(retreats.map(|one| (FreeStep::Action(one.action), one.gain + tokens)).collect())
    }

    /// Returns what the free actions of a card are worth for its units, less the action that the
    /// unit that activates gives up.
    pub(super) fn free_actions_value(
        &self,
        play: &BattlePlay,
        units: [Option<UnitId>; 2],
    ) -> Result<f64, EncounterError> {
        let PlayerView { state, battle, outcomes, .. } = self.view;
        let [Some(unit), _] = units else { return Ok(0.0) };
        let mut value = 0.0;
        for acts in &play.acts {
            if state.card_meets(outcomes, (PlayerId::South, units), &acts.requires)? {
                let allowed = state.allowed_acts(battle, units, acts);
                value += self.best_step(unit, &allowed)?.map_or(0.0, |(_, gain)| gain);
            }
        }
        let acting = state.acting.and_then(|unit| self.unit(unit));
        match (play.activation, acting) {
            (ActivationAfter::Forgoes, Some(own)) => Ok(value - self.action_value(own)?),
            _ => Ok(value),
        }
    }

    /// Estimates what the action of a unit is worth: its best attack, charge or move.
    fn action_value(&self, own: &UnitOnTable) -> Result<f64, EncounterError> {
        let attacks =
            if own.engaged { self.melee_attacks(own)? } else { self.ranged_attacks(own)? };
        let mut best = attacks.iter().map(|one| one.gain).fold(0.0, f64::max);
        if !own.engaged {
            let evaluator = PositionEvaluator::new(self, own)?;
            let moves = evaluator.moves(evaluator.value_at(own.pose), best);
            best = moves.iter().map(|one| one.gain).fold(best, f64::max);
            best = self.charge_bounds(own)?.iter().map(|(_, bound)| *bound).fold(best, f64::max);
        }
        Ok(best)
    }

    /// Returns what tokens of the enemies near a unit are worth.
    fn near_tokens_value(&self, own: &UnitOnTable, tokens: Tokens) -> f64 {
        let is_near = |enemy: &&UnitOnTable| distance(own.pose.middle, enemy.pose.middle) < NEAR;
        let near = self.enemies.iter().filter(is_near).count();
        TOKEN_VALUE * (near * held(tokens).count()) as f64
    }
}

/// Returns the share of its value that a move of a unit keeps.
const fn keeps(own: &UnitOnTable) -> f64 {
    if own.activated { 1.0 } else { BEFORE_ACTIVATION }
}

fn scored(actions: Vec<ScoredAction>) -> Vec<ScoredStep> {
    actions.into_iter().map(|one| (FreeStep::Action(one.action), one.gain)).collect()
}
