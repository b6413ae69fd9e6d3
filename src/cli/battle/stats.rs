//! `warodds battle stats LOGS…`.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use warodds_battles::replay::{LogError, LogFile};
use warodds_battles::stats::{PlayStats, StatsDocument};
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::input::Input;
use super::super::keys::KeyOptions;
use super::super::print::{data, layout, print};
use crate::catalogue::Catalogue;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::BattleCards;

/// Count what players do in battles, by policy.
///
/// Dangerous terrain, shots into melees, retreats, charges by their exact chance to arrive, units
/// that never attack, and Crowns against unhurt units are counted from logs, which are checked first,
/// as by `warodds battle check`. The logs of `warodds battle replay` name the policies.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleStatsArgs {
    /// Logs that `warodds battle replay --log` wrote.
    #[arg(required = true, num_args = 1.., value_name = "LOG")]
    logs: Vec<PathBuf>,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
pub(super) fn run(arguments: &BattleStatsArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let counts = arguments.logs.par_iter().map(|path| {
        let input = Input::read(path)?;
        let wrong = |error: LogError| Failure::input(format!("{}: {error}", input.name()));
        LogFile::parse(&input.text).and_then(|log| log.stats(&catalogue)).map_err(wrong)
    });
    // the fault of the first log, on any number of threads
    let counts = counts.collect::<Vec<Result<_, Failure>>>();
    let stats = StatsDocument::new(counts.into_iter().collect::<Result<Vec<_>, _>>()?);
    if arguments.json {
        return data(&serde_json::to_string_pretty(&stats).map_err(anyhow::Error::from)?);
    }
    print(&table(&stats))
}

/// A count as part of another one, or per something.
type Row = (&'static str, fn(&PlayStats) -> String);

/// The rows of the table.
const ROWS: [Row; 15] = [
    ("armies", |counts| counts.armies.to_string()),
    ("units that never attack", |of| share(of.idle_units, of.units)),
    ("units that neither attack nor score", |of| share(of.useless_units, of.units)),
    ("units destroyed per army", |of| mean(of.destroyed, of.armies)),
    ("wounds of dangerous terrain per army", |of| mean(of.dangerous_wounds, of.armies)),
    ("share of destroyed units lost to dangerous terrain", |of| {
        share(of.destroyed_by_terrain, of.destroyed)
    }),
    ("shots per army", |of| mean(of.shots, of.armies)),
    ("share of shots into melees", |of| share(of.shots_into_melee, of.shots)),
    ("friends destroyed by such shots", |of| of.friends_destroyed.to_string()),
    ("share of activations that are retreats from contact", |of| {
        share(of.retreats, of.engaged_activations)
    }),
    ("charges per army", |of| mean(of.charges.iter().sum(), of.armies)),
    ("charges that arrive", |of| share(of.charges_arrived, of.charges.iter().sum())),
    ("charges with a chance below 2/3", |of| {
        share(of.charges[0] + of.charges[1], of.charges.iter().sum())
    }),
    ("charges with a chance of 5/6 or more", |of| share(of.charges[3], of.charges.iter().sum())),
    ("Crowns on unhurt units", |of| share(of.crowns_on_unhurt, of.crowns)),
];

fn share(part: u64, of: u64) -> String {
    if of == 0 { "–".to_owned() } else { words::percent(part as f64 / of as f64, 1) }
}

fn mean(sum: u64, of: u64) -> String {
    format!("{:.2}", sum as f64 / of.max(1) as f64)
}

/// Renders the counts, a column for each policy.
fn table(stats: &StatsDocument) -> String {
    render(&layout(), |width| {
        let names = ROWS.map(|(name, _)| name.to_owned()).to_vec();
        let columns = stats.results.iter().enumerate().map(|(place, one)| {
            let cells = ROWS.map(|(_, cell)| cell(&one.counts)).to_vec();
            number_column(&one.policy, place, cells)
        });
        std::iter::once(text_column("", 0, width, names)).chain(columns).collect()
    })
}
