//! What the effects of a tactics card or an NCU are worth, in points of army cost.

use super::answers::cancelling_value;
use super::card_values::{DENIAL, HEALED, draw_value};
use super::context::{PolicyContext, TOKEN_VALUE, UnitOnTable};
use super::estimates::distance;
use super::shed_tokens::shedding_value;
use crate::cards::{DeclaredCards, PlayedCard};
use crate::choice::ConditionToken;
use crate::decision::PlayerView;
use crate::field::{PlayerId, UnitId};
use crate::outcomes::{EncounterError, EncounterKind};
use crate::play::{
    CardTest, ROUNDS, chosen_effects, effect_target, held, moment_after_test, picked_tables,
    with_picked,
};
use warodds_games::asoiaf::effect::{Action, Amount, EffectTarget, Moment, TriggeredEffect};
use warodds_questions::catalogue::{
    BattlePlay, IgnoredTerrain, PickDuty, PickedUnits, StayEnd, StayingCard,
};

/// The most attacks in which a card that stays is thought to count.
const MOST_ATTACKS: f64 = 3.0;
/// What an inch of speed is worth in a turn, in points of army cost.
const INCH: f64 = 0.2;
/// What it is worth in a turn to ignore terrain.
const SURE_FOOTED: f64 = 0.1;

/// A card with its units and options, from the perspective of its player.
pub(super) struct ValuedCard<'v, 'a> {
    pub context: &'v PolicyContext<'a>,
    /// The player of the card; values are those of the southern player, who decides.
    pub player: PlayerId,
    pub army: usize,
    pub played: &'v PlayedCard,
    pub play: &'v BattlePlay,
}

impl ValuedCard<'_, '_> {
    pub(super) const fn units(&self) -> [Option<UnitId>; 2] {
        [self.played.unit, self.played.enemy]
    }

    fn unit(&self, whom: EffectTarget) -> Option<&UnitOnTable> {
        let [unit, enemy] = self.units();
        self.context.unit(if whom == EffectTarget::Bearer { unit? } else { enemy? })
    }

    /// Returns whether a unit is the player's own.
    fn is_own(&self, unit: &UnitOnTable) -> bool {
        let state = self.context.view.state.unit(unit.id);
        state.is_some_and(|state| state.player == PlayerId::South)
    }

    /// Returns the value of the effects of a moment.
    pub(super) fn effects_value(&self, moment: Moment) -> Result<f64, EncounterError> {
        let PlayerView { state, outcomes, .. } = self.context.view;
        let effects = chosen_effects(&self.play.effects, &self.played.options);
        let denial = self.play.denies.as_ref().filter(|denial| denial.moment == moment);
        let mut value = cancelling_value(self.context, self.play, moment);
        value += denial.map_or(0.0, |denial| {
            let units = state.denied_units(self.units(), denial.to).len();
            DENIAL * (denial.what.len() * units) as f64
        });
        for effect in effects.filter(|effect| effect.moment == moment) {
            if let Action::Triggered(triggered) = effect.action
                && state.card_meets(outcomes, (self.player, self.units()), &effect.conditions)?
            {
                value += self.effect_value(triggered)?;
            }
        }
        Ok(value)
    }

    /// Returns the value of what happens to each of several units around the card's own one.
    pub(super) fn each_value(&self) -> Result<f64, EncounterError> {
        let PlayerView { state, outcomes, .. } = self.context.view;
        let centre = self.played.unit;
        let mut value = 0.0;
        for each in &self.play.each {
            for unit in state.units_around(centre, self.player, each) {
                let on = self.context.unit(unit);
                for effect in &each.effects {
                    if let Action::Triggered(triggered) = effect.action
                        && let Some(on) = on
                        && state.card_meets(
                            outcomes,
                            (self.player, self.units()),
                            &effect.conditions,
                        )?
                    {
                        value += self.value_on((each.of, on), triggered)?;
                    }
                }
            }
        }
        Ok(value)
    }

    /// Returns the value of the further units that the player would pick.
    pub(super) fn targets_value(&self) -> Result<f64, EncounterError> {
        let PlayerView { state, outcomes, .. } = self.context.view;
        let at = (self.player, self.units());
        let mut sum = 0.0;
        for (_, picked) in picked_tables(self.play, &self.played.options) {
            let mut values = Vec::new();
            for unit in state.pickable_units(outcomes, at, picked)? {
                values.push(self.picked_value(picked, unit)?);
            }
            // each player picks what is best for himself
            let sign = if self.player == PlayerId::South { 1.0 } else { -1.0 };
            values.sort_by(|one, other| (sign * other).total_cmp(&(sign * one)));
            let taken = values.into_iter().take(picked.count.into());
            sum += taken
                .filter(|value| picked.duty == PickDuty::Must || sign * *value > 0.0)
                .sum::<f64>();
        }
        Ok(sum)
    }

    /// Returns the value of what happens to a further unit.
    pub(super) fn picked_value(
        &self,
        picked: &PickedUnits,
        unit: UnitId,
    ) -> Result<f64, EncounterError> {
        let PlayerView { state, outcomes, .. } = self.context.view;
        let [own, enemy] = with_picked(self.units(), picked.of, unit);
        let played = PlayedCard { unit: own, enemy, ..self.played.clone() };
        let valued = ValuedCard { played: &played, ..*self };
        let mut value = 0.0;
        for effect in &picked.effects {
            if let Action::Triggered(triggered) = effect.action
                && state.card_meets(outcomes, (self.player, valued.units()), &effect.conditions)?
            {
                value += valued.effect_value(triggered)?;
            }
        }
        Ok(value)
    }

    /// Returns the value of one effect: what it costs an enemy, less what it costs an own unit.
    pub(super) fn effect_value(&self, effect: TriggeredEffect) -> Result<f64, EncounterError> {
        let target = effect_target(effect).and_then(|whom| Some((whom, self.unit(whom)?)));
        target.map_or(Ok(0.0), |target| self.value_on(target, effect))
    }

    /// Returns the value of one effect on a unit.
    fn value_on(
        &self,
        (whom, unit): (EffectTarget, &UnitOnTable),
        effect: TriggeredEffect,
    ) -> Result<f64, EncounterError> {
        let view = self.context.view;
        let count = |amount: Amount| {
            // a D3 shows 2 on average
            let dice = 2 * i16::from(amount.d3);
            let amount = view.state.card_amount(view.battle, self.units(), amount) + dice;
            f64::from(amount.clamp(0, 60))
        };
        let left = f64::from(unit.wounds_left);
        let own = if self.is_own(unit) { -1.0 } else { 1.0 };
        Ok(own
            * match effect {
                TriggeredEffect::Wounds(_, amount) => {
                    let (wounds, destroyed) = (count(amount).min(left), count(amount) >= left);
                    let destroyed = if destroyed { unit.destruction_value } else { 0.0 };
                    wounds * unit.wound_value + destroyed
                }
                TriggeredEffect::Hits(_, amount, saves) => {
                    // at most 60
                    let kind = EncounterKind::Hits { hits: count(amount) as u8, saves };
                    let spec = view.state.lone_encounter(view.battle, unit.id, kind);
                    let expected = view.outcomes.get(&spec)?.expected()?;
                    (left - expected.left[0]) * unit.wound_value
                        + expected.destroyed[0] * unit.destruction_value
                }
                TriggeredEffect::Heal(_, amount) => {
                    let full = view.battle.fighter(unit.id).map_or(0, |fighter| fighter.wounds());
                    let lost = f64::from(full) - left;
                    -count(amount).min(lost) * unit.wound_value * HEALED
                }
                TriggeredEffect::Give(_, tokens) => {
                    let immune = view.battle.fighter(unit.id).map(|fighter| fighter.immune);
                    let is_new = |token: &ConditionToken| {
                        unit.tokens & token.bit() == 0
                            && !immune.unwrap_or_default().holds(token.token())
                    };
                    held(tokens).filter(is_new).map(|token| unit.token_loss(token)).sum()
                }
                TriggeredEffect::Remove(_, tokens) => {
                    let is_held = |token: &ConditionToken| unit.tokens & token.bit() != 0;
                    -TOKEN_VALUE * held(tokens).filter(is_held).count() as f64
                }
                TriggeredEffect::Test(_, roll, _) | TriggeredEffect::Morale(_, roll) => {
                    let is_panic = matches!(effect, TriggeredEffect::Test(..));
                    return self.test_value((whom, unit), (is_panic, roll));
                }
                _ => 0.0,
            })
    }

    /// Returns the value of a test and of what follows it.
    fn test_value(
        &self,
        (whom, unit): (EffectTarget, &UnitOnTable),
        (is_panic, roll): (bool, Amount),
    ) -> Result<f64, EncounterError> {
        let view = self.context.view;
        let test = CardTest {
            units: self.units(),
            whom,
            is_panic,
            roll,
            army: self.army,
            choice: self.played.choice,
            effects: &self.play.effects,
        };
        let Some(spec) = view.state.card_test(view.battle, &test) else { return Ok(0.0) };
        let expected = view.outcomes.get(&spec)?.expected()?;
        let loss = (f64::from(unit.wounds_left) - expected.left[0]) * unit.wound_value
            + expected.destroyed[0] * unit.destruction_value;
        let own = if self.is_own(unit) { -1.0 } else { 1.0 };
        let failed = expected.failed[0];
        let after = |failed| self.effects_value(moment_after_test(whom, failed));
        Ok(own * loss + failed * after(true)? + (1.0 - failed) * after(false)?)
    }

    /// Returns the value to its player of how an influence changes the moves of a unit.
    fn moves_value(&self, stays: &StayingCard, holder: &UnitOnTable) -> f64 {
        if self.played.choice.card.ncu().is_none() || holder.activated || holder.engaged {
            return 0.0;
        }
        let is_held = |zone| self.context.view.state.is_held(zone);
        let faster = if stays.speed_zone.is_none_or(is_held) { stays.speed } else { 0 };
        let terrain = f64::from(stays.terrain == IgnoredTerrain::RoughAndHindering);
        INCH * f64::from(faster) + SURE_FOOTED * terrain
    }

    /// Returns the value of a card that stays: what it changes in the next attacks by and on its
    /// unit, which fights the enemy that is nearest.
    pub(super) fn staying_value(&self, stays: &StayingCard) -> Result<f64, EncounterError> {
        let Some(holder) = self.unit(stays.on) else { return Ok(0.0) };
        let is_own = self.is_own(holder);
        let others = if is_own { &self.context.enemies } else { &self.context.own };
        let gap = |unit: &&UnitOnTable| distance(holder.pose.middle, unit.pose.middle);
        let nearest = others.iter().min_by(|one, other| gap(one).total_cmp(&gap(other)));
        let Some(other) = nearest else { return Ok(0.0) };
        let card = DeclaredCards::default().declaring(self.army, self.played.choice);
        let drawn = draw_value(self.context.view, self.context.policy, stays.draw);
        let moves = self.moves_value(stays, holder);
        let by = self.context.card_gain([holder, other], [card, DeclaredCards::default()])?;
        let on = self.context.card_gain([other, holder], [DeclaredCards::default(), card])?;
        let round = self.context.view.state.round;
        let later = match stays.until {
            StayEnd::Turn | StayEnd::Round | StayEnd::Attacked => 0.0,
            StayEnd::Battle => f64::from(ROUNDS.saturating_sub(round)),
            StayEnd::FailedPanic | StayEnd::Failed | StayEnd::Passed | StayEnd::Destroys => {
                f64::from(ROUNDS.saturating_sub(round)) / 2.0
            }
        };
        let attacks = |unit: &UnitOnTable| {
            let now = if unit.activated { 0.0 } else { 1.0 };
            (now + later).min(MOST_ATTACKS)
        };
        // a unit that has yet to reach its enemy, and a card that waits, count half as much
        let waits = !stays.after_death_of.is_empty() || stays.gathers.is_some();
        let halved = [!holder.engaged, waits];
        let chance = halved.into_iter().filter(|halves| *halves).fold(1.0, |all, _| all / 2.0);
        let sign = if is_own { 1.0 } else { -1.0 };
        let denied: usize = stays.denies.iter().map(|one| one.what.len()).sum();
        let denied = -sign * DENIAL * denied as f64;
        Ok(denied
            + drawn
            + sign * (moves + shedding_value(stays, later))
            + sign * chance * (by * attacks(holder) - on * attacks(other)))
    }
}
