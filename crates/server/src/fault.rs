//! The faults of the interface, with their HTTP status and JSON.

use serde::Serialize;
use serde_json::json;
use warodds_questions::request::why::WhyError;
use warodds_questions::request::{Key, RequestError};
use warodds_questions::study::ContractError;

/// The reason why an address has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiFault {
    /// A fault of the question, with the message of the command line: status 400.
    BadInput(String),
    /// Faults of the fields of a question: status 400.
    BadFields {
        /// All faults, as the command line prints them.
        message: String,
        /// Each fault.
        faults: Vec<FieldFault>,
    },
    /// A method other than GET and HEAD: status 405.
    BadMethod,
    /// Nothing at the address, with what there is: status 404.
    Unknown(String),
    /// More at once than a client may ask for, with what to do: status 503.
    Busy(String),
    /// The answer took too long: status 503.
    Stopped,
    /// A fault of the program: status 500.
    Failed(String),
}

/// A fault of a field of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldFault {
    /// The id of the field; `None` if the fault is of none or of several.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub reason: String,
    /// What to do.
    pub remedy: String,
}

/// The message of another method.
const BAD_METHOD: &str =
    "this server answers GET and HEAD alone: put the question into the address";
/// What to do about a fault that says no more.
const SEE_API: &str = "see /api for the parameters of each address and what they may be";
/// The message of an answer that took too long.
const STOPPED: &str = "the answer took too long for this server: ask for less (fewer --rounds, \
                       --trials or units), ask again later, or ask the program on your own machine";

impl ApiFault {
    /// Returns the HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Self::BadInput(_) | Self::BadFields { .. } => 400,
            Self::Unknown(_) => 404,
            Self::BadMethod => 405,
            Self::Busy(_) | Self::Stopped => 503,
            Self::Failed(_) => 500,
        }
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        match self {
            Self::BadInput(message)
            | Self::BadFields { message, .. }
            | Self::Unknown(message)
            | Self::Busy(message)
            | Self::Failed(message) => message,
            Self::BadMethod => BAD_METHOD,
            Self::Stopped => STOPPED,
        }
    }

    /// Returns the body of the response: a JSON object with the message in `error`, and in `faults`
    /// each fault with its `field`, its `reason` and a `remedy`.
    ///
    /// # Examples
    /// ```
    /// let fault = warodds_server::ApiFault::Unknown("there is nothing here".to_owned());
    /// assert_eq!(fault.status(), 404);
    /// let body: serde_json::Value = serde_json::from_str(&fault.json()).unwrap();
    /// assert_eq!(body["error"], "there is nothing here");
    /// assert_eq!(body["faults"][0]["reason"], body["error"]);
    /// ```
    pub fn json(&self) -> String {
        let alone = || FieldFault {
            field: None,
            reason: self.message().to_owned(),
            remedy: self.remedy().to_owned(),
        };
        let faults = match self {
            Self::BadFields { faults, .. } => faults.clone(),
            _ => vec![alone()],
        };
        format!("{}\n", json!({ "error": self.message(), "faults": faults }))
    }

    /// Returns what to do about a fault that is of no field.
    const fn remedy(&self) -> &'static str {
        match self {
            Self::BadInput(_) | Self::BadFields { .. } | Self::Unknown(_) => SEE_API,
            Self::BadMethod => "ask with GET",
            Self::Busy(_) => "wait for the other answers, then ask again",
            Self::Stopped => "ask for less, or later",
            Self::Failed(_) => "report it: this is a fault of the program",
        }
    }

    /// Returns the fault of a request with these keys.
    pub(crate) fn of_request(error: RequestError, keys: &[Key]) -> Self {
        if matches!(error, RequestError::UnknownKind { .. }) {
            return error.into();
        }
        let fault = |error: &RequestError| FieldFault {
            field: error.field(keys),
            reason: error.to_string(),
            remedy: error.remedy().unwrap_or_else(|| SEE_API.to_owned()),
        };
        let faults = error.each().iter().map(fault).collect();
        Self::BadFields { message: error.to_string(), faults }
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
