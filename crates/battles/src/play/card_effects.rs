//! What a tactics card does when it is played outside of attacks, charges and tests (A8.3).

use super::card_event::CardEvent;
use super::card_units::CardUnits;
use super::combat::MORALE;
use super::encounters::length;
use crate::battle::Battle;
use crate::cards::{CardChoice, PlayedCard};
use crate::choice::ConditionToken;
use crate::field::{PlayerId, UnitId};
use crate::outcomes::{EncounterKind, EncounterSpec};
use crate::progress::{Play, PlayResult, refusal};
use crate::state::BattleState;
use warodds_engine::chance::{Die, Label};
use warodds_games::asoiaf::Tokens;
use warodds_games::asoiaf::effect::{
    Action, Amount, Effect, EffectTarget, Effects, Moment, TriggeredEffect,
};
use warodds_questions::catalogue::{
    ActivationAfter, BattlePlay, Denial, Denied, DeniedUnits, EachUnit, OrdersAfter,
};

/// How many tests of a card follow one another: what follows a test may call for another one.
pub(super) const MOST_TESTS: u8 = 2;

/// The largest amount of a card.
const MOST_AMOUNT: i16 = 60;
const AMOUNT: Label = Label::new("amount of a card", "A8.3");

/// A card that is being played.
pub(super) struct ActingCard<'a> {
    pub player: PlayerId,
    pub choice: CardChoice,
    pub units: CardUnits,
    pub effects: &'a Effects,
    pub options: &'a [u8],
    /// The unit on which it acts instead of its own ones.
    pub on: Option<UnitId>,
    /// What it denies a unit.
    pub denies: Option<&'a Denial>,
}

impl ActingCard<'_> {
    /// Iterates over the effects that count, those of the options last.
    fn effects(&self) -> impl Iterator<Item = &Effect> {
        chosen_effects(self.effects, self.options)
    }

    fn unit(&self, whom: EffectTarget) -> Option<UnitId> {
        let [unit, enemy] = self.units;
        self.on.or(if whom == EffectTarget::Bearer { unit } else { enemy })
    }
}

/// Iterates over the effects of a card with these options, those of the options last.
pub(crate) fn chosen_effects<'a>(
    effects: &'a Effects,
    options: &'a [u8],
) -> impl Iterator<Item = &'a Effect> {
    let all = effects.choice.as_ref().map_or(&[][..], |choice| choice.options.as_slice());
    let chosen = options.iter().filter_map(|option| all.get(usize::from(*option)));
    effects.fixed.iter().chain(chosen.flat_map(|(_, effects)| effects))
}

/// Returns what follows a test of a unit: of the card's own one, or of its enemy.
pub(crate) const fn moment_after_test(whom: EffectTarget, failed: bool) -> Moment {
    match (whom, failed) {
        (EffectTarget::Bearer, false) => Moment::Passing,
        (EffectTarget::Bearer, true) => Moment::Failing,
        (EffectTarget::Enemy, false) => Moment::EnemyPassing,
        (EffectTarget::Enemy, true) => Moment::EnemyFailing,
    }
}

impl Play<'_> {
    /// Plays a card with its units and options.
    pub(super) fn play_card(
        &mut self,
        (event, player): (CardEvent, PlayerId),
        played: &PlayedCard,
    ) -> PlayResult {
        let PlayedCard { choice, unit, enemy, .. } = played;
        let army = self.army_at(player);
        // the decks outlive the play, so that effects are not copied
        let battle = self.battle;
        let way = battle.decks.as_ref().and_then(|decks| decks.get(army)?.way(*choice));
        let play = way.and_then(|way| way.battle.as_ref());
        let play = play.ok_or_else(|| refusal("A8.3", "the card cannot be played like this"))?;
        match &play.stays {
            Some(stays) => {
                let on = if stays.on == EffectTarget::Bearer { *unit } else { *enemy };
                let on = on.ok_or_else(|| refusal("A8.3", "the card needs a unit"))?;
                self.attach_card(player, *choice, (on, !stays.after_death_of.is_empty()))?;
            }
            None if choice.card.ncu().is_some() => {}
            None => self.discard_card(player, choice.card, "A8.3")?,
        }
        self.pay_for_play((player, played), play)?;
        let (units, effects) = ([*unit, *enemy], &play.effects);
        let options = &self.options_taken((player, played), play)?;
        let card = ActingCard {
            player,
            choice: *choice,
            units,
            effects,
            options,
            on: None,
            denies: play.denies.as_ref(),
        };
        if play.activation == ActivationAfter::Forgoes {
            self.state.acting = None;
        }
        self.act_by_card(&card, play.moment(), MOST_TESTS)?;
        self.act_on_each((event, &card), play)?;
        self.act_on_picked(&card, play)?;
        if play.orders == OrdersAfter::Ready
            && let Some(state) = unit.and_then(|unit| self.state.unit_mut(unit))
        {
            state.ordered = false;
        }
        self.take_free_actions((player, *choice), units, play)?;
        self.draw_cards(player, play.draw, "A8.3")?;
        self.apply_terms((player, played), play)?;
        self.silence_ncu_by_card((event, player), &play.terms)
    }

    /// Denies a unit something until the turn ends.
    pub(super) fn deny(&mut self, unit: Option<UnitId>, what: &[Denied]) {
        if let Some(state) = unit.and_then(|unit| self.state.unit_mut(unit)) {
            what.iter().for_each(|denied| state.denied.add(*denied));
        }
    }

    /// Applies what a card does to each of several units around its own one, or around that of the
    /// event.
    fn act_on_each(
        &mut self,
        (event, card): (CardEvent, &ActingCard<'_>),
        play: &BattlePlay,
    ) -> PlayResult {
        let [own, _] = card.units;
        let [friend, _] = event.units(card.player, &self.state);
        let centre = own.or(friend);
        for each in &play.each {
            for unit in self.state.units_around(centre, card.player, each) {
                let on = Some(unit);
                let card = ActingCard { on, ..*card };
                for effect in &each.effects {
                    if let Action::Triggered(triggered) = effect.action
                        && self.card_meets(card.player, card.units, &effect.conditions)?
                    {
                        self.apply_card_effect(&card, triggered, 0)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Applies the effects of a card at a moment, in order. `tests` bounds the tests in a row.
    pub(super) fn act_by_card(
        &mut self,
        card: &ActingCard<'_>,
        moment: Moment,
        tests: u8,
    ) -> PlayResult {
        if let Some(denial) = card.denies.filter(|denial| denial.moment == moment) {
            for unit in self.state.denied_units(card.units, denial.to) {
                self.deny(Some(unit), &denial.what);
            }
        }
        for effect in card.effects().filter(|effect| effect.moment == moment) {
            if let Action::Triggered(triggered) = effect.action
                && self.card_meets(card.player, card.units, &effect.conditions)?
            {
                self.apply_card_effect(card, triggered, tests)?;
            }
        }
        Ok(())
    }

    /// Applies one effect of a card; nothing happens to a unit that has left the table.
    pub(super) fn apply_card_effect(
        &mut self,
        card: &ActingCard<'_>,
        effect: TriggeredEffect,
        tests: u8,
    ) -> PlayResult {
        let Some((whom, unit)) = target(effect).and_then(|whom| Some((whom, card.unit(whom)?)))
        else {
            return Ok(());
        };
        let on_table = PlayerId::BOTH.iter().any(|player| self.state.is_on_table(unit, *player));
        if !on_table {
            return Ok(());
        }
        match effect {
            TriggeredEffect::Wounds(_, amount) => {
                let wounds = self.count_by_card(card, amount)?;
                self.wound_by_card(card, (whom, unit), wounds)
            }
            TriggeredEffect::Hits(_, amount, saves) => {
                let hits = self.count_by_card(card, amount)?;
                self.hit_by_card(card, (whom, unit), (hits, saves))
            }
            TriggeredEffect::Heal(_, amount) => {
                let wounds = self.count_by_card(card, amount)?;
                self.heal(unit, wounds, "A8.3")
            }
            TriggeredEffect::Give(_, tokens) => {
                held(tokens).try_for_each(|token| self.give_token(unit, token, "A8.3"))
            }
            TriggeredEffect::Remove(_, tokens) => {
                let bits = held(tokens).fold(0, |bits, token| bits | token.bit());
                let left = self.unit(unit)?.tokens & !bits;
                self.set_tokens(unit, left, "A8.3")
            }
            TriggeredEffect::Test(_, roll, _) | TriggeredEffect::Morale(_, roll) if tests > 0 => {
                let is_panic = matches!(effect, TriggeredEffect::Test(..));
                self.test_by_card(card, (whom, unit), (is_panic, roll, tests - 1))
            }
            // the catalogue refuses all others outside of attacks
            _ => Ok(()),
        }
    }

    /// Returns an amount of a card, for which its dice are rolled.
    fn count_by_card(&mut self, card: &ActingCard<'_>, amount: Amount) -> PlayResult<u8> {
        let mut count = self.card_amount(card.units, amount);
        for _ in 0..amount.d3 {
            count += i16::from(self.roll_die(&AMOUNT, Die::D3));
            self.ensure_dice()?;
        }
        let most = amount.most.map_or(MOST_AMOUNT, i16::from);
        Ok(count.clamp(0, most.min(MOST_AMOUNT)) as u8)
    }

    /// Deals wounds of a card without saves.
    fn wound_by_card(
        &mut self,
        card: &ActingCard<'_>,
        (whom, unit): (EffectTarget, UnitId),
        wounds: u8,
    ) -> PlayResult {
        let left = self.unit(unit)?.left.saturating_sub(wounds);
        self.set_wounds_left(unit, left, "A8.3")?;
        self.remove_destroyed(&[(unit, killer(card, whom))])
    }

    /// Deals hits of a card, against which the unit saves (A2.10).
    fn hit_by_card(
        &mut self,
        card: &ActingCard<'_>,
        (whom, unit): (EffectTarget, UnitId),
        (hits, saves): (u8, i8),
    ) -> PlayResult {
        let kind = EncounterKind::Hits { hits, saves };
        let after = self.resolve_dice(&self.state.lone_encounter(self.battle, unit, kind))?;
        self.set_tokens(unit, after.tokens[0], "A7.2")?;
        self.set_wounds_left(unit, after.left[0], "A2.10")?;
        self.remove_destroyed(&[(unit, killer(card, whom))])
    }

    /// Resolves a test that a card calls for, and what follows it.
    fn test_by_card(
        &mut self,
        card: &ActingCard<'_>,
        (whom, unit): (EffectTarget, UnitId),
        (is_panic, roll, tests): (bool, Amount, u8),
    ) -> PlayResult {
        let test = CardTest {
            units: card.units,
            whom,
            is_panic,
            roll,
            army: self.army_at(card.player),
            choice: card.choice,
            effects: card.effects,
        };
        let Some(spec) = self.state.card_test(self.battle, &test) else { return Ok(()) };
        let after = self.resolve(&spec)?;
        self.apply_test(unit, &after, if is_panic { "A4.2" } else { MORALE })?;
        let moment = moment_after_test(whom, after.failed[0]);
        self.act_by_card(card, moment, tests)?;
        // set last: what follows may call for other tests
        self.tested = Some(moment);
        Ok(())
    }
}

/// A test that a card calls for.
pub(crate) struct CardTest<'a> {
    /// The units of the card, of which one is tested.
    pub units: CardUnits,
    /// The one that is tested.
    pub whom: EffectTarget,
    /// Whether it is a panic test (A4.2), or a morale test without wounds (A4.1).
    pub is_panic: bool,
    /// What is added to the roll.
    pub roll: Amount,
    /// The army whose card it is.
    pub army: usize,
    /// The card.
    pub choice: CardChoice,
    /// What the card does.
    pub effects: &'a Effects,
}

impl BattleState {
    /// Lists the units that a card denies something.
    pub(crate) fn denied_units(&self, [unit, enemy]: CardUnits, to: DeniedUnits) -> Vec<UnitId> {
        match to {
            DeniedUnits::Of(EffectTarget::Bearer) => unit.into_iter().collect(),
            DeniedUnits::Of(EffectTarget::Enemy) => enemy.into_iter().collect(),
            DeniedUnits::Engaged => {
                unit.into_iter().flat_map(|unit| self.field.engaged_with(unit)).collect()
            }
        }
    }

    /// Lists the other units of a side that are within a range of a unit; all of them without a
    /// range.
    pub(crate) fn units_around(
        &self,
        centre: Option<UnitId>,
        player: PlayerId,
        each: &EachUnit,
    ) -> Vec<UnitId> {
        let side = if each.of == EffectTarget::Enemy { player.opponent() } else { player };
        let is_near = |unit: &UnitId| {
            let range = each.within.map(length);
            centre != Some(*unit)
                && range.is_none_or(|range| {
                    centre.is_some_and(|centre| self.are_within([centre, *unit], range))
                })
        };
        let units = self.units_on_table(side).filter(|(_, state)| state.left > 0);
        units.map(|(unit, _)| unit).filter(is_near).collect()
    }

    /// Returns the encounter of a test that a card calls for; `None` if the unit is gone.
    pub(crate) fn card_test(&self, battle: &Battle, test: &CardTest<'_>) -> Option<EncounterSpec> {
        let [unit, enemy] = test.units;
        let tested = if test.whom == EffectTarget::Bearer { unit } else { enemy }?;
        // more would pass or fail every test
        let modifier = self.card_amount(battle, test.units, test.roll).clamp(-12, 12) as i8;
        let own_turn = self.unit(tested)?.player == self.active;
        let kind = if test.is_panic {
            EncounterKind::Panic { modifier, own_turn }
        } else {
            EncounterKind::Morale { modifier, own_turn }
        };
        let spec = self.lone_encounter(battle, tested, kind);
        // what the card changes about its test, as an ability of the tested unit
        let changes = test.effects.all().any(|effect| effect.moment == Moment::Testing);
        if !changes || test.whom == EffectTarget::Enemy {
            return Some(spec);
        }
        let mut cards = spec.cards;
        cards[0] = cards[0].declaring(test.army, test.choice);
        Some(self.with_cards(battle, &spec, cards))
    }
}

/// Returns the unit that scores for a destroyed one: that of the card, if it has one (A12.5).
const fn killer(card: &ActingCard<'_>, whom: EffectTarget) -> Option<UnitId> {
    let [unit, _] = card.units;
    if matches!(whom, EffectTarget::Enemy) { unit } else { None }
}

/// Returns the unit on which an effect acts; `None` for effects that cards do not have.
pub(crate) const fn target(effect: TriggeredEffect) -> Option<EffectTarget> {
    match effect {
        TriggeredEffect::Wounds(whom, _)
        | TriggeredEffect::Hits(whom, ..)
        | TriggeredEffect::Heal(whom, _)
        | TriggeredEffect::Give(whom, _)
        | TriggeredEffect::Remove(whom, _)
        | TriggeredEffect::Test(whom, ..)
        | TriggeredEffect::Morale(whom, _) => Some(whom),
        _ => None,
    }
}

/// Iterates over condition tokens.
pub(crate) fn held(tokens: Tokens) -> impl Iterator<Item = ConditionToken> {
    ConditionToken::ALL.into_iter().filter(move |token| tokens.holds(token.token()))
}
