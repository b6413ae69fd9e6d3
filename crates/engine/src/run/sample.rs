//! Monte Carlo sampling: fixed blocks, each with its own seed, spread over all threads.
//!
//! The seed of a block depends only on the run's seed and the block's number, and counts are merged
//! by addition, so equal seeds give equal bits on any number of threads. A requested precision is
//! tested after fixed numbers of blocks, so stopping does not depend on threads either.

use std::ops::Range;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::contract::{ContractError, counted};
use super::isa::Isa;
use super::shard::{BlockCounter, Blocks, Shard};
use crate::chance::{
    DiceSource, Ledger, Mergeable, Rule, ScalarDice, Sequential, Slot, TallyBuffer,
};
use crate::control::Control;
use crate::dist::{Joint, Tally};

/// Trials per block.
pub const BLOCK: u64 = 8192;
/// Games per block of long games: few enough that a run of some thousands keeps several threads
/// busy.
pub const LONG_BLOCK: u64 = 512;

/// The engine that samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// 64 resolutions side by side, with these instructions.
    Lanes(Isa),
    /// Die by die, with the standard generator.
    Table,
}

/// The goal of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Largest number of trials; at least 1.
    pub trials: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Half-width of the 95 % interval of every quantity's mean at which to stop, if any.
    pub precision: Option<f64>,
}

/// The result of sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Tally of each slot, in the rule's order.
    pub slots: Vec<Tally>,
    /// Frequency of each pair, if the rule has a joint distribution.
    pub joint: Option<Joint<u64>>,
    /// Number of trials.
    pub trials: u64,
    /// Whether the run was stopped before its goal.
    pub partial: bool,
    /// Whether the requested precision was missed after all trials.
    pub imprecise: bool,
}

/// Samples a shard of `rule`'s run until the goal is reached or `control` stops it, on the threads
/// of the current rayon pool. A requested precision applies to the shard.
///
/// # Errors
/// [`ContractError`] if the rule records what it did not announce; no input does that.
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
/// let run = |sampler| sample(&ThreeDice, sampler, goal, Shard::WHOLE, &StdControl);
/// let portable = run(Sampler::Lanes(Isa::Portable))?;
/// assert!(portable.slots[0].exactly(3).is_some_and(|p| (p.point - 1.0 / 27.0).abs() < 0.01));
/// // equal seeds give equal counts on every instruction set
/// assert_eq!(run(Sampler::Lanes(Isa::best()))?, portable);
/// # Ok::<(), warodds_engine::run::ContractError>(())
/// ```
pub fn sample<R: Rule>(
    rule: &R,
    sampler: Sampler,
    goal: Goal,
    shard: Shard,
    control: &dyn Control,
) -> Result<Sample, ContractError> {
    Rule::check(rule).map_err(ContractError::InvalidQuestion)?;
    let (slots, joint) = (Rule::slots(rule), Rule::joint(rule));
    let resolve = |sum: &mut ThreadCounts, seed: u64, trials: usize| match sampler {
        Sampler::Lanes(isa) => {
            let empty = || Box::new(TallyBuffer::new(&slots, joint));
            let buffer = sum.buffer.take().unwrap_or_else(empty);
            sum.buffer = Some(isa.resolve(rule, seed, trials, buffer));
        }
        // the naive engine shares no table with the lanes, so it checks them
        Sampler::Table => {
            let mut generator = StdRng::seed_from_u64(seed);
            sum.play(rule, ScalarDice::new(&mut generator, &slots, joint), trials);
        }
    };
    let blocks = Blocks::new(goal.trials, BLOCK, shard);
    SampleRun { resolve: &resolve, slots: &slots, joint, blocks, control }.sample(goal)
}

/// Samples a shard of a long game's run, one game after the other, until the goal is reached or
/// `control` stops it, on the threads of the current rayon pool. Blocks have [`LONG_BLOCK`] games
/// and a seed each.
///
/// # Errors
/// [`ContractError`] if the rule records what it did not announce; no input does that.
pub fn play<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
    goal: Goal,
    shard: Shard,
    control: &dyn Control,
) -> Result<Sample, ContractError> {
    rule.check().map_err(ContractError::InvalidQuestion)?;
    let (slots, joint) = (rule.slots(), rule.joint());
    let resolve = |sum: &mut ThreadCounts, seed: u64, trials: usize| {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        sum.play(rule, ScalarDice::new(&mut generator, &slots, joint), trials);
    };
    let blocks = Blocks::new(goal.trials, LONG_BLOCK, shard);
    SampleRun { resolve: &resolve, slots: &slots, joint, blocks, control }.sample(goal)
}

/// Returns the block at which precision is tested next, after `done - start` blocks: 1, 2, 3, 4, 5,
/// 6, 7, 8, 10, 12, 15, …, growing by a quarter.
pub(super) const fn next_look(start: u64, done: u64) -> u64 {
    let quarter = (done - start) / 4;
    done + if quarter > 1 { quarter } else { 1 }
}

/// Returns whether the mean of every quantity has the requested precision.
fn is_precise(slots: &[Slot], ledger: &Ledger<u64>, target: f64) -> bool {
    let quantities =
        slots.iter().zip(ledger.slots()).filter(|(slot, _)| slot.name.quantity().is_some());
    quantities
        .map(|(_, counts)| Tally::from_counts(counts.clone()).mean())
        .all(|mean| mean.is_some_and(|mean| mean.half_width() <= target))
}

/// Converts the ledger of `trials` trials into tallies.
pub(super) fn seen(ledger: Ledger<u64>, trials: u64) -> Result<Sample, ContractError> {
    let (slots, joint) = counted(ledger, trials)?.into_parts();
    let slots = slots.into_iter().map(Tally::from_counts).collect();
    let joint = joint.map(|pairs| Joint::from_rows(pairs.columns, pairs.weights));
    Ok(Sample { slots, joint, trials, partial: false, imprecise: false })
}

/// The counts of one thread.
struct ThreadCounts {
    ledger: Ledger<u64>,
    /// The buffer of the lanes, reused from block to block.
    buffer: Option<Box<TallyBuffer>>,
}

impl ThreadCounts {
    /// Adds resolutions with single dice.
    fn play<S: Mergeable, D: DiceSource>(
        &mut self,
        rule: &dyn Sequential<State = S>,
        mut dice: ScalarDice<'_, D>,
        trials: usize,
    ) {
        (0..trials).for_each(|_| rule.resolve(&mut dice.as_chance()));
        self.ledger.merge(&dice.into_ledger());
    }

    /// Adds the counts of another thread.
    fn merge(&mut self, other: Self) {
        self.ledger.merge(&other.done());
    }

    /// Returns all counts.
    fn done(self) -> Ledger<u64> {
        let Self { mut ledger, buffer } = self;
        if let Some(buffer) = buffer {
            ledger.merge(&buffer.into_ledger());
        }
        ledger
    }
}

/// The inputs shared by all blocks of a run.
struct SampleRun<'a> {
    /// Adds trials from a seed to the counts of a thread.
    resolve: &'a (dyn Fn(&mut ThreadCounts, u64, usize) + Sync),
    slots: &'a [Slot],
    joint: Option<(usize, usize)>,
    blocks: Blocks,
    control: &'a dyn Control,
}

impl SampleRun<'_> {
    /// Samples until the goal is reached or the run is stopped.
    fn sample(&self, goal: Goal) -> Result<Sample, ContractError> {
        let mut ledger = self.empty();
        let Range { start, end } = self.blocks.numbers();
        let (mut done, mut trials, mut precise) = (start, 0, false);
        while done < end && !precise && !self.control.is_stopped() {
            // without a precision there is nothing to test in between
            let look = if goal.precision.is_some() { next_look(start, done).min(end) } else { end };
            let (counted, more) = self.blocks(goal.seed, done..look);
            ledger.merge(&counted);
            trials += more;
            done = look;
            precise = goal.precision.is_some_and(|target| is_precise(self.slots, &ledger, target));
        }
        let sample = seen(ledger, trials)?;
        // fewer trials than planned without reaching the precision: the run was stopped
        let missing = !precise && sample.trials < self.blocks.trials();
        Ok(Sample {
            partial: missing,
            imprecise: goal.precision.is_some() && !precise && !missing,
            ..sample
        })
    }

    fn empty(&self) -> Ledger<u64> {
        Ledger::new(self.slots, self.joint)
    }

    /// Returns the counts of the blocks that are not stopped, and their number of trials.
    fn blocks(&self, seed: u64, numbers: Range<u64>) -> (Ledger<u64>, u64) {
        let empty = || ThreadCounts { ledger: self.empty(), buffer: None };
        let counter = BlockCounter { empty: &empty, add: self.resolve, merge: ThreadCounts::merge };
        let (counted, trials) = counter.count((&self.blocks, numbers), seed, self.control);
        (counted.done(), trials)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, EventName, Label, Num, QuantityName, State};
    use crate::run::{StdControl, exact};

    const DIE: Label = Label::new("a die", "");

    /// A die that announces less than it records: values up to `most`, and no pair.
    struct Die {
        most: u8,
        slots: usize,
    }

    impl Rule for Die {
        fn slots(&self) -> Vec<Slot> {
            vec![Slot::quantity(QuantityName::new("die"), "a die", "pips", self.most); self.slots]
        }

        fn steps(&self) -> usize {
            1
        }

        fn step<C: Chance>(&self, chance: &mut C, _: usize, state: &mut State<C::N>) {
            state[0] = chance.d6(&DIE);
        }

        fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
            chance.record(0, state[0]);
        }
    }

    fn samplers() -> Vec<Sampler> {
        Isa::available().into_iter().map(Sampler::Lanes).chain([Sampler::Table]).collect()
    }

    #[test]
    fn what_a_rule_did_not_announce_is_refused_by_every_engine() {
        // in whole batches, in part of one, and where values are not counted in bytes
        for trials in [1_000, 20_000, 30] {
            let goal = Goal { trials, seed: 1, precision: None };
            for sampler in samplers() {
                let seen = |most, slots| {
                    sample(&Die { most, slots }, sampler, goal, Shard::WHOLE, &StdControl)
                };
                assert!(seen(6, 1).is_ok_and(|seen| seen.trials == trials), "{sampler:?}");
                assert!(seen(60, 1).is_ok(), "{sampler:?}");
                assert_eq!(seen(5, 1), Err(ContractError::OutOfRange), "{sampler:?} {trials}");
                assert_eq!(seen(6, 0), Err(ContractError::OutOfRange), "{sampler:?} {trials}");
            }
        }
        assert_eq!(exact(&Die { most: 5, slots: 1 }), Err(ContractError::OutOfRange));
        assert!(exact(&Die { most: 6, slots: 1 }).is_ok());
    }

    /// A die that is looked up in a table with this number of faces.
    struct LookUp {
        faces: u8,
        checked: Result<(), &'static str>,
    }

    impl Rule for LookUp {
        fn slots(&self) -> Vec<Slot> {
            vec![Slot::quantity(QuantityName::new("die"), "a die", "pips", 6)]
        }

        fn check(&self) -> Result<(), &'static str> {
            self.checked
        }

        fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
            let table: Vec<u8> = (1..=self.faces).collect();
            let face = chance.d6(&DIE);
            let found = chance.look_up(&table, 1, face - C::N::of(1), C::N::of(0));
            chance.record(0, found);
        }
    }

    #[test]
    fn look_up_outside_a_table_is_refused_by_single_dice() {
        let goal = Goal { trials: 1_000, seed: 1, precision: None };
        let sampled = |faces, sampler| {
            sample(&LookUp { faces, checked: Ok(()) }, sampler, goal, Shard::WHOLE, &StdControl)
                .map(|_| ())
        };
        for sampler in samplers() {
            assert_eq!(sampled(6, sampler), Ok(()), "{sampler:?}");
        }
        assert_eq!(sampled(5, Sampler::Table), Err(ContractError::OutOfRange));
        let exactly = |faces| exact(&LookUp { faces, checked: Ok(()) }).map(|_| ());
        assert_eq!((exactly(6), exactly(5)), (Ok(()), Err(ContractError::OutOfRange)));
    }

    #[test]
    fn what_contradicts_itself_is_refused_by_every_engine() {
        let rule = LookUp { faces: 6, checked: Err("one is two") };
        let refused = ContractError::InvalidQuestion("one is two");
        let goal = Goal { trials: 1, seed: 1, precision: None };
        for sampler in samplers() {
            let found = sample(&rule, sampler, goal, Shard::WHOLE, &StdControl);
            assert_eq!(found.map(|_| ()), Err(refused.clone()), "{sampler:?}");
        }
        assert_eq!(exact(&rule).map(|_| ()), Err(refused));
    }

    #[test]
    fn a_slot_that_does_not_count_each_trial_is_refused() {
        let slots = [
            Slot::event(EventName::new("even"), "even"),
            Slot::event(EventName::new("odd"), "odd"),
        ];
        let mut ledger = Ledger::new(&slots, None);
        ledger.add(0, 1, 3);
        ledger.add(1, 0, 2);
        let uncounted = |slot, counted| {
            let trials = 3;
            Err(ContractError::MissingTrials { slot, counted, trials })
        };
        assert_eq!(seen(ledger.clone(), 3), uncounted(1, 2));
        ledger.add(1, 1, 1);
        assert!(seen(ledger.clone(), 3).is_ok());
        ledger.merge(&Ledger::new(&slots[..1], None));
        assert_eq!(seen(ledger, 3), Err(ContractError::OutOfRange), "of another rule");
        let unpaired: Ledger<u64> = Ledger::new(&slots, Some((0, 2)));
        assert!(unpaired.is_incomplete(), "there is no slot 2");
    }
}
