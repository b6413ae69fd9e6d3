//! `warodds battle`: whole battles, played often, told one by one, and refereed.

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

/// Play whole battles of A Song of Ice and Fire: who wins how often, by how many points, and which
/// unit earned them.
///
/// A battle file names two lists, a mode, terrain and policies; docs/battles.md shows one. Tactics
/// cards and abilities of NCUs are not played, so odds are those of a reduced game, and of its
/// policies: the answer says which.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = EXAMPLES,
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

/// Does what the arguments say.
pub(super) fn run(arguments: &BattleArgs) -> Result<(), Failure> {
    match &arguments.command {
        Some(BattleCommand::Replay(arguments)) => replay::run(arguments),
        Some(BattleCommand::Check(arguments)) => check::run(arguments),
        None => play::run(&arguments.play),
    }
}

/// The battle of a file.
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

/// A file as text.
fn text(path: &std::path::Path) -> Result<String, Failure> {
    let read = crate::document::read_text(path);
    read.map_err(|error: LoadError| Failure::BadScenarios(vec![error]))
}
