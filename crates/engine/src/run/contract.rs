//! What rules promise engines, and what engines say when one does not keep it.

use thiserror::Error;

use crate::chance::Ledger;
use crate::control::Stopped;
use crate::dist::PmfError;

/// A rule or an engine broke its contract: no answer is better than a wrong one. No input does
/// that.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ContractError {
    /// Weights of a slot are no distribution.
    #[error(
        "slot {slot} was not recorded once on every path: {fault} \
         (this is the program's own fault: please report it)"
    )]
    NotADistribution {
        /// The slot's place.
        slot: usize,
        /// What is wrong with its distribution.
        fault: PmfError,
    },
    /// A slot, a value or a pair was recorded that the rule did not announce, what was recorded is
    /// lost, or a table was asked for what it does not have.
    #[error(
        "a result beyond those announced was recorded, one was lost, or a table has no such entry \
         (this is the program's own fault: please report it)"
    )]
    OutOfRange,
    /// The question contradicts itself, so that its rule cannot be made ready.
    #[error("{0} (this is the program's own fault: please report it)")]
    InvalidQuestion(&'static str),
    /// Not each trial is counted in a slot.
    #[error(
        "slot {slot} counts {counted} of {trials} trials \
         (this is the program's own fault: please report it)"
    )]
    MissingTrials {
        /// The slot's place.
        slot: usize,
        /// Trials counted in it.
        counted: u64,
        /// Trials there were.
        trials: u64,
    },
    /// There is no such slot.
    #[error("there is no slot {0} (this is the program's own fault: please report it)")]
    UnknownSlot(usize),
    /// No contract was broken: the run was stopped before there was an answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Dice gave what no path gives.
    #[error(
        "dice gave what should be impossible (this is the program's own fault: please report it)"
    )]
    ImpossibleOutcome,
}

/// Returns what was found, or `None` where the run was stopped before there was an answer.
///
/// # Errors
/// Any other error of `found`.
pub fn unless_stopped<T>(found: Result<T, ContractError>) -> Result<Option<T>, ContractError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(ContractError::Stopped(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The ledger of so many trials, each of which must be counted once in each slot.
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
