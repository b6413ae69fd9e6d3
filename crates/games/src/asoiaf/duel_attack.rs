//! One attack of a duel as a memoised part.

use super::attack_context::Activation;
use super::attack_sequence::{AttackSequence, InitialState};
use super::edition::Parameters;
use super::question::Attack;
use super::situation::{FightState, Side};
use warodds_engine::chance::{Chance, Mask, MemoKey, Memoised, Num};

/// An attack of one side on the other.
#[derive(Clone, Debug)]
pub(super) struct DuelAttack {
    sequence: AttackSequence,
    /// Whether the attacker cannot lose or regain wounds: then only its ranks matter, not its exact
    /// wounds.
    is_safe: bool,
    /// Key of the attack as a memoised part.
    part: u16,
}

impl DuelAttack {
    /// Compiles an attack of the duel.
    pub(super) fn new(attack: &Attack, part: u16, parameters: &Parameters) -> Self {
        let start = (InitialState::Any, Activation::Whole);
        Self::of(AttackSequence::new(attack, start, parameters), part)
    }

    /// Creates an attack of the duel from its sequence.
    pub(super) fn of(sequence: AttackSequence, part: u16) -> Self {
        let sequence = sequence.without_hits();
        let is_safe = !sequence.can_wound_attacker() && !sequence.heals(Side::Attacker);
        Self { sequence, is_safe, part }
    }

    /// Resolves the attack; sides are in the order attacker, defender.
    #[inline(always)]
    pub(super) fn strike<C: Chance>(
        &self,
        chance: &mut C,
        left: [C::N; 2],
        tokens: [C::N; 2],
    ) -> [C::N; 4] {
        let [after, their_left, own_tokens, their_tokens] =
            chance.memoised(self, [left[0], left[1], tokens[0], tokens[1]]);
        // the cached result is that of the representative, not of this attacker
        [if self.is_safe { left[0] } else { after }, their_left, own_tokens, their_tokens]
    }

    /// Returns whether players have a choice in it.
    pub(super) const fn leaves_choices(&self) -> bool {
        self.sequence.leaves_choices()
    }

    /// Returns whether the attack may heal a side.
    pub(super) fn heals(&self, side: Side) -> bool {
        self.sequence.heals(side)
    }

    /// Describes the choices made and the effects left out. `names` are the display names of the
    /// sides.
    pub(super) fn notes(&self, names: [&str; 2]) -> Vec<String> {
        [self.sequence.decided(names), self.sequence.left_out(names)].concat()
    }
}

/// The whole attack as a memoised part. Inputs and outputs: wounds left to both sides, and their
/// tokens.
impl Memoised<4, 4> for DuelAttack {
    /// Maps an attacker that cannot be wounded to the state with equal ranks.
    fn key(&self, [own, left, own_tokens, their_tokens]: [u8; 4]) -> (MemoKey, [u8; 4]) {
        // all wounds within a rank give the same attack, so they share a cache entry
        let own = if self.is_safe { self.sequence.alike(own) } else { own };
        (MemoKey::OfRule(self.part), [own, left, own_tokens, their_tokens])
    }

    #[inline(always)]
    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [own_left, left, own_tokens, their_tokens]: [C::N; 4],
    ) -> [C::N; 4] {
        let mut fight = FightState::new([own_left, left], [own_tokens, their_tokens]);
        self.sequence.make(chance, &mut fight, <C::N as Num>::Mask::all_of(true));
        [fight.left[0], fight.left[1], fight.tokens[0], fight.tokens[1]]
    }
}
