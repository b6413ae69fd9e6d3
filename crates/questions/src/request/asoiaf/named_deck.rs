//! The tactics deck of an army and its cards by name (A8.1, A8.2).

use super::list_files::named;
use super::lists;
use crate::catalogue::{Catalogue, TacticsCard, has_words, normalize_name};
use crate::document::quoted;
use crate::request::{ParsedFields, RequestError, TextValue, keys};
use warodds_games::asoiaf::army::is_one_army;
use warodds_games::asoiaf::deck::DrawnCards;

keys! {
    /// The deck of an army, and cards of it.
    pub struct NamedDeckKeys in Units {
        /// The army whose deck it is.
        maybe army: TextValue [Lists, Single, Requires("card"), Conflicts("faction")], "list=FILE";
        /// The faction of the army.
        maybe faction: TextValue [Requires("commander"), Requires("card")], "FACTION";
        /// The commander of the army.
        maybe commander: TextValue [Commander, Requires("faction")], "NAME";
        /// A tactics card to draw. Any of several counts.
        several card: TextValue [
            Conflicts("copies"),
            Conflicts("cards"),
            Conflicts("leadership")
        ], "CARD";
        /// A card that is in your hand. May be given several times.
        several drawn: TextValue [Requires("card")], "CARD";
        /// A card that you have played. May be given several times.
        several played: TextValue [Requires("card"), Alias("discarded")], "CARD";
    }
}

/// The cards of interest in a deck.
#[derive(Clone, Debug)]
pub(super) struct NamedCards {
    /// The number of cards of the whole deck.
    pub cards: u8,
    /// The number of copies of the cards of interest in it.
    pub copies: u8,
    /// The cards that were drawn so far.
    pub drawn: DrawnCards,
    /// The cards and the deck in words.
    pub subject: String,
}

impl NamedCards {
    /// Returns the number of cards that were drawn so far.
    pub(super) const fn known(&self) -> u8 {
        let DrawnCards { held, played, others } = self.drawn;
        held.saturating_add(played).saturating_add(others)
    }
}

/// The deck of an army.
struct ArmyDeck<'c> {
    kinds: Vec<&'c TacticsCard>,
    commander: String,
}

impl NamedDeckKeys {
    /// Finds the cards by name; `None` if none is named.
    ///
    /// # Errors
    /// [`RequestError`] without an army, for cards that its deck does not hold, and for more copies
    /// of a card than there are.
    pub(super) fn find(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Option<NamedCards>, RequestError> {
        if self.card.is_empty() {
            return Ok(None);
        }
        let deck = self.deck(values, catalogue)?;
        let find = |id: &'static str, all: &[TextValue]| -> Result<Vec<&str>, RequestError> {
            let wrong = |wrong| RequestError::contradiction(id, wrong);
            let find = |name: &TextValue| deck.find(&name.0, catalogue).map_err(wrong);
            all.iter().map(|name| find(name).map(|card| card.id.as_str())).collect()
        };
        let mut wanted = find("card", &self.card)?;
        wanted.dedup();
        let (drawn, played) = (find("drawn", &self.drawn)?, find("played", &self.played)?);
        deck.check_copies(&[&drawn[..], &played].concat())?;
        let is_wanted = |id: &&&str| wanted.contains(*id);
        let count = |of: usize| u8::try_from(of).unwrap_or(u8::MAX);
        let held = drawn.iter().filter(is_wanted).count();
        let gone = played.iter().filter(is_wanted).count();
        let names = deck.kinds.iter().filter(|card| wanted.contains(&card.id.as_str()));
        let names: Vec<&str> = names.map(|card| card.name.as_str()).collect();
        Ok(Some(NamedCards {
            cards: count(deck.kinds.len()).saturating_mul(TacticsCard::COPIES),
            copies: count(names.len()).saturating_mul(TacticsCard::COPIES),
            drawn: DrawnCards {
                held: count(held),
                played: count(gone),
                others: count(drawn.len() + played.len() - held - gone),
            },
            subject: format!("{} in the deck of {}", names.join(" or "), deck.commander),
        }))
    }

    /// Returns the deck of the army.
    fn deck<'c>(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &'c Catalogue,
    ) -> Result<ArmyDeck<'c>, RequestError> {
        let (faction, commander) = match (&self.army, &self.faction, &self.commander) {
            (Some(TextValue(army)), ..) => {
                let file = named(army).ok_or_else(|| {
                    RequestError::contradiction(
                        "army",
                        format!("{} is not of the form list=FILE", quoted(army)),
                    )
                })?;
                let list = lists::list(values.given(), catalogue, file)?;
                let commander = list.leader_name().ok_or_else(|| {
                    RequestError::contradiction(
                        "army",
                        format!("{} names no commander", quoted(file)),
                    )
                })?;
                (list.faction().to_owned(), commander)
            }
            (None, Some(faction), Some(commander)) => {
                let faction = find_faction(&faction.0, catalogue)?;
                let commander = find_commander(&faction, &commander.0, catalogue)?;
                (faction, commander)
            }
            _ => {
                return Err(RequestError::refused(
                    "--card names a card in an army's deck: add --army list=FILE, or --faction and \
                     --commander",
                ));
            }
        };
        let kinds = catalogue.tactics_deck(&faction, &commander).map_err(RequestError::refused)?;
        Ok(ArmyDeck { kinds, commander })
    }
}

/// Returns the faction whose name begins with a text.
fn find_faction(start: &str, catalogue: &Catalogue) -> Result<String, RequestError> {
    let wrong = |wrong| RequestError::contradiction("faction", wrong);
    let start = catalogue.find_faction(start).map_err(wrong)?;
    let mut factions = catalogue.tactics_cards().map(|card| &card.origin.faction);
    let found = factions.find(|faction| normalize_name(faction).starts_with(&start));
    Ok(found.map_or(start, Clone::clone))
}

/// Returns the commander of a faction, or a neutral one, whose name has some words.
fn find_commander(
    faction: &str,
    words: &str,
    catalogue: &Catalogue,
) -> Result<String, RequestError> {
    let mut of_faction: Vec<&str> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for card in catalogue.tactics_cards() {
        let Some(commander) = card.commander.as_deref() else { continue };
        let known = match &*card.origin.faction {
            own if own == faction => &mut of_faction,
            other if is_one_army(other, faction) => &mut others,
            _ => continue,
        };
        if !known.contains(&commander) {
            known.push(commander);
        }
    }
    let fits = |all: &[&str]| -> Vec<String> {
        let is_it = |name: &&&str| has_words(name, words);
        all.iter().filter(is_it).map(|name| (*name).to_owned()).collect()
    };
    let found = Some(fits(&of_faction)).filter(|found| !found.is_empty());
    let found = found.unwrap_or_else(|| fits(&others));
    match &found[..] {
        [one] => Ok(one.clone()),
        [] => Err(RequestError::contradiction(
            "commander",
            format!("{faction} has no commander of that name: {}", of_faction.join("; ")),
        )),
        several => Err(RequestError::contradiction(
            "commander",
            format!("it matches {}: {}", several.len(), several.join("; ")),
        )),
    }
}

impl<'c> ArmyDeck<'c> {
    /// Finds a card of the deck.
    fn find(&self, name: &str, catalogue: &Catalogue) -> Result<&'c TacticsCard, String> {
        let words = normalize_name(name);
        let is_whole =
            |card: &&&TacticsCard| card.id == name || normalize_name(&card.name) == words;
        if let Some(card) = self.kinds.iter().find(is_whole) {
            return Ok(card);
        }
        let is_it = |card: &&&TacticsCard| has_words(&card.name, name);
        let found: Vec<&&TacticsCard> = self.kinds.iter().filter(is_it).collect();
        if let [card] = found[..] {
            return Ok(card);
        }
        // elsewhere, or nowhere: then the error names similar cards
        let elsewhere = catalogue.find_tactics(name).map_err(|error| error.to_string())?;
        let names: Vec<&str> = self.kinds.iter().map(|card| card.name.as_str()).collect();
        let of = elsewhere.commander.as_deref().unwrap_or(&elsewhere.origin.faction);
        Err(format!(
            "`{}` is a card of {of}, and the deck of {} holds {}",
            elsewhere.name,
            self.commander,
            names.join(", ")
        ))
    }

    /// Checks that no more copies of a card are known than the deck holds.
    fn check_copies(&self, known: &[&str]) -> Result<(), RequestError> {
        let count = |card: &&&TacticsCard| known.iter().filter(|id| **id == card.id).count();
        let is_over = |card: &&&TacticsCard| count(card) > TacticsCard::COPIES.into();
        match self.kinds.iter().find(is_over) {
            Some(card) => Err(RequestError::Refused(format!(
                "`{}` is drawn or played {} times, and a deck holds {} copies of a card (A8.2)",
                card.name,
                count(&card),
                TacticsCard::COPIES
            ))),
            None => Ok(()),
        }
    }
}
