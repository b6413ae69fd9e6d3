//! Tactics cards that players play at events outside of attacks, charges and tests (A8.3–A8.5).
//!
//! At each event the active player plays a card or passes, then the other one (A8.4). All ways to
//! play a card are listed with their units and options, so that a choice is one of the list.

use super::card_event::CardEvent;
use super::card_units::CardUnits;
use super::moved_cards::MovedCards;
use crate::cards::{CardChoice, CardWay, PlayedCard};
use crate::choice::PlayerChoice;
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use warodds_games::asoiaf::effect::{Amount, Conditions};
use warodds_questions::catalogue::{BattlePlay, Denied};

impl Play<'_> {
    /// Lets both players play a card at an event, the active one first (A8.5). Returns how many
    /// they play.
    pub(super) fn play_cards_at(&mut self, event: CardEvent) -> PlayResult<u8> {
        if self.battle.decks.is_none() {
            return Ok(0);
        }
        let mut played = 0;
        let active = match event {
            CardEvent::GameStart | CardEvent::RoundStart | CardEvent::RoundEnd => self.state.first,
            CardEvent::NcuActivation(_) => self.state.claimer(),
            _ => self.state.active,
        };
        for player in [active, active.opponent()] {
            self.use_ncus_at(event, player, None)?;
            // the same event of the encounter that led here (A8.4)
            let army = self.army_at(player);
            if event.window().is_some_and(|window| self.played_at.contains(&(army, window))) {
                continue;
            }
            played += self.play_card_at(event, player)?;
        }
        if matches!(event, CardEvent::TurnStart | CardEvent::Activation(_) | CardEvent::TurnEnd) {
            self.take_later_actions()?;
        }
        Ok(played)
    }

    /// Asks a player for a card at an event and plays it. Returns how many cards that are.
    pub(super) fn play_card_at(&mut self, event: CardEvent, player: PlayerId) -> PlayResult<u8> {
        let plays = self.plays_at(event, player)?;
        if plays.is_empty() {
            return Ok(0);
        }
        let decision = PlayerDecision::Play(plays.clone());
        let Some(played) = self.request_card(player, (decision, &plays))? else { return Ok(0) };
        self.play_unless_cancelled((event, player), &played)?;
        Ok(1)
    }

    /// Plays a card unless the enemy cancels it. Returns whether it is played.
    pub(super) fn play_unless_cancelled(
        &mut self,
        (event, player): (CardEvent, PlayerId),
        played: &PlayedCard,
    ) -> PlayResult<bool> {
        if self.is_cancelled(CardEvent::Played(player, [played.unit, played.enemy]))? {
            self.discard_card(player, played.choice.card, "A8.3")?;
            return Ok(false);
        }
        self.play_card((event, player), played)?;
        Ok(true)
    }

    /// Asks a player for one of these cards or uses of NCUs, or none.
    pub(super) fn request_card(
        &mut self,
        player: PlayerId,
        (decision, plays): (PlayerDecision, &[PlayedCard]),
    ) -> PlayResult<Option<PlayedCard>> {
        let choice = self.request_choice(player, decision)?;
        let PlayerChoice::Play(played) = choice else { return Err(wrong_choice("A8.5", &choice)) };
        let Some(played) = played else { return Ok(None) };
        let card = played.choice.card;
        let is_held = card.ncu().is_some() || self.hand(self.army_at(player)).count(card) > 0;
        if !is_held {
            return Err(refusal("A8.2", format!("the hand does not hold card {}", card.0)));
        }
        if !plays.contains(&played) {
            let why = format!("card {} may not be played like this at this event", card.0);
            return Err(refusal("A8.3", why));
        }
        Ok(Some(played))
    }

    /// Lists the cards that a player may play at an event, with their units and options.
    pub(super) fn plays_at(
        &self,
        event: CardEvent,
        player: PlayerId,
    ) -> PlayResult<Vec<PlayedCard>> {
        let army = self.army_at(player);
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        let Some(deck) = deck else { return Ok(Vec::new()) };
        let (mut plays, mut last) = (Vec::new(), None);
        for card in self.hand(army).cards() {
            // copies are alike
            if last.replace(card) == Some(card) {
                continue;
            }
            let ways = deck.card(card).into_iter().flat_map(|kind| &kind.ways);
            for (way, number) in ways.zip(0..) {
                let Some(battle) = &way.battle else { continue };
                if event.is(battle.trigger, player, &self.state)
                    && self.trigger_meets((event, player), &battle.of_trigger)?
                {
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
        if !self.is_claimed(event, battle) || !Self::is_gained(event, battle) {
            return Ok(());
        }
        let moved = self.moved_cards(player, (battle, choice.card));
        for unit in self.card_units(event, player, battle) {
            for enemy in self.card_enemies(event, (player, unit), battle) {
                let units = [unit, enemy];
                let is_card = choice.card.ncu().is_none();
                let is_denied =
                    |unit: UnitId| self.state.is_denied(self.battle, unit, Denied::Cards);
                if is_card && unit.is_some_and(is_denied) {
                    continue;
                }
                if !self.may_stay(player, battle, (units, choice))
                    || !self.card_meets(player, units, &way.requires)?
                {
                    continue;
                }
                for options in self.card_options(player, units, battle)? {
                    let play = |moved: &MovedCards| {
                        let (options, MovedCards { fetched, discarded, named, zones }) =
                            (options.clone(), moved.clone());
                        PlayedCard {
                            choice,
                            unit,
                            enemy,
                            options,
                            fetched,
                            discarded,
                            named,
                            zones,
                        }
                    };
                    plays.extend(moved.iter().map(play));
                }
            }
        }
        Ok(())
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
