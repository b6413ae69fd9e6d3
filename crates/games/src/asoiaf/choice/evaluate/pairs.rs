//! The options of both sides in a situation, each pair with the attack it leads to.

use std::rc::Rc;

use crate::decide::best_pair;

use super::super::super::attack_context::Picks;
use super::super::super::condition::Tokens;
use super::super::super::situation::Situation;
use super::{ChoiceEvaluator, ChoiceValue, CompileWithChoices, is_better, picks};

/// A pair of options: the choices of both sides, and the attack they lead to with its index.
type ChoicePair<A> = (Picks, usize, Rc<A>);

/// All pairs of options of both sides in a situation.
#[derive(Debug)]
pub(crate) struct ChoicePairs<A> {
    /// The number of options of each side.
    counts: [usize; 2],
    /// The pairs, by the option of the attacker.
    pairs: Vec<ChoicePair<A>>,
}

impl<A: CompileWithChoices> ChoiceEvaluator<'_, A> {
    /// Returns all pairs of options in a situation in which the two sides hold these tokens. The
    /// tokens may be saved for later attacks.
    pub(crate) fn pairs(&mut self, now: &Situation, held: [Tokens; 2]) -> ChoicePairs<A> {
        let [own, other] = self.choices(now, Some(held));
        let mut pairs = Vec::with_capacity(own.len() * other.len());
        for one in &own {
            for reply in &other {
                let picks = picks(one, reply);
                let number = self.attack(&picks);
                pairs.push((picks, number, Rc::clone(&self.attacks[number])));
            }
        }
        ChoicePairs { counts: [own.len(), other.len()], pairs }
    }
}

impl<A> ChoicePairs<A> {
    /// Returns the distinct attacks with their indices.
    pub(crate) fn attacks(&self) -> impl Iterator<Item = (usize, &A)> {
        let is_first = |at: usize, number: usize| {
            !self.pairs.iter().take(at).any(|(_, other, _)| *other == number)
        };
        let all = self.pairs.iter().enumerate();
        all.filter(move |(at, (_, number, _))| is_first(*at, *number))
            .map(|(_, (_, number, attack))| (*number, &**attack))
    }

    /// Returns the choices of a pair.
    pub(crate) fn picks(&self, pair: usize) -> Option<&Picks> {
        self.pairs.get(pair).map(|(picks, ..)| picks)
    }

    /// Returns the best pair and its value. `worth` returns the value of an attack to its attacker.
    pub(crate) fn best(
        &self,
        mut worth: impl FnMut(usize, &A) -> ChoiceValue,
    ) -> (usize, ChoiceValue) {
        let mut known: Vec<(usize, ChoiceValue)> = Vec::new();
        let [_, replies] = self.counts;
        let mut value = |[own, other]: [usize; 2]| {
            let Some((_, number, attack)) = self.pairs.get(own * replies + other) else {
                return (0.0, 0.0);
            };
            if let Some((_, value)) = known.iter().find(|(other, _)| other == number) {
                return *value;
            }
            let value = worth(*number, attack);
            known.push((*number, value));
            value
        };
        let best = best_pair(self.counts, &mut value, is_better);
        (best[0] * replies + best[1], value(best))
    }
}
