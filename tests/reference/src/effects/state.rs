//! The state of both units during an attack, and distributions over states.

use std::collections::{BTreeMap, HashMap};

use warodds_games::asoiaf::{Token, Tokens};

use crate::asoiaf::{MoraleTestResults, MoraleTestValues, RerollingPlayer};

/// Results of tests by their values and the players who may reroll, with whether tied rerolls lead
/// to different distributions.
pub(super) type TestCache =
    HashMap<(MoraleTestValues, Vec<RerollingPlayer>), (MoraleTestResults, bool)>;

/// The choices of both sides for a sequence of attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceChoices {
    /// For each ability of a side, whether it is used and a bit for each option taken.
    pub picked: [Vec<(bool, u8)>; 2],
    /// Whether the attacker rerolls hits that are not 6s as well.
    pub rerolls_all: bool,
    /// For each side, its tokens that the enemy does not spend.
    pub unspent: [u8; 2],
    /// For each side, its tokens that the enemy does not spend on saves against hits of effects.
    pub kept: [u8; 2],
}

/// A distribution: outcomes in ascending order with their probabilities.
pub type Chances<T> = Vec<(T, f64)>;

/// The state of both units, and the results of the main attack so far.
///
/// Arrays hold the values of the attacker (0) and of the defender (1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CombatState {
    /// Wounds left.
    pub left: [i32; 2],
    /// Tokens as a bit set (A7).
    pub tokens: [u8; 2],
    /// Wounds suffered so far.
    pub suffered: [i32; 2],
    /// Number of attempts of each survival effect, in card order.
    pub(super) survival_attempts: [[u8; 4]; 2],
    /// Whether the attachment is lost.
    pub attachment_lost: [bool; 2],
    /// Hits of the main attack (A2.2).
    pub hits: i32,
    /// Unblocked hits of the main attack (A2.6).
    pub unblocked: i32,
    /// Wounds that abilities add to them, or that replace them (A14.7).
    pub added: i32,
    /// Wounds suffered from them, at most those left.
    pub from_hits: i32,
    /// Wounds of the panic test of the main attack (A4.2).
    pub panic: i32,
    /// Whether that test failed.
    pub failed: bool,
    /// The damage of the main attack.
    pub(super) damage: AttackDamage,
}

/// Wounds dealt and ranks destroyed by an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttackDamage {
    pub(super) dealt: i32,
    pub(super) ranks: i32,
    /// Wounds of the panic test that triggers an effect.
    pub(super) of_test: i32,
}

impl CombatState {
    /// Returns whether both units have wounds left.
    pub fn both_survive(&self) -> bool {
        self.left[0] > 0 && self.left[1] > 0
    }

    /// Returns the state with the two sides exchanged.
    pub fn swapped(self) -> Self {
        let Self { left: [a, b], tokens: [c, d], suffered: [e, f], .. } = self;
        let ([g, h], [i, j]) = (self.survival_attempts, self.attachment_lost);
        let (left, tokens, suffered) = ([b, a], [d, c], [f, e]);
        Self { left, tokens, suffered, survival_attempts: [h, g], attachment_lost: [j, i], ..self }
    }

    /// Keeps what the next attack of a duel depends on, so that equal states merge.
    pub fn for_next_attack(self) -> Self {
        Self { suffered: [0; 2], damage: AttackDamage::default(), ..self.without_totals() }
    }

    /// Keeps what the rest of the sequence depends on: choices in it may not see past results.
    pub fn without_totals(self) -> Self {
        let Self { left, tokens, survival_attempts, attachment_lost, damage, .. } = self;
        Self { left, tokens, survival_attempts, attachment_lost, damage, ..Self::default() }
    }

    pub(super) fn wounded(mut self, side: usize, wounds: i32) -> Self {
        // surplus wounds are lost (A1.4)
        let wounds = wounds.clamp(0, self.left[side]);
        self.left[side] -= wounds;
        self.suffered[side] += wounds;
        self
    }
}

/// Returns the distribution of a certain outcome.
pub(super) fn certain<T>(outcome: T) -> Chances<T> {
    vec![(outcome, 1.0)]
}

/// Applies a random step to each outcome and merges equal results.
pub(super) fn flat_map<S: Copy, T: Ord>(
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

/// Returns the bit of a token in a set.
pub(super) fn token_bit(token: Token) -> u8 {
    Tokens::NONE.with(token).bits()
}

/// The value of a state: what is chosen for, such as the probability that `b` is destroyed minus
/// the probability that `a` is, then wounds, such as those left to `a` minus those left to `b`.
pub(super) type DuelValue = (f64, f64);

/// The tolerance of comparisons: sums of equal terms in another order differ in their last digits.
const TIE: f64 = 1e-9;

/// Returns whether one value exceeds another: victory decides, then wounds.
pub(super) fn is_better(one: DuelValue, other: DuelValue) -> bool {
    one.0 > other.0 + TIE || (one.0 > other.0 - TIE && one.1 > other.1 + TIE)
}
