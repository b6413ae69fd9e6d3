//! Choices of players in the form of logs (A6, A9, A12.6, A13).
//!
//! Field and variant names determine the JSON of logs; renamed variants keep their ids by `serde`.

use crate::cards::{CardChoice, CardId, PlayedCard};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Alignment, Direction, Heading, Length, Point, Pose, TrayArc};
pub use crate::tactics_zone::TacticsZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use warodds_games::asoiaf::Token;

/// A condition token, by its name (A7).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionToken {
    /// Panicked (A7.1).
    Panicked,
    /// Vulnerable (A7.2).
    Vulnerable,
    /// Weakened (A7.3).
    Weakened,
}

impl ConditionToken {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Panicked, Self::Vulnerable, Self::Weakened];

    /// Returns the token of the attack rules.
    pub const fn token(self) -> Token {
        match self {
            Self::Panicked => Token::Panicked,
            Self::Vulnerable => Token::Vulnerable,
            Self::Weakened => Token::Weakened,
        }
    }

    /// Returns its bit in a unit's tokens.
    pub const fn bit(self) -> u8 {
        // declared in the order of `Token`, whose bits the attack rules use
        1 << self as u8
    }
}

/// The number of a mission in its deck.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct MissionId(pub u8);

/// A straight move without a pivot (A6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// The direction, relative to the unit.
    pub direction: Direction,
    /// The distance, in 1/1000".
    pub by: Length,
}

/// A retreat (A6.12): a straight move, then a pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatPath {
    /// The direction, relative to the unit.
    pub direction: Direction,
    /// The distance, in 1/1000".
    pub by: Length,
    /// The heading at the end.
    pub then: Heading,
}

/// An action of a combat unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitAction {
    /// Nothing (A6.9).
    Forgo,
    /// A pivot, a straight move ahead, then a pivot (A6.10).
    Manoeuvre {
        /// The heading during the move.
        first: Heading,
        /// The distance.
        ahead: Length,
        /// The heading at the end.
        then: Heading,
    },
    /// A straight move ahead, then a pivot (A6.11).
    March {
        /// The distance.
        ahead: Length,
        /// The heading at the end.
        then: Heading,
    },
    /// A retreat (A6.12), along a path that the highest die roll would allow.
    Retreat(RetreatPath),
    /// A ranged attack (A6.13).
    Shoot {
        /// The index of the attack on the card.
        weapon: u8,
        /// The shift before the attack.
        shift: Option<Shift>,
        /// The target.
        target: UnitId,
    },
    /// A melee attack (A6.15).
    Melee {
        /// The index of the attack on the card.
        weapon: u8,
        /// The new alignment, if the unit realigns.
        realign: Option<Alignment>,
        /// The target.
        target: UnitId,
    },
    /// A charge (A6.16).
    Charge {
        /// The index of the attack on the card.
        weapon: u8,
        /// The target.
        target: UnitId,
        /// The side of the target.
        arc: TrayArc,
        /// The heading during the move.
        heading: Heading,
    },
    /// A melee attack on a piece of terrain (A10.5).
    Demolish {
        /// The index of the piece.
        piece: u8,
    },
}

/// What a unit does freely by a tactics card (A6.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FreeStep {
    /// An action.
    Action(UnitAction),
    /// A shift (A6.8).
    Shift(Shift),
    /// A pivot (A6.7).
    Pivot(Heading),
}

/// What a player does with the die of a retreat that may be rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DieChoice {
    /// It counts.
    Keep,
    /// It is rolled again, and the second roll counts.
    Reroll,
}

/// The benefit an NCU takes from its zone (A9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "benefit", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Benefit {
    /// Nothing.
    Nothing,
    /// An enemy unit takes a panic test (Crown).
    Test {
        /// The unit that takes the test.
        unit: UnitId,
    },
    /// A friendly unit heals (Wealth).
    Restore {
        /// The target.
        unit: UnitId,
        /// The token that is removed.
        token: Option<ConditionToken>,
    },
    /// An enemy unit gains a token (Letters).
    Token {
        /// The unit that gains the token.
        unit: UnitId,
        /// The token.
        token: ConditionToken,
    },
    /// An enemy unit gains a token, and the player draws a mission and may choose another one for
    /// the round, in place of the effect of the Letters (A13.6.2).
    Mission {
        /// The unit that gains the token.
        unit: UnitId,
        /// The token.
        token: ConditionToken,
    },
    /// A friendly unit takes a free action (Swords, Horse).
    Act {
        /// The unit that acts.
        unit: UnitId,
        /// The action.
        action: UnitAction,
    },
}

/// A player's turn (A12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "turn", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayerTurn {
    /// A combat unit activates.
    Unit {
        /// The unit.
        unit: UnitId,
        /// What it does.
        action: UnitAction,
    },
    /// An NCU claims a zone, or does nothing (A9.3).
    Ncu {
        /// The zone; `None` for no zone.
        seat: Option<TacticsZone>,
        /// The benefit.
        benefit: Benefit,
    },
    /// A unit arrives from reserve (A13.2.2).
    Reserve {
        /// The unit.
        unit: UnitId,
        /// Its pose.
        pose: Pose,
    },
    /// Only units in reserve without a legal place are left.
    Wait,
}

/// A player's choice.
///
/// It answers a [`PlayerDecision`](crate::decision::PlayerDecision).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "choose", content = "as", rename_all = "kebab-case")]
pub enum PlayerChoice {
    /// The edge that the winner of the roll-off takes (A13.9).
    Edge(PlayerId),
    /// The first player (A13.9).
    First(PlayerId),
    /// A kind of terrain, by its name (A10).
    Kind(String),
    /// The pose of a piece (A10.12) or a pile (A13.4.2); `None` if there is no room.
    Piece(Option<Pose>),
    /// The position of a token.
    Token(Point),
    /// A unit and its deployment (A13.9).
    Deploy(UnitId, Pose),
    /// A destroyed unit of the attacker and where it comes back (A13.3.4); `None` for no further one.
    BringBack(Option<(UnitId, Pose)>),
    /// The marked enemies (A13.7.2).
    Marks(Vec<UnitId>),
    /// A turn.
    Turn(PlayerTurn),
    /// The retreat after the die roll; `None` if the unit stays.
    // the name in logs of `warodds/battle-log/1`, which stay readable
    #[serde(rename = "way")]
    Retreat(Option<RetreatPath>),
    /// The alignment of a charger (A18.3).
    Align(Alignment),
    /// The free pivot of a disengaged unit; `None` if it does not pivot.
    Pivot(Option<Heading>),
    /// The free manoeuvre after destroying an enemy (A6.18): pivot, distance, pivot.
    Surge(Option<(Heading, Length, Heading)>),
    /// The unit affected by an objective; `None` for no unit.
    Target(Option<UnitId>),
    /// The friendly unit that an objective lets shift (A13.1.3), and its shift.
    Shift(Option<(UnitId, Shift)>),
    /// The tactics card declared for an event (A8.3); `None` to pass.
    Card(Option<CardChoice>),
    /// The tactics card played outside of attacks, charges and tests (A8.3); `None` to pass.
    Play(Option<PlayedCard>),
    /// The numbers of the options that are taken of a card of the enemy (A8.3).
    Options(Vec<u8>),
    /// The NCU that activates (A12.6).
    Ncu(CardId),
    /// The NCU of the enemy that has no abilities (A13.5.4).
    Silence(CardId),
    /// The zone that an NCU claims out of turn, and what its player takes from it (A9.4); `None` for
    /// no zone.
    Seat(Option<(TacticsZone, Benefit)>),
    /// The tactics cards of the hand that go back into the deck (A9.4).
    Return(Vec<CardId>),
    /// What a unit does freely by a tactics card, or instead of an action that a card has made
    /// impossible (A6.6); `None` for nothing.
    Act(Option<FreeStep>),
    /// What becomes of the die of a retreat.
    Die(DieChoice),
    /// The tactics cards discarded in clean-up (A12.7).
    Discard(Vec<CardId>),
    /// The mission chosen for the round (A13.6.1), or the one that is replaced (A13.8.2).
    Mission(MissionId),
}

impl RetreatPath {
    fn rotated_180(self) -> Self {
        Self { then: self.then.opposite(), ..self }
    }
}

impl UnitAction {
    /// Returns whether the action is an attack or a charge on a unit.
    pub(crate) const fn is_attack(self) -> bool {
        matches!(self, Self::Shoot { .. } | Self::Melee { .. } | Self::Charge { .. })
    }

    /// Returns the value after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            // directions and arcs are relative to a unit: only headings turn
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

impl Benefit {
    /// Returns the unit that the zone targets.
    pub(crate) const fn unit(self) -> Option<UnitId> {
        match self {
            Self::Nothing => None,
            Self::Test { unit }
            | Self::Restore { unit, .. }
            | Self::Token { unit, .. }
            | Self::Mission { unit, .. }
            | Self::Act { unit, .. } => Some(unit),
        }
    }

    /// Returns the benefit without the token that Wealth removes.
    #[must_use]
    pub(crate) const fn keeping_token(self) -> Self {
        match self {
            Self::Restore { unit, .. } => Self::Restore { unit, token: None },
            other => other,
        }
    }

    /// Returns the value after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Act { unit, action } => Self::Act { unit, action: action.rotated_180() },
            other => other,
        }
    }
}

impl FreeStep {
    /// Returns the value after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Action(action) => Self::Action(action.rotated_180()),
            Self::Shift(_) => self,
            Self::Pivot(heading) => Self::Pivot(heading.opposite()),
        }
    }
}

impl PlayerTurn {
    /// Returns the value after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Unit { unit, action } => Self::Unit { unit, action: action.rotated_180() },
            Self::Ncu { seat, benefit } => Self::Ncu { seat, benefit: benefit.rotated_180() },
            Self::Reserve { unit, pose } => Self::Reserve { unit, pose: pose.rotated_180() },
            Self::Wait => self,
        }
    }
}

impl PlayerChoice {
    /// Returns the value after rotating the table by 180°.
    #[must_use]
    pub fn rotated_180(self) -> Self {
        match self {
            Self::Edge(player) => Self::Edge(player.opponent()),
            Self::First(player) => Self::First(player.opponent()),
            Self::Piece(pose) => Self::Piece(pose.map(Pose::rotated_180)),
            Self::Token(at) => Self::Token(at.rotated_180()),
            Self::Deploy(unit, pose) => Self::Deploy(unit, pose.rotated_180()),
            Self::BringBack(unit) => {
                Self::BringBack(unit.map(|(unit, pose)| (unit, pose.rotated_180())))
            }
            Self::Turn(turn) => Self::Turn(turn.rotated_180()),
            Self::Retreat(path) => Self::Retreat(path.map(RetreatPath::rotated_180)),
            Self::Pivot(heading) => Self::Pivot(heading.map(Heading::opposite)),
            Self::Surge(steps) => Self::Surge(
                steps.map(|(first, ahead, then)| (first.opposite(), ahead, then.opposite())),
            ),
            Self::Act(step) => Self::Act(step.map(FreeStep::rotated_180)),
            Self::Seat(claim) => {
                Self::Seat(claim.map(|(zone, benefit)| (zone, benefit.rotated_180())))
            }
            // alignments and shifts are relative to a side or a unit and do not turn
            Self::Kind(_)
            | Self::Marks(_)
            | Self::Align(_)
            | Self::Target(_)
            | Self::Shift(_)
            | Self::Card(_)
            | Self::Play(_)
            | Self::Options(_)
            | Self::Ncu(_)
            | Self::Silence(_)
            | Self::Return(_)
            | Self::Die(_)
            | Self::Discard(_)
            | Self::Mission(_) => self,
        }
    }
}
