//! What happens at a point of time: W2 to W4, P7, C1 to C4 and H1, with every moment at which it
//! may.
//!
//! Fighters roll 3 dice on 4+, save on 4+, take their tests on 7+ (15 of 36 fail) and have 6 wounds
//! in 3 ranks.

use warodds::games::asoiaf::{Token, Tokens};

use super::bench::{answered, attack, close, distribution, fighter, having, mean, same};
use warodds_reference::attack::PlainAttack;

/// The keys tested here.
pub(super) const KEYS: &[&str] = &[
    "wound_enemy",
    "hit_enemy",
    "sundering_hits",
    "hit_self",
    "wound_self",
    "test_enemy",
    "test_self",
    "give_enemy",
    "give_self",
    "remove_self",
    "remove_enemy",
    "immune",
    "unspent",
    "swap",
    "heal",
    "heal_enemy",
];
/// The moments tested here.
pub(super) const MOMENTS: &[&str] = &[
    "always",
    "activating",
    "enemy-activating",
    "before-attacking",
    "before-attacked",
    "after-attacking",
    "after-attacked",
    "passing",
    "failing",
    "enemy-passing",
    "enemy-failing",
    "losing-ranks",
    "destroyed",
];

const fn only(token: Token) -> Tokens {
    Tokens::NONE.with(token)
}

/// P(the panic test of an attack fails): an attack on a fighter wounds with 1 − (3/4)³.
const FAILS: f64 = (1.0 - 27.0 / 64.0) * 15.0 / 36.0;

#[test]
fn wounds_befall_whom_they_are_meant_for_at_each_moment() {
    // before the attack they come in any case
    for (own, when) in [
        (true, "activating"),
        (false, "enemy-activating"),
        (true, "before-attacking"),
        (false, "before-attacked"),
    ] {
        for (key, to_striker) in [("wound_enemy", !own), ("wound_self", own)] {
            let one = having(&format!("when = '{when}', {key} = 2"));
            let answer =
                answered(&if own { attack(&one, &fighter()) } else { attack(&fighter(), &one) });
            let plain = PlainAttack {
                left: if to_striker { 6 } else { 4 },
                dice: if to_striker { 2 } else { 3 },
                ..PlainAttack::default()
            };
            let before = if to_striker { 0.0 } else { 2.0 };
            let of_attack: f64 =
                plain.distribution().iter().map(|(came, p)| came.wounds as f64 * p).sum();
            close(mean(&answer, "wounds"), before + of_attack);
            close(mean(&answer, "own_wounds"), 2.0 - before);
        }
    }
    // after it only while its bearer stands: three dice cannot destroy a unit of 12 wounds
    let many = || fighter().but(|one| one.body = (12, 3, 1));
    for (own, when) in [(true, "after-attacking"), (false, "after-attacked")] {
        let one = many().with(&format!("when = '{when}', wound_enemy = {{ base = 1, d3 = 1 }}"));
        let answer = answered(&if own { attack(&one, &many()) } else { attack(&many(), &one) });
        // 0.75 of the attack, 15/36 of 3 from panic, and 1 + 2
        close(mean(&answer, "wounds"), 0.75 + FAILS * 3.0 + if own { 3.0 } else { 0.0 });
        close(mean(&answer, "own_wounds"), if own { 0.0 } else { 3.0 });
    }
    let few = fighter()
        .but(|one| (one.body, one.lost) = ((1, 1, 1), 0))
        .but(|one| one.dice = "1")
        .with("when = 'after-attacked', wound_enemy = 1");
    close(mean(&answered(&attack(&fighter(), &few)), "own_wounds"), 27.0 / 64.0);
}

#[test]
fn what_follows_a_test_follows_its_result() {
    let many = || fighter().but(|one| one.body = (12, 3, 1));
    // an attack without wounds is passed without dice (A2.7)
    for (when, own, chance) in [
        ("passing", false, 1.0 - FAILS),
        ("failing", false, FAILS),
        ("enemy-passing", true, 1.0 - FAILS),
        ("enemy-failing", true, FAILS),
    ] {
        let one = many().with(&format!("when = '{when}', wound_enemy = 1"));
        let answer = answered(&if own { attack(&one, &many()) } else { attack(&many(), &one) });
        close(mean(&answer, "wounds"), 0.75 + FAILS * 3.0 + if own { chance } else { 0.0 });
        close(mean(&answer, "own_wounds"), if own { 0.0 } else { chance });
    }
    // enemies in contact alone, unless the effect says how far they may be
    let bow = having("when = 'enemy-failing', wound_enemy = 1").but(|one| one.reach = "long");
    same(&attack(&bow, &many()), &attack(&fighter().but(|one| one.reach = "long"), &many()));
    for (when, chance) in [("enemy-passing", 1.0 - FAILS), ("enemy-failing", FAILS)] {
        for (reach, reached) in [("melee", true), ("short", true), ("long", false)] {
            let near = having(&format!("when = '{when}', short = true, wound_enemy = 1"));
            let answer = answered(&attack(&near.but(|one| one.reach = reach), &many()));
            let more = if reached { chance } else { 0.0 };
            close(mean(&answer, "wounds"), 0.75 + FAILS * 3.0 + more);
        }
    }
}

#[test]
fn hits_are_saved_and_wounds_are_not() {
    // 3 hits past 4+: 3/2; the bearer's own saves count for `hit_self`
    let answer = answered(&attack(
        &having("when = 'after-attacking', hit_self = { per = 'own-ranks' }"),
        &fighter(),
    ));
    close(mean(&answer, "own_wounds"), 1.5);
    let many = fighter().but(|one| (one.body, one.defense) = ((12, 3, 1), 5));
    let answer = answered(&attack(
        &having("when = 'after-attacking', hit_enemy = 3").but(|one| one.dice = "1, 1, 1"),
        &many,
    ));
    // one die: 1/2 · 4/6 wounds, then 15/36 of 3, then 3 hits past 5+: 2
    close(mean(&answer, "wounds"), 1.0 / 3.0 + 1.0 / 3.0 * 15.0 / 36.0 * 3.0 + 2.0);
    close(
        mean(
            &answered(&attack(&fighter(), &having("when = 'before-attacked', hit_enemy = 2"))),
            "own_wounds",
        ),
        1.0,
    );
}

#[test]
fn hits_may_sunder() {
    // 2 hits past 4+ at −1: 2 · 4/6; a 6 always saves
    for (defense, missed) in [(4, 4.0), (6, 5.0)] {
        let striker = fighter().but(|one| one.defense = defense);
        let struck = having("when = 'before-attacked', sundering_hits = 2");
        close(mean(&answered(&attack(&striker, &struck)), "own_wounds"), 2.0 * missed / 6.0);
    }
}

#[test]
fn effects_count_the_wounds_of_a_failed_panic_test() {
    let many = || fighter().but(|one| one.body = (12, 3, 1));
    // the attack wounds with 37/64, and its test fails with 15/36 for D3 + 1 wounds: 3 on average,
    // 2 where at most 2 count
    for (amount, healed) in
        [("{ per = 'panic-wounds' }", 3.0), ("{ per = 'panic-wounds', most = 2 }", 2.0)]
    {
        let feeding = many().with(&format!("when = 'enemy-failing', wound_enemy = {amount}"));
        let wounds = mean(&answered(&attack(&feeding, &many())), "wounds");
        close(wounds, 0.75 + FAILS * (3.0 + healed));
    }
    // of the last test: one that the failed one causes, for one wound at most
    let again = many()
        .with("when = 'enemy-failing', test = 'attack', test_enemy = true")
        .with("when = 'enemy-failing', wound_self = { per = 'panic-wounds' }");
    let capped = many().with("when = 'testing', panic_cap = 1");
    let answer = answered(&attack(&again, &capped));
    close(mean(&answer, "own_wounds"), FAILS * (1.0 + 15.0 / 36.0));
}

#[test]
fn a_unit_destroyed_before_its_dice_does_not_strike() {
    let last = fighter().but(|one| one.lost = 5);
    let answer = answered(&attack(&last, &having("when = 'before-attacked', wound_enemy = 1")));
    assert_eq!(
        (mean(&answer, "wounds"), mean(&answer, "hits"), mean(&answer, "own_destroyed")),
        (0.0, 0.0, 1.0)
    );
}

#[test]
fn a_test_before_the_attack_costs_ranks_and_so_dice() {
    // −1 for each of 3 ranks: 10+ passes, 30 of 36 fail, for 2, 3 or 4 of 6 wounds: 2, 2 and 1 dice
    // in place of 3
    let visage = having(
        "when = 'before-attacked', melee = true, test_enemy = { morale = { each = -1, per = \
         'own-ranks' } }",
    );
    let answer = answered(&attack(&fighter(), &visage));
    close(mean(&answer, "own_wounds"), 30.0 / 36.0 * 3.0);
    close(mean(&answer, "hits"), (6.0 / 36.0 * 3.0 + 30.0 / 36.0 * (2.0 + 2.0 + 1.0) / 3.0) / 2.0);
    // from afar there is no contact
    let bow = fighter().but(|one| one.reach = "long");
    same(&attack(&bow, &visage), &attack(&bow, &fighter()));
}

#[test]
fn a_test_after_the_attack_counts_the_ranks_left_by_then() {
    // of 2 wounds in 2 ranks, one die: wounded with 1/4; a morale of 2 never fails. Then one rank
    // is left: the striker tests on 7+ with −1 and +1 wound for a rank, else with −2 and +2: 21 and
    // 26 of 36 fail, for 4 and 5 wounds
    let one_die = fighter().but(|one| (one.body, one.dice) = ((12, 3, 1), "1, 1, 1"));
    let pair = fighter().but(|one| (one.body, one.dice, one.morale) = ((2, 2, 1), "1, 1", 2)).with(
        "when = 'after-attacked', test_enemy = { morale = { each = -1, per = 'own-ranks' }, \
         wounds = { per = 'own-ranks' } }",
    );
    let answer = answered(&attack(&one_die, &pair));
    close(mean(&answer, "own_wounds"), 0.25 * 21.0 / 36.0 * 4.0 + 0.75 * 26.0 / 36.0 * 5.0);
    // of the bearer's own: 15 of 36 for 3
    let own = having("when = 'after-attacking', test_self = true");
    close(
        mean(&answered(&attack(&own, &fighter().but(|one| one.morale = 2))), "own_wounds"),
        15.0 / 36.0 * 3.0,
    );
}

#[test]
fn tokens_given_before_the_dice_are_spent_on_them() {
    for (token, name) in [(Token::Vulnerable, "vulnerable"), (Token::Panicked, "panicked")] {
        let giver = having(&format!("when = 'before-attacking', give_enemy = '{name}'"));
        same(
            &attack(&giver, &fighter()),
            &attack(&fighter(), &fighter().but(|one| one.tokens = only(token))),
        );
        let fool = having(&format!("when = 'before-attacked', give_self = '{name}'"));
        same(
            &attack(&fighter(), &fool),
            &attack(&fighter(), &fighter().but(|one| one.tokens = only(token))),
        );
    }
    // 1/4 of the hits are blocked at last: 3 · 1/2 · 3/4
    let answer =
        answered(&attack(&having("when = 'activating', give_enemy = 'vulnerable'"), &fighter()));
    close(mean(&answer, "attack_wounds"), 1.125);
    // a Weakened attacker: 3 · 1/2 · 1/2
    let answer =
        answered(&attack(&fighter(), &having("when = 'before-attacked', give_enemy = 'weakened'")));
    close(mean(&answer, "hits"), 0.75);
}

#[test]
fn tokens_are_taken_away_exchanged_refused_and_kept() {
    let weak = |effect: &str| having(effect).but(|one| one.tokens = only(Token::Weakened));
    let free = attack(&fighter(), &fighter());
    same(&attack(&weak("when = 'before-attacking', remove_self = 'weakened'"), &fighter()), &free);
    let healer = having("when = 'before-attacked', remove_enemy = 'weakened'");
    same(&attack(&fighter().but(|one| one.tokens = only(Token::Weakened)), &healer), &free);
    same(&attack(&weak("when = 'always', unspent = 'weakened'"), &fighter()), &free);
    for (token, name) in [(Token::Vulnerable, "vulnerable"), (Token::Panicked, "panicked")] {
        let kept = having(&format!("when = 'always', unspent = '{name}'"))
            .but(|one| one.tokens = only(token));
        same(&attack(&fighter(), &kept), &free);
        let giver = having(&format!("when = 'before-attacking', give_enemy = '{name}'"));
        same(&attack(&giver, &having(&format!("when = 'always', immune = '{name}'"))), &free);
    }
    // exchanged only where the first is held
    let swap = having("when = 'before-attacking', swap = { from = 'weakened', to = 'vulnerable' }");
    let held = |token| fighter().but(|one| one.tokens = only(token));
    same(&attack(&swap, &held(Token::Weakened)), &attack(&fighter(), &held(Token::Vulnerable)));
    same(&attack(&swap, &fighter()), &free);
}

#[test]
fn healing_fills_ranks_and_never_exceeds_them() {
    // before the dice: 2 lost and 3 healed are none lost, 3 dice again
    let healed = having("when = 'activating', heal = 3").but(|one| one.lost = 2);
    let answer = answered(&attack(&healed, &fighter()));
    close(mean(&answer, "hits"), 1.5);
    close(distribution(&answer, "own_left")[6], 1.0);
    // as many as the attack dealt: 0.75 and 15/36 of 3 where it wounds
    let drinker = having("when = 'after-attacking', dealt = true, heal = { per = 'wounds-dealt' }")
        .but(|one| (one.body, one.lost) = ((12, 3, 1), 11));
    let drinker = drinker.but(|one| one.dice = "3, 3, 3");
    let answer = answered(&attack(&drinker, &fighter().but(|one| one.body = (12, 3, 1))));
    close(mean(&answer, "own_left"), 1.0 + 0.75 + FAILS * 3.0);
    // of the unit struck where it passes, and of the enemy
    let one_die = fighter().but(|one| one.dice = "1, 1, 1");
    let dauntless = having("when = 'passing', heal = 1").but(|one| one.morale = 2);
    // one wound (1/4) is healed again at once
    close(distribution(&answered(&attack(&one_die, &dauntless)), "left")[6], 1.0);
    let kind = having("when = 'after-attacking', heal_enemy = 2").but(|one| one.dice = "1, 1, 1");
    close(
        distribution(
            &answered(&attack(&kind, &fighter().but(|one| (one.morale, one.lost) = (2, 1)))),
            "left",
        )[6],
        1.0,
    );
}

#[test]
fn ranks_lost_and_the_end_have_their_moments() {
    // 3 dice on ranks of 2 wounds and a morale of 2: 2 or 3 of 3 wounds (10/64) destroy one rank
    let calm = |effect: &str| having(effect).but(|one| one.morale = 2);
    let answer = answered(&attack(
        &fighter(),
        &calm("when = 'losing-ranks', wound_enemy = { per = 'ranks-destroyed' }"),
    ));
    close(mean(&answer, "own_wounds"), 10.0 / 64.0);
    // what is not counted by ranks happens only where one is lost as well
    let answer = answered(&attack(&fighter(), &calm("when = 'losing-ranks', wound_enemy = 2")));
    close(mean(&answer, "own_wounds"), 20.0 / 64.0);
    // the last 2 wounds go with the unit: it is destroyed, and its rank with it
    let dying = |effect: &str| calm(effect).but(|one| one.lost = 4);
    let answer =
        answered(&attack(&fighter(), &dying("when = 'destroyed', wound_enemy = { d3 = 1 }")));
    close(mean(&answer, "own_wounds"), 20.0 / 64.0);
    let none = answered(&attack(&fighter(), &dying("when = 'losing-ranks', wound_enemy = 1")));
    assert_eq!(mean(&none, "own_wounds"), 0.0, "who is gone does not strike");
}
