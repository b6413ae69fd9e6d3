//! What a player sees when he chooses, and what he is asked.

use crate::battle::Battle;
use crate::choice::PlayerChoice;
use crate::field::{EdgeContact, UnitId};
use crate::geometry::{Length, Pose};
use crate::outcomes::OutcomeCache;
use crate::state::BattleState;
use std::borrow::Cow;

/// A battle as one of its players sees it: he sits at the southern edge, whichever is his. Dice to
/// come and what the other player thinks are no part of it.
#[derive(Debug)]
pub struct PlayerView<'a> {
    /// Both armies and the table.
    pub battle: &'a Battle,
    /// What fights come to.
    pub outcomes: &'a OutcomeCache<'a>,
    /// How things stand, turned so that the player sits at the southern edge.
    pub state: Cow<'a, BattleState>,
}

/// Why something befalls a unit that a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetReason {
    /// An enemy gets a token of an objective (A13.1.3).
    Harm,
    /// A friend heals by an objective (A13.1.3).
    Heal,
    /// An enemy that a point is put on (A13.7.3).
    Bounty,
    /// A friend takes a token that was dropped (A13.4.5, A13.5.3).
    Claim,
}

/// What a player is asked; poses and headings are as he sees them.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerDecision {
    /// Which edge he takes (A13.9).
    Edge,
    /// Who goes first (A13.9).
    First,
    /// Which kind of terrain (A10).
    Kind,
    /// Where a piece of this kind lies (A10.12).
    Piece(u8),
    /// Where a pile lies, wholly within 12" of this unit (A13.4.2).
    Pile(UnitId),
    /// Where an objective token lies (A13.11).
    Token,
    /// Where this objective is dropped: touching its pile (A13.4.3), or within 2" of a unit
    /// (A13.5.3).
    Drop(usize, Option<UnitId>),
    /// A unit that is to be deployed, of these.
    Deploy(Vec<UnitId>),
    /// Two enemies that are marked (A13.7.2).
    Marks,
    /// His turn (A12.6).
    Turn,
    /// How a unit retreats that may go so far (A6.12).
    Retreat(UnitId, Length),
    /// In which of these places his unit is aligned.
    Align(UnitId, Vec<(EdgeContact, Pose)>),
    /// Where a unit turns.
    Pivot(UnitId),
    /// The free manoeuvre of a unit (A6.18).
    Surge(UnitId),
    /// A unit of these that something befalls; none may be chosen.
    Target(TargetReason, Vec<UnitId>),
    /// A friend of these that shifts up to 3" (A13.1.3).
    Shift(Vec<UnitId>),
}

impl PlayerDecision {
    /// The rule by which a player is asked.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Edge | Self::First | Self::Deploy(_) => "A13.9",
            Self::Kind | Self::Piece(_) => "A10.12",
            Self::Pile(_) => "A13.4.2",
            Self::Token => "A13.11",
            Self::Drop(_, None) => "A13.4.4",
            Self::Drop(_, Some(_)) => "A13.5.3",
            Self::Marks => "A13.7.2",
            Self::Turn => "A12.6",
            Self::Retreat(..) => "A6.12",
            Self::Align(..) => "A18.3",
            Self::Pivot(_) => "A6.7",
            Self::Surge(_) => "A6.18",
            Self::Target(TargetReason::Bounty, _) => "A13.7.3",
            Self::Target(TargetReason::Claim, _) => "A13.14",
            Self::Target(..) | Self::Shift(_) => "A13.1.3",
        }
    }

    /// The same when the table is turned by half.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Align(unit, mut places) => {
                places.iter_mut().for_each(|(_, pose)| *pose = pose.rotated_180());
                Self::Align(unit, places)
            }
            other => other,
        }
    }
}

/// Why a player chooses nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// What fights come to cannot be told.
    #[error(transparent)]
    Encounter(#[from] crate::outcomes::EncounterError),
    /// He has none to give: a log that is at its end, or goes on otherwise.
    #[error("{0}")]
    None(String),
}

/// Who chooses for a player. Choices are as he sees the table: his own edge is the southern one.
pub trait Decide {
    /// What he chooses.
    ///
    /// # Errors
    /// Where there is nothing to choose from.
    fn choose(
        &mut self,
        seen: &PlayerView<'_>,
        asked: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError>;
}
