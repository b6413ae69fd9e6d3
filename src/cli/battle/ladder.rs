//! `warodds battle ladder LISTS…`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use warodds_battles::battle::{Battle, Mode};
use warodds_battles::policy::{BattlePolicy, PolicyKind};
use warodds_battles::run::ladder::{Contest, PairCounts, Sprt, Verdict};

use super::super::failure::Failure;
use super::super::input::list_path;
use super::super::keys::KeyOptions;
use super::super::print::{data, layout, print};
use super::super::watch::{self, OnStop, Watch};
use super::lists::{ListBattleArgs, NamedList, pairs_of_games, parse_policy, read_several};
use crate::catalogue::Catalogue;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::within;

/// Compare how well policies play, in each mode.
///
/// Each list meets the next one, and the last one the first. A pair of games has the same seed, and
/// each policy plays either army once. A sequential probability ratio test decides whether a policy
/// is stronger than the one before it: by 0 Elo or by 20, with 5 % wrong verdicts if one of them is
/// the truth. 20 Elo are a share of 52.9 %. The intervals take no account of when the test stopped.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleLadderArgs {
    /// Lists of armies, at least two, or a directory of them.
    #[arg(required = true, num_args = 1.., value_name = "LIST", value_parser = list_path())]
    lists: Vec<PathBuf>,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// A policy, the weakest first: its name, or with weights NAME:WEIGHT=VALUE,WEIGHT=VALUE, among
    /// which cards=never, first-chance or priced says when it plays tactics cards; given at least
    /// twice [default: random, quick, greedy, roll-out].
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<String>,
    #[command(flatten)]
    battles: ListBattleArgs,
    /// Most pairs of games of two lists for each verdict.
    #[arg(long, value_name = "N", default_value = "200", value_parser = within::<u64, 1, 1_000_000>)]
    pairs: u64,
    /// The number of games, instead of pairs: an even number.
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = pairs_of_games)]
    games: Option<u64>,
    /// Play all pairs of games, even if the verdict is clear before.
    #[arg(long)]
    all: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A verdict on two policies in a mode.
#[derive(Clone, Debug, Serialize)]
struct LadderRow {
    mode: &'static str,
    #[serde(skip)]
    title: &'static str,
    policy: String,
    against: String,
    /// Pairs of games by half points of the policy, from 0 to 4.
    pairs: [u64; 5],
    /// Its share of the points.
    share: f64,
    /// The difference in Elo with the ends of its 95 % interval, the estimate between them; `None`
    /// beyond any number.
    elo: [Option<f64>; 3],
    verdict: &'static str,
}

/// Plays the ladder and prints it.
pub(super) fn run(arguments: &BattleLadderArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let lists = read_several(&arguments.lists)?;
    // all faults before the first game
    let modes = arguments.battles.modes().iter();
    let contests: Vec<(Mode, Vec<Battle>)> = modes
        .map(|mode| {
            arguments.policies(*mode)?;
            Ok((*mode, arguments.battles(*mode, &lists, &catalogue)?))
        })
        .collect::<Result<_, Failure>>()?;
    watch::listen(OnStop::Partial)?;
    let mut rows = Vec::new();
    for (mode, battles) in &contests {
        for pair in arguments.policies(*mode)?.windows(2) {
            if let ([against, policy], false) = (pair, watch::is_stopped()) {
                rows.push(arguments.row(*mode, battles, [policy, against])?);
            }
        }
    }
    let printed = if arguments.json {
        data(&serde_json::to_string_pretty(&rows).map_err(anyhow::Error::from)?)
    } else {
        print(&table(&rows))
    };
    let stopped = || Failure::Stopped("the last verdicts are missing".to_owned());
    Failure::of_all([printed, if watch::is_stopped() { Err(stopped()) } else { Ok(()) }])
}

impl BattleLadderArgs {
    /// Returns the policies with their names.
    fn policies(&self, mode: Mode) -> Result<Vec<(String, BattlePolicy)>, Failure> {
        if self.policies.len() == 1 {
            return Err(Failure::input("--policy must be given at least twice, the weakest first"));
        }
        let names: Vec<String> = match self.policies.as_slice() {
            [] => PolicyKind::ALL.map(|(_, name)| name.to_owned()).to_vec(),
            named => named.to_vec(),
        };
        let policy = |name: String| parse_policy(&name, mode).map(|policy| (name, policy));
        names.into_iter().map(policy).collect()
    }

    /// Returns the battle of each list against the next one.
    fn battles(
        &self,
        mode: Mode,
        lists: &[NamedList],
        catalogue: &Catalogue,
    ) -> Result<Vec<Battle>, Failure> {
        let battle =
            |(a, b): (&NamedList, &NamedList)| self.battles.battle(mode, [a, b], catalogue);
        // two lists meet once, not twice
        let battles = if lists.len() == 2 { 1 } else { lists.len() };
        lists.iter().zip(lists.iter().cycle().skip(1)).take(battles).map(battle).collect()
    }

    /// Plays two policies against each other.
    fn row(
        &self,
        mode: Mode,
        battles: &[Battle],
        [policy, against]: [&(String, BattlePolicy); 2],
    ) -> Result<LadderRow, Failure> {
        let policies = [policy.1, against.1];
        let rounds = self.games.unwrap_or(self.pairs);
        let contest = Contest { battles, policies, seed: self.battles.seed, rounds };
        let sprt = Sprt::default();
        let watch = Watch::over(2 * rounds * battles.len() as u64);
        let played = contest.play((!self.all).then_some(&sprt), &watch);
        watch.finish();
        let counts: PairCounts = played.map_err(|error| Failure::Failed(error.into()))?;
        let verdict: Verdict = sprt.verdict(&counts);
        Ok(LadderRow {
            mode: mode.id(),
            title: mode.name(),
            policy: policy.0.clone(),
            against: against.0.clone(),
            pairs: counts.0,
            share: counts.share(),
            elo: counts.elo().map(|elo| elo.is_finite().then_some(elo)),
            verdict: verdict.words(),
        })
    }
}

/// Renders the ladder.
fn table(rows: &[LadderRow]) -> String {
    let cells = |cell: &dyn Fn(&LadderRow) -> String| rows.iter().map(cell).collect::<Vec<_>>();
    let games = |row: &LadderRow| (2 * row.pairs.iter().sum::<u64>()).to_string();
    let elo = |row: &LadderRow| {
        let [low, elo, high] = row.elo;
        let number =
            |elo: Option<f64>| elo.map_or_else(|| "∞".to_owned(), |elo| format!("{elo:+.0}"));
        format!("{} ({} to {})", number(elo), number(low), number(high)).replace('-', "−")
    };
    render(&layout(), |width| {
        vec![
            text_column("mode", 0, width, cells(&|row| row.title.to_owned())),
            text_column("policy", 0, width, cells(&|row| row.policy.clone())),
            text_column("against", 0, width, cells(&|row| row.against.clone())),
            number_column("games", 1, cells(&games)),
            number_column("share", 0, cells(&|row| format!("{:.1} %", row.share * 100.0))),
            number_column("Elo, 95 %", 2, cells(&elo)),
            text_column("verdict", 0, width, cells(&|row| row.verdict.to_owned())),
        ]
    })
}
