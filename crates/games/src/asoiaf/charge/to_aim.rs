//! A charge in which the players choose by what follows it.

use std::cell::Cell;

use super::super::attack_context::Activation;
use super::super::attack_sequence::{AttackSequence, InitialState, Turn, TurnContext, Unsolved};
use super::super::before_roll::BeforeRoll;
use super::super::choice::{ChoiceNote, ChoiceValue};
use super::super::edition::Parameters;
use super::super::question::{Attack, Charge};
use super::super::state_table::StartState;
use super::attacks::{TargetState, after_charge, at, attack_at_end, is_order_relevant};
use super::value::{ChargeValue, EndValue, fight, state_of};
use super::{ChargeRule, choices};
use warodds_engine::chance::Paths;

/// A charge with the choices before the roll that are best at one target.
#[derive(Clone, Debug)]
pub(in super::super) struct SettledCharge {
    /// The charge with these choices.
    pub charge: Charge,
    /// Notes on them.
    pub chosen: Vec<ChoiceNote>,
    /// The value to the charger of the states after it.
    pub value: ChoiceValue,
}

impl SettledCharge {
    /// Makes the choices before the roll at a target in this state, by the value of the states after
    /// the charge.
    ///
    /// # Errors
    /// [`Unsolved`] if the choices in its attack cannot be solved.
    pub(in super::super) fn new(
        parameters: &Parameters,
        question: &Charge,
        target: TargetState,
        end: EndValue<'_>,
    ) -> Result<Self, Unsolved> {
        let unsolved = Cell::new(false);
        let value_of = |charge: &Charge| {
            let rule = ChargeRule::to_aim(parameters, charge, &[target], end);
            rule.map_or_else(
                |Unsolved| {
                    unsolved.set(true);
                    ChargeValue::default()
                },
                |rule| rule.value(target, end),
            )
        };
        let (charge, chosen) = choices::best(parameters, &at(question, target), value_of);
        let value = value_of(&charge).ends;
        if unsolved.get() { Err(Unsolved) } else { Ok(Self { charge, chosen, value }) }
    }
}

impl ChargeRule {
    /// Compiles a charge without open choices before the roll but rerolls, at a target with one of
    /// these wounds and tokens. All later choices are made by the value of the states after it, but
    /// for those in the panic test of a failed charge.
    ///
    /// # Errors
    /// [`Unsolved`] if the choices in its attack cannot be solved.
    pub(super) fn to_aim(
        parameters: &Parameters,
        question: &Charge,
        targets: &[TargetState],
        end: EndValue<'_>,
    ) -> Result<Self, Unsolved> {
        let (mut rule, _) = Self::until_contact(parameters, question, true);
        if let Some(attack) = attack_at_end(question) {
            let (orderly, may_choose) = rule.attack_to_aim(&attack, parameters, targets, end)?;
            rule.contact = Some(orderly.into());
            // without choices and cards both attacks are equal but for the bonus, which is masked
            let may_differ = may_choose || is_order_relevant(question);
            if may_differ && rule.may_arrive_disorderly(targets) {
                let attack = after_charge(&attack, true);
                rule.disorderly = rule.attack_to_aim(&attack, parameters, targets, end)?.0.into();
            }
        }
        Ok(rule.with_best_rerolls(targets, end))
    }

    /// Compiles the attack at the end, with the best choices in each state in which it may begin.
    /// Returns it and whether players may choose in it.
    fn attack_to_aim(
        &self,
        attack: &Attack,
        parameters: &Parameters,
        targets: &[TargetState],
        end: EndValue<'_>,
    ) -> Result<(AttackSequence, bool), Unsolved> {
        let context = TurnContext::new(attack, Activation::Begun, parameters);
        let turn = Turn::new(&context);
        if !turn.may_choose() {
            let start = (InitialState::Any, Activation::Begun);
            return Ok((AttackSequence::new(attack, start, parameters), false));
        }
        let starts = self.states_at_attack(targets);
        Ok((turn.chosen(&turn.memory(), &starts, end)?, true))
    }

    /// Returns the states in which the attack at the end may begin.
    fn states_at_attack(&self, targets: &[TargetState]) -> Vec<StartState> {
        let mut paths = Paths::new(&[], None);
        let mut after_move = |state: StartState| -> Vec<StartState> {
            if !self.crosses_dangerous
                && !self.before_roll.as_ref().is_some_and(BeforeRoll::is_order_relevant)
            {
                return vec![state];
            }
            let ends = [true, false].map(|orderly| {
                paths.distribution_of(1.0, |chance| {
                    let mut fight = fight(state);
                    self.roll_follows(chance, &mut fight, [true, orderly]);
                    if self.crosses_dangerous {
                        self.dangerous_ground(chance, &mut fight, [true, orderly]);
                    }
                    state_of(&fight)
                })
            });
            ends.into_iter().flatten().map(|(end, _)| end).collect()
        };
        let states = self.states_at_roll(targets).into_iter().flat_map(&mut after_move);
        let mut states: Vec<StartState> =
            states.filter(|[own, other, ..]| *own > 0 && *other > 0).collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    /// Returns whether a disorderly charge may arrive.
    fn may_arrive_disorderly(&self, targets: &[TargetState]) -> bool {
        self.states_at_roll(targets).into_iter().any(|state| {
            let reading = self.reading_in(state);
            (0..=6).any(|natural| reading.reaches(natural) && reading.is_disorderly(natural))
        })
    }
}
