//! One battle as a log, as text, as pictures, and as a page that steps through it.

mod advice;
mod curve;
mod header;
mod odds;
mod page;
mod picture;
mod snapshot;
mod text;

pub use advice::{AdviceDocument, AdvisedTurn};
pub use header::{LogHeader, LoggedAttack, LoggedCard, LoggedTerrainKind, LoggedUnit};
pub use odds::{OddsDocument, TurnOddsDocument};
pub use page::page;
pub use picture::svg;
pub use snapshot::{Snapshot, snapshots};
pub use text::{end_reason, text, text_with_odds};

use crate::advice::AdviceError;
use crate::battle::{Battle, BattleError, BattleSpec, Rulebook, TerrainSetup};
use crate::field::UnitId;
use crate::file::{ArmyError, ArmyText, parse_army, parse_mode, parse_siege};
use crate::geometry::{GameTable, Length};
use crate::log::{BattleEnding, LogEntry};
use crate::luck::{BattleLuck, luck_of};
use crate::own_cards::{self, OwnCardsError};
use crate::policy::BattlePolicy;
use crate::referee::{self, LogRefusal};
use crate::siege::Siege;
use crate::stats::{PlayStats, StatsDocument, stats_of};
use crate::terrain::{SHIPPED_PIECES, parse_kinds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::describe_json_error;

/// Schema identifier of battle logs.
pub const SCHEMA: &str = "warodds/battle-log/1";

/// A battle as it was played, with everything a referee needs.
///
/// # Examples
/// ```
/// # use std::path::Path;
/// # use warodds_battles::{file::load_text, replay::LogFile, run::replay};
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
/// let parsed = LogFile::parse(&serde_json::to_string(&log)?)?;
/// assert_eq!(parsed, log);
/// assert!(parsed.check(Catalogue::shipped()).is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Log of a battle played by warodds")]
pub struct LogFile {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: String,
    /// The battle before it begins.
    pub head: LogHeader,
    /// The armies as text, from which their abilities are read.
    pub armies: [ArmyText; 2],
    /// The names of the policies that decided for the armies; missing if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policies: Option<[String; 2]>,
    /// The SHA-256 hash of the cards of the players' own, in hexadecimal digits; missing if the
    /// battle was played with printed cards, or the hash is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_cards: Option<String>,
    /// The events in order.
    pub entries: Vec<LogEntry>,
}

/// Why a log is not a legal battle.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file is not JSON of the right form.
    #[error("not a battle log: {}", describe_json_error(.0))]
    Json(#[from] serde_json::Error),
    /// The schema is another one.
    #[error("unknown schema \"{0}\": expected \"{SCHEMA}\"")]
    Schema(String),
    /// The cards of the players' own are missing, or they are others.
    #[error(transparent)]
    OwnCards(#[from] OwnCardsError),
    /// The header contradicts the armies or the rules.
    #[error("invalid head: {0}")]
    LogHeader(String),
    /// An army cannot be read.
    #[error(transparent)]
    BattleArmy(#[from] ArmyError),
    /// The battle cannot be played.
    #[error(transparent)]
    Battle(#[from] BattleError),
    /// An entry breaks a rule.
    #[error(transparent)]
    Refused(#[from] LogRefusal),
    /// There is no advice on a turn.
    #[error(transparent)]
    Advice(#[from] AdviceError),
}

impl LogFile {
    /// Creates the log of a battle.
    pub fn new(battle: &Battle, armies: [ArmyText; 2], entries: Vec<LogEntry>) -> Self {
        let (schema, head) = (SCHEMA.to_owned(), LogHeader::of(battle));
        Self { schema, head, armies, policies: None, own_cards: None, entries }
    }

    /// Notes the cards of the catalogue that are the players' own, so that the log is checked with
    /// the same ones.
    #[must_use]
    pub fn with_cards_of(self, catalogue: &Catalogue) -> Self {
        Self { own_cards: own_cards::hash(catalogue), ..self }
    }

    /// Names the policies that decided for the armies.
    #[must_use]
    pub fn with_policies(self, policies: [BattlePolicy; 2]) -> Self {
        Self { policies: Some(policies.map(|policy| policy.kind.name().to_owned())), ..self }
    }

    /// Parses a log from JSON.
    ///
    /// # Errors
    /// [`LogError::Json`] or [`LogError::Schema`] if the text is not a battle log.
    pub fn parse(text: &str) -> Result<Self, LogError> {
        let log: Self = serde_json::from_str(text)?;
        if log.schema == SCHEMA { Ok(log) } else { Err(LogError::Schema(log.schema)) }
    }

    /// Reconstructs the battle.
    ///
    /// # Errors
    /// [`LogError`] if the cards of the players' own are not in the catalogue, or the header is
    /// invalid or differs from the cards of the armies.
    pub fn battle(&self, catalogue: &Catalogue) -> Result<Battle, LogError> {
        own_cards::check_log(self.own_cards.as_deref(), catalogue)?;
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
        let [a, b] = armies.map(|army| parse_army(army, catalogue));
        let (a, b) = (a?, b?);
        let has_decks = head.decks.is_some();
        let decks = has_decks.then(|| Ok::<_, ArmyError>([a.deck(catalogue)?, b.deck(catalogue)?]));
        let ground = self.ground(&kinds)?;
        let parts = BattleSpec {
            armies: [a.army, b.army],
            decks: decks.transpose()?,
            mode,
            missions: head.missions.clone(),
            siege: self.siege(catalogue)?,
            rulebook,
            table,
            ground,
            kinds,
            limit: head.points,
        };
        let battle = Battle::new(parts)?;
        let expected = LogHeader::of(&battle);
        // headers are compared whole: a changed cost or dice count would pass every other check
        if expected == *head {
            Ok(battle)
        } else {
            Err(wrong(format!("it should be {}", difference(&expected, head))))
        }
    }

    fn siege(&self, catalogue: &Catalogue) -> Result<Option<Siege>, LogError> {
        let siege = self.head.siege.as_ref().map(|text| parse_siege("siege", text, catalogue));
        siege.transpose().map_err(|error| LogError::LogHeader(error.to_string()))
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

    /// Returns the army (0 or 1) of a unit.
    pub fn army_of(&self, unit: UnitId) -> usize {
        let unit = self.head.units.get(usize::from(unit.0));
        usize::from(unit.is_some_and(|unit| unit.army == "b"))
    }

    /// Verifies the log and returns how the battle ended.
    ///
    /// # Errors
    /// [`LogError`] with the first illegal entry and the rule that it breaks.
    pub fn check(&self, catalogue: &Catalogue) -> Result<BattleEnding, LogError> {
        Ok(referee::check(&self.battle(catalogue)?, &self.entries)?)
    }

    /// Verifies the log and counts what both armies did, with the names of their policies.
    ///
    /// # Errors
    /// [`LogError`] with the first illegal entry and the rule that it breaks.
    pub fn stats(&self, catalogue: &Catalogue) -> Result<[(String, PlayStats); 2], LogError> {
        let [a, b] = stats_of(&self.battle(catalogue)?, &self.entries)?;
        let unknown = || [StatsDocument::UNKNOWN; 2].map(str::to_owned);
        let [of_a, of_b] = self.policies.clone().unwrap_or_else(unknown);
        Ok([(of_a, a), (of_b, b)])
    }

    /// Verifies the log and splits the result of the battle into luck and decisions.
    ///
    /// # Errors
    /// [`LogError`] with the first illegal entry and the rule that it breaks.
    pub fn luck(&self, catalogue: &Catalogue) -> Result<BattleLuck, LogError> {
        Ok(luck_of(&self.battle(catalogue)?, &self.entries)?)
    }
}

/// Returns the first part of `right` that differs, as JSON.
fn difference(right: &LogHeader, actual: &LogHeader) -> String {
    let units = right.units.iter().zip(&actual.units).find(|(right, actual)| right != actual);
    match units {
        Some((right, _)) => serde_json::to_string(right).unwrap_or_default(),
        None => {
            let (units, kinds) = (Vec::new(), Vec::new());
            let short = LogHeader { units, kinds, ..right.clone() };
            serde_json::to_string(&short).unwrap_or_default()
        }
    }
}
