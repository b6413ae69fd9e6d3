//! Piles of tactics cards: decks, hands and discard piles (A8.2).

use super::{CardId, TacticsDeck};

/// Some cards of one deck, in no order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardPile([u8; TacticsDeck::MAX_KINDS]);

impl CardPile {
    /// Returns the number of copies of a card.
    pub fn count(&self, card: CardId) -> u8 {
        self.0.get(usize::from(card.0)).copied().unwrap_or(0)
    }

    /// Returns the number of cards.
    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Returns whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the cards, in the order of their numbers.
    pub fn cards(&self) -> impl Iterator<Item = CardId> + '_ {
        let all = self.0.iter().zip(0..);
        all.flat_map(|(count, card)| (0..*count).map(move |_| CardId(card)))
    }

    /// Adds a card.
    pub(crate) fn add(&mut self, card: CardId) {
        if let Some(count) = self.0.get_mut(usize::from(card.0)) {
            *count += 1;
        }
    }

    /// Removes a card. Returns whether there was one.
    pub(crate) fn remove(&mut self, card: CardId) -> bool {
        let Some(count) = self.0.get_mut(usize::from(card.0)) else { return false };
        let is_there = *count > 0;
        *count -= u8::from(is_there);
        is_there
    }
}

/// The cards of an army that is playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArmyCards {
    /// The cards that are not drawn yet. The next one is any of them, so that no order exists that
    /// a player could know.
    pub deck: CardPile,
    /// The cards under the deck, which are drawn once it is empty.
    pub under: CardPile,
    pub hand: CardPile,
    pub discards: CardPile,
}

impl ArmyCards {
    /// Returns the cards of an army before the first draw.
    pub(crate) fn new(deck: &TacticsDeck) -> Self {
        let (hand, discards) = (CardPile::default(), CardPile::default());
        Self { deck: deck.pile(), under: CardPile::default(), hand, discards }
    }

    /// Returns the cards of which the next one is drawn: those under the deck once it is empty.
    pub(crate) fn next_cards(&mut self) -> CardPile {
        if self.deck.is_empty() {
            self.deck = std::mem::take(&mut self.under);
        }
        self.deck
    }

    /// Returns all cards of the deck, also those under it.
    pub(crate) fn whole_deck(&self) -> CardPile {
        let mut all = self.deck;
        self.under.cards().for_each(|card| all.add(card));
        all
    }
}

/// What a player sees of the cards: not the enemy's hand, and not what is left in the enemy's deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardView {
    /// The player's army: 0 for `a`, 1 for `b`.
    pub army: usize,
    /// The own hand.
    pub hand: CardPile,
    /// The discard piles, the own one first.
    pub discards: [CardPile; 2],
    /// The number of cards in the enemy's hand.
    pub enemy_hand: u8,
    /// The number of cards left in each deck, the own one first.
    pub deck_sizes: [u8; 2],
}
