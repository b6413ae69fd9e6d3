//! Figures published elsewhere or derived by hand, to nine digits.

use crate::common;
use warodds::chance::{EventName, QuantityName};

use common::{attack, exact, panic_test, panic_test_of};
use warodds::games::asoiaf::{Question, Token, Tokens};

const TOLERANCE: f64 = 1e-12;

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < TOLERANCE, "{found} is not {expected}");
}

#[test]
fn morale_tests_pass_as_two_dice_sum() {
    let passes = [35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
    for (morale, ways) in (3..=12).zip(passes) {
        let failed = exact(&Question::Panic(panic_test(morale)))
            .event(EventName::new("failed"))
            .expect("an event")
            .probability();
        close(1.0 - failed, f64::from(ways) / 36.0);
    }
}

#[test]
fn an_unmodified_panic_test_on_6_costs_five_sixths_of_a_wound() {
    // fails in 10 of 36, then 1 + D3 is 3 on average: 10/36 · 3 = 5/6
    close(
        exact(&Question::Panic(panic_test(6)))
            .quantity(QuantityName::new("wounds"))
            .expect("a quantity")
            .distribution
            .pmf()
            .mean(),
        5.0 / 6.0,
    );
}

#[test]
fn a_panicked_token_costs_what_expectimax_over_108_rolls_says() {
    for (morale, numerator, denominator) in [(7, 1565.0, 648.0), (4, 85.0, 108.0)] {
        let held = Tokens::NONE.with(Token::Panicked);
        let test = panic_test_of(morale, |unit| unit.state.tokens = held);
        close(
            exact(&Question::Panic(test))
                .quantity(QuantityName::new("wounds"))
                .expect("a quantity")
                .distribution
                .pmf()
                .mean(),
            numerator / denominator,
        );
        // the same reroll from an ability of the enemy is worth the same
        let forced = panic_test_of(morale, |unit| unit.modifiers.morale_rerolls.enemy = true);
        close(
            exact(&Question::Panic(forced))
                .quantity(QuantityName::new("wounds"))
                .expect("a quantity")
                .distribution
                .pmf()
                .mean(),
            numerator / denominator,
        );
    }
}

#[test]
fn eight_dice_on_3_against_4_with_morale_7() {
    // 8 · 2/3 · 1/2 = 8/3 unblocked; a unit is hurt unless all eight fail (each with 2/3): 1 −
    // (2/3)^8 = 6305/6561; panic on 7+ fails in 15/36 for 3 wounds on average: 6305/6561 · 15/36 ·
    // 3. In all 101509/26244.
    let answer = exact(&Question::Attack(attack(8, 3, 4, 7)));
    close(
        answer.quantity(QuantityName::new("wounds")).expect("a quantity").distribution.pmf().mean(),
        101_509.0 / 26_244.0,
    );
    close(
        answer
            .quantity(QuantityName::new("attack_wounds"))
            .expect("a quantity")
            .distribution
            .pmf()
            .mean(),
        8.0 / 3.0,
    );
    close(
        answer.quantity(QuantityName::new("hits")).expect("a quantity").distribution.pmf().mean(),
        16.0 / 3.0,
    );
}
