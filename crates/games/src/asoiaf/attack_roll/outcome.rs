//! The result of an attack, and how much of one is already resolved.

use warodds_engine::chance::Num;

/// The result of an attack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackOutcome<N> {
    /// Hits, including automatic ones.
    pub hits: N,
    /// Wounds of the dice, even beyond the wounds left: unblocked hits and added wounds.
    pub attack_wounds: N,
    /// Those that abilities add to the unblocked hits, or that replace them.
    pub added: N,
    /// Wounds suffered from unblocked hits: at most the wounds left.
    pub hit_wounds: N,
    /// Wounds suffered from the panic test.
    pub panic_wounds: N,
    /// 1 if the panic test failed.
    pub panic_failed: N,
    /// Wounds dealt, including those of the panic test.
    pub dealt: N,
    /// Ranks destroyed; 0 unless [`AttackRoll::count_ranks`](super::AttackRoll::count_ranks) was
    /// called.
    pub ranks: N,
}

/// The part of an attack that is already resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Progress<N> {
    /// Nothing.
    Open,
    /// The choices, with their index.
    Picked(N),
    /// The choices and the effects before the dice.
    Begun(N),
}

impl<N: Num> Progress<N> {
    /// Returns whether the effects before the dice are resolved.
    pub(crate) const fn is_begun(&self) -> bool {
        matches!(self, Self::Begun(_))
    }
}

impl<N: Num> AttackOutcome<N> {
    /// Keeps the result where `mask` holds and zeroes it elsewhere.
    #[inline(always)]
    #[must_use]
    pub(crate) fn masked(self, mask: N::Mask) -> Self {
        Self {
            hits: self.hits.masked(mask),
            attack_wounds: self.attack_wounds.masked(mask),
            added: self.added.masked(mask),
            hit_wounds: self.hit_wounds.masked(mask),
            panic_wounds: self.panic_wounds.masked(mask),
            panic_failed: self.panic_failed.masked(mask),
            dealt: self.dealt.masked(mask),
            ranks: self.ranks.masked(mask),
        }
    }
}
