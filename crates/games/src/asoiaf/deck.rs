//! The tactics deck (A8): how many copies of a card are drawn by a round.
//!
//! A deck of 20 cards is shuffled once; three cards are the opening hand. Cards played or discarded
//! in a round are replaced at its end (A8.1), and each visit to the Letters draws two more (A9.2).
//! Cards are drawn one by one, without replacement.

use super::question::Deck;
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Coin, Label, Num, Rule, Slot, State, when};

/// Display name of a drawn copy.
const DRAWN: &Label = &Label::new("a copy is drawn", "A8.1");

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
            Slot::quantity(quantity::COPIES, "copies drawn", "copies", self.question.copies()),
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
            let coin = Coin::ratio_of((copies - already).into(), cards);
            let [shown] = when!(drawn.equals(C::N::of(already)), [chance.toss(DRAWN, coin)]);
            is_copy = is_copy + shown;
        }
        state[0] = drawn + is_copy;
    }

    #[inline(always)]
    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let drawn = state[0];
        chance.record(0, drawn);
        chance.record(1, C::N::flag(drawn.gt(C::N::of(0))));
        chance.record(2, C::N::flag(drawn.equals(C::N::of(self.question.copies()))));
    }
}
