//! `warodds battle replay FILE`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use warodds_battles::answer::{left_out, reduced};
use warodds_battles::file::BattleFile;
use warodds_battles::log::LogEntry;
use warodds_battles::replay::{self, LogFile, page, snapshots, svg};
use warodds_battles::run::{
    self, BattleRunSettings, DiceMode, TypicalGame, TypicalGames, TypicalKind,
};

use super::super::failure::Failure;
use super::super::input::Input;
use super::super::print::{note, print};
use super::super::results::{Destination, Extent};
use super::super::watch;
use super::read;
use crate::report::{Artifact, files};
use crate::request::numbers::{seed, within};
use crate::study::StdControl;

/// Play one battle die by die and print every step with its dice and its rule.
///
/// Game K of a seed is always the same battle. Replays roll every die, while `warodds battle` draws
/// frequent attacks from their exact distributions, so a replay is one of the battles counted only
/// with its --dice.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleReplayArgs {
    /// A battle file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of the battle, from 1.
    #[arg(long, value_name = "K", default_value = "1", value_parser = within::<u64, 1, 1_000_000_000_000>)]
    game: u64,
    /// Choose a battle by its points among the first --of battles; of several, the first.
    #[arg(long, value_name = "KIND", conflicts_with = "game")]
    like: Option<LikeKind>,
    /// How many battles --like plays to choose one.
    #[arg(long, value_name = "N", default_value = "100", requires = "like", value_parser = within::<u64, 1, 1_000_000>)]
    of: u64,
    /// Seed [default: from the file, or 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Write the log to this file (format: docs/battle-log.md).
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,
    /// Write the text, the log, a picture of each turn and a page that steps through them to
    /// DIR/<file>-game-<K>/.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Hide the list of written files.
    #[arg(long)]
    quiet: bool,
}

/// The kinds of battles to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LikeKind {
    /// The one in the middle, by the points of a minus those of b.
    Median,
    /// The one with the smallest difference in points.
    Closest,
    /// The one with the largest difference in points.
    Lopsided,
}

/// Replays one battle.
pub(super) fn run(arguments: &BattleReplayArgs) -> Result<(), Failure> {
    let input = Input::read(&arguments.file)?;
    let file = read(&input)?;
    let seed = arguments.seed.unwrap_or(file.seed);
    let game = match arguments.like {
        Some(kind) => game_like(&file, seed, (kind, arguments.of))?,
        None => arguments.game,
    };
    let destination = arguments.destination(&input, game)?;
    destination.iter().try_for_each(|one| one.check_writable(false))?;
    arguments.log.iter().try_for_each(|path| files::check_file_writable(path))?;
    // people count games from 1, seeds from 0
    let entries = run::replay(&file.battle, file.policies, (seed, game - 1))
        .map_err(|error| Failure::Failed(error.into()))?;
    let log = LogFile::new(&file.battle, file.armies.clone(), entries);
    let log = log.with_policies(file.policies);
    let json = serde_json::to_string_pretty(&log).map_err(anyhow::Error::from)? + "\n";
    let text = render(&file, &log.entries);
    // a failure to write must not hide the text: print it, then report all failures
    let printed = print(&text);
    let logged = arguments.log.as_ref().map_or(Ok(()), |path| {
        // a second signal must not leave half a log
        watch::undisturbed(|| files::write_file(path, json.as_bytes())).map_err(Failure::from)
    });
    let written = destination.map_or(Ok(()), |destination| {
        let artifacts = artifacts(game, &file, &log.entries, [json, text]);
        let written = destination.write(Extent::Whole, &artifacts)?;
        if !arguments.quiet {
            note(&written);
        }
        Ok(())
    });
    Failure::of_all([printed, logged, written])
}

/// Returns the number of the battle of a kind among the first ones.
fn game_like(file: &BattleFile, seed: u64, (kind, games): (LikeKind, u64)) -> Result<u64, Failure> {
    let kind = match kind {
        LikeKind::Median => TypicalKind::Median,
        LikeKind::Closest => TypicalKind::Closest,
        LikeKind::Lopsided => TypicalKind::Lopsided,
    };
    let (policies, source) = (file.policies, DiceMode::Rolled);
    let settings = BattleRunSettings { games, seed, policies, source };
    let tally = run::run(&file.battle, &settings, &StdControl);
    let tally = tally.map_err(|error| Failure::Failed(error.into()))?;
    let typical = TypicalGames::of(&tally);
    let TypicalGame { game, difference } =
        typical.ok_or_else(|| Failure::Failed(anyhow!("no battle was played")))?.get(kind);
    let difference = format!("{difference:+}").replace('-', "−");
    note(&format!("battle {game} of {games}: points of a minus those of b {difference}"));
    Ok(game)
}

impl BattleReplayArgs {
    /// Returns the output directory, if requested: each game of each seed has its own.
    fn destination(&self, input: &Input, game: u64) -> Result<Option<Destination>, Failure> {
        let seed = self.seed.map_or_else(String::new, |seed| format!("-seed-{seed}"));
        // the seed only if it is an option: the file's own seed needs no other directory
        let ending = format!("-game-{game}{seed}");
        self.out.as_ref().map(|out| Destination::of_game(out, input, &ending)).transpose()
    }
}

/// Describes the policies and what is not played.
fn about(file: &BattleFile) -> String {
    let [a, b] = file.policies.map(|policy| policy.kind.name());
    let reduced = reduced(file.battle.decks.is_some(), &left_out(&file.battle));
    format!("Policies: a {a}, b {b}. {reduced}.")
}

/// Renders the battle as text.
fn render(file: &BattleFile, entries: &[LogEntry]) -> String {
    let (title, mode) = (&file.title, file.battle.mode.name());
    format!("{title}: {mode}\n{}\n\n{}", about(file), replay::text(&file.battle, entries))
}

fn artifacts(
    game: u64,
    file: &BattleFile,
    entries: &[LogEntry],
    [json, text]: [String; 2],
) -> Vec<Artifact> {
    let battle = &file.battle;
    let page = page(&file.title, &about(file), battle, entries);
    let mut all = vec![
        Artifact::new(format!("game-{game}.json"), json),
        Artifact::new(format!("game-{game}.txt"), text),
        Artifact::new(format!("game-{game}.html"), page),
    ];
    let pictures = snapshots(battle, entries);
    all.extend(pictures.iter().enumerate().map(|(turn, snapshot)| {
        Artifact::new(format!("game-{game}-turn-{turn:03}.svg"), svg(battle, snapshot))
    }));
    all
}
