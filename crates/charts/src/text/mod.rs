//! What answers say: titles, findings, labels, numbers and notes, for tables and charts.

pub mod analysis;
pub mod block;
mod block_line;
mod column_pair;
pub mod field;
pub mod format;
mod grid;
pub mod group;
pub mod headline;
pub mod luck;
pub mod marked;
pub mod numbers;
pub mod unmodelled;
pub mod verdict;
pub mod words;
pub mod wrapping;

use crate::request::{RankBy, Value};

/// Returns the words for what options are ranked by.
pub fn by_words(by: RankBy) -> &'static str {
    let shown = by.show();
    RankBy::CHOICES.iter().find(|one| one.name == shown).map_or("", |one| one.words)
}
