//! Tactics cards that players play at events outside of attacks, charges and tests (A8.3–A8.5).
//!
//! At each event the active player plays a card or passes, then the other one (A8.4). All ways to
//! play a card are listed with their units and options, so that a choice is one of the list.

use super::encounters::length;
use super::moved_cards::MovedCards;
use crate::battle::Battle;
use crate::cards::{CardChoice, CardId, CardWay, PlayedCard};
use crate::choice::{PlayerChoice, TacticsZone};
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::geometry::Length;
use crate::outcomes::{EncounterError, OutcomeCache};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::BattleState;
use warodds_games::asoiaf::Reach;
use warodds_games::asoiaf::effect::{Amount, Choice, Conditions, EffectTarget, Per};
use warodds_questions::catalogue::{BattlePlay, BattleTrigger, ChosenEnemy, ChosenUnit};

/// An event outside of attacks, charges and tests at which cards are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardEvent {
    GameStart,
    RoundStart,
    TurnStart,
    /// A unit activates.
    Activation(UnitId),
    TurnEnd,
    RoundEnd,
    /// An NCU of the active player activates; `None` without abilities.
    NcuActivation(Option<CardId>),
    /// An NCU of the active player claims a zone; `None` without abilities.
    Claim(TacticsZone, Option<CardId>),
}

impl CardEvent {
    /// Returns whether a card of a player waits for the event; `is_active` says whether it is the
    /// player's turn, which is also the turn of the unit that activates.
    pub(super) const fn is(self, trigger: BattleTrigger, is_active: bool) -> bool {
        match trigger {
            BattleTrigger::GameStart => matches!(self, Self::GameStart),
            BattleTrigger::RoundStart => matches!(self, Self::RoundStart),
            BattleTrigger::TurnStart => matches!(self, Self::TurnStart),
            BattleTrigger::OwnTurnStart => matches!(self, Self::TurnStart) && is_active,
            BattleTrigger::EnemyTurnStart => matches!(self, Self::TurnStart) && !is_active,
            BattleTrigger::FriendActivates => matches!(self, Self::Activation(_)) && is_active,
            BattleTrigger::EnemyActivates => matches!(self, Self::Activation(_)) && !is_active,
            BattleTrigger::TurnEnd => matches!(self, Self::TurnEnd),
            BattleTrigger::RoundEnd => matches!(self, Self::RoundEnd),
            BattleTrigger::FriendNcuClaims => matches!(self, Self::Claim(..)) && is_active,
            BattleTrigger::NcuClaims => matches!(self, Self::Claim(..)),
            BattleTrigger::EnemyNcuClaims => matches!(self, Self::Claim(..)) && !is_active,
            BattleTrigger::EnemyNcuActivates => {
                matches!(self, Self::NcuActivation(_)) && !is_active
            }
            // of one NCU alone
            BattleTrigger::OwnActivation | BattleTrigger::OwnClaim => false,
        }
    }

    const fn activating(self) -> Option<UnitId> {
        if let Self::Activation(unit) = self { Some(unit) } else { None }
    }
}

/// The units for which a card is played: the card's own one and its enemy.
pub(super) type CardUnits = [Option<UnitId>; 2];

impl Play<'_> {
    /// Lets both players play a card at an event, the active one first (A8.5).
    pub(super) fn play_cards_at(&mut self, event: CardEvent) -> PlayResult {
        if self.battle.decks.is_none() {
            return Ok(());
        }
        let active = match event {
            CardEvent::GameStart | CardEvent::RoundStart | CardEvent::RoundEnd => self.state.first,
            _ => self.state.active,
        };
        for player in [active, active.opponent()] {
            self.use_ncus_at(event, player, None)?;
            self.play_card_at(event, player)?;
        }
        Ok(())
    }

    /// Asks a player for a card at an event and plays it.
    pub(super) fn play_card_at(&mut self, event: CardEvent, player: PlayerId) -> PlayResult {
        let plays = self.plays_at(event, player)?;
        if plays.is_empty() {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Play(plays.clone()))?;
        let PlayerChoice::Play(played) = choice else { return Err(wrong_choice("A8.5", &choice)) };
        let Some(played) = played else { return Ok(()) };
        self.play_one(player, &played, &plays)
    }

    /// Plays a card that must be one of these.
    pub(super) fn play_one(
        &mut self,
        player: PlayerId,
        played: &PlayedCard,
        plays: &[PlayedCard],
    ) -> PlayResult {
        let card = played.choice.card;
        let is_held = card.ncu().is_some() || self.hand(self.army_at(player)).count(card) > 0;
        if !is_held {
            return Err(refusal("A8.2", format!("the hand does not hold card {}", card.0)));
        }
        if !plays.contains(played) {
            let why = format!("card {} may not be played so at this event", card.0);
            return Err(refusal("A8.3", why));
        }
        self.play_card(player, played)
    }

    /// Lists the cards that a player may play at an event, with their units and options.
    fn plays_at(&self, event: CardEvent, player: PlayerId) -> PlayResult<Vec<PlayedCard>> {
        let army = self.army_at(player);
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        let (Some(deck), is_active) = (deck, player == self.state.active) else {
            return Ok(Vec::new());
        };
        let (mut plays, mut last) = (Vec::new(), None);
        for card in self.hand(army).cards() {
            // copies are alike
            if last.replace(card) == Some(card) {
                continue;
            }
            let ways = deck.card(card).into_iter().flat_map(|kind| &kind.ways);
            for (way, number) in ways.zip(0..) {
                let Some(battle) = &way.battle else { continue };
                if event.is(battle.trigger, is_active) {
                    let choice = CardChoice { card, way: number };
                    self.list_plays((event, player), (way, battle, choice), &mut plays)?;
                }
            }
        }
        Ok(plays)
    }

    /// Adds the ways to choose units and options for a card.
    pub(super) fn list_plays(
        &self,
        (event, player): (CardEvent, PlayerId),
        (way, battle, choice): (&CardWay, &BattlePlay, CardChoice),
        plays: &mut Vec<PlayedCard>,
    ) -> PlayResult {
        if !self.is_claimed(event, battle) {
            return Ok(());
        }
        let moved = self.moved_cards(player, battle);
        for unit in self.card_units(event, player, battle) {
            for enemy in self.card_enemies(event, (player, unit), battle) {
                let units = [unit, enemy];
                if !self.may_stay(player, battle, (units, choice))
                    || !self.card_meets(player, units, &way.requires)?
                {
                    continue;
                }
                for options in self.card_options(player, units, battle)? {
                    let play = |moved: &MovedCards| {
                        let (options, MovedCards { fetched, discarded, named }) =
                            (options.clone(), moved.clone());
                        PlayedCard { choice, unit, enemy, options, fetched, discarded, named }
                    };
                    plays.extend(moved.iter().map(play));
                }
            }
        }
        Ok(())
    }

    /// Returns whether a card that stays fits on its unit; true for other cards.
    fn may_stay(
        &self,
        player: PlayerId,
        battle: &BattlePlay,
        ([unit, enemy], choice): (CardUnits, CardChoice),
    ) -> bool {
        battle.stays.as_ref().is_none_or(|stays| {
            let on = if stays.on == EffectTarget::Bearer { unit } else { enemy };
            let state = on.and_then(|unit| self.state.unit(unit));
            state.is_some_and(|state| state.cards.may_add(self.army_at(player), choice))
                && self.may_influence(self.army_at(player), on, choice.card)
        })
    }

    /// Lists the friendly units that a card may name; one `None` if it names none.
    fn card_units(
        &self,
        event: CardEvent,
        player: PlayerId,
        battle: &BattlePlay,
    ) -> Vec<Option<UnitId>> {
        let Some(chosen) = battle.unit else { return vec![None] };
        let is_chosen = |unit: &UnitId| match chosen {
            ChosenUnit::Activating => event.activating() == Some(*unit),
            ChosenUnit::Any | ChosenUnit::Either => true,
            ChosenUnit::Engaged => self.state.field.is_engaged(*unit),
            ChosenUnit::Unengaged => !self.state.field.is_engaged(*unit),
        };
        let others = if chosen == ChosenUnit::Either { Some(player.opponent()) } else { None };
        let units = [Some(player), others].into_iter().flatten();
        let units = units.flat_map(|player| self.state.units_on_table(player));
        units.map(|(unit, _)| unit).filter(is_chosen).map(Some).collect()
    }

    /// Lists the enemies that a card may name for a unit; one `None` if it names none.
    fn card_enemies(
        &self,
        event: CardEvent,
        (player, unit): (PlayerId, Option<UnitId>),
        battle: &BattlePlay,
    ) -> Vec<Option<UnitId>> {
        let Some(chosen) = battle.enemy else { return vec![None] };
        let is_within = |enemy: UnitId| {
            let range = battle.within.map(length);
            range.zip(unit).is_none_or(|(range, unit)| self.state.are_within([unit, enemy], range))
        };
        let is_chosen = |enemy: &UnitId| match (chosen, unit) {
            (ChosenEnemy::Activating, _) => event.activating() == Some(*enemy),
            (ChosenEnemy::Any, _) => true,
            (ChosenEnemy::Engaged, None) => self.state.field.is_engaged(*enemy),
            (ChosenEnemy::Engaged, Some(unit)) => {
                self.state.field.engaged_with(unit).any(|other| other == *enemy)
            }
        };
        let enemies = self.state.units_on_table(player.opponent()).map(|(unit, _)| unit);
        enemies.filter(|enemy| is_chosen(enemy) && is_within(*enemy)).map(Some).collect()
    }

    /// Lists the sets of options that a player may take.
    fn card_options(
        &self,
        player: PlayerId,
        units: CardUnits,
        battle: &BattlePlay,
    ) -> PlayResult<Vec<Vec<u8>>> {
        let Some(choice) = &battle.effects.choice else { return Ok(vec![Vec::new()]) };
        let Choice { picks, more, optional, options } = choice;
        let mut count = i32::from(self.card_amount(units, *picks));
        for conditions in more {
            count += i32::from(self.card_meets(player, units, conditions)?);
        }
        // the catalogue allows eight options
        let count = count.clamp(0, options.len() as i32).unsigned_abs();
        let is_allowed = |set: &u16| {
            if *optional { set.count_ones() <= count } else { set.count_ones() == count }
        };
        let sets = (0..1_u16 << options.len().min(8)).filter(is_allowed);
        let numbers = |set: u16| (0..8).filter(|option| set >> option & 1 != 0).collect();
        Ok(sets.map(numbers).collect())
    }

    /// Returns whether conditions hold for the units of a card of a player.
    pub(super) fn card_meets(
        &self,
        player: PlayerId,
        [unit, enemy]: CardUnits,
        conditions: &Conditions,
    ) -> PlayResult<bool> {
        Ok(self.state.card_meets(self.outcomes, (player, [unit, enemy]), conditions)?)
    }

    /// Returns an amount of a card for its units; 0 for counts of units that it does not have.
    pub(super) fn card_amount(&self, [unit, enemy]: CardUnits, amount: Amount) -> i16 {
        self.state.card_amount(self.battle, [unit, enemy], amount)
    }
}

impl BattleState {
    /// Returns whether two units on the table are within a range.
    pub(crate) fn are_within(&self, units: [UnitId; 2], range: Length) -> bool {
        let [Ok(one), Ok(other)] = units.map(|unit| self.field.unit(unit)) else { return false };
        one.tray.shape().is_within(other.tray.shape(), range)
    }

    /// Returns the range within which two units are (A1.2); long beyond it.
    pub(crate) fn reach_between(&self, units: [UnitId; 2]) -> Reach {
        let [unit, enemy] = units;
        if self.field.engaged_with(unit).any(|other| other == enemy) {
            Reach::Melee
        } else if self.are_within(units, Length::SHORT) {
            Reach::SHORT
        } else {
            Reach::LONG
        }
    }

    /// Returns whether conditions hold for the units of a card of a player.
    pub(crate) fn card_meets(
        &self,
        outcomes: &OutcomeCache<'_>,
        (player, [unit, enemy]): (PlayerId, CardUnits),
        conditions: &Conditions,
    ) -> Result<bool, EncounterError> {
        // the moments of effects say which test is meant
        let conditions = Conditions { test: None, ..conditions.clone() };
        if conditions == Conditions::default() {
            return Ok(true);
        }
        // without a unit, conditions are about its player alone, whom any unit stands for
        let any = || self.units_on_table(player).next().map(|(unit, _)| unit);
        let Some(bearer) = unit.or_else(any) else { return Ok(false) };
        let other = enemy.unwrap_or(bearer);
        let is_alive = |unit| self.unit(unit).is_some_and(|state| state.left > 0);
        if !is_alive(bearer) || !is_alive(other) {
            return Ok(false);
        }
        let spec = self.pair_with_all_conditions([bearer, other]);
        let reach = enemy.map(|enemy| self.reach_between([bearer, enemy]));
        outcomes.meets(&spec, reach, &conditions)
    }

    /// Returns an amount of a card for its units.
    pub(crate) fn card_amount(
        &self,
        battle: &Battle,
        [unit, enemy]: CardUnits,
        amount: Amount,
    ) -> i16 {
        let body = |unit: Option<UnitId>| {
            let (fighter, state) = (battle.fighter(unit?)?, self.unit(unit?)?);
            Some((fighter.unit.body, state.left, state.tokens))
        };
        let left = |unit| body(unit).map_or(0, |(body, left, _)| body.ranks_left(left));
        let lost =
            |unit| body(unit).map_or(0, |(body, left, _)| body.ranks() - body.ranks_left(left));
        let count = match amount.per {
            Some(Per::OwnRanks) => left(unit),
            Some(Per::OwnRanksLost) => lost(unit),
            Some(Per::EnemyRanks) => left(enemy),
            Some(Per::EnemyRanksLost) => lost(enemy),
            Some(Per::OwnWoundsLost) => {
                body(unit).map_or(0, |(body, left, _)| body.wounds().saturating_sub(left))
            }
            Some(Per::EnemyTokens) => {
                body(enemy).map_or(0, |(_, _, tokens)| (tokens & 0b111).count_ones() as u8)
            }
            // the catalogue refuses counts of an attack
            Some(Per::RanksDestroyed | Per::WoundsDealt | Per::PanicWounds) | None => 0,
        };
        amount.plain(count)
    }
}
