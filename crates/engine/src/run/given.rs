//! Distributions under a condition on the results of a resolution.

use num_rational::BigRational;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::contract::ContractError;
use super::exact::weights;
use crate::chance::{
    CachedWeight, Chance, EventName, HashedSums, Mergeable, Scalar, ScalarDice, Sequential, Slot,
    Weight,
};
use crate::control::tick;
use crate::dist::Pmf;

/// A condition on the results of a resolution, by slot.
pub type Condition<'a> = dyn Fn(&[u8]) -> bool + Sync + 'a;

/// The distributions of a rule's results under a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditional {
    /// The probability of the condition.
    pub p: f64,
    /// Distribution of each slot under the condition, in the rule's order.
    pub slots: Vec<Pmf>,
}

/// Computes the distributions of all results under a condition; `None` if it cannot hold.
///
/// # Errors
/// [`ContractError`] if the rule records what it did not announce.
///
/// # Examples
/// Of two coins with at least one head, two of three pairs show one head.
/// ```
/// use warodds_engine::run::exact_given;
///
/// # use warodds_engine::chance::{Chance, Label, Num, QuantityName, Rule, Slot, State};
/// static COINS: Label = Label::new("coins", "");
///
/// struct TwoCoins;
///
/// impl Rule for TwoCoins {
///     fn slots(&self) -> Vec<Slot> {
///         vec![Slot::quantity(QuantityName::new("heads"), "heads", "heads", 2)]
///     }
///
///     fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
///         let heads = chance.successes(&COINS, C::N::of(2), C::N::of(4));
///         chance.record(0, heads);
///     }
/// }
///
/// let found = exact_given(&TwoCoins, &|values| values[0] >= 1)?.ok_or("impossible")?;
/// assert!((found.p - 3.0 / 4.0).abs() < 1e-12);
/// assert!((found.slots[0].exactly(1) - 2.0 / 3.0).abs() < 1e-12);
/// assert_eq!(exact_given(&TwoCoins, &|values| values[0] >= 3)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_given<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
    condition: &Condition<'_>,
) -> Result<Option<Conditional>, ContractError> {
    let Some(ConditionalWeights { p, slots }) = given::<_, f64>(rule, condition)? else {
        return Ok(None);
    };
    let distribution = |(slot, weights)| {
        Pmf::new(weights).map_err(|fault| ContractError::NotADistribution { slot, fault })
    };
    let slots = slots.into_iter().enumerate().map(distribution).collect::<Result<_, _>>()?;
    // the sum over all paths may be rounded up
    Ok(Some(Conditional { p: f64::min(p, 1.0), slots }))
}

/// Computes the distribution of each slot under a condition without rounding; `None` if it cannot
/// hold.
///
/// # Errors
/// As [`exact_given`].
pub fn exact_fractions_given<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
    condition: &Condition<'_>,
) -> Result<Option<Vec<Vec<BigRational>>>, ContractError> {
    Ok(given(rule, condition)?.map(|found| found.slots))
}

/// Finds the first of `seeds` whose resolution, die by die, meets a condition.
pub(super) fn seed_given<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
    condition: &Condition<'_>,
    mut seeds: impl Iterator<Item = u64>,
) -> Option<u64> {
    let mut values = vec![0; rule.slots().len()];
    seeds.find(|seed| {
        tick();
        let mut generator = StdRng::seed_from_u64(*seed);
        let mut dice = ScalarDice::new(&mut generator, &[], None);
        dice.as_chance().recording(&mut values, |chance| rule.resolve(chance));
        condition(&values)
    })
}

/// The weight of a condition and those of each result under it.
struct ConditionalWeights<W> {
    p: W,
    slots: Vec<Vec<W>>,
}

/// Returns the weights under a condition; `None` if it cannot hold.
fn given<S: Mergeable, W: CachedWeight>(
    rule: &dyn Sequential<State = S>,
    condition: &Condition<'_>,
) -> Result<Option<ConditionalWeights<W>>, ContractError> {
    let ledger = weights::<_, W>(&ConditionedRule { rule, condition })?;
    if ledger.is_incomplete() {
        return Err(ContractError::OutOfRange);
    }
    let (mut slots, _) = ledger.into_parts();
    let of_condition = slots.pop().and_then(|holds| holds.into_iter().nth(1));
    let p = of_condition.ok_or(ContractError::OutOfRange)?;
    if p.is_zero() {
        return Ok(None);
    }
    for weight in slots.iter_mut().flatten() {
        *weight = weight.over(&p);
    }
    Ok(Some(ConditionalWeights { p, slots }))
}

/// A rule whose results are recorded where a condition on them holds; its last slot is the
/// condition.
struct ConditionedRule<'a, S> {
    rule: &'a dyn Sequential<State = S>,
    condition: &'a Condition<'a>,
}

/// A state of a rule with the results recorded so far: merged states must agree in them, because
/// the condition reads them in the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct RecordedState<S> {
    state: S,
    values: Box<[u8]>,
}

impl<S: Mergeable> Mergeable for RecordedState<S> {
    type StateWeights<W: Weight> = HashedSums<Self, W>;
}

impl<S: Mergeable> Sequential for ConditionedRule<'_, S> {
    type State = RecordedState<S>;

    fn slots(&self) -> Vec<Slot> {
        let holds = Slot::event(EventName::new("given"), "given");
        self.rule.slots().into_iter().chain([holds]).collect()
    }

    fn check(&self) -> Result<(), &'static str> {
        self.rule.check()
    }

    fn start(&self) -> Self::State {
        let values = vec![0; self.rule.slots().len()].into();
        RecordedState { state: self.rule.start(), values }
    }

    fn steps(&self) -> usize {
        self.rule.steps()
    }

    fn step(&self, chance: &mut Scalar<'_>, step: usize, state: &mut Self::State) {
        let RecordedState { state, values } = state;
        chance.recording(values, |chance| self.rule.step(chance, step, state));
    }

    fn over(&self, state: &Self::State) -> bool {
        self.rule.over(&state.state)
    }

    fn finish(&self, chance: &mut Scalar<'_>, state: &Self::State) {
        let mut values = state.values.clone();
        chance.recording(&mut values, |chance| self.rule.finish(chance, &state.state));
        let holds = (self.condition)(&values);
        if holds {
            values.iter().enumerate().for_each(|(slot, value)| chance.record(slot, *value));
        }
        chance.record(values.len(), holds.into());
    }
}
