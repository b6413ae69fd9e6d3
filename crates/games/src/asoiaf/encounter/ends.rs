//! What is left of both units after an encounter, for estimates that need no other result.

use super::super::state_table::StartState;
use super::{Aftermath, Encounter, EncounterRule, OutOfTable};

/// The wounds left and the tokens of both units after an [`Encounter`], as in [`Aftermath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncounterEnd {
    /// Wounds left to the first and the second unit; 0 if there is none.
    pub left: [u8; 2],
    /// Bits of [`Tokens`](super::super::Tokens) of both units, and above them the uses of survival
    /// abilities.
    pub tokens: [u8; 2],
}

impl Encounter {
    /// Returns the wounds left and the tokens of both units after an attack or a charge, with their
    /// probabilities: [`Self::distribution`] without its other results, and much cheaper. Equal ends
    /// may be listed apart. A fault of the rule is not detected. Other encounters are those of
    /// [`Self::distribution`].
    ///
    /// # Errors
    /// [`OutOfTable`] if the rule of another encounter has a fault.
    pub fn ends(&self) -> Result<Vec<(EncounterEnd, f64)>, OutOfTable> {
        let states = match &self.step {
            EncounterRule::Attack(rule) => rule.ends_from(self.tokens),
            EncounterRule::Charge(charge) if !charge.is_elsewhere() => {
                Some(charge.rule.ends_from(self.tokens))
            }
            _ => None,
        };
        let Some(states) = states else {
            let all = self.distribution()?.into_iter();
            let end = |after: Aftermath| EncounterEnd { left: after.left, tokens: after.tokens };
            return Ok(all.map(|(after, p)| (end(after), p)).collect());
        };
        let end = |[own, other, held, their]: StartState| EncounterEnd {
            left: [own, other],
            tokens: [held, their],
        };
        Ok(states.into_iter().map(|(state, p)| (end(state), p)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::condition::{Token, Tokens};
    use super::super::super::edition::Edition;
    use super::super::super::question::{Charge, Context};
    use super::super::super::unit::UnitState;
    use super::super::super::values::Inches;
    use super::super::ChargeStops;
    use super::super::tests::{attack, combatant, panic, unit};
    use super::*;
    use std::collections::BTreeMap;

    /// The ends are the distribution without its other results, whatever is enumerated in steps:
    /// tokens that are spent, a die with two results that matter, and tests.
    #[test]
    fn ends_are_those_of_the_distribution() {
        let held = Tokens::from_iter([Token::Panicked, Token::Vulnerable]);
        let mut question = attack([6, 6]);
        question.defender.state = UnitState::after(unit().body, 1, held).unwrap();
        let target = Some((question.defender.clone(), Context::CHARGE));
        let charge = Charge::new(combatant(6), target, Inches::new(8.0).unwrap()).unwrap();
        let tokens = [0, held.bits()];
        let all = [
            Encounter::attack(question, tokens, Edition::V1_6),
            Encounter::charge(&charge, ChargeStops::default(), tokens, Edition::V1_6),
            Encounter::panic(&panic(4), 0, Edition::V1_6),
        ];
        for encounter in all {
            let mut sums: BTreeMap<[[u8; 2]; 2], f64> = BTreeMap::new();
            for (end, p) in encounter.ends().unwrap() {
                *sums.entry([end.left, end.tokens]).or_default() += p;
            }
            for (after, p) in encounter.distribution().unwrap() {
                *sums.entry([after.left, after.tokens]).or_default() -= p;
            }
            assert!(sums.len() > 3);
            assert!(sums.values().all(|difference| difference.abs() < 1e-12), "{sums:?}");
        }
    }
}
