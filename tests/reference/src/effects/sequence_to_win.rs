//! The reference model of several attackers that act in order on a unit, between players who choose
//! for what is destroyed.

use std::cell::RefCell;
use std::collections::BTreeMap;

use warodds_games::asoiaf::{Attack, Charge, SequenceStep};

use super::charge;
use super::choices::TooMany;
use super::duel_to_win::{all_outcomes, best};
use super::model::ReferenceModel;
use super::state::{CombatState, DuelValue};
use super::survive_to_win::of_unit;

/// A step: its attack or its charge, with the stake of the attacker.
pub struct StakedStep<'a> {
    /// The step.
    pub step: &'a SequenceStep,
    /// The stake of its attacker in that of the unit under attack.
    pub stake: f64,
}

/// The values of states of the unit before a step.
type Known = BTreeMap<(usize, CombatState), DuelValue>;

/// The steps, and what is known.
struct Steps<'a> {
    all: &'a [StakedStep<'a>],
    most: usize,
    known: RefCell<Known>,
    too_many: RefCell<bool>,
}

/// Returns the value of a sequence: the probability that the unit is destroyed minus those that
/// attackers are, weighed by their stakes, then the wounds left to the unit and lost by attackers.
///
/// # Errors
/// [`TooMany`] if there are more than `most` choices in a state.
pub fn value(steps: &[StakedStep<'_>], most: usize) -> Result<DuelValue, TooMany> {
    let Some(first) = steps.first() else { return Ok((0.0, 0.0)) };
    let attack = first.step.attack().expect("an attack");
    let start = ReferenceModel::new(attack).start();
    let (known, too_many) = Default::default();
    let steps = Steps { all: steps, most, known, too_many };
    let value = steps.value(0, start);
    if steps.too_many.take() { Err(TooMany) } else { Ok(value) }
}

impl Steps<'_> {
    /// Returns the value of a state before a step, of which only the unit counts.
    fn value(&self, number: usize, state: CombatState) -> DuelValue {
        let left = state.left[1];
        let Some(StakedStep { step, stake }) = self.all.get(number).filter(|_| left > 0) else {
            return (f64::from(i32::from(left == 0)), -f64::from(left));
        };
        let model = ReferenceModel::new(step.attack().expect("an attack"));
        let state = of_unit(state, &model);
        let key = (number, state);
        if let Some(value) = self.known.borrow().get(&key) {
            return *value;
        }
        let before = state.left[0];
        let later = |end: &CombatState| {
            let (first, second) = self.value(number + 1, *end);
            let lost = f64::from(before - end.left[0]);
            (first - stake * f64::from(i32::from(end.left[0] == 0)), second - lost)
        };
        let value = match step {
            SequenceStep::Attack(attack) => self.of_attack(attack, state, later),
            SequenceStep::Charge(charge) => Self::of_charge(charge, state, &later),
        };
        let value = value.unwrap_or_else(|TooMany| {
            self.too_many.replace(true);
            (0.0, 0.0)
        });
        self.known.borrow_mut().insert(key, value);
        value
    }

    fn of_attack(
        &self,
        attack: &Attack,
        state: CombatState,
        later: impl Fn(&CombatState) -> DuelValue,
    ) -> Result<DuelValue, TooMany> {
        let model = ReferenceModel::new(attack);
        Ok(best(&all_outcomes(&model, state, self.most, &later)?, later))
    }

    fn of_charge(
        charge: &Charge,
        state: CombatState,
        later: &dyn Fn(&CombatState) -> DuelValue,
    ) -> Result<DuelValue, TooMany> {
        charge::value(charge, |model| of_unit(state, model), later)
    }
}
