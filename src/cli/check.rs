//! `warodds check`: is a file right?

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::keys::Options;
use super::print;
use crate::catalogue::Catalogue;
use crate::request::asoiaf::CatalogueKey;
use crate::scenario::{Backdrop, Loaded, load_any};

/// Check scenario and campaign files without running them.
///
/// Every fault is told with its line and column.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Scenario and campaign files; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    catalogue: Options<CatalogueKey>,
}

/// What is in a file.
fn contents(loaded: &Loaded) -> String {
    match loaded {
        Loaded::Campaign(campaign) => {
            format!("a campaign of {} players", campaign.campaign.sides.len())
        }
        Loaded::Scenario(scenario) => match scenario.asked.len() + scenario.fields.len() {
            1 => "1 question".to_owned(),
            questions => format!("{questions} questions"),
        },
    }
}

/// Checks all files.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let backdrop = Backdrop { catalogue: &catalogue, edition: None };
    let mut wrong = Vec::new();
    for file in &arguments.files {
        match load_any(file, backdrop) {
            Ok(loaded) => {
                let contents = contents(&loaded);
                print::print(&format!("{}: {contents}, no faults", file.display()))?;
            }
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::BadScenarios(wrong)) }
}
