//! The faults of the interface, with their HTTP status and JSON.

use serde_json::json;
use warodds_questions::request::RequestError;
use warodds_questions::request::why::WhyError;
use warodds_questions::study::ContractError;

/// The reason why an address has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiFault {
    /// A fault of the question, with the message of the command line: status 400.
    BadInput(String),
    /// Nothing at the address, with what there is: status 404.
    Unknown(String),
    /// More at once than a client may ask for, with what to do: status 503.
    Busy(String),
    /// The answer took too long: status 503.
    Stopped,
    /// A fault of the program: status 500.
    Failed(String),
}

/// The message of an answer that took too long.
const STOPPED: &str = "the answer took too long for this server: ask for less (fewer --rounds, \
                       --trials or units), ask again later, or ask the program on your own machine";

impl ApiFault {
    /// Returns the HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Self::BadInput(_) => 400,
            Self::Unknown(_) => 404,
            Self::Busy(_) | Self::Stopped => 503,
            Self::Failed(_) => 500,
        }
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        match self {
            Self::BadInput(message)
            | Self::Unknown(message)
            | Self::Busy(message)
            | Self::Failed(message) => message,
            Self::Stopped => STOPPED,
        }
    }

    /// Returns the body of the response: a JSON object with the message in `error`.
    ///
    /// # Examples
    /// ```
    /// let fault = warodds_server::ApiFault::Unknown("there is nothing here".to_owned());
    /// assert_eq!(fault.status(), 404);
    /// assert_eq!(fault.json(), "{\"error\":\"there is nothing here\"}\n");
    /// ```
    pub fn json(&self) -> String {
        format!("{}\n", json!({ "error": self.message() }))
    }
}

impl From<RequestError> for ApiFault {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::UnknownKind { .. } => Self::Unknown(error.to_string()),
            other => Self::BadInput(other.to_string()),
        }
    }
}

impl From<WhyError> for ApiFault {
    fn from(error: WhyError) -> Self {
        match error {
            WhyError::Request(error) => error.into(),
            WhyError::Exact(ContractError::Stopped(_)) => Self::Stopped,
            WhyError::Exact(error) => Self::Failed(error.to_string()),
            WhyError::Battle(error) => Self::Failed(error),
        }
    }
}

impl From<serde_json::Error> for ApiFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
