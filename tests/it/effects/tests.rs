//! What changes panic tests: P1 to P6. A fighter is wounded with 1 − (3/4)³ = 37/64 and fails on 7+
//! with 15/36.

use warodds::games::asoiaf::{Rerolls, Token, Tokens};

use super::bench::{answered, attack, close, fighter, having, hold, hold_distribution, mean, same};
use warodds_reference::attack::{PlainAttack, PlainAttackOutcome};
use warodds_reference::dice::distribution_of;

/// The keys tested here.
pub(super) const KEYS: &[&str] =
    &["morale", "panic_wounds", "panic_cap", "reroll_morale", "auto_pass", "morale_value"];
/// The moments tested here.
pub(super) const MOMENTS: &[&str] = &["attacking", "attacked", "testing", "enemy-testing"];

const WOUNDED: f64 = 37.0 / 64.0;

#[test]
fn the_roll_is_changed_by_both_sides() {
    // Vicious: 9+ in place of 7+, 26 of 36 fail
    let vicious = having("when = 'attacking', morale = -2");
    let answer =
        hold(&attack(&vicious, &fighter()), &PlainAttack { morale: 9, ..PlainAttack::default() });
    close(mean(&answer, "panic_failed"), WOUNDED * 26.0 / 36.0);
    hold(
        &attack(&fighter(), &having("when = 'attacked', morale = 1")),
        &PlainAttack { morale: 6, ..PlainAttack::default() },
    );
    hold(
        &attack(&fighter(), &having("when = 'testing', morale = 2")),
        &PlainAttack { morale: 5, ..PlainAttack::default() },
    );
    let bearer = having("when = 'enemy-testing', morale = -1");
    hold(&attack(&bearer, &fighter()), &PlainAttack { morale: 8, ..PlainAttack::default() });
    // enemies in contact alone, unless the effect says how far they may be
    hold(&attack(&bearer.but(|one| one.reach = "long"), &fighter()), &PlainAttack::default());
    for (distance, reaches) in [
        ("short = true", ["melee", "short"].as_slice()),
        ("short = false", &["long"]),
        ("melee = true", &["melee"]),
        ("melee = false", &["short", "long"]),
    ] {
        for reach in ["melee", "short", "long"] {
            let near = having(&format!("when = 'enemy-testing', {distance}, morale = -1"));
            let morale = if reaches.contains(&reach) { 8 } else { 7 };
            hold(
                &attack(&near.but(|one| one.reach = reach), &fighter()),
                &PlainAttack { morale, ..PlainAttack::default() },
            );
        }
    }
    hold(
        &attack(&vicious, &having("when = 'testing', morale = 9")),
        &PlainAttack { morale: 0, ..PlainAttack::default() },
    );
}

#[test]
fn wounds_of_failing_are_more_or_fewer_and_capped() {
    let answer = hold(
        &attack(&having("when = 'attacking', panic_wounds = 1"), &fighter()),
        &PlainAttack { panic: 2, ..PlainAttack::default() },
    );
    close(mean(&answer, "panic_failed"), WOUNDED * 15.0 / 36.0);
    hold(
        &attack(&fighter(), &having("when = 'testing', panic_wounds = -1")),
        &PlainAttack { panic: 0, ..PlainAttack::default() },
    );
    // −3: a D3 of 3 costs 1, others nothing
    hold(
        &attack(&fighter(), &having("when = 'testing', panic_wounds = -3")),
        &PlainAttack { panic: -2, ..PlainAttack::default() },
    );
    hold(
        &attack(&fighter(), &having("when = 'testing', panic_cap = 2")),
        &PlainAttack { cap: 2, ..PlainAttack::default() },
    );
    let both = having("when = 'testing', panic_cap = 3").with("when = 'testing', panic_cap = 1");
    let answer =
        hold(&attack(&fighter(), &both), &PlainAttack { cap: 1, ..PlainAttack::default() });
    close(mean(&answer, "panic_wounds"), WOUNDED * 15.0 / 36.0);
}

#[test]
fn tests_are_passed_and_values_replaced() {
    let answer = hold(
        &attack(
            &having("when = 'attacking', morale = -9"),
            &having("when = 'testing', auto_pass = true"),
        ),
        &PlainAttack { morale: 0, ..PlainAttack::default() },
    );
    close(mean(&answer, "panic_failed"), 0.0);
    hold(
        &attack(&fighter(), &having("when = 'testing', morale_value = 5")),
        &PlainAttack { morale: 5, ..PlainAttack::default() },
    );
    // if that is better, and before what is added
    hold(
        &attack(&fighter(), &having("when = 'testing', morale_value = 9")),
        &PlainAttack::default(),
    );
    let pressed = attack(
        &having("when = 'attacking', morale = -2"),
        &having("when = 'testing', morale_value = 5"),
    );
    hold(&pressed, &PlainAttack { morale: 7, ..PlainAttack::default() });
}

#[test]
fn dice_of_a_test_are_rolled_again_by_their_owner() {
    // the same as a reroll given with the question, whose choices are tested for themselves
    let again = attack(&fighter(), &having("when = 'testing', reroll_morale = true"));
    let mut plain = attack(&fighter(), &fighter());
    let rerolls = Rerolls { roller: true, enemy: false };
    plain.edit(|_, other| other.modifiers.morale_rerolls = rerolls).expect("both can fight");
    let answer = same(&again, &plain);
    assert!(mean(&answer, "panic_failed") < WOUNDED * 15.0 / 36.0);
    // on 12+ alone a failure is 35/36; the best second roll of each: brute force over the kept die
    // and the whole roll
    let hopeless = attack(
        &fighter(),
        &having("when = 'testing', reroll_morale = true, panic_cap = 1").but(|one| one.morale = 12),
    );
    // a 6 is kept and the other passes with 1/6; without a 6 both must: 1/36
    let fail = 10.0 / 36.0 * 5.0 / 6.0 + 25.0 / 36.0 * 35.0 / 36.0;
    close(mean(&answered(&hopeless), "panic_failed"), WOUNDED * fail);
}

#[test]
fn a_test_counts_ranks_as_the_attack_left_them() {
    // ranks of one wound, 4 of them lost with 12 models in 3 ranks is too many for three dice: 3
    // models in 3 ranks. +1 for each rank lost: with one wound 6+, with two 5+
    let fervent = having("when = 'testing', morale = { per = 'own-ranks-lost' }")
        .but(|one| one.body = (3, 3, 1));
    let derived = distribution_of(|dice| {
        let hits = (0..3).filter(|_| dice.d6() >= 4).count() as i64;
        let attack_wounds = hits - (0..hits).filter(|_| dice.d6() >= 4).count() as i64;
        let left = 3 - attack_wounds;
        let failed = attack_wounds > 0 && left > 0 && !dice.two_d6(7 - attack_wounds);
        let panic_wounds = if failed { (1 + dice.d3()).min(left) } else { 0 };
        let wounds = attack_wounds + panic_wounds;
        PlainAttackOutcome {
            hits,
            attack_wounds,
            added_wounds: 0,
            panic_wounds,
            panic_failed: failed.into(),
            wounds,
            destroyed: (wounds == 3).into(),
            own_wounds: 0,
        }
    });
    hold_distribution(&attack(&fighter(), &fervent), &derived);
    // and so does a condition
    let proud = having("when = 'testing', own_ranks_lost = 1, morale = 1")
        .with("when = 'testing', own_ranks_lost = 2, morale = 2")
        .but(|one| one.body = (3, 3, 1));
    hold_distribution(&attack(&fighter(), &proud), &derived);
}

#[test]
fn a_panicked_token_is_not_spent_on_a_test_passed_for_sure() {
    let sure = having("when = 'testing', auto_pass = true")
        .but(|one| one.tokens = Tokens::NONE.with(Token::Panicked));
    hold(&attack(&fighter(), &sure), &PlainAttack { morale: 0, ..PlainAttack::default() });
}
