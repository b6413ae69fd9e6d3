//! The conditional engine: samples the conditions of a rule and computes the rest exactly.
//!
//! Every path is enumerated once, for the distribution of each result under each value of the
//! conditions ([`Strata`]). Then only the conditions are sampled, with the blocks and seeds of
//! [`sample`](super::sample): a trial costs its dice and a count. The estimate of a mean is the
//! mean of conditional means, so its error is that of the sampled dice alone. The probabilities of
//! the conditions by enumeration do not enter the estimate.

use std::ops::Range;

use super::contract::ContractError;
use super::isa::{resolve_batch, resolve_once};
use super::sample::{BLOCK, Goal, next_look};
use super::shard::{BlockCounter, Blocks, Shard};
use crate::chance::{
    ConditionIndex, ConditionalPaths, ConditionalRule, LANES, Lanes, Ledger, OutOfLineDice, Slot,
    SlotName,
};
use crate::control::{Control, watched};
use crate::dist::{Joint, Mixture, Pmf};

/// The distributions of a rule's results under each value of its conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Strata {
    names: Vec<SlotName>,
    strata: Vec<Stratum>,
}

/// The distributions under one value of the conditions.
#[derive(Clone, Debug, PartialEq)]
struct Stratum {
    /// Number of the value, see [`ConditionIndex`].
    cell: usize,
    /// Probability of the value.
    weight: f64,
    distributions: Vec<Pmf>,
    joint: Option<Joint<f64>>,
}

/// The result of conditional sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditional {
    /// Distribution of each slot, in the rule's order; empty without trials.
    pub slots: Vec<Mixture>,
    /// Joint distribution, if the rule has one.
    pub joint: Option<Joint<f64>>,
    /// Frequency of each value of the conditions, by number.
    pub given: Vec<u64>,
    /// Number of trials.
    pub trials: u64,
    /// Whether the run was stopped before its goal.
    pub partial: bool,
    /// Whether the requested precision was missed after all trials.
    pub imprecise: bool,
}

/// Computes the distributions of all results under each value of the conditions.
///
/// # Errors
/// [`ContractError`] if the rule does not record a slot exactly once on every path.
pub fn strata<R: ConditionalRule>(rule: &R) -> Result<Strata, ContractError> {
    rule.check().map_err(ContractError::InvalidQuestion)?;
    let mut paths = ConditionalPaths::new(rule);
    paths.each_path(|chance| resolve_once(rule, chance));
    strata_of(paths, &rule.slots())
}

/// Collects the distributions of all paths.
fn strata_of(paths: ConditionalPaths, slots: &[Slot]) -> Result<Strata, ContractError> {
    let ledgers = paths.into_ledgers().into_iter();
    let strata = ledgers.map(|(cell, ledger)| stratum(cell, &ledger)).collect::<Result<_, _>>()?;
    Ok(Strata { names: slots.iter().map(|slot| slot.name).collect(), strata })
}

/// Converts a ledger whose weights sum to the probability of its conditions.
fn stratum(cell: usize, ledger: &Ledger<f64>) -> Result<Stratum, ContractError> {
    if ledger.is_incomplete() {
        return Err(ContractError::OutOfRange);
    }
    // a rule without slots has no weights to sum
    let weight: f64 = ledger.slots().first().map_or(1.0, |weights| weights.iter().sum());
    let shares = |weights: &[f64]| weights.iter().map(|one| one / weight).collect::<Vec<_>>();
    let distribution = |(slot, weights): (usize, &Vec<f64>)| {
        Pmf::new(shares(weights)).map_err(|fault| ContractError::NotADistribution { slot, fault })
    };
    let distributions =
        ledger.slots().iter().enumerate().map(distribution).collect::<Result<_, _>>()?;
    let joint = ledger.joint().map(|pairs| Joint::from_rows(pairs.columns, shares(&pairs.weights)));
    Ok(Stratum { cell, weight, distributions, joint })
}

impl Strata {
    /// Returns each result's mixture for these frequencies of the conditions; empty without
    /// observations.
    ///
    /// # Errors
    /// [`ContractError::ImpossibleOutcome`] if a value was observed that no path reports.
    pub fn mixed(&self, counts: &[u64]) -> Result<Vec<Mixture>, ContractError> {
        let seen: Vec<u64> = self
            .strata
            .iter()
            .map(|stratum| {
                counts.get(stratum.cell).copied().ok_or(ContractError::ImpossibleOutcome)
            })
            .collect::<Result<_, _>>()?;
        // a value without a stratum was counted: enumeration and dice disagree
        if seen.iter().sum::<u64>() != counts.iter().sum::<u64>() {
            return Err(ContractError::ImpossibleOutcome);
        }
        let of_slot = |slot: usize| {
            self.strata
                .iter()
                .filter_map(|stratum| stratum.distributions.get(slot).cloned())
                .collect()
        };
        let mixture = |slot: usize| {
            Mixture::new(of_slot(slot), seen.clone()).ok_or(ContractError::ImpossibleOutcome)
        };
        let slots = if seen.iter().any(|seen| *seen > 0) { 0..self.names.len() } else { 0..0 };
        slots.map(mixture).collect()
    }

    /// Returns the sample for these frequencies of the conditions.
    ///
    /// # Errors
    /// See [`mixed`](Self::mixed).
    pub fn found(&self, given: Vec<u64>) -> Result<Conditional, ContractError> {
        Ok(Conditional {
            slots: self.mixed(&given)?,
            joint: self.joint(&given),
            trials: given.iter().sum(),
            given,
            partial: false,
            imprecise: false,
        })
    }

    /// Returns the joint distribution for these frequencies of the conditions.
    fn joint(&self, counts: &[u64]) -> Option<Joint<f64>> {
        let trials = counts.iter().sum::<u64>().max(1) as f64;
        let share =
            |stratum: &Stratum| counts.get(stratum.cell).map_or(0.0, |&n| n as f64 / trials);
        let joints = self
            .strata
            .iter()
            .filter_map(|stratum| Some(stratum.joint.as_ref()?.times(share(stratum))));
        joints.reduce(|mut sum, joint| {
            sum.merge(&joint);
            sum
        })
    }

    /// Returns a slot's mean under value number `cell`, or `None` if no path reports it.
    pub fn mean(&self, slot: usize, cell: usize) -> Option<f64> {
        let found = self.strata.binary_search_by_key(&cell, |stratum| stratum.cell).ok()?;
        self.strata.get(found)?.distributions.get(slot).map(Pmf::mean)
    }

    /// Returns the exact probabilities of a slot's values, with the conditions weighted by
    /// enumeration.
    pub fn exact_distribution(&self, slot: usize) -> Vec<f64> {
        let distributions = self.strata.iter().filter_map(|stratum| {
            Some((stratum.distributions.get(slot)?.probabilities(), stratum.weight))
        });
        distributions.fold(Vec::new(), |mut sum, (distribution, weight)| {
            sum.resize(sum.len().max(distribution.len()), 0.0);
            sum.iter_mut().zip(distribution).for_each(|(sum, p)| *sum += p * weight);
            sum
        })
    }

    /// Returns the factor by which sampling only the conditions divides the variance of a slot's
    /// mean (or of its P(≥ `at_least`)), by the law of total variance. `None` if nothing varies.
    pub fn exact_factor(&self, slot: usize, at_least: Option<usize>) -> Option<f64> {
        let distributions = || {
            self.strata
                .iter()
                .filter_map(|stratum| Some((stratum.distributions.get(slot)?, stratum.weight)))
        };
        let value = |distribution: &Pmf| {
            at_least.map_or_else(|| distribution.mean(), |k| distribution.at_least(k))
        };
        let within = |distribution: &Pmf| {
            at_least.map_or_else(
                || distribution.variance(),
                |k| distribution.at_least(k) * (1.0 - distribution.at_least(k)),
            )
        };
        let mean: f64 =
            distributions().map(|(distribution, weight)| value(distribution) * weight).sum();
        let between: f64 = distributions()
            .map(|(distribution, weight)| (value(distribution) - mean).powi(2) * weight)
            .sum();
        let inside: f64 =
            distributions().map(|(distribution, weight)| within(distribution) * weight).sum();
        (between > 1e-15).then(|| (between + inside) / between)
    }

    /// Returns whether the mean of every quantity has the requested precision.
    fn is_precise(&self, slots: &[Mixture], target: f64) -> bool {
        let quantities = self.names.iter().zip(slots).filter(|(name, _)| name.quantity().is_some());
        !slots.is_empty()
            && quantities
                .map(|(_, mixture)| mixture.mean())
                .all(|mean| mean.is_some_and(|mean| mean.half_width() <= target))
    }
}

/// Samples the conditions of `rule` in a shard of its run until the goal is reached or `control`
/// stops it, on the threads of the current rayon pool. A requested precision applies to the shard.
///
/// # Errors
/// [`ContractError`] if the rule breaks its contract; no input does that.
pub fn conditional<R: ConditionalRule>(
    rule: &R,
    goal: Goal,
    shard: Shard,
    control: &dyn Control,
) -> Result<Conditional, ContractError> {
    let (strata, cells) = (watched(control, || strata(rule))??, ConditionIndex::of(rule));
    let add = |counts: &mut Vec<u64>, seed: u64, trials: usize| {
        count((rule, &cells), seed, trials, counts);
    };
    let blocks = Blocks::new(goal.trials, BLOCK, shard);
    ConditionalRun { strata, blocks, control, cells: cells.count(), add: &add }.sample(goal)
}

fn merge(sum: &mut [u64], other: &[u64]) {
    sum.iter_mut().zip(other).for_each(|(sum, n)| *sum += n);
}

/// The inputs shared by all blocks of a run.
struct ConditionalRun<'a> {
    strata: Strata,
    blocks: Blocks,
    control: &'a dyn Control,
    /// Number of values of the conditions.
    cells: usize,
    /// Adds the conditions of trials from a seed.
    add: &'a (dyn Fn(&mut Vec<u64>, u64, usize) + Sync),
}

impl ConditionalRun<'_> {
    /// Samples until the goal is reached or the run is stopped.
    fn sample(&self, goal: Goal) -> Result<Conditional, ContractError> {
        let mut counts = vec![0; self.cells];
        let Range { start, end } = self.blocks.numbers();
        let (mut done, mut rolled, mut precise) = (start, 0, false);
        while done < end && !precise && !self.control.is_stopped() {
            let look = if goal.precision.is_some() { next_look(start, done).min(end) } else { end };
            let (more, trials) = self.blocks(goal.seed, done..look);
            merge(&mut counts, &more);
            rolled += trials;
            done = look;
            if let Some(target) = goal.precision {
                precise = self.strata.is_precise(&self.strata.mixed(&counts)?, target);
            }
        }
        let found = self.strata.found(counts)?;
        if found.trials != rolled {
            return Err(ContractError::ImpossibleOutcome);
        }
        // fewer trials than planned without reaching the precision: the run was stopped
        let missing = !precise && rolled < self.blocks.trials();
        Ok(Conditional {
            partial: missing,
            imprecise: goal.precision.is_some() && !precise && !missing,
            ..found
        })
    }

    /// Returns the frequencies of the conditions in the blocks that are not stopped, and their
    /// number of trials.
    fn blocks(&self, seed: u64, numbers: Range<u64>) -> (Vec<u64>, u64) {
        let counter = BlockCounter {
            empty: &|| vec![0; self.cells],
            add: self.add,
            merge: |sum, other| merge(sum, &other),
        };
        counter.count((&self.blocks, numbers), seed, self.control)
    }
}

/// Samples batch after batch; the last counts only the remaining trials. The ledger of the lanes is
/// ignored: it includes dice that were not rolled. Few trials are needed here, so wider
/// instructions are not worth compiling.
fn count<R: ConditionalRule>(
    (rule, cells): (&R, &ConditionIndex),
    seed: u64,
    trials: usize,
    counts: &mut [u64],
) {
    let mut chance =
        Lanes::of(OutOfLineDice::until_settled(rule, seed), &rule.slots(), rule.joint());
    let steps = rule.steps();
    for (batch, done) in (0..).zip((0..trials).step_by(LANES)) {
        chance.dice().begin(seed, batch);
        resolve_batch(rule, &mut chance, steps);
        chance.dice().count_conditions(cells, trials - done, counts);
    }
}
