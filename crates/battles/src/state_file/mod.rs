//! Positions between two turns of a battle as files: written from a log, or by hand.
//! `docs/battle-state.md` describes them.

mod hands;
mod names;
mod read;
mod reader;
#[cfg(test)]
pub(crate) mod tests;
mod units;
mod walls;
mod write;

use self::reader::StateReader;
use self::write::StateWriter;
use crate::advice::{AdviceError, AdviceSettings, advise_from};
use crate::battle::Battle;
use crate::field::PlayerId;
use crate::file::{
    ArmyTable, BattleFile, BattleTable, FileError, FileWithState, RawBattleFile, RulesEdition,
    SiegeEntry, SiegeText, TerrainTable, parse_with_state,
};
use crate::play::PlayError;
use crate::referee::{SeenTurn, check_and_watch};
use crate::replay::{AdviceDocument, LogError, LogFile, Snapshot};
use std::borrow::Cow;
use std::path::Path;
use warodds_engine::run::Control;
use warodds_questions::catalogue::Catalogue;

/// A battle with a position between two of its turns.
///
/// # Examples
/// ```
/// # use std::path::Path;
/// # use warodds_battles::{advice::AdviceSettings, policy::PolicyKind, state_file::StateFile};
/// # use warodds_engine::run::StdControl;
/// # use warodds_questions::catalogue::Catalogue;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = r#"
///     [battle]
///     mode = "fire-and-blood"
///     [a]
///     units = ["lannister guardsmen"]
///     [b]
///     units = ["stark sworn swords"]
///     [state]
///     round = 6
///     turn = "a"
///     first = "a"
///     points = [0, 1]
///     [[state.a.units]]
///     name = "Lannister Guardsmen"
///     at = [0, 0]
///     [[state.b.units]]
///     name = "Stark Sworn Swords"
///     at = [0, 9]
///     heading = 180
///     wounds = 1
///     activated = true
/// "#;
/// let state = StateFile::parse(Path::new("state.toml"), text, Catalogue::shipped())?;
/// let settings = AdviceSettings { games: 20, seed: 1, policy: PolicyKind::Greedy };
/// let advice = state.advice(&settings, &StdControl)?;
/// // only the last wound of the enemy wins the battle
/// assert!(advice.turns[0].words.contains("charge on"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct StateFile {
    /// The battle and its armies.
    pub file: BattleFile,
    seen: SeenTurn,
}

impl StateFile {
    /// Parses the text of a file with a position; lists are read from the folder of `path`.
    ///
    /// # Errors
    /// [`FileError`] if the text is invalid or the position cannot be.
    pub fn parse(path: &Path, text: &str, catalogue: &Catalogue) -> Result<Self, FileError> {
        let FileWithState { file, state, terrain } = parse_with_state(path, text, catalogue)?;
        let name = path.display().to_string();
        let reader = StateReader { name: &name, battle: &file.battle, table: &state };
        let seen = reader.seen(&terrain)?;
        Ok(Self { file, seen })
    }

    /// Finds the best turns of the player whose turn it is.
    ///
    /// # Errors
    /// [`PlayError`] if a battle could not be played on.
    pub fn advice(
        &self,
        settings: &AdviceSettings,
        control: &dyn Control,
    ) -> Result<AdviceDocument, PlayError> {
        let battle = &self.file.battle;
        let advice = advise_from(battle, self.seen.clone(), settings, control)?;
        Ok(AdviceDocument::new((battle, None), &advice, settings))
    }

    /// Draws advice on the table, as SVG.
    pub fn advice_picture(&self, advice: &AdviceDocument) -> String {
        let state = match self.seen.player {
            PlayerId::South => Cow::Borrowed(&self.seen.state),
            PlayerId::North => Cow::Owned(self.seen.state.rotated_180()),
        };
        advice.picture(&self.file.battle, Snapshot::of(&self.file.battle, &state))
    }
}

/// Why a position cannot be written as a file.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The log is not legal, or has no such turn.
    #[error(transparent)]
    Log(#[from] LogError),
    /// It has a value that files cannot hold.
    #[error(transparent)]
    Toml(#[from] toml::ser::Error),
}

/// Writes the position before turn number `turn` of a log, from 1, as a file.
///
/// # Errors
/// [`StateError`] if the log is not legal or has no such turn.
pub fn state_text(log: &LogFile, catalogue: &Catalogue, turn: usize) -> Result<String, StateError> {
    let battle = log.battle(catalogue)?;
    let seen = check_and_watch(&battle, &battle.outcome_cache(), &log.entries);
    let (_, seen) = seen.map_err(LogError::from)?;
    let no_turn = || LogError::from(AdviceError::NoTurn { turn, turns: seen.len() });
    let seen = turn.checked_sub(1).and_then(|turn| seen.get(turn)).ok_or_else(no_turn)?;
    Ok(text_of(&battle, log, seen)?)
}

fn text_of(battle: &Battle, log: &LogFile, seen: &SeenTurn) -> Result<String, toml::ser::Error> {
    let writer = StateWriter::new(battle, seen);
    let army =
        |army: usize| ArmyTable { text: Some(log.armies[army].clone()), ..ArmyTable::default() };
    let missions = battle.missions.as_ref().map(|deck| &deck.missions);
    let file = RawBattleFile {
        game: None,
        title: None,
        battle: BattleTable {
            mode: battle.mode.id().to_owned(),
            rules: Some(RulesEdition::Word(battle.rulebook.name().to_owned())),
            objectives: log.head.objectives.clone(),
            missions: missions.map(toml::Value::try_from).transpose()?,
            siege: battle
                .siege
                .as_ref()
                .map(|siege| SiegeEntry::Text(SiegeText { text: siege.text.clone() })),
            cards: Some(battle.decks.is_some()),
            terrain: Some(TerrainTable::Pieces(writer.terrain())),
            table: Some(
                [battle.table.width(), battle.table.depth()].map(|side| f64::from(side) / 1_000.0),
            ),
            points: Some(battle.limit),
            ..BattleTable::default()
        },
        a: army(0),
        b: army(1),
        state: Some(writer.state()),
    };
    toml::to_string(&file)
}
