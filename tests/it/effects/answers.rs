//! Attacks that an attack calls forth (E1 to E3), and units that survive their end (E4).

use crate::common::DISORDERLY;
use warodds::chance::Rule;
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::{Context, Engagement, Facing};

use super::bench::{Fighter, answered, attack, attack_in, close, fighter, having, mean};

/// The keys tested here.
pub(super) const KEYS: &[&str] = &["attack", "survive", "kill_attachment"];
/// The moments tested here.
pub(super) const MOMENTS: &[&str] = &["dying"];

/// 12 models whose morale never fails, with so many dice on every rank.
fn calm(dice: &'static str) -> Fighter {
    fighter().but(|one| (one.body, one.dice, one.morale) = ((12, 3, 1), dice, 2))
}

#[test]
fn an_attack_answers_an_attack() {
    // three dice wound with 3/4, before or after
    let answer = answered(&attack(
        &calm("1, 1, 1"),
        &calm("3, 3, 3").with("when = 'after-attacked', attack = true"),
    ));
    close(mean(&answer, "own_wounds"), 0.75);
    close(mean(&answer, "hits"), 0.5);
    for when in ["activating", "before-attacking", "after-attacking"] {
        let twice = answered(&attack(
            &calm("3, 3, 3").with(&format!("when = '{when}', attack = true")),
            &calm("1, 1, 1"),
        ));
        close(mean(&twice, "wounds"), 1.5);
        close(mean(&twice, "attack_wounds"), 0.75);
    }
}

#[test]
fn set_for_charge_strikes_first_and_costs_dice() {
    // a charger of three ranks of one model; 0, 1, 2 or 3 of them fall in 27, 27, 9 and 1 of 64
    let charger = fighter().but(|one| (one.body, one.morale) = ((3, 3, 1), 2));
    let set = calm("3, 3, 3").with(
        "when = 'before-attacked', charge = true, facing = ['front', 'flank'], attack = true",
    );
    let charge =
        Context { engagement: Engagement::Melee { charge: DISORDERLY }, ..Context::default() };
    let answer = answered(&attack_in(charge, &charger, &set));
    close(mean(&answer, "hits"), (27.0 * 3.0 + 27.0 * 2.0 + 9.0) / 64.0 / 2.0);
    close(mean(&answer, "own_wounds"), 0.75);
    close(mean(&answer, "own_destroyed"), 1.0 / 64.0);
    // neither from the rear nor without a charge
    for context in [Context::default(), Context { facing: Facing::Rear, ..charge }] {
        close(mean(&answered(&attack_in(context, &charger, &set)), "hits"), 1.5);
    }
}

#[test]
fn what_happens_before_the_dice_comes_before_the_attack_made_before_them() {
    let charge =
        Context { engagement: Engagement::Melee { charge: DISORDERLY }, ..Context::default() };
    let set = |dice| calm(dice).with("when = 'before-attacked', charge = true, attack = true");
    let own_wounds = |charger: &Fighter, set: &Fighter| {
        mean(&answered(&attack_in(charge, charger, set)), "own_wounds")
    };
    close(own_wounds(&calm("1, 1, 1"), &set("3, 3, 3")), 0.75);
    // Weakened: hits are rolled again, and half of them hit once more
    let ambush = calm("1, 1, 1").with("when = 'before-attacking', give_enemy = 'weakened'");
    close(own_wounds(&ambush, &set("3, 3, 3")), 0.375);
    // a rank is lost: two dice in place of three; and the charger's own vow costs it a wound
    let axes = calm("1, 1, 1").with("when = 'before-attacking', wound_self = 1, wound_enemy = 4");
    close(own_wounds(&axes, &set("3, 2, 1")), 1.0 + 0.5);
    // whom its own vow ends is not attacked
    let last = axes.clone().but(|one| one.lost = 11);
    close(own_wounds(&last, &set("3, 2, 1")), 1.0);
    // the unit charged makes it Vulnerable: blocks are rolled again before its attack is saved
    let cruel = set("3, 3, 3").with("when = 'before-attacked', give_enemy = 'vulnerable'");
    close(own_wounds(&calm("1, 1, 1"), &cruel), 1.5 * 0.75);
    // nothing comes twice, and what the charger lost in between costs it dice: 3 or, with the
    // second of two wounds lost, 1
    let two = fighter().but(|one| (one.body, one.dice, one.morale) = ((2, 2, 1), "3, 1", 2));
    let two = two.with("when = 'before-attacking', give_enemy = 'weakened', wound_enemy = 1");
    let answer = answered(&attack_in(charge, &two, &set("1, 1, 1")));
    close(mean(&answer, "hits"), 0.5 * (3.0 * 7.0 + 1.0) / 8.0);
    close(mean(&answer, "wounds"), 1.0 + mean(&answer, "hits") / 2.0);
}

#[test]
fn an_attachment_is_killed_before_the_attack_made_first() {
    // its dice with it: 3 or 1, with 1/3
    let killer = calm("1, 1, 1").with("when = 'before-attacking', kill_attachment = 5");
    let set = calm("1, 1, 1")
        .with("when = 'before-attacked', attack = true")
        .with("when = 'attacking', attack_dice = 2")
        .but(|one| one.attached = 1);
    let answer = answered(&attack(&killer, &set));
    close(mean(&answer, "own_wounds"), (3.0 * 2.0 + 1.0) / 3.0 / 4.0);
    close(mean(&answer, "wounds"), 1.0 / 3.0 + 0.25);
}

#[test]
fn the_last_blow_is_struck_when_all_is_over() {
    // one wound, taken by one die with 1/4; the blow's three dice then wound 3/4
    let doomed = fighter()
        .but(|one| (one.body, one.dice, one.morale) = ((1, 1, 1), "3", 2))
        .with("when = 'destroyed', attack = true");
    let answer = answered(&attack(&calm("1, 1, 1"), &doomed));
    close(mean(&answer, "own_wounds"), 0.25 * 0.75);
    close(mean(&answer, "destroyed"), 0.25);
}

#[test]
fn an_attack_may_be_an_option() {
    let body = "choose = { picks = 1, options = [\n{ name = 'Heal', effects = [{ when = \
                'after-attacked', heal = 1 }] },\n{ name = 'Strike', effects = [{ when = \
                'after-attacked', attack = true }] },\n] }";
    for (option, wounds) in [("Heal", 0.0), ("Strike", 0.75)] {
        let either = calm("3, 3, 3").ability("Either", body);
        let either = either.but(|one| one.chosen = vec![("Either".to_owned(), option.to_owned())]);
        close(mean(&answered(&attack(&calm("1, 1, 1"), &either)), "own_wounds"), wounds);
    }
}

#[test]
fn an_attachment_that_dies_takes_its_abilities_along() {
    let killer = |face: i64| {
        calm("3, 3, 3").with(&format!("when = 'before-attacking', kill_attachment = {face}"))
    };
    // its abilities block all; killed on 5 and 6, a model goes and half of three hits are saved: 1
    // + 3/4
    let shielded = |attached| {
        calm("1, 1, 1").with("when = 'attacked', block = 9").but(|one| one.attached = attached)
    };
    let answer = answered(&attack(&killer(5), &shielded(1)));
    close(mean(&answer, "wounds"), (1.0 + 0.75) / 3.0);
    close(mean(&answer, "attack_wounds"), 0.75 / 3.0);
    close(mean(&answered(&attack(&killer(3), &shielded(1))), "wounds"), (1.0 + 0.75) * 4.0 / 6.0);
    // a unit without an attachment has none to lose
    close(mean(&answered(&attack(&killer(2), &shielded(0))), "wounds"), 0.0);
    // what else the unit has stays, and the attachment's own answer does not come any more
    let answers =
        calm("3, 3, 3").with("when = 'after-attacked', attack = true").but(|one| one.attached = 1);
    close(mean(&answered(&attack(&killer(5), &answers)), "own_wounds"), 0.75 * 4.0 / 6.0);
    let own = calm("3, 3, 3")
        .with("when = 'after-attacked', attack = true")
        .with("when = 'attacking', attack_dice = 1");
    let own = own.but(|one| one.attached = 1);
    close(
        mean(&answered(&attack(&killer(5), &own)), "own_wounds"),
        (4.0 * 4.0 + 3.0 * 2.0) / 6.0 / 4.0,
    );
}

#[test]
fn an_attachment_is_killed_where_that_is_worth_more() {
    let body = "choose = { picks = 1, options = [\n{ name = 'wound', effects = [{ when = \
                'attacking', wounds = 1 }] },\n{ name = 'attachment', effects = [{ when = \
                'before-attacking', kill_attachment = 5 }] },\n] }";
    let duelist = calm("3, 3, 3").ability("Duelist", body);
    // a wound with 7/8 is worth more than a model with 1/3, but not against one whose attachment
    // lets no die be rolled
    close(mean(&answered(&attack(&duelist, &calm("1, 1, 1"))), "wounds"), 0.75 + 7.0 / 8.0);
    let plain = calm("1, 1, 1").with("when = 'attacked', saves = 1").but(|one| one.attached = 1);
    close(mean(&answered(&attack(&duelist, &plain)), "wounds"), 0.5 + 7.0 / 8.0);
    let fearsome =
        calm("1, 1, 1").with("when = 'attacked', attack_dice = -3").but(|one| one.attached = 1);
    close(mean(&answered(&attack(&duelist, &fearsome)), "wounds"), (1.0 + 0.75) / 3.0);
}

#[test]
fn answers_are_weighed_where_something_is_chosen() {
    // three dice (3/4 wounds) are worth more than a wound healed where one is lost (1/4)
    let body = "choose = { picks = 1, options = [\n{ name = 'Heal', effects = [{ when = \
                'after-attacked', heal = 1 }] },\n{ name = 'Strike', effects = [{ when = \
                'after-attacked', attack = true }] },\n] }";
    close(
        mean(
            &answered(&attack(&calm("1, 1, 1"), &calm("3, 3, 3").ability("Either", body))),
            "own_wounds",
        ),
        0.75,
    );
    // a die more is worth 1/4; a Weakened answer half of its 3/4
    let body = "choose = { picks = 1, options = [\n{ name = 'more', effects = [{ when = \
                'attacking', attack_dice = 1 }] },\n{ name = 'weaker', effects = [{ when = \
                'before-attacking', give_enemy = 'weakened' }] },\n] }";
    let wary = calm("1, 1, 1").ability("Either", body);
    let answer =
        answered(&attack(&wary, &calm("3, 3, 3").with("when = 'after-attacked', attack = true")));
    close(mean(&answer, "own_wounds"), 0.375);
    close(mean(&answered(&attack(&wary, &calm("3, 3, 3"))), "hits"), 1.0);
}

#[test]
fn what_is_chosen_in_an_answer_looks_ahead_to_all_that_follows() {
    // three dice each: 3 · 1/2 · 1/2 wounds, half as many by the Weakened, and on the Vulnerable
    // one and a half times as many
    let set = calm("3, 3, 3").with("when = 'before-attacked', attack = true");
    let body = "choose = { picks = 1, options = [\n\
                { name = 'w', effects = [{ when = 'after-attacked', give_enemy = 'weakened' }] },\n\
                { name = 'v', effects = [{ when = 'after-attacked', give_enemy = 'vulnerable' }] },\n\
                ] }";
    // to the blow struck first neither makes a difference
    let wary = calm("3, 3, 3").ability("Either", body);
    let answer = answered(&attack(&wary, &set));
    close(mean(&answer, "wounds"), 1.125);
    close(mean(&answer, "own_wounds"), 0.75);
    // a die more is worth 1/4 now, a token 3/8 later
    let body = "choose = { picks = 1, options = [\n\
                { name = 'die', effects = [{ when = 'attacking', attack_dice = 1 }] },\n\
                { name = 'token', effects = [{ when = 'after-attacking', give_enemy = 'weakened' }] },\n\
                ] }";
    let answer = answered(&attack(&calm("3, 3, 3"), &set.ability("Either", body)));
    close(mean(&answer, "wounds"), 0.375);
    close(mean(&answer, "own_wounds"), 0.75);
}

#[test]
fn what_is_chosen_in_an_answer_hangs_on_the_wounds_left() {
    // a hit more is a wound more; a token halves the charger's 9 · 1/4 wounds and is worth more,
    // unless the second hit leaves nobody to strike
    let body = "choose = { picks = 1, options = [\n\
                { name = 'hit', effects = [{ when = 'attacking', hits = 1 }] },\n\
                { name = 'token', effects = [{ when = 'before-attacking', give_enemy = 'weakened' }] },\n\
                ] }";
    let set = calm("1, 1, 1")
        .with("when = 'before-attacked', attack = true")
        .with("when = 'attacking', auto_hit = true, no_saves = true")
        .ability("Either", body);
    for (lost, own, wounds) in [(0, 1.0, 1.125), (10, 2.0, 0.0)] {
        let charger = calm("9").but(|one| (one.body, one.lost) = ((12, 1, 1), lost));
        let answer = answered(&attack(&charger, &set));
        close(mean(&answer, "own_wounds"), own);
        close(mean(&answer, "wounds"), wounds);
    }
}

#[test]
fn what_is_chosen_in_an_answer_is_chosen_before_the_die_for_the_attachment() {
    // on 2 and more the attachment falls, and with it a rank: two dice more against two ranks are
    // worth 5/6 of 2, against one die whatever falls
    let body = "choose = { picks = 1, options = [\n\
                { name = 'two', effects = [{ when = 'attacking', enemy_ranks = 2, attack_dice = 2 }] },\n\
                { name = 'one', effects = [{ when = 'attacking', attack_dice = 1 }] },\n] }";
    let set = calm("1, 1, 1")
        .with("when = 'before-attacked', attack = true")
        .with("when = 'before-attacking', kill_attachment = 2")
        .ability("Either", body);
    let led = calm("1, 1, 1").with("when = 'testing', morale = 1");
    let led = led.but(|one| (one.body, one.lost, one.attached) = ((3, 3, 2), 1, 1));
    let answer = answered(&attack(&led, &set));
    close(mean(&answer, "own_wounds"), 5.0 / 6.0 + (1.0 + 5.0 / 6.0 * 2.0) / 4.0);
}

#[test]
fn what_is_not_known_of_an_attacker_is_told() {
    for (effect, whose) in [
        ("when = 'attacked', misses_hit_back = true", "attacker"),
        ("when = 'after-attacked', test_enemy = true", "attacker"),
        ("when = 'before-attacked', hit_enemy = 1", "attacker"),
        ("when = 'after-attacked', attack = true", "attacker"),
    ] {
        let mut question = attack(&calm("1, 1, 1"), &calm("3, 3, 3").with(effect));
        assert_eq!(AttackRule::new(&question).decided(), [""; 0]);
        question.edit(|own, _| own.morale = None).expect("both can fight");
        let told = AttackRule::new(&question).decided();
        assert!(
            told.len() == 1
                && told[0].starts_with(&format!("the defense or morale of the {whose} is unknown")),
            "{told:?}"
        );
    }
    // wounds without saves need neither, nor what does not hold here
    for effect in [
        "when = 'after-attacked', wound_enemy = 1",
        "when = 'after-attacked', melee = false, test_enemy = true",
    ] {
        let mut question = attack(&calm("1, 1, 1"), &calm("3, 3, 3").with(effect));
        question.edit(|own, _| own.morale = None).expect("both can fight");
        assert_eq!(AttackRule::new(&question).decided(), [""; 0]);
    }
}

#[test]
fn a_unit_stays_with_one_wound() {
    // one wound left, struck by one die: it would be destroyed with 1/4, and if it stays its panic
    // test fails with 15/36 for more than it has
    let fail = 15.0 / 36.0;
    for (survive, destroyed) in [
        ("{ uses = 1 }", fail),
        ("{ uses = 2 }", 0.0),
        ("{ uses = 1, test = true }", fail + (1.0 - fail) * fail),
        ("{ uses = 2, test = true }", fail + (1.0 - fail) * fail * fail),
    ] {
        let last = having(&format!("when = 'dying', survive = {survive}")).but(|one| one.lost = 5);
        let answer = answered(&attack(&calm("1, 1, 1"), &last));
        close(mean(&answer, "destroyed"), 0.25 * destroyed);
        close(mean(&answer, "wounds"), 0.25 * destroyed);
    }
    // with two wounds left, both gone (two dice: 1/16) or one (6/16) and then panic: it stays with
    // one
    let answer = answered(&attack(
        &calm("2, 2, 2"),
        &having("when = 'dying', survive = { uses = 2 }").but(|one| one.lost = 4),
    ));
    close(mean(&answer, "destroyed"), 0.0);
    close(mean(&answer, "wounds"), 7.0 / 16.0);
}

#[test]
fn whether_a_unit_survives_may_hang_on_the_ranks_by_then() {
    // one wound left, struck by one die of three ranks: without help it is destroyed with 1/4
    let struck = |ranks: &str| {
        let last =
            having(&format!("when = 'dying', enemy_ranks = {ranks}, survive = {{ uses = 2 }}"))
                .but(|one| one.lost = 5);
        mean(&answered(&attack(&calm("1, 1, 1"), &last)), "destroyed")
    };
    for (ranks, destroyed) in
        [("3", 0.0), ("{ least = 2 }", 0.0), ("2", 0.25), ("{ most = 2 }", 0.25)]
    {
        close(struck(ranks), destroyed);
    }
}

#[test]
fn an_answer_may_hang_on_what_the_attack_did() {
    // three dice that never hit; three that always do, unsaved: a rank of two wounds and half of
    // another
    let calm = || fighter().but(|one| (one.body, one.morale) = ((12, 3, 1), 2));
    let idle = || calm().with("when = 'attacking', attack_dice = -9");
    let sure = || {
        fighter()
            .but(|one| one.dice = "3, 3, 3")
            .with("when = 'attacking', auto_hit = true, no_saves = true")
    };
    let asks = |condition: &str| {
        fighter()
            .but(|one| (one.dice, one.morale) = ("1, 1, 1", 2))
            .with("when = 'attacking', auto_hit = true, no_saves = true")
            .with(&format!("when = 'after-attacked', {condition}, attack = true"))
    };
    for (condition, unhurt, hurt) in [
        ("dealt = true", 0.0, 1.0),
        ("dealt = false", 1.0, 0.0),
        ("rank_destroyed = true", 0.0, 1.0),
        ("rank_destroyed = false", 1.0, 0.0),
    ] {
        let own =
            |striker: &Fighter| mean(&answered(&attack(striker, &asks(condition))), "own_wounds");
        close(own(&idle()), unhurt);
        close(own(&sure().but(|one| one.morale = 2)), hurt);
    }
}

#[test]
fn situations_by_wounds_and_attachments_are_at_most_a_byte() {
    let led = |models: i64| {
        calm("3, 3, 3")
            .with("when = 'attacking', attack_dice = { each = 1, per = 'own-wounds-lost' }")
            .with("when = 'before-attacking', kill_attachment = 2")
            .but(|one| (one.body, one.lost, one.attached) = ((models, 3, 3), 1, 1))
    };
    // the attachment dies with 5/6, and with it its model; a die more for the wound lost, and four
    // dice wound with 1/4 each
    let answer = answered(&attack(&led(21), &led(21)));
    close(mean(&answer, "wounds"), 5.0 / 6.0 + 4.0 / 4.0);
    let mut asked = attack(&led(21), &led(21));
    let large = led(24).but(|one| one.abilities.clear());
    let state = attack(&large, &large).attacker().state;
    let refused = asked.edit(|_, defender| defender.state = state).expect_err("too many wounds");
    assert_eq!(
        refused.to_string(),
        "Fighter has 72 wounds, and at most 63 are possible if abilities count lost wounds and \
         both units have attachments: leave an attachment out"
    );
}

#[test]
fn the_first_way_to_kill_an_attachment_that_applies_is_tried() {
    // one that does not apply leaves room for another, on 4 and more; a second die is not rolled
    let killer = |first: &str| {
        calm("1, 1, 1")
            .with("when = 'attacking', attack_dice = -9")
            .with(&format!("when = 'before-attacking', {first} kill_attachment = 4"))
            .with("when = 'before-attacking', kill_attachment = 4")
    };
    let led = calm("1, 1, 1").with("when = 'testing', morale = 1").but(|one| one.attached = 1);
    for first in ["", "enemy_holds = 'weakened',", "own_ranks = { most = 2 },"] {
        close(mean(&answered(&attack(&killer(first), &led)), "wounds"), 0.5);
    }
}
