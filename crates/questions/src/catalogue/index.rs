//! Entries that are parsed when they are first used.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::entry::{AbilityEntry, Attachment, Card, CardOrigin, Ncu, TacticsCard};
use super::names::normalize_name;
use super::outline::{EntryOutline, EntryText, FactionName};
use super::read::ReadEntry;
use warodds_games::asoiaf::Season;

/// An entry that is parsed on first use.
#[derive(Debug)]
pub(super) struct LazyEntry<T> {
    entry: OnceLock<Option<T>>,
    passage: Option<EntryText>,
}

impl<T: ReadEntry> LazyEntry<T> {
    /// Wraps a parsed entry.
    fn parsed(entry: T) -> Self {
        Self { entry: OnceLock::from(Some(entry)), passage: None }
    }

    /// Wraps the text of an entry.
    const fn unread(passage: EntryText) -> Self {
        Self { entry: OnceLock::new(), passage: Some(passage) }
    }

    /// Returns the entry; `None` if its text has faults, which no shipped one has.
    pub(super) fn get(&self) -> Option<&T> {
        // shared between threads: the first one parses, the others wait
        self.entry.get_or_init(|| T::read(self.passage.as_ref()?)).as_ref()
    }
}

/// A card, attachment or NCU with the names by which it is found.
#[derive(Debug)]
pub(super) struct IndexedEntry<T> {
    written: EntryNames,
    /// Computed at the first search: most commands search units only.
    key: OnceLock<SearchKey>,
    pub entry: LazyEntry<T>,
}

/// The names of an entry as written.
#[derive(Debug)]
struct EntryNames {
    id: String,
    name: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    faction: Arc<FactionName>,
    season: Season,
}

/// The normalized names by which an entry is found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SearchKey {
    pub id: String,
    /// Name with title, name and title.
    pub names: Vec<String>,
    pub faction: Arc<FactionName>,
    pub season: Season,
}

impl EntryNames {
    fn key(&self) -> SearchKey {
        let Self { id, name, title, faction, season } = self;
        let (name, title) = (normalize_name(name), title.as_deref().map(normalize_name));
        // a title alone finds an attachment too: `the wolf lord`
        let full = title.as_ref().map(|title| format!("{name} {title}"));
        let names = full.into_iter().chain([name]).chain(title).collect();
        SearchKey { id: normalize_name(id), names, faction: faction.clone(), season: *season }
    }
}

impl<T: ReadEntry> IndexedEntry<T> {
    /// Makes an unread entry of an outline.
    pub(super) fn unread(id: &str, outline: EntryOutline) -> Self {
        let EntryOutline { name, title, season, passage, .. } = outline;
        let faction = passage.faction.clone();
        let written = EntryNames { id: id.to_owned(), name, title, faction, season };
        Self { written, key: OnceLock::new(), entry: LazyEntry::unread(passage) }
    }

    /// Wraps a parsed entry.
    fn parsed(written: EntryNames, entry: T) -> Self {
        Self { written, key: OnceLock::new(), entry: LazyEntry::parsed(entry) }
    }
}

impl<T> IndexedEntry<T> {
    /// Returns the normalized names.
    pub(super) fn key(&self) -> &SearchKey {
        self.key.get_or_init(|| self.written.key())
    }

    /// Whether the entry is from a file of the player's own.
    pub(super) const fn is_own(&self) -> bool {
        self.entry.passage.is_none()
    }

    /// Whether this is the normalized name without title.
    pub(super) fn is_named(&self, name: &str) -> bool {
        normalize_name(&self.written.name) == name
    }

    /// Returns the title: of a tactics card, its commander.
    pub(super) fn title(&self) -> Option<&str> {
        self.written.title.as_deref()
    }

    /// Returns the faction.
    pub(super) fn faction(&self) -> &FactionName {
        &self.written.faction
    }
}

/// Collects the names of a parsed entry.
fn entry_names(
    id: &str,
    (name, title): (&str, Option<&String>),
    origin: &CardOrigin,
) -> EntryNames {
    EntryNames {
        id: id.to_owned(),
        name: Cow::Owned(name.to_owned()),
        title: title.cloned().map(Cow::Owned),
        faction: FactionName::new(&origin.faction),
        season: origin.season,
    }
}

impl From<Card> for IndexedEntry<Card> {
    fn from(card: Card) -> Self {
        Self::parsed(
            entry_names(&card.id, (&card.unit.name, card.title.as_ref()), &card.origin),
            card,
        )
    }
}

impl From<Attachment> for IndexedEntry<Attachment> {
    fn from(one: Attachment) -> Self {
        Self::parsed(entry_names(&one.id, (&one.name, one.title.as_ref()), &one.origin), one)
    }
}

impl From<Ncu> for IndexedEntry<Ncu> {
    fn from(ncu: Ncu) -> Self {
        Self::parsed(entry_names(&ncu.id, (&ncu.name, ncu.title.as_ref()), &ncu.origin), ncu)
    }
}

impl From<TacticsCard> for IndexedEntry<TacticsCard> {
    fn from(one: TacticsCard) -> Self {
        Self::parsed(entry_names(&one.id, (&one.name, one.commander.as_ref()), &one.origin), one)
    }
}

/// An ability with its name, which is known before its text is parsed.
#[derive(Debug)]
pub(super) struct IndexedAbility {
    pub name: String,
    pub season: Season,
    pub entry: LazyEntry<AbilityEntry>,
}

impl From<AbilityEntry> for IndexedAbility {
    fn from(entry: AbilityEntry) -> Self {
        Self { name: entry.name.clone(), season: entry.season, entry: LazyEntry::parsed(entry) }
    }
}

impl From<EntryOutline> for IndexedAbility {
    fn from(outline: EntryOutline) -> Self {
        let EntryOutline { name, season, passage, .. } = outline;
        Self { name: name.into_owned(), season, entry: LazyEntry::unread(passage) }
    }
}
