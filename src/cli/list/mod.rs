//! `warodds list`: shows lists of armies, checks them against the rules of building armies, and
//! searches for better ones.

mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::battle::search::{self, BattleSearchArgs};
use super::failure::Failure;
use super::input::list_path;
use super::keys::KeyOptions;
use super::print;
use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::document::Faults;
use crate::report::table::wrap_paragraphs;
use crate::request::asoiaf::CatalogueKey;
use crate::request::numbers::within;
use crate::scenario::{LoadError, list_text};

/// Check, show and improve lists of armies.
///
/// A list is TOML or the text that a list builder exports: one unit a line, with its attachment,
/// costs in brackets; docs/lists.md shows both. Matrices, comparisons and other questions take the
/// units of a list as `list=FILE`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ListArgs {
    #[command(subcommand)]
    command: ListCommand,
}

const EXAMPLES: &str = "\
Examples:
  warodds list check scenarios/lists/stark-40.toml
  warodds list show scenarios/lists/stark-40.toml
  warodds list check my-list.txt --points 40
  warodds matrix --attackers list=my-list.txt --defenders lannister";

#[derive(Clone, Debug, Subcommand)]
enum ListCommand {
    Check(CheckListArgs),
    Show(ShowListArgs),
    Improve(BattleSearchArgs),
}

/// Check lists against the rules of building armies (A11).
///
/// Points, one commander, one faction with neutral units for at most half of the points, each
/// character once, one attachment a unit and of its type. All breaches are reported with the rule
/// and their position; the exit code is 0 for legal lists and 2 for others. What cards say about
/// their armies is checked where it is known, else noted (A11.7). The number of NCUs is not limited
/// (A11.6).
#[derive(Clone, Debug, Args)]
struct CheckListArgs {
    /// Lists, as TOML or as text; `-` for standard input.
    #[arg(required = true, value_name = "FILE", value_parser = list_path())]
    files: Vec<PathBuf>,
    #[command(flatten)]
    shared: SharedListArgs,
}

/// Show a list: units, attachments, NCUs, their points, and breaches of rules.
///
/// Lines that cannot be read are shown with a suggestion, and the rest is counted.
#[derive(Clone, Debug, Args)]
struct ShowListArgs {
    /// A list, as TOML or as text; `-` for standard input.
    #[arg(value_name = "FILE", value_parser = list_path())]
    file: PathBuf,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shared: SharedListArgs,
}

/// Options of the commands that check and show lists.
#[derive(Clone, Debug, Args)]
struct SharedListArgs {
    /// The limit of points, instead of the list's own.
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1000>)]
    points: Option<u16>,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

impl SharedListArgs {
    /// Reads what can be read of a list, with the faults of the rest, and applies the limit.
    fn read(
        &self,
        file: &std::path::Path,
        catalogue: &Catalogue,
    ) -> Result<(ArmyList, Option<Faults>), LoadError> {
        let name = file.display().to_string();
        let (list, unread) = ArmyList::parse_known(&name, &list_text(file)?, catalogue)?;
        Ok(match self.points {
            Some(points) => (list.with_limit(points), unread),
            None => (list, unread),
        })
    }
}

/// Runs the command.
pub(super) fn run(arguments: &ListArgs) -> Result<(), Failure> {
    match &arguments.command {
        ListCommand::Check(arguments) => check(arguments),
        ListCommand::Show(arguments) => show(arguments),
        ListCommand::Improve(arguments) => search::run(arguments),
    }
}

fn check(arguments: &CheckListArgs) -> Result<(), Failure> {
    let catalogue = arguments.shared.catalogue.keys.open(Catalogue::shipped())?;
    let mut wrong: Vec<LoadError> = Vec::new();
    for file in &arguments.files {
        let read = arguments.shared.read(file, &catalogue);
        match read.and_then(|(list, unread)| Ok(summary_if_legal(&list, unread)?)) {
            Ok(summary) => {
                let line = format!("{}: {summary}", file.display());
                print::print(&wrap_paragraphs(&line, &print::layout()))?;
            }
            // all files are checked before the command fails
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::BadScenarios(wrong)) }
}

/// Prints the notes on a list and summarizes it if it was read whole and is legal.
fn summary_if_legal(list: &ArmyList, unread: Option<Faults>) -> Result<String, Faults> {
    list.notes().iter().for_each(|note| print::note(&format!("note: {note}")));
    unread.map_or(Ok(()), Err)?;
    list.check_legal().map(|()| format!("{}, legal (A11)", show::summary(list)))
}

/// Checks the text of a list and summarizes it.
pub(super) fn check_text(name: &str, text: &str, catalogue: &Catalogue) -> Result<String, Failure> {
    let read = ArmyList::parse_known(name, text, catalogue);
    let summary = read.and_then(|(list, unread)| summary_if_legal(&list, unread));
    let summary = summary.map_err(|faults| Failure::BadScenarios(vec![faults.into()]))?;
    Ok(format!("a list of an army: {summary}"))
}

fn show(arguments: &ShowListArgs) -> Result<(), Failure> {
    let catalogue = arguments.shared.catalogue.keys.open(Catalogue::shipped())?;
    let (list, unread) = arguments.shared.read(&arguments.file, &catalogue)?;
    if arguments.json {
        let json = list.json(unread.as_ref()).map_err(|error| Failure::Failed(error.into()))?;
        print::data(&json)
    } else {
        print::print(&wrap_paragraphs(&show::list(&list, unread.as_ref()), &print::layout()))
    }
}
