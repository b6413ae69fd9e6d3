//! A rule made ready, whichever it is.
//!
//! Who asks a question need not know its rule: all that engines do with one stands behind
//! [`Resolve`]. Each rule is compiled for them once, where questions are put, and everybody who
//! asks runs that code: the program, tests, and benches, which would else time a copy of their own.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::conditional::{Conditional, Strata, conditional, strata};
use super::contract::ContractError;
use super::exact::{Distributions, exact};
use super::isa::{dice_rolled, resolve_once};
use super::sample::{Goal, Sample, Sampler, sample};
use super::shard::Shard;
use crate::chance::{ConditionalRule, Rule, ScalarDice, Slot, TraceEntry};
use crate::control::Control;

/// What engines do with a rule.
pub trait Resolve: Send + Sync {
    /// The results it records, in the order of all distributions and counts below.
    fn slots(&self) -> Vec<Slot>;

    /// Two slots whose joint distribution is wanted as well.
    fn joint(&self) -> Option<(usize, usize)>;

    /// What was decided when it was made ready, and a reader must know.
    fn decided(&self) -> Vec<String>;

    /// Its exact distributions: see [`exact`].
    ///
    /// # Errors
    /// When the rule breaks its contract; no input does that.
    fn exact(&self) -> Result<Distributions, ContractError>;

    /// Resolves a shard of its run until the goal is reached: see [`sample`].
    ///
    /// # Errors
    /// When the rule breaks its contract; no input does that.
    fn sample_shard(
        &self,
        sampler: Sampler,
        goal: Goal,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<Sample, ContractError>;

    /// Resolves it until the goal is reached.
    ///
    /// # Errors
    /// As [`sample_shard`](Self::sample_shard).
    fn sample(
        &self,
        sampler: Sampler,
        goal: Goal,
        control: &dyn Control,
    ) -> Result<Sample, ContractError> {
        self.sample_shard(sampler, goal, Shard::WHOLE, control)
    }

    /// Batches of 64 dice that the lanes roll for so many resolutions, whatever their instructions:
    /// for benches, which hold what a resolution costs against its dice.
    fn dice_rolled(&self, seed: u64, trials: usize) -> u64;

    /// Rolls what it has given in a shard of its run and works out the rest: see [`conditional`].
    /// None where nothing is given.
    fn conditional_shard(
        &self,
        goal: Goal,
        shard: Shard,
        control: &dyn Control,
    ) -> Option<Result<Conditional, ContractError>>;

    /// Rolls what it has given and works out the rest. None where nothing is given.
    fn conditional(
        &self,
        goal: Goal,
        control: &dyn Control,
    ) -> Option<Result<Conditional, ContractError>> {
        self.conditional_shard(goal, Shard::WHOLE, control)
    }

    /// Its distributions under each of what it can have given: see [`strata`]. None where nothing
    /// is given.
    fn strata(&self) -> Option<Result<Strata, ContractError>>;

    /// What happens when it is played once at the table, die by die; the same seed gives the same
    /// dice.
    fn log(&self, seed: u64) -> Vec<TraceEntry>;
}

/// What the conditional engine is for a rule.
#[derive(Debug)]
struct ConditionalEngine<R> {
    run: fn(&R, Goal, Shard, &dyn Control) -> Result<Conditional, ContractError>,
    strata: fn(&R) -> Result<Strata, ContractError>,
}

// not derived, for it holds whether the rule is `Copy` or not
impl<R> Clone for ConditionalEngine<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ConditionalEngine<R> {}

/// A rule made ready.
#[derive(Clone, Debug)]
pub struct CompiledRule<R> {
    rule: R,
    conditionally: Option<ConditionalEngine<R>>,
}

impl<R: Rule> CompiledRule<R> {
    /// A rule that has nothing given.
    pub const fn new(rule: R) -> Self {
        Self { rule, conditionally: None }
    }
}

impl<R: ConditionalRule> CompiledRule<R> {
    /// A rule that has something given.
    pub const fn conditional(rule: R) -> Self {
        Self { rule, conditionally: Some(ConditionalEngine { run: conditional, strata }) }
    }
}

impl<R: Rule + Send> Resolve for CompiledRule<R> {
    fn slots(&self) -> Vec<Slot> {
        self.rule.slots()
    }

    fn joint(&self) -> Option<(usize, usize)> {
        self.rule.joint()
    }

    fn decided(&self) -> Vec<String> {
        self.rule.decided()
    }

    fn exact(&self) -> Result<Distributions, ContractError> {
        exact(&self.rule)
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

    fn conditional_shard(
        &self,
        goal: Goal,
        shard: Shard,
        control: &dyn Control,
    ) -> Option<Result<Conditional, ContractError>> {
        self.conditionally.map(|engine| (engine.run)(&self.rule, goal, shard, control))
    }

    fn strata(&self) -> Option<Result<Strata, ContractError>> {
        self.conditionally.map(|engine| (engine.strata)(&self.rule))
    }

    fn log(&self, seed: u64) -> Vec<TraceEntry> {
        let mut table = ScalarDice::logging(StdRng::seed_from_u64(seed), &self.rule.slots());
        resolve_once(&self.rule, &mut table);
        table.into_log()
    }
}
