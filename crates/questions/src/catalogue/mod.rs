//! The cards there are: units, attachments, NCUs and abilities, found by name.
//!
//! Names and numbers only, in TOML files of our own that are part of the program, one for each
//! faction; `abilities.toml` holds every ability in our own words. No sentence of a card stands
//! here. A player's own files ([`Catalogue::add`]) have the same form, and add to what is shipped
//! or stand in its place.
//!
//! An ability may have its effects with it, as data; or be named and summed up without being
//! modelled. Such an ability is never passed over: a question about a unit that has it lists it
//! (`not_modelled`), unless the entry says that it changes no roll (`dice = false`).
//!
//! # The format
//!
//! ```toml
//! faction = "Stark"
//!
//! [units.stark-sworn-swords]            # its id
//! name = "Stark Sworn Swords"
//! cost = 5
//! speed = 5
//! defense = 4
//! morale = 6
//! attacks = [{ name = "Winter's Bite", hit = 4, dice = [7, 5, 4] }]
//! abilities = ["Winter's Bite"]
//! edition = "2021"
//! source = "my own card"
//!
//! [attachments.sworn-sword-captain]
//! name = "Sworn Sword Captain"
//! type = "infantry"
//! cost = 1
//! abilities = ["Order: Martial Training"]
//! edition = "2021"
//! source = "my own card"
//!
//! [[ability]]
//! name = "Winter's Bite"
//! edition = "2021"
//! codes = ["A6"]
//! summary = "Melee weapon: natural 6s count as two hits."
//! weapon = true
//! effects = [{ when = "attacking", critical = 1 }]
//! ```
//!
//! `docs/keys.md` lists all keys, written by these readers. `docs/abilities.md` has the keys of
//! effects by example; they stand in [`vocabulary`] and [`conditions`].

mod abilities;
mod ability_entry;
mod attach;
mod cards;
pub mod conditions;
mod deferred;
pub(crate) mod effects;
mod entry;
mod files;
mod filter;
pub(crate) mod form;
mod joined;
mod matching;
mod names;
mod outline;
mod read;
mod search;
pub mod vocabulary;
mod words;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

pub use attach::AttachError;
pub(crate) use attach::may_join;
pub use entry::{
    AbilityEntry, Attachment, Card, CardOrigin, CardTray, EFFECT_KINDS, Joins, Ncu, Price,
};
pub use files::EntryCounts;
pub use filter::{Filter, FilterError, TypeFilter, card_edition, points};
pub use joined::NamedUnit;
pub use names::normalize_name;
pub use read::schema;
pub use search::{FindError, FindResult, SearchHits};
pub use words::describe_effects;

pub(crate) use abilities::AbilityIndex;
pub(crate) use cards::unknown_ability;

use crate::document::{self, Faults, Report, Section};
use deferred::IndexedEntry;
use outline::{EntryHeading, EntryOutline, outlines};
use warodds_games::asoiaf::{Ability, CardEdition, ModelStatus, Unit};

/// The files that are part of the program, the abilities first.
const SHIPPED: [(&str, &str); 12] = [
    ("abilities.toml", include_str!("data/abilities.toml")),
    ("baratheon.toml", include_str!("data/baratheon.toml")),
    ("bolton.toml", include_str!("data/bolton.toml")),
    ("brotherhood-without-banners.toml", include_str!("data/brotherhood-without-banners.toml")),
    ("free-folk.toml", include_str!("data/free-folk.toml")),
    ("greyjoy.toml", include_str!("data/greyjoy.toml")),
    ("lannister.toml", include_str!("data/lannister.toml")),
    ("martell.toml", include_str!("data/martell.toml")),
    ("neutral.toml", include_str!("data/neutral.toml")),
    ("nights-watch.toml", include_str!("data/nights-watch.toml")),
    ("stark.toml", include_str!("data/stark.toml")),
    ("targaryen.toml", include_str!("data/targaryen.toml")),
];

/// What is shipped. Its files have no faults, as a test makes sure; one that had would lack its
/// faulty entries.
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::unread);

/// Cards, attachments and abilities. What is shipped is read entry by entry, when it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    cards: BTreeMap<String, Arc<IndexedEntry<Card>>>,
    attachments: BTreeMap<String, Arc<IndexedEntry<Attachment>>>,
    ncus: BTreeMap<String, Arc<IndexedEntry<Ncu>>>,
    abilities: AbilityIndex,
    /// The edition of the cards that names mean.
    edition: CardEdition,
}

impl Catalogue {
    /// The files that are part of the program, each with its name and its text.
    pub const fn shipped_files() -> &'static [(&'static str, &'static str)] {
        &SHIPPED
    }

    /// What is part of the program.
    pub fn shipped() -> &'static Self {
        &CATALOGUE
    }

    /// The same with the units of one edition of cards alone, which names then mean.
    pub fn of_edition(&self, edition: CardEdition) -> Self {
        let mut restricted = Self { edition, ..self.clone() };
        restricted.cards.retain(|_, card| card.edition() == edition);
        restricted
    }

    /// All cards by id.
    pub fn cards(&self) -> impl Iterator<Item = &Card> + Clone {
        self.cards.values().filter_map(|card| card.entry.get())
    }

    /// All attachments by id.
    pub fn attachments(&self) -> impl Iterator<Item = &Attachment> + Clone {
        self.attachments.values().filter_map(|attachment| attachment.entry.get())
    }

    /// The factions of all cards, each once, by name.
    pub fn factions(&self) -> impl Iterator<Item = &str> {
        let all = self.cards.values().map(|card| card.faction().name.as_str());
        all.collect::<std::collections::BTreeSet<_>>().into_iter()
    }

    /// All NCUs by id.
    pub fn ncus(&self) -> impl Iterator<Item = &Ncu> + Clone {
        self.ncus.values().filter_map(|ncu| ncu.entry.get())
    }

    /// All abilities by name.
    pub fn abilities(&self) -> impl Iterator<Item = &AbilityEntry> + Clone {
        self.abilities.entries()
    }

    /// The ability of that name on cards of that edition; if none is known there, that of the
    /// newest other edition.
    pub fn ability(&self, name: &str, edition: CardEdition) -> Option<&AbilityEntry> {
        self.abilities.get(name, edition)
    }

    /// The unit of a card with its abilities.
    pub fn unit(&self, card: &Card) -> Unit {
        Unit {
            abilities: self.resolve_abilities(&card.abilities, card.origin.edition),
            ..card.unit.clone()
        }
    }

    /// Abilities by their names on cards of an edition; one nobody knows counts as not modelled.
    pub fn resolve_abilities(&self, names: &[String], edition: CardEdition) -> Vec<Ability> {
        let ability = |name: &String| {
            let entry = self.ability(name, edition);
            let status = entry.map_or(ModelStatus::NotModelled, |entry| entry.status.clone());
            Ability { name: name.as_str().into(), status, attached: false }
        };
        names.iter().map(ability).collect()
    }

    /// What it knows of abilities, for those who read more of them.
    pub(crate) const fn ability_index(&self) -> &AbilityIndex {
        &self.abilities
    }

    /// The same with the abilities that a file declares for itself, over those of their names.
    pub(crate) fn with_abilities(
        &self,
        root: &mut Section<'_>,
        report: &mut Report,
    ) -> Cow<'_, Self> {
        let words = "what abilities of the file's own do, as in a catalogue";
        let declared = read::abilities(root, words, report);
        let mut catalogue = Cow::Borrowed(self);
        for entry in declared {
            catalogue.to_mut().abilities.insert(entry);
        }
        catalogue
    }

    /// How many of the places on cards and attachments that hold an ability hold one that is
    /// modelled.
    pub fn coverage(&self) -> Coverage {
        let of_cards = self.cards().map(|card| (&card.abilities, card.origin.edition));
        let of_attachments =
            self.attachments().map(|attachment| (&attachment.abilities, attachment.origin.edition));
        let mut coverage = Coverage::default();
        for (names, edition) in of_cards.chain(of_attachments) {
            self.resolve_abilities(names, edition)
                .iter()
                .for_each(|ability| coverage.count(&ability.status));
        }
        coverage
    }

    /// What is shipped, known by name and read when it is asked for.
    fn unread() -> Self {
        let mut catalogue = Self::default();
        for (name, text) in SHIPPED {
            match outlines(text) {
                Some(outlines) => outlines.into_iter().for_each(|one| catalogue.list(one)),
                // a file whose faults a test would find: what is right in it is taken
                None => drop(catalogue.add_text(name, text)),
            }
        }
        catalogue
    }

    /// Lists an entry by its names.
    fn list(&mut self, outline: EntryOutline) {
        match outline.heading {
            EntryHeading::Unit(id) => {
                self.cards.insert(id.to_owned(), Arc::new(IndexedEntry::unread(id, outline)));
            }
            EntryHeading::Attachment(id) => {
                self.attachments.insert(id.to_owned(), Arc::new(IndexedEntry::unread(id, outline)));
            }
            EntryHeading::Ncu(id) => {
                self.ncus.insert(id.to_owned(), Arc::new(IndexedEntry::unread(id, outline)));
            }
            EntryHeading::Ability => self.abilities.insert(outline),
        }
    }

    /// Adds the entries of a file's text; an entry replaces the one of its id. `name` is the name of
    /// the file in faults.
    ///
    /// # Errors
    /// All faults of the text. Entries without faults are added even then.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<EntryCounts, Faults> {
        // the cards of a file may name abilities that are declared further down
        let mut known = self.abilities.clone();
        let declared =
            document::read(name, text, |root, _| read::abilities_alone(root)).unwrap_or_default();
        declared.into_iter().for_each(|entry| known.insert(entry));
        let read = document::read(name, text, |root, report| read::entries(root, &known, report));
        let (entries, faults) = match read {
            Ok(entries) => (entries, None),
            Err((entries, faults)) => (entries.unwrap_or_default(), Some(faults)),
        };
        let counts = entries.counts();
        self.take(entries);
        faults.map_or(Ok(counts), Err)
    }
}

/// How many places for abilities hold which kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Abilities that change no roll.
    pub no_dice: usize,
    /// Abilities whose effects befall others than the two units of a question, or come at other
    /// times.
    pub elsewhere: usize,
    /// Abilities whose effects answers count.
    pub modelled: usize,
    /// Abilities that answers list because they do not count them.
    pub not_modelled: usize,
}

impl Coverage {
    fn count(&mut self, status: &ModelStatus) {
        match status {
            ModelStatus::NoDice => self.no_dice += 1,
            ModelStatus::Elsewhere => self.elsewhere += 1,
            ModelStatus::Modelled(effects) if effects.left_out.is_none() => self.modelled += 1,
            ModelStatus::Modelled(_) | ModelStatus::NotModelled => self.not_modelled += 1,
        }
    }

    /// The share of places modelled among those that may change what happens between two units, 0
    /// to 1.
    pub fn share(&self) -> f64 {
        let matter = self.modelled + self.not_modelled;
        if matter == 0 { 0.0 } else { self.modelled as f64 / matter as f64 }
    }
}
