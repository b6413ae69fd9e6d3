//! What happens in a battle, entry by entry: enough to play it again without whoever chose, and to
//! tell whether all of it was legal. `docs/battle-log.md` describes the file.

use crate::choice::{Choice, Seat};
use crate::field::{Contact, Player, UnitId};
use crate::geometry::{Point, Pose};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The number of a rule.
pub type RuleNumber = Cow<'static, str>;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
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
pub struct Ending {
    /// Who won; none of a draw.
    pub winner: Option<Player>,
    /// How.
    pub by: By,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// A player chose.
    Chose {
        /// Who.
        player: Player,
        /// What.
        choice: Choice,
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
        first: Player,
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
        contact: Contact,
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
        player: Player,
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
        seat: Seat,
        /// Who.
        player: Player,
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
    pub winner: Option<Player>,
    /// How.
    pub by: By,
    /// The points of both, the southern player's first.
    pub points: [u8; 2],
}

impl Entry {
    /// The number of the rule that says what happened.
    pub fn rule(&self) -> &str {
        match self {
            Self::Chose { choice, .. } => match choice {
                Choice::Turn(_) => "A12.6",
                Choice::Way(_) => "A6.12",
                Choice::Align(_) => "A18.3",
                Choice::Pivot(_) => "A6.7",
                Choice::Surge(_) => "A6.18",
                Choice::Kind(_) | Choice::Piece(_) => "A10.12",
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
                By::Goal => "A12.2",
                By::RoundLimit => "A12.3",
                By::Elimination => "A12.4",
                By::TieBreak => "A12.10",
            },
        }
    }
}

/// Who hears what happens.
pub trait Record {
    /// Hears it.
    ///
    /// # Errors
    /// Where it did not happen so.
    fn record(&mut self, entry: Entry) -> Result<(), Refusal>;

    /// Whether anybody listens; else nothing is said.
    fn listens(&self) -> bool {
        true
    }
}

/// Something that is against the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct Refusal {
    /// What is wrong.
    pub why: String,
    /// The number of the rule that forbids it.
    pub rule: RuleNumber,
}

impl Refusal {
    /// What is wrong by a rule.
    pub fn new(rule: impl Into<RuleNumber>, why: impl Into<String>) -> Self {
        Self { why: why.into(), rule: rule.into() }
    }
}

impl From<crate::field::Illegal> for Refusal {
    fn from(illegal: crate::field::Illegal) -> Self {
        Self::new(illegal.rule, illegal.breach.to_string())
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unheard;

impl Record for Unheard {
    fn record(&mut self, _: Entry) -> Result<(), Refusal> {
        Ok(())
    }

    fn listens(&self) -> bool {
        false
    }
}

impl Record for Vec<Entry> {
    fn record(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.push(entry);
        Ok(())
    }
}
