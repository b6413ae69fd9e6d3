//! The condition of an answer, and what the condition changes.

use serde::Serialize;

use crate::{Distribution, ResultLabel};

/// The condition that an answer is given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerCondition {
    /// The condition, e.g. `wounds>=9`.
    pub condition: String,
    /// The condition for people, e.g. `total wounds of at least 9`.
    #[serde(skip)]
    pub words: String,
    /// The probability of the condition.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub p: f64,
    /// The steps that lead to the results, the one that the condition changes most first.
    pub changes: Vec<ConditionChange>,
}

/// The change of one result under a condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConditionChange {
    /// Id of the quantity or event, e.g. `hits`.
    pub result: &'static str,
    /// Its name for people.
    #[serde(skip)]
    pub label: ResultLabel,
    /// Whether it is an event, whose means are probabilities.
    #[serde(skip)]
    pub is_event: bool,
    /// Its mean without the condition.
    pub without: f64,
    /// Its mean under the condition.
    pub given: f64,
    /// The difference of the means in standard deviations without the condition.
    pub standardized: f64,
}

impl ConditionChange {
    /// Compares a result without a condition and under it; `None` if the condition does not change
    /// its mean.
    ///
    /// # Examples
    /// Of two coins with at least one head, 4/3 show heads on average instead of 1.
    /// ```
    /// use warodds_answer::{Distribution, ConditionChange, ResultLabel};
    /// use warodds_engine::dist::Pmf;
    ///
    /// let without = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// let given = Distribution::Exact(Pmf::new(vec![0.0, 2.0 / 3.0, 1.0 / 3.0])?);
    /// let label = ResultLabel::plain("heads");
    /// let change = ConditionChange::new("heads", (&label, false), [&without, &given]);
    /// let change = change.ok_or("no change")?;
    /// // the standard deviation is the root of 1/2
    /// assert!((change.standardized - 2.0_f64.sqrt() / 3.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        result: &'static str,
        (label, is_event): (&ResultLabel, bool),
        [without, given]: [&Distribution; 2],
    ) -> Option<Self> {
        /// Smaller changes are rounding errors.
        const ROUNDING: f64 = 1e-9;
        let usual = without.pmf();
        let (without, given) = (usual.mean(), given.mean());
        let standardized = (given - without) / usual.standard_deviation();
        (standardized.is_finite() && standardized.abs() > ROUNDING).then(|| Self {
            result,
            label: label.clone(),
            is_event,
            without,
            given,
            standardized,
        })
    }
}
