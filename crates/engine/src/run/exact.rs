//! The exact law of a rule: every path once, equal states merged after each step.

use thiserror::Error;

use crate::chance::{Paths, Rule, State, Sums};
use crate::dist::{Joint, Pmf, PmfError};

/// The exact laws of a rule's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// The law of each slot, in the rule's order.
    pub slots: Vec<Pmf>,
    /// The joint law the rule asks for.
    pub joint: Option<Joint<f64>>,
}

/// Why there is no exact law: a rule that breaks its contract.
#[derive(Debug, Error, PartialEq)]
#[error("slot {slot} was not recorded once on every path: {fault}")]
pub struct ExactError {
    /// The slot's place.
    pub slot: usize,
    /// What is wrong with its law.
    pub fault: PmfError,
}

/// States with what they weigh, in order, so that sums come out the same on every machine.
type Weighed = Vec<(State<u8>, f64)>;

/// Works out the laws of all results.
///
/// # Errors
/// When the rule did not record a slot exactly once on every path.
pub fn exact<R: Rule>(rule: &R) -> Result<Laws, ExactError> {
    let mut luck = Paths::new(&rule.slots(), rule.joint());
    let (mut live, mut over): (Weighed, Weighed) = (vec![(rule.start(), 1.0)], Vec::new());
    let mut merged = Sums::default();
    for step in 0..rule.steps() {
        take_step(rule, &mut luck, step, &live, &mut merged);
        live.clear();
        for (state, weight) in
            merged.law().iter().map(|&(state, weight)| (state.to_be_bytes(), weight))
        {
            if rule.over::<u8>(&state) {
                over.push((state, weight))
            } else {
                live.push((state, weight))
            }
        }
    }
    for (state, weight) in over.into_iter().chain(live) {
        luck.each_path(weight, |luck| rule.finish(luck, state));
    }
    laws_of(luck)
}

/// One step from every state, equal outcomes merged.
fn take_step<R: Rule>(
    rule: &R,
    luck: &mut Paths,
    step: usize,
    live: &[(State<u8>, f64)],
    merged: &mut Sums,
) {
    merged.clear();
    for &(state, weight) in live {
        luck.each_path(weight, |luck| {
            let mut after = state;
            rule.step(luck, step, &mut after);
            merged.add(u64::from_be_bytes(after), luck.weight());
        });
    }
}

/// The ledger as laws.
pub(super) fn laws_of(luck: Paths) -> Result<Laws, ExactError> {
    let (slots, joint) = luck.into_ledger().into_parts();
    let law = |(slot, weights)| Pmf::new(weights).map_err(|fault| ExactError { slot, fault });
    let slots = slots.into_iter().enumerate().map(law).collect::<Result<_, _>>()?;
    Ok(Laws { slots, joint: joint.map(|pairs| Joint::from_rows(pairs.columns, pairs.weights)) })
}
