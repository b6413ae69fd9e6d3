//! Runs shared out among processes and machines: what each counted of its blocks, as a file, and
//! one answer of all of them.
//!
//! A [`Source`] is what is asked, in words that any machine reads alike; [`Source::pose`] reads it.
//! A [`Shard`](crate::study::Shard) of it is counted into a [`ShardFile`], and a [`Merger`] takes
//! such files in any order. Their counts are whole numbers that add up, so the answers are those of
//! one run of as many trials, bit for bit. Nothing is added that was asked otherwise, counted with
//! other cards or by another version, edited, cut short, missing or counted twice.

mod asked;
mod error;
mod file;
mod merge;
mod schema;

pub use asked::{How, Posed, Source};
pub use error::{MergeError, ShardError};
pub use file::{Counted, SCHEMA, ShardFile};
pub use merge::{Gaps, Merged, Merger};
pub use schema::schema;
