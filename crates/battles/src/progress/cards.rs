//! Tactics cards that move between deck, hand and discard pile (A8.2, A8.3).

use super::{Play, PlayResult, refusal};
use crate::cards::{CardId, CardPile, CardView};
use crate::field::PlayerId;
use crate::log::LogEntry;
use warodds_engine::chance::Label;

const DRAW: Label = Label::new("tactics card", "A8.2");

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
            deck_sizes: [own.deck.len(), enemy.deck.len()],
        })
    }

    /// Returns the hand of an army; an empty one if cards are not played.
    pub(crate) fn hand(&self, army: usize) -> CardPile {
        let cards = self.cards.as_ref().and_then(|cards| cards.get(army));
        cards.map(|cards| cards.hand).unwrap_or_default()
    }

    /// Draws cards as long as the deck has some (A8.2).
    pub(crate) fn draw_cards(
        &mut self,
        player: PlayerId,
        count: u8,
        rule: &'static str,
    ) -> PlayResult {
        let army = self.army_at(player);
        for _ in 0..count {
            let deck = self.cards.map_or_else(CardPile::default, |cards| cards[army].deck);
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
            self.record(|| LogEntry::Drew { player, card, rule: rule.into() })?;
        }
        Ok(())
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
}
