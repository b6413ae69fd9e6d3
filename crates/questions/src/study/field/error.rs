//! Units that cannot take part, and errors of questions about fields.

use thiserror::Error;

/// An error in a question about a field.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FieldError {
    /// No attacker is left.
    #[error("none of the attackers has a {required}: {units}")]
    NoAttacker {
        /// The kind of attack they need.
        required: &'static str,
        /// Their names.
        units: String,
    },
    /// No defender is left.
    #[error("the morale of none of the defenders is known: {0}")]
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
    #[error("{metric} is about {about}: {remedy}")]
    OtherMetric {
        /// The metric.
        metric: &'static str,
        /// The questions that have it.
        about: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// Duels do not have this.
    #[error("a duel has no {0}: leave that out, or compare single attacks")]
    NotInDuels(&'static str),
    /// Repeated attacks do not have this.
    #[error("attacks until a unit is destroyed have no {0}: leave that out")]
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
    #[error(
        "the cost of {unit} is not known or 0, and a comparison per-point needs it: compare by \
         wounds"
    )]
    Unpriced {
        /// Its name.
        unit: String,
    },
}
