//! Morale tests without wounds, tests that follow tests, and whose reroll comes first in an answer.
//!
//! A fighter passes on 7+ with 21 of 36; an attack on one wounds with 37/64.

use warodds::chance::Rule;
use warodds::games::asoiaf::panic::PanicRule;
use warodds::games::asoiaf::{ActivePlayer, Panic, Spending, Token, Tokens};

use super::bench::{Fighter, answered, attack, close, distribution, fighter, having, mean, same};

/// The keys tested here.
pub(super) const KEYS: &[&str] = &["morale_test_self", "morale_test_enemy"];

/// P(a fighter passes a test on 7+).
const PASSES: f64 = 21.0 / 36.0;
/// P(the panic test of an attack fails).
const FAILS: f64 = (1.0 - 27.0 / 64.0) * 15.0 / 36.0;

fn many() -> Fighter {
    fighter().but(|one| one.body = (12, 3, 1))
}

/// An ability that asks for a test when its bearer activates, and what follows.
fn cry(test: &str, follows: &str) -> Fighter {
    many()
        .but(|one| one.dice = "3, 3, 3")
        .ability("Cry", &format!("effects = [{{ when = 'activating', {test} }}, {{ {follows} }}]"))
}

const WEAKER: &str = "when = 'passing', test = 'called', give_enemy = 'vulnerable'";

#[test]
fn what_follows_a_morale_test_follows_its_result() {
    // passed, a quarter of the hits is blocked in place of half: 3/2 · 3/4 wounds
    let answer = answered(&attack(&cry("morale_test_self = true", WEAKER), &many()));
    close(mean(&answer, "attack_wounds"), PASSES * 1.125 + (1.0 - PASSES) * 0.75);
    close(mean(&answer, "own_wounds"), 0.0);
    // on 5+, and on as many more as ranks are left: 30 and 33 of 36
    let answer = answered(&attack(&cry("morale_test_self = 2", WEAKER), &many()));
    close(mean(&answer, "attack_wounds"), 30.0 / 36.0 * 1.125 + 6.0 / 36.0 * 0.75);
    let answer =
        answered(&attack(&cry("morale_test_self = { per = 'own-ranks' }", WEAKER), &many()));
    close(mean(&answer, "attack_wounds"), 33.0 / 36.0 * 1.125 + 3.0 / 36.0 * 0.75);
    // the enemy on 9+: 26 of 36 fail
    let frighten =
        cry("morale_test_enemy = -2", "when = 'enemy-failing', test = 'called', wound_enemy = 1");
    close(mean(&answered(&attack(&frighten, &many())), "wounds"), 26.0 / 36.0 + 0.75 + FAILS * 3.0);
}

#[test]
fn a_test_without_wounds_costs_none() {
    // neither what adds to the wounds of panic nor what caps them has a part in it
    let hard = cry("morale_test_self = true", "when = 'failing', test = 'called', wound_self = 1");
    let hard =
        hard.with("when = 'testing', panic_wounds = 2").with("when = 'testing', panic_cap = 3");
    close(mean(&answered(&attack(&hard, &many())), "own_wounds"), 1.0 - PASSES);
}

#[test]
fn which_tests_count_may_be_said() {
    // morale modifiers and what follows: of all tests, of those that cost wounds, of that of the
    // attack
    for (which, chance) in [
        ("", 1.0),
        ("test = 'panic',", PASSES),
        ("test = 'attack',", PASSES),
        ("test = 'called',", PASSES),
    ] {
        let sure = cry("morale_test_self = true", WEAKER)
            .with(&format!("when = 'testing', {which} auto_pass = true"));
        close(
            mean(&answered(&attack(&sure, &many())), "attack_wounds"),
            chance * 1.125 + (1.0 - chance) * 0.75,
        );
    }
    // the struck unit's own two: that of the attack, passed with 1 − FAILS, and a panic test before
    // it
    let asked = |which: &str| {
        many()
            .with(&format!("when = 'passing', {which} wound_enemy = 1"))
            .with("when = 'before-attacked', test_self = { morale = 9 }")
    };
    for (which, wounds) in [
        ("", 2.0 - FAILS),
        ("test = 'panic',", 2.0 - FAILS),
        ("test = 'attack',", 1.0 - FAILS),
        ("test = 'called',", 0.0),
    ] {
        close(mean(&answered(&attack(&many(), &asked(which))), "own_wounds"), wounds);
    }
}

/// P(two dice reach 7) where the enemy then has any of them rolled again, told roll by roll.
fn spoiled() -> f64 {
    let at_least = |needed: i64| (1..=6).filter(|face| *face >= needed).count() as f64 / 6.0;
    let rolls = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
    let worst = |(a, b): (i64, i64)| {
        let now = if a + b >= 7 { 1.0 } else { 0.0 };
        [now, at_least(7 - b), at_least(7 - a), PASSES].into_iter().fold(f64::INFINITY, f64::min)
    };
    rolls.map(worst).sum::<f64>() / 36.0
}

#[test]
fn tokens_and_rerolls_count_in_every_morale_test() {
    let afraid = cry("morale_test_self = true", WEAKER)
        .but(|one| one.tokens = Tokens::NONE.with(Token::Panicked));
    let answer = answered(&attack(&afraid, &many()));
    close(mean(&answer, "attack_wounds"), spoiled() * 1.125 + (1.0 - spoiled()) * 0.75);
    // one's own reroll is the same seen from the other side: 7 and less fail where 7 and more pass,
    // but for the 7s
    let bold =
        cry("morale_test_self = true", WEAKER).with("when = 'testing', reroll_morale = true");
    let found = mean(&answered(&attack(&bold, &many())), "attack_wounds");
    let at_least = |needed: i64| (1..=6).filter(|face| *face >= needed).count() as f64 / 6.0;
    let best = |(a, b): (i64, i64)| {
        let now = if a + b >= 7 { 1.0 } else { 0.0 };
        [now, at_least(7 - b), at_least(7 - a), PASSES].into_iter().fold(0.0, f64::max)
    };
    let helped = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).map(best).sum::<f64>() / 36.0;
    close(found, helped * 1.125 + (1.0 - helped) * 0.75);
}

#[test]
fn a_test_may_follow_a_test_and_no_further_one() {
    // passed, the attacker tests at −2: 26 of 36 fail for 3
    let supreme = many().with("when = 'passing', test = 'attack', test_enemy = { morale = -2 }");
    let answer = answered(&attack(&many(), &supreme));
    close(mean(&answer, "own_wounds"), (1.0 - FAILS) * 26.0 / 36.0 * 3.0);
    // failed, another, and that is all: three in a row would cost FAILS · (15/36)² · 3 more
    let broken = many().with("when = 'failing', test_self = true");
    let answer = answered(&attack(&many(), &broken));
    close(mean(&answer, "wounds"), 0.75 + FAILS * 3.0 + FAILS * 15.0 / 36.0 * 3.0);
    // of the unit that is destroyed: one wound, gone with 1/4
    let last = fighter()
        .but(|one| (one.body, one.dice, one.morale) = ((1, 1, 1), "1", 2))
        .with("when = 'destroyed', test_enemy = true");
    let one_die = many().but(|one| one.dice = "1, 1, 1");
    close(mean(&answered(&attack(&one_die, &last)), "own_wounds"), 0.25 * 15.0 / 36.0 * 3.0);
}

#[test]
fn in_an_answer_the_player_whose_turn_it_is_rerolls_first() {
    let calm = |dice: &'static str| many().but(|one| (one.dice, one.morale) = (dice, 2));
    let none = || calm("1, 1, 1").with("when = 'attacking', attack_dice = -1");
    // a Weakened answerer that rerolls misses: its hits first (1/4 left), then its misses: 5/8 hit;
    // in its own turn 3/8
    let answer = calm("3, 3, 3")
        .with("when = 'after-attacked', attack = true")
        .with("when = 'attacking', reroll_attack = true");
    let weak = answer.but(|one| one.tokens = Tokens::NONE.with(Token::Weakened));
    close(mean(&answered(&attack(&none(), &weak)), "own_wounds"), 3.0 * 5.0 / 8.0 / 2.0);
    close(mean(&answered(&attack(&weak, &none())), "attack_wounds"), 3.0 * 3.0 / 8.0 / 2.0);
    // a Vulnerable attacker that rerolls its saves: failures first (3/4 blocked), then blocks: 3/8;
    // else 5/8
    let answer = calm("3, 3, 3").with("when = 'after-attacked', attack = true");
    let shields = none()
        .with("when = 'attacked', reroll_saves = true")
        .but(|one| one.tokens = Tokens::NONE.with(Token::Vulnerable));
    close(mean(&answered(&attack(&shields, &answer)), "own_wounds"), 1.5 * 5.0 / 8.0);
    close(mean(&answered(&attack(&answer, &shields)), "attack_wounds"), 1.5 * 3.0 / 8.0);
    // sorted dice in the same order: a 6 counts twice, so 4/6 for each die rolled: 5/8 of them hit,
    // a third of these 6s
    let critical = weak
        .with("when = 'attacking', critical = 1")
        .but(|one| one.policy.fishing = warodds::games::asoiaf::Fishing::Never);
    close(
        mean(&answered(&attack(&none(), &critical)), "own_wounds"),
        3.0 * 5.0 / 8.0 * 4.0 / 3.0 / 2.0,
    );
}

#[test]
fn it_may_be_asked_whose_turn_it_is() {
    let own = |turn| having(&format!("when = 'attacking', own_turn = {turn}, attack_dice = 1"));
    close(mean(&answered(&attack(&own(true), &fighter())), "hits"), 2.0);
    same(&attack(&own(false), &fighter()), &attack(&fighter(), &fighter()));
    // answers are made in the other's turn
    let calm = |dice: &'static str| many().but(|one| (one.dice, one.morale) = (dice, 2));
    for (turn, dice) in [(true, 2.0), (false, 3.0)] {
        let answer = calm("2, 2, 2").with("when = 'after-attacked', attack = true");
        let answer =
            answer.with(&format!("when = 'attacking', own_turn = {turn}, attack_dice = 1"));
        close(mean(&answered(&attack(&calm("1, 1, 1"), &answer)), "own_wounds"), dice / 4.0);
    }
}

#[test]
fn whatever_would_destroy_a_unit_may_be_survived() {
    let last = |survive: &str| {
        many()
            .but(|one| (one.lost, one.morale) = (11, 2))
            .with(&format!("when = 'dying', survive = {survive}"))
    };
    let still = many().but(|one| (one.dice, one.morale) = ("1, 1, 1", 2));
    let none = || still.clone().with("when = 'attacking', attack_dice = -1");
    // wounds, hits and tests of effects, once each
    for (effect, chance) in [("wound_enemy = 1", 1.0), ("hit_enemy = 1", 0.5)] {
        let answer = answered(&attack(
            &none().with(&format!("when = 'before-attacking', {effect}")),
            &last("{ uses = 1 }"),
        ));
        close(mean(&answer, "destroyed"), 0.0);
        let twice = none()
            .with(&format!("when = 'before-attacking', {effect}"))
            .with(&format!("when = 'activating', {effect}"));
        close(
            mean(&answered(&attack(&twice, &last("{ uses = 1 }"))), "destroyed"),
            chance * chance,
        );
    }
    let tested = none().with("when = 'before-attacking', test_enemy = true");
    let coward = last("{ uses = 1 }").but(|one| one.morale = 7);
    close(mean(&answered(&attack(&tested, &coward)), "destroyed"), 0.0);
    // the striker too: misses that come back on its last wound (1/2 · 1/2)
    let back = still.clone().with("when = 'attacked', misses_hit_back = true");
    let blow = last("{ uses = 1 }").but(|one| one.dice = "1, 1, 1");
    close(mean(&answered(&attack(&blow, &back)), "own_destroyed"), 0.0);
    let twice =
        blow.but(|one| one.dice = "2, 2, 2").with("when = 'after-attacking', wound_self = 1");
    // hits of one attack come together: it survives them (7/16) or has none, then the wound that is
    // survived if they were none
    close(mean(&answered(&attack(&twice, &back)), "own_destroyed"), 7.0 / 16.0);
}

#[test]
fn each_way_to_survive_is_counted_for_itself() {
    let still = many()
        .but(|one| (one.dice, one.morale) = ("1, 1, 1", 2))
        .with("when = 'attacking', attack_dice = -1");
    let blows = |number: i64| {
        (0..number)
            .fold(still.clone(), |one, _| one.with("when = 'before-attacking', wound_enemy = 1"))
    };
    let both = fighter().but(|one| (one.lost, one.morale) = (5, 2));
    let both = both
        .with("when = 'dying', survive = { uses = 2 }")
        .with("when = 'dying', survive = { uses = 1 }");
    for (number, destroyed) in [(2, 0.0), (3, 0.0), (4, 1.0)] {
        close(mean(&answered(&attack(&blows(number), &both)), "destroyed"), destroyed);
    }
}

#[test]
fn a_test_to_survive_is_a_morale_test() {
    let still = many()
        .but(|one| (one.dice, one.morale) = ("1, 1, 1", 2))
        .with("when = 'attacking', attack_dice = -1");
    let blow = still.with("when = 'before-attacking', wound_enemy = 1");
    let last = || {
        fighter()
            .but(|one| one.lost = 5)
            .ability("Last", "effects = [{ when = 'dying', survive = { test = true } }]")
    };
    close(mean(&answered(&attack(&blow, &last())), "destroyed"), 1.0 - PASSES);
    let afraid = last().but(|one| one.tokens = Tokens::NONE.with(Token::Panicked));
    close(mean(&answered(&attack(&blow, &afraid)), "destroyed"), 1.0 - spoiled());
    // what follows passing: a wound healed, and another after the attack that dealt none (A2.7);
    // and what the same ability brings then
    let healed = last()
        .with("when = 'passing', test = 'called', heal = 2")
        .with("when = 'passing', heal = 1");
    close(distribution(&answered(&attack(&blow, &healed)), "left")[3], PASSES);
    let brings = fighter().but(|one| one.lost = 5).ability(
        "Last",
        "effects = [{ when = 'dying', survive = { test = true } }, { when = 'passing', test = \
         'called', wound_enemy = 1 }]",
    );
    close(mean(&answered(&attack(&blow, &brings)), "own_wounds"), PASSES);
}

#[test]
fn what_follows_a_test_that_no_attack_brings_is_told() {
    let alone = |one: &Fighter| {
        let unit = attack(one, &fighter()).attacker().clone();
        let panic = Panic::new(unit, ActivePlayer::Enemy, Spending::Never);
        PanicRule::new(&panic.expect("its morale is known")).decided()
    };
    assert_eq!(alone(&fighter()), [""; 0]);
    // nothing that this test brings about
    assert_eq!(alone(&cry("morale_test_self = true", WEAKER)), [""; 0]);
    let brave = fighter().ability("Brave", "effects = [{ when = 'passing', heal = 1 }]");
    let told = "effects after the panic test of the unit are left out: Brave";
    assert_eq!(alone(&brave), [told]);
}
