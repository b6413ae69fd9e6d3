//! `--rank-cards`: every tactics card that may be played in an attack or a charge, by what it
//! changes.

use super::cards::{PlayedCard, PlayedCards, check_army};
use super::parsed_question::ParsedQuestion;
use crate::catalogue::{Catalogue, TacticsCard};
use crate::request::query::{OptionQueries, Query, QueryCase};
use crate::request::role::{self, ATTACKER, DEFENDER};
use crate::request::{RequestError, keys};
use warodds_answer::RankedCard;
use warodds_engine::counted::counted;
use warodds_games::asoiaf::Unit;

keys! {
    /// A ranking of tactics cards.
    pub struct CardRankingKeys in Engine {
        /// Rank the tactics cards of both armies by what they change.
        flag rank_cards [Conflicts("given")];
        /// Also name the cards that cannot be played.
        flag unplayable [Requires("rank_cards")];
    }
}

/// The cards that the players of attacker and defender play.
type CardsOfBoth = PlayedCards<ATTACKER, DEFENDER>;

/// A question about two units, asked with other cards.
pub(super) struct RankedQuestion<'a, A> {
    /// The units, without cards.
    pub units: [Unit; 2],
    /// The cards that are played in every option.
    pub cards: &'a CardsOfBoth,
    /// Builds the question with these cards.
    pub ask: A,
}

/// A card that cannot be played, with the reason.
struct Unplayable {
    card: RankedCard,
    why: RequestError,
}

impl CardRankingKeys {
    /// Builds a question without further cards, and one for each way to play a card.
    ///
    /// # Errors
    /// The error of the question without further cards.
    pub(super) fn query<A>(
        &self,
        ranked: &RankedQuestion<'_, A>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError>
    where
        A: Fn(CardsOfBoth) -> Result<ParsedQuestion, RequestError>,
    {
        let ParsedQuestion { mut question, notes } = (ranked.ask)(ranked.cards.clone())?;
        let (mut played, mut left_out) = (Vec::new(), Vec::new());
        for (role, unit) in [ATTACKER, DEFENDER].into_iter().zip(&ranked.units) {
            for card in catalogue.tactics_cards_beside(unit) {
                if check_army(card, unit).is_ok() && !ranked.has(role, card, catalogue) {
                    ranked.play(role, card, (&mut played, &mut left_out));
                }
            }
        }
        question.notes.extend(notes);
        question.notes.extend(self.notes(&left_out));
        let none = if ranked.cards.is_empty() { "no card" } else { "no further card" };
        played.insert(0, QueryCase::new(none.to_owned(), question));
        Ok(Query::Many(OptionQueries::new(played)))
    }

    /// Returns the notes on cards that cannot be played.
    fn notes(&self, left_out: &[Unplayable]) -> Vec<String> {
        if self.unplayable {
            let note = |one: &Unplayable| {
                format!("{} of the {}: {}", one.card.name, one.card.side, one.why)
            };
            return left_out.iter().map(note).collect();
        }
        let cards = counted(left_out.len() as u64, "card", "cards");
        let note = format!("{cards} cannot be played here: --unplayable lists them");
        (!left_out.is_empty()).then_some(note).into_iter().collect()
    }
}

impl<A> RankedQuestion<'_, A>
where
    A: Fn(CardsOfBoth) -> Result<ParsedQuestion, RequestError>,
{
    /// Returns whether a player plays a card in every option.
    fn has(&self, role: u8, card: &TacticsCard, catalogue: &Catalogue) -> bool {
        let [one, other] = &self.units;
        let (played, unit) = match role {
            ATTACKER => (&self.cards.one.card, one),
            _ => (&self.cards.other.card, other),
        };
        let is_it = |one: &PlayedCard| {
            catalogue.find_tactics_of(&one.name, unit).is_ok_and(|found| found.id == card.id)
        };
        played.iter().any(is_it)
    }

    /// Adds a question for each way to play a card or, if there is none, the card with the reason.
    fn play(
        &self,
        role: u8,
        card: &TacticsCard,
        (played, left_out): (&mut Vec<QueryCase>, &mut Vec<Unplayable>),
    ) {
        let ways: Vec<Option<String>> = card.uses.iter().map(|one| one.name.clone()).collect();
        // without any way, the question says why
        let ways = if ways.is_empty() { vec![None] } else { ways };
        let (before, mut first_why) = (played.len(), None);
        for way in ways {
            let card = RankedCard {
                side: role::side(role),
                name: card.name.clone(),
                id: card.id.clone(),
                way: way.clone(),
                left_out: card.left_out.clone(),
            };
            let with = self.cards.with(role, PlayedCard { name: card.id.clone(), way });
            match (self.ask)(with) {
                Ok(ParsedQuestion { question, .. }) => {
                    let option = format!("{} plays {}", card.side, card.full_name());
                    played.push(QueryCase { card: Some(card), ..QueryCase::new(option, question) });
                }
                Err(why) => {
                    first_why.get_or_insert(Unplayable { card, why });
                }
            }
        }
        left_out.extend(first_why.filter(|_| played.len() == before));
    }
}
