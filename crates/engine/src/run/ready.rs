//! Compiled rules of any type.
//!
//! Callers need not know the rule of a question: [`Resolve`] has everything engines do with one.
//! Each rule is instantiated once, where questions are compiled, and all callers run that code: the
//! program, tests, and benchmarks, which would otherwise measure their own copy.

use num_rational::BigRational;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::contract::ContractError;
use super::exact::{Distributions, exact, exact_fractions};
use super::given::{Condition, Conditional, exact_fractions_given, exact_given, seed_given};
use super::isa::dice_rolled;
use super::sample::{Goal, Sample, Sampler, sample};
use super::shard::Shard;
use crate::chance::{Rule, ScalarDice, Sequential, Slot, State, TraceEntry};
use crate::control::Control;

/// A rule that engines can run.
pub trait Resolve: Send + Sync {
    /// Returns the rule, for the engines that resolve it one at a time.
    fn rule(&self) -> &dyn Sequential<State = State<u8>>;

    /// Returns notes for readers: choices made during compilation, and effects left out.
    fn decided(&self) -> Vec<String>;

    /// Samples a shard of its run until the goal is reached: see [`sample`].
    ///
    /// # Errors
    /// [`ContractError`] if the rule breaks its contract; no input does that.
    fn sample_shard(
        &self,
        sampler: Sampler,
        goal: Goal,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<Sample, ContractError>;

    /// Returns the number of batches of 64 dice the lanes roll for `trials` resolutions, on any
    /// instruction set: benchmarks compare the cost of a resolution with its dice.
    fn dice_rolled(&self, seed: u64, trials: usize) -> u64;

    /// Samples until the goal is reached.
    ///
    /// # Errors
    /// See [`sample_shard`](Self::sample_shard).
    fn sample(
        &self,
        sampler: Sampler,
        goal: Goal,
        control: &dyn Control,
    ) -> Result<Sample, ContractError> {
        self.sample_shard(sampler, goal, Shard::WHOLE, control)
    }

    /// Returns the recorded results, in the order of all distributions and tallies.
    fn slots(&self) -> Vec<Slot> {
        self.rule().slots()
    }

    /// Returns two slots whose joint distribution is recorded, if any.
    fn joint(&self) -> Option<(usize, usize)> {
        self.rule().joint()
    }

    /// Computes the exact distributions: see [`exact`].
    ///
    /// # Errors
    /// [`ContractError`] if the rule breaks its contract; no input does that.
    fn exact(&self) -> Result<Distributions, ContractError> {
        exact(self.rule())
    }

    /// Computes the exact distribution of each slot without rounding: see [`exact_fractions`].
    ///
    /// # Errors
    /// [`ContractError`] if the rule breaks its contract; no input does that.
    fn exact_fractions(&self) -> Result<Vec<Vec<BigRational>>, ContractError> {
        exact_fractions(self.rule())
    }

    /// Computes the exact distributions under a condition: see [`exact_given`].
    ///
    /// # Errors
    /// [`ContractError`] if the rule breaks its contract; no input does that.
    fn exact_given(&self, condition: &Condition<'_>) -> Result<Option<Conditional>, ContractError> {
        exact_given(self.rule(), condition)
    }

    /// Computes the distributions under a condition without rounding: see
    /// [`exact_fractions_given`].
    ///
    /// # Errors
    /// [`ContractError`] if the rule breaks its contract; no input does that.
    fn exact_fractions_given(
        &self,
        condition: &Condition<'_>,
    ) -> Result<Option<Vec<Vec<BigRational>>>, ContractError> {
        exact_fractions_given(self.rule(), condition)
    }

    /// Resolves the rule once, die by die, and returns the trace; equal seeds give equal dice.
    fn trace(&self, seed: u64) -> Vec<TraceEntry> {
        self.trace_with_results(seed).0
    }

    /// Resolves the rule as [`trace`](Self::trace) does, and returns the value of each slot as well.
    fn trace_with_results(&self, seed: u64) -> (Vec<TraceEntry>, Vec<u8>) {
        let slots = self.slots();
        let mut values = vec![0; slots.len()];
        let mut generator = StdRng::seed_from_u64(seed);
        let mut dice = ScalarDice::tracing(&mut generator, &slots);
        dice.as_chance().recording(&mut values, |chance| self.rule().resolve(chance));
        (dice.into_trace(), values)
    }

    /// Returns the first seed from `first` whose trace meets a condition on its results, out of
    /// `draws` seeds.
    fn seed_given(&self, condition: &Condition<'_>, first: u64, draws: u64) -> Option<u64> {
        seed_given(self.rule(), condition, (0..draws).map(|draw| first.wrapping_add(draw)))
    }
}

/// A rule compiled for the engines.
#[derive(Clone, Debug)]
pub struct CompiledRule<R> {
    rule: R,
}

impl<R: Rule> CompiledRule<R> {
    /// Compiles a rule.
    pub const fn new(rule: R) -> Self {
        Self { rule }
    }
}

impl<R: Rule + Send> Resolve for CompiledRule<R> {
    fn rule(&self) -> &dyn Sequential<State = State<u8>> {
        &self.rule
    }

    fn decided(&self) -> Vec<String> {
        self.rule.decided()
    }

    fn sample_shard(
        &self,
        sampler: Sampler,
        goal: Goal,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<Sample, ContractError> {
        sample(&self.rule, sampler, goal, shard, control)
    }

    fn dice_rolled(&self, seed: u64, trials: usize) -> u64 {
        dice_rolled(&self.rule, seed, trials)
    }
}
