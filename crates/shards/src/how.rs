//! Which dice are rolled, and for what.

use serde::{Deserialize, Serialize};
use warodds_questions::request::{RequestError, check_pairing};
use warodds_questions::study::{EngineKind, Pairing};

/// Who answers questions about whole fields of units, matrices and comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldMode {
    /// The exact engine, when shards are merged: nothing of them is counted.
    #[default]
    Exact,
    /// The engine of the run, which gives the two of a comparison the same dice.
    Common,
    /// The engine of the run, which gives each of the two dice of its own.
    Apart,
}

impl FieldMode {
    /// Fields are rolled where an engine is named, and else worked out, as `warodds run` does it.
    ///
    /// # Errors
    /// For dice of their own where none are rolled.
    pub fn of(is_engine_named: bool, pairing: Pairing) -> Result<Self, RequestError> {
        match (is_engine_named, pairing) {
            (true, Pairing::Common) => Ok(Self::Common),
            (true, Pairing::Apart) => Ok(Self::Apart),
            (false, pairing) => check_pairing(EngineKind::Exact, pairing).map(|()| Self::Exact),
        }
    }

    /// Whose dice the two of a comparison take.
    pub const fn pairing(self) -> Pairing {
        match self {
            Self::Exact | Self::Common => Pairing::Common,
            Self::Apart => Pairing::Apart,
        }
    }
}

/// Which dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSpec {
    /// The engine; not the exact one.
    pub engine: EngineKind,
    /// Who answers questions about whole fields.
    pub fields: FieldMode,
    /// The run's seed.
    pub seed: u64,
}
