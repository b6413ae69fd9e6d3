//! The odds in a logged battle: as JSON, as a list.

use super::text::turn_words;
use super::{LogError, LogFile};
use crate::battle::Battle;
use crate::choice::PlayerChoice;
use crate::log::LogEntry;
use crate::luck::ARMIES;
use crate::odds::{BattleOdds, OddsSettings, TurnOdds, odds};
use crate::share::{ShareEstimate, WinDifference};
use schemars::JsonSchema;
use serde::Serialize;
use warodds_engine::run::Control;
use warodds_questions::catalogue::Catalogue;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-odds/1";

/// The odds of army `a` to win at each moment of a battle, as
/// `warodds battle replay LOG --odds N --json` prints them. A draw counts as half a victory.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Odds turn by turn in a battle played by warodds")]
pub struct OddsDocument {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The names of armies `a` and `b`.
    pub armies: [String; 2],
    /// The policy of both players in the battles that were played on.
    pub policy: &'static str,
    /// How many battles were played on from each turn.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The odds before the first turn.
    pub start: f64,
    /// The sum of what the decisions of armies `a` and `b` changed in the odds of `a`.
    pub decisions: [f64; 2],
    /// The sum of what luck changed.
    pub luck: f64,
    /// The result: 1 if `a` won, 0.5 for a draw. It is the sum of start, decisions and luck.
    pub end: f64,
    /// The numbers of the turns that changed the odds most, the largest change first.
    pub turning_points: Vec<usize>,
    /// The turns in order.
    pub turns: Vec<TurnOddsDocument>,
}

/// A turn with what it changed in the odds of army `a`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnOddsDocument {
    /// The number of the turn in the log, from 1.
    #[schemars(range(min = 1))]
    pub turn: usize,
    /// The round.
    #[schemars(range(min = 1, max = 6))]
    pub round: u8,
    /// The army whose turn it is.
    #[schemars(extend("enum" = ARMIES))]
    pub army: &'static str,
    /// The turn in words.
    pub words: String,
    /// The odds before the turn.
    pub before: ShareEstimate,
    /// The odds before the next turn; after the last one the result.
    pub after: ShareEstimate,
    /// The odds with the turn of the log minus those with the turn of the policy, with the same dice.
    pub decision: WinDifference,
    /// The odds before the next turn minus those with the turn of the log, its dice drawn again.
    pub luck: WinDifference,
}

impl OddsDocument {
    fn new(battle: &Battle, odds: &BattleOdds, settings: &OddsSettings) -> Self {
        let sum = |change: &dyn Fn(&TurnOdds) -> f64| {
            // an empty sum of floats is −0
            odds.turns.iter().map(change).sum::<f64>() + 0.0
        };
        let decisions = [0, 1]
            .map(|army| sum(&|turn| if turn.army == army { turn.decision.mean } else { 0.0 }));
        let turns = odds.turns.iter().zip(1..).map(|(odds, turn)| {
            let TurnOdds { round, before, after, decision, luck, .. } = *odds;
            let (army, words) = (ARMIES[odds.army], turn_words(battle, &odds.turn));
            TurnOddsDocument { turn, round, army, words, before, after, decision, luck }
        });
        Self {
            schema: SCHEMA,
            armies: battle.names.clone(),
            policy: settings.policy.name(),
            games: settings.games.max(1),
            seed: settings.seed,
            start: odds.turns.first().map_or(0.5, |turn| turn.before.p),
            decisions,
            luck: sum(&|turn| turn.luck.mean),
            end: odds.turns.last().map_or(0.5, |turn| turn.after.p),
            turning_points: odds.turning_points().iter().map(|place| place + 1).collect(),
            turns: turns.collect(),
        }
    }

    /// Returns the turns that changed the odds most, the largest change first.
    pub fn turning_points(&self) -> impl Iterator<Item = &TurnOddsDocument> {
        self.turning_points.iter().filter_map(|turn| self.turns.get(turn.checked_sub(1)?))
    }

    /// Returns the odds before the first turn and after each.
    pub fn course(&self) -> impl Iterator<Item = ShareEstimate> {
        let start = self.turns.first().map(|turn| turn.before);
        start.into_iter().chain(self.turns.iter().map(|turn| turn.after))
    }
}

impl LogFile {
    /// Verifies the log and finds the odds of army `a` before and after each turn.
    ///
    /// # Errors
    /// [`LogError`] if the log is not legal.
    ///
    /// # Examples
    /// ```
    /// # use std::path::Path;
    /// # use warodds_battles::{file::load_text, odds::OddsSettings, policy::PolicyKind};
    /// # use warodds_battles::{replay::LogFile, run::replay};
    /// # use warodds_engine::run::StdControl;
    /// # use warodds_questions::catalogue::Catalogue;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let text = r#"
    /// #     [battle]
    /// #     mode = "fire-and-blood"
    /// #     [a]
    /// #     units = ["lannister guardsmen"]
    /// #     [b]
    /// #     units = ["stark sworn swords"]
    /// # "#;
    /// let file = load_text(Path::new("battle.toml"), text, Catalogue::shipped())?;
    /// let entries = replay(&file.battle, file.policies, (7, 0))?;
    /// let log = LogFile::new(&file.battle, file.armies.clone(), entries);
    /// let settings = OddsSettings { games: 20, seed: 1, policy: PolicyKind::Quick };
    /// let odds = log.odds(Catalogue::shipped(), &settings, &StdControl)?;
    /// let [a, b] = odds.decisions;
    /// assert!((odds.start + a + b + odds.luck - odds.end).abs() < 1e-9);
    /// # Ok(())
    /// # }
    /// ```
    pub fn odds(
        &self,
        catalogue: &Catalogue,
        settings: &OddsSettings,
        control: &dyn Control,
    ) -> Result<OddsDocument, LogError> {
        let battle = self.battle(catalogue)?;
        let found = odds(&battle, &self.entries, settings, control)?;
        Ok(OddsDocument::new(&battle, &found, settings))
    }

    /// Returns the number of turns.
    pub fn turns(&self) -> usize {
        let is_turn = |entry: &&LogEntry| {
            matches!(entry, LogEntry::Chose { choice: PlayerChoice::Turn(_), .. })
        };
        self.entries.iter().filter(is_turn).count()
    }
}
