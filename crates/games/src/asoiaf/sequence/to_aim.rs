//! A sequence in which the players choose to destroy the unit and to keep the attackers, by backward
//! induction: each step is chosen for the value of the states of the unit after it.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use super::super::attack_context::Activation;
use super::super::attack_sequence::{Turn, TurnContext, TurnMemory, Unsolved};
use super::super::charge::{AnyTargetCharge, SettledCharge, TargetState, attack_at_end, attack_on};
use super::super::choice::ChoiceValue;
use super::super::edition::Parameters;
use super::super::question::{Attack, Charge, Sequence, SequenceStep, Stakes};
use super::super::situation::Side;
use super::super::state_table::StartState;
use super::CompiledSteps;
use super::step::{StepAction, parts};

/// The attack of a step with its inputs, at a unit that may hold all tokens that it may be given.
struct StepContext<'a> {
    context: TurnContext<'a>,
    /// The charge that leads to the attack.
    charge: Option<&'a Charge>,
    /// Wounds and tokens of the attacker.
    own: [u8; 2],
}

/// A step whose choices are made state by state.
struct StepTurn<'a> {
    turn: Turn<'a>,
    memory: TurnMemory<'a>,
    charge: Option<&'a Charge>,
    own: [u8; 2],
    /// The value of each state of the unit before the step.
    values: RefCell<FxHashMap<TargetState, ChoiceValue>>,
    /// The choices before the roll of the charge, by the state of the unit.
    settled: RefCell<FxHashMap<TargetState, SettledCharge>>,
}

/// The values and choices of a sequence.
struct SequenceSolver<'a> {
    steps: Vec<StepTurn<'a>>,
    stakes: &'a Stakes,
    parameters: &'a Parameters,
    /// Whether the choices in the attack of a charge could not be solved.
    is_unsolved: Cell<bool>,
}

impl<'a> StepTurn<'a> {
    fn new(StepContext { context, charge, own }: &'a StepContext<'a>) -> Self {
        let turn = Turn::new(context);
        let memory = turn.memory();
        let (values, settled) = Default::default();
        Self { turn, memory, charge: *charge, own: *own, values, settled }
    }

    /// Returns the state before the step.
    const fn start(&self, [left, tokens]: TargetState) -> StartState {
        [self.own[0], left, self.own[1], tokens]
    }

    /// Returns whether players may have a choice.
    fn may_choose(&self) -> bool {
        self.turn.may_choose() || self.charge.is_some_and(Charge::may_reroll)
    }

    /// Returns whether players had a choice in a state that was valued.
    fn is_open(&self) -> bool {
        let chosen = |one: &SettledCharge| !one.chosen.is_empty() || one.charge.may_reroll();
        self.settled.borrow().values().any(chosen)
            || self.values.borrow().keys().any(|unit| self.turn.is_open(self.start(*unit)))
    }
}

impl SequenceSolver<'_> {
    /// Returns the value of a state of the unit before a step, or after the last one: the stake of
    /// the unit if it is destroyed, then the wounds that it lost.
    fn value(&self, number: usize, unit: TargetState) -> ChoiceValue {
        let [left, _] = unit;
        let Some(step) = self.steps.get(number).filter(|_| left > 0) else {
            return (f64::from(u8::from(left == 0)), -f64::from(left));
        };
        let known = step.values.borrow().get(&unit).copied();
        known.unwrap_or_else(|| {
            let value = self.value_of(number, step, unit);
            step.values.borrow_mut().insert(unit, value);
            value
        })
    }

    fn value_of(&self, number: usize, step: &StepTurn<'_>, unit: TargetState) -> ChoiceValue {
        let later = self.later(number);
        let Some(charge) = step.charge else {
            return step.turn.best(&step.memory, step.start(unit), &later).1;
        };
        let Ok(settled) = SettledCharge::new(self.parameters, charge, unit, &later) else {
            self.is_unsolved.set(true);
            return (0.0, 0.0);
        };
        let value = settled.value;
        step.settled.borrow_mut().insert(unit, settled);
        value
    }

    /// Returns the value of the states after a step: what became of its attacker, and of the unit.
    fn later(&self, number: usize) -> impl Fn(StartState) -> ChoiceValue {
        let stake = self.stakes.of_attacker(number);
        let before = self.steps.get(number).map_or(0.0, |step| f64::from(step.own[0]));
        move |[own, left, _, tokens]| {
            // tokens of a destroyed unit matter no more
            let unit = [left, if left > 0 { tokens } else { 0 }];
            let (first, second) = self.value(number + 1, unit);
            (first - stake * f64::from(u8::from(own == 0)), second + f64::from(own) - before)
        }
    }

    /// Compiles a step with the best choices in these states of the unit.
    fn action(&self, number: u16, states: &[TargetState]) -> Result<StepAction, Unsolved> {
        let place = usize::from(number);
        let step = self.steps.get(place).ok_or(Unsolved)?;
        let later = self.later(place);
        if step.charge.is_none() {
            let starts: Vec<StartState> = states.iter().map(|unit| step.start(*unit)).collect();
            let attack = step.turn.chosen(&step.memory, &starts, &later)?;
            return Ok(StepAction::Attack(Box::new(attack.without_hits())));
        }
        let settled = step.settled.borrow();
        let settled = states.iter().filter_map(|unit| Some((*unit, settled.get(unit)?.clone())));
        let charges = AnyTargetCharge::to_aim(self.parameters, settled, parts(number), &later)?;
        Ok(StepAction::Charge(charges))
    }
}

/// Returns the attacks of the steps, at a unit that may hold all tokens that earlier ones may give
/// it: only those are ever spent.
fn attacks_of(steps: &[SequenceStep], parameters: &Parameters) -> Vec<Attack> {
    let mut held = 0;
    let mut attack_of = |step: &SequenceStep| {
        let attack = match step {
            SequenceStep::Attack(attack) => attack.clone(),
            SequenceStep::Charge(charge) => attack_at_end(charge)?,
        };
        let unit = attack.defender.state;
        held |= unit.tokens.bits();
        let attack = attack_on(&attack, [unit.wounds_left(), held]);
        let context = TurnContext::new(&attack, Activation::Whole, parameters);
        held |= Turn::new(&context).tokens(Side::Defender);
        Some(attack)
    };
    steps.iter().filter_map(&mut attack_of).collect()
}

/// Compiles the steps of a sequence if all players choose for what is destroyed, or `None` if nobody
/// has a choice.
///
/// # Errors
/// [`Unsolved`] if there are too many choices to count.
pub(super) fn fought_to_win(
    parameters: &Parameters,
    question: &Sequence,
    steps: &[SequenceStep],
) -> Result<Option<CompiledSteps>, Unsolved> {
    let attacks = attacks_of(steps, parameters);
    let contexts = steps.iter().zip(&attacks).map(|(step, attack)| {
        let own = attack.attacker.state;
        let (charge, activation) = match step {
            SequenceStep::Attack(_) => (None, Activation::Whole),
            SequenceStep::Charge(charge) => (Some(charge), Activation::Begun),
        };
        let own = [own.wounds_left(), own.tokens.bits()];
        StepContext { context: TurnContext::new(attack, activation, parameters), charge, own }
    });
    let contexts: Vec<StepContext<'_>> = contexts.collect();
    let turns: Vec<StepTurn<'_>> = contexts.iter().map(StepTurn::new).collect();
    if !turns.iter().any(StepTurn::may_choose) {
        return Ok(None);
    }
    let (stakes, is_unsolved) = (&question.stakes, Cell::new(false));
    let solver = SequenceSolver { steps: turns, stakes, parameters, is_unsolved };
    let unit = question.unit();
    solver.value(0, [unit.wounds_left(), unit.tokens.bits()]);
    if solver.is_unsolved.get() {
        return Err(Unsolved);
    }
    if !solver.steps.iter().any(StepTurn::is_open) {
        return Ok(None);
    }
    CompiledSteps::new(steps, unit, |number, _, states| solver.action(number, states)).map(Some)
}
