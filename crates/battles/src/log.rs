//! What happens in a battle, entry by entry: enough to play it again without whoever chose, and to
//! tell whether all of it was legal. `docs/battle-log.md` describes the file.

use crate::choice::{PlayerChoice, TacticsZone};
use crate::field::{EdgeContact, PlayerId, UnitId};
use crate::geometry::{Point, Pose};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The number of a rule.
pub type RuleNumber = Cow<'static, str>;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// By the points that win (A12.2).
    Goal,
    /// By more points after the sixth round (A12.3).
    RoundLimit,
    /// A player had no combat unit left (A12.4).
    Elimination,
    /// By what was left, points being equal, or not at all (A12.10).
    TieBreak,
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleEnding {
    /// Who won; none of a draw.
    pub winner: Option<PlayerId>,
    /// How.
    pub by: EndReason,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LogEntry {
    /// A player chose.
    Chose {
        /// Who.
        player: PlayerId,
        /// What.
        choice: PlayerChoice,
    },
    /// Dice were rolled, or a card was drawn.
    Rolled {
        /// What they are.
        what: Cow<'static, str>,
        /// By which rule.
        rule: RuleNumber,
        /// How many faces each has.
        sides: u8,
        /// What each shows.
        faces: Vec<u8>,
    },
    /// A round began.
    Round {
        /// Its number.
        round: u8,
        /// Who goes first.
        first: PlayerId,
    },
    /// A piece of terrain was put on the table.
    Piece {
        /// Its number.
        piece: u8,
        /// What it is.
        kind: String,
        /// Where it lies.
        pose: Pose,
        /// By which rule.
        rule: RuleNumber,
    },
    /// A piece of terrain was removed (A10.5).
    Cleared {
        /// Its number.
        piece: u8,
    },
    /// A unit came to stand somewhere, not in contact.
    Moved {
        /// Which.
        unit: UnitId,
        /// Where it stands.
        pose: Pose,
        /// By which rule.
        rule: RuleNumber,
    },
    /// A unit was aligned with an enemy (A18.3).
    Aligned {
        /// With whom, and how.
        contact: EdgeContact,
        /// Where it stands.
        pose: Pose,
    },
    /// A unit has another number of wounds left.
    Wounds {
        /// Which.
        unit: UnitId,
        /// How many.
        left: u8,
        /// By which rule.
        rule: RuleNumber,
    },
    /// A unit holds other condition tokens: the bits 1 for panicked, 2 for vulnerable, 4 for
    /// weakened, and above them how often it survived its end.
    Tokens {
        /// Which.
        unit: UnitId,
        /// What it holds.
        bits: u8,
        /// By which rule.
        rule: RuleNumber,
    },
    /// A unit was destroyed and leaves the table (A1.4).
    Destroyed {
        /// Which.
        unit: UnitId,
    },
    /// A player scored.
    Scored {
        /// Who.
        player: PlayerId,
        /// How many points.
        points: u8,
        /// The unit that earned them.
        unit: Option<UnitId>,
        /// By which rule.
        rule: RuleNumber,
    },
    /// A player took a zone of the tactics board (A9.1).
    Zone {
        /// Which.
        seat: TacticsZone,
        /// Who.
        player: PlayerId,
    },
    /// An objective token is somewhere else, or in other hands.
    Objective {
        /// Its number.
        number: u8,
        /// Where it lies.
        at: Point,
        /// Who carries it.
        holder: Option<UnitId>,
        /// By which rule.
        rule: RuleNumber,
    },
    /// The battle is over.
    Ended {
        /// How.
        #[serde(flatten)]
        ending: EndingEntry,
    },
}

/// The end of a battle with the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndingEntry {
    /// Who won; none of a draw.
    pub winner: Option<PlayerId>,
    /// How.
    pub by: EndReason,
    /// The points of both, the southern player's first.
    pub points: [u8; 2],
}

impl LogEntry {
    /// The number of the rule that says what happened.
    pub fn rule(&self) -> &str {
        match self {
            Self::Chose { choice, .. } => match choice {
                PlayerChoice::Turn(_) => "A12.6",
                PlayerChoice::Retreat(_) => "A6.12",
                PlayerChoice::Align(_) => "A18.3",
                PlayerChoice::Pivot(_) => "A6.7",
                PlayerChoice::Surge(_) => "A6.18",
                PlayerChoice::Kind(_) | PlayerChoice::Piece(_) => "A10.12",
                _ => "A13.9",
            },
            Self::Rolled { rule, .. }
            | Self::Piece { rule, .. }
            | Self::Moved { rule, .. }
            | Self::Wounds { rule, .. }
            | Self::Tokens { rule, .. }
            | Self::Scored { rule, .. }
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
            },
        }
    }
}

/// Who hears what happens.
pub trait Recorder {
    /// Hears it.
    ///
    /// # Errors
    /// Where it did not happen so.
    fn record(&mut self, entry: LogEntry) -> Result<(), RuleViolation>;

    /// Whether anybody is_enabled; else nothing is said.
    fn is_enabled(&self) -> bool {
        true
    }
}

/// Something that is against the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct RuleViolation {
    /// What is wrong.
    pub why: String,
    /// The number of the rule that forbids it.
    pub rule: RuleNumber,
}

impl RuleViolation {
    /// What is wrong by a rule.
    pub fn new(rule: impl Into<RuleNumber>, why: impl Into<String>) -> Self {
        Self { why: why.into(), rule: rule.into() }
    }
}

impl From<crate::field::IllegalAction> for RuleViolation {
    fn from(illegal: crate::field::IllegalAction) -> Self {
        Self::new(illegal.rule, illegal.breach.to_string())
    }
}

/// Nobody is_enabled.
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
