//! States with their weights, with equal states merged.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Sums, Weight};

/// A state that the exact engine merges with equal ones.
pub trait Mergeable: Clone + Hash + Ord + Send {
    /// The storage of weights.
    type StateWeights<W: Weight>: StateWeights<Self, W>;
}

/// Weights summed by state.
pub trait StateWeights<S, W>: Default {
    /// Adds to the weight of a state.
    fn add(&mut self, state: S, weight: &W);
    /// Returns the number of states.
    fn count(&self) -> usize;
    /// Moves all states to the end of `states`, in ascending order, so that sums are equal on every
    /// machine.
    fn drain_into(&mut self, states: &mut Vec<(S, W)>);
}

/// Packs eight counts into a word.
impl Mergeable for [u8; 8] {
    type StateWeights<W: Weight> = Sums<W>;
}

impl<W: Weight> StateWeights<[u8; 8], W> for Sums<W> {
    #[inline]
    fn add(&mut self, state: [u8; 8], weight: &W) {
        Self::add(self, u64::from_be_bytes(state), weight);
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn drain_into(&mut self, states: &mut Vec<([u8; 8], W)>) {
        let all = self.distribution().iter();
        states.extend(all.map(|(state, weight)| (state.to_be_bytes(), weight.clone())));
        self.clear();
    }
}

/// Weights of states that do not fit in a word.
#[derive(Debug)]
pub struct HashedSums<S, W>(FxHashMap<S, W>);

impl<S, W> Default for HashedSums<S, W> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<S: Hash + Ord, W: Weight> StateWeights<S, W> for HashedSums<S, W> {
    fn add(&mut self, state: S, weight: &W) {
        *self.0.entry(state).or_default() += weight;
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn drain_into(&mut self, states: &mut Vec<(S, W)>) {
        let first = states.len();
        states.extend(self.0.drain());
        states[first..].sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    }
}
