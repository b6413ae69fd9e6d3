//! `warodds battle compare A B --against LISTS…`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use warodds_battles::battle::Mode;
use warodds_battles::policy::BattlePolicy;
use warodds_battles::run::compare::{
    Comparison, ComparisonDocument, ComparisonSettings, ListDifference, ListVerdict, Matchup,
    PolicyComparison,
};
use warodds_battles::share::WinDifference;

use super::super::failure::Failure;
use super::super::input::list_path;
use super::super::keys::KeyOptions;
use super::super::print::layout;
use super::super::watch::{self, OnStop, Watch};
use super::lists::{
    ListBattleArgs, ListReportArgs, NamedList, list_files, parse_policy, read_lists, with_own_cards,
};
use super::played::PlayedArgs;
use crate::catalogue::Catalogue;
use crate::report::charts;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::within;
use warodds_charts::text::words;

/// Which of two lists wins more games against other lists?
///
/// Both lists play each list of the field in each mode: in pairs of games from either side, with
/// the same seed for both lists. The difference in the share of victories (a draw is half a
/// victory) has a 95% interval that is valid however often one looks at it. Games end when the sign
/// of the difference is sure, when it is known to ± 2 percentage points, or after --games. All
/// armies have the same policy; where policies disagree, the answer says that it depends on them.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleCompareArgs {
    /// The list A.
    #[arg(value_name = "A", value_parser = list_path())]
    a: PathBuf,
    /// The list B.
    #[arg(value_name = "B", value_parser = list_path())]
    b: PathBuf,
    /// The lists that both play, or a directory of them.
    #[arg(long, required = true, num_args = 1.., value_name = "LIST", value_parser = list_path())]
    against: Vec<PathBuf>,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// A policy of all armies [default: greedy, quick]. Weights may follow its name:
    /// NAME:WEIGHT=VALUE,WEIGHT=VALUE. May be given several times.
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<String>,
    #[command(flatten)]
    battles: ListBattleArgs,
    /// Most games under each policy, rounded down to whole rounds of all pairs.
    #[arg(long, value_name = "N", default_value = "30000", value_parser = within::<u64, 4, 100_000_000>)]
    games: u64,
    #[command(flatten)]
    played: PlayedArgs,
    #[command(flatten)]
    report: ListReportArgs,
}

/// Compares the lists.
pub(super) fn run(arguments: &BattleCompareArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let against = list_files(&arguments.against)?;
    let paths: Vec<&PathBuf> = [&arguments.a, &arguments.b].into_iter().chain(&against).collect();
    let lists = read_lists(&paths)?;
    let [a, b, against @ ..] = lists.as_slice() else {
        return Err(Failure::input("two lists and a field are needed"));
    };
    let policies = arguments.policy_names();
    // all faults before the first game
    let matchups = arguments.matchups([a, b], against, &catalogue)?;
    let by_policy: Vec<Vec<BattlePolicy>> = policies
        .iter()
        .map(|policy| matchups.iter().map(|matchup| parse_policy(policy, matchup.mode())).collect())
        .collect::<Result<_, _>>()?;
    let settings = arguments.settings([a, b], against);
    let words = format!("battle compare {} v {}", a.name, b.name);
    let inputs = ("compare", arguments.battles.inputs(&lists)?, &policies);
    let comparisons: Vec<Comparison<'_>> = by_policy
        .iter()
        .map(|policies| {
            let (seed, games) = (settings.seed, arguments.games);
            Comparison { matchups: &matchups, policies, seed, games }
        })
        .collect();
    let tables: Vec<usize> = comparisons.iter().map(Comparison::games_per_round).collect();
    let mut known = arguments.played.read(&inputs, &catalogue, &tables)?;
    let BattleCompareArgs { a, b, against, battles, games, .. } = arguments;
    let question = format!("{words} {:?}", (a, b, against, &policies, battles, games));
    let question = with_own_cards(question, &catalogue);
    let destination = arguments.report.destination(&words, &question)?;
    watch::listen(OnStop::Partial)?;
    let watch = Watch::over(arguments.games * policies.len() as u64);
    let play_part = |section: usize, part, known: &mut _| {
        comparisons.get(section).map_or(Ok(()), |one| one.play_part(part, known, &watch))
    };
    if known.play_part(&watch, play_part)? {
        return Ok(());
    }
    let sections = comparisons.iter().zip(&mut known.sections);
    let compared = sections.zip(&policies).map(|((one, known), policy)| {
        Ok(PolicyComparison::new(policy.clone(), &settings, &one.play(known, &watch)?))
    });
    let compared = compared.collect::<Result<Vec<_>, Failure>>();
    watch.finish();
    let answer = ComparisonDocument::new(settings, compared?);
    known.save()?;
    let text = text(&answer);
    let charts = || Ok(charts::of_list_comparison(&answer).map_err(anyhow::Error::from)?);
    arguments.report.answer(destination, "compare", (&text, &answer), charts)
}

impl BattleCompareArgs {
    /// Returns the policies under which the lists are compared, as they are named.
    fn policy_names(&self) -> Vec<String> {
        match self.policies.as_slice() {
            [] => ["greedy", "quick"].map(str::to_owned).to_vec(),
            named => named.to_vec(),
        }
    }

    /// Returns what the answer says about the comparison.
    fn settings(&self, lists: [&NamedList; 2], against: &[NamedList]) -> ComparisonSettings {
        ComparisonSettings {
            lists: lists.map(|list| list.name.clone()),
            against: against.iter().map(|list| list.name.clone()).collect(),
            modes: self.battles.modes().to_vec(),
            seed: self.battles.seed,
        }
    }

    /// Returns the battles of both lists against each list of the field in each mode.
    fn matchups(
        &self,
        lists: [&NamedList; 2],
        against: &[NamedList],
        catalogue: &Catalogue,
    ) -> Result<Vec<Matchup>, Failure> {
        let modes = self.battles.modes().iter();
        let pairs = modes.flat_map(|mode| against.iter().map(move |enemy| (*mode, enemy)));
        let battles = pairs.map(|(mode, enemy)| {
            let battle = |one, other| self.battles.battle(mode, [one, other], catalogue);
            let both = |list| Ok::<_, Failure>([battle(list, enemy)?, battle(enemy, list)?]);
            let [a, b] = lists.map(both);
            Ok(Matchup { battles: [a?, b?] })
        });
        battles.collect()
    }
}

/// Selects the results in some parts of the games.
type PartsOf = fn(&PolicyComparison) -> &[ListDifference];

/// Renders the comparison.
fn text(answer: &ComparisonDocument) -> String {
    let names = &words::army_names(answer.lists.each_ref().map(String::as_str));
    let [a, b] = names;
    let mut out = String::new();
    for one in &answer.results {
        let PolicyComparison { policy, games, total, verdict, .. } = one;
        let [of_a, of_b] = total.shares.map(|share| words::percent(share, 1));
        let (difference, verdict) = (points(&total.difference), say(*verdict, names));
        // writing to a string never fails
        let _ = writeln!(
            out,
            "{policy}: {a} wins {of_a}, {b} {of_b}, difference {difference} points: {verdict} \
             ({games} games)"
        );
    }
    if answer.results.len() > 1 {
        let _ = writeln!(out, "All policies: {}", say(answer.verdict, names));
    }
    let parts: [(&str, PartsOf); 2] =
        [("mode", |one| &one.by_mode), ("against", |one| &one.by_opponent)];
    for (head, rows) in parts {
        if answer.results.first().is_some_and(|one| rows(one).len() > 1) {
            out.push('\n');
            out.push_str(&(table(head, answer, rows) + "\n"));
        }
    }
    let _ = writeln!(
        out,
        "\nShare of victories of {a} minus that of {b},\nin percentage points; a draw counts as \
         half a victory. The 95 % intervals hold whenever the\ngames stop."
    );
    out
}

/// Renders the differences in parts of the games under each policy.
fn table(head: &str, answer: &ComparisonDocument, rows: PartsOf) -> String {
    let named = answer.results.first().map(rows).unwrap_or_default();
    let title =
        |of: &String| of.parse::<Mode>().map_or_else(|_| of.clone(), |mode| mode.name().to_owned());
    let names: Vec<String> = named.iter().map(|row| title(&row.of)).collect();
    render(&layout(), |width| {
        let differences = answer.results.iter().enumerate().map(|(place, one)| {
            let cells = rows(one).iter().map(|row| points(&row.difference)).collect();
            number_column(&one.policy, place, cells)
        });
        std::iter::once(text_column(head, 0, width, names.clone())).chain(differences).collect()
    })
}

/// Formats a difference in percentage points with its interval.
pub(super) fn points(of: &WinDifference) -> String {
    // no "−0.0"
    let points = |share: f64| words::signed((1_000.0 * share).round() / 10.0 + 0.0, 1);
    let WinDifference { mean, ci95: [low, high] } = *of;
    format!("{} ({} to {})", points(mean), points(low), points(high))
}

/// Says a verdict in words, with the names of the lists.
fn say(verdict: ListVerdict, [a, b]: &[String; 2]) -> String {
    match verdict {
        ListVerdict::A => format!("{a} is better"),
        ListVerdict::B => format!("{b} is better"),
        ListVerdict::Close => "equal to within ± 2 points".to_owned(),
        ListVerdict::Undecided => "undecided".to_owned(),
        ListVerdict::DependsOnPolicy => "depends on the policy".to_owned(),
    }
}
