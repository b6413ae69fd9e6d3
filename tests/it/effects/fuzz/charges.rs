//! Random charges, held against the reference model.

use warodds::games::asoiaf::{Charge, Context, Facing, Question, Terrain, TerrainKeyword};
use warodds_reference::effects::charge;

use super::super::bench::attack_in;
use super::cards::Hand;
use super::deal::Dealer;
use super::{Verdict, differing, exact, surround, words};
use crate::common::charge_to;

/// Holds one question against the reference model.
pub(super) fn hold(question: &Charge) -> (Verdict, Vec<String>) {
    let Ok((best, open)) = charge::distributions(question) else {
        return (Verdict::TooMany, Vec::new());
    };
    let answer = match exact(&Question::Charge(question.clone())) {
        Ok(answer) => answer,
        Err(broken) => return (Verdict::Wrong, vec![broken]),
    };
    let wrong: Vec<Vec<String>> = best
        .iter()
        .map(|ends| differing(&answer, ends, charge::EffectChargeOutcome::named))
        .collect();
    if wrong.iter().any(Vec::is_empty) {
        (Verdict::Same, Vec::new())
    } else if open {
        (Verdict::Open, Vec::new())
    } else {
        (Verdict::Wrong, wrong.into_iter().next().unwrap_or_default())
    }
}

/// A random charge, and its cards in words.
pub(super) fn random(seed: u64) -> (Charge, String) {
    let dealer = Dealer::new(seed).of_charges();
    dealt(if seed.is_multiple_of(3) { dealer.choosing_early() } else { dealer.without_choices() })
}

/// The same with tactics cards on one unit or on both, and nothing to choose.
pub(super) fn with_cards(seed: u64) -> (Charge, String) {
    let (mut charge, described) = dealt(Dealer::new(seed).of_charges().without_choices());
    let hand = Hand::new(seed, |card| card.effects.choice.is_none());
    let described = format!("{described}\n{}", hand.words());
    let mut attack = charge.attack().expect("an attack").clone();
    hand.play(&mut attack);
    let of_roll = (charge.terrain, charge.panic_test, charge.reroll_distance);
    charge = charge_to(&attack, charge.distance.whole().into());
    (charge.terrain, charge.panic_test, charge.reroll_distance) = of_roll;
    (charge, described)
}

fn dealt(mut dealer: Dealer) -> (Charge, String) {
    let (first, second) = (dealer.fighter(false), dealer.fighter(false));
    let facing = dealer.one_of(&Facing::ALL);
    let context = Context { facing, ..Context::CHARGE };
    let mut attack = attack_in(context, &first, &second);
    surround(&mut attack, &mut dealer);
    let (panic_test, reroll_distance) = (dealer.often(0.8), dealer.often(0.2));
    let keywords = TerrainKeyword::ALL.into_iter().filter(|_| dealer.often(0.15));
    let terrain: Terrain = keywords.collect();
    let mut charge = charge_to(&attack, dealer.number(1, 10) as f64);
    (charge.terrain, charge.panic_test) = (terrain, panic_test);
    charge.reroll_distance = reroll_distance;
    let distance = charge.distance;
    let described = format!(
        "{}\n{}\n{context:?}\n{distance} inches over {terrain:?}, panic test: {panic_test}, reroll: {reroll_distance}",
        words(&first),
        words(&second)
    );
    (charge, described)
}
