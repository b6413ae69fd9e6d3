//! Resolving a rule often: fixed blocks, each with its own seed, spread over all threads.
//!
//! A block's seed depends on the run's seed and the block's number alone, and counts are merged by
//! addition, so that the same seed gives the same bits for any number of threads. A wanted
//! precision is looked at after block counts that are fixed in advance, so that when to stop does
//! not depend on threads either.

use std::ops::Range;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rayon::prelude::*;

use super::isa::{Isa, resolve_once};
use crate::chance::{Ledger, Rule, Slot, Table, TallyBuffer, seed_of_block};
use crate::dist::{Joint, Tally};

/// Trials of a block.
pub const BLOCK: u64 = 8192;

/// Who rolls the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// 64 resolutions side by side, with these instructions.
    Lanes(Isa),
    /// Die by die, with the standard generator.
    Table,
}

/// How long to go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Trials at most; at least 1.
    pub trials: u64,
    /// The run's seed.
    pub seed: u64,
    /// Stop as soon as the 95 % interval of every quantity's mean is at most this far from it on
    /// either side.
    pub precision: Option<f64>,
}

/// Whoever watches a run.
pub trait Control: Sync {
    /// Whether to stop before the next block.
    fn is_stopped(&self) -> bool {
        false
    }
    /// So many more trials are done.
    fn advance(&self, _trials: u64) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdControl;
impl Control for StdControl {}

/// What was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// How often each value of each slot was seen, in the rule's order.
    pub slots: Vec<Tally>,
    /// How often each pair was seen.
    pub joint: Option<Joint<u64>>,
    /// Trials counted.
    pub trials: u64,
    /// Whether the run was stopped before its goal.
    pub partial: bool,
    /// Whether a wanted precision was missed with all trials used up.
    pub imprecise: bool,
}

/// Resolves `rule` until the goal is reached or `control` stops it, on the threads of the current
/// rayon pool.
pub fn sample<R: Rule>(rule: &R, sampler: Sampler, goal: Goal, control: &dyn Control) -> Sample {
    let run = Run { rule, sampler, goal, control, slots: rule.slots() };
    let mut ledger = run.empty();
    let blocks = goal.trials.div_ceil(BLOCK);
    let (mut done, mut precise) = (0, false);
    while done < blocks && !precise && !control.is_stopped() {
        let look = if goal.precision.is_some() { next_look(done).min(blocks) } else { blocks };
        ledger.merge(&run.blocks(done..look));
        done = look;
        precise = goal.precision.is_some_and(|wanted| is_precise(&run.slots, &ledger, wanted));
    }
    let sample = seen(&ledger);
    let missing = !precise && sample.trials < goal.trials;
    Sample {
        partial: missing,
        imprecise: goal.precision.is_some() && !precise && !missing,
        ..sample
    }
}

/// The block counts at which precision is looked at: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, … each a
/// quarter more.
pub(super) const fn next_look(done: u64) -> u64 {
    let quarter = done / 4;
    done + if quarter > 1 { quarter } else { 1 }
}

/// Whether the mean of every quantity is known well enough.
fn is_precise(slots: &[Slot], ledger: &Ledger<u64>, wanted: f64) -> bool {
    use crate::chance::SlotKind;
    let quantities =
        slots.iter().zip(ledger.slots()).filter(|(slot, _)| slot.kind == SlotKind::Quantity);
    quantities
        .map(|(_, counts)| Tally::from_counts(counts.clone()).mean())
        .all(|mean| mean.is_some_and(|mean| mean.half_width() <= wanted))
}

/// The ledger as tallies.
pub(super) fn seen(ledger: &Ledger<u64>) -> Sample {
    let slots: Vec<_> = ledger.slots().iter().cloned().map(Tally::from_counts).collect();
    let trials = slots.first().map_or(0, Tally::trials);
    let joint = ledger.joint().map(|pairs| Joint::from_rows(pairs.columns, pairs.weights.clone()));
    Sample { slots, joint, trials, partial: false, imprecise: false }
}

/// What was counted of some blocks.
struct Counted {
    ledger: Ledger<u64>,
    /// That of the lanes, which goes from block to block.
    buffer: Option<Box<TallyBuffer>>,
}

impl Counted {
    fn into_ledger(self) -> Ledger<u64> {
        let Self { mut ledger, buffer } = self;
        if let Some(buffer) = buffer {
            ledger.merge(&buffer.into_ledger());
        }
        ledger
    }
}

/// What all blocks of a run share.
struct Run<'a, R> {
    rule: &'a R,
    sampler: Sampler,
    goal: Goal,
    control: &'a dyn Control,
    slots: Vec<Slot>,
}

impl<R: Rule> Run<'_, R> {
    fn empty(&self) -> Ledger<u64> {
        Ledger::new(&self.slots, self.rule.joint())
    }

    /// Those of the blocks that are not stopped, merged.
    fn blocks(&self, blocks: Range<u64>) -> Ledger<u64> {
        let nothing = || Counted { ledger: self.empty(), buffer: None };
        let add = |mut sum: Counted, block: u64| {
            if !self.control.is_stopped() {
                self.block(block, &mut sum);
            }
            sum
        };
        let merge = |mut sum: Ledger<u64>, other: Ledger<u64>| {
            sum.merge(&other);
            sum
        };
        blocks
            .into_par_iter()
            .fold(nothing, add)
            .map(Counted::into_ledger)
            .reduce(|| self.empty(), merge)
    }

    /// One block: all its trials, or what the goal leaves for the last.
    fn block(&self, block: u64, sum: &mut Counted) {
        let trials = BLOCK.min(self.goal.trials - block * BLOCK);
        let seed = seed_of_block(self.goal.seed, block);
        match self.sampler {
            Sampler::Lanes(isa) => {
                let buffer = sum
                    .buffer
                    .take()
                    .unwrap_or_else(|| Box::new(TallyBuffer::new(&self.slots, self.rule.joint())));
                sum.buffer = Some(isa.resolve(self.rule, seed, trials as usize, buffer));
            }
            Sampler::Table => {
                let mut chance =
                    Table::new(StdRng::seed_from_u64(seed), &self.slots, self.rule.joint());
                (0..trials).for_each(|_| resolve_once(self.rule, &mut chance));
                sum.ledger.merge(&chance.into_ledger());
            }
        }
        self.control.advance(trials);
    }
}
