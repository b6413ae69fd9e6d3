//! `warodds battle replay FILE`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use warodds_battles::answer::{left_out, reduced};
use warodds_battles::battle::Battle;
use warodds_battles::file::BattleFile;
use warodds_battles::odds::OddsSettings;
use warodds_battles::policy::PolicyKind;
use warodds_battles::replay::{
    LogError, LogFile, OddsDocument, page, snapshots, svg, text_with_odds,
};
use warodds_battles::run::{
    self, BattleRunSettings, DiceMode, TypicalGame, TypicalGames, TypicalKind,
};
use warodds_battles::state_file::state_text;
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::file_format::FileFormat;
use super::super::input::Input;
use super::super::keys::KeyOptions;
use super::super::print::{note, print};
use super::super::results::{Destination, Extent};
use super::super::watch::{self, OnStop, Watch};
use super::{odds, read};
use crate::catalogue::Catalogue;
use crate::report::{Artifact, charts, files};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::{seed, within};
use crate::study::StdControl;

/// Print every step of a battle or a log, with its dice and its rule.
///
/// Game K of a seed is always the same battle. Replays roll every die, while `warodds battle` draws
/// frequent attacks from their exact distributions, so a replay is one of the battles counted only
/// with its --dice. A log is checked first, as by `warodds battle check`.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleReplayArgs {
    /// A battle file, or a log that --log wrote.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// Number of the battle of a battle file, from 1 [default: 1].
    #[arg(long, value_name = "K", value_parser = within::<u64, 1, 1_000_000_000_000>)]
    game: Option<u64>,
    /// Choose a battle by its points among the first --of battles.
    #[arg(long, value_name = "KIND", conflicts_with = "game")]
    like: Option<LikeKind>,
    /// How many battles --like plays to choose one.
    #[arg(
        long,
        visible_alias = "games",
        value_name = "N",
        default_value = "100",
        requires = "like",
        value_parser = within::<u64, 1, 1_000_000>
    )]
    of: u64,
    /// Seed of the battle and of --odds [default: from the battle file, or 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Show the odds of winning after each turn, and the turns that changed them most. N battles
    /// are played on from each turn.
    #[arg(long, value_name = "N", value_parser = within::<u64, 1, 1_000_000>)]
    odds: Option<u64>,
    /// The policy of both players in the battles of --odds.
    #[arg(long, value_name = "POLICY", default_value = "greedy", requires = "odds")]
    policy: PolicyKind,
    /// Print the odds as JSON.
    #[arg(long, requires = "odds")]
    json: bool,
    /// Write the log to this file. Its format is in docs/battle-log.md.
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,
    /// Write the position before --turn to this file, for `warodds battle advise`. Its format is in
    /// docs/battle-state.md.
    #[arg(long, value_name = "STATE", requires = "turn")]
    state: Option<PathBuf>,
    /// The number of the turn for --state, from 1.
    #[arg(long, value_name = "TURN", requires = "state", value_parser = within::<usize, 1, 100_000>)]
    turn: Option<usize>,
    /// Write the text, the log, a page with a picture of each turn, and the odds to
    /// DIR/<file>-game-<K>/, or to DIR/<log>-replay/ for a log.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Hide the list of written files.
    #[arg(long)]
    quiet: bool,
}

/// The formats of a single file.
const FORMATS: [FileFormat; 4] =
    [FileFormat::Page, FileFormat::Json, FileFormat::Svg, FileFormat::Png];

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

/// A battle with its log, and how it is named.
struct ReplayedBattle {
    title: String,
    battle: Battle,
    log: LogFile,
    /// The stem of its files.
    stem: String,
    /// What is appended to the name of its directory.
    ending: String,
    /// The seed of its odds.
    seed: u64,
}

/// Replays one battle.
pub(super) fn run(arguments: &BattleReplayArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let input = Input::read(&arguments.file)?;
    // no TOML begins with a brace
    let replayed = if input.text.trim_start().starts_with('{') {
        arguments.logged(&input, &catalogue)?
    } else {
        arguments.played(&input, &catalogue)?
    };
    let out = arguments.out.as_ref();
    let destination =
        out.map(|out| Destination::of_game(out, &input, &replayed.ending)).transpose()?;
    destination.iter().try_for_each(|one| one.check_writable(arguments.json, &FORMATS))?;
    arguments.log.iter().try_for_each(|path| files::check_file_writable(path))?;
    arguments.state.iter().try_for_each(|path| files::check_file_writable(path))?;
    let state = arguments.position(&replayed, &catalogue)?;
    let odds = arguments.odds(&replayed, &catalogue)?;
    let json = serde_json::to_string_pretty(&replayed.log).map_err(anyhow::Error::from)? + "\n";
    let text = replayed.render(odds.as_ref());
    // a failure to write must not hide the text: print it, then report all failures
    let printed = match &odds {
        Some(odds) if arguments.json => print(&odds::json(odds)?),
        _ => print(&text),
    };
    let texts = [(&arguments.log, Some(&json)), (&arguments.state, state.as_ref())];
    let logged = texts.map(|(path, text)| {
        let Some((path, text)) = path.as_ref().zip(text) else { return Ok(()) };
        // a second signal must not leave half a file
        watch::undisturbed(|| files::write_file(path, text.as_bytes())).map_err(Failure::from)
    });
    let written = destination.map_or(Ok(()), |destination| {
        let artifacts = replayed.artifacts(odds.as_ref(), [json, text])?;
        let written = destination.write(Extent::Whole, &artifacts)?;
        if !arguments.quiet {
            note(&written);
        }
        Ok(())
    });
    Failure::of_all([printed].into_iter().chain(logged).chain([written]))
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
    let [a, b] = words::army_names(file.battle.names.each_ref().map(String::as_str));
    note(&format!("battle {game} of {games}: points of {a} minus those of {b}: {difference}"));
    Ok(game)
}

impl BattleReplayArgs {
    /// Plays a battle of a battle file.
    fn played(&self, input: &Input, catalogue: &Catalogue) -> Result<ReplayedBattle, Failure> {
        let file = read(input, catalogue)?;
        let seed = self.seed.unwrap_or(file.seed);
        let game = match self.like {
            Some(kind) => game_like(&file, seed, (kind, self.of))?,
            None => self.game.unwrap_or(1),
        };
        // people count games from 1, seeds from 0
        let entries = run::replay(&file.battle, file.policies, (seed, game - 1))
            .map_err(|error| Failure::Failed(error.into()))?;
        let log = LogFile::new(&file.battle, file.armies.clone(), entries);
        let stem = format!("game-{game}");
        // the seed only if it is an option: the file's own seed needs no other directory
        let seeded = self.seed.map_or_else(String::new, |seed| format!("-seed-{seed}"));
        let ending = format!("-{stem}{seeded}");
        let log = log.with_policies(file.policies).with_cards_of(catalogue);
        Ok(ReplayedBattle { title: file.title, battle: file.battle, log, stem, ending, seed })
    }

    /// Reads a log and checks it.
    fn logged(&self, input: &Input, catalogue: &Catalogue) -> Result<ReplayedBattle, Failure> {
        let needless = [
            ("--game", self.game.is_some()),
            ("--like", self.like.is_some()),
            ("--seed", self.seed.is_some() && self.odds.is_none()),
        ];
        if let Some((option, _)) = needless.iter().find(|(_, is_given)| *is_given) {
            let name = input.name();
            return Err(Failure::input(format!(
                "{name} is the log of one battle: {option} needs a battle file"
            )));
        }
        let wrong = |error: LogError| Failure::input(format!("{}: {error}", input.name()));
        let log = LogFile::parse(&input.text).map_err(wrong)?;
        log.check(catalogue).map_err(wrong)?;
        let battle = log.battle(catalogue).map_err(wrong)?;
        let title = battle.names.join(" against ");
        let (stem, ending, seed) =
            ("game".to_owned(), "-replay".to_owned(), self.seed.unwrap_or(0));
        Ok(ReplayedBattle { title, battle, log, stem, ending, seed })
    }

    /// Returns the position before a turn as a file, if it is requested.
    fn position(
        &self,
        replayed: &ReplayedBattle,
        catalogue: &Catalogue,
    ) -> Result<Option<String>, Failure> {
        let position = self.turn.map(|turn| {
            let text = state_text(&replayed.log, catalogue, turn);
            text.map_err(|error| Failure::input(format!("--state: {error}")))
        });
        position.transpose()
    }

    /// Finds the odds, if they are requested.
    fn odds(
        &self,
        replayed: &ReplayedBattle,
        catalogue: &Catalogue,
    ) -> Result<Option<OddsDocument>, Failure> {
        let Some(games) = self.odds else { return Ok(None) };
        let settings = OddsSettings { games, seed: replayed.seed, policy: self.policy };
        watch::listen(OnStop::Nothing)?;
        let watch = Watch::over(games.saturating_mul(replayed.log.turns() as u64));
        let odds = replayed.log.odds(catalogue, &settings, &watch);
        watch.finish();
        // the log was checked or played here: only a battle that is played on can fail
        odds.map(Some).map_err(|error| Failure::Failed(error.into()))
    }
}

impl ReplayedBattle {
    /// Describes the policies and what is not played.
    fn about(&self) -> String {
        let reduced = reduced(self.battle.decks.is_some(), &left_out(&self.battle));
        match &self.log.policies {
            Some([of_a, of_b]) => {
                let [a, b] = words::army_names(self.battle.names.each_ref().map(String::as_str));
                format!("Policies: {a}: {of_a} · {b}: {of_b}. {reduced}.")
            }
            None => format!("{reduced}."),
        }
    }

    /// Renders the battle as text.
    fn render(&self, odds: Option<&OddsDocument>) -> String {
        let (title, mode) = (&self.title, self.battle.mode.name());
        let course: Vec<_> = odds.into_iter().flat_map(OddsDocument::course).collect();
        let battle = text_with_odds(&self.battle, &self.log.entries, &course);
        let odds = odds.map_or_else(String::new, |odds| format!("\n{}", odds::text(odds)));
        format!("{title}: {mode}\n{}\n\n{battle}{odds}", self.about())
    }

    fn artifacts(
        &self,
        odds: Option<&OddsDocument>,
        [json, text]: [String; 2],
    ) -> Result<Vec<Artifact>, Failure> {
        let Self { title, battle, log, stem, .. } = self;
        let page = page(title, &self.about(), (battle, &log.entries), odds);
        let mut all = vec![
            Artifact::new(format!("{stem}.json"), json),
            Artifact::new(format!("{stem}.txt"), text),
            Artifact::new(format!("{stem}.html"), page),
        ];
        let pictures = snapshots(battle, &log.entries);
        all.extend(pictures.iter().enumerate().map(|(turn, snapshot)| {
            Artifact::new(format!("{stem}-turn-{turn:03}.svg"), svg(battle, snapshot))
        }));
        if let Some(odds) = odds {
            let drawn = charts::of_battle_odds(odds).map_err(anyhow::Error::from)?;
            all.push(Artifact::new("odds.json", odds::json(odds)?));
            all.extend(drawn.files);
        }
        Ok(all)
    }
}
