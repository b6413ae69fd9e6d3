//! Tactics cards: their shipped files, and how one is found by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::entry::{CardUse, TacticsCard};
use super::find_error::FindError;
use super::index::IndexedEntry;
use super::outline::{EntryHeading, EntryOutline};
use super::search::FindResult;
use super::shipped::{PerSeason, TACTICS, entries};
use super::{Catalogue, has_words, normalize_name};
use warodds_games::asoiaf::army::is_one_army;
use warodds_games::asoiaf::{Ability, ModelStatus, Season, Unit};

/// Cards by id.
pub(super) type TacticsCards = BTreeMap<String, Arc<IndexedEntry<TacticsCard>>>;

/// Returns the shipped cards of a season, indexed when a question first names one: most name none.
fn shipped(season: Season) -> &'static TacticsCards {
    static INDEX: PerSeason<TacticsCards> = PerSeason::new();
    let card = |outline: EntryOutline| match outline.heading {
        EntryHeading::Tactics(id) => {
            Some((id.to_owned(), Arc::new(IndexedEntry::unread(id, outline))))
        }
        _ => None,
    };
    INDEX.get(season, || entries(TACTICS, season).filter_map(card).collect())
}

impl Catalogue {
    /// Iterates over the tactics cards by id.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// assert_eq!(Catalogue::shipped().tactics_cards().count(), 344);
    /// ```
    pub fn tactics_cards(&self) -> impl Iterator<Item = &TacticsCard> + Clone {
        self.listed_tactics().filter_map(|listed| listed.entry.get())
    }

    /// Returns the tactics cards that an army with a unit may have, but for its commander.
    pub fn tactics_cards_beside(&self, unit: &Unit) -> impl Iterator<Item = &TacticsCard> {
        // the faction is known before the card is read
        let may_join = |listed: &&IndexedEntry<TacticsCard>| {
            let own = unit.faction.as_deref();
            own.is_none_or(|own| is_one_army(own, &listed.faction().name))
        };
        self.listed_tactics().filter(may_join).filter_map(|listed| listed.entry.get())
    }

    fn listed_tactics(&self) -> impl Iterator<Item = &IndexedEntry<TacticsCard>> + Clone {
        let shipped: Option<&'static TacticsCards> = self.has_shipped.then(|| shipped(self.season));
        let shipped = shipped.into_iter().flatten();
        let shipped = shipped.filter(|(id, _)| !self.tactics.contains_key(*id));
        shipped.map(|(_, one)| one.as_ref()).chain(self.tactics.values().map(AsRef::as_ref))
    }

    /// Returns whether a tactics card belongs to a commander whose name has all words of a text.
    pub fn has_commander(&self, text: &str) -> bool {
        let of =
            |card: &TacticsCard| card.commander.as_deref().is_some_and(|it| has_words(it, text));
        self.tactics_cards().any(of)
    }

    /// Finds a tactics card by its name, some words of it, its commander, or its id.
    ///
    /// # Errors
    /// [`FindError`] if no card has the name or several have it.
    pub fn find_tactics(&self, name: &str) -> FindResult<'_, TacticsCard> {
        let card = self.find_entry("tactics card", name, self.listed_tactics());
        let in_tactics =
            |later: &'static Self| later.find_entry("tactics card", name, later.listed_tactics());
        card.map_err(|error| self.later_season(error, in_tactics))
    }

    /// Finds a tactics card by name; of several, the one that the army of a unit may have: of its
    /// faction rather than neutral, and of the commander in it.
    ///
    /// # Errors
    /// As [`find_tactics`](Self::find_tactics).
    pub fn find_tactics_of(&self, name: &str, unit: &Unit) -> FindResult<'_, TacticsCard> {
        let found = self.find_tactics(name);
        let Err(FindError::Ambiguous { .. }) = found else { return found };
        let faction = unit.faction.as_deref();
        let is_own = |listed: &&IndexedEntry<TacticsCard>| {
            faction.is_some_and(|own| listed.faction().name.eq_ignore_ascii_case(own))
        };
        let may_join = |listed: &&IndexedEntry<TacticsCard>| {
            faction.is_none_or(|own| is_one_army(own, &listed.faction().name))
        };
        let leads = |listed: &&IndexedEntry<TacticsCard>| {
            let commander = unit.allegiance.commander();
            commander.zip(listed.title()).is_some_and(|(own, title)| is_same_name(title, own))
        };
        let what = "tactics card";
        self.find_entry(what, name, self.listed_tactics().filter(leads))
            .or_else(|_| self.find_entry(what, name, self.listed_tactics().filter(is_own)))
            .or_else(|_| self.find_entry(what, name, self.listed_tactics().filter(may_join)))
            .or(found)
    }
}

/// Returns whether a card of one commander is a card of another. The solos that command have no
/// title: Mag the Mighty (commander) has the cards of Mag the Mighty, Mag Mar Tun Doh Weg.
pub(crate) fn is_same_name(of_card: &str, commander: &str) -> bool {
    match commander.strip_suffix(" (commander)") {
        Some(solo) => of_card.split(',').next().is_some_and(|name| is_same_name(name, solo)),
        None => normalize_name(of_card) == normalize_name(commander),
    }
}

impl TacticsCard {
    /// Returns the card as an ability of the unit it is played on, used as `play` says.
    pub fn as_ability(&self, play: &CardUse) -> Ability {
        let name = match &play.name {
            Some(play) => format!("{} ({play})", self.name),
            None => self.name.clone(),
        };
        Ability {
            name: name.into(),
            status: ModelStatus::Modelled(Arc::clone(&play.effects)),
            attached: false,
        }
    }
}
