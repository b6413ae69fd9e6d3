//! Errors of the builder API.

use thiserror::Error as ThisError;

use crate::catalogue::{AttachError, FilterError, FindError};
use crate::engine::ContractError;
use crate::games::asoiaf::values::{InvalidDistance, OutOfRange};
use crate::games::asoiaf::{EngagementError, UnknownMorale};
use crate::study::field::FieldError;

/// An error of the builder API. The message says what is wrong and what to do.
///
/// # Examples
/// ```
/// let error = warodds::unit("stark sworn sowrds").map(|_| ()).unwrap_err();
/// assert!(error.to_string().contains("did you mean `Stark Sworn Swords`?"));
///
/// let attacker = warodds::numbers().dice(8);
/// let defender = warodds::numbers().defense(4).morale(7);
/// let error = warodds::attack(&attacker, &defender).exact().map(|_| ()).unwrap_err();
/// assert_eq!(error.to_string(), "the attacker needs a hit value: add `.hit(…)`");
/// ```
#[derive(Clone, Debug, ThisError, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// No card has this name, or several have it.
    #[error(transparent)]
    NotFound(#[from] FindError),
    /// The attachment cannot join this unit.
    #[error(transparent)]
    Attachment(#[from] AttachError),
    /// A value is outside its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A distance is negative, too long or not a number.
    #[error(transparent)]
    Distance(#[from] InvalidDistance),
    /// A value that the question needs is missing.
    #[error("{who} needs {what}: add `.{method}(…)`")]
    Missing {
        /// The combatant, e.g. `the attacker`.
        who: &'static str,
        /// The missing value, e.g. `a hit value`.
        what: &'static str,
        /// The method of [`CombatantBuilder`](crate::CombatantBuilder) that sets the value.
        method: &'static str,
    },
    /// The value is part of the card and cannot be changed.
    #[error("{unit} is a card, which has its own attacks and wounds: leave out `.{method}(…)`")]
    OfTheCard {
        /// The name of the card.
        unit: String,
        /// The method that was called.
        method: &'static str,
    },
    /// The method needs a card, and the combatant consists of plain numbers.
    #[error("plain numbers have no {what}: begin with `warodds::unit`")]
    NoCard {
        /// What plain numbers do not have, e.g. `attachments`.
        what: &'static str,
    },
    /// The unit has no attack of the requested kind or name.
    #[error("{unit} has no {requested}; its attacks are {known}")]
    NoAttack {
        /// The name of the unit.
        unit: String,
        /// The requested attack, e.g. `melee attack`.
        requested: String,
        /// The attacks of the card.
        known: String,
    },
    /// Charge, cover and the kind of attack exclude each other.
    #[error(transparent)]
    Engagement(#[from] EngagementError),
    /// Two settings exclude each other.
    #[error("{0}")]
    Contradiction(&'static str),
    /// The target is beyond the longest charge of the unit (A5.1).
    #[error("{distance}\" is out of reach: the longest charge is {longest}\" (A5.1)")]
    OutOfReach {
        /// The distance in inches.
        distance: String,
        /// The longest distance in inches.
        longest: u8,
    },
    /// The filter matches no card.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// No unit of the field can take part.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Monte Carlo needs at least one trial.
    #[error("a sample needs at least 1 trial, not 0")]
    NoTrials,
    /// A rule broke its contract: a bug of this library.
    #[error(transparent)]
    Engine(#[from] ContractError),
    /// A rule did not record this result: a bug of this library.
    #[error("there is no result `{0}` (this is a bug in warodds: please report it)")]
    NoResult(&'static str),
}

impl From<UnknownMorale> for Error {
    fn from(_: UnknownMorale) -> Self {
        // the rule knows neither the role of the unit nor the methods of the builder
        Self::Missing { who: "a unit that tests its morale", what: "a morale", method: "morale" }
    }
}
