//! Finds a card by what a player calls it.
//!
//! Tests run from the strictest to the loosest: the id, the full name, whole words of name or
//! faction in singular or plural (`guardsman`), beginnings of words, letters run together
//! (`shebears`), initials. The first test that any card passes decides; several cards are an error
//! that lists them. Lists of armies accept less ([`Catalogue::listed_units`]). Names refer to current
//! cards. An older card is found by full name and season (`Stark Bowmen (v1.0)`), by its id, or in a
//! catalogue of its season ([`Catalogue::of_season`]). A misspelt name is never guessed, but similar
//! names are suggested.

use super::catalogue_entry::CatalogueEntry;
use super::entry::{Attachment, Card, Ncu};
use super::find_error::FindError;
use super::index::{IndexedEntry, SearchKey};
use super::matching::{NameQuery, QueryWord};
use super::nearest::{ListedKey, MAX_SUGGESTED, keys_of, nearest, places};
use super::{Catalogue, normalize_name};
use crate::document::escaped;
use warodds_games::asoiaf::Season;

/// What follows the printed name in the name of a card as a list builder has it.
const BUILDER_APP: &str = " builder app";

/// The result of a search for one card.
pub type FindResult<'a, T> = Result<&'a T, FindError>;

impl Catalogue {
    /// Finds the card of a unit by its name, some words of it, or its id.
    ///
    /// # Errors
    /// [`FindError`] if no unit has the name or several have it.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let cards = Catalogue::shipped();
    /// assert_eq!(cards.find("stark sw")?.id, "stark-sworn-swords");
    /// assert_eq!(cards.find("lannister guardsman")?.unit.name, "Lannister Guardsmen");
    /// // a misspelt name is suggested, never guessed
    /// assert_eq!(
    ///     cards.find("stark sworn sowrds").unwrap_err().to_string(),
    ///     "there is no unit `stark sworn sowrds`; did you mean `Stark Sworn Swords`?"
    /// );
    /// # Ok::<(), warodds_questions::catalogue::FindError>(())
    /// ```
    pub fn find(&self, name: &str) -> FindResult<'_, Card> {
        let found = self.find_entry("unit", name, self.cards.values().map(AsRef::as_ref));
        match found {
            // a unit found by beginnings of words may hide an attachment found by whole words
            Ok(card) => self.check_beginnings(name, card),
            // only a name that no unit has may be of an attachment or an NCU
            Err(error @ FindError::Unknown { .. }) => {
                let in_cards = |later: &'static Self| {
                    later.find_entry("unit", name, later.cards.values().map(AsRef::as_ref))
                };
                Err(match self.later_season(error, in_cards) {
                    error @ FindError::LaterSeason { .. } => error,
                    error => self.other_kind(name, error),
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Refuses a unit if the query is rather an attachment or an NCU: the whole name of an attachment
    /// (`the mountain`, next to The Mountain That Rides), or whole words of one which only begin the
    /// words of the unit: `dragon` begins `Dragonstone Noble` and is a word of `Mother of Dragons`.
    fn check_beginnings<'c>(&'c self, name: &str, card: &'c Card) -> FindResult<'c, Card> {
        let query = NameQuery::new(name);
        let is_exact = |key: &SearchKey| key.is_id(&query) || key.is_name(&query);
        let is_own = self
            .cards
            .get(&card.id)
            .is_none_or(|listed| is_exact(listed.key()) || listed.key().is_name_of_season(&query));
        if !is_own && self.attachments.values().any(|one| is_exact(one.key())) {
            let unknown =
                FindError::Unknown { what: "unit", query: escaped(name), nearest: Vec::new() };
            return Err(self.other_kind(name, unknown));
        }
        let is_whole = |key: &SearchKey| {
            WHOLE_WORD_TESTS.iter().any(|test| test(key, &query)) || key.has_initials(&query)
        };
        // a card found by whole words hides nothing
        let is_clear = self.cards.get(&card.id).is_none_or(|listed| is_whole(listed.key()));
        if is_clear {
            return Ok(card);
        }
        let attachments = self.attachments.values().filter(|one| is_whole(one.key()));
        let ncus = self.ncus.values().filter(|one| is_whole(one.key()));
        let attachments = attachments.filter_map(|one| Some(one.entry.get()?.describe()));
        let ncus = ncus.filter_map(|one| Some(one.entry.get()?.describe()));
        let others: Vec<String> = attachments.chain(ncus).collect();
        if others.is_empty() {
            return Ok(card);
        }
        let candidates = std::iter::once(card.describe()).chain(others).collect();
        Err(FindError::Ambiguous { query: escaped(name), candidates })
    }

    /// Explains a name that no unit has, but attachments or an NCU may.
    fn other_kind(&self, name: &str, error: FindError) -> FindError {
        let query = NameQuery::new(name);
        let attachments: Vec<_> = self.attachments.values().collect();
        let keys = keys_of(attachments.iter().map(AsRef::as_ref));
        let full_name = |place: usize| Some(attachments.get(place)?.entry.get()?.full_name());
        let mut names: Vec<String> =
            self.matches(&query, &keys).into_iter().filter_map(full_name).collect();
        // cards of several seasons share a name, and ids put them next to each other
        names.dedup();
        match self.find_ncu(name) {
            // a word that begins the names of many attachments does not identify any
            _ if !names.is_empty() && names.len() <= MAX_ATTACHMENTS => {
                FindError::Attachment { query: escaped(name), names }
            }
            Ok(found) => FindError::Ncu { query: escaped(name), name: found.full_name() },
            _ => error,
        }
    }

    /// Finds an NCU by its name, its title or both.
    ///
    /// # Errors
    /// [`FindError`] if no NCU has the name or several have it.
    pub fn find_ncu(&self, name: &str) -> FindResult<'_, Ncu> {
        let ncu = self.find_entry("NCU", name, self.ncus.values().map(AsRef::as_ref));
        let in_ncus = |later: &'static Self| {
            later.find_entry("NCU", name, later.ncus.values().map(AsRef::as_ref))
        };
        ncu.map_err(|error| self.later_season(error, in_ncus))
    }

    /// Finds an attachment by its name, its title or both.
    ///
    /// # Errors
    /// [`FindError`] if no attachment has the name or several have it.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::{Catalogue, FindError};
    ///
    /// let cards = Catalogue::shipped();
    /// assert_eq!(cards.find_attachment("the wolf lord")?.id, "robb-stark-the-wolf-lord");
    /// let error = cards.find_attachment("Robb Stark").unwrap_err();
    /// let FindError::Ambiguous { candidates, .. } = error else { panic!("{error}") };
    /// assert_eq!(candidates.len(), 2);
    /// # Ok::<(), FindError>(())
    /// ```
    pub fn find_attachment(&self, name: &str) -> FindResult<'_, Attachment> {
        let entries = self.attachments.values().map(AsRef::as_ref);
        let attachment = self.find_entry("attachment", name, entries);
        let in_attachments = |later: &'static Self| {
            later.find_entry("attachment", name, later.attachments.values().map(AsRef::as_ref))
        };
        attachment.map_err(|error| self.later_season(error, in_attachments))
    }

    /// Replaces the error of an unknown name if a card of a later season has it.
    pub(super) fn later_season<T: CatalogueEntry + 'static>(
        &self,
        error: FindError,
        find: impl Fn(&'static Self) -> FindResult<'static, T>,
    ) -> FindError {
        let FindError::Unknown { what, query, nearest } = error else { return error };
        let later =
            Season::ALL.into_iter().filter(|later| self.has_shipped && *later > self.season);
        let oldest = later.map(Self::shipped_of).find_map(|later| find(later).ok());
        match oldest.map(|card| (card.name(), card.season())) {
            Some((name, season)) => {
                FindError::LaterSeason { what, query, name, season, chosen: self.season }
            }
            None => FindError::Unknown { what, query, nearest },
        }
    }

    pub(super) fn find_entry<'a, T: CatalogueEntry>(
        &self,
        what: &'static str,
        name: &str,
        entries: impl Iterator<Item = &'a IndexedEntry<T>>,
    ) -> FindResult<'a, T> {
        let query = NameQuery::new(name);
        let entries: Vec<&IndexedEntry<T>> = entries.collect();
        let keys = keys_of(entries.iter().copied());
        let entry = |place: usize| entries.get(place).copied()?.entry.get();
        let candidates: Vec<&T> =
            self.matches(&query, &keys).into_iter().filter_map(entry).collect();
        match candidates.as_slice() {
            [] => {
                let name_of = |place| Some(entry(place)?.name());
                let nearest = self.nearest_current(&query, &keys, &name_of);
                Err(FindError::Unknown { what, query: escaped(name), nearest })
            }
            [one] => Ok(one),
            several => Err(FindError::Ambiguous {
                query: escaped(name),
                candidates: several.iter().map(|one| one.describe()).collect(),
            }),
        }
    }

    /// Returns the units that a name in a list of an army may mean: those with an id, a whole name
    /// or at least two words of a name.
    ///
    /// # Errors
    /// [`FindError::Unknown`] if there are none, with similar names.
    pub(crate) fn listed_units(&self, name: &str) -> Result<Vec<&Card>, FindError> {
        self.listed("unit", name, self.cards.values().map(AsRef::as_ref))
    }

    /// Returns the attachments that a name in a list of an army may mean.
    pub(crate) fn listed_attachments(&self, name: &str) -> Result<Vec<&Attachment>, FindError> {
        self.listed("attachment", name, self.attachments.values().map(AsRef::as_ref))
    }

    /// Returns the NCUs that a name in a list of an army may mean.
    pub(crate) fn listed_ncus(&self, name: &str) -> Result<Vec<&Ncu>, FindError> {
        self.listed("NCU", name, self.ncus.values().map(AsRef::as_ref))
    }

    /// Whether a name is the whole name of a unit, an attachment or an NCU, with its title if it has
    /// one.
    pub(crate) fn has_full_name(&self, name: &str) -> bool {
        let name = normalize_name(name);
        let cards = self.cards.values().map(|card| card.key());
        let attachments = self.attachments.values().map(|attachment| attachment.key());
        let mut keys = cards.chain(attachments).chain(self.ncus.values().map(|ncu| ncu.key()));
        // the first name is the one with the title
        keys.any(|key| key.names.first() == Some(&name))
    }

    fn listed<'a, T: CatalogueEntry>(
        &self,
        what: &'static str,
        name: &str,
        entries: impl Iterator<Item = &'a IndexedEntry<T>>,
    ) -> Result<Vec<&'a T>, FindError> {
        let query = NameQuery::new(name);
        let entries: Vec<&IndexedEntry<T>> = entries.collect();
        let keys = keys_of(entries.iter().copied());
        let entry = |place: usize| entries.get(place).copied()?.entry.get();
        let is_named =
            |place: &usize| keys.get(*place).is_some_and(|one| one.key.is_named_by(&query));
        let (named, loose): (Vec<usize>, Vec<usize>) =
            self.matches(&query, &keys).into_iter().partition(is_named);
        if !named.is_empty() {
            return Ok(named.into_iter().filter_map(entry).collect());
        }
        let name_of = |place| Some(entry(place)?.name());
        // what a word may stand for is suggested, but not taken
        let nearest = if !query.words.iter().any(QueryWord::counts) {
            Vec::new()
        } else if (1..=MAX_SUGGESTED).contains(&loose.len()) {
            loose.into_iter().filter_map(name_of).collect()
        } else {
            self.nearest_current(&query, &keys, &name_of)
        };
        Err(FindError::Unknown { what, query: escaped(name), nearest })
    }

    /// Returns the names of current entries that are most similar to a query.
    fn nearest_current(
        &self,
        query: &NameQuery,
        keys: &[ListedKey<'_>],
        name_of: &dyn Fn(usize) -> Option<String>,
    ) -> Vec<String> {
        nearest(&query.text, keys, &|one| self.is_current(one), name_of)
    }

    /// Returns the places of the entries that a query identifies: the one with that id; older ones
    /// by full name and season; else the current ones that pass the strictest test that any
    /// passes, of the newest season among them.
    fn matches(&self, query: &NameQuery, keys: &[ListedKey<'_>]) -> Vec<usize> {
        // an empty text begins every name
        if query.text.is_empty() {
            return Vec::new();
        }
        let named = places(keys, &|one| {
            one.key.is_id(query) || (!self.is_current(one) && one.key.is_name_of_season(query))
        });
        if !named.is_empty() {
            return named;
        }
        // the first test that any entry passes decides: an exact name hides looser matches
        let mut hits = MATCH_TESTS
            .into_iter()
            .map(|test| places(keys, &|one| self.is_current(one) && test(one.key, query)));
        let hits = hits.find(|hits| !hits.is_empty()).unwrap_or_default();
        let season = |place: &usize| keys.get(*place).map(|one| one.key.season);
        let is_old = |place: &usize| season(place).is_some_and(Season::is_before_2021);
        let are_all_old = hits.iter().all(is_old);
        // newer cards hide those from before 2021, unless the query names these
        let is_match = |place: &usize| {
            are_all_old || !is_old(place) || season(place).is_some_and(|season| query.names(season))
        };
        let hits: Vec<usize> = hits.into_iter().filter(is_match).collect();
        let name = |place: &usize| keys.get(*place)?.key.names.first();
        let printed: Vec<&String> = hits.iter().filter_map(name).collect();
        // a name of both means the printed card
        let is_copy = |place: &usize| {
            let copied = name(place).and_then(|name| name.strip_suffix(BUILDER_APP));
            copied.is_some_and(|copied| printed.iter().any(|name| *name == copied))
        };
        hits.iter().copied().filter(|place| !is_copy(place)).collect()
    }

    /// Iterates over the cards of units that names refer to, by id: those of the current season and
    /// of the player's own files.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Season;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// assert_eq!(Catalogue::shipped().current_cards().count(), 148);
    /// let old = Catalogue::shipped().of_season(Season::V1_0);
    /// assert_eq!(old.current_cards().count(), 28);
    /// ```
    pub fn current_cards(&self) -> impl Iterator<Item = &Card> {
        let is_current = |listed: &&IndexedEntry<Card>| {
            self.is_current(&ListedKey { key: listed.key(), is_own: listed.is_own() })
        };
        let listed = self.cards.values().map(AsRef::as_ref).filter(is_current);
        listed.filter_map(|listed| listed.entry.get())
    }

    /// Whether names refer to an entry: one of the current season or later, or of the player's
    /// own.
    fn is_current(&self, listed: &ListedKey<'_>) -> bool {
        // a file of the player's own overrides the season: its cards were added to be found
        listed.is_own || listed.key.season.plays_with(self.season)
    }
}

/// The most attachments that are named when a name is of no unit.
const MAX_ATTACHMENTS: usize = 6;

/// Decides whether an entry matches a query.
pub(super) type MatchTest = fn(&SearchKey, &NameQuery) -> bool;

/// All tests, from the strictest to the loosest.
pub(super) const MATCH_TESTS: [MatchTest; 9] = [
    SearchKey::is_name,
    SearchKey::begins_each_word,
    SearchKey::one_name_has_stems,
    SearchKey::has_stems,
    SearchKey::one_name_has_beginnings,
    SearchKey::has_beginnings,
    SearchKey::has_stem_beginnings,
    SearchKey::runs_together,
    SearchKey::has_initials,
];

/// The tests that compare whole words.
const WHOLE_WORD_TESTS: [MatchTest; 5] = [
    SearchKey::is_id,
    SearchKey::is_name,
    SearchKey::begins_each_word,
    SearchKey::one_name_has_stems,
    SearchKey::has_stems,
];
