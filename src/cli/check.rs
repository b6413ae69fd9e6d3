//! `warodds check`: is a scenario file right?

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::print;
use super::rules::CatalogueOption;
use crate::scenario::{Backdrop, load_with};

/// Check scenario files without running them.
///
/// Every fault is told with its line and column.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Scenario files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    catalogue: CatalogueOption,
}

/// So many questions.
fn counted(questions: usize) -> String {
    if questions == 1 { "1 question".to_owned() } else { format!("{questions} questions") }
}

/// Checks all files.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.open()?;
    let backdrop = Backdrop { catalogue: &catalogue, edition: None };
    let mut wrong = Vec::new();
    for file in &arguments.files {
        match load_with(file, backdrop) {
            Ok(scenario) => print::print(&format!(
                "{}: {}, no faults",
                file.display(),
                counted(scenario.asked.len() + scenario.fields.len())
            ))?,
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::BadScenarios(wrong)) }
}
