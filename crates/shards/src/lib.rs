//! Runs shared out among processes and machines: what each counted of its blocks, as a file, and
//! one answer of all of them.
//!
//! A [`ShardSource`] is what is asked, in words that any machine reads alike; [`ShardSource::pose`] reads it.
//! A [`Shard`](warodds_questions::study::Shard) of it is counted into a [`ShardFile`], and a
//! [`ShardMerger`] takes such files in any order. Their counts are whole numbers that add up, so the
//! answers are those of one run of as many trials, bit for bit. Nothing is added that was asked
//! otherwise, counted with other cards or by another version, edited, cut short, missing or counted
//! twice.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::dbg_macro,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod answers;
mod counts;
mod error;
mod file;
mod how;
mod merge;
mod parts;
mod posed;
mod schema;
mod source;

pub use answers::MergedAnswer;
pub use counts::ShardCounts;
pub use error::{MergeError, ShardError};
pub use file::{QuestionCounts, SCHEMA, ShardFile};
pub use how::{FieldMode, RunSpec};
pub use merge::{GapPolicy, ShardMerger};
pub use posed::{LinkRequest, ParsedSource, SampledQuery, ShardJob};
pub use schema::schema;
pub use source::ShardSource;
