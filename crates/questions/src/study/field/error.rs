//! Units that cannot take part, and errors of questions about fields.

use thiserror::Error;

/// A unit that could not take part, and why.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LeftOut {
    /// Its name.
    pub unit: String,
    /// Why, e.g. `no melee attack`.
    pub why: String,
}

/// An error in a question about a field.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FieldError {
    /// No attacker is left.
    #[error("none of the attackers has a {wanted}: {units}")]
    NoAttacker {
        /// What they need.
        wanted: &'static str,
        /// Who they are.
        units: String,
    },
    /// No defender is left.
    #[error("the morale of none of the defenders is known: {0}")]
    NoDefender(String),
    /// No defender has this many wounds.
    #[error("no defender has {given} wounds: at most {most} can be asked for")]
    TooManyWounds {
        /// The requested number.
        given: u8,
        /// The most wounds of a defender.
        most: u8,
    },
    /// What is to be shown is nothing that comes of such questions.
    #[error("{metric} is about {about}: {remedy}")]
    OtherMetric {
        /// What was to be shown.
        metric: &'static str,
        /// What that is about.
        about: &'static str,
        /// What can be done.
        remedy: &'static str,
    },
    /// Something that duels do not have.
    #[error("a duel has no {0}: leave that out, or ask for single attacks")]
    NotInDuels(&'static str),
    /// A unit that is compared cannot attack.
    #[error("{unit} has no {wanted}")]
    Unarmed {
        /// Its name.
        unit: String,
        /// What it needs.
        wanted: &'static str,
    },
    /// Nobody knows what a point of a unit brings.
    #[error(
        "the cost of {unit} is not known or 0, and a comparison per-point needs it: compare by \
         wounds"
    )]
    Unpriced {
        /// Its name.
        unit: String,
    },
}
