//! Which blocks of a run are resolved here.
//!
//! A block's seed depends on the run's seed and the block's number alone, and counts are merged by
//! addition. So a run can be shared out among machines: the counts of shards that cover it are
//! those of one run, bit for bit, in whichever order they are added.

use std::ops::Range;

use rayon::prelude::*;

use crate::chance::seed_of_block;
use crate::control::Control;

/// Some of the blocks of a run; those that the run does not have are no part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    /// The number of its first block, from 0.
    pub first: u64,
    /// How many blocks it has.
    pub blocks: u64,
}

impl Shard {
    /// All blocks of a run.
    pub const WHOLE: Self = Self { first: 0, blocks: u64::MAX };
}

/// A run in blocks of so many trials, of which the last may be broken, and the shard of it that is
/// resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    trials: u64,
    of: u64,
    shard: Shard,
}

impl Blocks {
    /// A run of `trials` in blocks `of` so many.
    pub(super) const fn new(trials: u64, of: u64, shard: Shard) -> Self {
        Self { trials, of, shard }
    }

    /// The numbers of the shard's blocks.
    pub(super) fn numbers(&self) -> Range<u64> {
        let all = self.trials.div_ceil(self.of);
        let Shard { first, blocks } = self.shard;
        first.min(all)..first.saturating_add(blocks).min(all)
    }

    /// The trials of one of them: all of a block, or what the run leaves for its last.
    pub(super) fn trials_of(&self, block: u64) -> u64 {
        let before = block.saturating_mul(self.of);
        self.of.min(self.trials.saturating_sub(before))
    }

    /// The trials of all of them.
    pub(super) fn trials(&self) -> u64 {
        let Range { start, end } = self.numbers();
        let until = |block: u64| block.saturating_mul(self.of).min(self.trials);
        until(end) - until(start)
    }
}

/// How blocks are counted: each thread begins with nothing, and what all have counted is put
/// together. Behind pointers, so that what threads need is compiled once, and not for each rule.
pub(super) struct BlockCounter<'a, T> {
    pub empty: &'a (dyn Fn() -> T + Sync),
    /// Adds so many trials from a seed.
    pub add: &'a (dyn Fn(&mut T, u64, usize) + Sync),
    pub merge: fn(&mut T, T),
}

impl<T: Send> BlockCounter<'_, T> {
    /// What those of the blocks come to that `control` does not stop, and their trials. It runs on
    /// the threads of the current rayon pool.
    pub(super) fn count(
        &self,
        (blocks, numbers): (&Blocks, Range<u64>),
        seed: u64,
        control: &dyn Control,
    ) -> (T, u64) {
        let nothing = || ((self.empty)(), 0);
        let add = |(mut sum, done): (T, u64), block: u64| {
            let trials = blocks.trials_of(block);
            (self.add)(&mut sum, seed_of_block(seed, block), trials as usize);
            control.advance(trials);
            (sum, done + trials)
        };
        let merged = |(mut sum, done): (T, u64), (other, more): (T, u64)| {
            (self.merge)(&mut sum, other);
            (sum, done + more)
        };
        // once stopped the blocks that are left, which may be billions, are not even passed over
        let numbers = numbers.into_par_iter().take_any_while(|_| !control.is_stopped());
        numbers.fold(nothing, add).reduce(nothing, merged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_that_cover_a_run_have_its_trials() {
        let whole = Blocks::new(1003, 100, Shard::WHOLE);
        assert_eq!((whole.numbers(), whole.trials(), whole.trials_of(10)), (0..11, 1003, 3));
        let parts = [(0, 4), (4, 6), (10, 1)]
            .map(|(first, blocks)| Blocks::new(1003, 100, Shard { first, blocks }));
        assert_eq!(parts.map(|part| part.trials()), [400, 600, 3]);
        let beyond = Blocks::new(1003, 100, Shard { first: 11, blocks: u64::MAX });
        assert_eq!((beyond.numbers().count(), beyond.trials()), (0, 0));
        let most = Blocks::new(u64::MAX, 100, Shard { first: u64::MAX, blocks: 2 });
        assert_eq!(most.trials(), 0);
    }
}
