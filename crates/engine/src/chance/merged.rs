//! States with their weights, with equal states merged.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Sums;

/// A state that the exact engine merges with equal ones.
pub trait Mergeable: Clone + Send + Sized {
    /// The storage of weights.
    type StateWeights: StateWeights<Self>;
}

/// Weights summed by state.
pub trait StateWeights<S>: Default {
    /// Adds to the weight of a state.
    fn add(&mut self, state: S, weight: f64);
    /// Returns the number of states.
    fn count(&self) -> usize;
    /// Moves all states to the end of `states`, in ascending order, so that sums are equal on every
    /// machine.
    fn drain_into(&mut self, states: &mut Vec<(S, f64)>);
}

/// Packs eight counts into a word.
impl Mergeable for [u8; 8] {
    type StateWeights = Sums;
}

impl StateWeights<[u8; 8]> for Sums {
    #[inline(always)]
    fn add(&mut self, state: [u8; 8], weight: f64) {
        Self::add(self, u64::from_be_bytes(state), weight);
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn drain_into(&mut self, states: &mut Vec<([u8; 8], f64)>) {
        let all = self.distribution().iter();
        states.extend(all.map(|&(state, weight)| (state.to_be_bytes(), weight)));
        self.clear();
    }
}

/// Weights of states that do not fit in a word.
#[derive(Debug)]
pub struct HashedSums<S>(FxHashMap<S, f64>);

impl<S> Default for HashedSums<S> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<S: Hash + Ord> StateWeights<S> for HashedSums<S> {
    fn add(&mut self, state: S, weight: f64) {
        *self.0.entry(state).or_default() += weight;
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn drain_into(&mut self, states: &mut Vec<(S, f64)>) {
        let first = states.len();
        states.extend(self.0.drain());
        states[first..].sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    }
}
