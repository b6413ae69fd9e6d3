//! The value of a charge to its player, and the rerolls that maximize it (A5.10, A14.2).

use std::collections::BTreeSet;

use super::super::choice::{ChoiceValue, is_better};
use super::super::situation::{FightState, Side};
use super::ChargeRule;
use super::any_target::TargetState;
use super::rerolls::{ChargeState, DistanceRerolls, RerollFaces};
use super::roll::{CHARGE_DIE, RollTerms};
use warodds_engine::chance::Paths;

impl ChargeRule {
    /// Returns the value of the whole charge: expected wounds the target loses minus those the
    /// charger loses, and the probability of arriving.
    pub(in super::super) fn value(&self) -> ChoiceValue {
        let ends = Paths::new(&[], None).distribution_of(1.0, |chance| {
            let mut fight = self.start();
            let six = self.before_roll(chance, &mut fight);
            let reading = self.approach.read(chance, &fight);
            let natural = self.approach.roll(chance, six, &fight, &reading);
            let left = self.resolve_after_roll(chance, natural, &reading, fight).fight.left;
            [left[0], left[1], u8::from(reading.reaches(natural))]
        });
        let balance = ends.iter().map(|&([own, other, _], p)| self.balance([own, other]) * p).sum();
        (balance, ends.iter().map(|&([.., reached], p)| f64::from(reached) * p).sum())
    }

    /// Returns the wounds the target loses minus those the charger loses (A14.2).
    fn balance(&self, left: [u8; 2]) -> f64 {
        let lost = |side: Side| f64::from(self.left[side.index()]) - f64::from(left[side.index()]);
        lost(Side::Defender) - lost(Side::Attacker)
    }

    /// Returns the best rerolls for each state in which the die may be rolled, if the target starts
    /// with one of these wounds and tokens.
    pub(super) fn best_rerolls(&self, targets: &[TargetState]) -> DistanceRerolls {
        // what follows a roll is the same after several natural dice
        let mut paths = Paths::new(&[], None);
        let mut states: BTreeSet<ChargeState> = BTreeSet::new();
        for &[left, tokens] in targets {
            let at_roll = paths.distribution_of(1.0, |chance| {
                let mut fight = FightState::new([self.left[0], left], [self.tokens[0], tokens]);
                self.before_roll(chance, &mut fight);
                let FightState { left: [own, other], tokens: [held, their], .. } = fight;
                [own, other, held, their]
            });
            states.extend(at_roll.into_iter().map(|(state, _)| state));
        }
        let best = states.into_iter().map(|state| (state, self.best_in(&mut paths, state)));
        DistanceRerolls::new(best)
    }

    /// Returns the natural dice to reroll in a state: those after which a new roll has a higher
    /// value, or an equal value and a better chance of arriving (A5.10).
    fn best_in(&self, paths: &mut Paths, state: ChargeState) -> RerollFaces {
        if !self.reading_in(state).rerolls {
            return RerollFaces::default();
        }
        let worth: [ChoiceValue; 7] =
            std::array::from_fn(|natural| self.worth(paths, natural as u8, state));
        let chances =
            paths.distribution_of(1.0, |chance| [self.approach.natural(chance, &CHARGE_DIE)]);
        let mean = |pick: fn(&ChoiceValue) -> f64| {
            chances
                .iter()
                .map(|&([natural], p)| pick(&worth[usize::from(natural)]) * p)
                .sum::<f64>()
        };
        // the same die for every state, so its mean is computed once
        let fresh = (mean(|worth| worth.0), mean(|worth| worth.1));
        worth.map(|value| u8::from(is_better(fresh, value)))
    }

    /// Returns the terms of the roll in a state.
    fn reading_in(&self, [own, other, own_tokens, their_tokens]: ChargeState) -> RollTerms<u8> {
        let fight = FightState::new([own, other], [own_tokens, their_tokens]);
        self.approach.read(&mut Paths::new(&[], None), &fight)
    }

    /// Returns the value of keeping a natural die, and whether it arrives.
    fn worth(&self, paths: &mut Paths, natural: u8, state: ChargeState) -> ChoiceValue {
        let [own, other, own_tokens, their_tokens] = state;
        let reading = self.reading_in(state);
        let ends = paths.distribution_of(1.0, |chance| {
            let fight = FightState::new([own, other], [own_tokens, their_tokens]);
            self.resolve_after_roll(chance, natural, &reading, fight).fight.left
        });
        let balance = ends.iter().map(|&(left, p)| self.balance(left) * p).sum();
        (balance, f64::from(u8::from(reading.reaches(natural))))
    }
}
