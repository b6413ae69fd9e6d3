//! Vulnerable tokens against hits of effects (A7.2), the order of a unit's effects on itself
//! (A14.22), and readings of hits and ranks.
//!
//! Fighters roll 3 dice on 4+, save on 4+, take their tests on 7+ (15 of 36 fail) and have 6 wounds
//! in 3 ranks.

use super::bench::{Fighter, answered, attack, close, fighter, having, mean};
use warodds::games::asoiaf::{Spending, Token, Tokens};

fn vulnerable(unit: Fighter) -> Fighter {
    unit.but(|one| one.tokens = Tokens::NONE.with(Token::Vulnerable))
}

/// A save of 4+ that is rerolled if it blocks fails with 3/4 instead of 1/2.
#[test]
fn vulnerable_rerolls_saves_against_hits_of_effects() {
    for (when, hits) in [("before-attacked", 2.0), ("after-attacked", 2.0)] {
        // it outlives the attack and its panic test
        let hitting =
            having(&format!("when = '{when}', hit_enemy = 2")).but(|one| one.body = (12, 3, 1));
        let own = |attacker: Fighter| mean(&answered(&attack(&attacker, &hitting)), "own_wounds");
        close(own(fighter()), hits / 2.0);
        close(own(vulnerable(fighter())), hits * 0.75);
        // the enemy of the unit that is hit spends: here the defender
        let never = hitting.clone().but(|one| one.policy.spending = Spending::Never);
        close(mean(&answered(&attack(&vulnerable(fighter()), &never)), "own_wounds"), hits / 2.0);
        // an ability may keep the token from being spent
        let kept = vulnerable(having("when = 'always', unspent = 'vulnerable'"));
        close(own(kept), hits / 2.0);
    }
    // one hit past 4+ at −1: it fails with 4/6, or with 2/6 · 4/6 after a block
    let sundering = having("when = 'before-attacked', sundering_hits = 1");
    let own = mean(&answered(&attack(&vulnerable(fighter()), &sundering)), "own_wounds");
    close(own, 4.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0);
}

/// The token is spent once: of two single hits the second is rerolled only if the first did not
/// block, which leaves the token in 1 of 2.
#[test]
fn vulnerable_is_spent_on_the_first_block_of_effects() {
    let twice = having("when = 'before-attacked', hit_enemy = 1")
        .with("when = 'before-attacked', hit_enemy = 1");
    let own = mean(&answered(&attack(&vulnerable(fighter()), &twice)), "own_wounds");
    close(own, 0.75 + 0.5 * 0.75 + 0.5 * 0.5);
}

/// Misses (3 · 1/2) and blocked hits (3 · 1/2 · 1/2) that come back are saved against too.
#[test]
fn vulnerable_rerolls_saves_against_hits_on_the_attacker() {
    for (effect, hits) in [("misses_hit_back = true", 1.5), ("blocks_hit_back = true", 0.75)] {
        let struck = having(&format!("when = 'attacked', {effect}"));
        let own = |unit: &Fighter| mean(&answered(&attack(unit, &struck)), "own_wounds");
        close(own(&fighter()), hits / 2.0);
        close(own(&vulnerable(fighter())), hits * 0.75);
    }
}

/// Nobody fails a test of 2+, and the unit outlives all hits.
fn target() -> Fighter {
    vulnerable(fighter().but(|one| (one.body, one.morale) = ((12, 3, 1), 2)))
}

/// Five hits of an effect before one attack die: rerolling their blocks adds 5/4, and the attack
/// keeps the token where none of them blocked (1 of 32), which adds 1/2 · 1/4 there. Before six
/// attack dice one hit is better left alone: 1/2 and 6 · 1/2 · 3/4, against 3/4 and, where the token
/// was spent (1 of 2), 6 · 1/2 · 1/2.
#[test]
fn vulnerable_is_kept_for_the_dice_of_the_attack_where_that_is_better() {
    let wounds = |hits: u8, dice: &'static str| {
        let hitting = having(&format!("when = 'activating', hit_enemy = {hits}"));
        let answer = answered(&attack(&hitting.but(|one| one.dice = dice), &target()));
        mean(&answer, "wounds")
    };
    close(wounds(5, "1, 1, 1"), 5.0 * 0.75 + 0.25 + 0.125 / 32.0);
    close(wounds(1, "6, 6, 6"), 0.5 + 6.0 * 0.5 * 0.75);
}

fn wounded(effects: &[&str], lost: i64) -> Fighter {
    let unit = effects.iter().fold(fighter(), |unit, effect| unit.with(effect));
    unit.but(|one| one.lost = lost)
}

/// What is left to the attacker of 6 wounds that lost so many, and whether it is destroyed.
fn left(effects: &[&str], lost: i64) -> [f64; 2] {
    let answer = answered(&attack(&wounded(effects, lost), &fighter()));
    [mean(&answer, "own_left"), mean(&answer, "own_destroyed")]
}

#[test]
fn a_unit_heals_before_wounds_of_its_own_that_might_destroy_it() {
    for when in ["activating", "before-attacking", "after-attacking"] {
        let [wound, heal, d3, hit] =
            ["wound_self = 1", "heal = 1", "wound_self = { d3 = 1 }", "hit_self = 1"]
                .map(|effect| format!("when = '{when}', {effect}"));
        let heal_two = format!("when = '{when}', heal = 2");
        // on its last wound: 1 + 1 − 1, in whatever order the abilities stand on the card
        assert_eq!(left(&[&wound, &heal], 5), [1.0, 0.0]);
        assert_eq!(left(&[&heal, &wound], 5), [1.0, 0.0]);
        // else the wounds come first, so that no healing is lost: 5 − 1 + 2, 6 − 1 + 1
        assert_eq!(left(&[&heal_two, &wound], 1), [6.0, 0.0]);
        assert_eq!(left(&[&heal, &wound], 0), [6.0, 0.0]);
        // two wounds left: healed to 3, of which a D3 takes 1, 2 or 3
        let [found, destroyed] = left(&[&d3, &heal], 4);
        close(found, (2.0 + 1.0) / 3.0);
        close(destroyed, 1.0 / 3.0);
        // a hit on the last wound may be unsaved: healed to 2, of which 1 is left in 1 of 2
        let [found, destroyed] = left(&[&hit, &heal], 5);
        close(found, 1.5);
        close(destroyed, 0.0);
    }
}

/// The effects of one card come as it lists them.
#[test]
fn the_order_on_a_card_is_kept() {
    let both =
        "effects = [{ when = 'activating', wound_self = 1 }, { when = 'activating', heal = 2 }]";
    let unit = fighter().ability("Both", both).but(|one| one.lost = 5);
    close(mean(&answered(&attack(&unit, &fighter())), "own_destroyed"), 1.0);
}

/// Every amount and every number of wounds left: the order is never worse than either fixed one.
/// Where a D3 might destroy the unit, it has room for all that is healed.
#[test]
fn the_order_of_own_effects_is_the_best_of_both() {
    let full = 6;
    for (wounds, faces) in [("1", [1, 1, 1]), ("2", [2, 2, 2]), ("{ d3 = 1 }", [1, 2, 3])] {
        for (heals, lost) in (1..=2).flat_map(|heals| (0..6).map(move |lost| (heals, lost))) {
            let now = full - lost;
            let order = |first: fn(i64, i64, i64) -> i64| {
                faces.iter().map(|wounds| first(now, *wounds, heals) as f64).sum::<f64>() / 3.0
            };
            let wounds_first = order(
                |now, wounds, heals| {
                    if wounds < now { (now - wounds + heals).min(6) } else { 0 }
                },
            );
            let heals_first = order(|now, wounds, heals| ((now + heals).min(6) - wounds).max(0));
            let effects = [
                format!("when = 'activating', wound_self = {wounds}"),
                format!("when = 'activating', heal = {heals}"),
            ];
            let [found, _] = left(&effects.each_ref().map(String::as_str), lost);
            close(found, wounds_first.max(heals_first));
        }
    }
}

/// Two of the best kinds of hits: a die that hits without a roll counts as a success.
#[test]
fn automatic_hits_of_dice_make_two_hits_each() {
    let sure = having("when = 'attacking', auto_hit = true, hits_each = 2");
    let answer = answered(&attack(&sure, &fighter()));
    close(mean(&answer, "hits"), 6.0);
    close(mean(&answer, "attack_wounds"), 3.0);
}

/// The attacker's last wound goes with 25 of 36: its die misses 5 of 6 and its save fails 5 of 6.
/// Alive or not, it counts as one rank in the test of the unit that it wounded: at −1 21 of 36 fail.
#[test]
fn a_destroyed_attacker_counts_as_one_rank_on_the_panic_test() {
    let attacker = having("when = 'attacking', hits = 1, no_saves = true")
        .with("when = 'enemy-testing', morale = { each = -1, per = 'own-ranks' }")
        .but(|one| (one.dice, one.hit, one.defense, one.lost) = ("1, 1, 1", 6, 6, 5));
    let struck =
        having("when = 'attacked', misses_hit_back = true").but(|one| one.body = (12, 3, 1));
    let answer = answered(&attack(&attacker, &struck));
    close(mean(&answer, "own_destroyed"), 25.0 / 36.0);
    close(mean(&answer, "panic_failed"), 21.0 / 36.0);
}
