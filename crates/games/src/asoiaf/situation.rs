//! The state that effects depend on during a fight: wounds left, tokens and attachments.

use super::condition::Tokens;
use super::unit::{Body, UnitState};
use warodds_engine::chance::Num;

/// The bits of a unit's tokens that are condition tokens.
pub(super) const CONDITIONS: u8 = 0b111;
/// The bit of a unit's tokens that says that its attachment is dead (A14.17).
pub(super) const DEAD_ATTACHMENT: u8 = 1 << 7;

/// A role in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked.
    Defender,
}

impl Side {
    /// Both roles.
    pub(super) const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// Returns the index in pairs.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other role.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// The state of both units that effects depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Wounds left to the attacker and the defender.
    pub left: [u8; 2],
    /// Condition tokens of both.
    pub tokens: [Tokens; 2],
    /// Whether the attachment of each is dead.
    pub dead_attachments: [bool; 2],
}

impl Situation {
    /// Returns the situation of these units, with their attachments.
    pub fn of(states: [UnitState; 2]) -> Self {
        let (left, tokens) = (states.map(UnitState::wounds_left), states.map(|unit| unit.tokens));
        Self { left, tokens, dead_attachments: [false; 2] }
    }

    /// Returns a fight in this situation.
    pub fn fight(&self) -> FightState<u8> {
        let tokens = Side::BOTH.map(|side| {
            let dead = if self.dead_attachments[side.index()] { DEAD_ATTACHMENT } else { 0 };
            self.tokens[side.index()].bits() | dead
        });
        FightState::new(self.left, tokens)
    }

    /// Returns whether no attachment is dead.
    pub fn attachments_live(&self) -> bool {
        self.dead_attachments == [false; 2]
    }

    /// Returns the same situation with both attachments alive.
    pub const fn with_attachments(self) -> Self {
        Self { dead_attachments: [false; 2], ..self }
    }
}

/// The state of both units during resolution.
#[derive(Clone, Copy, Debug, Default)]
pub struct FightState<N> {
    /// Wounds left.
    pub left: [N; 2],
    /// Tokens, and above their bits the uses of survival abilities.
    pub tokens: [N; 2],
    /// Wounds suffered so far; healing does not reduce them.
    pub suffered: [N; 2],
}

impl<N: Num> FightState<N> {
    /// Creates a state without wounds suffered.
    #[inline(always)]
    pub fn new(left: [N; 2], tokens: [N; 2]) -> Self {
        Self { left, tokens, suffered: [N::of(0); 2] }
    }

    /// Swaps the two sides.
    #[inline(always)]
    #[must_use]
    pub fn swapped(self) -> Self {
        let Self { left: [a, b], tokens: [c, d], suffered: [e, f] } = self;
        Self { left: [b, a], tokens: [d, c], suffered: [f, e] }
    }

    /// Selects `self` where `mask` holds and `other` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn select(self, mask: N::Mask, other: Self) -> Self {
        let pick = |these: [N; 2], those: [N; 2]| {
            [these[0].select(mask, those[0]), these[1].select(mask, those[1])]
        };
        Self {
            left: pick(self.left, other.left),
            tokens: pick(self.tokens, other.tokens),
            suffered: pick(self.suffered, other.suffered),
        }
    }

    /// Returns where the attachment of a side is dead.
    #[inline]
    pub(super) fn has_dead_attachment(&self, side: Side) -> N::Mask {
        (self.tokens[side.index()] & N::of(DEAD_ATTACHMENT)).gt(N::of(0))
    }

    /// Wounds a side, at most by the wounds left.
    #[inline(always)]
    pub fn wound(&mut self, side: usize, wounds: N) {
        // excess wounds are lost, and counts must not wrap
        let wounds = wounds.at_most(self.left[side]);
        self.left[side] = self.left[side] - wounds;
        self.suffered[side] = self.suffered[side] + wounds;
    }
}

/// Returns the number of ranks beyond the first that have wounds left: ranks left less one, and 0
/// for none.
#[inline(always)]
pub(super) fn ranks_after_first<N: Num>(left: N, wounds_per_rank: u8, ranks: u8) -> N {
    let (mut sum, mut below) = (N::of(0), wounds_per_rank);
    // the exact engine counts ranks on every path: no range, no multiplication per rank
    while below < wounds_per_rank * ranks {
        sum = sum + N::flag(left.gt(N::of(below)));
        below += wounds_per_rank;
    }
    sum
}

/// Returns the ranks a unit of this body has left (A1.3).
#[inline(always)]
pub(super) fn ranks_left<N: Num>(body: Body, left: N) -> N {
    ranks_after_first(left, body.wounds_per_rank(), body.ranks()) + N::flag(left.gt(N::of(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_left_are_those_of_the_body() {
        for body in [Body::new(12, 3, 1), Body::new(4, 2, 3), Body::new(1, 1, 6)]
            .map(|body| body.expect("a unit"))
        {
            assert!(
                (0..=body.wounds()).all(|left| ranks_left(body, left) == body.ranks_left(left))
            );
        }
    }
}
