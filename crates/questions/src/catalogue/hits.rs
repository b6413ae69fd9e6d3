//! Searches that list every card a text may mean.

use super::Catalogue;
use super::entry::{Attachment, Card, Ncu};
use super::index::{IndexedEntry, SearchKey};
use super::matching::NameQuery;
use super::nearest::{MAX_SUGGESTED, nearest_of};
use super::read::ReadEntry;
use super::search::MATCH_TESTS;

/// All cards that a search finds.
#[derive(Clone, Debug, Default)]
pub struct SearchHits<'a> {
    /// Units.
    pub cards: Vec<&'a Card>,
    /// Attachments.
    pub attachments: Vec<&'a Attachment>,
    /// NCUs.
    pub ncus: Vec<&'a Ncu>,
    /// Similar names, if there are no cards.
    pub nearest: Vec<String>,
}

impl Catalogue {
    /// Searches cards of all kinds and seasons; each list is sorted by id.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let hits = Catalogue::shipped().search("sworn swords");
    /// assert!(hits.cards.iter().any(|card| card.id == "stark-sworn-swords"));
    /// assert!(hits.nearest.is_empty());
    /// ```
    pub fn search(&self, name: &str) -> SearchHits<'_> {
        let query = NameQuery::new(name);
        let cards = all_hits(&query, self.cards.values().map(AsRef::as_ref));
        let attachments = all_hits(&query, self.attachments.values().map(AsRef::as_ref));
        let ncus = all_hits(&query, self.ncus.values().map(AsRef::as_ref));
        let mut near = Vec::new();
        if cards.is_empty() && attachments.is_empty() && ncus.is_empty() {
            near.extend(nearest_of(&query.text, self.cards.values().map(AsRef::as_ref)));
            near.extend(nearest_of(&query.text, self.attachments.values().map(AsRef::as_ref)));
            near.extend(nearest_of(&query.text, self.ncus.values().map(AsRef::as_ref)));
            near.truncate(MAX_SUGGESTED);
        }
        SearchHits { cards, attachments, ncus, nearest: near }
    }
}

/// Returns all entries that pass any test.
fn all_hits<'a, T: ReadEntry + 'a>(
    query: &NameQuery,
    entries: impl Iterator<Item = &'a IndexedEntry<T>>,
) -> Vec<&'a T> {
    let hits = entries.filter(|listed| is_hit(query, listed.key()));
    hits.filter_map(|listed| listed.entry.get()).collect()
}

/// Returns whether a key passes any test.
fn is_hit(query: &NameQuery, key: &SearchKey) -> bool {
    let is_it = key.is_id(query) || key.is_name_of_season(query);
    !query.text.is_empty() && (is_it || MATCH_TESTS.iter().any(|test| test(key, query)))
}
