//! `deck`: the probability of having drawn copies of a tactics card (A8).

use std::sync::LazyLock;

use super::attack::{ParsedQuestion, Subject, name_question};
use super::rules::RulesKeys;
use crate::request::kind::QuestionKind;
use crate::request::{BoundedInteger, Key, Keys, RequestError, UnitEngineKeys, keys};
use warodds_games::asoiaf::{Deck, Question};

keys! {
    /// A deck and the cards seen so far.
    pub struct DeckKeys in Situation {
        /// Copies of the card in the deck.
        usual copies: BoundedInteger<1, 60> = BoundedInteger::clamped(2), "K";
        /// The round by whose hand they are to be drawn; 1 is the opening hand of three.
        usual round: BoundedInteger<1, 20> = BoundedInteger::clamped(1), "R";
        /// Cards of the deck.
        usual cards: BoundedInteger<1, 60> = BoundedInteger::clamped(Deck::CARDS as i64), "N";
        /// Cards that are played or discarded in each round, and drawn anew at its end.
        usual discard: BoundedInteger<0, 20> = BoundedInteger::clamped(0), "N";
        /// Visits to the Letters until then: each draws two cards more.
        usual letters: BoundedInteger<0, 20> = BoundedInteger::clamped(0), "N";
    }
}

/// Returns the kind `deck`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "deck",
        about: "Which chance is there to have drawn a tactics card by a round?",
        more: "Of 20 cards with two copies of each, three are the opening hand; at the end of a \
               round the hand is filled up to three again.",
        examples: &[
            "warodds deck --copies 2 --round 1",
            "warodds deck --copies 2 --round 3 --discard 2 --letters 1",
            "warodds deck --copies 1 --round 6 --discard 3 --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| [DeckKeys::keys(), UnitEngineKeys::keys()].concat());
            &KEYS
        },
        ask: |values, _| DeckKeys::read(values)?.question().map(ParsedQuestion::into_query),
    }
}

impl DeckKeys {
    fn question(&self) -> Result<ParsedQuestion, RequestError> {
        let seen = Deck::seen(self.round.small(), self.discard.small(), self.letters.small());
        let deck = Deck::new(self.cards.small(), self.copies.small(), seen);
        let deck = deck.map_err(RequestError::refused)?;
        let rules = RulesKeys { rules: None, strict: false };
        let parsed = name_question("deck", Subject::Numbers("deck"), Question::Deck(deck), &rules)?;
        Ok(ParsedQuestion { notes: vec![describe_seen(deck)], ..parsed })
    }
}

/// Describes how much of the deck is seen.
fn describe_seen(deck: Deck) -> String {
    let s = if deck.drawn() == 1 { "" } else { "s" };
    format!("{} card{s} of {} are seen by then", deck.drawn(), deck.cards())
}
