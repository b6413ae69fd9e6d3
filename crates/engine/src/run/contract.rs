//! The contract between rules and engines, and its violations.

use thiserror::Error;

use crate::chance::Ledger;
use crate::control::Stopped;
use crate::dist::PmfError;

/// A rule or an engine broke its contract, so there is no answer. No input does that.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ContractError {
    /// The weights of a slot are not a distribution.
    #[error(
        "slot {slot} was not recorded once on every path: {fault} \
         (this is a bug: please report it)"
    )]
    NotADistribution {
        /// Index of the slot.
        slot: usize,
        /// The fault of the distribution.
        fault: PmfError,
    },
    /// A slot, value or pair was recorded that the rule did not announce, results were lost, or a
    /// table was read out of range.
    #[error(
        "a result beyond those announced was recorded, one was lost, or a table has no such entry \
         (this is a bug: please report it)"
    )]
    OutOfRange,
    /// The question contradicts itself, so its rule cannot be compiled.
    #[error("{0} (this is a bug: please report it)")]
    InvalidQuestion(&'static str),
    /// A slot does not count each trial once.
    #[error(
        "slot {slot} counts {counted} of {trials} trials \
         (this is a bug: please report it)"
    )]
    MissingTrials {
        /// Index of the slot.
        slot: usize,
        /// Number of trials counted.
        counted: u64,
        /// Number of trials.
        trials: u64,
    },
    /// No violation: the run was stopped before there was an answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Dice produced an outcome that no path has.
    #[error("dice gave what should be impossible (this is a bug: please report it)")]
    ImpossibleOutcome,
}

/// Returns the result, or `None` if the run was stopped before there was an answer.
///
/// # Errors
/// Any other error of `found`.
///
/// # Examples
/// ```
/// use warodds_engine::run::{ContractError, Stopped, unless_stopped};
///
/// assert_eq!(unless_stopped(Ok(5)), Ok(Some(5)));
/// assert_eq!(unless_stopped::<u8>(Err(ContractError::Stopped(Stopped))), Ok(None));
/// ```
pub fn unless_stopped<T>(found: Result<T, ContractError>) -> Result<Option<T>, ContractError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(ContractError::Stopped(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Checks that each slot of a ledger counts `trials` trials.
pub(super) fn counted(ledger: Ledger<u64>, trials: u64) -> Result<Ledger<u64>, ContractError> {
    if ledger.is_incomplete() {
        return Err(ContractError::OutOfRange);
    }
    for (slot, counts) in ledger.slots().iter().enumerate() {
        let counted = counts.iter().sum();
        if counted != trials {
            return Err(ContractError::MissingTrials { slot, counted, trials });
        }
    }
    Ok(ledger)
}
