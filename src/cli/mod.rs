//! The command line. Results go to stdout, all else to stderr; the exit code is 0 for an answer, 1
//! for a failure, 2 for bad input and 130 for a run that Ctrl-C stopped before it was done (143 for
//! SIGTERM, 129 for SIGHUP).
//!
//! Each command has a file. Options become the same validated questions as scenario files; no rule
//! of a game is decided here.

mod ascii;
mod ask;
mod battle;
mod card_words;
mod cards;
mod check;
mod command_groups;
mod compared;
mod engine;
mod explain;
mod failure;
mod failure_report;
mod fields;
mod file_format;
mod help_layout;
mod input;
mod keys;
mod list;
mod long_help;
mod merge;
mod ncu_cards;
mod output;
mod print;
mod provided;
mod reply;
mod results;
mod rewritten;
mod run;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod shard;
#[cfg(feature = "serve")]
mod sheet;
mod shell;
mod short_help;
mod slug;
mod suggest;
mod units;
mod version;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use colorchoice_clap::Color;

pub use keys::provided_fields;
use provided::ProvidedOptions;

/// What are the odds? Exact answers and fast Monte Carlo for tabletop wargames.
///
/// Answers for A Song of Ice and Fire: Tabletop Miniatures Game (rules v1.6): what an attack does,
/// whether a charge arrives, what a panic test costs, who wins a duel. For Battles of Westeros:
/// `warodds westeros`. For WARMACHINE (Mk IV): a turn's rolls and plans (`warodds warmachine`), and
/// campaigns (`warodds campaign`).
#[derive(Debug, Parser)]
#[command(name = "warodds", max_term_width = 100, after_help = EXAMPLES)]
struct CliArgs {
    #[command(flatten)]
    color: Color,
    #[command(subcommand)]
    command: CliCommand,
}

const EXAMPLES: &str = "\
Examples:
  warodds attack \"stark sworn swords\" \"lannister guardsmen\" --charge --facing flank
  warodds compare \"stark sworn swords\" \"umber berserkers\" --against infantry
  warodds battle scenarios/battles/clash-of-kings.toml --games 100

Results go to stdout, progress and notes to stderr.
Exit codes: 0 an answer, 1 a failure, 2 bad input; stopped before all was answered: 130 by Ctrl-C,
143 by SIGTERM, 129 by SIGHUP.";

#[derive(Debug, Subcommand)]
enum CliCommand {
    Run(run::RunArgs),
    Shard(shard::ShardArgs),
    Merge(merge::MergeArgs),
    Units(units::UnitsArgs),
    Cards(cards::CardsArgs),
    List(list::ListArgs),
    Check(check::CheckArgs),
    Fields(fields::FieldsArgs),
    Schema(schema::SchemaArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    // its QR codes lead to the page
    #[cfg(feature = "serve")]
    Sheet(sheet::SheetArgs),
    Completions(shell::CompletionsArguments),
    Man(shell::ManArguments),
}

/// Returns the command line with the options of all commands.
pub fn command() -> clap::Command {
    command_with(|_| true)
}

/// The display order that puts an option after all others but `--help`.
const LAST: usize = 998;

/// Returns the command line with the options of those questions that `has_options` names: building
/// all of them takes longer than a light question.
fn command_with(has_options: impl Fn(&str) -> bool) -> clap::Command {
    let questions = ask::commands(has_options);
    let mut command = CliArgs::command().version(version::short()).subcommands(questions);
    for (place, name) in command_groups::names().enumerate() {
        // builds without the feature `serve` have fewer commands
        if command.find_subcommand(name).is_none() {
            continue;
        }
        command = command.mut_subcommand(name, |command| command.display_order(place));
    }
    // global options come after the options of a command
    with_negative_numbers(command.mut_arg("color", |color| color.display_order(LAST)))
}

/// Lets the options of a command and its subcommands take `-1` as a value: the message then says
/// what is allowed, instead of reporting an unknown option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let values = |arg: clap::Arg| {
        let some = arg.get_num_args().is_none_or(|count| count.takes_values());
        // clap refuses the setting for flags with a panic in debug builds
        let takes = some && arg.get_action().takes_values();
        arg.allow_negative_numbers(takes)
    };
    command.mut_args(values).mut_subcommands(with_negative_numbers)
}

/// Runs the command of the process arguments and returns the exit code.
pub fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os().skip(1).collect();
    let rewritten =
        ask::without_luck(&mut words).and_then(|()| ask::without_card_ranking(&mut words));
    if let Err(failure) = rewritten {
        return failure.report();
    }
    rewritten::rewrite(&mut words);
    // any word, because global options may precede the command; a wrong match only costs time
    let command = command_with(|name| words.iter().any(|word| word == name || word == "help"));
    let has_word = |name: &str| words.iter().any(|word| word == name);
    // the layout of a help that nobody reads would slow down every start
    let command = match (has_word("--help") || has_word("help"), has_word("-h")) {
        (true, _) => long_help::with_long_help(command),
        (false, true) => short_help::with_short_help(command),
        // a command that needs more arguments prints its help
        (false, false) if words.len() < 2 => short_help::with_short_help(command),
        (false, false) => command,
    };
    // counting the cards reads all of them, which other commands need not wait for
    let is_version_query = words.first().is_some_and(|word| word == "--version");
    let program = std::env::args_os().take(1).collect::<Vec<_>>();
    let mut command = if is_version_query { command.version(version::long()) } else { command };
    let matches =
        match command.try_get_matches_from_mut(program.into_iter().chain(words.iter().cloned())) {
            Ok(matches) => matches,
            Err(error) => return print_help_or_fault(&suggest::corrected(error, &command, &words)),
        };
    match Color::from_arg_matches(&matches) {
        Ok(color) => color.write_global(),
        Err(error) => error.exit(),
    }
    if let Some(result) = matches.subcommand().and_then(|(name, below)| ask::run(name, below)) {
        return exit_code(result);
    }
    let arguments = CliArgs::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    exit_code(run(&arguments.command, &provided_options(&matches)))
}

/// Prints help, the version or the fault of the arguments. Help that cannot be printed is a
/// failure.
fn print_help_or_fault(error: &clap::Error) -> ExitCode {
    // exits with 2, the code of bad input
    if error.use_stderr() {
        error.exit();
    }
    if ascii::is_required() {
        return exit_code(print::print(&error.render().to_string()));
    }
    let printed = error.print().and_then(|()| std::io::Write::flush(&mut std::io::stdout()));
    exit_code(printed.map_err(|error| failure::Failure::Failed(error.into())))
}

/// Reports a failure and returns the exit code.
fn exit_code(result: Result<(), failure::Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Returns the options provided to the command.
fn provided_options(matches: &clap::ArgMatches) -> ProvidedOptions {
    let command = command();
    let subcommand = matches.subcommand();
    let subcommand =
        subcommand.and_then(|(name, below)| Some((command.find_subcommand(name)?, below)));
    subcommand.map_or_else(ProvidedOptions::default, |(command, below)| {
        ProvidedOptions::of(command, below)
    })
}

/// Runs a command.
fn run(command: &CliCommand, provided: &ProvidedOptions) -> Result<(), failure::Failure> {
    match command {
        CliCommand::Run(arguments) => run::run(arguments, provided),
        CliCommand::Shard(arguments) => shard::run(arguments),
        CliCommand::Merge(arguments) => merge::run(arguments),
        CliCommand::Units(arguments) => units::run(arguments),
        CliCommand::Cards(arguments) => cards::run(arguments),
        CliCommand::List(arguments) => list::run(arguments),
        CliCommand::Check(arguments) => check::run(arguments),
        CliCommand::Fields(arguments) => fields::run(arguments),
        CliCommand::Schema(arguments) => schema::run(arguments),
        #[cfg(feature = "serve")]
        CliCommand::Serve(arguments) => serve::run(arguments),
        #[cfg(feature = "serve")]
        CliCommand::Sheet(arguments) => sheet::run(arguments),
        CliCommand::Completions(arguments) => shell::completions(arguments),
        CliCommand::Man(arguments) => shell::man(arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_accepts_all_commands() {
        command().debug_assert();
    }
}
