//! Messages and exit codes of failures.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};

use super::ascii;
use super::failure::Failure;
use super::print::{self, layout};
use super::watch;
use crate::scenario::{FaultStyle, Faults, LoadError};

impl Failure {
    /// Prints the failure to stderr and returns the exit code.
    pub(super) fn report(&self) -> ExitCode {
        self.print();
        ExitCode::from(self.code())
    }

    /// Returns the exit code; of several failures that of a stopped run, if there is one. A reader
    /// that closed the pipe (`warodds … | head`) is no failure.
    fn code(&self) -> u8 {
        match self {
            Self::BadInput(_) | Self::BadScenarios(_) => 2,
            Self::Failed(error) => u8::from(!is_broken_pipe(error)),
            Self::Stopped(_) => watch::stopped_code(),
            // the codes of signals are above 128, so a stopped run outweighs the others
            Self::Several(all) => all.iter().map(Self::code).max().unwrap_or(0),
        }
    }

    fn print(&self) {
        match self {
            Self::BadInput(wrong) => print::note(&format!("error: {wrong}")),
            Self::BadScenarios(errors) => errors.iter().for_each(report_scenario),
            Self::Failed(error) if is_broken_pipe(error) => {}
            Self::Failed(error) => print::note(&format!("error: {error:#}")),
            Self::Stopped(missing) => print::note(&format!("stopped: {missing}")),
            Self::Several(all) => all.iter().for_each(Self::print),
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints the faults of one file.
fn report_scenario(error: &LoadError) {
    match error {
        LoadError::Faults(faults) => report_faults(faults),
        other => print::note(&format!("error: {other}")),
    }
}

/// Prints every fault with its line of the file.
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

/// Returns the style of faults: coloured on a terminal, unless `NO_COLOR` is set or it is a dumb
/// one.
fn look() -> FaultStyle {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match AutoStream::choice(&io::stderr()) {
        ColorChoice::Always | ColorChoice::AlwaysAnsi => FaultStyle::Coloured,
        _ if dumb || ascii::is_required() => FaultStyle::Ascii,
        _ => FaultStyle::Unicode,
    }
}
