//! Tactics cards in attacks on one unit: each is played once, in the first attack in which it can be.

use std::sync::Arc;

use super::card_checks::Unplayable;
use super::cards::PlayedCards;
use super::field_cards::{names, unplayed};
use crate::catalogue::Catalogue;
use crate::request::RequestError;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::study::field::{CardsOfPair, without};
use warodds_games::asoiaf::{Attack, Question, Unit};

/// The attacks in which cards are played.
pub(super) struct CardAttacks {
    /// Attacker and unit of each attack, with the cards that are played in it.
    pub units: Vec<[Unit; 2]>,
    /// The cards that are played in none.
    pub unplayed: Vec<Unplayable>,
    /// When each other card is played, for readers.
    pub notes: Vec<String>,
}

impl PlayedCards<ATTACKER, DEFENDER> {
    /// Adds each card to the units of all attacks that may have it. Returns those that none of them
    /// may have.
    pub(super) fn deal_to_pairs(
        &self,
        pairs: &mut [[Unit; 2]],
        catalogue: &Catalogue,
    ) -> Vec<Unplayable> {
        let attackers = pairs.iter_mut().map(|[attacker, _]| attacker);
        let mut refused = self.one.deal_to_all(attackers, catalogue);
        let units = pairs.iter_mut().map(|[_, unit]| unit);
        refused.extend(self.other.deal_to_all(units, catalogue));
        refused
    }
}

impl CardAttacks {
    /// Leaves each card to the first attack in which it can be played. One that stays in play on the
    /// unit under attack is left to all attacks.
    ///
    /// # Errors
    /// As `attack`, which builds the attack of two units.
    pub(super) fn new(
        dealt: &[[Unit; 2]],
        attack: impl Fn([&Unit; 2]) -> Result<Attack, RequestError>,
    ) -> Result<Self, RequestError> {
        let ask = |units: [&Unit; 2]| Ok(vec![Question::Attack(attack(units)?)]);
        let mut all = Self { units: Vec::new(), unplayed: Vec::new(), notes: Vec::new() };
        let (mut before, mut played) = (CardsOfPair::default(), CardsOfPair::default());
        for pair in dealt {
            let [attacker, unit] = without(pair.each_ref(), &before);
            let left_aside = unplayed([&attacker, &unit], ask)?;
            let units = without([&attacker, &unit], &names(&left_aside));
            all.units.push(units.map(std::borrow::Cow::into_owned));
            all.unplayed.extend(left_aside);
            let number = all.units.len();
            for (side, unit) in all.units.iter().flatten().skip(2 * (number - 1)).enumerate() {
                for ability in &unit.abilities {
                    let Some(card) = ability.card() else { continue };
                    played[side].push(Arc::clone(&ability.name));
                    if side == 1 && card.stays {
                        continue;
                    }
                    before[side].push(Arc::clone(&ability.name));
                    let name = &ability.name;
                    all.notes.push(format!("{name}: played once, in attack {number}"));
                }
            }
        }
        let [own, other] = &played;
        all.unplayed.retain(|card| {
            let played = if card.is_first { own } else { other };
            !played.contains(&card.name)
        });
        Ok(all)
    }
}
