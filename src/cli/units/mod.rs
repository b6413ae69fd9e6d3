//! `warodds units`: the cards there are.

mod data;
mod list;
mod show;

use std::borrow::Cow;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::keys::Options;
use super::print;
use crate::catalogue::{Catalogue, NotFound};
use crate::request::asoiaf::CatalogueKey;

/// List the units of the catalogue, or show one of them.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: list::Options,
    #[command(flatten)]
    catalogue: Options<CatalogueKey>,
}

const EXAMPLES: &str = "\
Examples:
  warodds units
  warodds units --faction stark --type infantry --cost 5..6 --sort cost
  warodds units --edition 1.0 --json
  warodds units show \"stark sworn swords\"
  warodds units show \"the wolf lord\"";

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Show(ShowArguments),
}

/// Show the card of a unit or an attachment: numbers, abilities, and what answers do not count.
#[derive(Clone, Debug, Args)]
struct ShowArguments {
    /// The name of a unit or an attachment, the start of its name, some of its words, or its id.
    #[arg(value_name = "NAME")]
    name: String,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    catalogue: Options<CatalogueKey>,
}

/// Lists or shows.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Some(Command::Show(arguments)) => show(arguments),
        None => {
            let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
            print::print(&list::text(&catalogue, &arguments.list)?)
        }
    }
}

/// Shows a unit; what is no unit may be an attachment.
fn show(arguments: &ShowArguments) -> Result<(), Failure> {
    let catalogue: Cow<'_, Catalogue> = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let unit = catalogue.find(&arguments.name);
    let attachment = catalogue.find_attachment(&arguments.name);
    let text = match (unit, attachment) {
        (Ok(card), _) if arguments.json => data::text(&data::card(&catalogue, card))?,
        (Ok(card), _) => show::card(&catalogue, card),
        (Err(NotFound::Unknown { .. } | NotFound::Attachment { .. }), Ok(attachment))
            if arguments.json =>
        {
            data::text(&data::attachment(&catalogue, attachment))?
        }
        (Err(NotFound::Unknown { .. } | NotFound::Attachment { .. }), Ok(attachment)) => {
            show::attachment(&catalogue, attachment)
        }
        (
            Err(NotFound::Unknown { .. } | NotFound::Attachment { .. }),
            Err(error @ NotFound::Ambiguous { .. }),
        )
        | (Err(error), _) => return Err(Failure::input(error)),
    };
    print::print(&text)
}
