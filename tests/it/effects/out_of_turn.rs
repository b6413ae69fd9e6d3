//! Tokens in attacks out of turn, between players who choose for what follows: against the reference
//! model, which tries every choice in every state.

use warodds::games::asoiaf::{Aim, Question, Sequence, SequenceStep, Survive, Token, Tokens};
use warodds_reference::effects::sequence_to_win::{self, StakedStep};
use warodds_reference::effects::{duel_to_win, survive_to_win};

use super::bench::{Fighter, attack, close, duel, fighter, mean};
use super::common::exact;

/// More choices than there are in any state of these questions.
const MOST_CHOICES: usize = 1_000;

/// A unit of two ranks that answers each attack.
fn answering(tokens: &[Token]) -> Fighter {
    fighter()
        .but(|one| {
            (one.body, one.dice, one.tokens) = ((4, 2, 1), "4, 3", tokens.iter().copied().collect())
        })
        .with("when = 'after-attacked', attack = true")
}

/// A unit with one model and these dice.
fn solo(dice: &'static str, wounds: i64) -> Fighter {
    fighter().but(|one| (one.body, one.dice) = ((1, 1, wounds), dice))
}

/// The value of a sequence: the probability that the unit is destroyed minus those that attackers
/// are, then wounds, and the same of the reference model.
fn sequence(attackers: &[&Fighter], unit: &Fighter, aim: Aim) -> [(f64, f64); 2] {
    let steps = attackers.iter().map(|one| SequenceStep::Attack(attack(one, unit)));
    let mut question = Sequence::new(steps.collect()).expect("a sequence");
    let staked = question.steps().map(|step| StakedStep { step, stake: 1.0 });
    let expected = sequence_to_win::value(&staked.collect::<Vec<_>>(), MOST_CHOICES);
    question.aim = aim;
    let answer = exact(&Question::Sequence(Box::new(question.clone())));
    let mut value = (mean(&answer, "destroyed"), -mean(&answer, "left"));
    for (number, attack) in question.attacks().enumerate() {
        let all = usize::from(attack.attacker().state.wounds_left());
        let own = super::bench::distribution(&answer, &format!("own_wounds_{}", number + 1));
        value.0 -= own.get(all).copied().unwrap_or(0.0);
        value.1 -= own.iter().enumerate().map(|(wounds, p)| wounds as f64 * p).sum::<f64>();
    }
    [value, expected.expect("few choices")]
}

#[test]
fn weakened_is_saved_for_the_answer_that_may_destroy_an_attacker() {
    // the first attacker cannot be destroyed, the second one by two hits
    let regiment = fighter().but(|one| (one.body, one.dice) = ((12, 2, 1), "5, 4"));
    let unit = answering(&[Token::Weakened]);
    let by = [&regiment, &solo("4", 2)];
    let [found, expected] = sequence(&by, &unit, Aim::Win);
    close(found.0, expected.0);
    close(found.1, expected.1);
    // for wounds the token is spent in the first answer
    let [at_once, _] = sequence(&by, &unit, Aim::Wounds);
    assert!(found.0 > at_once.0 + 0.01, "{found:?} {at_once:?}");
    // the tokens of attackers count in the answers too
    let vulnerable = solo("4", 2).but(|one| one.tokens = Tokens::NONE.with(Token::Vulnerable));
    for unit in [answering(&[]), answering(&[Token::Weakened, Token::Panicked])] {
        let [found, expected] = sequence(&[&vulnerable, &vulnerable], &unit, Aim::Win);
        close(found.0, expected.0);
        close(found.1, expected.1);
    }
}

#[test]
fn tokens_of_a_duel_with_answers_are_spent_where_they_win() {
    let both = Tokens::NONE.with(Token::Weakened).with(Token::Vulnerable);
    let solo = solo("4", 3).but(|one| one.tokens = both);
    for unit in [answering(&[Token::Weakened]), answering(&[Token::Vulnerable, Token::Panicked])] {
        let question = duel(&solo, &unit, 3);
        let expected = duel_to_win::value(&question, MOST_CHOICES).expect("few choices");
        let answer = exact(&Question::Duel(Box::new(question)));
        close(mean(&answer, "b_destroyed") - mean(&answer, "a_destroyed"), expected.0);
        close(mean(&answer, "a_left") - mean(&answer, "b_left"), expected.1);
    }
}

/// The number of attacks that a unit stands.
fn stands(attackers: &[&Fighter], unit: &Fighter) -> f64 {
    let attacks = attackers.iter().map(|one| attack(one, unit)).collect();
    let survive = Survive::new(attacks).expect("attacks");
    mean(&exact(&Question::Survive(Box::new(survive))), "attacks")
}

/// Holds the number of attacks that a unit stands against the reference model.
#[track_caller]
fn stands_as_modelled(attackers: &[&Fighter], unit: &Fighter) {
    let attacks: Vec<_> = attackers.iter().map(|one| attack(one, unit)).collect();
    let expected = survive_to_win::attacks(&attacks, MOST_CHOICES).expect("few choices");
    let found = stands(attackers, unit);
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

#[test]
fn unit_that_answers_stands_as_long_as_the_reference_model_says() {
    let unit = answering(&[Token::Weakened, Token::Vulnerable]);
    // an answer before the attack may leave the attacker fewer dice
    let early = fighter()
        .but(|one| (one.body, one.tokens) = ((4, 2, 1), Tokens::NONE.with(Token::Weakened)))
        .but(|one| one.dice = "4, 3")
        .with("when = 'before-attacked', attack = true");
    let ranks = fighter().but(|one| (one.body, one.dice) = ((4, 2, 1), "5, 2"));
    stands_as_modelled(&[&ranks], &unit);
    stands_as_modelled(&[&ranks, &solo("3", 1)], &unit);
    stands_as_modelled(&[&ranks], &early);
    stands_as_modelled(&[&solo("4", 2), &ranks], &early);
}

#[test]
fn tokens_of_fresh_attackers_do_not_change_how_long_a_unit_stands_that_only_strikes_back() {
    let plain = fighter().but(|one| (one.body, one.dice) = ((4, 2, 1), "4, 3"));
    let solo = solo("3", 3);
    let both = [Token::Vulnerable, Token::Panicked];
    for tokens in [&[][..], &[Token::Vulnerable], &both] {
        // with Critical Blow the unit has a choice in its answers: to leave the Vulnerable token
        let unit = answering(tokens).with("when = 'attacking', critical = 1");
        let without = stands(&[&plain, &solo], &unit);
        // an answer after the attack reads the tokens of an attacker that has done all it does
        for held in both {
            let marked =
                |one: &Fighter| one.clone().but(|one| one.tokens = Tokens::NONE.with(held));
            let with = stands(&[&marked(&plain), &marked(&solo)], &unit);
            assert!((with - without).abs() < 1e-9, "{held:?}: {with} is not {without}");
        }
    }
}
