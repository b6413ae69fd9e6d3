//! One battle: as a log, as text, as pictures, and as a page that plays it.

mod header;
mod page;
mod picture;
mod snapshot;
mod text;

pub use header::{LogHeader, LoggedAttack, LoggedTerrainKind, LoggedUnit};
pub use page::page;
pub use picture::svg;
pub use snapshot::{Snapshot, snapshots};
pub use text::text;

use crate::battle::{Battle, BattleError, BattleSpec, Rulebook, TerrainSetup};
use crate::file::{ArmyError, ArmyText, parse_army, parse_mode};
use crate::geometry::{GameTable, Length};
use crate::log::{BattleEnding, LogEntry};
use crate::referee::{self, LogRefusal};
use crate::terrain::{SHIPPED_PIECES, parse_kinds};
use serde::{Deserialize, Serialize};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::describe_json_error;

/// What logs of battles are called.
pub const SCHEMA: &str = "warodds/battle-log/1";

/// The log of a battle, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogFile {
    /// [`SCHEMA`].
    pub schema: String,
    /// What is played.
    pub head: LogHeader,
    /// The armies as text, from which this program reads their abilities.
    pub armies: [ArmyText; 2],
    /// What happened.
    pub entries: Vec<LogEntry>,
}

/// Why a log is no legal battle.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It is no log of this kind.
    #[error("it is no log of a battle: {}", describe_json_error(.0))]
    Json(#[from] serde_json::Error),
    /// It is a log of another kind.
    #[error("its schema is \"{0}\"; logs of battles are \"{SCHEMA}\"")]
    Schema(String),
    /// Its head contradicts itself.
    #[error("its head is wrong: {0}")]
    LogHeader(String),
    /// An army cannot be read.
    #[error(transparent)]
    BattleArmy(#[from] ArmyError),
    /// The battle cannot be played.
    #[error(transparent)]
    Battle(#[from] BattleError),
    /// Something in it is against the rules.
    #[error(transparent)]
    Refused(#[from] LogRefusal),
}

impl LogFile {
    /// The log of a battle.
    pub fn new(battle: &Battle, armies: [ArmyText; 2], entries: Vec<LogEntry>) -> Self {
        Self { schema: SCHEMA.to_owned(), head: LogHeader::of(battle), armies, entries }
    }

    /// A log of a text.
    ///
    /// # Errors
    /// Where it is none.
    pub fn parse(text: &str) -> Result<Self, LogError> {
        let log: Self = serde_json::from_str(text)?;
        if log.schema == SCHEMA { Ok(log) } else { Err(LogError::Schema(log.schema)) }
    }

    /// The battle that it is of.
    ///
    /// # Errors
    /// Where there is none such, or its numbers are not those of the cards.
    pub fn battle(&self, catalogue: &Catalogue) -> Result<Battle, LogError> {
        let wrong = |what: String| LogError::LogHeader(what);
        let head = &self.head;
        let objectives = head.objectives.as_deref();
        let mode =
            parse_mode(&head.mode, objectives).map_err(|(_, why)| wrong(format!("mode {why}")))?;
        let rulebook = Rulebook::ALL.iter().find(|(_, name)| *name == head.edition);
        let rulebook = rulebook.ok_or_else(|| wrong(format!("no edition {}", head.edition)))?.0;
        let side =
            |side: i32| Length::new(side.into()).map_err(|error| wrong(format!("table: {error}")));
        let table = GameTable::new(side(head.table[0])?, side(head.table[1])?)
            .map_err(|error| wrong(error.to_string()))?;
        let kinds = parse_kinds(SHIPPED_PIECES).map_err(|error| wrong(error.to_string()))?;
        let armies = [&self.armies[0], &self.armies[1]];
        let [a, b] = armies.map(|army| parse_army(army, catalogue).map(|read| read.army));
        let ground = self.ground(&kinds)?;
        let parts = BattleSpec {
            armies: [a?, b?],
            mode,
            rulebook,
            table,
            ground,
            kinds,
            limit: head.points,
        };
        let battle = Battle::new(parts)?;
        let rightly = LogHeader::of(&battle);
        if rightly == *head {
            Ok(battle)
        } else {
            Err(wrong(format!("it should be {}", difference(&rightly, head))))
        }
    }

    fn ground(&self, kinds: &[crate::terrain::TerrainKind]) -> Result<TerrainSetup, LogError> {
        let Some(pieces) = &self.head.placed else {
            return Ok(if self.head.random_terrain {
                TerrainSetup::Random
            } else {
                TerrainSetup::None
            });
        };
        let number = |name: &str| {
            let place = kinds.iter().position(|kind| kind.name() == name);
            let number = place.and_then(|place| u8::try_from(place).ok());
            number.ok_or_else(|| LogError::LogHeader(format!("there is no kind of terrain {name}")))
        };
        let pieces = pieces.iter().map(|(name, pose)| Ok((number(name)?, *pose)));
        Ok(TerrainSetup::Placed(pieces.collect::<Result<_, LogError>>()?))
    }

    /// Referees it: how the battle ended.
    ///
    /// # Errors
    /// With what is wrong, and by which rule.
    pub fn check(&self, catalogue: &Catalogue) -> Result<BattleEnding, LogError> {
        Ok(referee::check(&self.battle(catalogue)?, &self.entries)?)
    }
}

/// The first part of a head that differs.
fn difference(right: &LogHeader, given: &LogHeader) -> String {
    let units = right.units.iter().zip(&given.units).find(|(right, given)| right != given);
    match units {
        Some((right, _)) => serde_json::to_string(right).unwrap_or_default(),
        None => {
            let short = LogHeader { units: Vec::new(), kinds: Vec::new(), ..right.clone() };
            serde_json::to_string(&short).unwrap_or_default()
        }
    }
}
