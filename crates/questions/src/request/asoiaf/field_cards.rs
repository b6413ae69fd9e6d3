//! Tactics cards in questions about fields: each is played with every unit that may have it, in the
//! pairs in which a question about the two units would play it.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::card_checks::Unplayable;
use super::cards::{CardKeys, PlayedCards};
use crate::catalogue::Catalogue;
use crate::request::RequestError;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::study::field::{CardsOfPair, FieldQuestion, FieldUnit, UnplayedCards, without};
use warodds_games::asoiaf::{Question, Unit};

impl<const ROLE: u8> CardKeys<ROLE> {
    /// Adds each card to the units that may have it. Returns those that none of the units may have.
    pub(super) fn deal_to_all<'u>(
        &self,
        units: impl IntoIterator<Item = &'u mut Unit>,
        catalogue: &Catalogue,
    ) -> Vec<Unplayable> {
        let mut refused: Vec<Option<Unplayable>> = self.card.iter().map(|_| None).collect();
        let mut is_dealt = vec![false; self.card.len()];
        for unit in units {
            for ((played, refused), is_dealt) in
                self.card.iter().zip(&mut refused).zip(&mut is_dealt)
            {
                match (Self { card: vec![played.clone()] }).deal(unit, catalogue) {
                    Ok(()) => *is_dealt = true,
                    Err(why) => {
                        let (is_first, name) = (ROLE == ATTACKER, played.name.as_str().into());
                        refused.get_or_insert(Unplayable { is_first, name, why });
                    }
                }
            }
        }
        let refused = refused.into_iter().zip(is_dealt);
        refused.filter(|(_, is_dealt)| !is_dealt).filter_map(|(refused, _)| refused).collect()
    }
}

impl PlayedCards<ATTACKER, DEFENDER> {
    /// Adds each card to the units of its side that may have it.
    ///
    /// # Errors
    /// [`RequestError`] for a card that no unit of its side may have.
    pub(super) fn deal_to_field(
        &self,
        catalogue: &Catalogue,
        [attackers, defenders]: [&mut [FieldUnit]; 2],
    ) -> Result<(), RequestError> {
        fn units(members: &mut [FieldUnit]) -> impl Iterator<Item = &mut Unit> {
            members.iter_mut().map(|member| &mut member.unit)
        }
        let mut refused = self.one.deal_to_all(units(attackers), catalogue);
        refused.extend(self.other.deal_to_all(units(defenders), catalogue));
        refused.into_iter().next().map_or(Ok(()), |card| Err(card.why))
    }

    /// Leaves the cards aside in each pair in which they cannot be played, and notes in how many.
    ///
    /// # Errors
    /// [`RequestError`] for a card that is played in no pair, unless there are other cases.
    pub(super) fn play(
        &self,
        question: &mut FieldQuestion,
        is_only_case: bool,
    ) -> Result<(), RequestError> {
        if self.is_empty() {
            return Ok(());
        }
        let pairs = question.pairs();
        let of_pair = |units: &[&Unit; 2]| unplayed(*units, |units| Ok(question.of_pair(units)));
        let unplayed: Vec<Vec<Unplayable>> =
            pairs.par_iter().map(of_pair).collect::<Result<_, RequestError>>()?;
        let aside = unplayed.iter().map(|cards| names(cards)).collect();
        let mut counts = CardCounts::new();
        for (units, unplayed) in pairs.iter().zip(unplayed) {
            count(*units, unplayed, &mut counts);
        }
        let (mut notes, all) = (Vec::new(), pairs.len());
        for ((_, name), CardCount { played, why }) in counts {
            match why {
                Some(why) if played == 0 && is_only_case => return Err(why),
                _ if played == all => {}
                _ => notes.push(format!("{name}: not played in {} of {all} pairs", all - played)),
            }
        }
        question.set_unplayed(UnplayedCards::new(aside), notes);
        Ok(())
    }
}

/// Returns the cards that are not played in the questions about a pair. The first that cannot be
/// played is left aside, until all others can.
///
/// # Errors
/// As `ask`.
pub(super) fn unplayed(
    units: [&Unit; 2],
    ask: impl Fn([&Unit; 2]) -> Result<Vec<Question>, RequestError>,
) -> Result<Vec<Unplayable>, RequestError> {
    let mut left_aside = Vec::new();
    loop {
        let [attacker, defender] = without(units, &names(&left_aside));
        let asked = ask([&attacker, &defender])?;
        match asked.iter().try_for_each(Unplayable::check) {
            Ok(()) => return Ok(left_aside),
            Err(card) => left_aside.push(card),
        }
    }
}

/// Returns the names of cards by side.
pub(super) fn names(cards: &[Unplayable]) -> CardsOfPair {
    [true, false].map(|is_first| {
        let of_side = cards.iter().filter(|card| card.is_first == is_first);
        of_side.map(|card| Arc::clone(&card.name)).collect()
    })
}

/// In how many pairs a card is played, and why it is not in the first other one.
#[derive(Default)]
struct CardCount {
    played: usize,
    why: Option<RequestError>,
}

/// The counts of cards by name, those of the attackers first.
type CardCounts = BTreeMap<(usize, Arc<str>), CardCount>;

/// Counts the cards of a pair.
fn count(units: [&Unit; 2], mut unplayed: Vec<Unplayable>, counts: &mut CardCounts) {
    for (side, unit) in units.into_iter().enumerate() {
        for card in unit.abilities.iter().filter(|ability| ability.is_card()) {
            let of_card = counts.entry((side, Arc::clone(&card.name))).or_default();
            let is_it = |one: &Unplayable| one.is_first == (side == 0) && one.name == card.name;
            match unplayed.iter().position(is_it) {
                Some(place) => {
                    let why = unplayed.swap_remove(place).why;
                    of_card.why.get_or_insert(why);
                }
                None => of_card.played += 1,
            }
        }
    }
}
