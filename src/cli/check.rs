//! `warodds check`: finds the faults of files.

use std::path::PathBuf;

use clap::Args;
use warodds_battles::file::{load_text, parse_missions, parse_siege};

use super::failure::Failure;
use super::input::Input;
use super::keys::KeyOptions;
use super::{list, print};
use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::request::asoiaf::CatalogueKey;
use crate::scenario::{FileKind, LoadError, ReadContext, campaign, parse_with};

/// Check files without running them.
///
/// Files are scenarios, campaigns, battles, army lists, catalogues of cards, decks of missions and
/// sieges. Every fault is reported with its line and column.
#[derive(Clone, Debug, Args)]
pub(super) struct CheckArgs {
    /// The files to check; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

/// Checks a file and describes its content.
fn describe(input: &Input, catalogue: &Catalogue) -> Result<String, Failure> {
    let (name, text) = (input.name(), &input.text);
    // exported text has no keys that show its kind; a broken .toml file must get the faults of TOML
    let is_text_list = || !name.ends_with(".toml") && ArmyList::is_text_form(text);
    Ok(match input.kind() {
        Some(FileKind::Campaign) => {
            let campaign = campaign::parse(&name, text).map_err(LoadError::from)?.campaign;
            format!("a campaign of {} players, no faults", campaign.sides.len())
        }
        Some(FileKind::Battle) => {
            let battle = load_text(&input.path, text, catalogue)?;
            format!("a battle of {}, no faults", battle.battle.names.join(" against "))
        }
        Some(FileKind::List) => list::check_text(&name, text, catalogue)?,
        Some(FileKind::Catalogue) => {
            // on a copy: files that are checked together do not complete each other
            let found = catalogue.clone().add_text(&name, text);
            let found = found.map_err(|faults| Failure::BadScenarios(vec![faults.into()]))?;
            format!("a catalogue of {found}, no faults")
        }
        Some(FileKind::Missions) => {
            let missions = parse_missions(&name, text)?.missions.len();
            format!("a deck of {missions} missions, no faults")
        }
        Some(FileKind::Siege) => {
            let siege = parse_siege(&name, text, catalogue)?;
            let [attacker, defender] = siege.decks.each_ref().map(Vec::len);
            format!("a siege with {attacker} cards against {defender}, no faults")
        }
        None if is_text_list() => list::check_text(&name, text, catalogue)?,
        Some(FileKind::Scenario) | None => {
            let scenario = parse_with(&name, text, ReadContext { catalogue, edition: None });
            let scenario = scenario.map_err(|faults| Failure::BadScenarios(vec![faults.into()]))?;
            match scenario.asked.len() + scenario.fields.len() {
                1 => "1 question, no faults".to_owned(),
                questions => format!("{questions} questions, no faults"),
            }
        }
    })
}

/// Checks all files, also after a faulty one.
pub(super) fn run(arguments: &CheckArgs) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let check = |file: &PathBuf| {
        let description = describe(&Input::read(file)?, &catalogue)?;
        print::print(&format!("{}: {description}", file.display()))
    };
    let checked: Vec<Result<(), Failure>> = arguments.files.iter().map(check).collect();
    Failure::of_all(checked)
}
