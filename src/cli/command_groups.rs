//! The groups of commands in the help of the program.

use clap::Command;
use clap::builder::styling::Styles;

use super::help_layout::{examples, rows};

/// Commands with a common purpose.
#[derive(Clone, Copy, Debug)]
struct CommandGroup {
    heading: &'static str,
    /// The most used first.
    commands: &'static [&'static str],
    listing: Listing,
}

/// How the help in brief lists the commands of a group; `--help` describes all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listing {
    /// A line for each, with its description.
    Described,
    /// Names alone.
    Named,
    /// Not at all.
    Hidden,
}

/// The groups, in the order of the help.
const GROUPS: [CommandGroup; 7] = [
    CommandGroup {
        heading: "At the table",
        commands: &[
            "attack", "charge", "panic", "retreat", "duel", "survive", "sequence", "options",
            "luck", "deck",
        ],
        listing: Listing::Described,
    },
    CommandGroup {
        heading: "Units and lists",
        commands: &[
            "compare",
            "attachments",
            "rate",
            "worth",
            "matrix",
            "sheet",
            "list",
            "units",
            "cards",
        ],
        listing: Listing::Described,
    },
    CommandGroup { heading: "Battles", commands: &["battle"], listing: Listing::Named },
    CommandGroup {
        heading: "Other games",
        commands: &["westeros", "warmachine", "campaign"],
        listing: Listing::Named,
    },
    CommandGroup {
        heading: "Files and programs",
        commands: &["run", "check", "ask", "serve", "fields", "schema", "explain"],
        listing: Listing::Named,
    },
    CommandGroup {
        heading: "Many machines",
        commands: &["shard", "merge"],
        listing: Listing::Named,
    },
    CommandGroup {
        heading: "Shells",
        commands: &["completions", "man", "help"],
        listing: Listing::Hidden,
    },
];

/// Returns the names of the commands, in the order of the help.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.commands).copied()
}

/// Renders the help of the program in brief, with its first examples.
pub(super) fn in_brief(command: &Command, example_count: usize) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let described = described(command, &[Listing::Described]);
    let named = GROUPS.iter().filter(|group| group.listing == Listing::Named);
    let named: Vec<[String; 2]> = named
        .map(|group| [format!("{}:", group.heading), present(command, group).join(", ")])
        .collect();
    let examples = examples(command, example_count);
    format!(
        "{about}\n\n{style}Usage:{style:#} warodds <COMMAND>\n\n{described}{}\n\
         {style}Examples:{style:#}\n{examples}\n\
         `warodds COMMAND -h` helps with a command, `warodds --help` lists all of them.",
        rows(&named)
    )
}

/// Renders all groups with a description of each command.
pub(super) fn in_full(command: &Command) -> String {
    described(command, &[Listing::Described, Listing::Named, Listing::Hidden])
}

/// Renders the groups of these listings with a description of each command.
fn described(command: &Command, listings: &[Listing]) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    let groups = GROUPS.iter().filter(|group| listings.contains(&group.listing));
    let described = groups.map(|group| {
        let row = |name: &&'static str| {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            [(*name).to_owned(), about.trim_end_matches('.').to_owned()]
        };
        let listed: Vec<[String; 2]> = present(command, group).iter().map(row).collect();
        format!("{style}{}:{style:#}\n{}\n", group.heading, rows(&listed))
    });
    described.collect()
}

/// Returns the commands of a group that this build has.
fn present(command: &Command, group: &CommandGroup) -> Vec<&'static str> {
    let is_present = |name: &&'static str| command.find_subcommand(name).is_some();
    group.commands.iter().copied().filter(is_present).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_in_one_group() {
        let mut grouped: Vec<&str> = names().filter(|name| *name != "help").collect();
        grouped.sort_unstable();
        let command = crate::cli::command();
        let mut known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }
}
