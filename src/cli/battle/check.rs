//! `warodds battle check LOG`.

use std::path::PathBuf;

use clap::Args;
use warodds_battles::log::BattleEnding;
use warodds_battles::replay::{LogError, LogFile};

use super::super::failure::Failure;
use super::super::print::print;
use super::text;
use crate::catalogue::Catalogue;

/// Referee the log of a battle: whether every step in it is legal.
///
/// The referee plays the log again with its choices and its dice; it knows the rules and the
/// geometry, and neither policies nor what moves there are. The exit code is 0 for a legal battle,
/// and 2 for another: the entry is named, with the rule.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleCheckArgs {
    /// A log, as `warodds battle replay --log` writes it; docs/battle-log.md says what it holds.
    #[arg(value_name = "LOG")]
    log: PathBuf,
}

/// Referees a log.
pub(super) fn run(arguments: &BattleCheckArgs) -> Result<(), Failure> {
    let name = arguments.log.display();
    let wrong = |error: LogError| Failure::input(format!("{name}: {error}"));
    let log = LogFile::parse(&text(&arguments.log)?).map_err(wrong)?;
    let BattleEnding { winner, by } = log.check(Catalogue::shipped()).map_err(wrong)?;
    let who = winner.map_or_else(|| "a draw".to_owned(), |winner| format!("{winner} wins"));
    let entries = log.entries.len();
    print(&format!("{name}: legal, {entries} entries; {who}, by {by:?}"))
}
