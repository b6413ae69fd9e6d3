//! Help in brief, `-h`: at most 40 lines of 80 columns, in whole sentences.

use clap::builder::styling::Styles;
use clap::{Arg, Command};

use super::command_groups;
use super::help_layout::{WIDTH, examples, rows, wrap};
use crate::request::{LUCK, ROLLS};

/// The most lines of a help in brief.
const LINES: usize = 40;
/// The most options and examples.
const OPTIONS: usize = 16;
const EXAMPLES: usize = 3;

/// The options that come first, the most important before the others: those of the README.
const FIRST: [&str; 22] = [
    "attacker_with",
    "with",
    "a_with",
    "charge",
    "facing",
    "distance",
    "weakened",
    "vulnerable",
    "panicked",
    "at_least",
    "need",
    "rolled",
    "why",
    "cards",
    "rules",
    "given",
    "by",
    "against",
    "rounds",
    "games",
    "out",
    "json",
];

/// Replaces the help of the program with its groups of commands, and the help of each command with
/// its help in brief.
pub(super) fn with_short_help(command: Command) -> Command {
    let root = command_groups::in_brief(&command, EXAMPLES);
    let command = command.mut_subcommands(|below| {
        let path = format!("warodds {}", below.get_name());
        of_command(below, &path)
    });
    command.override_help(root)
}

/// Replaces the help of a command and its subcommands.
fn of_command(command: Command, path: &str) -> Command {
    let help = short_help(&command, path);
    let command = command.mut_subcommands(|below| {
        let path = format!("{path} {}", below.get_name());
        of_command(below, &path)
    });
    command.override_help(help)
}

/// Renders the help of a command, with as many options as fit.
fn short_help(command: &Command, path: &str) -> String {
    let ranked = ranked_options(command);
    let shown = (0..=ranked.len().min(OPTIONS)).rev();
    let mut texts = shown.map(|count| render(command, path, ranked.get(..count).unwrap_or(&[])));
    let is_short = |text: &String| text.lines().count() <= LINES;
    let shortest = render(command, path, &[]);
    texts.find(is_short).unwrap_or(shortest)
}

/// Renders the help of a command with the options at some positions.
fn render(command: &Command, path: &str, chosen: &[usize]) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = wrap(&about, WIDTH).join("\n");
    let usage = command.clone().bin_name(path).render_usage().ansi().to_string();
    let commands: Vec<[String; 2]> = subcommands(command).map(command_row).collect();
    let arguments: Vec<[String; 2]> = command.get_positionals().map(argument_row).collect();
    let options = command.get_arguments().enumerate().filter(|(place, _)| chosen.contains(place));
    let options: Vec<[String; 2]> = options.map(|(_, arg)| option_row(arg)).collect();
    let sections = [
        section("Commands", &rows(&commands)),
        section("Arguments", &rows(&arguments)),
        section("Options", &rows(&options)),
        section("A file of rolls", &file_of_rolls(path)),
        section("Examples", &examples(command, EXAMPLES)),
    ];
    let all = if chosen.is_empty() { "says more" } else { "shows all options" };
    format!("{about}\n\n{usage}\n\n{}`{path} --help` {all}.", sections.concat())
}

/// Renders a section with its heading; nothing without lines.
fn section(heading: &str, lines: &str) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    if lines.is_empty() { String::new() } else { format!("{style}{heading}:{style:#}\n{lines}\n") }
}

/// Returns the lines of a file that `luck` reads; nothing for other commands.
fn file_of_rolls(path: &str) -> String {
    let is_luck = path.strip_prefix("warodds ") == Some(LUCK);
    if is_luck { ROLLS.iter().map(|line| format!("  {line}\n")).collect() } else { String::new() }
}

/// Returns the subcommands, without clap's own `help`.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
}

fn command_row(command: &Command) -> [String; 2] {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    [command.get_name().to_owned(), about.trim_end_matches('.').to_owned()]
}

fn argument_row(arg: &Arg) -> [String; 2] {
    let name = arg.get_value_names().and_then(|names| names.first());
    let name = name.map_or_else(|| arg.get_id().to_string(), ToString::to_string);
    [name, first_sentence(arg)]
}

fn option_row(arg: &Arg) -> [String; 2] {
    [option_name(arg), first_sentence(arg)]
}

/// Returns the positions of the options, the most important first: those of [`FIRST`], those that
/// the examples use most, then the others in the order of the help.
fn ranked_options(command: &Command) -> Vec<usize> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let parts: Vec<&str> = text.split_whitespace().collect();
    let uses = |arg: &Arg| {
        let names = arg.get_long_and_visible_aliases().unwrap_or_default();
        let is_name = |part: &&&str| {
            let name = part.strip_prefix("--").and_then(|name| name.split('=').next());
            name.is_some_and(|name| names.contains(&name))
        };
        parts.iter().filter(is_name).count()
    };
    let first = |arg: &Arg| FIRST.iter().position(|id| arg.get_id() == id).unwrap_or(FIRST.len());
    let is_option = |arg: &Arg| !arg.is_hide_set() && arg.get_long().is_some();
    let is_listed = |arg: &Arg| is_option(arg) && arg.get_id() != "color";
    let options = command.get_arguments().enumerate().filter(|(_, arg)| is_listed(arg));
    let mut ranked: Vec<(usize, &Arg)> = options.collect();
    let is_engine = |arg: &Arg| arg.get_help_heading() == Some("Engine") && uses(arg) == 0;
    // the sort is stable, so others keep the order of the help
    ranked.sort_by_key(|(_, arg)| {
        (!arg.is_required_set(), first(arg), is_engine(arg), std::cmp::Reverse(uses(arg)))
    });
    ranked.into_iter().map(|(place, _)| place).collect()
}

/// The longest list of allowed values in the name of an option, in characters.
const LONGEST_VALUES: usize = 20;

/// Formats the shortest name of an option with its allowed values, if they are few, or its
/// placeholder.
fn option_name(arg: &Arg) -> String {
    let names = arg.get_long_and_visible_aliases().unwrap_or_default();
    let name = names.into_iter().min_by_key(|name| name.len()).unwrap_or_default();
    let is_optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    if is_optional || !arg.get_action().takes_values() {
        return format!("--{name}");
    }
    let values = arg.get_possible_values();
    let values: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let values = values.join("|");
    let placeholder = arg.get_value_names().and_then(|names| names.first());
    let placeholder = placeholder.map(ToString::to_string).unwrap_or_default();
    if (1..=LONGEST_VALUES).contains(&values.len()) {
        format!("--{name} <{values}>")
    } else {
        format!("--{name} <{placeholder}>")
    }
}

/// Returns the first sentence of a help text, without its default.
fn first_sentence(arg: &Arg) -> String {
    let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let is_end = |(place, mark): &(usize, &str)| {
        let is_quoted = text.get(..*place).unwrap_or(&text).matches('`').count() % 2 == 1;
        let next = text.get(place + mark.len()..).and_then(|rest| rest.chars().next());
        // an abbreviation ends no sentence
        !is_quoted && (*mark != ". " || next.is_some_and(char::is_uppercase))
    };
    let marks = [". ", " [default"].into_iter().flat_map(|end| text.match_indices(end));
    let end = marks.filter(is_end).map(|(place, _)| place).min();
    text.get(..end.unwrap_or(text.len())).unwrap_or(&text).trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the help of a command and its subcommands, without styles.
    fn helps(command: &Command, path: &str) -> Vec<(String, String)> {
        let help = anstream::adapter::strip_str(&short_help(command, path)).to_string();
        let below = subcommands(command)
            .flat_map(|below| helps(below, &format!("{path} {}", below.get_name())));
        std::iter::once((path.to_owned(), help)).chain(below).collect()
    }

    #[test]
    fn short_help_fits_40_lines_of_80_columns() {
        let command = crate::cli::command();
        let root = command_groups::in_brief(&command, EXAMPLES);
        let root = anstream::adapter::strip_str(&root).to_string();
        let below = subcommands(&command)
            .flat_map(|below| helps(below, &format!("warodds {}", below.get_name())));
        for (path, help) in below.chain([("warodds".to_owned(), root)]) {
            assert!(help.lines().count() <= LINES, "{path}: {} lines", help.lines().count());
            assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
            assert!(!help.contains('…'), "{help}");
        }
    }

    #[test]
    fn short_help_shows_the_options_of_the_readme() {
        let command = crate::cli::command();
        let attack = command.find_subcommand("attack").expect("a command");
        let help = short_help(attack, "warodds attack");
        let options = [
            "with",
            "charge",
            "facing",
            "vulnerable",
            "panicked",
            "at-least",
            "need",
            "why",
            "cards",
            "rules",
            "out",
        ];
        for option in options {
            assert!(help.contains(&format!("\n  --{option} ")), "{option}: {help}");
        }
    }

    #[test]
    fn short_help_of_battles_lists_subcommands_before_options() {
        let command = crate::cli::command();
        let help = short_help(command.find_subcommand("battle").expect("a command"), "warodds");
        let position = |part: &str| help.find(part).expect(part);
        assert!(position("\n  replay ") < position("\n  --"));
        assert!(position("\n  ladder ") < position("\n  --"));
    }
}
