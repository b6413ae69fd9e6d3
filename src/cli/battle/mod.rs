//! `warodds battle`: plays battles, replays one of them, verifies logs, splits results into luck and
//! decisions, advises on turns, and compares lists and policies.

mod advise;
pub(super) mod answer;
mod check;
mod compare;
mod ladder;
mod lists;
mod luck;
mod matrix;
mod odds;
mod page;
mod played;
mod replay;
pub(super) mod search;
mod search_file;
mod stats;
mod summary;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use super::failure::Failure;
use super::input::Input;
use warodds_battles::file::{BattleFile, FileError, load_text};

use crate::catalogue::Catalogue;

/// The commands about a single battle.
#[derive(Clone, Debug, Subcommand)]
enum BattleCommand {
    Replay(replay::BattleReplayArgs),
    Check(check::BattleCheckArgs),
    Luck(luck::BattleLuckArgs),
    Advise(advise::BattleAdviseArgs),
    Stats(stats::BattleStatsArgs),
    Compare(compare::BattleCompareArgs),
    Matrix(matrix::BattleMatrixArgs),
    Search(search::BattleSearchArgs),
    Ladder(ladder::BattleLadderArgs),
}

/// Adds the commands about a single battle to that of the question.
pub(super) fn with_commands(command: Command) -> Command {
    // a file named `replay`, like any of the subcommands, is written ./replay: they come first
    BattleCommand::augment_subcommands(command)
        .subcommand_required(false)
        .arg_required_else_help(false)
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
}

/// Runs the selected subcommand.
pub(super) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let command = BattleCommand::from_arg_matches(matches);
    match command.map_err(|error| Failure::input(error.render()))? {
        BattleCommand::Replay(arguments) => replay::run(&arguments),
        BattleCommand::Check(arguments) => check::run(&arguments),
        BattleCommand::Luck(arguments) => luck::run(&arguments),
        BattleCommand::Advise(arguments) => advise::run(&arguments),
        BattleCommand::Stats(arguments) => stats::run(&arguments),
        BattleCommand::Compare(arguments) => compare::run(&arguments),
        BattleCommand::Matrix(arguments) => matrix::run(&arguments),
        BattleCommand::Search(arguments) => search::run(&arguments),
        BattleCommand::Ladder(arguments) => ladder::run(&arguments),
    }
}

/// Parses a battle file.
fn read(input: &Input, catalogue: &Catalogue) -> Result<BattleFile, Failure> {
    Ok(load_text(&input.path, &input.text, catalogue)?)
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Load(error) => Self::BadScenarios(vec![error]),
            other => Self::input(other),
        }
    }
}
