//! Which engine rolls for a run, with which seed.

use serde::{Deserialize, Serialize};
use warodds_questions::request::{RequestError, check_pairing};
use warodds_questions::study::{EngineKind, Pairing};

/// How matrices and comparisons are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldMode {
    /// By the exact engine at merge time; shards do not count them.
    #[default]
    Exact,
    /// By the engine of the run; both units of a comparison share their dice.
    Common,
    /// By the engine of the run; each unit of a comparison has dice of its own.
    Apart,
}

impl FieldMode {
    /// Returns the mode of a run whose options name an engine or not.
    ///
    /// As in `warodds run`, fields are sampled only if an engine is named.
    ///
    /// # Errors
    /// [`RequestError`] if `pairing` is separate dice and no engine is named.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Pairing;
    /// use warodds_shards::FieldMode;
    ///
    /// assert_eq!(FieldMode::new(true, Pairing::Apart).unwrap(), FieldMode::Apart);
    /// assert_eq!(FieldMode::new(false, Pairing::Common).unwrap(), FieldMode::Exact);
    /// assert!(FieldMode::new(false, Pairing::Apart).is_err());
    /// ```
    pub fn new(is_engine_named: bool, pairing: Pairing) -> Result<Self, RequestError> {
        match (is_engine_named, pairing) {
            (true, Pairing::Common) => Ok(Self::Common),
            (true, Pairing::Apart) => Ok(Self::Apart),
            (false, pairing) => check_pairing(EngineKind::Exact, pairing).map(|()| Self::Exact),
        }
    }

    /// Returns whether the two units of a comparison share their dice.
    pub const fn pairing(self) -> Pairing {
        match self {
            Self::Exact | Self::Common => Pairing::Common,
            Self::Apart => Pairing::Apart,
        }
    }
}

/// The engine and the seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSpec {
    /// The sampling engine; [`EngineKind::Exact`] is refused when blocks are counted.
    pub engine: EngineKind,
    /// How matrices and comparisons are answered.
    pub fields: FieldMode,
    /// The seed of the run, shared by all its shards.
    pub seed: u64,
}
