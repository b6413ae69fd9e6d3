//! A number that depends on the exact state of a fight, for few possible states.

use warodds_engine::chance::{Mask, Num};

/// A number in each state of `K` counts.
#[derive(Clone, Debug, Default)]
pub(super) struct PerState<const K: usize> {
    /// The states whose number is not 0.
    others: Vec<([u8; K], u8)>,
}

impl<const K: usize> PerState<K> {
    /// Stores the numbers of these states; all other states have 0.
    pub(super) fn new(all: impl Iterator<Item = ([u8; K], u8)>) -> Self {
        Self { others: all.filter(|(_, number)| *number > 0).collect() }
    }

    /// Returns the number of a state.
    #[inline(always)]
    pub(super) fn at<N: Num>(&self, state: [N; K]) -> N {
        if self.others.is_empty() { N::of(0) } else { self.searched(state) }
    }

    #[inline(never)]
    fn searched<N: Num>(&self, state: [N; K]) -> N {
        let is = |known: [u8; K]| {
            let pairs = state.into_iter().zip(known);
            pairs.fold(N::Mask::all_of(true), |all, (held, value)| all & held.equals(N::of(value)))
        };
        self.others
            .iter()
            .fold(N::of(0), |found, (known, number)| N::of(*number).select(is(*known), found))
    }
}
