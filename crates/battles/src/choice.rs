//! What players choose, as it stands in logs (A6, A9, A12.6, A13).

use crate::field::{PlayerId, UnitId};
use crate::geometry::{Alignment, Direction, Heading, Length, Point, Pose, TrayArc};
use serde::{Deserialize, Serialize};
use warodds_games::asoiaf::Token;

/// A zone of the tactics board (A9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TacticsZone {
    /// An enemy takes a panic test at −1.
    Crown,
    /// A friend heals up to 3 wounds and loses a token.
    Wealth,
    /// An enemy gets a token.
    Letters,
    /// A friend makes a free attack.
    Swords,
    /// A friend makes a free manoeuvre or retreat.
    Horse,
}

impl TacticsZone {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Crown, Self::Wealth, Self::Letters, Self::Swords, Self::Horse];
}

/// A condition token, by its name (A7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionToken {
    /// A7.1.
    Panicked,
    /// A7.2.
    Vulnerable,
    /// A7.3.
    Weakened,
}

impl ConditionToken {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Panicked, Self::Vulnerable, Self::Weakened];

    /// The token of the rules.
    pub const fn token(self) -> Token {
        match self {
            Self::Panicked => Token::Panicked,
            Self::Vulnerable => Token::Vulnerable,
            Self::Weakened => Token::Weakened,
        }
    }

    /// Its bit among those of a unit's tokens.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A straight move without turning (A6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Where to, seen from the unit.
    pub direction: Direction,
    /// How far, in 1/1000".
    pub by: Length,
}

/// A way to retreat (A6.12): straight, then a pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetreatPath {
    /// Where to, seen from the unit.
    pub direction: Direction,
    /// How far, in 1/1000".
    pub by: Length,
    /// Where it faces at the end.
    pub then: Heading,
}

/// What a combat unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitAction {
    /// Nothing (A6.9).
    Forgo,
    /// A6.10.
    Manoeuvre {
        /// Where it faces while it moves.
        first: Heading,
        /// How far it goes.
        ahead: Length,
        /// Where it faces at the end.
        then: Heading,
    },
    /// A6.11.
    March {
        /// How far it goes.
        ahead: Length,
        /// Where it faces at the end.
        then: Heading,
    },
    /// A6.12, with a way that the highest die would allow.
    Retreat(RetreatPath),
    /// A ranged attack (A6.13).
    Shoot {
        /// The number of the attack on the card.
        weapon: u8,
        /// The shift before it.
        shift: Option<Shift>,
        /// Whom.
        target: UnitId,
    },
    /// A6.15.
    Melee {
        /// The number of the attack on the card.
        weapon: u8,
        /// How it is aligned anew, if it is.
        realign: Option<Alignment>,
        /// Whom.
        target: UnitId,
    },
    /// A6.16.
    Charge {
        /// The number of the attack on the card.
        weapon: u8,
        /// Whom.
        target: UnitId,
        /// On which side.
        arc: TrayArc,
        /// Where it faces while it runs.
        heading: Heading,
    },
    /// A melee attack on a piece of terrain (A10.5).
    Demolish {
        /// Which one, by its number.
        piece: u8,
    },
}

/// What an NCU makes of its zone (A9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "benefit", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Benefit {
    /// Nothing.
    Nothing,
    /// Of the Crown.
    Test {
        /// Whose.
        unit: UnitId,
    },
    /// Of the Wealth.
    Restore {
        /// Whom.
        unit: UnitId,
        /// The token it loses.
        token: Option<ConditionToken>,
    },
    /// Of the Letters.
    Token {
        /// To whom.
        unit: UnitId,
        /// Which.
        token: ConditionToken,
    },
    /// Of the Swords and the Horse.
    Act {
        /// Who.
        unit: UnitId,
        /// What.
        action: UnitAction,
    },
}

/// What a player does in his turn (A12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "turn", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayerTurn {
    /// A combat unit activates.
    Unit {
        /// Which.
        unit: UnitId,
        /// What it does.
        action: UnitAction,
    },
    /// An NCU claims a zone, or does nothing (A9.3).
    Ncu {
        /// Which zone.
        seat: Option<TacticsZone>,
        /// What it makes of it.
        benefit: Benefit,
    },
    /// A unit comes from reserve (A13.2.2).
    Reserve {
        /// Which.
        unit: UnitId,
        /// Where to.
        pose: Pose,
    },
    /// Nothing is left but units in reserve that find no place.
    Wait,
}

/// What a player chooses when he is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", content = "as", rename_all = "kebab-case")]
pub enum PlayerChoice {
    /// The edge that the winner of the roll-off takes (A13.9).
    Edge(PlayerId),
    /// Who goes first (A13.9).
    First(PlayerId),
    /// A kind of terrain, by its name (A10).
    Kind(String),
    /// Where a piece lies (A10.12), or a pile (A13.4.2); none where there is no room.
    Piece(Option<Pose>),
    /// Where a token lies.
    Token(Point),
    /// A unit and where it is deployed (A13.9).
    Deploy(UnitId, Pose),
    /// Units that are marked (A13.7.2).
    Marks(Vec<UnitId>),
    /// A turn.
    Turn(PlayerTurn),
    /// How a unit retreats once the die is rolled; none where it stays.
    #[serde(rename = "way")]
    Retreat(Option<RetreatPath>),
    /// In which place a charger is aligned (A18.3).
    Align(Alignment),
    /// Where a unit turns that is free of its enemies; none where it stays as it is.
    Pivot(Option<Heading>),
    /// The manoeuvre of a unit that destroyed its enemy (A6.18): pivot, length, pivot.
    Surge(Option<(Heading, Length, Heading)>),
    /// A unit that something befalls; none where nothing does.
    Target(Option<UnitId>),
    /// A friend that an objective lets shift, and how (A13.1.3).
    Shift(Option<(UnitId, Shift)>),
}

impl RetreatPath {
    fn rotated_180(self) -> Self {
        Self { then: self.then.opposite(), ..self }
    }
}

impl UnitAction {
    /// The same when the table is turned by half.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Manoeuvre { first, ahead, then } => {
                Self::Manoeuvre { first: first.opposite(), ahead, then: then.opposite() }
            }
            Self::March { ahead, then } => Self::March { ahead, then: then.opposite() },
            Self::Retreat(way) => Self::Retreat(way.rotated_180()),
            Self::Charge { weapon, target, arc, heading } => {
                Self::Charge { weapon, target, arc, heading: heading.opposite() }
            }
            Self::Forgo | Self::Shoot { .. } | Self::Melee { .. } | Self::Demolish { .. } => self,
        }
    }
}

impl PlayerTurn {
    /// The same when the table is turned by half.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Unit { unit, action } => Self::Unit { unit, action: action.rotated_180() },
            Self::Ncu { seat, benefit: Benefit::Act { unit, action } } => {
                let action = action.rotated_180();
                Self::Ncu { seat, benefit: Benefit::Act { unit, action } }
            }
            Self::Reserve { unit, pose } => Self::Reserve { unit, pose: pose.rotated_180() },
            Self::Ncu { .. } | Self::Wait => self,
        }
    }
}

impl PlayerChoice {
    /// The same when the table is turned by half and the players are swapped.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Edge(player) => Self::Edge(player.opponent()),
            Self::First(player) => Self::First(player.opponent()),
            Self::Piece(pose) => Self::Piece(pose.map(Pose::rotated_180)),
            Self::Token(at) => Self::Token(at.rotated_180()),
            Self::Deploy(unit, pose) => Self::Deploy(unit, pose.rotated_180()),
            Self::Turn(turn) => Self::Turn(turn.rotated_180()),
            Self::Retreat(path) => Self::Retreat(path.map(RetreatPath::rotated_180)),
            Self::Pivot(heading) => Self::Pivot(heading.map(Heading::opposite)),
            Self::Surge(steps) => Self::Surge(
                steps.map(|(first, ahead, then)| (first.opposite(), ahead, then.opposite())),
            ),
            Self::Kind(_) | Self::Marks(_) | Self::Align(_) | Self::Target(_) | Self::Shift(_) => {
                self
            }
        }
    }
}
