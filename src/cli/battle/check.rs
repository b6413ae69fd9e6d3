//! `warodds battle check LOG`.

use std::path::PathBuf;

use clap::Args;
use warodds_battles::log::BattleEnding;
use warodds_battles::replay::{LogError, LogFile, end_reason};

use super::super::failure::Failure;
use super::super::input::Input;
use super::super::keys::KeyOptions;
use super::super::print::print;
use crate::catalogue::Catalogue;
use crate::request::asoiaf::BattleCards;

/// Check that the log of a battle is legal.
///
/// The referee plays the battle again with the choices and dice of the log. It uses the rules but no
/// policies, so logs of other programs can be checked as well, and checks where trays and terrain
/// lie a second time with geometry of its own. The exit code is 0 for a legal battle and 2
/// otherwise; the message names the first illegal entry and the rule.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleCheckArgs {
    /// A log that `warodds battle replay --log` wrote.
    #[arg(value_name = "LOG")]
    log: PathBuf,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
}

/// Verifies a log.
pub(super) fn run(arguments: &BattleCheckArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let input = Input::read(&arguments.log)?;
    let name = input.name();
    // exit code 2, as for any other bad input
    let wrong = |error: LogError| Failure::input(format!("{name}: {error}"));
    let log = LogFile::parse(&input.text).map_err(wrong)?;
    let BattleEnding { winner, by } = log.check(&catalogue).map_err(wrong)?;
    let result =
        winner.map_or_else(|| "a draw".to_owned(), |winner| format!("the {winner}ern player wins"));
    let (entries, reason) = (log.entries.len(), end_reason(by));
    print(&format!("{name}: legal, {entries} entries; {result} by {reason}"))
}
