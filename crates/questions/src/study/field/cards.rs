//! Tactics cards of a field: all units have those that they may have, and each pair of units leaves
//! aside those that cannot be played in it.

use std::borrow::Cow;
use std::sync::Arc;

use super::unit::pairs;
use super::{DuelSchedule, FieldQuestion, FieldTerms, Measure};
use warodds_games::asoiaf::{Ability, DuelSide, Edition, Question, Unit};

/// Names of the cards of an attacker and of a defender.
pub type CardsOfPair = [Vec<Arc<str>>; 2];

/// The cards that are not played in each pair; empty if all are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnplayedCards(Vec<CardsOfPair>);

impl UnplayedCards {
    /// Creates the list from the cards of each pair, in the order of the pairs.
    pub const fn new(pairs: Vec<CardsOfPair>) -> Self {
        Self(pairs)
    }

    /// Returns attacker and defender of a pair with the cards that are played in it.
    pub(in crate::study) fn units<'u>(
        &self,
        pair: usize,
        units: [&'u Unit; 2],
    ) -> [Cow<'u, Unit>; 2] {
        self.0.get(pair).map_or_else(|| units.map(Cow::Borrowed), |cards| without(units, cards))
    }
}

/// Returns attacker and defender without some of their cards.
pub fn without<'u>([attacker, defender]: [&'u Unit; 2], cards: &CardsOfPair) -> [Cow<'u, Unit>; 2] {
    let [own, other] = cards;
    [(attacker, own), (defender, other)].map(|(unit, names)| {
        retain(unit, |ability| !ability.is_card() || !names.contains(&ability.name))
    })
}

/// Returns attacker and defender after the first attack of several by fresh attackers, in which they
/// played their cards: the defender has those that stay in play.
pub fn after_cards<'u>([attacker, defender]: [&'u Unit; 2]) -> [Cow<'u, Unit>; 2] {
    let attacker = retain(attacker, |ability| !ability.is_card());
    [attacker, retain(defender, |ability| ability.card().is_none_or(|card| card.stays))]
}

/// Returns a unit with some of its abilities.
fn retain(unit: &Unit, keep: impl Fn(&Ability) -> bool) -> Cow<'_, Unit> {
    let mut unit = Cow::Borrowed(unit);
    if !unit.abilities.iter().all(&keep) {
        unit.to_mut().abilities.retain(keep);
    }
    unit
}

impl FieldQuestion {
    /// Returns attacker and defender of each pair that the cards of both players are played in.
    pub fn pairs(&self) -> Vec<[&Unit; 2]> {
        match self {
            Self::Matrix(question) | Self::Rate(question) => question.pairs(),
            Self::Compare(question) => pairs(&question.attackers, &question.defenders),
            Self::Ranking(question) => question.pairs(),
            Self::Worth(question) => pairs(&question.units[0], &question.field[0]),
            // this kind has no cards
            Self::Attachments(_) => Vec::new(),
        }
    }

    /// Returns the questions about a pair of units that the answer is computed from: an attack, a
    /// charge, or duels. Empty if a unit lacks a value.
    pub fn of_pair(&self, units: [&Unit; 2]) -> Vec<Question> {
        let duel = |terms: &FieldTerms, schedule: &DuelSchedule, edition: Edition| {
            terms.duel(units, schedule, edition).map(|duel| Question::Duel(Box::new(duel)))
        };
        let action = |terms: &FieldTerms, edition: Edition| {
            terms.action(units, edition).map(|(_, question)| *question).into_iter().collect()
        };
        match self {
            Self::Matrix(question) | Self::Rate(question) => match &question.schedule {
                Some(schedule) => {
                    duel(&question.terms, schedule, question.edition).into_iter().collect()
                }
                None => action(&question.terms, question.edition),
            },
            Self::Ranking(question) if question.measure == Measure::Duel => {
                let with = |first| DuelSchedule { first, ..question.schedule };
                let schedules = [DuelSide::A, DuelSide::B].map(with);
                let duels = schedules.iter();
                duels.filter_map(|one| duel(&question.terms, one, question.edition)).collect()
            }
            Self::Compare(question) => action(&question.terms, question.edition),
            Self::Ranking(question) => action(&question.terms, question.edition),
            Self::Worth(question) => action(&question.terms, question.edition),
            Self::Attachments(_) => Vec::new(),
        }
    }

    /// Sets the cards that are not played in each pair, and adds notes.
    pub fn set_unplayed(
        &mut self,
        unplayed: UnplayedCards,
        notes: impl IntoIterator<Item = String>,
    ) {
        let terms = match self {
            Self::Matrix(question) | Self::Rate(question) => &mut question.terms,
            Self::Compare(question) => &mut question.terms,
            Self::Ranking(question) => &mut question.terms,
            Self::Attachments(question) => &mut question.terms,
            Self::Worth(question) => &mut question.terms,
        };
        terms.unplayed = unplayed;
        terms.notes.extend(notes);
    }
}
