//! Names that searches go through, and those similar to a misspelt one.

use super::catalogue_entry::CatalogueEntry;
use super::index::{IndexedEntry, SearchKey};

/// The least similarity (Jaro–Winkler, 0 to 1) of a suggested name.
const MIN_SIMILARITY: f64 = 0.8;
/// How much less similar than the best suggestion another one may be.
const SIMILARITY_MARGIN: f64 = 0.05;
/// The most names that are suggested.
pub(super) const MAX_SUGGESTED: usize = 3;

/// An entry as searches see it, whatever its kind.
pub(super) struct ListedKey<'a> {
    pub key: &'a SearchKey,
    /// Whether the entry is from a file of the player's own.
    pub is_own: bool,
}

/// Returns the keys of entries, in their order.
pub(super) fn keys_of<'a, T: 'a>(
    entries: impl Iterator<Item = &'a IndexedEntry<T>>,
) -> Vec<ListedKey<'a>> {
    entries.map(|entry| ListedKey { key: entry.key(), is_own: entry.is_own() }).collect()
}

/// Returns the places of the keys that satisfy `is_so`.
pub(super) fn places(keys: &[ListedKey<'_>], is_so: &dyn Fn(&ListedKey<'_>) -> bool) -> Vec<usize> {
    let found = keys.iter().enumerate().filter(|(_, one)| is_so(one));
    found.map(|(place, _)| place).collect()
}

/// Returns the most similar names of entries.
pub(super) fn nearest_of<'a, T: CatalogueEntry + 'a>(
    name: &str,
    entries: impl Iterator<Item = &'a IndexedEntry<T>>,
) -> Vec<String> {
    let entries: Vec<&IndexedEntry<T>> = entries.collect();
    let keys = keys_of(entries.iter().copied());
    let name_of = |place: usize| Some(entries.get(place)?.entry.get()?.name());
    nearest(name, &keys, &|_| true, &name_of)
}

/// Returns the most similar names of the entries that `counts` selects; `name_of` returns the name
/// of the entry at a place. Long text is no typing error and gets none.
pub(super) fn nearest(
    name: &str,
    keys: &[ListedKey<'_>],
    counts: &dyn Fn(&ListedKey<'_>) -> bool,
    name_of: &dyn Fn(usize) -> Option<String>,
) -> Vec<String> {
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return Vec::new();
    }
    let similarity_of = |key: &SearchKey| {
        // one typing error in each word is nearer than any similarity of whole names
        if key.is_near(name) {
            return 1.0;
        }
        key.names.iter().map(|known| strsim::jaro_winkler(name, known)).fold(0.0, f64::max)
    };
    let counted = keys.iter().enumerate().filter(|(_, one)| counts(one));
    let mut similar: Vec<(f64, String)> = counted
        .map(|(place, one)| (similarity_of(one.key), place))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .filter_map(|(similarity, place)| Some((similarity, name_of(place)?)))
        .collect();
    // names decide between equal similarities, so that the order of entries does not
    similar.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let best = similar.first().map_or(0.0, |(similarity, _)| *similarity);
    // a poor suggestion next to a good one is noise
    similar.retain(|(similarity, _)| *similarity >= best - SIMILARITY_MARGIN);
    similar.dedup_by(|a, b| a.1 == b.1);
    similar.into_iter().take(MAX_SUGGESTED).map(|(_, name)| name).collect()
}
