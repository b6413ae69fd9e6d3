//! `warodds battle search LIST --against LISTS…`, which is also `warodds list improve`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use warodds_battles::policy::BattlePolicy;
use warodds_battles::run::race::{
    BothSides, ListRace, RaceDocument, RaceRow, RaceSettings, Variant, VariantVerdict,
};
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::input::list_path;
use super::super::keys::KeyOptions;
use super::super::print::{layout, note};
use super::super::watch::{self, OnStop, Watch};
use super::compare::points;
use super::lists::{
    ListBattleArgs, ListReportArgs, NamedList, list_files, parse_policy, read_lists, with_own_cards,
};
use super::search_file::SearchFile;
use crate::army::{ListSwap, SwapKind};
use crate::catalogue::{Catalogue, normalize_name};
use crate::report::charts;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::within;

/// Rows of a verdict that the table shows.
const MOST_ROWS: usize = 12;

/// Which change of one card makes a list win more games?
///
/// A swap puts another unit, attachment or NCU of the faction, or a neutral one, in the place of a
/// piece, one of --catalogue among them; the list stays legal and keeps its commander. The list and
/// all swaps play the same games from either side in each mode. In each round the worse half of the
/// swaps leaves; the last eight play until it is known whether they are better or worse than the
/// list, or as good to ± 2 points. All intervals hold together with a chance of 95%, however often
/// one looks. NCUs are exchanged only with --cards: without cards they differ in nothing.
#[derive(Clone, Debug, Args)]
pub(in super::super) struct BattleSearchArgs {
    /// The list.
    #[arg(value_parser = list_path())]
    list: PathBuf,
    /// The lists that it plays, or a directory of them.
    #[arg(long, required = true, num_args = 1.., value_name = "LIST", value_parser = list_path())]
    against: Vec<PathBuf>,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// Only swaps of this card, or only for that other one [default: all legal swaps]. May be given
    /// several times.
    #[arg(long = "swap", value_name = "PIECE[=OTHER]")]
    swaps: Vec<String>,
    /// The policy of all armies. Weights may follow its name: NAME:WEIGHT=VALUE,WEIGHT=VALUE.
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    policy: String,
    #[command(flatten)]
    battles: ListBattleArgs,
    /// Most games of all lists together. Each swap plays at least one round.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = within::<u64, 1, 100_000_000>)]
    games: u64,
    /// Save the games in this file, and continue from it if it exists.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    report: ListReportArgs,
}

/// Plays the games and prints the answer.
pub(in super::super) fn run(arguments: &BattleSearchArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let against = list_files(&arguments.against)?;
    let paths: Vec<&PathBuf> = std::iter::once(&arguments.list).chain(&against).collect();
    let lists = read_lists(&paths)?;
    let Some((list, against)) = lists.split_first() else {
        return Err(Failure::input("a list and a field are needed"));
    };
    let policies = arguments.policies(against.len())?;
    // all faults before the first game
    let own = arguments.battles(list, against, &catalogue)?;
    let (variants, battles) = arguments.variants(list, against, &catalogue)?;
    let question = with_own_cards(arguments.question(&lists, &variants), &catalogue);
    let words = format!("battle search {}", list.name);
    let destination = arguments.report.destination(&words, &question)?;
    let file = SearchFile::new(arguments.resume.as_deref(), &question, &catalogue);
    let mut progress = file.read(variants.len())?;
    watch::listen(OnStop::Partial)?;
    let watch = Watch::over(arguments.games);
    let (seed, games) = (arguments.battles.seed, arguments.games);
    let race = ListRace { list: &own, variants: &battles, policies: &policies, seed, games };
    let raced = race.run(&mut progress, &watch, &|progress| file.save(progress));
    watch.finish();
    raced?;
    let settings = RaceSettings {
        list: list.name.clone(),
        variants,
        against: against.iter().map(|list| list.name.clone()).collect(),
        modes: arguments.battles.modes().to_vec(),
        policy: arguments.policy.clone(),
        seed,
    };
    let answer = RaceDocument::new(settings, &progress);
    let charts = || Ok(charts::of_list_search(&answer).map_err(anyhow::Error::from)?);
    arguments.report.answer(destination, "search", (&text(&answer), &answer), charts)
}

impl From<warodds_battles::play::PlayError> for Failure {
    fn from(error: warodds_battles::play::PlayError) -> Self {
        Self::Failed(error.into())
    }
}

impl BattleSearchArgs {
    /// Returns the policy of each mode against each opponent.
    fn policies(&self, opponents: usize) -> Result<Vec<BattlePolicy>, Failure> {
        let policies = self.battles.modes().iter().map(|mode| parse_policy(&self.policy, *mode));
        let policies = policies.collect::<Result<Vec<_>, _>>()?;
        Ok(policies.into_iter().flat_map(|policy| vec![policy; opponents]).collect())
    }

    /// Returns the battles of a list by mode and opponent.
    fn battles(
        &self,
        list: &NamedList,
        against: &[NamedList],
        catalogue: &Catalogue,
    ) -> Result<Vec<BothSides>, Failure> {
        let modes = self.battles.modes().iter();
        let pairs = modes.flat_map(|mode| against.iter().map(move |enemy| (*mode, enemy)));
        let both = |(mode, enemy)| {
            let battle = |lists| self.battles.battle(mode, lists, catalogue);
            Ok([battle([list, enemy])?, battle([enemy, list])?])
        };
        pairs.map(both).collect()
    }

    /// Returns the swaps with their battles. Swaps that no battle can be played with are left out,
    /// with a note.
    fn variants(
        &self,
        list: &NamedList,
        against: &[NamedList],
        catalogue: &Catalogue,
    ) -> Result<(Vec<Variant>, Vec<Vec<BothSides>>), Failure> {
        let (mut variants, mut battles) = (Vec::new(), Vec::new());
        for swap in self.chosen_swaps(list, catalogue)? {
            let file = swap.list.to_toml();
            let named = list.with_text(file.clone());
            match self.battles(&named, against, catalogue) {
                Ok(of_swap) => {
                    let ListSwap { from, to, unit, points, .. } = swap;
                    variants.push(Variant { from, to, unit, points, list: file });
                    battles.push(of_swap);
                }
                // cards without a value that battles need
                Err(_) => note(&format!(
                    "{} for {} is left out: a battle with it cannot be played",
                    swap.to, swap.from
                )),
            }
        }
        if variants.is_empty() {
            return Err(Failure::input(format!("{}: there is no legal swap", list.name)));
        }
        Ok((variants, battles))
    }

    /// Returns the swaps of the list that the question is about.
    fn chosen_swaps(
        &self,
        list: &NamedList,
        catalogue: &Catalogue,
    ) -> Result<Vec<ListSwap>, Failure> {
        let army = list.parse(catalogue)?;
        let mut swaps = army.swaps(catalogue);
        // without cards an NCU does what every other one does
        swaps.retain(|swap| self.battles.cards || swap.kind != SwapKind::Ncu);
        if self.swaps.is_empty() {
            return Ok(swaps);
        }
        let asked: Vec<AskedSwap> = self.swaps.iter().map(|text| AskedSwap::new(text)).collect();
        for one in &asked {
            if !swaps.iter().any(|swap| one.is(swap)) {
                return Err(one.unknown(&swaps));
            }
        }
        swaps.retain(|swap| asked.iter().any(|one| one.is(swap)));
        Ok(swaps)
    }

    /// Returns all that the results depend on but the number of games.
    fn question(&self, lists: &[NamedList], variants: &[Variant]) -> String {
        let lists: Vec<&str> = lists.iter().map(NamedList::text).collect();
        let variants: Vec<&str> = variants.iter().map(|one| one.list.as_str()).collect();
        format!("{:?}", (lists, variants, &self.policy, &self.battles))
    }
}

/// A swap as a question names it.
struct AskedSwap<'a> {
    text: &'a str,
    from: String,
    to: Option<String>,
}

impl<'a> AskedSwap<'a> {
    fn new(text: &'a str) -> Self {
        let (from, to) = match text.split_once('=') {
            Some((from, to)) => (from, Some(normalize_name(to))),
            None => (text, None),
        };
        Self { text, from: normalize_name(from), to }
    }

    fn is(&self, swap: &ListSwap) -> bool {
        let has = |name: &str, part: &str| normalize_name(name).contains(part);
        has(&swap.from, &self.from) && self.to.as_ref().is_none_or(|to| has(&swap.to, to))
    }

    /// Returns the fault of a swap that is not among all.
    fn unknown(&self, swaps: &[ListSwap]) -> Failure {
        let of_piece = |swap: &&ListSwap| normalize_name(&swap.from).contains(&self.from);
        let others: Vec<&str> = swaps.iter().filter(of_piece).map(|swap| &*swap.to).collect();
        let help = if others.is_empty() {
            let mut pieces: Vec<&str> = swaps.iter().map(|swap| &*swap.from).collect();
            pieces.dedup();
            format!("pieces that can be swapped: {}", pieces.join(", "))
        } else {
            format!("this piece can become: {}", others.join(", "))
        };
        Failure::input(format!("--swap {}: this is not a legal swap; {help}", self.text))
    }
}

/// Renders the answer: the swaps by verdict, the best first.
fn text(answer: &RaceDocument) -> String {
    let RaceDocument { list, against, share, games, policy, seed, .. } = answer;
    let (against, share) = (against.join(", "), words::percent(*share, 1));
    let mut out = format!(
        "{list} against {against}: wins {share} ({games} games of it and its swaps, policy {policy}, \
         seed {seed})\n"
    );
    let is_any = |wanted| answer.variants.iter().any(|row| row.verdict == wanted);
    let is_any_better = is_any(VariantVerdict::Better);
    if !is_any_better && !is_any(VariantVerdict::Undecided) {
        out.push_str("No swap is better.\n");
    }
    for verdict in VERDICTS {
        let rows: Vec<&RaceRow> =
            answer.variants.iter().filter(|row| row.verdict == verdict).collect();
        if !rows.is_empty() {
            // writing to a string never fails
            let _ =
                write!(out, "\n{}\n{}\n", title(verdict, rows.len(), is_any_better), table(&rows));
        }
    }
    out.push_str(
        "\nShare of victories with the swap minus that without it in the same games, in percentage \
         points;\na draw counts as half a victory. All 95 % intervals hold together, whenever the \
         games stop.\n",
    );
    out
}

/// The verdicts, in the order of the answer.
const VERDICTS: [VariantVerdict; 4] = [
    VariantVerdict::Better,
    VariantVerdict::Undecided,
    VariantVerdict::Equal,
    VariantVerdict::Worse,
];

/// Returns the title of the swaps of a verdict.
fn title(verdict: VariantVerdict, count: usize, is_any_better: bool) -> String {
    match verdict {
        VariantVerdict::Better => format!("Better: {count}"),
        VariantVerdict::Undecided if is_any_better => format!("Not decided yet: {count}"),
        VariantVerdict::Undecided => {
            format!("No swap is proven better yet. Most promising of {count}:")
        }
        VariantVerdict::Equal => format!("Equal to within ± 2 points: {count}"),
        VariantVerdict::Worse => format!("Worse: {count}"),
    }
}

/// Renders the first swaps of a verdict.
fn table(rows: &[&RaceRow]) -> String {
    let shown: Vec<&RaceRow> = rows.iter().take(MOST_ROWS).copied().collect();
    let cells =
        |cell: &dyn Fn(&RaceRow) -> String| shown.iter().map(|row| cell(row)).collect::<Vec<_>>();
    let swap = |row: &RaceRow| match &row.unit {
        Some(unit) => format!("{} → {} ({unit})", row.from, row.to),
        None => format!("{} → {}", row.from, row.to),
    };
    let mut out = render(&layout(), |width| {
        vec![
            text_column("swap", 0, width, cells(&swap)),
            number_column("points", 2, cells(&|row| row.points.to_string())),
            number_column("difference", 0, cells(&|row| points(&row.difference))),
            number_column("games", 1, cells(&|row| row.games.to_string())),
        ]
    });
    if rows.len() > shown.len() {
        let _ = write!(out, "\nand {} more: --json has all", rows.len() - shown.len());
    }
    out
}
