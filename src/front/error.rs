//! Errors of the builder API.

use thiserror::Error as ThisError;

use crate::engine::ContractError;
use crate::request::why::WhyError;
use crate::request::{Arity, Heading, Key, RequestError, find_key, rename_options};

/// An error of the builder API. The message says what is wrong and what to do, with the methods of
/// the builder in place of the options of the command line.
///
/// # Examples
/// ```
/// let error = warodds::unit("stark sworn sowrds").unwrap_err();
/// assert!(error.to_string().contains("did you mean `Stark Sworn Swords`?"));
///
/// let error = warodds::AttackQuestion::new().dice(8).exact().unwrap_err();
/// assert!(error.to_string().ends_with("add `.hit(…)`, `.defense(…)`, `.morale(…)`"));
/// ```
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The fields do not form a question.
    #[error("{message}")]
    Request {
        /// The message.
        message: String,
        /// The error, which names options of the command line.
        error: RequestError,
    },
    /// A rule broke its contract: a bug of this library.
    #[error(transparent)]
    Engine(#[from] ContractError),
}

impl From<RequestError> for Error {
    fn from(error: RequestError) -> Self {
        Self::Request { message: error.to_string(), error }
    }
}

impl Error {
    /// Replaces the options in the message, of which `keys` are known, by methods.
    pub(super) fn with_methods(error: WhyError, keys: &[Key]) -> Self {
        match error {
            WhyError::Request(error) => {
                let message = rename_options(&error.to_string(), |name| method(keys, name));
                Self::Request { message, error }
            }
            WhyError::Exact(error) => Self::Engine(error),
            // no builder asks about battles
            WhyError::Battle(_) => Self::Engine(ContractError::ImpossibleOutcome),
        }
    }
}

/// Returns the method of a key, named in a message or by a short name for one of its values.
fn method(keys: &[Key], name: &str) -> Option<String> {
    let (key, value) = find_key(keys, name)?;
    Some(match key {
        // the arguments of `monte_carlo`
        _ if key.heading == Heading::Engine => format!("`{}`", key.id),
        _ if value.is_some() => format!("`.{}()`", name.replace('-', "_")),
        _ if key.arity == Arity::Flag => format!("`.{}()`", key.id),
        _ => format!("`.{}(…)`", key.id),
    })
}
