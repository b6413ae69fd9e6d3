//! What is forbidden, and by which rule.

use super::UnitId;
use crate::geometry::Length;
use std::fmt;

/// Actions that have a condition of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestrictedAction {
    /// A6.10.
    Manoeuvre,
    /// A6.11.
    March,
    /// A6.12.
    Retreat,
    /// A6.13.
    RangedAttack,
    /// A6.15.
    MeleeAttack,
    /// A6.16.
    Charge,
}

impl RestrictedAction {
    /// The rule it stands in.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Manoeuvre => "A6.10",
            Self::March => "A6.11",
            Self::Retreat => "A6.12",
            Self::RangedAttack => "A6.13",
            Self::MeleeAttack => "A6.15",
            Self::Charge => "A6.16",
        }
    }
}

impl fmt::Display for RestrictedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manoeuvre => "manoeuvre",
            Self::March => "march",
            Self::Retreat => "retreat",
            Self::RangedAttack => "attack from afar",
            Self::MeleeAttack => "attack in melee",
            Self::Charge => "charge",
        })
    }
}

/// What is wrong with an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// No such unit is on the table.
    #[error("{0} is not on the table")]
    NoUnit(UnitId),
    /// It is on the table already.
    #[error("{0} is on the table already")]
    OnTable(UnitId),
    /// More units than a battle may have.
    #[error("there may be {} units at most", super::Field::MAX_UNITS)]
    TooMany,
    /// A piece of terrain lies partly beside the table.
    #[error("piece {0} is not wholly on the table")]
    PieceOffTable(usize),
    /// A piece lies on another.
    #[error("piece {0} lies on piece {1}")]
    PieceOnPiece(usize, usize),
    /// Who is engaged may not do this.
    #[error("a unit that is engaged may not {0}")]
    Engaged(RestrictedAction),
    /// Who is not engaged may not do this.
    #[error("a unit that is not engaged may not {0}")]
    NotEngaged(RestrictedAction),
    /// A move is too long.
    #[error("a move of {gone} is longer than {allowed}")]
    TooFar {
        /// How long it is.
        gone: Length,
        /// How long it may be.
        allowed: Length,
    },
    /// A move or its end leaves the table.
    #[error("the tray is not wholly on the table")]
    OffTable,
    /// An enemy is in the way.
    #[error("{0} is in the way")]
    CrossesEnemy(UnitId),
    /// Impassable terrain is in the way.
    #[error("piece {0} is impassable and in the way")]
    CrossesImpassable(usize),
    /// A place is taken.
    #[error("{0} stands there")]
    OnUnit(UnitId),
    /// A place is impassable.
    #[error("piece {0}, which is impassable, lies there")]
    OnImpassable(usize),
    /// A place is too near to an enemy.
    #[error("{0}, an enemy, is within 1\"")]
    NearEnemy(UnitId),
    /// A retreat goes forward without an enemy on flank or rear, or with one in front.
    #[error("a retreat goes forward only from enemies on flank or rear, with none in front")]
    RetreatsForward,
    /// A target is of the same player.
    #[error("{0} is no enemy")]
    NoEnemy(UnitId),
    /// A target cannot be seen.
    #[error("{0} is not in line of sight")]
    Unseen(UnitId),
    /// A target is too far away.
    #[error("{unit} is farther away than {reach}")]
    OutOfReach {
        /// The target.
        unit: UnitId,
        /// How far away it may be.
        reach: Length,
    },
    /// The trays lie over each other, so that no arc tells the side.
    #[error("{0} is in no arc of its target")]
    NoArc(UnitId),
    /// The side of a target has no room for half a front.
    #[error("there is no room for half of the front on that side of {0}")]
    NoRoom(UnitId),
    /// The charger is in another arc.
    #[error("the charger is not in that arc of {0}")]
    WrongArc(UnitId),
    /// The place of alignment is not one of those that may be taken.
    #[error("that place on the side of {0} may not be taken")]
    WrongPlace(UnitId),
    /// Straight ahead the target is not met.
    #[error("{0} cannot be met by a move straight ahead")]
    Missed(UnitId),
    /// Attack in melee on somebody else.
    #[error("the unit is not engaged with {0}")]
    NotEngagedWith(UnitId),
    /// A unit engaged with several enemies may not turn.
    #[error("a unit engaged with two enemies or more may not be aligned anew")]
    Held,
}

impl Breach {
    /// By which rule it is one.
    pub(super) const fn under_rule(self, rule: &'static str) -> IllegalAction {
        IllegalAction { breach: self, rule }
    }
}

/// Something forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{breach} ({rule})")]
pub struct IllegalAction {
    /// What is wrong.
    pub breach: Breach,
    /// The number of the rule that forbids it.
    pub rule: &'static str,
}
