//! `deck`: the probability of having drawn copies of a tactics card (A8).

use std::sync::LazyLock;

use super::named_deck::{NamedCards, NamedDeckKeys};
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::{
    BoundedInteger, Key, Keys, Mark, ParsedFields, RequestError, UnitEngineKeys, groups, keys,
};
use warodds_games::asoiaf::{Deck, Question};

/// The cards of the leadership deck of a house, without those of its commanders.
const OF_THE_HOUSE: u8 = 10;
/// The cards that each commander adds to it.
const OF_A_COMMANDER: u8 = 5;

keys! {
    /// A deck and the cards drawn from it.
    pub struct DeckSize in Situation {
        /// Copies of the card in the deck.
        usual copies: BoundedInteger<1, 60> = BoundedInteger::clamped(2), "K";
        /// By which round you want it in hand. Round 1 is the opening hand of three.
        usual round: BoundedInteger<1, 20> = BoundedInteger::clamped(1), "R";
        /// Cards of the deck.
        usual cards: BoundedInteger<1, 60> = BoundedInteger::clamped(Deck::CARDS as i64), "N";
        /// Cards played or discarded in each round, and replaced at its end.
        usual discard: BoundedInteger<0, 20> = BoundedInteger::clamped(0), "N";
        /// Visits to the Letters until then. Each draws two more cards.
        usual letters: BoundedInteger<0, 20> = BoundedInteger::clamped(0), "N";
    }
}

keys! {
    /// The leadership deck of Battles of Westeros.
    pub struct LeadershipDeck in Situation {
        /// A leadership deck with the cards of this many commanders.
        maybe leadership: BoundedInteger<1, 10> [
            Requires("rating"),
            Conflicts("cards"),
            Conflicts("discard"),
            Conflicts("letters")
        ], "COMMANDERS";
        /// Cards drawn in each round.
        maybe rating: BoundedInteger<1, 20> [Requires("leadership")], "N";
    }
}

groups! {
    /// A deck, the cards of interest, and what was drawn so far.
    pub struct DeckKeys {
        /// A deck in numbers.
        pub size: DeckSize,
        /// A leadership deck.
        pub leadership: LeadershipDeck,
        /// A deck and cards by name.
        pub named: NamedDeckKeys,
    }
}

/// Returns the kind `deck`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "deck",
        about: "How likely are you to have drawn a tactics card by a given round?",
        more: "A deck has 20 cards, two copies of each. The opening hand is three cards, and at \
               the end of each round the hand is refilled to three. No card is played before the \
               round unless --discard says so.",
        examples: &[
            "warodds deck --copies 2 --round 1",
            "warodds deck --copies 2 --round 3 --discard 2 --letters 1",
            "warodds deck --copies 1 --round 6 --discard 3 --json",
            "warodds deck --army list=scenarios/lists/stark-40.toml --card \"winter's might\" \
             --round 3 --discard 2",
            "warodds deck --faction stark --commander \"robb stark\" --card \"winter's might\" \
             --drawn \"northern ferocity\" --played \"winter's might\" --round 2 --discard 1",
            "warodds deck --leadership 2 --rating 4 --copies 1 --round 3",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                // `cards` is the size of the deck
                let mut files = CatalogueKey::keys();
                files.retain(|key| key.id == "catalogue");
                files.iter_mut().for_each(|key| key.marks.push(Mark::Requires("card")));
                [DeckKeys::keys(), files, UnitEngineKeys::keys()].concat()
            });
            &KEYS
        },
        ask: |values, catalogue| {
            DeckKeys::read(values)?.question(values, catalogue).map(ParsedQuestion::into_query)
        },
    }
}

impl DeckSize {
    /// Returns the note on a later round before which no card leaves the hand: none replaces it.
    fn describe_kept(&self) -> Option<String> {
        let is_kept = self.round.get() > 1 && self.discard.get() == 0;
        let note = match self.letters.get() {
            0 => "no card is discarded (--discard), so the hand stays that of round 1",
            _ => "no card is discarded (--discard), so only the Letters add to the hand",
        };
        is_kept.then(|| note.to_owned())
    }
}

impl DeckKeys {
    fn question(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let named = self.named.find(values, catalogue)?;
        let (mut deck, known) = self.deck(named.as_ref())?;
        if let Some(named) = &named {
            deck = deck.without(named.drawn).map_err(RequestError::refused)?;
        }
        let rules = RulesKeys { rules: None, strict: false };
        let parsed = name_question("deck", Subject::Numbers("deck"), Question::Deck(deck), &rules)?;
        let mut question = parsed.question;
        let mut notes = vec![describe_seen(deck, known)];
        if let Some(named) = named {
            question.subject = named.subject;
        }
        if self.leadership.leadership.is_some() {
            question.subject = "leadership deck".to_owned();
            // the rules are those of another game
            question.rules = None;
        } else {
            notes.extend(self.size.describe_kept());
        }
        Ok(ParsedQuestion { question, notes })
    }

    /// Returns the whole deck and the number of its cards that are known to be drawn.
    fn deck(&self, named: Option<&NamedCards>) -> Result<(Deck, u8), RequestError> {
        let DeckSize { copies, round, cards, discard, letters } = &self.size;
        if let LeadershipDeck { leadership: Some(commanders), rating: Some(rating) } =
            &self.leadership
        {
            let cards = OF_THE_HOUSE + OF_A_COMMANDER * commanders.small();
            let seen = rating.small().saturating_mul(round.small());
            if seen > cards {
                return Err(RequestError::Refused(format!(
                    "{seen} cards are drawn by round {}, but the leadership deck has {cards} and \
                     is reshuffled before that: ask about an earlier round",
                    round.small()
                )));
            }
            let deck = Deck::new(cards, copies.small(), seen).map_err(RequestError::refused)?;
            return Ok((deck, 0));
        }
        let seen = Deck::seen(round.small(), discard.small(), letters.small());
        let (cards, copies, known) = match named {
            Some(named) => (named.cards, named.copies, named.known()),
            None => (cards.small(), copies.small(), 0),
        };
        Ok((Deck::new(cards, copies, seen).map_err(RequestError::refused)?, known))
    }
}

/// Describes how much of the deck is seen.
fn describe_seen(deck: Deck, known: u8) -> String {
    let s = if deck.drawn() == 1 { "" } else { "s" };
    let more = if known > 0 { " more" } else { "" };
    format!("{}{more} card{s} of {} are drawn by then", deck.drawn(), deck.cards())
}
