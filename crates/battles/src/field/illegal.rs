//! Illegal actions and the rules that forbid them.

use super::UnitId;
use crate::geometry::Length;
use std::fmt;

/// An action that requires a unit to be engaged, or not to be engaged.
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
    /// Returns the number of its rule.
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
            Self::RangedAttack => "make a ranged attack",
            Self::MeleeAttack => "make a melee attack",
            Self::Charge => "charge",
        })
    }
}

/// The reason why an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// No such unit is on the table.
    #[error("{0} is not on the table")]
    NoUnit(UnitId),
    /// The unit is on the table already.
    #[error("{0} is on the table already")]
    OnTable(UnitId),
    /// More units than a battle may have.
    #[error("there may be at most {} units", super::Field::MAX_UNITS)]
    TooMany,
    /// A piece of terrain is not wholly on the table.
    #[error("piece {0} is not wholly on the table")]
    PieceOffTable(usize),
    /// A piece overlaps another.
    #[error("piece {0} lies on piece {1}")]
    PieceOnPiece(usize, usize),
    /// An engaged unit may not do this.
    #[error("an engaged unit may not {0}")]
    Engaged(RestrictedAction),
    /// A unit that is not engaged may not do this.
    #[error("a unit that is not engaged may not {0}")]
    NotEngaged(RestrictedAction),
    /// A move is too long.
    #[error("a move of {gone} is too long: at most {allowed} is allowed")]
    TooFar {
        /// Its length.
        gone: Length,
        /// The length allowed.
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
    /// Another unit is there.
    #[error("{0} is there")]
    OnUnit(UnitId),
    /// Impassable terrain is there.
    #[error("piece {0} is there and impassable")]
    OnImpassable(usize),
    /// The tray is behind the wall.
    #[error("nobody moves or deploys behind the wall")]
    BehindWall,
    /// A wall can be hurt by melee attacks alone.
    #[error("{0} is a wall, which only melee attacks hurt")]
    Wall(UnitId),
    /// An enemy is within 1".
    #[error("enemy {0} is within 1\"")]
    NearEnemy(UnitId),
    /// A retreat goes forward without an enemy on flank or rear, or with one in front.
    #[error("a retreat goes forward only from enemies on the flank or rear, with none in front")]
    RetreatsForward,
    /// The target is not an enemy.
    #[error("{0} is not an enemy")]
    NoEnemy(UnitId),
    /// The target is not in line of sight.
    #[error("{0} is not in line of sight")]
    Unseen(UnitId),
    /// The target is too far away.
    #[error("{unit} is farther away than {reach}")]
    OutOfReach {
        /// The target.
        unit: UnitId,
        /// The largest distance allowed.
        reach: Length,
    },
    /// The trays overlap, so no arc determines the side.
    #[error("{0} is in no arc of its target")]
    NoArc(UnitId),
    /// The side of the target has no room for half of the front.
    #[error("there is no room for half of the front on that side of {0}")]
    NoRoom(UnitId),
    /// The charger is in another arc.
    #[error("the charger is not in that arc of {0}")]
    WrongArc(UnitId),
    /// The alignment is not among the allowed ones.
    #[error("that alignment with {0} is not allowed")]
    WrongPlace(UnitId),
    /// A move straight ahead misses the target.
    #[error("a move straight ahead misses {0}")]
    Missed(UnitId),
    /// The target of a melee attack is not engaged with the unit.
    #[error("the unit is not engaged with {0}")]
    NotEngagedWith(UnitId),
    /// A unit engaged with several enemies may not realign.
    #[error("a unit engaged with two enemies or more may not realign")]
    Held,
}

impl Breach {
    /// Names the rule that forbids the action.
    pub(super) const fn under_rule(self, rule: &'static str) -> IllegalAction {
        IllegalAction { breach: self, rule }
    }
}

/// An action that a rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{breach} ({rule})")]
pub struct IllegalAction {
    /// The reason.
    pub breach: Breach,
    /// The number of the rule that forbids it.
    pub rule: &'static str,
}
