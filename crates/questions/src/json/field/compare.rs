//! A comparison as JSON.

use serde::Serialize;

use crate::study::compare::{CompareAnswer, CompareContribution, Matchup, VerdictCounts};
use crate::study::field::{FieldHeader, FieldRemarks, Measure, UnitSummary};
use warodds_answer::WoundRange;

/// A comparison with its means over the field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CompareAnswer"))]
pub(crate) struct CompareData<'a> {
    #[serde(flatten)]
    header: &'a FieldHeader,
    /// Both attackers.
    attackers: &'a [UnitSummary; 2],
    /// The measure of the difference.
    measure: Measure,
    /// The numbers of wounds whose chance is requested.
    #[serde(flatten)]
    range: Option<WoundRange>,
    /// The difference over the field; `None` if the run was stopped.
    mean_difference: Option<f64>,
    /// Its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_difference_se: Option<f64>,
    /// Number of matchups by who is better; `None` if the run was stopped.
    better: Option<VerdictCounts>,
    /// The matchups, the best for `a` first.
    matchups: &'a [Matchup],
    /// The effects of the parts of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    contributions: Option<&'a [CompareContribution]>,
    #[serde(flatten)]
    remarks: &'a FieldRemarks,
}

/// Converts a comparison to the shape of the contract.
pub(super) fn compare(answer: &CompareAnswer) -> CompareData<'_> {
    CompareData {
        header: &answer.header,
        attackers: &answer.attackers,
        measure: answer.measure,
        range: answer.range,
        // `null` for a stopped run: the missing matchups could change the sign
        mean_difference: answer.mean_difference(),
        mean_difference_se: answer.mean_estimate().map(|estimate| estimate.standard_error),
        better: answer.counts(),
        matchups: &answer.matchups,
        contributions: answer.contributions.as_deref(),
        remarks: &answer.remarks,
    }
}
