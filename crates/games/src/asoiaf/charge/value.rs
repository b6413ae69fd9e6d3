//! The value of a charge to its player, and the rerolls that maximize it (A5.10, A14.2).

use std::collections::BTreeSet;

use super::super::choice::{ChoiceValue, is_better};
use super::super::situation::FightState;
use super::super::state_table::StartState;
use super::ChargeRule;
use super::attacks::TargetState;
use super::rerolls::{DistanceRerolls, RerollFaces};
use super::roll::{CHARGE_DIE, RollTerms};
use warodds_engine::chance::Paths;

/// The value to the charger of a state in which a charge ends.
pub(in super::super) type EndValue<'v> = &'v dyn Fn(StartState) -> ChoiceValue;

/// Returns the wounds left to the charger minus those left to the target (A14.2).
pub(super) fn balance([own, other, ..]: StartState) -> ChoiceValue {
    (f64::from(own) - f64::from(other), 0.0)
}

impl ChargeRule {
    /// Returns the value of the whole charge at a target with these wounds and tokens: that of its
    /// ends, then the probability of arriving.
    pub(in super::super) fn value(&self, target: TargetState, end: EndValue<'_>) -> ChargeValue {
        let sum = |sum: ChargeValue, ((ends, reached), p): ((StartState, bool), f64)| {
            sum.with(end(ends), f64::from(u8::from(reached)), p)
        };
        self.ends(self.against(target)).fold(ChargeValue::default(), sum)
    }

    /// Returns the distribution of the wounds left and the tokens of both units after a charge that
    /// starts in a state, and whether it arrives. Equal ends may be listed apart.
    pub(in super::super) fn ends(
        &self,
        start: FightState<u8>,
    ) -> impl Iterator<Item = ((StartState, bool), f64)> {
        let mut paths = Paths::new(&[], None);
        let rolls = paths.distribution_of(1.0, |chance| {
            let mut fight = start;
            let (natural, reading) = self.rolled(chance, &mut fight);
            let [reached, orderly] = self.relevant(reading.outcome(natural)).map(u8::from);
            let [own, other, held, their] = state_of(&fight);
            [own, other, held, their, reached, orderly]
        });
        // many dice lead to the same attack, which is enumerated once
        rolls.into_iter().flat_map(move |([own, other, held, their, reached, orderly], share)| {
            let ends = paths.distribution_of(share, |chance| {
                let start = fight([own, other, held, their]);
                state_of(
                    &self.after_roll(chance, [reached, orderly].map(|one| one > 0), start).fight,
                )
            });
            ends.into_iter().map(move |(end, p)| ((end, reached > 0), p))
        })
    }

    /// Returns the state before a charge at a target with these wounds and tokens.
    fn against(&self, [left, tokens]: TargetState) -> FightState<u8> {
        FightState::new([self.left[0], left], [self.tokens[0], tokens])
    }

    /// Adds the rerolls that are best by the value of the ends, if the target starts with one of
    /// these wounds and tokens.
    pub(super) fn with_best_rerolls(mut self, targets: &[TargetState], end: EndValue<'_>) -> Self {
        if self.approach.may_reroll() {
            // what follows a roll is the same after several natural dice
            let mut paths = Paths::new(&[], None);
            let states = self.states_at_roll(targets).into_iter();
            let best = states.map(|state| (state, self.best_in(&mut paths, state, end)));
            self.approach.again = DistanceRerolls::new(best.collect::<Vec<_>>().into_iter());
        }
        self
    }

    /// Returns the states in which the die may be rolled, if the target starts with one of these
    /// wounds and tokens.
    pub(super) fn states_at_roll(&self, targets: &[TargetState]) -> BTreeSet<StartState> {
        let mut paths = Paths::new(&[], None);
        let mut at_roll = |target: &TargetState| {
            paths.distribution_of(1.0, |chance| {
                let mut fight = self.against(*target);
                self.before_roll(chance, &mut fight);
                state_of(&fight)
            })
        };
        targets.iter().flat_map(&mut at_roll).map(|(state, _)| state).collect()
    }

    /// Returns the natural dice to reroll in a state: those after which a new roll has a higher
    /// value, or an equal value and a better chance of arriving (A5.10).
    fn best_in(&self, paths: &mut Paths, state: StartState, end: EndValue<'_>) -> RerollFaces {
        if !self.reading_in(state).rerolls {
            return RerollFaces::default();
        }
        let worth: [ChargeValue; 7] =
            std::array::from_fn(|natural| self.worth(paths, natural as u8, state, end));
        let chances =
            paths.distribution_of(1.0, |chance| [self.approach.natural(chance, &CHARGE_DIE)]);
        // the same die for every state, so its mean is computed once
        let fresh = chances.iter().fold(ChargeValue::default(), |sum, &([natural], p)| {
            let ChargeValue { ends, arrives } = worth[usize::from(natural)];
            sum.with(ends, arrives, p)
        });
        worth.map(|value| u8::from(fresh.is_better(value)))
    }

    /// Returns the terms of the roll in a state.
    pub(super) fn reading_in(&self, state: StartState) -> RollTerms<u8> {
        self.approach.read(&mut Paths::new(&[], None).as_chance(), &fight(state))
    }

    /// Returns the value of keeping a natural die, and whether it arrives.
    fn worth(
        &self,
        paths: &mut Paths,
        natural: u8,
        state: StartState,
        end: EndValue<'_>,
    ) -> ChargeValue {
        let reading = self.reading_in(state);
        let ends = paths.distribution_of(1.0, |chance| {
            state_of(&self.resolve_after_roll(chance, natural, &reading, fight(state)).fight)
        });
        let arrives = f64::from(u8::from(reading.reaches(natural)));
        ends.iter()
            .fold(ChargeValue::default(), |sum, &(state, p)| sum.with(end(state), arrives, p))
    }
}

/// The value of a charge to its player.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct ChargeValue {
    /// The value of the states in which it ends.
    pub ends: ChoiceValue,
    /// The probability of arriving, which decides between equal values.
    arrives: f64,
}

impl ChargeValue {
    /// Adds a value with its weight.
    fn with(self, ends: ChoiceValue, arrives: f64, weight: f64) -> Self {
        let (first, second) = self.ends;
        let ends = (first + ends.0 * weight, second + ends.1 * weight);
        Self { ends, arrives: self.arrives + arrives * weight }
    }

    /// Returns whether the value is better for the charger than another.
    pub(super) fn is_better(self, other: Self) -> bool {
        is_better(self.ends, other.ends)
            || !is_better(other.ends, self.ends)
                && is_better((self.arrives, 0.0), (other.arrives, 0.0))
    }
}

/// Returns a fight in a state.
pub(super) fn fight([own, other, held, their]: StartState) -> FightState<u8> {
    FightState::new([own, other], [held, their])
}

/// Returns the wounds left and tokens in a fight.
pub(super) const fn state_of(fight: &FightState<u8>) -> StartState {
    let ([own, other], [held, their]) = (fight.left, fight.tokens);
    [own, other, held, their]
}
