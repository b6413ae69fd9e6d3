//! Random duels, held against the reference model.

use crate::common::{DISORDERLY, ORDERLY};
use warodds::games::asoiaf::{Duel, DuelSide, Facing, Opening, Question};
use warodds_reference::effects::duel;

use super::super::bench;
use super::deal::Dealer;
use super::{Verdict, differing, exact, words};

/// Holds one question against the reference model.
pub(super) fn hold(question: &Duel) -> (Verdict, Vec<String>) {
    let (ends, open) = duel::distribution(question);
    let answer = match exact(&Question::Duel(Box::new(question.clone()))) {
        Ok(answer) => answer,
        Err(broken) => return (Verdict::Wrong, vec![broken]),
    };
    let wrong = differing(&answer, &ends, duel::EffectDuelOutcome::named);
    if wrong.is_empty() {
        (Verdict::Same, wrong)
    } else if open {
        (Verdict::Open, Vec::new())
    } else {
        (Verdict::Wrong, wrong)
    }
}

/// A random duel, and its cards in words.
pub(super) fn random(seed: u64) -> (Duel, String) {
    let mut dealer = Dealer::new(seed).without_choices();
    let (first, second) = (dealer.fighter(false), dealer.fighter(false));
    let mut duel = bench::duel(&first, &second, dealer.number(1, 4));
    let terrain = [dealer.surroundings(), dealer.surroundings()];
    duel.edit(|a, b| [a.surroundings, b.surroundings] = terrain).expect("both can fight");
    duel.opening = Opening {
        first: dealer.one_of(&[DuelSide::A, DuelSide::B]),
        facing: dealer.one_of(&Facing::ALL),
        charge: dealer.one_of(&[None, None, ORDERLY, DISORDERLY]),
    };
    let told =
        format!("{}\n{}\n{:?} {:?}", words(&first), words(&second), duel.opening, duel.activations);
    (duel, told)
}
