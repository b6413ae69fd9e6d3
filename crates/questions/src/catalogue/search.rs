//! Answer a card by what a player calls it.
//!
//! From the strictest to the loosest: its id, its whole name, whole words of its name or faction in
//! singular or plural (`guardsman`), words that begin words of them, its letters run together
//! (`shebears`), its initials. The first of these that finds anything counts; where it finds several
//! cards, all are listed and none is taken. Names mean current cards: a card of an older edition is
//! found by its whole name with the edition (`Stark Bowmen (v1.0)`), by its id, or in a catalogue of
//! that edition ([`Catalogue::of_edition`]). A misspelling is never guessed: what may be meant is
//! offered.

use thiserror::Error;

use super::deferred::{IndexedEntry, SearchKey};
use super::entry::{Attachment, Card, Ncu};
use super::matching::NameQuery;
use super::read::ReadEntry;
use super::{AttachError, Catalogue, Joins};

/// How alike names must be to be offered for each other (Jaro–Winkler, 0 to 1).
const ALIKE: f64 = 0.8;
/// How much less alike than the likest a name may be and still be offered.
const NEARLY: f64 = 0.05;
/// How many names are offered.
const OFFERED: usize = 3;
/// How many candidates are listed.
const LISTED: usize = 12;

/// Why a name finds nothing, or too much.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FindError {
    /// Nothing is called that.
    #[error("there is no {what} `{given}`{}", offer(nearest))]
    Unknown {
        /// What was looked for, e.g. `unit`.
        what: &'static str,
        /// What was given.
        given: String,
        /// Names that are like it, the likest first.
        nearest: Vec<String>,
    },
    /// No unit is called that, but one or more attachments are.
    #[error("`{given}` is {}", attachments(names))]
    Attachment {
        /// What was given.
        given: String,
        /// The attachments; at least one.
        names: Vec<String>,
    },
    /// The attachment behind `+` cannot join the unit.
    #[error(transparent)]
    Join(#[from] AttachError),
    /// No unit is called that, but an NCU is.
    #[error("`{given}` is an NCU, {name}, and no unit: it never fights")]
    Ncu {
        /// What was given.
        given: String,
        /// The NCU.
        name: String,
    },
    /// Several are called that.
    #[error("`{given}` may be any of {}", list(candidates))]
    Ambiguous {
        /// What was given.
        given: String,
        /// All of them: id, name, faction and edition.
        candidates: Vec<String>,
    },
}

fn offer(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", quoted.join(" or "))
    }
}

/// What attachments of a name are, and how they are used.
fn attachments(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let example = names.first().map_or("", String::as_str);
    let what = match names {
        [_] => format!("an attachment, {}", quoted.join("")),
        _ => format!("the name of {} attachments, {}", names.len(), quoted.join(", ")),
    };
    format!(
        "{what}, and no unit: name the unit that it joins, with --with \"{example}\" or as `UNIT + \
         {example}`"
    )
}

fn list(candidates: &[String]) -> String {
    let lines: String =
        candidates.iter().take(LISTED).map(|candidate| format!("\n  {candidate}")).collect();
    let more = candidates.len().saturating_sub(LISTED);
    if more > 0 {
        format!("{}:{lines}\n  and {more} more", candidates.len())
    } else {
        format!("{}:{lines}", candidates.len())
    }
}

/// What a search comes to.
pub type FindResult<'a, T> = Result<&'a T, FindError>;

impl Catalogue {
    /// The card that a name, some of its words or an id means.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find(&self, given: &str) -> FindResult<'_, Card> {
        let found = self.find_entry("unit", given, self.cards.values().map(AsRef::as_ref));
        match found {
            Ok(card) => self.check_beginnings(given, card),
            Err(error @ FindError::Unknown { .. }) => Err(self.other_kind(given, error)),
            Err(error) => Err(error),
        }
    }

    /// Refuses a unit of whose name only beginnings of words were given, where these are whole
    /// words of attachments or NCUs (`dragon` of `Dragonstone Noble`).
    fn check_beginnings<'c>(&'c self, given: &str, card: &'c Card) -> FindResult<'c, Card> {
        let query = NameQuery::new(given);
        let is_whole = |key: &SearchKey| {
            WHOLE_WORD_TESTS.iter().any(|test| test(key, &query)) || key.has_initials(&query)
        };
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
        Err(FindError::Ambiguous { given: shown(given), candidates })
    }

    /// What no unit is called, but an attachment or an NCU may be.
    fn other_kind(&self, given: &str, error: FindError) -> FindError {
        let query = NameQuery::new(given);
        let attachments = self.meant(&query, self.attachments.values().map(AsRef::as_ref));
        let mut names: Vec<String> = attachments
            .into_iter()
            .filter_map(|listed| Some(listed.entry.get()?.full_name()))
            .collect();
        names.dedup();
        match self.find_ncu(given) {
            _ if !names.is_empty() && names.len() <= OFFERED_ATTACHMENTS => {
                FindError::Attachment { given: shown(given), names }
            }
            Ok(found) => FindError::Ncu { given: shown(given), name: found.full_name() },
            _ => error,
        }
    }

    /// The NCU that a name means; titles count as well.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find_ncu(&self, given: &str) -> FindResult<'_, Ncu> {
        self.find_entry("NCU", given, self.ncus.values().map(AsRef::as_ref))
    }

    /// The attachment that a name means; titles count as well.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find_attachment(&self, given: &str) -> FindResult<'_, Attachment> {
        self.find_entry("attachment", given, self.attachments.values().map(AsRef::as_ref))
    }

    fn find_entry<'a, T: CatalogueEntry>(
        &self,
        what: &'static str,
        given: &str,
        entries: impl Iterator<Item = &'a IndexedEntry<T>> + Clone,
    ) -> FindResult<'a, T> {
        let query = NameQuery::new(given);
        let meant = self.meant(&query, entries.clone());
        let candidates: Vec<&T> =
            meant.into_iter().filter_map(|listed| listed.entry.get()).collect();
        match candidates.as_slice() {
            [] => {
                let current = entries.filter(|listed| self.is_current(listed));
                let nearest = nearest(&query.text, current);
                Err(FindError::Unknown { what, given: shown(given), nearest })
            }
            [one] => Ok(one),
            several => Err(FindError::Ambiguous {
                given: shown(given),
                candidates: several.iter().map(|one| one.describe()).collect(),
            }),
        }
    }

    /// Those that what was given may mean: that of its id; of older editions those of its whole
    /// name and edition; else the current ones of the strictest test that any passes, of which the
    /// newest count.
    fn meant<'a, T>(
        &self,
        query: &NameQuery,
        entries: impl Iterator<Item = &'a IndexedEntry<T>> + Clone,
    ) -> Vec<&'a IndexedEntry<T>> {
        // a text without letters begins every name
        if query.text.is_empty() {
            return Vec::new();
        }
        let is_named = |listed: &&IndexedEntry<T>| {
            listed.key().is_id(query)
                || (!self.is_current(listed) && listed.key().is_name_of_edition(query))
        };
        let named: Vec<_> = entries.clone().filter(is_named).collect();
        if !named.is_empty() {
            return named;
        }
        let current = entries.filter(|listed| self.is_current(listed));
        let mut hits = MATCH_TESTS.into_iter().map(|test| {
            let hit = |listed: &&IndexedEntry<T>| test(listed.key(), query);
            current.clone().filter(hit).collect::<Vec<_>>()
        });
        let hits = hits.find(|hits| !hits.is_empty()).unwrap_or_default();
        let newest = hits.iter().map(|listed| listed.key().edition).max();
        let is_meant = |listed: &&IndexedEntry<T>| {
            query.names(listed.key().edition) || Some(listed.key().edition) == newest
        };
        hits.into_iter().filter(is_meant).collect()
    }

    /// Whether names mean an entry: one of the current edition, or of a player's own file.
    fn is_current<T>(&self, listed: &IndexedEntry<T>) -> bool {
        listed.is_own()
            || listed.key().edition == self.edition
            || listed.key().edition > self.edition
    }
}

/// How many attachments of one name are told apart for who took it for a unit.
const OFFERED_ATTACHMENTS: usize = 6;

/// All that some words may mean.
#[derive(Clone, Debug, Default)]
pub struct SearchHits<'a> {
    /// Units.
    pub cards: Vec<&'a Card>,
    /// Attachments.
    pub attachments: Vec<&'a Attachment>,
    /// NCUs.
    pub ncus: Vec<&'a Ncu>,
    /// Where there is none of them: names that are like the words.
    pub nearest: Vec<String>,
}

impl Catalogue {
    /// All that some words may mean, of all kinds and editions, by id.
    pub fn search(&self, given: &str) -> SearchHits<'_> {
        let query = NameQuery::new(given);
        let cards = all_hits(&query, self.cards.values().map(AsRef::as_ref));
        let attachments = all_hits(&query, self.attachments.values().map(AsRef::as_ref));
        let ncus = all_hits(&query, self.ncus.values().map(AsRef::as_ref));
        let mut near = Vec::new();
        if cards.is_empty() && attachments.is_empty() && ncus.is_empty() {
            near.extend(nearest(&query.text, self.cards.values().map(AsRef::as_ref)));
            near.extend(nearest(&query.text, self.attachments.values().map(AsRef::as_ref)));
            near.extend(nearest(&query.text, self.ncus.values().map(AsRef::as_ref)));
            near.truncate(OFFERED);
        }
        SearchHits { cards, attachments, ncus, nearest: near }
    }
}

/// All entries that pass any test.
fn all_hits<'a, T: ReadEntry + 'a>(
    query: &NameQuery,
    entries: impl Iterator<Item = &'a IndexedEntry<T>>,
) -> Vec<&'a T> {
    let is_hit = |listed: &&IndexedEntry<T>| {
        let key = listed.key();
        let is_it = key.is_id(query) || key.is_name_of_edition(query);
        !query.text.is_empty() && (is_it || MATCH_TESTS.iter().any(|test| test(key, query)))
    };
    entries.filter(is_hit).filter_map(|listed| listed.entry.get()).collect()
}

/// Whether a name is meant.
type MatchTest = fn(&SearchKey, &NameQuery) -> bool;

/// From the strictest test to the loosest.
const MATCH_TESTS: [MatchTest; 8] = [
    SearchKey::is_name,
    SearchKey::has_own_stems,
    SearchKey::has_stems,
    SearchKey::has_own_words,
    SearchKey::has_words,
    SearchKey::begins_stems,
    SearchKey::runs_together,
    SearchKey::has_initials,
];

/// Those that whole words pass.
const WHOLE_WORD_TESTS: [MatchTest; 4] =
    [SearchKey::is_id, SearchKey::is_name, SearchKey::has_own_stems, SearchKey::has_stems];

/// What can be looked for.
trait CatalogueEntry: ReadEntry {
    /// Its name for people.
    fn name(&self) -> String;
    /// The entry in a line.
    fn describe(&self) -> String;
}

impl CatalogueEntry for Card {
    fn name(&self) -> String {
        self.unit.name.clone()
    }

    fn describe(&self) -> String {
        format!(
            "{} ({}, {}, {})",
            self.id,
            self.unit.name,
            self.origin.faction,
            self.origin.edition.name()
        )
    }
}

impl CatalogueEntry for Attachment {
    fn name(&self) -> String {
        self.full_name()
    }

    fn describe(&self) -> String {
        let joins = if self.joins == Joins::NoUnit { "joins no unit" } else { self.joins.name() };
        format!("{} ({}, {}, {joins})", self.id, self.full_name(), self.origin.faction)
    }
}

impl CatalogueEntry for Ncu {
    fn name(&self) -> String {
        self.full_name()
    }

    fn describe(&self) -> String {
        format!("{} ({}, {})", self.id, self.full_name(), self.origin.faction)
    }
}

/// What was given, as a message shows it.
fn shown(given: &str) -> String {
    const LONGEST: usize = 60;
    let short: String = given.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if given.chars().nth(LONGEST).is_some() { format!("{short}…") } else { short }
}

/// The names most like what was given; long texts are no slips.
fn nearest<'a, T: CatalogueEntry + 'a>(
    query: &str,
    entries: impl Iterator<Item = &'a IndexedEntry<T>>,
) -> Vec<String> {
    const LONGEST: usize = 64;
    if query.len() > LONGEST {
        return Vec::new();
    }
    let likeness = |key: &SearchKey| {
        if key.is_a_slip_away(query) {
            return 1.0;
        }
        key.names.iter().map(|name| strsim::jaro_winkler(query, name)).fold(0.0, f64::max)
    };
    let mut like: Vec<(f64, String)> = entries
        .map(|listed| (likeness(listed.key()), &listed.entry))
        .filter(|(alike, _)| *alike >= ALIKE)
        .filter_map(|(alike, entry)| Some((alike, entry.get()?.name())))
        .collect();
    like.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let likest = like.first().map_or(0.0, |(alike, _)| *alike);
    like.retain(|(alike, _)| *alike >= likest - NEARLY);
    like.dedup_by(|a, b| a.1 == b.1);
    like.into_iter().take(OFFERED).map(|(_, name)| name).collect()
}
