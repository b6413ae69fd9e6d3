//! Which engine rolls for a run, with which seed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use warodds_questions::study::EngineKind;

/// How matrices and comparisons are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FieldMode {
    /// By the exact engine at merge time; shards do not count them.
    #[default]
    Exact,
    /// By the engine of the run.
    Sampled,
}

impl FieldMode {
    /// Returns the mode of a run whose options name an engine or not.
    ///
    /// As in `warodds run`, fields are sampled only if an engine is named.
    ///
    /// # Examples
    /// ```
    /// use warodds_shards::FieldMode;
    ///
    /// assert_eq!(FieldMode::new(true), FieldMode::Sampled);
    /// assert_eq!(FieldMode::new(false), FieldMode::Exact);
    /// ```
    pub const fn new(is_engine_named: bool) -> Self {
        if is_engine_named { Self::Sampled } else { Self::Exact }
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
