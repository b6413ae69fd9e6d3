//! `warodds battle matrix LISTS…`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use warodds_battles::battle::{Battle, Mode};
use warodds_battles::policy::BattlePolicy;
use warodds_battles::run::ladder::PairCounts;
use warodds_battles::run::matrix::{ListMatrix, MatrixCell, MatrixDocument};
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::input::list_path;
use super::super::keys::KeyOptions;
use super::super::print::layout;
use super::super::watch::{self, OnStop, Watch};
use super::lists::{
    ListBattleArgs, ListReportArgs, NamedList, pairs_of_games, parse_policy, read_several,
    with_own_cards,
};
use super::played::PlayedArgs;
use crate::catalogue::Catalogue;
use crate::report::charts;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::within;

/// The width of a cell: a share is above its interval.
const CELL: usize = 4;

/// Play several lists against each other, in each mode.
///
/// The answer is the share of victories of each list against each other one, with 95% intervals; a
/// draw is half a victory. Two lists play pairs of games with the same seed, each list from either
/// side. With --out a heat map is drawn, in which cells are grey if their interval contains 50%.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleMatrixArgs {
    /// Lists of armies, at least two, or a directory of them.
    #[arg(required = true, num_args = 1.., value_name = "LIST", value_parser = list_path())]
    lists: Vec<PathBuf>,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// The policy of all armies. Weights may follow its name: NAME:WEIGHT=VALUE,WEIGHT=VALUE.
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    policy: String,
    #[command(flatten)]
    battles: ListBattleArgs,
    /// Pairs of games of two lists in each mode.
    #[arg(long, value_name = "N", default_value = "20", value_parser = within::<u64, 1, 1_000_000>)]
    pairs: u64,
    /// The number of games in place of --pairs: an even number.
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = pairs_of_games)]
    games: Option<u64>,
    #[command(flatten)]
    played: PlayedArgs,
    #[command(flatten)]
    report: ListReportArgs,
}

/// Plays the games and prints the table.
pub(super) fn run(arguments: &BattleMatrixArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let lists = read_several(&arguments.lists)?;
    let modes = arguments.battles.modes();
    // all faults before the first game
    let by_mode: Vec<(BattlePolicy, Vec<[Battle; 2]>)> = modes
        .iter()
        .map(|mode| {
            let policy = parse_policy(&arguments.policy, *mode)?;
            Ok((policy, arguments.battles_of_pairs(*mode, &lists, &catalogue)?))
        })
        .collect::<Result<_, Failure>>()?;
    let named: Vec<&str> = lists.iter().map(|list| &*list.name).collect();
    let words = format!("battle matrix {}", named.join(" v "));
    let BattleMatrixArgs { lists: paths, policy, battles, .. } = arguments;
    let pairs = arguments.games.unwrap_or(arguments.pairs);
    let question = format!("{words} {:?}", (paths, policy, battles, pairs));
    let question = with_own_cards(question, &catalogue);
    let destination = arguments.report.destination(&words, &question)?;
    let (seed, rounds) = (arguments.battles.seed, pairs);
    let matrices: Vec<ListMatrix<'_>> = by_mode
        .iter()
        .map(|(policy, battles)| ListMatrix { battles, policy: *policy, seed, rounds })
        .collect();
    let tables: Vec<usize> = matrices.iter().map(ListMatrix::games_per_round).collect();
    let inputs = ("matrix", arguments.battles.inputs(&lists)?, policy);
    let mut known = arguments.played.read(&inputs, &catalogue, &tables)?;
    watch::listen(OnStop::Partial)?;
    let watch = Watch::over(rounds * tables.iter().sum::<usize>() as u64);
    let play_part = |section: usize, part, known: &mut _| {
        matrices.get(section).map_or(Ok(()), |one| one.play_part(part, known, &watch))
    };
    if known.play_part(&watch, play_part)? {
        return Ok(());
    }
    let sections = matrices.iter().zip(&mut known.sections);
    let played = sections.map(|(one, known)| one.play(known, &watch));
    let played = played.collect::<Result<Vec<_>, _>>();
    watch.finish();
    let played = played?;
    known.save()?;
    let pairs = played.first().map_or(0, Vec::len);
    let sum = |pair: usize| {
        let counts = played.iter().filter_map(|mode| mode.get(pair));
        counts.fold(PairCounts::default(), |sum, counts| sum.and(counts))
    };
    let counts: Vec<PairCounts> = (0..pairs).map(sum).collect();
    let names = titles(&lists, &catalogue)?;
    let run = (arguments.policy.clone(), seed);
    let answer = MatrixDocument::new(names, modes, run, &counts);
    let charts = || Ok(charts::of_list_matrix(&answer).map_err(anyhow::Error::from)?);
    arguments.report.answer(destination, "matrix", (&text(&answer), &answer), charts)
}

impl BattleMatrixArgs {
    /// Returns the battles of each list with each later one, from either side.
    fn battles_of_pairs(
        &self,
        mode: Mode,
        lists: &[NamedList],
        catalogue: &Catalogue,
    ) -> Result<Vec<[Battle; 2]>, Failure> {
        let later = |number: usize| lists.iter().skip(number + 1);
        let pairs = lists
            .iter()
            .enumerate()
            .flat_map(|(number, one)| later(number).map(move |other| [one, other]));
        let battle = |lists| self.battles.battle(mode, lists, catalogue);
        pairs.map(|[one, other]| Ok([battle([one, other])?, battle([other, one])?])).collect()
    }
}

/// Returns the titles of lists; the names of files of those without one, and of equal titles.
fn titles(lists: &[NamedList], catalogue: &Catalogue) -> Result<Vec<String>, Failure> {
    let titles: Vec<Option<String>> = lists
        .iter()
        .map(|list| Ok(list.parse(catalogue)?.title))
        .collect::<Result<_, Failure>>()?;
    let is_own =
        |title: &String| titles.iter().flatten().filter(|other| *other == title).count() == 1;
    let named = lists.iter().zip(&titles);
    let name = |(list, title): (&NamedList, &Option<String>)| {
        title.clone().filter(is_own).unwrap_or_else(|| list.name.clone())
    };
    Ok(named.map(name).collect())
}

/// Formats a share in percent with half its interval.
fn cell(cell: &MatrixCell) -> String {
    let [low, high] = cell.share.ci95;
    format!("{} ±{:.0}", words::whole_percent(cell.share.p), 50.0 * (high - low))
}

/// Renders the table: a row for each list, the best first.
fn text(answer: &MatrixDocument) -> String {
    let mut order: Vec<usize> = (0..answer.lists.len()).collect();
    let share = |list: &usize| answer.totals.get(*list).map_or(0.0, |total| total.share.p);
    order.sort_by(|one, other| share(other).total_cmp(&share(one)));
    let rows = |of: &dyn Fn(usize) -> String| order.iter().map(|list| of(*list)).collect();
    let name =
        |list: usize| format!("{} {}", list + 1, answer.lists.get(list).map_or("", String::as_str));
    let total = |list: usize| answer.totals.get(list).map_or_else(String::new, cell);
    let against = |column: usize| {
        let of = move |row: usize| {
            let found = answer.cells.get(row).and_then(|row| row.get(column)).copied().flatten();
            found.as_ref().map_or_else(|| "–".to_owned(), cell)
        };
        rows(&of)
    };
    let table = render(&layout(), |width| {
        let columns = (0..answer.lists.len()).map(|column| {
            text_column(&(column + 1).to_string(), 1 + column, CELL, against(column))
        });
        let first =
            [text_column("list", 0, width, rows(&name)), number_column("all", 0, rows(&total))];
        first.into_iter().chain(columns).collect()
    });
    let mut out = table;
    // writing to a string never fails
    let _ = write!(
        out,
        "\n\nShare of victories in percent, with 95 % intervals; a draw counts as half a victory.\n\
         {} games, policy {}, seed {}.\n",
        answer.games, answer.policy, answer.seed
    );
    out
}
