//! Tactics cards that stay on units (A8.3).

use super::{CardChoice, DeclaredCards};
use warodds_questions::catalogue::Gathering;

/// The tactics cards that stay on a unit, of either player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StayingCards {
    all: DeclaredCards,
    /// A bit for each card that does not count yet: it waits for the death of another unit.
    waiting: u8,
    /// The tokens on each card.
    tokens: CardTokens,
}

/// The tokens on each of several cards, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardTokens(u8);

impl CardTokens {
    /// The tokens on all cards but one with these.
    pub(crate) const fn of_first(tokens: u8) -> Self {
        Self(tokens & 3)
    }

    /// Returns the tokens on the card at a place, from 0.
    pub(crate) const fn at(self, place: usize) -> u8 {
        if place < 4 { self.0 >> (2 * place) & 3 } else { 0 }
    }

    /// Sets the tokens on the card at a place, at most [`Gathering::MOST`].
    const fn set(&mut self, place: usize, tokens: u8) {
        if place < 4 {
            let most = if tokens > Gathering::MOST { Gathering::MOST } else { tokens };
            self.0 = self.0 & !(3 << (2 * place)) | most << (2 * place);
        }
    }

    /// Returns the tokens as a byte.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }
}

/// A card that stays on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldCard {
    /// The army whose card it is.
    pub army: usize,
    pub choice: CardChoice,
    /// Whether it does not count yet.
    pub waits: bool,
    /// The tokens on it.
    pub tokens: u8,
}

impl StayingCards {
    /// The most cards on a unit; the others of an encounter are declared in it.
    const MOST: usize = 3;

    /// Returns whether there is no card.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether another card of an army fits: effects of one name do not add up (A0.8).
    pub(crate) fn may_add(&self, army: usize, choice: CardChoice) -> bool {
        let is_same = |(of, one): (usize, CardChoice)| of == army && one.card == choice.card;
        self.all.cards().count() < Self::MOST && !self.all.cards().any(is_same)
    }

    /// Adds a card of an army, which counts at once or waits.
    pub(crate) fn add(&mut self, army: usize, choice: CardChoice, waits: bool) {
        self.waiting |= u8::from(waits) << self.all.cards().count();
        self.all = self.all.declaring(army, choice);
    }

    /// Puts tokens on the card that was added last.
    pub(crate) fn set_last_tokens(&mut self, tokens: u8) {
        if let Some(place) = self.all.cards().count().checked_sub(1) {
            self.tokens.set(place, tokens);
        }
    }

    /// Iterates over the cards with their armies, and whether each waits.
    pub(crate) fn cards(&self) -> impl Iterator<Item = (usize, CardChoice, bool)> + '_ {
        self.held().map(|held| (held.army, held.choice, held.waits))
    }

    /// Iterates over the cards.
    pub(crate) fn held(&self) -> impl Iterator<Item = HeldCard> + '_ {
        let waits = |place: usize| self.waiting >> place & 1 != 0;
        self.all.cards().enumerate().map(move |(place, (army, choice))| HeldCard {
            army,
            choice,
            waits: waits(place),
            tokens: self.tokens.at(place),
        })
    }

    /// Returns the cards that count.
    pub(crate) fn counting(&self) -> DeclaredCards {
        let counting = self.cards().filter(|(.., waits)| !waits);
        counting
            .fold(DeclaredCards::default(), |all, (army, choice, _)| all.declaring(army, choice))
    }

    /// Returns the tokens on the cards that count, in their order.
    pub(crate) fn counting_tokens(&self) -> CardTokens {
        let mut tokens = CardTokens::default();
        for (place, held) in self.held().filter(|held| !held.waits).enumerate() {
            tokens.set(place, held.tokens);
        }
        tokens
    }

    /// Returns the cards that `change` keeps, as it changes them.
    #[must_use]
    pub(crate) fn changed(&self, change: impl Fn(HeldCard) -> Option<HeldCard>) -> Self {
        let mut kept = Self::default();
        for held in self.held().filter_map(change) {
            let place = kept.all.cards().count();
            kept.add(held.army, held.choice, held.waits);
            kept.tokens.set(place, held.tokens);
        }
        kept
    }

    /// Returns the cards as a number that is zero if there are none.
    pub(crate) fn word(&self) -> u64 {
        let tokens = u64::from(self.tokens.byte()) << 40;
        tokens | u64::from(self.all.word()) << 8 | u64::from(self.waiting)
    }
}
