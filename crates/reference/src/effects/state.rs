//! How units stand during an attack, and distributions of that.

use std::collections::BTreeMap;

use warodds_games::asoiaf::{Token, Tokens};

/// A distribution.
pub type Chances<T> = Vec<(T, f64)>;

/// How things stand, and what came of the attack in question. Sides are the attacker's, 0, and the
/// defender's, 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CombatState {
    /// Wounds left.
    pub left: [i32; 2],
    /// Tokens, a bit each.
    pub tokens: [u8; 2],
    /// Wounds suffered so far.
    pub suffered: [i32; 2],
    /// How often each way to survive was tried.
    pub(super) tried: [[u8; 4]; 2],
    /// Whose attachment has fallen.
    pub fallen: [bool; 2],
    /// Hits of the attack in question.
    pub hits: i32,
    /// Its wounds before the panic test.
    pub unblocked: i32,
    /// Wounds suffered from those, no more than were left.
    pub from_hits: i32,
    /// Wounds of its panic test.
    pub panic: i32,
    /// Whether that test failed.
    pub failed: bool,
    /// Wounds dealt and ranks destroyed by the attack in question.
    pub(super) done: AttackDamage,
}

/// What an attack did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttackDamage {
    pub(super) dealt: i32,
    pub(super) ranks: i32,
}

impl CombatState {
    /// Whether neither side is gone.
    pub fn both_stand(&self) -> bool {
        self.left[0] > 0 && self.left[1] > 0
    }

    /// The same, the sides exchanged.
    pub fn turned(self) -> Self {
        let Self { left: [a, b], tokens: [c, d], suffered: [e, f], .. } = self;
        let ([g, h], [i, j]) = (self.tried, self.fallen);
        let (left, tokens, suffered) = ([b, a], [d, c], [f, e]);
        Self { left, tokens, suffered, tried: [h, g], fallen: [j, i], ..self }
    }

    /// What a further attack depends on.
    pub fn between_attacks(self) -> Self {
        Self { suffered: [0; 2], done: AttackDamage::default(), ..self.bare() }
    }

    /// What the rest of the sequence depends on.
    pub fn bare(self) -> Self {
        let Self { left, tokens, tried, fallen, done, .. } = self;
        Self { left, tokens, tried, fallen, done, ..Self::default() }
    }

    pub(super) fn wounded(mut self, side: usize, wounds: i32) -> Self {
        let wounds = wounds.clamp(0, self.left[side]);
        self.left[side] -= wounds;
        self.suffered[side] += wounds;
        self
    }
}

pub(super) fn surely<T>(one: T) -> Chances<T> {
    vec![(one, 1.0)]
}

/// What a step makes of each, equal ends put together.
pub(super) fn each<S: Copy, T: Ord>(
    from: Chances<S>,
    mut step: impl FnMut(S) -> Chances<T>,
) -> Chances<T> {
    let mut all: BTreeMap<T, f64> = BTreeMap::new();
    for (start, p) in from {
        for (end, q) in step(start) {
            *all.entry(end).or_default() += p * q;
        }
    }
    all.into_iter().collect()
}

/// The bit of a token.
pub(super) fn bit(token: Token) -> u8 {
    Tokens::NONE.with(token).bits()
}
