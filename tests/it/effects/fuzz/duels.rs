//! Random duels, held against the reference model.

use crate::common::{DISORDERLY, ORDERLY};
use warodds::games::asoiaf::effect::{Action, TriggeredEffect};
use warodds::games::asoiaf::{
    Attack, Combatant, Context, Duel, DuelSide, Facing, Fishing, Opening, Policy, Question,
    Spending, Survive,
};
use warodds_reference::effects::{duel, duel_to_win, survive_to_win};

use super::super::bench::{self, mean};
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

/// The most choices of a state that are tried.
const MOST_CHOICES: usize = 64;

/// Whether an ability triggers something of this kind.
fn triggers(question: &Duel, is: fn(&TriggeredEffect) -> bool) -> bool {
    let abilities = question.sides().map(|side| &side.abilities);
    let mut effects = abilities.into_iter().flatten().flat_map(|ability| ability.effects.all());
    effects.any(|effect| matches!(&effect.action, Action::Triggered(triggered) if is(triggered)))
}

/// Holds the value of a duel between players who choose to win against the reference model.
pub(super) fn hold_value(question: &Duel) -> (Verdict, Vec<String>) {
    let Ok(expected) = duel_to_win::value(question, MOST_CHOICES) else {
        return (Verdict::TooMany, Vec::new());
    };
    let found = value(question);
    let is_close = |one: f64, other: f64| (one - other).abs() < 1e-9;
    if is_close(found.0, expected.0) && is_close(found.1, expected.1) {
        return (Verdict::Same, Vec::new());
    }
    (Verdict::Wrong, vec![format!("{found:?} is not {expected:?}")])
}

/// The probability that `b` is destroyed minus that of `a`, and the wounds left to `a` minus those
/// left to `b`.
pub(super) fn value(question: &Duel) -> (f64, f64) {
    let answer = exact(&Question::Duel(Box::new(question.clone()))).expect("an answer");
    let of = |name| mean(&answer, name);
    (of("b_destroyed") - of("a_destroyed"), of("a_left") - of("b_left"))
}

/// A change of how a player uses a unit.
type PolicyChange = fn(&mut Policy);

/// The expected number of attacks that a unit stands must be that of the reference model.
pub(super) fn hold_survival(seed: u64) -> (Verdict, String) {
    let (question, description) = with_choices(seed);
    let attacks = [question.sides()[0], question.sides()[1]];
    let attack = |by: &Combatant| {
        Attack::new(by.clone(), attacks[1].clone(), Context::default()).expect("both can fight")
    };
    // the second attacker is like the unit itself
    let all = if seed.is_multiple_of(2) {
        vec![attack(attacks[0])]
    } else {
        attacks.map(attack).to_vec()
    };
    // each round of the reference model tries all choices of attacks out of turn again
    if triggers(&question, |one| matches!(one, TriggeredEffect::Attack)) {
        return (Verdict::TooMany, description);
    }
    let Ok(expected) = survive_to_win::attacks(&all, MOST_CHOICES) else {
        return (Verdict::TooMany, description);
    };
    // the program counts 250 attacks at most
    if expected > 10.0 {
        return (Verdict::TooMany, description);
    }
    let survive = Survive::new(all).expect("attacks");
    let answer = exact(&Question::Survive(Box::new(survive))).expect("an answer");
    let found = mean(&answer, "attacks");
    let verdict = if (found - expected).abs() < 1e-6 { Verdict::Same } else { Verdict::Wrong };
    (verdict, format!("{found} is not {expected}\n{description}"))
}

/// Asks a random duel with and without each of the options of one side.
///
/// # Errors
/// Says which option lowers the value of the duel to its owner.
pub(super) fn more_options_never_hurt(seed: u64) -> Result<(), String> {
    let (question, description) = with_choices(seed);
    let side = (seed % 2) as usize;
    let with = |change: PolicyChange| {
        let mut duel = question.clone();
        duel.edit(|a, b| change(&mut [a, b][side].policy)).expect("both can fight");
        let value = value(&duel);
        if side == 0 { value.0 } else { -value.0 }
    };
    let all = with(|policy| {
        *policy = Policy {
            spending: Spending::WhenItHelps,
            orders: true,
            fishing: Fishing::WhenItHelps,
            ..policy.clone()
        };
    });
    let fewer: [(&str, PolicyChange); 3] = [
        ("tokens", |policy| policy.spending = Spending::Never),
        ("orders", |policy| policy.orders = false),
        ("rerolls for 6s", |policy| policy.fishing = Fishing::Never),
    ];
    // an attachment whose only ability is an order that is not given is not killed either
    let kills = triggers(&question, |one| matches!(one, TriggeredEffect::KillAttachment(_)));
    for (what, without) in fewer.into_iter().filter(|(what, _)| !(kills && *what == "orders")) {
        let value = with(without);
        if all < value - 1e-9 {
            return Err(format!("seed {seed}: {all} with {what}, {value} without\n{description}"));
        }
    }
    Ok(())
}

/// A random duel in which the players have no choice, and its cards in words.
pub(super) fn random(seed: u64) -> (Duel, String) {
    of_dealer(Dealer::new(seed).without_choices())
}

/// A random duel in which the players choose, and its cards in words.
pub(super) fn with_choices(seed: u64) -> (Duel, String) {
    of_dealer(Dealer::new(seed))
}

fn of_dealer(mut dealer: Dealer) -> (Duel, String) {
    let (first, second) = (dealer.fighter(false), dealer.fighter(false));
    let mut duel = bench::duel(&first, &second, dealer.number(1, 4));
    let terrain = [dealer.surroundings(), dealer.surroundings()];
    duel.edit(|a, b| [a.surroundings, b.surroundings] = terrain).expect("both can fight");
    duel.opening = Opening {
        first: dealer.one_of(&[DuelSide::A, DuelSide::B]),
        facing: dealer.one_of(&Facing::ALL),
        charge: dealer.one_of(&[None, None, ORDERLY, DISORDERLY]),
    };
    let description =
        format!("{}\n{}\n{:?} {:?}", words(&first), words(&second), duel.opening, duel.activations);
    (duel, description)
}
