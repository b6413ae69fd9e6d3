//! Shell completions and manual pages, generated from the commands.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;

use super::failure::Failure;
use super::print;
use super::results::{Destination, Extent};
use crate::document::quoted;
use crate::report::Artifact;

/// Print completions for a shell.
///
/// For bash: warodds completions bash > ~/.local/share/bash-completion/completions/warodds
#[derive(Clone, Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page of the program or of a command, or write those of all commands.
#[derive(Clone, Debug, Args)]
pub(super) struct ManArguments {
    /// The command: `attack`, or `battle replay`.
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write a page for each command to this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the completions for a shell.
pub(super) fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(), "warodds", &mut text);
    print::bytes(&text)
}

/// Prints or writes manual pages.
pub(super) fn man(arguments: &ManArguments) -> Result<(), Failure> {
    let mut command = plain_flags(super::command());
    // fills in global options and full names of subcommands, which the pages show
    command.build();
    let Some(out) = &arguments.out else {
        return print::bytes(&page(called(&command, &arguments.command)?)?);
    };
    let mut pages = Vec::new();
    add_pages(&command, "warodds", &mut pages)?;
    let destination = Destination::of_pages(out, "man");
    destination.check_writable(false, &[])?;
    print::note(&destination.write(Extent::Whole, &pages)?);
    Ok(())
}

/// Lets flags read as flags in a command and its subcommands.
fn plain_flags(command: clap::Command) -> clap::Command {
    command.mut_args(super::long_help::without_values).mut_subcommands(plain_flags)
}

/// Returns the command that some words call.
fn called<'c>(program: &'c clap::Command, words: &[String]) -> Result<&'c clap::Command, Failure> {
    words.iter().try_fold(program, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let wrong = format!("there is no command {}: `warodds --help` lists all", quoted(word));
            Failure::input(wrong)
        })
    })
}

/// Adds the page of a command and those of its subcommands.
fn add_pages(
    command: &clap::Command,
    name: &str,
    pages: &mut Vec<Artifact>,
) -> Result<(), Failure> {
    // the page is titled like its file
    let of_page = command.clone().name(name.to_owned());
    pages.push(Artifact::new(format!("{name}.1"), page(&of_page)?));
    // clap's own `help` repeats the other commands
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        add_pages(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text).map_err(anyhow::Error::from)?;
    Ok(text)
}
