//! Random charges, held against the reference model.

use warodds::games::asoiaf::values::{Inches, Modifier, Morale, Speed};
use warodds::games::asoiaf::{
    ActivePlayer, Attack, Charge, Charger, Context, Facing, Panic, Question, Rerolls, Terrain,
    TerrainKeyword,
};
use warodds_reference::effects::charge;

use super::super::bench::{Fighter, attack_in};
use super::deal::Dealer;
use super::{Verdict, differing, exact, words};

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
    let mut dealer =
        if seed.is_multiple_of(3) { dealer.choosing_early() } else { dealer.without_choices() };
    let (first, second) = (dealer.fighter(false), dealer.fighter(false));
    let facing = dealer.one_of(&Facing::ALL);
    let context = Context { facing, ..Context::CHARGE };
    let mut attack = attack_in(context, &first, &second);
    for traits in attack.traits_mut() {
        traits.surroundings = dealer.surroundings();
    }
    let panic = dealer.often(0.8).then(|| own_panic(&first, &attack));
    let charger = Charger {
        speed: Speed::new(5).expect("in range"),
        state: attack.attacker.state,
        reroll_distance: dealer.often(0.2),
        panic,
    };
    let keywords = TerrainKeyword::ALL.into_iter().filter(|_| dealer.often(0.15));
    let terrain: Terrain = keywords.collect();
    let distance = Inches::new(dealer.number(1, 10) as f64).expect("in range");
    let told = format!(
        "{}\n{}\n{context:?}\n{distance} inches over {terrain:?} {charger:?}",
        words(&first),
        words(&second)
    );
    (Charge { charger, distance, terrain, attack: Some(attack) }, told)
}

fn own_panic(charger: &Fighter, attack: &Attack) -> Panic {
    Panic {
        morale: Morale::new(charger.morale).expect("in range"),
        modifier: Modifier::NONE,
        state: attack.attacker.state,
        rerolls: Rerolls::default(),
        active: ActivePlayer::Own,
        spending: attack.defender.spending,
        traits: attack.attacker.traits.clone(),
    }
}
