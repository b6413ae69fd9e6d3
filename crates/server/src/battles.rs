//! Battles in parts, for those who watch the odds settle, and single battles as pictures.

use std::sync::Arc;

use serde::Serialize;
use warodds_battles::answer::{BattleAnswer, left_out, reduced};
use warodds_battles::file::BattleFile;
use warodds_battles::replay::{snapshots, svg, text};
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

/// One battle of a question, to be shown turn by turn.
#[derive(Debug)]
pub struct ReplayQuestion {
    question: AddressQuestion,
    game: u64,
}

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
    /// Parses `link=…&game=…`.
    ///
    /// # Errors
    /// [`ApiFault::BadInput`] for other parameters, a faulty link, and one of no battle.
    pub(crate) fn parse(query: &str) -> Result<Self, ApiFault> {
        let (mut link, mut game) = (None, 1);
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("link", text)) => link = Some(decode(text)?),
                Some(("game", text)) => game = number_of_game(text)?,
                _ => return Err(ApiFault::BadInput(PARAMETERS.to_owned())),
            }
        }
        let link = link.ok_or_else(|| ApiFault::BadInput(PARAMETERS.to_owned()))?;
        let link = Link::parse(&link, Catalogue::shipped())?;
        let question = AddressQuestion::from_fields(link.kind, link.given)?;
        battle_of(&question)?;
        Ok(Self { question, game })
    }

    /// Plays the battle with every die, and returns its turns as JSON.
    ///
    /// # Errors
    /// [`ApiFault::Failed`] for an illegal choice of a policy (a bug).
    pub(crate) fn json(&self) -> Result<String, ApiFault> {
        let file = battle_of(&self.question)?;
        let seed = self.question.plan().goal.seed;
        // people count games from 1, seeds from 0
        let entries = run::replay(&file.battle, file.policies, (seed, self.game - 1))
            .map_err(|error| ApiFault::Failed(error.to_string()))?;
        let turns = snapshots(&file.battle, &entries).into_iter().map(|snapshot| ReplayTurn {
            picture: svg(&file.battle, &snapshot),
            caption: snapshot.caption,
        });
        let answer = ReplayAnswer {
            schema: "warodds/replay/1",
            title: &file.title,
            about: reduced(file.battle.decks.is_some(), &left_out(&file.battle)),
            seed,
            game: self.game,
            turns: turns.collect(),
            text: text(&file.battle, &entries),
        };
        Ok(serde_json::to_string(&answer)? + "\n")
    }
}

const PARAMETERS: &str = "this address takes a link and the number of a battle: ?link=…&game=…";

fn number_of_game(text: &str) -> Result<u64, ApiFault> {
    let game = numbers::within::<u64, 1, 1_000_000_000_000>(text);
    game.map_err(|wrong| ApiFault::BadInput(format!("`game` cannot be `{text}`: {wrong}")))
}
