//! The exact engine against single dice, nested loops and expectimax written out plainly.
//!
//! Where equally good rerolls leave the distribution open (A4.4), what the tie cannot change is
//! compared: the mean of the wounds.

use crate::common;
use crate::common::random;
use warodds::chance::QuantityName;

use common::{edit, exact, panic_test_of};
use random::Dealer;
use warodds::games::asoiaf::values::Modifier;
use warodds::games::asoiaf::{
    ActivePlayer, Body, Facing, Question, Rerolls, Spending, Token, Tokens, UnitState,
};
use warodds::study::Answer;
use warodds_reference::asoiaf::{self as plain, BruteForce, Solution};

const TOLERANCE: f64 = 1e-12;

/// A result of the crate, by name, from 0.
#[track_caller]
fn result(answer: &Answer, name: &str) -> Vec<f64> {
    let found = crate::common::result(answer, name);
    let found = found.unwrap_or_else(|| panic!("no result is called {name}"));
    found.pmf().probabilities().to_vec()
}

/// Holds one result against the plain distribution, probability by probability.
#[track_caller]
fn same_distribution<K>(
    question: &Question,
    answer: &Answer,
    name: &str,
    found: &Solution<K>,
    read: impl Fn(&K) -> u8,
) {
    let mut left = result(answer, name);
    for (outcome, p) in &found.distribution {
        left[usize::from(read(outcome))] -= p;
    }
    assert!(
        left.iter().all(|off| off.abs() < TOLERANCE),
        "{name} is off by {left:?} in {question:#?}"
    );
}

/// Holds the mean of one result against the plain one.
#[track_caller]
fn same_mean<K>(
    question: &Question,
    answer: &Answer,
    name: &str,
    found: &Solution<K>,
    read: impl Fn(&K) -> u8,
) {
    let theirs: f64 =
        result(answer, name).iter().enumerate().map(|(value, p)| value as f64 * p).sum();
    let off = theirs - plain::mean(&found.distribution, |outcome| read(outcome).into());
    assert!(off.abs() < TOLERANCE, "the mean of {name} is off by {off} in {question:#?}");
}

#[test]
fn panic_tests_are_what_expectimax_over_single_dice_says() {
    let (mut plain, mut settled) = (BruteForce::default(), 0);
    let held = [Tokens::NONE, Tokens::NONE.with(Token::Panicked)];
    let rerolls = [(false, false), (true, false), (false, true), (true, true)]
        .map(|(roller, enemy)| Rerolls { roller, enemy });
    for morale in 2..=12 {
        for (wounds, modifier) in [(1, 0), (2, -1), (3, 2), (4, 0), (5, -3), (12, 1)] {
            for (tokens, rerolls) in
                held.into_iter().flat_map(|tokens| rerolls.map(|rerolls| (tokens, rerolls)))
            {
                for (active, spending) in [
                    (ActivePlayer::Own, Spending::WhenItHelps),
                    (ActivePlayer::Enemy, Spending::WhenItHelps),
                    (ActivePlayer::Own, Spending::Never),
                ] {
                    let body = Body::of_wounds(wounds).expect("in range");
                    let standing = UnitState::after(body, 0, tokens).expect("in range");
                    let modifier = Modifier::new(modifier).expect("in range");
                    let mut test = panic_test_of(morale, |unit| {
                        unit.state = standing;
                        unit.modifiers.panic_modifier = modifier;
                        unit.modifiers.morale_rerolls = rerolls;
                    });
                    (test.active, test.spending) = (active, spending);
                    let found = plain.panic_question(&test, standing.wounds_left(), tokens);
                    let question = Question::Panic(test);
                    let answer = exact(&question);
                    same_mean(&question, &answer, "wounds", &found, |&wounds| wounds);
                    if !found.open {
                        settled += 1;
                        same_distribution(&question, &answer, "wounds", &found, |&wounds| wounds);
                        same_distribution(&question, &answer, "failed", &found, |&wounds| {
                            u8::from(wounds > 0)
                        });
                    }
                }
            }
        }
    }
    assert!(
        settled > 11 * 6 * 8 * 3 / 2,
        "only {settled} distributions were settled: the comparison says too little"
    );
}

#[test]
fn attacks_are_what_single_dice_say() {
    let (mut plain, mut dealer, mut settled) = (BruteForce::default(), Dealer::new(1), 0);
    const QUESTIONS: usize = 4000;
    for _ in 0..QUESTIONS {
        let attack = dealer.attack();
        let found = plain.attack_question(&attack);
        let left = attack.defender().state.wounds_left();
        let question = Question::Attack(attack);
        let answer = exact(&question);
        same_distribution(&question, &answer, "hits", &found, |end| end.hits);
        same_distribution(&question, &answer, "attack_wounds", &found, |end| end.unblocked);
        same_mean(&question, &answer, "wounds", &found, |end| end.wounds);
        same_mean(&question, &answer, "panic_wounds", &found, |end| end.panic);
        if answer.quantity(QuantityName::new("own_wounds")).is_some() {
            same_distribution(&question, &answer, "own_wounds", &found, |end| end.own);
        }
        if !found.open {
            settled += 1;
            same_distribution(&question, &answer, "wounds", &found, |end| end.wounds);
            same_distribution(&question, &answer, "panic_wounds", &found, |end| end.panic);
            same_distribution(&question, &answer, "panic_failed", &found, |end| {
                u8::from(end.panic > 0)
            });
            same_distribution(&question, &answer, "destroyed", &found, |end| {
                u8::from(end.wounds >= left)
            });
        }
    }
    assert!(
        settled > QUESTIONS / 2,
        "only {settled} distributions were settled: the comparison says too little"
    );
}

#[test]
fn every_face_value_and_modifier_is_met_in_an_attack() {
    let mut plain = BruteForce::default();
    for (hit, save) in (2..=6).flat_map(|hit| (2..=6).map(move |save| (hit, save))) {
        for (modifier, facing) in
            (-6..=6).flat_map(|modifier| Facing::ALL.map(|facing| (modifier, facing)))
        {
            let mut attack = common::attack(2, hit, save, 7);
            attack.context.facing = facing;
            edit(&mut attack, |attack| {
                attack.attacker.modifiers.hit_modifier = Modifier::new(modifier).expect("in range")
            });
            edit(&mut attack, |attack| {
                attack.defender.modifiers.save_modifier =
                    Modifier::new(-modifier).expect("in range")
            });
            let found = plain.attack_question(&attack);
            let question = Question::Attack(attack);
            let answer = exact(&question);
            same_distribution(&question, &answer, "hits", &found, |end| end.hits);
            same_distribution(&question, &answer, "wounds", &found, |end| end.wounds);
        }
    }
}

#[test]
fn charges_are_what_single_dice_say() {
    let (mut plain, mut dealer, mut settled) = (BruteForce::default(), Dealer::new(2), 0);
    const QUESTIONS: usize = 1500;
    for _ in 0..QUESTIONS {
        let charge = dealer.charge();
        let found = plain.charge(&charge);
        let question = Question::Charge(charge);
        let answer = exact(&question);
        same_distribution(&question, &answer, "distance", &found, |end| end.distance);
        same_distribution(&question, &answer, "reached", &found, |end| end.reached.into());
        same_distribution(&question, &answer, "disorderly", &found, |end| end.disorderly.into());
        same_distribution(&question, &answer, "failed", &found, |end| end.failed.into());
        same_mean(&question, &answer, "wounds", &found, |end| end.dealt);
        same_mean(&question, &answer, "own_wounds", &found, |end| end.own);
        if !found.open {
            settled += 1;
            same_distribution(&question, &answer, "wounds", &found, |end| end.dealt);
            same_distribution(&question, &answer, "own_wounds", &found, |end| end.own);
            same_distribution(&question, &answer, "destroyed", &found, |end| end.destroyed.into());
        }
    }
    assert!(
        settled > QUESTIONS / 2,
        "only {settled} distributions were settled: the comparison says too little"
    );
}

#[test]
fn duels_are_what_recursion_over_single_dice_says() {
    let (mut plain, mut dealer, mut settled) = (BruteForce::default(), Dealer::new(3), 0);
    const QUESTIONS: usize = 400;
    for _ in 0..QUESTIONS {
        let duel = dealer.duel();
        let found = plain.duel(&duel);
        if found.open {
            // after a tie the rest of a duel may differ, mean and all
            continue;
        }
        settled += 1;
        let question = Question::Duel(Box::new(duel));
        let answer = exact(&question);
        same_distribution(&question, &answer, "a_left", &found, |end| end.left[0]);
        same_distribution(&question, &answer, "b_left", &found, |end| end.left[1]);
        same_distribution(&question, &answer, "rounds", &found, |end| end.rounds);
        same_distribution(&question, &answer, "a_destroyed", &found, |end| {
            u8::from(end.left[0] == 0)
        });
        same_distribution(&question, &answer, "b_destroyed", &found, |end| {
            u8::from(end.left[1] == 0)
        });
        same_distribution(&question, &answer, "both_stand", &found, |end| {
            u8::from(!end.left.contains(&0))
        });
        let (first, second, joint) =
            answer.joint.as_ref().expect("a duel has a joint distribution");
        assert_eq!((first.as_str(), second.as_str()), ("a_left", "b_left"));
        let mut left: Vec<Vec<f64>> = joint.rows().map(<[f64]>::to_vec).collect();
        found
            .distribution
            .iter()
            .for_each(|(end, p)| left[usize::from(end.left[0])][usize::from(end.left[1])] -= p);
        assert!(
            left.iter().flatten().all(|off| off.abs() < TOLERANCE),
            "the joint distribution is off by {left:?} in {question:#?}"
        );
    }
    assert!(
        settled > QUESTIONS / 2,
        "only {settled} distributions were settled: the comparison says too little"
    );
}
