//! Shards: parts of a run.
//!
//! The seed of a block depends only on the run's seed and the block's number, and counts are merged
//! by addition. So a run can be distributed over machines: the counts of shards that cover it equal
//! those of the whole run, bit for bit, in any order.

use std::ops::Range;

use rayon::prelude::*;

use crate::chance::seed_of_block;
use crate::control::Control;

/// A range of blocks of a run; blocks beyond the end of the run are ignored.
///
/// # Examples
/// ```
/// use warodds_engine::run::{Goal, Isa, Sampler, Shard, StdControl, sample};
///
/// # use warodds_engine::chance::{Chance, Label, Num, QuantityName, Rule, Slot, State};
/// static ROLL: Label = Label::new("attack dice", "A2.2");
///
/// /// Counts the successes of three dice on 5+.
/// struct ThreeDice;
///
/// impl Rule for ThreeDice {
///     fn slots(&self) -> Vec<Slot> {
///         vec![Slot::quantity(QuantityName::new("hits"), "hits", "hits", 3)]
///     }
///
///     fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
///         let hits = chance.successes(&ROLL, C::N::of(3), C::N::of(5));
///         chance.record(0, hits);
///     }
/// }
///
/// let goal = Goal { trials: 20_000, seed: 7, precision: None };
/// let run = |shard| sample(&ThreeDice, Sampler::Lanes(Isa::Portable), goal, shard, &StdControl);
/// // two shards that cover the run have its counts
/// let mut sum = run(Shard { first: 0, blocks: 1 })?.slots;
/// sum[0].merge(&run(Shard { first: 1, blocks: 9 })?.slots[0]);
/// assert_eq!(sum, run(Shard::WHOLE)?.slots);
/// # Ok::<(), warodds_engine::run::ContractError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    /// Index of the first block.
    pub first: u64,
    /// Number of blocks.
    pub blocks: u64,
}

impl Shard {
    /// All blocks of a run.
    pub const WHOLE: Self = Self { first: 0, blocks: u64::MAX };
}

/// The blocks of a run, the last of which may be smaller, and the shard to resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    trials: u64,
    of: u64,
    shard: Shard,
}

impl Blocks {
    /// Creates a run of `trials` trials in blocks of `of` trials.
    pub(super) const fn new(trials: u64, of: u64, shard: Shard) -> Self {
        Self { trials, of, shard }
    }

    /// Returns the block numbers of the shard.
    pub(super) fn numbers(&self) -> Range<u64> {
        let all = self.trials.div_ceil(self.of);
        let Shard { first, blocks } = self.shard;
        // shards beyond the end of the run are empty, not an error
        first.min(all)..first.saturating_add(blocks).min(all)
    }

    /// Returns the number of trials in a block: all, or what is left for the last one.
    pub(super) fn trials_of(&self, block: u64) -> u64 {
        let before = block.saturating_mul(self.of);
        self.of.min(self.trials.saturating_sub(before))
    }

    /// Returns the number of trials in the shard.
    pub(super) fn trials(&self) -> u64 {
        let Range { start, end } = self.numbers();
        let until = |block: u64| block.saturating_mul(self.of).min(self.trials);
        until(end) - until(start)
    }
}

/// Parallel counting of blocks: each thread starts from `empty`, and all results are merged. The
/// functions are behind pointers so that the code of threads is instantiated once, not per rule.
pub(super) struct BlockCounter<'a, T> {
    pub empty: &'a (dyn Fn() -> T + Sync),
    /// Adds trials from a seed.
    pub add: &'a (dyn Fn(&mut T, u64, usize) + Sync),
    pub merge: fn(&mut T, T),
}

impl<T: Send> BlockCounter<'_, T> {
    /// Counts the blocks that `control` does not stop, on the threads of the current rayon pool.
    /// Returns the result and the number of trials.
    pub(super) fn count(
        &self,
        (blocks, numbers): (&Blocks, Range<u64>),
        seed: u64,
        control: &dyn Control,
    ) -> (T, u64) {
        let nothing = || ((self.empty)(), 0);
        let add = |(mut sum, done): (T, u64), block: u64| {
            let trials = blocks.trials_of(block);
            // the seed depends on the block alone, so threads may take blocks in any order
            (self.add)(&mut sum, seed_of_block(seed, block), trials as usize);
            control.advance(trials);
            (sum, done + trials)
        };
        let merged = |(mut sum, done): (T, u64), (other, more): (T, u64)| {
            (self.merge)(&mut sum, other);
            (sum, done + more)
        };
        // after a stop, the remaining blocks (maybe billions) are not even iterated
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
