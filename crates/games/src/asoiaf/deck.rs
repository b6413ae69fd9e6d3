//! The tactics deck (A8): how many copies of a card are drawn by a round.
//!
//! A deck of 20 cards is shuffled once; three of them are the opening hand. What is played or
//! discarded in a round is drawn anew at its end (A8.1), and each visit to the Letters draws two
//! more (A9.2). Cards are drawn one by one, without any of them going back.

use super::question::Deck;
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Coin, Label, Num, Rule, Slot, State, when};

/// Words for a card that is drawn.
const DRAWN: &Label = &Label::new("a copy is drawn", "A8.1");

/// Drawing cards, as a question of its own.
#[derive(Clone, Debug)]
pub struct DeckRule {
    question: Deck,
}

impl DeckRule {
    /// The rule of a question.
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

    /// Card number `step` of the deck: a copy with the chance that those left make.
    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let cards = usize::from(self.question.cards()) - step;
        let (copies, drawn) = (self.question.copies(), state[0]);
        let mut is_copy = C::N::of(0);
        for already in 0..copies {
            let left = f64::from(copies - already) / cards as f64;
            let Ok(coin) = Coin::new(left.min(1.0)) else { continue };
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
