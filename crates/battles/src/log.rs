//! Logs of battles, entry by entry. A log suffices to replay a battle without its policies and to
//! check that every step was legal. `docs/battle-log.md` describes the file.

use crate::cards::CardId;
use crate::choice::{PlayerChoice, TacticsZone};
use crate::field::{EdgeContact, PlayerId, UnitId};
use crate::geometry::{Point, Pose};
use crate::missions::MissionId;
use crate::siege::SiegeCardId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The number of a rule.
// borrowed while a battle is played, owned when a log is read from a file
pub type RuleNumber = Cow<'static, str>;

/// The name of the throw for dangerous terrain at the end of a move (A10.4).
pub(crate) const DANGEROUS_TERRAIN: &str = "dangerous terrain D3";

/// The reason why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A player reached the goal (A12.2).
    Goal,
    /// More points after the sixth round (A12.3).
    RoundLimit,
    /// A player had no combat unit left (A12.4).
    Elimination,
    /// Equal points, decided by the tie-break or drawn (A12.10).
    TieBreak,
    /// The defender of a siege held out to the end of the sixth round (A13.3.2).
    Defence,
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleEnding {
    /// The winner; `None` for a draw.
    pub winner: Option<PlayerId>,
    /// The reason.
    pub by: EndReason,
}

/// An entry of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "entry", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LogEntry {
    /// A player chose.
    Chose {
        /// The player.
        player: PlayerId,
        /// The choice.
        choice: PlayerChoice,
    },
    /// Dice were rolled, or a card was drawn.
    Rolled {
        /// The name of the roll.
        what: Cow<'static, str>,
        /// The number of the rule.
        rule: RuleNumber,
        /// The number of faces of each die.
        sides: u8,
        /// The face each die shows.
        #[schemars(inner(range(min = 1)))]
        faces: Vec<u8>,
    },
    /// A round began.
    Round {
        /// Its number.
        #[schemars(range(min = 1, max = 6))]
        round: u8,
        /// Who goes first.
        first: PlayerId,
    },
    /// A piece of terrain was put on the table.
    Piece {
        /// Its number.
        piece: u8,
        /// Its kind.
        kind: String,
        /// Where it lies.
        pose: Pose,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A piece of terrain was removed (A10.5).
    Cleared {
        /// Its number.
        piece: u8,
    },
    /// A unit was moved or deployed, not into contact.
    Moved {
        /// The unit.
        unit: UnitId,
        /// Its pose.
        pose: Pose,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A unit was aligned with an enemy (A18.3).
    Aligned {
        /// The contact.
        contact: EdgeContact,
        /// Its pose.
        pose: Pose,
    },
    /// The remaining wounds of a unit changed.
    Wounds {
        /// The unit.
        unit: UnitId,
        /// The wounds left.
        left: u8,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// The condition tokens of a unit changed: bit 1 for Panicked, 2 for Vulnerable, 4 for
    /// Weakened. Higher bits count how often it survived its own destruction.
    Tokens {
        /// The unit.
        unit: UnitId,
        /// The bits.
        bits: u8,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A unit was destroyed and leaves the table (A1.4).
    Destroyed {
        /// The unit.
        unit: UnitId,
    },
    /// A player scored.
    Scored {
        /// The player.
        player: PlayerId,
        /// The number of points.
        points: u8,
        /// The unit that earned them.
        unit: Option<UnitId>,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A player took a zone of the tactics board (A9.1).
    Zone {
        /// The zone.
        seat: TacticsZone,
        /// The player.
        player: PlayerId,
    },
    /// A player drew a tactics card (A8.2).
    Drew {
        /// The player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A tactics card went from a hand to the discard pile: it was played (A8.3) or discarded
    /// (A12.7).
    Discarded {
        /// The player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A mission was drawn, opened, fulfilled or discarded (A13.6, A13.8).
    Mission {
        /// The mission, by its number in the deck.
        mission: MissionId,
        /// What became of it.
        event: MissionEvent,
        /// The player whose mission it is; `None` for an open one.
        player: Option<PlayerId>,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A player drew a siege card, which is in force from then on (A13.3.3).
    SiegeCard {
        /// The player.
        player: PlayerId,
        /// The card, by its number in the siege deck of the player's side.
        card: SiegeCardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A tactics card was played and stays on a unit (A8.3).
    Stays {
        /// Its player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The unit on which it stays.
        unit: UnitId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// The tokens on a tactics card that stays on a unit changed (A8.3).
    CardTokens {
        /// Its player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The unit on which it stays.
        unit: UnitId,
        /// The tokens on it now, at most three.
        tokens: u8,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// The order tokens of an NCU changed.
    NcuTokens {
        /// Its player.
        player: PlayerId,
        /// The NCU.
        ncu: CardId,
        /// The tokens that it has left.
        left: u8,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// An NCU left the battle.
    NcuLost {
        /// Its player.
        player: PlayerId,
        /// The NCU.
        ncu: CardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// An NCU has no abilities until the round ends, as a card of the enemy says (A8.3).
    NcuSilenced {
        /// Its player.
        player: PlayerId,
        /// The NCU.
        ncu: CardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A card went from the hand of a player back into the deck, as an NCU or a card says (A9.4).
    Returned {
        /// The player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A card went from the deck or the discard pile of a player to the hand, as an NCU or a card
    /// allows (A9.4).
    Fetched {
        /// The player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// A tactics card left the unit on which it stayed for the discard pile (A8.3).
    Left {
        /// Its player.
        player: PlayerId,
        /// The card, by its number in the deck of the player's army.
        card: CardId,
        /// The unit on which it stayed.
        unit: UnitId,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// An objective token moved or changed hands.
    Objective {
        /// Its number.
        number: u8,
        /// Where it lies.
        at: Point,
        /// The unit that carries it.
        holder: Option<UnitId>,
        /// The number of the rule.
        rule: RuleNumber,
    },
    /// The battle is over.
    Ended {
        /// The reason.
        #[serde(flatten)]
        ending: EndingEntry,
    },
}

/// What became of a mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MissionEvent {
    /// A player drew it.
    Drawn,
    /// It lies open for both players.
    Opened,
    /// A player fulfilled it and scores.
    Fulfilled,
    /// It returned to the hand of its player, as it stays (A13.6.1).
    Returned,
    /// It was discarded.
    Discarded,
}

/// The end of a battle with the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndingEntry {
    /// The winner; `None` for a draw.
    pub winner: Option<PlayerId>,
    /// The reason.
    pub by: EndReason,
    /// The points, south first.
    pub points: [u8; 2],
}

impl LogEntry {
    /// Returns the number of the rule for this entry.
    pub fn rule(&self) -> &str {
        match self {
            Self::Chose { choice, .. } => match choice {
                PlayerChoice::Turn(_) | PlayerChoice::Ncu(_) => "A12.6",
                PlayerChoice::Retreat(_) => "A6.12",
                PlayerChoice::Align(_) => "A18.3",
                PlayerChoice::Pivot(_) => "A6.7",
                PlayerChoice::Surge(_) => "A6.18",
                PlayerChoice::Kind(_) | PlayerChoice::Piece(_) => "A10.12",
                PlayerChoice::Card(_) | PlayerChoice::Play(_) | PlayerChoice::Options(_) => "A8.3",
                PlayerChoice::Act(_) => "A6.6",
                PlayerChoice::Seat(_) => "A9.4",
                PlayerChoice::Die(_) => "A6.12",
                PlayerChoice::Discard(_) => "A12.7",
                PlayerChoice::Mission(_) => "A13.6.1",
                PlayerChoice::Silence(_) => "A13.5.4",
                PlayerChoice::BringBack(_) => "A13.3.4",
                _ => "A13.9",
            },
            Self::Rolled { rule, .. }
            | Self::Piece { rule, .. }
            | Self::Moved { rule, .. }
            | Self::Wounds { rule, .. }
            | Self::Tokens { rule, .. }
            | Self::Scored { rule, .. }
            | Self::Drew { rule, .. }
            | Self::Discarded { rule, .. }
            | Self::Mission { rule, .. }
            | Self::SiegeCard { rule, .. }
            | Self::Stays { rule, .. }
            | Self::Left { rule, .. }
            | Self::CardTokens { rule, .. }
            | Self::NcuTokens { rule, .. }
            | Self::NcuLost { rule, .. }
            | Self::NcuSilenced { rule, .. }
            | Self::Returned { rule, .. }
            | Self::Fetched { rule, .. }
            | Self::Objective { rule, .. } => rule,
            Self::Round { .. } => "A12.7",
            Self::Cleared { .. } => "A10.5",
            Self::Aligned { .. } => "A18.3",
            Self::Destroyed { .. } => "A1.4",
            Self::Zone { .. } => "A9.1",
            Self::Ended { ending } => match ending.by {
                EndReason::Goal => "A12.2",
                EndReason::RoundLimit => "A12.3",
                EndReason::Elimination => "A12.4",
                EndReason::TieBreak => "A12.10",
                EndReason::Defence => "A13.3.2",
            },
        }
    }
}

/// Receives the entries of a battle while it is played: counts, logs or verifies them.
pub trait Recorder {
    /// Records an entry.
    ///
    /// # Errors
    /// [`RuleViolation`] if a verifier expected something else.
    fn record(&mut self, entry: LogEntry) -> Result<(), RuleViolation>;

    /// Returns whether entries are recorded at all; if not, none are built, which saves their
    /// allocations.
    fn is_enabled(&self) -> bool {
        true
    }
}

/// A violation of the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct RuleViolation {
    /// What is wrong.
    pub why: String,
    /// The number of the rule that forbids it.
    pub rule: RuleNumber,
}

impl RuleViolation {
    /// Creates a violation of a rule.
    pub fn new(rule: impl Into<RuleNumber>, why: impl Into<String>) -> Self {
        Self { why: why.into(), rule: rule.into() }
    }
}

impl From<crate::field::IllegalAction> for RuleViolation {
    fn from(illegal: crate::field::IllegalAction) -> Self {
        Self::new(illegal.rule, illegal.breach.to_string())
    }
}

/// Discards all entries.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn record(&mut self, _: LogEntry) -> Result<(), RuleViolation> {
        Ok(())
    }

    fn is_enabled(&self) -> bool {
        false
    }
}

impl Recorder for Vec<LogEntry> {
    fn record(&mut self, entry: LogEntry) -> Result<(), RuleViolation> {
        self.push(entry);
        Ok(())
    }
}
