//! The tactics deck (A8): how many copies of a card are drawn by a round.
//!
//! A deck of 20 cards is shuffled once; three cards are the opening hand. Cards played or discarded
//! in a round are replaced at its end (A8.1), and each visit to the Letters draws two more (A9.2).
//! Cards are drawn one by one, without replacement.

use thiserror::Error;

use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Coin, Label, Num, Rule, Slot, State, when};

/// Display name of a drawn copy.
const DRAWN: &Label = &Label::new("a copy is drawn", "A8.1");

/// Cards drawn from a shuffled deck (A8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    cards: u8,
    copies: u8,
    drawn: u8,
    held: u8,
}

/// The cards of a deck that were drawn so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawnCards {
    /// Copies of the card in the hand.
    pub held: u8,
    /// Copies of the card that were played or discarded.
    pub played: u8,
    /// Other cards.
    pub others: u8,
}

/// An impossible deck.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DeckError {
    /// Too few or too many cards.
    #[error("a deck has 1 to {} cards, not {given}", Deck::MOST_CARDS)]
    Cards {
        /// The number of cards.
        given: u8,
    },
    /// No copy, or more copies than cards.
    #[error("a deck of {cards} cards holds 1 to {cards} copies of a card, not {given}")]
    Copies {
        /// The number of copies.
        given: u8,
        /// The number of cards.
        cards: u8,
    },
    /// More cards were drawn than there are.
    #[error(
        "more cards are drawn than the deck holds: {copies} copies of the card and {others} others"
    )]
    Drawn {
        /// The number of copies.
        copies: u8,
        /// The number of other cards.
        others: u8,
    },
    /// No copy is left.
    #[error("all {0} copies of the card have been played: none is left to draw")]
    Played(u8),
}

impl Deck {
    /// Cards of a deck in the rulebook (A8.1).
    pub const CARDS: u8 = 20;
    /// Cards of the opening hand (A8.1).
    pub const HAND: u8 = 3;
    /// Cards drawn by a visit to the Letters (A9.2).
    pub const BY_LETTERS: u8 = 2;
    /// Largest number of cards.
    pub const MOST_CARDS: u8 = 60;

    /// Creates a deck of `cards` cards with `copies` copies of one of them, from which `drawn`
    /// cards are drawn (at most all).
    ///
    /// # Errors
    /// [`DeckError`] if there are no cards or too many, or no copies or too many.
    pub fn new(cards: u8, copies: u8, drawn: u8) -> Result<Self, DeckError> {
        if !(1..=Self::MOST_CARDS).contains(&cards) {
            return Err(DeckError::Cards { given: cards });
        }
        if !(1..=cards).contains(&copies) {
            return Err(DeckError::Copies { given: copies, cards });
        }
        Ok(Self { cards, copies, drawn: drawn.min(cards), held: 0 })
    }

    /// Returns the rest of the deck once some cards are known to be drawn. They count among those
    /// that are drawn in all.
    ///
    /// # Errors
    /// [`DeckError`] if the deck does not hold them, or if no copy is left.
    ///
    /// # Examples
    /// Three other cards are in the hand of a deck of 20, and two more cards are drawn:
    /// ```
    /// use warodds_games::asoiaf::Deck;
    /// use warodds_games::asoiaf::deck::DrawnCards;
    ///
    /// let known = DrawnCards { others: 3, ..DrawnCards::default() };
    /// assert_eq!(Deck::new(20, 2, 5)?.without(known)?, Deck::new(17, 2, 2)?);
    /// # Ok::<(), warodds_games::asoiaf::deck::DeckError>(())
    /// ```
    pub fn without(self, known: DrawnCards) -> Result<Self, DeckError> {
        let DrawnCards { held, played, others } = known;
        let other_cards = self.cards - self.copies;
        let copies = held.checked_add(played).and_then(|known| self.copies.checked_sub(known));
        let lacking = DeckError::Drawn { copies: self.copies, others: other_cards };
        let (copies, rest) = copies.zip(other_cards.checked_sub(others)).ok_or(lacking)?;
        if copies + held == 0 {
            return Err(DeckError::Played(self.copies));
        }
        let cards = copies + rest;
        let drawn = self.drawn.saturating_sub(self.cards - cards).min(cards);
        Ok(Self { cards, copies, drawn, held: self.held + held })
    }

    /// Returns the number of cards drawn by round `round` (from 1): the opening hand, replacements
    /// for `discarded` cards at the end of each earlier round, and cards from `letters` visits to
    /// the Letters (A8.1, A9.2).
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Deck;
    ///
    /// // the opening hand, two cards replaced after each of two rounds, and one visit to the Letters
    /// assert_eq!(Deck::seen(3, 2, 1), 3 + 2 * 2 + 2);
    /// ```
    pub const fn seen(round: u8, discarded: u8, letters: u8) -> u8 {
        let refilled = round.saturating_sub(1).saturating_mul(discarded);
        Self::HAND.saturating_add(refilled).saturating_add(letters.saturating_mul(Self::BY_LETTERS))
    }

    /// Returns the number of cards.
    pub const fn cards(self) -> u8 {
        self.cards
    }

    /// Returns the number of copies in it.
    pub const fn copies(self) -> u8 {
        self.copies
    }

    /// Returns the number of copies in the hand already.
    pub const fn held(self) -> u8 {
        self.held
    }

    /// Returns the number of cards drawn.
    pub const fn drawn(self) -> u8 {
        self.drawn
    }
}

/// The rule of drawing cards.
///
/// # Examples
/// A hand of three from 20 cards has at least one of two copies with probability
/// 1 − (18 · 17 · 16) / (20 · 19 · 18) = 27/95.
/// ```
/// use warodds_engine::run::exact;
/// use warodds_games::asoiaf::Deck;
/// use warodds_games::asoiaf::deck::DeckRule;
///
/// // slots: copies, at least one, all
/// let found = exact(&DeckRule::new(&Deck::new(20, 2, 3)?))?;
/// assert!((found.slots[1].exactly(1) - 27.0 / 95.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeckRule {
    question: Deck,
}

impl DeckRule {
    /// Creates the rule of a question.
    pub const fn new(question: &Deck) -> Self {
        Self { question: *question }
    }
}

impl Rule for DeckRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(
                quantity::COPIES,
                "copies drawn",
                "copies",
                self.question.copies() + self.question.held(),
            ),
            Slot::event(event::AT_LEAST_ONE, "at least one copy is drawn"),
            Slot::event(event::ALL_COPIES, "all copies are drawn"),
        ]
    }

    fn steps(&self) -> usize {
        self.question.drawn().into()
    }

    /// Draws card number `step` of the deck: a copy with the chance of the copies left in it.
    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let cards = usize::from(self.question.cards()).saturating_sub(step) as u32;
        let (copies, drawn) = (self.question.copies(), state[0]);
        let mut is_copy = C::N::of(0);
        // the chance depends on the copies drawn so far; each case is tossed under its own mask
        for already in 0..copies {
            // unreachable counts may exceed the cards left; their toss is masked out
            let left = u32::from(copies - already).min(cards);
            let Ok(coin) = Coin::from_ratio(left, cards) else { continue };
            let [shown] = when!(drawn.equals(C::N::of(already)), [chance.toss(DRAWN, coin)]);
            is_copy = is_copy + shown;
        }
        state[0] = drawn + is_copy;
    }

    #[inline(always)]
    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let (copies, held) = (self.question.copies(), self.question.held());
        let drawn = state[0] + C::N::of(held);
        chance.record(0, drawn);
        chance.record(1, C::N::flag(drawn.gt(C::N::of(0))));
        chance.record(2, C::N::flag(drawn.equals(C::N::of(copies + held))));
    }
}
