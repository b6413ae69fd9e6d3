//! Runs distributed over processes and machines, and merged into one answer.
//!
//! A [`ShardSource`] holds a question as text that every machine reads alike.
//! [`ShardSource::parse`] turns it into a [`ShardJob`]. Each machine counts some blocks of the job
//! ([`Shard`](warodds_questions::study::Shard)) into a [`ShardFile`]; a [`ShardMerger`] adds such
//! files in any order. Counts are integers and are merged by addition, so the merged answer equals
//! that of a single run of all blocks, bit for bit.
//!
//! The merger refuses files of another question, seed, program version or card set, files that were
//! edited or truncated, and blocks that are missing or counted twice. The crate prints nothing and
//! reads no options: that is the command line's part.

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

mod answer_builder;
mod counts;
mod error;
mod file;
mod job;
mod merge;
mod question_shards;
mod run_spec;
mod source;

pub use answer_builder::MergedAnswer;
pub use counts::ShardCounts;
pub use error::{MergeError, ShardError};
pub use file::{QuestionCounts, SCHEMA, ShardFile, hash_of, question_hash, schema};
pub use job::{LinkRequest, ParsedSource, SampledQuery, ShardJob};
pub use merge::{GapPolicy, ShardMerger};
pub use run_spec::{FieldMode, RunSpec};
pub use source::ShardSource;
