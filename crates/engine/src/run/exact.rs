//! The exact distribution of a rule: every path once, equal states merged after each step.

use super::contract::ContractError;
use crate::chance::{Paths, Rule, State, Sums};
use crate::dist::{Joint, Pmf};

/// The exact distributions of a rule's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Distributions {
    /// The distribution of each slot, in the rule's order.
    pub slots: Vec<Pmf>,
    /// The joint distribution the rule asks for.
    pub joint: Option<Joint<f64>>,
}

/// States with what they weigh, in order, so that sums come out the same on every machine.
type Weighed = Vec<(State<u8>, f64)>;

/// Works out the distributions of all results.
///
/// # Errors
/// When the rule did not record a slot exactly once on every path.
pub fn exact<R: Rule>(rule: &R) -> Result<Distributions, ContractError> {
    rule.check().map_err(ContractError::Contradiction)?;
    let mut chance = Paths::new(&rule.slots(), rule.joint());
    let (mut live, mut over): (Weighed, Weighed) = (vec![(rule.start(), 1.0)], Vec::new());
    let mut merged = Sums::default();
    for step in 0..rule.merging_steps() {
        take_step(rule, &mut chance, step, &live, &mut merged);
        live.clear();
        for (state, weight) in
            merged.distribution().iter().map(|&(state, weight)| (state.to_be_bytes(), weight))
        {
            if rule.over::<u8>(&state) {
                over.push((state, weight))
            } else {
                live.push((state, weight))
            }
        }
    }
    for (state, weight) in over.into_iter().chain(live) {
        chance.each_path(weight, |chance| rule.finish(chance, state));
    }
    distributions_of(chance)
}

/// One step from every state, equal outcomes merged.
fn take_step<R: Rule>(
    rule: &R,
    chance: &mut Paths,
    step: usize,
    live: &[(State<u8>, f64)],
    merged: &mut Sums,
) {
    merged.clear();
    for &(state, weight) in live {
        chance.each_path(weight, |chance| {
            let mut after = state;
            rule.merging_step(chance, step, &mut after);
            merged.add(u64::from_be_bytes(after), chance.weight());
        });
    }
}

/// The ledger as distributions.
pub(super) fn distributions_of(chance: Paths) -> Result<Distributions, ContractError> {
    let ledger = chance.into_ledger();
    if ledger.has_lost() {
        return Err(ContractError::NoPlace);
    }
    let (slots, joint) = ledger.into_parts();
    let distribution =
        |(slot, weights)| Pmf::new(weights).map_err(|fault| ContractError::NotOnce { slot, fault });
    let slots = slots.into_iter().enumerate().map(distribution).collect::<Result<_, _>>()?;
    Ok(Distributions {
        slots,
        joint: joint.map(|pairs| Joint::from_rows(pairs.columns, pairs.weights)),
    })
}
