//! Paired sampling: two rules with common dice.
//!
//! The difference of two results that good dice help alike varies less than that of independent
//! results. Blocks, seeds and merging are those of [`sample`](super::sample). The lanes use the
//! portable instructions, since most of the time goes into starting the streams.

use std::iter::zip;

use super::contract::ContractError;
use super::isa::resolve_once;
use super::sample::{BLOCK, Goal};
use super::shard::{BlockCounter, Blocks, Shard};
use crate::chance::{LANES, Lanes, OutOfLineDice, Rule, Slot};
use crate::control::Control;
use crate::dist::Joint;

/// Resolves a shard of both rules with common dice and counts the pairs of values in slot `slot`.
/// `control` advances once per pair and may stop the run before a block. A requested precision is
/// ignored.
///
/// # Errors
/// [`ContractError`] if a rule has no such slot or records values it did not announce; no input
/// does that.
pub fn paired<R: Rule>(
    rules: [&R; 2],
    slot: usize,
    goal: Goal,
    shard: Shard,
    control: &dyn Control,
) -> Result<Joint<u64>, ContractError> {
    rules.iter().try_for_each(|rule| rule.check()).map_err(ContractError::InvalidQuestion)?;
    let slots = rules.map(Rule::slots);
    let [first, second] = slots.each_ref().map(|slots| most(slots, slot));
    let (first, second) = (first?, second?);
    let counter = BlockCounter {
        empty: &|| Joint::new(first, second),
        add: &|sum, seed, trials| add_block(sum, rules, &slots, slot, (seed, trials)),
        merge: |sum, other| sum.merge(&other),
    };
    pairs(&counter, slot, (goal, shard), control)
}

/// Counts all pairs and checks that each trial is one.
fn pairs(
    counter: &BlockCounter<Joint<u64>>,
    slot: usize,
    (goal, shard): (Goal, Shard),
    control: &dyn Control,
) -> Result<Joint<u64>, ContractError> {
    let blocks = Blocks::new(goal.trials, BLOCK, shard);
    let (joint, trials) = counter.count((&blocks, blocks.numbers()), goal.seed, control);
    let counted: u64 = joint.rows().flatten().sum();
    // a lost pair would bias the difference silently
    if counted == trials {
        Ok(joint)
    } else {
        Err(ContractError::MissingTrials { slot, counted, trials })
    }
}

/// Returns the largest value of a slot.
fn most(slots: &[Slot], slot: usize) -> Result<usize, ContractError> {
    let most = slots.get(slot).map(|slot| usize::from(slot.max));
    most.ok_or(ContractError::UnknownSlot(slot))
}

/// Adds one block: batch after batch, each with the same dice for both rules.
fn add_block<R: Rule>(
    sum: &mut Joint<u64>,
    rules: [&R; 2],
    slots: &[Vec<Slot>; 2],
    slot: usize,
    (seed, trials): (u64, usize),
) {
    let [mut one, mut other] =
        slots.each_ref().map(|slots| Lanes::of(OutOfLineDice::common(seed, slot), slots, None));
    let [first, second] = rules;
    for (batch, done) in (0..).zip((0..trials).step_by(LANES)) {
        resolve(first, &mut one, (seed, batch));
        resolve(second, &mut other, (seed, batch));
        if let (Some(ones), Some(others)) = (one.dice().recorded(), other.dice().recorded()) {
            for (&a, &b) in zip(ones.as_array(), others.as_array()).take(trials - done) {
                sum.add(a.into(), b.into(), 1);
            }
        }
    }
}

/// Resolves one batch of one rule.
fn resolve<R: Rule>(rule: &R, chance: &mut Lanes<OutOfLineDice>, (seed, batch): (u64, u64)) {
    // both rules restart their streams, so step k of one meets step k of the other
    chance.dice().begin(seed, batch);
    resolve_once(rule, chance);
}
