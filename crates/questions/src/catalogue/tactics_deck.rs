//! Which tactics cards a deck holds (A8.1, A8.2).

use super::entry::TacticsCard;
use super::{Catalogue, normalize_name};
use thiserror::Error;

/// Why there is no deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoDeckError {
    /// The catalogue has no cards of the faction.
    #[error("there are no tactics cards of the faction {faction}; those with cards are {known}")]
    Faction {
        /// The faction.
        faction: String,
        /// The factions that have cards.
        known: String,
    },
    /// The catalogue has no cards of the commander.
    #[error(
        "there are no tactics cards of the commander {commander}; `warodds cards --commander NAME` \
         finds those that have some"
    )]
    Commander {
        /// The commander.
        commander: String,
    },
    /// A card takes the place of a card that the faction does not have.
    #[error("`{card}` replaces `{replaced}`, which {faction} does not have")]
    Replacement {
        /// The card.
        card: String,
        /// The card whose place it takes.
        replaced: String,
        /// The faction.
        faction: String,
    },
}

impl TacticsCard {
    /// The value of [`TacticsCard::replaces`] for a commander without any card of the faction.
    pub const WHOLE_DECK: &'static str = "faction deck";
    /// How many copies of each card a deck holds (A8.2).
    pub const COPIES: u8 = 2;
}

impl Catalogue {
    /// Lists the kinds of tactics cards in the deck of an army, of each of which it holds
    /// [`TacticsCard::COPIES`]: those of its faction but the ones that are replaced, then those of
    /// its commander (A8.2).
    ///
    /// # Errors
    /// [`NoDeckError`] if the catalogue lacks the cards of either.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let deck = Catalogue::shipped().tactics_deck("Stark", "Robb Stark, The Wolf Lord")?;
    /// assert_eq!(deck.len(), 10);
    /// assert_eq!(deck.iter().filter(|card| card.commander.is_some()).count(), 3);
    /// # Ok::<(), warodds_questions::catalogue::NoDeckError>(())
    /// ```
    pub fn tactics_deck(
        &self,
        faction: &str,
        commander: &str,
    ) -> Result<Vec<&TacticsCard>, NoDeckError> {
        let is_own = |card: &&TacticsCard| card.origin.faction.eq_ignore_ascii_case(faction);
        let of_faction = self.tactics_cards().filter(|card| card.commander.is_none());
        let mut kinds: Vec<&TacticsCard> = of_faction.clone().filter(is_own).collect();
        if kinds.is_empty() {
            let mut known: Vec<&str> =
                of_faction.map(|card| card.origin.faction.as_str()).collect();
            known.dedup();
            return Err(NoDeckError::Faction {
                faction: faction.to_owned(),
                known: known.join(", "),
            });
        }
        let of_commander = self.cards_of_commander(faction, commander);
        if of_commander.is_empty() {
            return Err(NoDeckError::Commander { commander: commander.to_owned() });
        }
        for card in &of_commander {
            replace(&mut kinds, card, faction)?;
        }
        kinds.extend(of_commander);
        Ok(kinds)
    }

    /// Lists the cards of a commander; of several printings those of the army's faction.
    fn cards_of_commander(&self, faction: &str, commander: &str) -> Vec<&TacticsCard> {
        // solos that may command have a card of their own for it
        let name = normalize_name(commander.trim_end_matches(" (commander)"));
        let with = |fits: &dyn Fn(&str) -> bool| -> Vec<&TacticsCard> {
            let of = |card: &&TacticsCard| {
                card.commander.as_deref().is_some_and(|one| fits(&normalize_name(one)))
            };
            self.tactics_cards().filter(of).collect()
        };
        let mut found = with(&|one| one == name);
        if found.is_empty() {
            // titles are written at full length on one of two cards only
            found = with(&|one| one.starts_with(&name) || name.starts_with(one));
        }
        let own = |card: &&&TacticsCard| card.origin.faction.eq_ignore_ascii_case(faction);
        let of_faction: Vec<&TacticsCard> = found.iter().filter(own).copied().collect();
        if of_faction.is_empty() { found } else { of_faction }
    }
}

/// Removes the cards of the faction whose place a card of the commander takes.
fn replace(
    kinds: &mut Vec<&TacticsCard>,
    card: &TacticsCard,
    faction: &str,
) -> Result<(), NoDeckError> {
    let Some(replaced) = &card.replaces else { return Ok(()) };
    if replaced == TacticsCard::WHOLE_DECK {
        kinds.clear();
        return Ok(());
    }
    let name = normalize_name(replaced);
    match kinds.iter().position(|kind| normalize_name(&kind.name) == name) {
        Some(place) => {
            kinds.remove(place);
            Ok(())
        }
        None => Err(NoDeckError::Replacement {
            card: card.name.clone(),
            replaced: replaced.clone(),
            faction: faction.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Attachment, Price};

    #[test]
    fn every_commander_with_cards_has_a_deck_of_ten_kinds() {
        let catalogue = Catalogue::shipped();
        let is_commander = |one: &&Attachment| one.price == Price::Commander;
        let attachments = catalogue.attachments().filter(is_commander);
        let named = attachments.map(|one| (one.full_name(), one.origin.faction.clone()));
        let units = catalogue.cards().filter(|card| card.commander);
        let units = units.map(|card| (card.unit.name.clone(), card.origin.faction.clone()));
        let mut without = Vec::new();
        for (name, faction) in named.chain(units) {
            match catalogue.tactics_deck(&faction, &name) {
                Ok(deck) => assert_eq!(deck.len(), 10, "{name}"),
                Err(error) => without.push(error.to_string()),
            }
        }
        // no card up to season 5 is his
        assert_eq!(without.len(), 1, "{without:?}");
        assert!(without[0].contains("Areo Hotah"), "{without:?}");
    }

    #[test]
    fn cards_of_the_commander_take_the_place_of_those_they_replace() {
        let names = |faction: &str, commander: &str| -> Vec<String> {
            let deck = Catalogue::shipped().tactics_deck(faction, commander).expect("a deck");
            deck.into_iter().map(|card| card.name.clone()).collect()
        };
        let davos = names("Baratheon", "Davos Seaworth, Hero of Blackwater");
        assert!(!davos.contains(&"Final Strike".to_owned()), "{davos:?}");
        assert!(davos.contains(&"Flea Bottom Tricks".to_owned()));
        // Mag brings ten cards and no deck of the faction
        let mag = names("Free Folk", "Mag the Mighty (commander)");
        assert!(mag.contains(&"Enrage".to_owned()) && mag.len() == 10, "{mag:?}");
    }

    #[test]
    fn a_missing_deck_is_explained() {
        let catalogue = Catalogue::shipped();
        let error = catalogue.tactics_deck("Tyrell", "Robb Stark, The Wolf Lord").unwrap_err();
        assert!(error.to_string().contains("Lannister, Martell"), "{error}");
        let error = catalogue.tactics_deck("Stark", "Nobody").unwrap_err();
        assert!(error.to_string().contains("commander Nobody"), "{error}");
    }
}
