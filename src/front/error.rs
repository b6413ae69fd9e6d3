//! Why a question has no answer.

use thiserror::Error as Fault;

use crate::catalogue::{AttachError, FilterError, FindError};
use crate::engine::ContractError;
use crate::games::asoiaf::NoMorale;
use crate::games::asoiaf::values::{NoDistance, OutOfRange};
use crate::study::field::FieldError;

/// Why a question has no answer: what is wrong with it, and what to do instead.
///
/// ```
/// let wrong = warodds::unit("stark sworn sowrds").map(|_| ()).unwrap_err();
/// assert!(wrong.to_string().contains("did you mean `Stark Sworn Swords`?"));
///
/// let hitless = warodds::numbers().dice(8);
/// let target = warodds::numbers().defense(4).morale(7);
/// let wrong = warodds::attack(&hitless, &target).exact().map(|_| ()).unwrap_err();
/// assert_eq!(wrong.to_string(), "the attacker needs a hit value: add `.hit(…)`");
/// ```
#[derive(Clone, Debug, Fault, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// No card, or no single one, is called so.
    #[error(transparent)]
    NotFound(#[from] FindError),
    /// The attachment joins no such unit.
    #[error(transparent)]
    Attachment(#[from] AttachError),
    /// A number is none of the game's.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A distance is none.
    #[error(transparent)]
    Distance(#[from] NoDistance),
    /// A number is missing.
    #[error("{who} needs {what}: add `.{method}(…)`")]
    Missing {
        /// Who needs it, e.g. `the attacker`.
        who: &'static str,
        /// What is missing, e.g. `a hit value`.
        what: &'static str,
        /// The method of [`CombatantBuilder`](crate::CombatantBuilder) that says it.
        method: &'static str,
    },
    /// A number of a card cannot be changed alone.
    #[error("{unit} is a card, which has its own attacks and wounds: leave out `.{method}(…)`")]
    OfTheCard {
        /// The card's name.
        unit: String,
        /// The method that was called.
        method: &'static str,
    },
    /// What is about cards was said of plain numbers.
    #[error("plain numbers have no {what}: begin with `warodds::unit`")]
    NoCard {
        /// What they do not have.
        what: &'static str,
    },
    /// The unit has no attack that would do.
    #[error("{unit} has no {wanted}; its attacks are {known}")]
    NoAttack {
        /// The unit.
        unit: String,
        /// What was wanted, e.g. `melee attack`.
        wanted: String,
        /// What there is.
        known: String,
    },
    /// Two things that were said exclude each other.
    #[error("{0}")]
    Contradiction(&'static str),
    /// A charge that cannot be declared (A5.1).
    #[error("{distance}\" is out of reach: the longest charge is {longest}\" (A5.1)")]
    OutOfReach {
        /// The distance in inches.
        distance: String,
        /// The longest distance in inches.
        longest: u8,
    },
    /// A filter of cards finds none.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A field of units in which nobody can fight.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Nothing was to be rolled.
    #[error("a sample needs at least 1 trial, not 0")]
    NoTrials,
    /// The library's own fault: a rule broke its contract.
    #[error(transparent)]
    Engine(#[from] ContractError),
    /// The library's own fault: a result is missing.
    #[error("there is no result `{0}` (this is the program's own fault: please report it)")]
    NoResult(&'static str),
}

impl From<NoMorale> for Error {
    fn from(_: NoMorale) -> Self {
        Self::Missing { who: "a unit that tests its morale", what: "a morale", method: "morale" }
    }
}
