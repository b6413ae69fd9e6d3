//! Errors of the builder API.

use thiserror::Error as ThisError;

use crate::engine::ContractError;
use crate::request::why::WhyError;
use crate::request::{Arity, Heading, Key, RequestError, find_key};

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
                Self::Request { message: with_methods(&error.to_string(), keys), error }
            }
            WhyError::Exact(error) => Self::Engine(error),
        }
    }
}

/// Returns the text with `` `.wounds_lost(…)` `` in place of `--wounds-lost`.
fn with_methods(text: &str, keys: &[Key]) -> String {
    let mut parts = text.split("--");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_outside = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
        let (name, rest) = part.split_at(part.find(is_outside).unwrap_or(part.len()));
        match find_key(keys, name) {
            Some((key, value)) => shown.push_str(&method(key, name, value.is_some())),
            None => shown.extend(["--", name]),
        }
        shown.push_str(rest);
    }
    shown
}

/// Returns the method of a key, or of its short name for one value.
fn method(key: &Key, name: &str, is_short: bool) -> String {
    match key {
        // the arguments of `monte_carlo`
        _ if key.heading == Heading::Engine => format!("`{}`", key.id),
        _ if is_short => format!("`.{}()`", name.replace('-', "_")),
        _ if key.arity == Arity::Flag => format!("`.{}()`", key.id),
        _ => format!("`.{}(…)`", key.id),
    }
}
