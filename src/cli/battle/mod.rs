//! `warodds battle`: plays battles, replays one of them, and verifies logs.

mod check;
pub(super) mod play;
mod replay;
mod summary;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::input::Input;
use warodds_battles::file::{BattleFile, FileError, load_text};

use crate::catalogue::Catalogue;
use crate::scenario::LoadError;

/// Play whole battles of A Song of Ice and Fire: how often each army wins, by how many points, and
/// which units earn them.
///
/// A battle file names two army lists, a mode, the terrain and the policies that play;
/// docs/battles.md has an example. Tactics cards and abilities of NCUs are not played, so the odds
/// are those of a reduced game between these policies. The answer lists what is left out.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = EXAMPLES,
    // a file named `replay` or `check` is written ./replay, as subcommands come first
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(super) struct BattleArgs {
    #[command(subcommand)]
    command: Option<BattleCommand>,
    #[command(flatten)]
    play: play::BattlePlayArgs,
}

const EXAMPLES: &str = "\
Examples:
  warodds battle scenarios/battles/clash-of-kings.toml
  warodds battle scenarios/battles/clash-of-kings.toml --games 500 --json
  warodds battle replay scenarios/battles/clash-of-kings.toml --game 3 --out out
  warodds battle check out/clash-of-kings-game-3/game-3.json";

#[derive(Clone, Debug, Subcommand)]
enum BattleCommand {
    Replay(replay::BattleReplayArgs),
    Check(check::BattleCheckArgs),
}

/// Runs the selected subcommand.
pub(super) fn run(arguments: &BattleArgs) -> Result<(), Failure> {
    match &arguments.command {
        Some(BattleCommand::Replay(arguments)) => replay::run(arguments),
        Some(BattleCommand::Check(arguments)) => check::run(arguments),
        None => play::run(&arguments.play),
    }
}

/// Parses a battle file.
fn read(input: &Input) -> Result<BattleFile, Failure> {
    Ok(load_text(&input.path, &input.text, Catalogue::shipped())?)
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Load(error) => Self::BadScenarios(vec![error]),
            other => Self::input(other),
        }
    }
}

/// Reads a file as text.
fn read_file(path: &std::path::Path) -> Result<String, Failure> {
    let read = crate::document::read_text(path);
    read.map_err(|error: LoadError| Failure::BadScenarios(vec![error]))
}
