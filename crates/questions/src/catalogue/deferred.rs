//! Entries that are read when somebody asks for them.

use std::sync::{Arc, OnceLock};

use super::entry::{AbilityEntry, Attachment, Card, Ncu};
use super::names::plain;
use super::outline::{Faction, Outline, Passage};
use super::read::FromPassage;
use warodds_games::asoiaf::CardEdition;

/// An entry, read or yet to be read.
#[derive(Debug)]
pub(super) struct Deferred<T> {
    entry: OnceLock<Option<T>>,
    passage: Option<Passage>,
}

impl<T: FromPassage> Deferred<T> {
    /// An entry that is there.
    fn ready(entry: T) -> Self {
        Self { entry: OnceLock::from(Some(entry)), passage: None }
    }

    /// An entry that is read when it is asked for.
    const fn unread(passage: Passage) -> Self {
        Self { entry: OnceLock::new(), passage: Some(passage) }
    }

    /// The entry; none where its text is faulty, which that of no shipped one is.
    pub fn get(&self) -> Option<&T> {
        self.entry.get_or_init(|| T::read(self.passage.as_ref()?)).as_ref()
    }
}

/// A card or an attachment and the names by which it is found.
#[derive(Debug)]
pub(super) struct Listed<T> {
    pub key: Key,
    pub entry: Deferred<T>,
}

/// By what an entry is found: texts as names are compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub id: String,
    /// What it may be called in full.
    pub names: Vec<String>,
    pub faction: Arc<Faction>,
    pub edition: CardEdition,
}

impl Key {
    fn new(
        id: &str,
        (name, title): (&str, Option<&str>),
        faction: Arc<Faction>,
        edition: CardEdition,
    ) -> Self {
        let (name, title) = (plain(name), title.map(plain));
        let full = title.as_ref().map(|title| format!("{name} {title}"));
        let names = full.into_iter().chain([name]).chain(title).collect();
        Self { id: plain(id), names, faction, edition }
    }
}

impl<T: FromPassage> Listed<T> {
    /// The entry of an outline, under its id.
    pub fn unread(id: &str, outline: Outline) -> Self {
        let names = (outline.name.as_ref(), outline.title.as_deref());
        let key = Key::new(id, names, outline.passage.faction.clone(), outline.edition);
        Self { key, entry: Deferred::unread(outline.passage) }
    }
}

impl From<Card> for Listed<Card> {
    fn from(card: Card) -> Self {
        let faction = Faction::new(&card.origin.faction);
        let key = Key::new(&card.id, (&card.unit.name, None), faction, card.origin.edition);
        Self { key, entry: Deferred::ready(card) }
    }
}

impl From<Attachment> for Listed<Attachment> {
    fn from(attachment: Attachment) -> Self {
        let faction = Faction::new(&attachment.origin.faction);
        let names = (attachment.name.as_str(), attachment.title.as_deref());
        let key = Key::new(&attachment.id, names, faction, attachment.origin.edition);
        Self { key, entry: Deferred::ready(attachment) }
    }
}

impl From<Ncu> for Listed<Ncu> {
    fn from(ncu: Ncu) -> Self {
        let faction = Faction::new(&ncu.origin.faction);
        let names = (ncu.name.as_str(), ncu.title.as_deref());
        let key = Key::new(&ncu.id, names, faction, ncu.origin.edition);
        Self { key, entry: Deferred::ready(ncu) }
    }
}

/// An ability and its name, which is known before it is read.
#[derive(Debug)]
pub(super) struct ListedAbility {
    pub name: String,
    pub edition: CardEdition,
    pub entry: Deferred<AbilityEntry>,
}

impl From<AbilityEntry> for ListedAbility {
    fn from(entry: AbilityEntry) -> Self {
        Self { name: entry.name.clone(), edition: entry.edition, entry: Deferred::ready(entry) }
    }
}

impl From<Outline> for ListedAbility {
    fn from(outline: Outline) -> Self {
        let Outline { name, edition, passage, .. } = outline;
        Self { name: name.into_owned(), edition, entry: Deferred::unread(passage) }
    }
}
