//! How a command ends when it does not give an answer.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use miette::{GraphicalReportHandler, GraphicalTheme};

use crate::scenario::{Faults, LoadError};

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// What was given is wrong: exit code 2. Says what and how to mend it.
    BadInput(String),
    /// Scenario files are wrong: exit code 2. All of them are told.
    BadScenarios(Vec<LoadError>),
    /// Something failed that no input is to blame for: exit code 1.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl Failure {
    /// Bad input, from anything that says what is wrong.
    pub fn input(wrong: impl ToString) -> Self {
        Self::BadInput(wrong.to_string())
    }

    /// Tells it on stderr and gives the exit code. A reader that went away (`warodds … | head`) is
    /// nobody's fault.
    pub fn report(self) -> ExitCode {
        match self {
            Self::BadInput(wrong) => {
                eprintln!("error: {wrong}");
                ExitCode::from(2)
            }
            Self::BadScenarios(errors) => {
                errors.iter().for_each(report_scenario);
                ExitCode::from(2)
            }
            Self::Failed(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Self::Failed(error) => {
                eprintln!("error: {error:#}");
                ExitCode::FAILURE
            }
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
        other => eprintln!("error: {other}"),
    }
}

/// Draws every fault at its place in the file.
fn report_faults(faults: &Faults) {
    let handler = GraphicalReportHandler::new_themed(theme());
    for fault in faults {
        let mut drawn = String::new();
        match handler.render_report(&mut drawn, fault) {
            Ok(()) => eprintln!("{drawn}"),
            Err(_) => eprintln!("error: {fault}"),
        }
    }
    if faults.more() > 0 {
        eprintln!("… and {} more", faults.more());
    }
    let name = Path::new(faults.source_name()).display();
    let count = faults.count();
    eprintln!(
        "error: {count} fault{} in {name}; nothing was run or written",
        if count == 1 { "" } else { "s" }
    );
}

/// Colours and lines only where a person looks (`NO_COLOR` and dumb terminals get none).
fn theme() -> GraphicalTheme {
    use std::io::IsTerminal;
    let plain = !io::stderr().is_terminal()
        || std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match (plain, dumb) {
        (_, true) => GraphicalTheme::none(),
        (true, _) => GraphicalTheme::unicode_nocolor(),
        _ => GraphicalTheme::unicode(),
    }
}
