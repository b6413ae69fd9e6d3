//! How a command ends when it does not give an answer.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};

use super::ascii;
use super::print::{self, layout};
use super::watch;
use crate::engine::ContractError;
use crate::request::RequestError;
use crate::request::why::WhyError;
use crate::scenario::{FaultStyle, Faults, LoadError};

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// What was given is wrong: exit code 2. Says what and how to mend it.
    BadInput(String),
    /// Scenario files are wrong: exit code 2. All of them are told.
    BadScenarios(Vec<LoadError>),
    /// Something failed that no input is to blame for: exit code 1.
    Failed(anyhow::Error),
    /// A signal came before all was answered: exit code 130 for Ctrl-C. Says what is missing.
    Stopped(String),
    /// Several of these.
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
    /// Bad input, from anything that says what is wrong.
    pub(super) fn input(wrong: impl ToString) -> Self {
        Self::BadInput(wrong.to_string())
    }

    /// What failed of several things that were tried one after the other, whatever became of those
    /// before.
    pub(super) fn of_all(tried: impl IntoIterator<Item = Result<(), Self>>) -> Result<(), Self> {
        let failed: Vec<Self> = tried.into_iter().filter_map(Result::err).collect();
        if failed.is_empty() { Ok(()) } else { Err(Self::Several(failed)) }
    }

    /// Tells it on stderr and gives the exit code.
    pub(super) fn report(&self) -> ExitCode {
        self.tell();
        ExitCode::from(self.code())
    }

    /// The exit code; that of a stopped run, if it is one of several. A reader that went away
    /// (`warodds … | head`) is nobody's fault.
    fn code(&self) -> u8 {
        match self {
            Self::BadInput(_) | Self::BadScenarios(_) => 2,
            Self::Failed(error) => u8::from(!is_broken_pipe(error)),
            Self::Stopped(_) => watch::stopped_code(),
            Self::Several(all) => all.iter().map(Self::code).max().unwrap_or(0),
        }
    }

    fn tell(&self) {
        match self {
            Self::BadInput(wrong) => print::note(&format!("error: {wrong}")),
            Self::BadScenarios(errors) => errors.iter().for_each(report_scenario),
            Self::Failed(error) if is_broken_pipe(error) => {}
            Self::Failed(error) => print::note(&format!("error: {error:#}")),
            Self::Stopped(missing) => print::note(&format!("stopped: {missing}")),
            Self::Several(all) => all.iter().for_each(Self::tell),
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Tells what is wrong with one file.
fn report_scenario(error: &LoadError) {
    match error {
        LoadError::Faults(faults) => report_faults(faults),
        other => print::note(&format!("error: {other}")),
    }
}

/// Draws every fault at its place in the file.
fn report_faults(faults: &Faults) {
    let (look, width) = (look(), layout().width.into());
    for fault in faults {
        print::note(&format!("{}\n", fault.render(look, width)));
    }
    if faults.more() > 0 {
        print::note(&format!("… and {} more", faults.more()));
    }
    let name = Path::new(faults.source_name()).display();
    let count = faults.count();
    let s = if count == 1 { "" } else { "s" };
    print::note(&format!("error: {count} fault{s} in {name}; nothing was run or written"));
}

/// Colours where a person looks or asked for them (`NO_COLOR` and dumb terminals get none).
fn look() -> FaultStyle {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match AutoStream::choice(&io::stderr()) {
        ColorChoice::Always | ColorChoice::AlwaysAnsi => FaultStyle::Coloured,
        _ if dumb || ascii::is_wanted() => FaultStyle::Ascii,
        _ => FaultStyle::Unicode,
    }
}
