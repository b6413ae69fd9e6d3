//! The options of both sides in a situation, each pair with the attack it leads to.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::decide::best_pair;

use super::super::super::attack_context::Picks;
use super::super::super::condition::Tokens;
use super::super::super::situation::Situation;
use super::{ChoiceEvaluator, ChoiceValue, CompileWithChoices, Saving, is_better, picks};

/// All pairs of options of both sides in a situation.
#[derive(Debug)]
pub(crate) struct ChoicePairs<A> {
    /// The number of options of each side.
    counts: [usize; 2],
    /// The choices of each pair, by the option of the attacker, with the index of their attack in
    /// `attacks`.
    pairs: Vec<(Picks, usize)>,
    /// The distinct attacks, each with its number among all evaluated ones.
    attacks: Vec<(usize, Rc<A>)>,
}

impl<A: CompileWithChoices> ChoiceEvaluator<'_, A> {
    /// Returns all pairs of options in a situation in which the two sides hold these tokens. The
    /// tokens may be saved for later attacks.
    pub(crate) fn pairs(&mut self, now: &Situation, held: [Tokens; 2]) -> ChoicePairs<A> {
        let [own, other] = self.choices(now, Saving::ForLater(held));
        let mut attacks: Vec<(usize, Rc<A>)> = Vec::new();
        let mut indices = FxHashMap::default();
        let mut pairs = Vec::with_capacity(own.len() * other.len());
        for one in &own {
            for reply in &other {
                let picks = picks(one, reply, self.denials(now));
                let number = self.attack(&picks);
                let index = *indices.entry(number).or_insert_with(|| {
                    attacks.push((number, Rc::clone(&self.attacks[number])));
                    attacks.len() - 1
                });
                pairs.push((picks, index));
            }
        }
        ChoicePairs { counts: [own.len(), other.len()], pairs, attacks }
    }
}

impl<A> ChoicePairs<A> {
    /// Returns the distinct attacks with their numbers.
    pub(crate) fn attacks(&self) -> impl Iterator<Item = (usize, &A)> {
        self.attacks.iter().map(|(number, attack)| (*number, &**attack))
    }

    /// Returns the number of pairs.
    pub(crate) const fn count(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the choices of a pair.
    pub(crate) fn picks(&self, pair: usize) -> Option<&Picks> {
        self.pairs.get(pair).map(|(picks, _)| picks)
    }

    /// Returns the best pair and its value. `worth` returns the value to its attacker of an attack,
    /// by its index in [`attacks`](Self::attacks).
    pub(crate) fn best(
        &self,
        mut worth: impl FnMut(usize, (usize, &A)) -> ChoiceValue,
    ) -> (usize, ChoiceValue) {
        let mut known: Vec<Option<ChoiceValue>> = vec![None; self.attacks.len()];
        let [_, replies] = self.counts;
        let mut value = |[own, other]: [usize; 2]| {
            let pair = self.pairs.get(own * replies + other);
            let attack = pair.and_then(|(_, index)| Some((*index, self.attacks.get(*index)?)));
            let Some((index, (number, attack))) = attack else { return (0.0, 0.0) };
            *known[index].get_or_insert_with(|| worth(index, (*number, attack)))
        };
        let best = best_pair(self.counts, &mut value, is_better);
        (best[0] * replies + best[1], value(best))
    }
}
