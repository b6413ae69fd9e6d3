//! The exact engine: enumerates every path once and merges equal states after each step.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use thiserror::Error;

use super::contract::ContractError;
use super::markov::MarkovChain;
use crate::chance::{CachedWeight, Ledger, Mergeable, Paths, Scalar, Sequential, StateWeights};
use crate::counted::counted;
use crate::dist::{Joint, Pmf, PmfError};

/// The exact distributions of a rule's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Distributions {
    /// Distribution of each slot, in the rule's order.
    pub slots: Vec<Pmf>,
    /// Joint distribution, if the rule has one.
    pub joint: Option<Joint<f64>>,
}

/// Reasons for not computing an exact distribution within a limit.
#[derive(Debug, Error, PartialEq)]
pub enum ExactError {
    /// There are too many states.
    #[error(
        "after {} there are more than {most} possible states",
        counted(*.step as u64, "step", "steps")
    )]
    TooManyStates {
        /// Number of steps taken.
        step: usize,
        /// Largest number of states allowed.
        most: usize,
    },
    /// The rule broke its contract; no input does that.
    #[error(transparent)]
    Contract(#[from] ContractError),
}

/// Computes the distributions of all results.
///
/// # Errors
/// [`ContractError`] if the rule does not record a slot exactly once on every path.
///
/// # Examples
/// ```
/// use warodds_engine::run::exact;
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
/// let found = exact(&ThreeDice)?;
/// assert!((found.slots[0].exactly(3) - 1.0 / 27.0).abs() < 1e-12);
/// assert!((found.slots[0].mean() - 1.0).abs() < 1e-12);
/// # Ok::<(), warodds_engine::run::ContractError>(())
/// ```
pub fn exact<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
) -> Result<Distributions, ContractError> {
    weights(rule).and_then(distributions_of)
}

/// Computes the distribution of each slot without rounding: the probability of each value from 0.
///
/// # Errors
/// [`ContractError`] if the rule does not record a slot exactly once on every path: its
/// probabilities must sum to exactly 1.
pub fn exact_fractions<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
) -> Result<Vec<Vec<BigRational>>, ContractError> {
    let ledger = weights::<_, BigRational>(rule)?;
    if ledger.is_incomplete() {
        return Err(ContractError::OutOfRange);
    }
    let (slots, _) = ledger.into_parts();
    let sums = slots.iter().map(|slot| slot.iter().sum::<BigRational>());
    match sums.enumerate().find(|(_, sum)| !sum.is_one()) {
        Some((slot, sum)) => {
            let fault = PmfError::Sum(sum.to_f64().unwrap_or(f64::NAN));
            Err(ContractError::NotADistribution { slot, fault })
        }
        None => Ok(slots),
    }
}

/// Computes the distributions of all results, with at most `most` states at a time.
///
/// # Errors
/// [`ExactError`] for more states, or as in [`exact`].
pub fn exact_within<S: Mergeable>(
    rule: &dyn Sequential<State = S>,
    most: usize,
) -> Result<Distributions, ExactError> {
    let allow = |step, states| {
        if states > most { Err(ExactError::TooManyStates { step, most }) } else { Ok(()) }
    };
    enumerate(rule, &allow).and_then(|ledger| Ok(distributions_of(ledger)?))
}

/// Computes the weight of each result.
pub(super) fn weights<S: Mergeable, W: CachedWeight>(
    rule: &dyn Sequential<State = S>,
) -> Result<Ledger<W>, ContractError> {
    enumerate(rule, &|_, _| Ok(()))
}

/// Computes the weight of each result; `allow` limits the number of states after each step.
fn enumerate<S: Mergeable, W: CachedWeight, E: From<ContractError>>(
    rule: &dyn Sequential<State = S>,
    allow: &dyn Fn(usize, usize) -> Result<(), E>,
) -> Result<Ledger<W>, E> {
    rule.check().map_err(ContractError::InvalidQuestion)?;
    let (mut chance, steps) = (Paths::weighted(&rule.slots(), rule.joint()), rule.steps());
    let kinds = rule.kinds();
    if !kinds.is_empty() {
        let mut chain = MarkovChain::new(rule);
        for (step, kind) in kinds.into_iter().enumerate() {
            chain.finish(&mut chance, false);
            chain.step(&mut chance, step, kind);
            allow(step, chain.count())?;
        }
        chain.finish(&mut chance, true);
        return Ok(chance.into_ledger());
    }
    let mut merged = S::StateWeights::<W>::default();
    let mut states = vec![(rule.start(), W::one())];
    for step in 0..=steps {
        states.retain(|(state, weight)| {
            // finished states are recorded at once and leave the merge
            let goes_on = step < steps && !rule.over(state);
            if !goes_on {
                chance.each_path(weight.clone(), |chance| rule.finish(chance, state), |(), _| {});
            }
            goes_on
        });
        for (state, weight) in states.drain(..) {
            let after = |chance: &mut Scalar<'_>| {
                let mut after = state.clone();
                rule.step(chance, step, &mut after);
                after
            };
            chance.each_path(weight, after, |after, weight| merged.add(after, weight));
            // tested per state, before a step can exhaust memory
            allow(step, merged.count())?;
        }
        // sorted, so that sums are added in the same order on every machine
        merged.drain_into(&mut states);
    }
    Ok(chance.into_ledger())
}

/// Converts the ledger into distributions.
pub(super) fn distributions_of(ledger: Ledger<f64>) -> Result<Distributions, ContractError> {
    if ledger.is_incomplete() {
        return Err(ContractError::OutOfRange);
    }
    let (slots, joint) = ledger.into_parts();
    let distribution = |(slot, weights)| {
        Pmf::new(weights).map_err(|fault| ContractError::NotADistribution { slot, fault })
    };
    let slots = slots.into_iter().enumerate().map(distribution).collect::<Result<_, _>>()?;
    Ok(Distributions {
        slots,
        joint: joint.map(|pairs| Joint::from_rows(pairs.columns, pairs.weights)),
    })
}

#[cfg(test)]
mod tests {
    use crate::chance::{
        Chance, Coin, EventName, HashedSums, Label, Mergeable, QuantityName, Scalar, Sequential,
        Slot, Weight,
    };
    use crate::dist::agreement;
    use crate::run::{ExactError, Goal, Shard, StdControl, exact_within, play};

    const TOSS: Label = Label::new("a toss", "");

    /// Tosses until one of two has `goal` wins; `first` wins a toss with chance 0.6.
    struct Race {
        goal: u8,
    }

    /// Wins of both.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Wins([u8; 2]);

    impl Mergeable for Wins {
        type StateWeights<W: Weight> = HashedSums<Self, W>;
    }

    impl Sequential for Race {
        type State = Wins;
        fn slots(&self) -> Vec<Slot> {
            vec![
                Slot::quantity(QuantityName::new("tosses"), "tosses", "tosses", 2 * self.goal),
                Slot::event(EventName::new("won"), "the first wins"),
            ]
        }
        fn start(&self) -> Wins {
            Wins([0, 0])
        }
        fn steps(&self) -> usize {
            usize::from(2 * self.goal)
        }
        fn step(&self, chance: &mut Scalar<'_>, _: usize, Wins(state): &mut Wins) {
            let won = chance.toss(&TOSS, Coin::new(0.6).expect("a chance"));
            *state = [state[0] + won, state[1] + 1 - won];
        }
        fn over(&self, Wins(state): &Wins) -> bool {
            state.iter().any(|wins| *wins >= self.goal)
        }
        fn finish(&self, chance: &mut Scalar<'_>, Wins(state): &Wins) {
            chance.record(0, state[0] + state[1]);
            chance.record(1, u8::from(state[0] >= self.goal));
        }
    }

    #[test]
    fn the_exact_engine_solves_the_problem_of_points() {
        // first to 3 at 0.6: 0.6³ (1 + 3·0.4 + 6·0.16) = 0.68256, and 3, 4 or 5 tosses
        let distributions = exact_within(&Race { goal: 3 }, 100).expect("few states");
        assert!((distributions.slots[1].at_least(1) - 0.682_56).abs() < 1e-12);
        let tosses = [
            0.6_f64.powi(3) + 0.4_f64.powi(3),
            3.0 * (0.6_f64.powi(3) * 0.4 + 0.4_f64.powi(3) * 0.6),
        ];
        assert!((distributions.slots[0].probabilities()[3] - tosses[0]).abs() < 1e-12);
        assert!((distributions.slots[0].probabilities()[4] - tosses[1]).abs() < 1e-12);
    }

    #[test]
    fn samples_agree_with_the_exact_distribution_and_do_not_depend_on_threads() {
        // two comparisons, each alarms falsely below 5e-7
        let goal = Goal { trials: 100_000, seed: 3, precision: None };
        let on = |threads| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let sampled = || play(&Race { goal: 6 }, goal, Shard::WHOLE, &StdControl);
            pool.install(sampled).expect("it keeps its contract")
        };
        let seen = on(1);
        assert_eq!((seen.trials, seen.partial), (100_000, false));
        assert_eq!(seen, on(3));
        let distributions = exact_within(&Race { goal: 6 }, 100).expect("few states");
        assert!(
            seen.slots.iter().zip(&distributions.slots).all(|(tally, distribution)| agreement(
                tally,
                distribution
            )
            .p_value
                > 5e-7)
        );
    }

    #[test]
    fn too_many_states_are_refused_not_kept() {
        assert_eq!(
            exact_within(&Race { goal: 6 }, 3).err(),
            Some(ExactError::TooManyStates { step: 2, most: 3 })
        );
    }
}
