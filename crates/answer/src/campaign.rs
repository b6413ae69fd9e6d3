//! The answer to a campaign.

use serde::Serialize;

use crate::{Answer, Distribution, json};

/// A count of each side over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timeline {
    /// What is counted, e.g. `areas`.
    pub what: &'static str,
    /// A step of time, e.g. `round`.
    pub step: &'static str,
    /// Each side's name with the distribution of its count at each step, from 0.
    #[serde(rename = "mean", serialize_with = "json::means")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, Vec<f64>>")
    )]
    pub lines: Vec<(String, Vec<Distribution>)>,
}

/// The answer to a campaign.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CampaignAnswer {
    /// Chances of winning and the number of rounds.
    #[serde(flatten)]
    pub answer: Answer,
    /// Areas over time; a finished campaign keeps its last value.
    #[serde(rename = "course")]
    pub timeline: Timeline,
}
