//! Help in full, `--help`: the meaning of an option stands beside its name.
//!
//! clap's own layout for `--help` gives each option five lines; that for `-h` gives it one or two,
//! but leaves out what the values mean. Here the latter is used, with these meanings.

use clap::{Arg, ArgAction, Command};

use super::command_groups;
use super::keys::FLAG_VALUES;

/// The heading of the options that all commands have.
const GLOBAL: &str = "Global options";

/// Lays out the help of the program and its commands.
pub(super) fn with_long_help(command: Command) -> Command {
    let groups = command_groups::in_full(&command);
    let template = format!(
        "{{before-help}}{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    );
    of_command(command.mut_arg("color", |color| color.help_heading(GLOBAL))).help_template(template)
}

/// Lays out the help of a command and its subcommands.
fn of_command(command: Command) -> Command {
    let about = command.get_long_about().or_else(|| command.get_about()).cloned();
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help = help.help("Print help; -h prints it in brief").help_heading(GLOBAL);
    let command = command.before_help(about.unwrap_or_default()).long_about(None::<&str>);
    command
        .mut_args(with_meanings)
        .disable_help_flag(true)
        .arg(help)
        .help_template("{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}")
        .mut_subcommands(of_command)
}

/// Lets a flag read as one: `--charge[=<yes,no>]` is for lists, which the help of the command
/// describes.
pub(super) fn without_values(arg: Arg) -> Arg {
    let is_flag = arg.get_value_names().is_some_and(|names| names == [FLAG_VALUES]);
    if is_flag { arg.num_args(0).require_equals(false).allow_negative_numbers(false) } else { arg }
}

/// Puts the meanings of the values of an option into its help.
fn with_meanings(arg: Arg) -> Arg {
    let arg = without_values(arg);
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string);
    let help = help.unwrap_or_default();
    let values = arg.get_possible_values();
    let meanings = values.iter().filter_map(|value| {
        let meaning = value.get_help()?.to_string();
        (meaning != value.get_name()).then(|| format!("{}: {meaning}", value.get_name()))
    });
    let meanings: Vec<String> = meanings.collect();
    let arg = arg.long_help(None::<&str>);
    if meanings.is_empty() {
        return arg.help(help);
    }
    let help = format!("{}. {}.", help.trim_end_matches('.'), meanings.join("; "));
    arg.hide_possible_values(true).help(help)
}
