//! `warodds units`: lists, searches and shows cards.

mod attachments;
mod list;
mod search;
mod show;

use std::borrow::Cow;

use clap::{Args, Subcommand};
use serde::Serialize;

pub(super) use list::unit_type;

use super::failure::Failure;
use super::keys::KeyOptions;
use super::print;
use crate::catalogue::{Catalogue, FindError};
use crate::json::cards;
use crate::request::asoiaf::CatalogueKey;

/// List, search or show units and attachments.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct UnitsArgs {
    /// A faction, whose units are listed, or words of cards, as in `units search`.
    #[arg(value_name = "WORD", conflicts_with = "faction")]
    words: Vec<String>,
    #[command(subcommand)]
    command: Option<UnitsCommand>,
    #[command(flatten)]
    list: list::UnitListOptions,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

const EXAMPLES: &str = "\
Examples:
  warodds units
  warodds units --faction stark --type infantry --cost 5..6 --sort cost
  warodds units --cards 1.0 --json
  warodds units --attachments --faction stark
  warodds units --attachments --for \"stark sworn swords\"
  warodds units sworn
  warodds units show \"stark sworn swords\"
  warodds units show \"the wolf lord\"";

#[derive(Clone, Debug, Subcommand)]
enum UnitsCommand {
    Show(ShowUnitArgs),
    Search(search::UnitSearchArgs),
}

/// Show the card of a unit, an attachment or an NCU.
#[derive(Clone, Debug, Args)]
struct ShowUnitArgs {
    /// The name of a unit, an attachment or an NCU, or some words of it.
    #[arg(value_name = "NAME")]
    name: String,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
}

/// Runs the command.
pub(super) fn run(arguments: &UnitsArgs) -> Result<(), Failure> {
    match &arguments.command {
        Some(UnitsCommand::Show(arguments)) => show(arguments),
        Some(UnitsCommand::Search(arguments)) => search::run(arguments),
        None => list(arguments),
    }
}

/// Lists the units or attachments that the options select; words that are no faction are searched.
fn list(arguments: &UnitsArgs) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let mut options = arguments.list.clone();
    if !arguments.words.is_empty() {
        let words = arguments.words.join(" ");
        if catalogue.find_faction(&words).is_err() {
            options.refuse_beside_words(&words)?;
            return search::print_hits(&catalogue, &words, options.json);
        }
        options.faction = Some(words);
    }
    let text = if options.attachments {
        attachments::text(&catalogue, &options)?
    } else {
        list::text(&catalogue, &options)?
    };
    // JSON is UTF-8 in every locale
    if options.json { print::data(&text) } else { print::print(&text) }
}

/// Shows a unit, else an attachment, else an NCU of the name.
fn show(arguments: &ShowUnitArgs) -> Result<(), Failure> {
    let catalogue: Cow<'_, Catalogue> = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let (name, is_data) = (&arguments.name, arguments.json);
    let error = match catalogue.find(name) {
        Ok(card) if is_data => return print::data(&as_json(&cards::card(&catalogue, card))?),
        Ok(card) => return print::print(&show::card(&catalogue, card)),
        Err(error @ FindError::Ambiguous { .. }) => return Err(Failure::input(error)),
        Err(error) => error,
    };
    match (catalogue.find_attachment(name), catalogue.find_ncu(name)) {
        (Ok(one), _) if is_data => print::data(&as_json(&cards::attachment(&catalogue, one))?),
        (Ok(one), _) => print::print(&show::attachment(&catalogue, one)),
        // several attachments of the name: listing them helps more than the NCU
        (Err(error @ FindError::Ambiguous { .. }), _) => Err(Failure::input(error)),
        (_, Ok(ncu)) if is_data => print::data(&as_json(&cards::ncu(ncu))?),
        (_, Ok(ncu)) => print::print(&show::ncu(ncu)),
        (Err(attachment), Err(ncu)) => {
            Err(Failure::input(FindError::of_any_kind([error, attachment, ncu])))
        }
    }
}

/// Writes cards as indented JSON.
fn as_json(data: &impl Serialize) -> Result<String, Failure> {
    cards::text(data).map_err(|error| Failure::Failed(error.into()))
}
