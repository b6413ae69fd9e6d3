//! Questions that need nothing but their keys: no cards and no units of a file.

use super::kind::Query;
use super::{EngineKeys, Key, Keys, ParsedFields, RequestError};
use crate::study::NamedQuestion;

/// The keys of such a question.
pub(crate) trait PlainKeys: Keys {
    /// Builds the question, with its name and its subject.
    ///
    /// # Errors
    /// For keys that contradict each other.
    fn question(&self) -> Result<NamedQuestion, RequestError>;

    /// Returns the name of the question in a file, where it has none of its own.
    fn sentence(&self) -> String;

    /// Renames the sides of a question that is asked in several cases. `varies` says whether a key
    /// differs among them.
    fn with_sides(&self, asked: NamedQuestion, _varies: &dyn Fn(&str) -> bool) -> NamedQuestion {
        asked
    }
}

/// Returns the keys of a kind whose question is made of `K`.
pub(super) fn keys<K: PlainKeys>() -> Vec<Key> {
    [K::keys(), EngineKeys::keys()].concat()
}

/// Builds the question of a kind.
pub(super) fn ask<K: PlainKeys>(values: &ParsedFields<'_>) -> Result<Query, RequestError> {
    Ok(Query::One(Box::new(K::read(values)?.question()?), Vec::new()))
}
