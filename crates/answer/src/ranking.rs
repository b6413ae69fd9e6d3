//! The answer to a comparison of several units against a field.

use serde::Serialize;

use crate::{FieldHeader, FieldRemarks, Measure, UnitSummary, WoundRange};

/// A compared unit with its values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedUnit {
    /// The unit.
    #[serde(flatten)]
    pub unit: UnitSummary,
    /// The mean of its values.
    pub value: f64,
    /// Its value against each unit of the field, by the measure.
    pub values: Vec<f64>,
    /// The mean of its chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub chance: Option<f64>,
    /// Its chance of a requested number of wounds against each unit of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(inner(inner(range(min = 0, max = 1)))))]
    pub chances: Option<Vec<f64>>,
    /// The number of units of the field against which no compared unit has a higher value.
    pub best_against: usize,
}

/// The answer to a comparison of several units.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankingAnswer {
    /// The question, and how it was answered.
    #[serde(flatten)]
    pub header: FieldHeader,
    /// The measure of the values.
    pub measure: Measure,
    /// Number of rounds of each duel, for comparisons by duels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u8>,
    /// The numbers of wounds whose chance is requested.
    #[serde(flatten)]
    pub range: Option<WoundRange>,
    /// The units of the field, in the order of the values.
    pub against: Vec<UnitSummary>,
    /// The compared units, the best first; empty if the run was stopped.
    pub units: Vec<RankedUnit>,
    /// What is left out, and notes.
    #[serde(flatten)]
    pub remarks: FieldRemarks,
}
