//! Questions that depend on their keys alone, without cards or units of a file.

use super::query::Query;
use super::{Key, Keys, ParsedFields, RequestError, UnitEngineKeys};
use crate::study::NamedQuestion;

/// The keys of a question without cards.
pub(crate) trait PlainKeys: Keys {
    /// Builds the question with its name and subject.
    ///
    /// # Errors
    /// [`RequestError::Contradiction`] for keys that contradict each other.
    fn question(&self) -> Result<NamedQuestion, RequestError>;
}

/// Returns the keys of `K` and of the engines.
pub(super) fn keys<K: PlainKeys>() -> Vec<Key> {
    [K::keys(), UnitEngineKeys::keys()].concat()
}

/// Builds the query of `K`.
pub(super) fn ask<K: PlainKeys>(values: &ParsedFields<'_>) -> Result<Query, RequestError> {
    Ok(Query::One(Box::new(K::read(values)?.question()?), Vec::new()))
}
