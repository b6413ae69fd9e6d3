//! Findings as text, data, pictures and files.
//!
//! Everything here is drawn from [`crate::study::Finding`] alone: names, laws and intervals. Which game they speak of is
//! not known here, so that the next game needs no word in this module. Everything is rendered in memory as an
//! [`Artifact`] first and written afterwards, so that a failure leaves no half of a report behind.

pub mod charts;
pub mod csv;
pub mod files;
pub mod json;
pub mod table;

mod group;
mod words;

#[cfg(test)]
mod samples;

use crate::dist::Estimate;
use crate::study::{Finding, Law, Quantity};

/// A file that is ready to be written: a plain file name and all of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Its file name, without a directory.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl Artifact {
    /// A file of that name and contents.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }
}

/// The 95 % interval of the chance of exactly `value`, where it was sampled.
fn interval_of(law: &Law, value: usize) -> Option<(f64, f64)> {
    let Law::Sampled(tally) = law else { return None };
    let seen = *tally.counts().get(value)?;
    let trials = tally.trials();
    (trials > 0).then(|| Estimate::of_probability(seen, trials).interval)
}

/// Whether anything is known of a law: a run that was stopped at once has seen nothing, and nothing is not zero.
fn is_known(law: &Law) -> bool {
    match law {
        Law::Exact(_) => true,
        Law::Sampled(tally) => tally.trials() > 0,
    }
}

/// The leading quantity, if anything is known of it.
fn known_leading(finding: &Finding) -> Option<&Quantity> {
    finding.leading().filter(|leading| is_known(&leading.law))
}
