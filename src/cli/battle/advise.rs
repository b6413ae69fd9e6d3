//! `warodds battle advise LOG@TURN|STATE`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use warodds_battles::advice::{ADVISED, AdviceSettings};
use warodds_battles::policy::PolicyKind;
use warodds_battles::replay::{AdviceDocument, AdvisedTurn, LogError, LogFile};
use warodds_battles::state_file::StateFile;

use super::super::failure::Failure;
use super::super::file_format::FileFormat;
use super::super::input::Input;
use super::super::keys::KeyOptions;
use super::super::print::{layout, note, print};
use super::super::results::{Destination, Extent};
use super::super::watch::{self, OnStop, Watch};
use crate::catalogue::Catalogue;
use crate::report::table::card_list::{number_column, render, text_column};
use crate::report::{Artifact, charts};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::{seed, within};

/// Name the best turns at a moment of a battle.
///
/// The turns that policies consider best, and the one that was taken, are played on to the end of
/// the battle, all with the same dice: first all of them in a quarter of the battles, then the best
/// three in the others. The player's view decides: the enemy's hand and both decks are drawn again
/// for each battle. Win odds are those between these policies. The log is checked first, as by
/// `warodds battle check`. A position can also be written by hand, or by --state of
/// `warodds battle replay`.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleAdviseArgs {
    /// A log that `warodds battle replay --log` wrote, with the number of a turn, or a file with a
    /// position. Turns count from 1, as in the pictures of a replay; docs/battle-state.md describes
    /// positions.
    #[arg(value_name = "LOG@TURN|STATE")]
    moment: AdvisedMoment,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// How many battles to play with each of the best turns.
    #[arg(long, value_name = "N", default_value = "400", value_parser = within::<u64, 1, 1_000_000>)]
    games: u64,
    /// Seed.
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed)]
    seed: u64,
    /// The policy of both players after the turn.
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    policy: PolicyKind,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the text, the JSON, a picture of the turns and a chart of their odds to
    /// DIR/<log>-turn-<TURN>/, or to DIR/<file>-advice/ for a position. A file name that ends in
    /// json, svg or png writes one of them.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Hide the list of written files.
    #[arg(long)]
    quiet: bool,
}

/// The moment on which advice is given.
#[derive(Clone, Debug)]
enum AdvisedMoment {
    /// A turn of a log, from 1.
    Turn(PathBuf, usize),
    /// A file with a position.
    Position(PathBuf),
}

impl FromStr for AdvisedMoment {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let turn = text.rsplit_once('@').and_then(|(log, turn)| Some((log, turn.parse().ok()?)));
        Ok(match turn {
            Some((log, turn)) => Self::Turn(log.into(), turn),
            None => Self::Position(text.into()),
        })
    }
}

/// What advice is given on.
enum Advised {
    Turn(Box<LogFile>, usize),
    Position(Box<StateFile>),
}

impl AdvisedMoment {
    const fn path(&self) -> &PathBuf {
        match self {
            Self::Turn(path, _) | Self::Position(path) => path,
        }
    }

    /// Returns what is appended to the name of the directory of its results.
    fn ending(&self) -> String {
        match self {
            Self::Turn(_, turn) => format!("-turn-{turn}"),
            Self::Position(_) => "-advice".to_owned(),
        }
    }

    fn read(&self, input: &Input, catalogue: &Catalogue) -> Result<Advised, Failure> {
        match self {
            Self::Turn(_, turn) => {
                let log = LogFile::parse(&input.text).map_err(|error| of_log(input, &error))?;
                Ok(Advised::Turn(Box::new(log), *turn))
            }
            // no TOML begins with a brace
            Self::Position(path) if input.text.trim_start().starts_with('{') => {
                let (name, path) = (input.name(), path.display());
                Err(Failure::input(format!("{name} is a log: name a turn of it, as in {path}@12")))
            }
            Self::Position(path) => {
                let state = StateFile::parse(path, &input.text, catalogue);
                let state = state.map_err(|error| Failure::input(error.to_string()))?;
                Ok(Advised::Position(Box::new(state)))
            }
        }
    }
}

fn of_log(input: &Input, error: &LogError) -> Failure {
    Failure::input(format!("{}: {error}", input.name()))
}

impl Advised {
    fn advice(
        &self,
        input: &Input,
        catalogue: &Catalogue,
        (settings, watch): (&AdviceSettings, &Watch),
    ) -> Result<AdviceDocument, Failure> {
        match self {
            Self::Turn(log, turn) => {
                let advice = log.advice(catalogue, (*turn, settings), watch);
                advice.map_err(|error| of_log(input, &error))
            }
            Self::Position(state) => {
                let advice = state.advice(settings, watch);
                advice.map_err(|error| Failure::Failed(error.into()))
            }
        }
    }

    fn picture(
        &self,
        input: &Input,
        catalogue: &Catalogue,
        advice: &AdviceDocument,
    ) -> Result<String, Failure> {
        match self {
            Self::Turn(log, _) => {
                let picture = log.advice_picture(catalogue, advice);
                picture.map_err(|error| of_log(input, &error))
            }
            Self::Position(state) => Ok(state.advice_picture(advice)),
        }
    }

    /// Returns the names of the armies.
    fn names(&self) -> [&str; 2] {
        match self {
            Self::Turn(log, _) => log.armies.each_ref().map(|army| army.name.as_str()),
            Self::Position(state) => state.file.battle.names.each_ref().map(String::as_str),
        }
    }
}

/// Prints advice, and writes files if requested.
pub(super) fn run(arguments: &BattleAdviseArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let moment = &arguments.moment;
    let input = Input::read(moment.path())?;
    let ending = moment.ending();
    let out = arguments.out.as_ref();
    let destination = out.map(|out| Destination::of_game(out, &input, &ending)).transpose()?;
    destination
        .iter()
        .try_for_each(|one| one.check_writable(arguments.json, &FileFormat::WITHOUT_PAGE))?;
    let advised = moment.read(&input, &catalogue)?;
    let BattleAdviseArgs { games, seed, policy, .. } = *arguments;
    let settings = AdviceSettings { games, seed, policy };
    watch::listen(OnStop::Nothing)?;
    let watch = Watch::over(settings.most_games());
    let advice = advised.advice(&input, &catalogue, (&settings, &watch));
    watch.finish();
    let advice = advice?;
    let text = text(advised.names(), &advice);
    let json = serde_json::to_string_pretty(&advice).map_err(anyhow::Error::from)? + "\n";
    // a failure to write must not hide the answer: print it, then report all failures
    let printed = print(if arguments.json { &json } else { &text });
    let written = destination.map_or(Ok(()), |destination| {
        let picture = advised.picture(&input, &catalogue, &advice)?;
        let files = [("txt", text), ("json", json), ("svg", picture)];
        let files = files.map(|(end, text)| Artifact::new(format!("advice.{end}"), text));
        let drawn = charts::of_battle_advice(advised.names(), &advice);
        let drawn = drawn.map_err(anyhow::Error::from)?;
        let artifacts: Vec<Artifact> = files.into_iter().chain(drawn.files).collect();
        let written = destination.write(Extent::Whole, &artifacts)?;
        if !arguments.quiet {
            note(&written);
        }
        Ok(())
    });
    Failure::of_all([printed, written])
}

/// Formats a share in percent with its sign.
fn signed(share: f64) -> String {
    // no "−0.0"
    format!("{:+.1}", (share * 1_000.0).round() / 10.0 + 0.0).replace('-', "−")
}

/// Renders advice as text.
fn text([a, b]: [&str; 2], advice: &AdviceDocument) -> String {
    let AdviceDocument { turn, round, army, candidates, games, policy, seed, .. } = advice;
    let name = if *army == "a" { a } else { b };
    let turns = &advice.turns;
    let cells = |cell: &dyn Fn(&AdvisedTurn) -> String| turns.iter().map(cell).collect::<Vec<_>>();
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let wins = |turn: &AdvisedTurn| {
        let [low, high] = turn.wins.ci95;
        format!("{} % ({} to {})", percent(turn.wins.p), percent(low), percent(high))
    };
    let difference = |turn: &AdvisedTurn| {
        let [low, high] = turn.difference.ci95.map(signed);
        format!("{} ({low} to {high})", signed(turn.difference.mean))
    };
    let words = |turn: &AdvisedTurn| {
        let played = if turn.played { " (played)" } else { "" };
        format!("{}{played}", turn.words)
    };
    let places: Vec<String> = (1..=turns.len()).map(|place| place.to_string()).collect();
    let table = render(&layout(), |width| {
        vec![
            number_column("", 0, places.clone()),
            text_column("turn", 0, width, cells(&words)),
            number_column("wins, 95 %", 0, cells(&wins)),
            number_column("minus turn 1, 95 %", 1, cells(&difference)),
        ]
    });
    let advised = turns.len().min(ADVISED);
    let (moment, played) = match turn {
        Some(turn) => (
            format!("Turn {turn}, round {round}"),
            "; the turn that was played is\namong the candidates. All",
        ),
        None => (format!("Round {round}"), ".\nAll"),
    };
    format!(
        "{moment}: {name}. The best {advised} of {candidates} turns:\n\
         {table}\n{games} battles with each, {policy} against {policy}, seed {seed}{played} \
         candidates get the same dice; differences are percentage points.\n"
    )
}
