//! The exact law of a rule: every path once, equal states merged after each step.

use rustc_hash::{FxBuildHasher, FxHashMap};
use thiserror::Error;

use crate::chance::{Paths, Rule, State};
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

/// States with what they weigh; sorted, so that sums come out the same on every machine.
type Weighed = Vec<(State<u8>, f64)>;

/// States after a usual step: room for them is made at once.
const USUAL: usize = 14;

/// Works out the laws of all results.
///
/// # Errors
/// When the rule did not record a slot exactly once on every path.
pub fn exact<R: Rule>(rule: &R) -> Result<Laws, ExactError> {
    let mut luck = Paths::new(&rule.slots(), rule.joint());
    let mut live: Weighed = vec![(rule.start(), 1.0)];
    let mut over: Weighed = Vec::new();
    for step in 0..rule.steps() {
        let after = take_step(rule, &mut luck, step, &live);
        let (ended, going) = after.into_iter().partition::<Weighed, _>(|(state, _)| rule.over::<u8>(state));
        over.extend(ended);
        live = going;
    }
    for (state, weight) in over.into_iter().chain(live) {
        luck.each_path(weight, |luck| rule.finish(luck, state));
    }
    laws_of(luck)
}

/// One step from every state, equal outcomes merged.
fn take_step<R: Rule>(rule: &R, luck: &mut Paths, step: usize, live: &[(State<u8>, f64)]) -> Weighed {
    // a state is a word of eight bytes, the first the lowest: hashes come from products, whose upper bits hang on all below them
    let mut merged: FxHashMap<u64, f64> = FxHashMap::with_capacity_and_hasher(2 * live.len().max(USUAL), FxBuildHasher);
    // paths that follow each other often end alike
    let mut last = None;
    for &(state, weight) in live {
        luck.each_path(weight, |luck| {
            let mut after = state;
            rule.step(luck, step, &mut after);
            let after = u64::from_le_bytes(after);
            last = Some(match last {
                Some((same, sum)) if same == after => (same, sum + luck.weight()),
                Some((other, sum)) => {
                    *merged.entry(other).or_default() += sum;
                    (after, luck.weight())
                }
                None => (after, luck.weight()),
            });
        });
    }
    if let Some((state, sum)) = last {
        *merged.entry(state).or_default() += sum;
    }
    let mut states: Vec<(u64, f64)> = merged.into_iter().collect();
    states.sort_unstable_by_key(|&(state, _)| state);
    states.into_iter().map(|(state, weight)| (state.to_le_bytes(), weight)).collect()
}

/// The ledger as laws.
pub(super) fn laws_of(luck: Paths) -> Result<Laws, ExactError> {
    let ledger = luck.into_ledger();
    let law = |(slot, weights): (usize, &Vec<f64>)| Pmf::new(weights.clone()).map_err(|fault| ExactError { slot, fault });
    let slots = ledger.slots().iter().enumerate().map(law).collect::<Result<_, _>>()?;
    Ok(Laws { slots, joint: ledger.joint().map(|pairs| Joint::from_rows(pairs.columns, pairs.weights.clone())) })
}
