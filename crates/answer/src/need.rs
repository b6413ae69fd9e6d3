//! What a player may change to reach a needed chance.

use serde::Serialize;

/// The changes of a question that reach a needed chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Need {
    /// What is needed, e.g. `6 or more total wounds`.
    pub what: String,
    /// The needed chance.
    pub wanted: f64,
    /// The chance as asked.
    pub now: f64,
    /// Single changes and pairs of them that reach it: those of fewest points first, and of equal
    /// points single ones first. A pair has no change that reaches it alone.
    pub reached_by: Vec<NeedOption>,
    /// The best changes, if none reach it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<NeedOption>,
}

/// One change, or two together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NeedOption {
    /// The changes in words.
    pub changes: Vec<String>,
    /// What they cost in points.
    pub points: u8,
    /// The chance with them.
    pub p: f64,
}
