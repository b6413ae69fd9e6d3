//! Answers as text, data, pictures and files.
//!
//! Words and charts without pixels are those of `warodds_charts`; here they become files. The only input is [`crate::answer::Answer`] and its counterparts for matrices and comparisons
//! ([`field`]): names, distributions and intervals. Nothing here depends on a game, so a new game
//! needs no change in this module. Every file is rendered in memory as an [`Artifact`] before any
//! is written, so a failure never leaves half a report on disk.

pub mod charts;
pub mod csv;
pub mod field;
pub mod field_files;
pub mod files;
pub mod page;
pub mod sheet;
pub mod table;

#[cfg(test)]
mod json_tests;

pub use warodds_charts::text::{block, headline};

#[cfg(test)]
use warodds_charts::samples;
use warodds_charts::text::format::{
    exact_distribution, fixed_value, format_exact_chance, format_exact_mean, format_sd,
    leading_quantities, probability_interval,
};
use warodds_charts::text::{group, marked, unmodelled, words};

/// A rendered file: its plain name and all of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// File name without a directory.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl Artifact {
    /// Creates an artifact from a name and its contents.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }
}
