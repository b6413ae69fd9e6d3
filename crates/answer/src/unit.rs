//! Units in answers about a field.

use serde::Serialize;

/// A unit's summary for reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitSummary {
    /// Its id.
    pub id: String,
    /// Its name, different from those of all others on its side.
    pub name: String,
    /// Its faction; may be empty.
    pub faction: String,
    /// Its cost in points, where known.
    pub cost: Option<u8>,
    /// The attack it makes, or all that it makes against different enemies in the order of the
    /// card; `None` for a defender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
    /// Why it cannot charge from the distance of the question: its attacks have no values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_reach: Option<String>,
    /// Its wounds at the start.
    pub wounds: u8,
    /// Its abilities that may change rolls and that no rule counts.
    pub not_modelled: Vec<String>,
}

impl UnitSummary {
    /// Creates the summary of a unit of which only the name is known.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::UnitSummary;
    ///
    /// assert_eq!(UnitSummary::named("Wolves").cost, None);
    /// ```
    pub fn named(name: &str) -> Self {
        Self {
            id: name.to_owned(),
            name: name.to_owned(),
            faction: String::new(),
            cost: None,
            attack: None,
            out_of_reach: None,
            wounds: 0,
            not_modelled: Vec::new(),
        }
    }

    /// Returns the unit after it has lost some wounds.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::UnitSummary;
    ///
    /// let wolves = UnitSummary { wounds: 12, ..UnitSummary::named("Wolves") };
    /// assert_eq!(wolves.less_wounds(4).wounds, 8);
    /// ```
    #[must_use]
    pub fn less_wounds(self, lost: u8) -> Self {
        Self { wounds: self.wounds.saturating_sub(lost), ..self }
    }

    /// Returns `wounds` per point of its cost; `None` if the cost is unknown or 0.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::UnitSummary;
    ///
    /// let wolves = UnitSummary { cost: Some(4), ..UnitSummary::named("Wolves") };
    /// assert_eq!(wolves.per_point(3.0), Some(0.75));
    /// assert_eq!(UnitSummary::named("Wolves").per_point(3.0), None);
    /// ```
    pub fn per_point(&self, wounds: f64) -> Option<f64> {
        self.cost.filter(|cost| *cost > 0).map(|cost| wounds / f64::from(cost))
    }
}

/// A unit that could not take part, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Its name.
    pub unit: String,
    /// Why, e.g. `no melee attack`.
    pub why: String,
}
