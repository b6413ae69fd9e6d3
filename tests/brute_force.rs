//! The exact engine against single dice, nested loops and expectimax written out plainly.
//!
//! Where equally good rerolls leave the law open (A4.4), what the tie cannot change is compared:
//! the mean of the wounds.

mod common;
#[path = "common/plain/mod.rs"]
mod plain;
#[path = "common/random.rs"]
mod random;

use common::{exact, panic_test};
use plain::{Found, Plain};
use random::Dealer;
use warodds::games::asoiaf::values::Modifier;
use warodds::games::asoiaf::{
    Active, Body, Facing, Question, Rerolls, Spending, Standing, Token, Tokens,
};
use warodds::study::Finding;

const TOLERANCE: f64 = 1e-12;

/// A result of the crate, by name, from 0.
#[track_caller]
fn result(finding: &Finding, name: &str) -> Vec<f64> {
    let law = finding
        .quantity(name)
        .map(|q| q.law.pmf())
        .or_else(|| finding.event(name).map(|e| e.law.pmf()));
    law.unwrap_or_else(|| panic!("no result is called {name}")).probabilities().to_vec()
}

/// Holds one result against the plain law, probability by probability.
#[track_caller]
fn same_law<K>(
    question: &Question,
    finding: &Finding,
    name: &str,
    found: &Found<K>,
    read: impl Fn(&K) -> u8,
) {
    let mut left = result(finding, name);
    for (outcome, p) in &found.law {
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
    finding: &Finding,
    name: &str,
    found: &Found<K>,
    read: impl Fn(&K) -> u8,
) {
    let theirs: f64 =
        result(finding, name).iter().enumerate().map(|(value, p)| value as f64 * p).sum();
    let off = theirs - plain::mean(&found.law, |outcome| read(outcome).into());
    assert!(off.abs() < TOLERANCE, "the mean of {name} is off by {off} in {question:#?}");
}

#[test]
fn panic_tests_are_what_expectimax_over_single_dice_says() {
    let (mut plain, mut settled) = (Plain::default(), 0);
    let held = [Tokens::NONE, Tokens::NONE.with(Token::Panicked)];
    let rerolls = [(false, false), (true, false), (false, true), (true, true)]
        .map(|(roller, enemy)| Rerolls { roller, enemy });
    for morale in 2..=12 {
        for (wounds, modifier) in [(1, 0), (2, -1), (3, 2), (4, 0), (5, -3), (12, 1)] {
            for (tokens, rerolls) in
                held.into_iter().flat_map(|tokens| rerolls.map(|rerolls| (tokens, rerolls)))
            {
                for (active, spending) in [
                    (Active::Own, Spending::WhenItHelps),
                    (Active::Enemy, Spending::WhenItHelps),
                    (Active::Own, Spending::Never),
                ] {
                    let body = Body::of_wounds(wounds).expect("in range");
                    let standing = Standing::after(body, 0, tokens).expect("in range");
                    let modifier = Modifier::new(modifier).expect("in range");
                    let test = warodds::games::asoiaf::Panic {
                        modifier,
                        standing,
                        rerolls,
                        active,
                        spending,
                        ..panic_test(morale)
                    };
                    let found = plain.panic_question(&test, standing.wounds_left(), tokens);
                    let question = Question::Panic(test);
                    let finding = exact(&question);
                    same_mean(&question, &finding, "wounds", &found, |&wounds| wounds);
                    if !found.open {
                        settled += 1;
                        same_law(&question, &finding, "wounds", &found, |&wounds| wounds);
                        same_law(&question, &finding, "failed", &found, |&wounds| {
                            u8::from(wounds > 0)
                        });
                    }
                }
            }
        }
    }
    assert!(
        settled > 11 * 6 * 8 * 3 / 2,
        "only {settled} laws were settled: the comparison says too little"
    );
}

#[test]
fn attacks_are_what_single_dice_say() {
    let (mut plain, mut dealer, mut settled) = (Plain::default(), Dealer::new(1), 0);
    const QUESTIONS: usize = 4000;
    for _ in 0..QUESTIONS {
        let attack = dealer.attack();
        let found = plain.attack_question(&attack);
        let left = attack.defender.standing.wounds_left();
        let question = Question::Attack(attack);
        let finding = exact(&question);
        same_law(&question, &finding, "hits", &found, |end| end.hits);
        same_law(&question, &finding, "attack_wounds", &found, |end| end.unblocked);
        same_mean(&question, &finding, "wounds", &found, |end| end.wounds);
        same_mean(&question, &finding, "panic_wounds", &found, |end| end.panic);
        if !found.open {
            settled += 1;
            same_law(&question, &finding, "wounds", &found, |end| end.wounds);
            same_law(&question, &finding, "panic_wounds", &found, |end| end.panic);
            same_law(&question, &finding, "panic_failed", &found, |end| u8::from(end.panic > 0));
            same_law(&question, &finding, "destroyed", &found, |end| u8::from(end.wounds >= left));
        }
    }
    assert!(
        settled > QUESTIONS / 2,
        "only {settled} laws were settled: the comparison says too little"
    );
}

#[test]
fn every_face_value_and_modifier_is_met_in_an_attack() {
    let mut plain = Plain::default();
    for (hit, save) in (2..=6).flat_map(|hit| (2..=6).map(move |save| (hit, save))) {
        for (modifier, facing) in
            (-6..=6).flat_map(|modifier| Facing::ALL.map(|facing| (modifier, facing)))
        {
            let mut attack = common::attack(2, hit, save, 7);
            attack.context.facing = facing;
            attack.attacker.hit_modifier = Modifier::new(modifier).expect("in range");
            attack.defender.save_modifier = Modifier::new(-modifier).expect("in range");
            let found = plain.attack_question(&attack);
            let question = Question::Attack(attack);
            let finding = exact(&question);
            same_law(&question, &finding, "hits", &found, |end| end.hits);
            same_law(&question, &finding, "wounds", &found, |end| end.wounds);
        }
    }
}

#[test]
fn charges_are_what_single_dice_say() {
    let (mut plain, mut dealer, mut settled) = (Plain::default(), Dealer::new(2), 0);
    const QUESTIONS: usize = 1500;
    for _ in 0..QUESTIONS {
        let charge = dealer.charge();
        let found = plain.charge(&charge);
        let question = Question::Charge(charge);
        let finding = exact(&question);
        same_law(&question, &finding, "distance", &found, |end| end.distance);
        same_law(&question, &finding, "reached", &found, |end| end.reached.into());
        same_law(&question, &finding, "disorderly", &found, |end| end.disorderly.into());
        same_law(&question, &finding, "failed", &found, |end| end.failed.into());
        same_mean(&question, &finding, "wounds", &found, |end| end.dealt);
        same_mean(&question, &finding, "own_wounds", &found, |end| end.own);
        if !found.open {
            settled += 1;
            same_law(&question, &finding, "wounds", &found, |end| end.dealt);
            same_law(&question, &finding, "own_wounds", &found, |end| end.own);
            same_law(&question, &finding, "destroyed", &found, |end| end.destroyed.into());
        }
    }
    assert!(
        settled > QUESTIONS / 2,
        "only {settled} laws were settled: the comparison says too little"
    );
}

#[test]
fn duels_are_what_recursion_over_single_dice_says() {
    let (mut plain, mut dealer, mut settled) = (Plain::default(), Dealer::new(3), 0);
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
        let finding = exact(&question);
        same_law(&question, &finding, "a_left", &found, |end| end.left[0]);
        same_law(&question, &finding, "b_left", &found, |end| end.left[1]);
        same_law(&question, &finding, "rounds", &found, |end| end.rounds);
        same_law(&question, &finding, "a_destroyed", &found, |end| u8::from(end.left[0] == 0));
        same_law(&question, &finding, "b_destroyed", &found, |end| u8::from(end.left[1] == 0));
        same_law(&question, &finding, "both_stand", &found, |end| u8::from(!end.left.contains(&0)));
        let (first, second, joint) = finding.joint.as_ref().expect("a duel has a joint law");
        assert_eq!((*first, *second), ("a_left", "b_left"));
        let mut left: Vec<Vec<f64>> = joint.rows().map(<[f64]>::to_vec).collect();
        found
            .law
            .iter()
            .for_each(|(end, p)| left[usize::from(end.left[0])][usize::from(end.left[1])] -= p);
        assert!(
            left.iter().flatten().all(|off| off.abs() < TOLERANCE),
            "the joint law is off by {left:?} in {question:#?}"
        );
    }
    assert!(
        settled > QUESTIONS / 2,
        "only {settled} laws were settled: the comparison says too little"
    );
}
