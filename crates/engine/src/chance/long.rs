//! What the engines for long games run: a rule whose state is more than eight counts.

use std::hash::Hash;

use super::{Chance, Slot};

/// A long game put as rules: begun once, taken step by step until it is over, its results recorded.
///
/// Where [`Rule`](super::Rule) is made for 64 resolutions side by side, a long game is played one
/// at a time with plain counts, and its state may be anything that can be compared. The exact
/// engine merges equal states after each step, so a state should forget what no longer matters.
///
/// As with any rule, each slot is recorded exactly once in every game: in a step or at the end.
pub trait LongRule: Sync {
    /// All that the rest of the game depends on.
    type State: Clone + Ord + Hash + Send;
    /// The results it records; [`Chance::record`] names them by their place here.
    fn slots(&self) -> Vec<Slot>;
    /// The state before the first step.
    fn start(&self) -> Self::State;
    /// How many steps it takes at most.
    fn steps(&self) -> usize;
    /// Takes the next step.
    fn step<C: Chance<N = u8>>(&self, chance: &mut C, state: &mut Self::State);
    /// Whether nothing more can happen.
    fn over(&self, state: &Self::State) -> bool;
    /// Records what the last state tells.
    fn finish<C: Chance<N = u8>>(&self, chance: &mut C, state: &Self::State);
}
