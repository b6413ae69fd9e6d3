//! Tactics cards of options: each is played in the options in which it can be.

use super::Action;
use crate::catalogue::Catalogue;
use crate::request::{ParsedFields, RawFields, RequestError};
use crate::study::NamedQuestion;

/// The fields of cards.
const CARDS: [&str; 2] = ["attacker_card", "defender_card"];

/// A given card, and why it could not be played in the options so far; `None` once it was played.
struct OptionCard {
    id: &'static str,
    text: String,
    refused: Option<RequestError>,
    is_played: bool,
}

/// The given cards.
pub(super) struct OptionCards(Vec<OptionCard>);

impl OptionCards {
    /// Takes the cards of a question.
    pub(super) fn new(values: &ParsedFields<'_>) -> Self {
        let of = |id: &'static str| {
            let card = move |text: &str| OptionCard {
                id,
                text: text.to_owned(),
                refused: None,
                is_played: false,
            };
            values.given().of(id).map(card).collect::<Vec<_>>()
        };
        Self(CARDS.into_iter().flat_map(of).collect())
    }

    /// Builds the question of an action, with the cards that can be played in it, and describes the
    /// action.
    ///
    /// # Errors
    /// The error of the question without cards, and of the cards that can be played alone but not
    /// together.
    pub(super) fn question(
        &mut self,
        action: &Action,
        catalogue: &Catalogue,
    ) -> Result<(String, NamedQuestion), RequestError> {
        let mut bare = action.fields.clone();
        for id in CARDS {
            bare.remove(id);
        }
        let with = |fields: RawFields| action.with(fields).question(catalogue);
        let without = with(bare.clone())?;
        let (mut words, mut fields) = (action.words.clone(), bare.clone());
        for card in &mut self.0 {
            match with(bare.clone().with(card.id, &card.text)) {
                Ok(_) => {
                    card.is_played = true;
                    fields.push(card.id, &card.text);
                }
                Err(why) => {
                    words += &format!(", without {}", card.text);
                    card.refused = Some(why);
                }
            }
        }
        let is_played = CARDS.iter().any(|id| fields.has(id));
        Ok((words, if is_played { with(fields)? } else { without }))
    }

    /// Checks that each card is played in some option, unless there are other cases.
    ///
    /// # Errors
    /// The reason why the first other card cannot be played.
    pub(super) fn check(self, is_only_case: bool) -> Result<(), RequestError> {
        let refused = self.0.into_iter().filter(|card| is_only_case && !card.is_played);
        refused.filter_map(|card| card.refused).next().map_or(Ok(()), Err)
    }
}
