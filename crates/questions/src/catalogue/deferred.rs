//! Entries that are read when somebody asks for them.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::entry::{AbilityEntry, Attachment, Card, CardOrigin, Ncu};
use super::names::normalize_name;
use super::outline::{EntryOutline, EntryText, FactionName};
use super::read::ReadEntry;
use warodds_games::asoiaf::CardEdition;

/// An entry, read or yet to be read.
#[derive(Debug)]
pub(super) struct LazyEntry<T> {
    entry: OnceLock<Option<T>>,
    passage: Option<EntryText>,
}

impl<T: ReadEntry> LazyEntry<T> {
    /// An entry that is there.
    fn ready(entry: T) -> Self {
        Self { entry: OnceLock::from(Some(entry)), passage: None }
    }

    /// An entry that is read when it is asked for.
    const fn unread(passage: EntryText) -> Self {
        Self { entry: OnceLock::new(), passage: Some(passage) }
    }

    /// The entry; none where its text is faulty, which that of no shipped one is.
    pub(super) fn get(&self) -> Option<&T> {
        self.entry.get_or_init(|| T::read(self.passage.as_ref()?)).as_ref()
    }
}

/// A card or an attachment and the names by which it is found.
#[derive(Debug)]
pub(super) struct IndexedEntry<T> {
    written: EntryNames,
    /// Worked out when names are searched: most commands look for units alone.
    key: OnceLock<SearchKey>,
    pub entry: LazyEntry<T>,
}

/// The names of an entry as they are written.
#[derive(Debug)]
struct EntryNames {
    id: String,
    name: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    faction: Arc<FactionName>,
    edition: CardEdition,
}

/// By what an entry is found: texts as names are compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SearchKey {
    pub id: String,
    /// What it may be called in full.
    pub names: Vec<String>,
    pub faction: Arc<FactionName>,
    pub edition: CardEdition,
}

impl EntryNames {
    fn key(&self) -> SearchKey {
        let Self { id, name, title, faction, edition } = self;
        let (name, title) = (normalize_name(name), title.as_deref().map(normalize_name));
        let full = title.as_ref().map(|title| format!("{name} {title}"));
        let names = full.into_iter().chain([name]).chain(title).collect();
        SearchKey { id: normalize_name(id), names, faction: faction.clone(), edition: *edition }
    }
}

impl<T: ReadEntry> IndexedEntry<T> {
    /// The entry of an outline, under its id.
    pub(super) fn unread(id: &str, outline: EntryOutline) -> Self {
        let EntryOutline { name, title, edition, passage, .. } = outline;
        let faction = passage.faction.clone();
        let written = EntryNames { id: id.to_owned(), name, title, faction, edition };
        Self { written, key: OnceLock::new(), entry: LazyEntry::unread(passage) }
    }

    /// An entry that is there.
    fn ready(written: EntryNames, entry: T) -> Self {
        Self { written, key: OnceLock::new(), entry: LazyEntry::ready(entry) }
    }
}

impl<T> IndexedEntry<T> {
    /// By what it is found.
    pub(super) fn key(&self) -> &SearchKey {
        self.key.get_or_init(|| self.written.key())
    }

    /// Whether it is of a player's own file.
    pub(super) const fn is_own(&self) -> bool {
        self.entry.passage.is_none()
    }

    /// Whether its name, without a title, is this one, as names are compared.
    pub(super) fn is_named(&self, name: &str) -> bool {
        normalize_name(&self.written.name) == name
    }

    /// The edition of its card.
    pub(super) const fn edition(&self) -> CardEdition {
        self.written.edition
    }

    /// Its faction.
    pub(super) fn faction(&self) -> &FactionName {
        &self.written.faction
    }
}

/// The names of an entry that is there.
fn written(id: &str, (name, title): (&str, Option<&String>), origin: &CardOrigin) -> EntryNames {
    EntryNames {
        id: id.to_owned(),
        name: Cow::Owned(name.to_owned()),
        title: title.cloned().map(Cow::Owned),
        faction: FactionName::new(&origin.faction),
        edition: origin.edition,
    }
}

impl From<Card> for IndexedEntry<Card> {
    fn from(card: Card) -> Self {
        Self::ready(written(&card.id, (&card.unit.name, None), &card.origin), card)
    }
}

impl From<Attachment> for IndexedEntry<Attachment> {
    fn from(one: Attachment) -> Self {
        Self::ready(written(&one.id, (&one.name, one.title.as_ref()), &one.origin), one)
    }
}

impl From<Ncu> for IndexedEntry<Ncu> {
    fn from(ncu: Ncu) -> Self {
        Self::ready(written(&ncu.id, (&ncu.name, ncu.title.as_ref()), &ncu.origin), ncu)
    }
}

/// An ability and its name, which is known before it is read.
#[derive(Debug)]
pub(super) struct IndexedAbility {
    pub name: String,
    pub edition: CardEdition,
    pub entry: LazyEntry<AbilityEntry>,
}

impl From<AbilityEntry> for IndexedAbility {
    fn from(entry: AbilityEntry) -> Self {
        Self { name: entry.name.clone(), edition: entry.edition, entry: LazyEntry::ready(entry) }
    }
}

impl From<EntryOutline> for IndexedAbility {
    fn from(outline: EntryOutline) -> Self {
        let EntryOutline { name, edition, passage, .. } = outline;
        Self { name: name.into_owned(), edition, entry: LazyEntry::unread(passage) }
    }
}
