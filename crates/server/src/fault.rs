//! Why there is no answer.

use serde_json::json;
use warodds_questions::request::RequestError;
use warodds_questions::request::why::WhyError;
use warodds_questions::study::ContractError;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiFault {
    /// What was asked is wrong: the words of the command line.
    BadInput(String),
    /// There is nothing at that address; says what there is.
    Unknown(String),
    /// The client asks for more at once than it may; says what to do.
    Busy(String),
    /// The work was stopped before there was an answer.
    Stopped,
    /// Something failed that no input is to blame for.
    Failed(String),
}

/// What is said of an answer that takes too long.
const STOPPED: &str = "the answer took too long for this server: ask for less (fewer --rounds, \
                       --trials or units), ask again later, or ask the program on your own machine";

impl ApiFault {
    /// Its status by HTTP.
    pub const fn status(&self) -> u16 {
        match self {
            Self::BadInput(_) => 400,
            Self::Unknown(_) => 404,
            Self::Busy(_) | Self::Stopped => 503,
            Self::Failed(_) => 500,
        }
    }

    /// What is wrong, in words.
    pub fn words(&self) -> &str {
        match self {
            Self::BadInput(words)
            | Self::Unknown(words)
            | Self::Busy(words)
            | Self::Failed(words) => words,
            Self::Stopped => STOPPED,
        }
    }

    /// It as JSON.
    pub fn json(&self) -> String {
        format!("{}\n", json!({ "error": self.words() }))
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
        }
    }
}

impl From<serde_json::Error> for ApiFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
