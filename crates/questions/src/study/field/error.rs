//! Units that cannot take part, and errors of questions about fields.

use thiserror::Error;

/// An error in a question about a field.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FieldError {
    /// No attacker is left.
    #[error("no attacker has a {required}: {units}")]
    NoAttacker {
        /// The kind of attack they need.
        required: &'static str,
        /// Their names.
        units: String,
    },
    /// No defender is left.
    #[error("no defender has a known morale: {0}")]
    NoDefender(String),
    /// No defender has this many wounds.
    #[error("no defender has {requested} wounds: the highest number is {most}")]
    TooManyWounds {
        /// The requested number.
        requested: u8,
        /// The most wounds of a defender.
        most: u8,
    },
    /// Such questions do not have the metric.
    #[error("{metric} applies to {about}: {remedy}")]
    OtherMetric {
        /// The metric.
        metric: &'static str,
        /// The questions that have it.
        about: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// Duels do not have this.
    #[error("{0} does not apply to a duel: leave it out, or compare single attacks")]
    NotInDuels(&'static str),
    /// Repeated attacks do not have this.
    #[error("{0} does not apply to attacks until a unit is destroyed: leave it out")]
    NotInSurvival(&'static str),
    /// A unit that is compared cannot attack.
    #[error("{unit} has no {required}")]
    Unarmed {
        /// Its name.
        unit: String,
        /// The kind of attack it needs.
        required: &'static str,
    },
    /// A unit, or each of several ones, cannot take part.
    #[error("{units}: {why}")]
    Unable {
        /// Their names.
        units: String,
        /// Why.
        why: String,
    },
    /// A unit without a known cost, or of cost 0, is compared per point.
    #[error("the cost of {unit} is unknown or 0, so it has no result per point: compare by wounds")]
    Unpriced {
        /// Its name.
        unit: String,
    },
}
