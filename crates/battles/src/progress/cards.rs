//! Tactics cards that move between deck, hand and discard pile (A8.2, A8.3).

use super::{Play, PlayResult, refusal};
use crate::cards::{ArmyCards, CardChoice, CardId, CardPile, CardView, HeldCard};
use crate::field::{PlayerId, UnitId};
use crate::log::LogEntry;
use warodds_engine::chance::Label;
use warodds_games::asoiaf::UnitType;
use warodds_questions::catalogue::{CardSource, Gathering, StayingCard};

const DRAW: Label = Label::new("tactics card", "A8.2");
const LOST: Label = Label::new("discarded card", "A9.4");

impl Play<'_> {
    /// Returns what the player of an army sees of the cards.
    pub(super) fn card_view(&self, army: usize) -> Option<CardView> {
        let [own, enemy] = match (&self.cards, army) {
            (Some([a, b]), 0) => [a, b],
            (Some([a, b]), _) => [b, a],
            (None, _) => return None,
        };
        Some(CardView {
            army,
            hand: own.hand,
            discards: [own.discards, enemy.discards],
            enemy_hand: enemy.hand.len(),
            deck_sizes: [own, enemy].map(|cards| cards.whole_deck().len()),
        })
    }

    /// Returns the hand of an army; an empty one if cards are not played.
    pub(crate) fn hand(&self, army: usize) -> CardPile {
        let cards = self.cards.as_ref().and_then(|cards| cards.get(army));
        cards.map(|cards| cards.hand).unwrap_or_default()
    }

    /// Returns whether tactics cards and abilities of NCUs are played.
    pub(crate) const fn plays_cards(&self) -> bool {
        self.cards.is_some()
    }

    /// Returns the deck and the discard pile of an army.
    pub(crate) fn piles(&self, army: usize) -> [CardPile; 2] {
        let cards = self.cards.as_ref().and_then(|cards| cards.get(army));
        cards.map(|cards| [cards.whole_deck(), cards.discards]).unwrap_or_default()
    }

    /// Moves a card from a pile to the hand; of both piles the discard pile comes first.
    pub(crate) fn fetch_card(
        &mut self,
        player: PlayerId,
        card: CardId,
        from: CardSource,
    ) -> PlayResult {
        let army = self.army_at(player);
        let is_there = self.cards.as_mut().is_some_and(|cards| {
            let ArmyCards { deck, under, hand, discards } = &mut cards[army];
            let is_there = (from != CardSource::Deck && discards.remove(card))
                || (from != CardSource::Discards && (deck.remove(card) || under.remove(card)));
            if is_there {
                hand.add(card);
            }
            is_there
        });
        if !is_there {
            return Err(refusal("A9.4", format!("there is no card {} to take", card.0)));
        }
        self.record(|| LogEntry::Fetched { player, card, rule: "A9.4".into() })
    }

    /// Moves a card from a hand back into the deck.
    pub(crate) fn return_card(&mut self, player: PlayerId, card: CardId) -> PlayResult {
        let army = self.army_at(player);
        let is_held = self.cards.as_mut().is_some_and(|cards| {
            let is_held = cards[army].hand.remove(card);
            if is_held {
                cards[army].deck.add(card);
            }
            is_held
        });
        if !is_held {
            return Err(refusal("A9.4", format!("the hand does not hold card {}", card.0)));
        }
        self.record(|| LogEntry::Returned { player, card, rule: "A9.4".into() })
    }

    /// Discards cards of a hand at random.
    pub(crate) fn discard_at_random(&mut self, player: PlayerId, count: u8) -> PlayResult {
        let army = self.army_at(player);
        for _ in 0..count {
            let hand = self.hand(army);
            if hand.is_empty() {
                return Ok(());
            }
            let place = self.draw_card(&LOST, hand.len());
            self.ensure_dice()?;
            let card = hand.cards().nth(usize::from(place));
            let card = card.ok_or_else(|| refusal("A9.4", "the hand has no such card"))?;
            self.discard_card(player, card, "A9.4")?;
        }
        Ok(())
    }

    /// Draws cards as long as the deck has some (A8.2).
    pub(crate) fn draw_cards(
        &mut self,
        player: PlayerId,
        count: u8,
        rule: &'static str,
    ) -> PlayResult {
        let army = self.army_at(player);
        self.last_drawn.clear();
        for _ in 0..count {
            let deck = self.cards.as_mut().map(|cards| cards[army].next_cards());
            let deck = deck.unwrap_or_default();
            if deck.is_empty() {
                return Ok(());
            }
            let place = self.draw_card(&DRAW, deck.len());
            self.ensure_dice()?;
            let card = deck.cards().nth(usize::from(place));
            let card = card.ok_or_else(|| refusal("A8.2", "the deck has no such card"))?;
            if let Some(cards) = &mut self.cards {
                cards[army].deck.remove(card);
                cards[army].hand.add(card);
            }
            self.last_drawn.push(card);
            self.record(|| LogEntry::Drew { player, card, rule: rule.into() })?;
        }
        Ok(())
    }

    /// Moves a card from a hand under the deck.
    pub(crate) fn put_under_deck(&mut self, player: PlayerId, card: CardId) -> PlayResult {
        let army = self.army_at(player);
        if let Some(cards) = &mut self.cards
            && cards[army].hand.remove(card)
        {
            cards[army].under.add(card);
        }
        self.record(|| LogEntry::Returned { player, card, rule: "A9.4".into() })
    }

    /// Moves a card from a hand to the discard pile.
    pub(crate) fn discard_card(
        &mut self,
        player: PlayerId,
        card: CardId,
        rule: &'static str,
    ) -> PlayResult {
        let army = self.army_at(player);
        let is_held = self.cards.as_mut().is_some_and(|cards| {
            let is_held = cards[army].hand.remove(card);
            if is_held {
                cards[army].discards.add(card);
            }
            is_held
        });
        if !is_held {
            return Err(refusal(rule, format!("the hand does not hold card {}", card.0)));
        }
        self.record(|| LogEntry::Discarded { player, card, rule: rule.into() })
    }

    /// Moves a card from a hand to a unit on which it stays, and counts or waits (A8.3).
    pub(crate) fn attach_card(
        &mut self,
        player: PlayerId,
        choice: CardChoice,
        (unit, waits): (UnitId, bool),
    ) -> PlayResult {
        let (army, card) = (self.army_at(player), choice.card);
        let is_ncu = card.ncu().is_some();
        if !is_ncu && !self.cards.as_mut().is_some_and(|cards| cards[army].hand.remove(card)) {
            return Err(refusal("A8.2", format!("the hand does not hold card {}", card.0)));
        }
        if let Some(state) = self.state.unit_mut(unit) {
            state.cards.add(army, choice, waits);
        }
        self.note_ignored_terrain(unit);
        self.record(|| LogEntry::Stays { player, card, unit, rule: "A8.3".into() })
    }

    /// Notes whether the cards that stay on a unit let it ignore terrain.
    fn note_ignored_terrain(&mut self, unit: UnitId) {
        let is_so = self.state.ignores_terrain_by_cards(self.battle, unit);
        self.state.field.set_sure_footed(unit, is_so);
    }

    /// Discards the cards that stay on a unit and end by `is_over`.
    pub(crate) fn detach_cards(
        &mut self,
        unit: UnitId,
        is_over: impl Fn(&StayingCard) -> bool,
    ) -> PlayResult {
        let battle = self.battle;
        let staying = |army: usize, choice: CardChoice| {
            let way = battle.decks.as_ref()?.get(army)?.way(choice)?;
            way.battle.as_ref()?.stays.as_ref()
        };
        let ends = |army, choice| staying(army, choice).is_none_or(&is_over);
        let Some(state) = self.state.unit_mut(unit).filter(|state| !state.cards.is_empty()) else {
            return Ok(());
        };
        let held = state.cards;
        state.cards = held.changed(|held| (!ends(held.army, held.choice)).then_some(held));
        self.note_ignored_terrain(unit);
        for (army, choice, _) in held.cards().filter(|(army, choice, _)| ends(*army, *choice)) {
            let (player, card) = (self.player_of_army(army), choice.card);
            // played on without hands, a battle has no discard piles
            if let Some(cards) = &mut self.cards {
                cards[army].discards.add(card);
            }
            self.record(|| LogEntry::Left { player, card, unit, rule: "A8.3".into() })?;
        }
        Ok(())
    }

    /// Discards the cards that stay on any unit and end by `is_over`.
    pub(crate) fn detach_all_cards(
        &mut self,
        is_over: impl Fn(&StayingCard) -> bool,
    ) -> PlayResult {
        // a field holds 32 units
        let units = (0..self.state.units.len()).map(|number| UnitId(number as u8));
        units.into_iter().try_for_each(|unit| self.detach_cards(unit, &is_over))
    }

    /// Lets cards count that waited for the death of a friend of their unit of this type.
    pub(crate) fn wake_cards(&mut self, player: PlayerId, kind: UnitType) {
        let battle = self.battle;
        let waits_for = |army: usize, choice: CardChoice| {
            let way = battle.decks.as_ref().and_then(|decks| decks.get(army)?.way(choice));
            let stays = way.and_then(|way| way.battle.as_ref()?.stays.as_ref());
            stays.is_some_and(|stays| stays.after_death_of.contains(&kind))
        };
        for unit in self.state.units.iter_mut().filter(|unit| unit.player == player) {
            let wake = |held: HeldCard| {
                let waits = held.waits && !waits_for(held.army, held.choice);
                Some(HeldCard { waits, ..held })
            };
            unit.cards = unit.cards.changed(wake);
        }
    }

    /// Puts tokens on the cards that stay on a unit and gather them at an event.
    pub(crate) fn gather_tokens(
        &mut self,
        unit: UnitId,
        more: u8,
        is_event: impl Fn(usize, &Gathering) -> bool,
    ) -> PlayResult {
        let battle = self.battle;
        let Some(state) = self.state.unit(unit) else { return Ok(()) };
        let held = state.cards;
        for card in held.held() {
            let way =
                battle.decks.as_ref().and_then(|decks| decks.get(card.army)?.way(card.choice));
            let gathers = way.and_then(|way| way.battle.as_ref()?.stays.as_ref()?.gathers.as_ref());
            if gathers.is_some_and(|gathers| is_event(card.army, gathers)) {
                let tokens = card.tokens.saturating_add(more).min(Gathering::MOST);
                self.set_card_tokens(unit, (card.army, card.choice), tokens)?;
            }
        }
        Ok(())
    }

    /// Sets the tokens on a card that stays on a unit.
    pub(crate) fn set_card_tokens(
        &mut self,
        unit: UnitId,
        (army, choice): (usize, CardChoice),
        tokens: u8,
    ) -> PlayResult {
        let is_it = |held: HeldCard| held.army == army && held.choice == choice;
        let Some(state) = self.state.unit_mut(unit) else { return Ok(()) };
        if !state.cards.held().any(|held| is_it(held) && held.tokens != tokens) {
            return Ok(());
        }
        state.cards = state
            .cards
            .changed(|held| Some(if is_it(held) { HeldCard { tokens, ..held } } else { held }));
        let (player, card) = (self.player_of_army(army), choice.card);
        self.record(|| LogEntry::CardTokens { player, card, unit, tokens, rule: "A8.3".into() })
    }

    /// Returns the player of an army.
    pub(crate) fn player_of_army(&self, army: usize) -> PlayerId {
        let south = PlayerId::South;
        if self.army_at(south) == army { south } else { south.opponent() }
    }
}
