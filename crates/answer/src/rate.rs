//! The answer to how strong the units of a field are.

use serde::Serialize;

use crate::{FieldHeader, FieldRemarks, UnitSummary};

/// A unit with its strength against the field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatedUnit {
    /// The unit.
    #[serde(flatten)]
    pub unit: UnitSummary,
    /// The share of its duels with all other units that it wins; a duel without a winner counts
    /// half.
    pub wins: f64,
    /// The rating on the scale of Elo; the mean of the field is 0. A unit whose rating is greater by
    /// 400 wins ten times as often as it loses. `None` if some units never lose to the others, so
    /// that no rating is the most likely one.
    pub rating: Option<f64>,
    /// The rating less that of a unit of its cost; `None` without a cost or a rating.
    pub above_cost: Option<f64>,
    /// The share of the unit in a mix of the field that wins at least half of its duels against
    /// each unit; `None` if it could not be computed.
    pub share: Option<f64>,
}

/// The rating that a cost leads to, by least squares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostLine {
    /// The rating of a unit that costs nothing.
    pub at_zero: f64,
    /// What each point adds.
    pub per_point: f64,
}

impl CostLine {
    /// Returns the rating of a unit of this cost.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::CostLine;
    ///
    /// assert_eq!(CostLine { at_zero: -300.0, per_point: 60.0 }.at(5), 0.0);
    /// ```
    pub fn at(self, cost: u8) -> f64 {
        self.at_zero + self.per_point * f64::from(cost)
    }
}

/// The answer to how strong the units of a field are.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateAnswer {
    /// The question, and how it was answered.
    #[serde(flatten)]
    pub header: FieldHeader,
    /// Number of rounds of each duel; each pair fights two, in which one and then the other side
    /// goes first.
    pub rounds: u8,
    /// Largest number of attacks of both sides together.
    pub activations: u8,
    /// The units, the strongest first; empty if the run was stopped.
    pub units: Vec<RatedUnit>,
    /// The rating by cost; `None` without two units of different costs.
    pub cost_line: Option<CostLine>,
    /// What is left out, and notes.
    #[serde(flatten)]
    pub remarks: FieldRemarks,
}
