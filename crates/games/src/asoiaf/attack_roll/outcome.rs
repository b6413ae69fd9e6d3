//! What an attack did, and how far one has come.

use warodds_engine::chance::Num;

/// What an attack did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackOutcome<N> {
    /// Hits, automatic ones included.
    pub hits: N,
    /// Wounds of the attack itself, however few were left.
    pub attack_wounds: N,
    /// Wounds suffered from those hits: no more than were left.
    pub hit_wounds: N,
    /// Wounds suffered from its panic test.
    pub panic_wounds: N,
    /// 1 where that test failed.
    pub panic_failed: N,
    /// Wounds it dealt, that test among them.
    pub dealt: N,
    /// Ranks it destroyed; told where that is asked.
    pub ranks: N,
}

/// How far an attack has come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Progress<N> {
    /// Nothing is done yet.
    Open,
    /// It is known which number is picked in it.
    Picked(N),
    /// What comes before it is done as well.
    Begun(N),
}

impl<N: Num> Progress<N> {
    /// Whether what comes before it is done.
    pub(crate) const fn is_begun(&self) -> bool {
        matches!(self, Self::Begun(_))
    }
}

impl<N: Num> AttackOutcome<N> {
    /// This where `mask` holds, `other` elsewhere.
    #[inline(always)]
    #[must_use]
    pub(crate) fn select(self, mask: N::Mask, other: Self) -> Self {
        Self {
            hits: self.hits.select(mask, other.hits),
            attack_wounds: self.attack_wounds.select(mask, other.attack_wounds),
            hit_wounds: self.hit_wounds.select(mask, other.hit_wounds),
            panic_wounds: self.panic_wounds.select(mask, other.panic_wounds),
            panic_failed: self.panic_failed.select(mask, other.panic_failed),
            dealt: self.dealt.select(mask, other.dealt),
            ranks: self.ranks.select(mask, other.ranks),
        }
    }

    /// The same where `mask` holds, nothing elsewhere.
    #[inline(always)]
    #[must_use]
    pub(crate) fn masked(self, mask: N::Mask) -> Self {
        Self {
            hits: self.hits.masked(mask),
            attack_wounds: self.attack_wounds.masked(mask),
            hit_wounds: self.hit_wounds.masked(mask),
            panic_wounds: self.panic_wounds.masked(mask),
            panic_failed: self.panic_failed.masked(mask),
            dealt: self.dealt.masked(mask),
            ranks: self.ranks.masked(mask),
        }
    }
}
