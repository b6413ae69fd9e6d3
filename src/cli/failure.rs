//! Failures of commands.

use crate::engine::ContractError;
use crate::request::RequestError;
use crate::request::why::WhyError;
use crate::scenario::LoadError;

/// The reason why a command has no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad input: exit code 2. The message says what is wrong and what to do.
    BadInput(String),
    /// Faulty files: exit code 2. All of them are reported.
    BadScenarios(Vec<LoadError>),
    /// A failure that is not due to the input: exit code 1.
    Failed(anyhow::Error),
    /// A signal before all was answered: exit code 130 for Ctrl-C. The message says what is
    /// missing.
    Stopped(String),
    /// Several failures.
    Several(Vec<Failure>),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::BadScenarios(vec![error])
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Cards(wrong) | RequestError::Lists(wrong) => Self::BadScenarios(wrong),
            RequestError::File(faults) => Self::BadScenarios(vec![faults.into()]),
            other => Self::BadInput(other.to_string()),
        }
    }
}

impl From<WhyError> for Failure {
    fn from(error: WhyError) -> Self {
        match error {
            WhyError::Request(error) => error.into(),
            WhyError::Exact(ContractError::Stopped(stopped)) => Self::Stopped(stopped.to_string()),
            WhyError::Exact(error) => Self::Failed(error.into()),
        }
    }
}

impl Failure {
    /// Creates a failure for bad input from its message.
    pub(super) fn input(wrong: impl ToString) -> Self {
        Self::BadInput(wrong.to_string())
    }

    /// Collects the failures of several independent attempts.
    pub(super) fn of_all(tried: impl IntoIterator<Item = Result<(), Self>>) -> Result<(), Self> {
        let failed: Vec<Self> = tried.into_iter().filter_map(Result::err).collect();
        if failed.is_empty() { Ok(()) } else { Err(Self::Several(failed)) }
    }
}
