//! Battles in parts, for those who watch the odds settle, and single battles as pictures.

use std::sync::Arc;

use serde::Serialize;
use warodds_battles::advice::{AdviceError, AdviceSettings};
use warodds_battles::answer::{BattleAnswer, left_out, reduced};
use warodds_battles::file::BattleFile;
use warodds_battles::log::LogEntry;
use warodds_battles::policy::PolicyKind;
use warodds_battles::replay::{AdviceDocument, snapshots, svg, text};
use warodds_battles::run::{self, BattleRunSettings, BattleTally, DiceMode, GAMES_PER_BLOCK};
use warodds_engine::run::Shard;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::request::link::Link;
use warodds_questions::request::numbers;
use warodds_questions::study::{Control, EngineKind};

use crate::address_question::AddressQuestion;
use crate::fault::ApiFault;
use crate::parameters::decode;

/// The battles of a question that are played so far.
#[derive(Debug)]
pub(crate) struct BattleParts {
    question: Arc<AddressQuestion>,
    settings: BattleRunSettings,
    tally: BattleTally,
    /// The number of blocks played.
    played: u64,
}

impl BattleParts {
    /// Begins the battles of a question; `None` if it is another question.
    pub(crate) fn of(question: &Arc<AddressQuestion>) -> Option<Self> {
        let (file, plan) = (question.battle()?, question.plan());
        let source = match plan.engine {
            EngineKind::Dice => DiceMode::Rolled,
            EngineKind::Exact | EngineKind::MonteCarlo => DiceMode::Sampled,
        };
        let (games, seed) = (plan.goal.trials, plan.goal.seed);
        let settings = BattleRunSettings { games, seed, policies: file.policies, source };
        let tally = BattleTally::new(&file.battle);
        Some(Self { question: question.clone(), settings, tally, played: 0 })
    }

    /// Returns whether all battles are played.
    pub(crate) const fn is_whole(&self) -> bool {
        self.tally.games >= self.settings.games
    }

    /// Returns the number of battles that are played, and that of all.
    pub(crate) const fn progress(&self) -> [u64; 2] {
        [self.tally.games, self.settings.games]
    }

    /// Plays the next blocks.
    ///
    /// # Errors
    /// [`ApiFault::Stopped`] if `control` stopped them, [`ApiFault::Failed`] for an illegal choice
    /// of a policy (a bug).
    pub(crate) fn play(self, blocks: u64, control: &dyn Control) -> Result<Self, ApiFault> {
        let shard = Shard { first: self.played, blocks };
        let part = run::run_shard(&self.file()?.battle, &self.settings, shard, control);
        let part = part.map_err(|error| ApiFault::Failed(error.to_string()))?;
        let played = self.played.saturating_add(blocks);
        let expected = self.settings.games.min(played.saturating_mul(GAMES_PER_BLOCK));
        let tally = self.tally.merged(part);
        // a stopped run returns fewer
        if tally.games < expected {
            return Err(ApiFault::Stopped);
        }
        Ok(Self { tally, played, ..self })
    }

    /// Returns the answer by the battles played so far, as the command prints it with `--json`.
    ///
    /// # Errors
    /// [`ApiFault::Failed`] for a fault of the program.
    pub(crate) fn json(&self) -> Result<String, ApiFault> {
        Ok(BattleAnswer::new(self.file()?, self.settings.seed, &self.tally).json()?)
    }

    fn file(&self) -> Result<&BattleFile, ApiFault> {
        battle_of(&self.question)
    }
}

/// Returns the battle of a question that is about one.
fn battle_of(question: &AddressQuestion) -> Result<&BattleFile, ApiFault> {
    question.battle().ok_or_else(|| ApiFault::BadInput("only battles can be replayed".to_owned()))
}

/// One battle of a question, to be shown turn by turn, or to give advice on a turn of it.
#[derive(Debug)]
pub struct ReplayQuestion {
    question: AddressQuestion,
    game: u64,
    /// The number of the turn, from 1; `None` for the whole battle.
    turn: Option<usize>,
}

/// Advice on a turn of a battle.
#[derive(Serialize)]
struct TurnAdvice {
    #[serde(flatten)]
    advice: AdviceDocument,
    /// The turns on the table before them: an SVG document.
    picture: String,
}

/// How many battles are played with each of the best turns.
const GAMES_OF_ADVICE: u64 = 200;

/// A battle turn by turn.
#[derive(Serialize)]
struct ReplayAnswer<'a> {
    schema: &'static str,
    title: &'a str,
    about: String,
    seed: u64,
    game: u64,
    turns: Vec<ReplayTurn>,
    /// Every step with its dice and its rule.
    text: String,
}

/// The table after a turn.
#[derive(Serialize)]
struct ReplayTurn {
    caption: String,
    /// An SVG document.
    picture: String,
}

impl ReplayQuestion {
    /// Parses `link=…&game=…`, and for advice `…&turn=…`.
    ///
    /// # Errors
    /// [`ApiFault::BadInput`] for other parameters, a faulty link, and one of no battle.
    pub(crate) fn parse(query: &str) -> Result<Self, ApiFault> {
        let (mut link, mut game, mut turn) = (None, None, None);
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("link", text)) if link.is_none() => link = Some(decode(text)?),
                Some(("game", text)) if game.is_none() => {
                    game = Some(number::<1_000_000_000_000>("game", text)?);
                }
                Some(("turn", text)) if turn.is_none() => {
                    turn = usize::try_from(number::<1_000_000>("turn", text)?).ok();
                }
                _ => return Err(ApiFault::BadInput(PARAMETERS.to_owned())),
            }
        }
        let link = link.ok_or_else(|| ApiFault::BadInput(PARAMETERS.to_owned()))?;
        let link = Link::parse(&link, Catalogue::shipped())?;
        let question = AddressQuestion::from_fields(link.kind, link.given)?;
        battle_of(&question)?;
        Ok(Self { question, game: game.unwrap_or(1), turn })
    }

    /// Plays the battle with every die, and returns its turns, or advice on one of them, as JSON.
    ///
    /// # Errors
    /// [`ApiFault::BadInput`] if there is no such turn, [`ApiFault::Stopped`] if `control` stopped
    /// the advice, [`ApiFault::Failed`] for an illegal choice of a policy (a bug).
    pub(crate) fn json(&self, control: &dyn Control) -> Result<String, ApiFault> {
        let file = battle_of(&self.question)?;
        let seed = self.question.plan().goal.seed;
        // people count games from 1, seeds from 0
        let entries = run::replay(&file.battle, file.policies, (seed, self.game - 1))
            .map_err(|error| ApiFault::Failed(error.to_string()))?;
        let answer = match self.turn {
            Some(turn) => serde_json::to_string(&advice(file, (&entries, turn), seed, control)?)?,
            None => serde_json::to_string(&self.replayed(file, seed, &entries))?,
        };
        Ok(answer + "\n")
    }

    /// Describes the battle turn by turn.
    fn replayed<'a>(
        &self,
        file: &'a BattleFile,
        seed: u64,
        entries: &[LogEntry],
    ) -> ReplayAnswer<'a> {
        let turns = snapshots(&file.battle, entries).into_iter().map(|snapshot| ReplayTurn {
            picture: svg(&file.battle, &snapshot),
            caption: snapshot.caption,
        });
        ReplayAnswer {
            schema: "warodds/replay/1",
            title: &file.title,
            about: reduced(file.battle.decks.is_some(), &left_out(&file.battle)),
            seed,
            game: self.game,
            turns: turns.collect(),
            text: text(&file.battle, entries),
        }
    }
}

/// Finds the best turns at a turn of a battle, which `greedy` plays on for both players, as the
/// command does by default.
fn advice(
    file: &BattleFile,
    moment: (&[LogEntry], usize),
    seed: u64,
    control: &dyn Control,
) -> Result<TurnAdvice, ApiFault> {
    let settings = AdviceSettings { games: GAMES_OF_ADVICE, seed, policy: PolicyKind::Greedy };
    let advice = AdviceDocument::on_turn(&file.battle, moment, &settings, control);
    let advice = advice.map_err(|error| match error {
        AdviceError::NoTurn { .. } => ApiFault::BadInput(error.to_string()),
        other => ApiFault::Failed(other.to_string()),
    })?;
    if control.is_stopped() {
        return Err(ApiFault::Stopped);
    }
    let picture = advice.picture_of_turn(&file.battle, moment.0);
    Ok(TurnAdvice { advice, picture })
}

const PARAMETERS: &str = "this address takes a link, the number of a battle, and for advice that of a \
                          turn: ?link=…&game=…&turn=…";

fn number<const MOST: i64>(name: &str, text: &str) -> Result<u64, ApiFault> {
    let number = numbers::within::<u64, 1, MOST>(text);
    number.map_err(|wrong| ApiFault::BadInput(format!("`{name}` cannot be `{text}`: {wrong}")))
}
