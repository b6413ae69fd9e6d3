//! Duels: effects hang on ranks and wounds as they go, and heals end at the full unit.

use warodds::games::asoiaf::{Facing, Question};

use super::bench::{Fighter, close, distribution, duel, engines, fighter};
use super::common::exact;

/// A unit whose dice all hit and are never saved, and whose morale never fails: nothing is left to
/// chance.
fn certain(body: (i64, i64, i64), dice: &'static str) -> Fighter {
    fighter()
        .but(|one| (one.body, one.dice, one.morale) = (body, dice, 2))
        .with("when = 'attacking', auto_hit = true, no_saves = true")
}

/// Holds the wounds left after so many attacks, which nothing leaves to chance.
#[track_caller]
fn leaves(a: &Fighter, b: &Fighter, attacks: i64, left: [usize; 2]) {
    let question = Question::Duel(Box::new(duel(a, b, attacks)));
    let answer = exact(&question);
    close(distribution(&answer, "a_left")[left[0]], 1.0);
    close(distribution(&answer, "b_left")[left[1]], 1.0);
    engines(&question);
}

#[test]
fn what_hangs_on_ranks_changes_as_they_go() {
    // a: ranks of 2 wounds, one die and one for each rank lost; b: two dice
    let a = certain((4, 2, 1), "1, 1")
        .with("when = 'attacking', attack_dice = { per = 'own-ranks-lost' }");
    let b = certain((12, 3, 1), "2, 2, 2");
    // 1 to b; 2 to a, a rank; 2 to b; 2 to a, which is gone
    leaves(&a, &b, 1, [4, 11]);
    leaves(&a, &b, 3, [2, 9]);
    leaves(&a, &b, 4, [0, 9]);
}

#[test]
fn what_hangs_on_wounds_counts_each_of_them() {
    // after its attack one wound more for each it has lost, in one rank of 4
    let a = certain((4, 1, 1), "1")
        .with("when = 'after-attacking', wound_enemy = { per = 'own-wounds-lost' }");
    let b = certain((12, 3, 1), "1, 1, 1");
    // 1; 1 back; 1 + 1; 1 back; 1 + 2
    leaves(&a, &b, 5, [2, 12 - 1 - 2 - 3]);
    let dice = certain((4, 1, 1), "1")
        .with("when = 'attacking', attack_dice = { per = 'own-wounds-lost' }");
    leaves(&dice, &b, 5, [2, 12 - 1 - 2 - 3]);
}

#[test]
fn what_hangs_on_the_strikers_tokens_sees_those_it_has_now() {
    // b makes whoever attacks it Panicked, and blocks a hit of those who are: the one die of a
    // never hurts it
    let a = certain((12, 3, 1), "1, 1, 1");
    let b = certain((12, 3, 1), "2, 2, 2")
        .with("when = 'before-attacked', give_enemy = 'panicked'")
        .with("when = 'attacked', enemy_holds = 'panicked', block = 1");
    leaves(&a, &b, 1, [12, 12]);
    leaves(&a, &b, 3, [10, 12]);
}

#[test]
fn rounds_go_on() {
    // a die more from the second round, two from the third: 1, 2 and 3 wounds
    let a = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacking', round = { least = 2 }, attack_dice = 1")
        .with("when = 'attacking', round = { least = 3 }, attack_dice = 1");
    let b = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacking', round = { most = 1 }, attack_dice = 1");
    leaves(&a, &b, 1, [12, 11]);
    leaves(&a, &b, 3, [10, 9]);
    leaves(&a, &b, 5, [9, 6]);
    leaves(&a, &b, 7, [8, 3]);
    // from the round in which it begins
    leaves(&a.but(|one| one.circumstances.round = 2), &b, 3, [10, 7]);
}

#[test]
fn what_is_spent_runs_out() {
    let rich = |tokens| move |one: &mut Fighter| one.circumstances.resource = tokens;
    let b = certain((12, 3, 1), "2, 2, 2");
    // two dice more while there are tokens: 3, 3, then 1
    let a = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacking', spends = 1, attack_dice = 2")
        .but(rich(2));
    leaves(&a, &b, 3, [10, 6]);
    leaves(&a, &b, 5, [8, 5]);
    // two at a time, and one left over: 3, then 1
    let a = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacking', spends = 2, attack_dice = 2")
        .but(rich(3));
    leaves(&a, &b, 3, [10, 8]);
    // a table is paid once, whatever it does; one of the other's attack each time it is attacked
    let a = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacking', spends = 1, attack_dice = 1, hits = 1")
        .but(rich(1));
    leaves(&a, &b, 3, [10, 8]);
    let a = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacked', spends = 1, block = 1")
        .but(rich(1));
    leaves(&a, &b, 4, [12 - 1 - 2, 10]);
    // what hangs on tokens that are not spent does not cost any
    let a = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacking', resource = { least = 1 }, attack_dice = 2")
        .but(rich(1));
    leaves(&a, &b, 3, [10, 6]);
}

#[test]
fn an_attachment_once_killed_stays_away() {
    // one hit each; b's attachment blocks it and brings a die. Killed on 5 and 6: a model, and the
    // hit in each attack from then
    let a = certain((12, 3, 1), "1, 1, 1").with("when = 'before-attacking', kill_attachment = 5");
    let b = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'attacked', block = 1")
        .with("when = 'attacking', attack_dice = 1");
    let b = b.but(|one| one.attached = 2);
    let question = Question::Duel(Box::new(duel(&a, &b, 4)));
    let answer = exact(&question);
    let (early, late) = (1.0 / 3.0, 2.0 / 3.0 / 3.0);
    let left = distribution(&answer, "b_left");
    close(left[12 - 3], early);
    close(left[12 - 2], late);
    close(left[12], 1.0 - early - late);
    // it strikes with two dice until then: twice one, one and two, or twice two
    let left = distribution(&answer, "a_left");
    close(left[12 - 2], early);
    close(left[12 - 3], late);
    close(left[12 - 4], 1.0 - early - late);
    engines(&question);
}

#[test]
fn a_dead_attachment_kills_no_other() {
    // one hit each, and both attachments kill on 5 and 6: b's only if it lives, with 2/3 · 1/3
    let duelist = certain((12, 3, 1), "1, 1, 1")
        .with("when = 'before-attacking', kill_attachment = 5")
        .but(|one| one.attached = 1);
    let question = Question::Duel(Box::new(duel(&duelist, &duelist, 2)));
    let answer = exact(&question);
    let left = distribution(&answer, "b_left");
    close(left[12 - 2], 1.0 / 3.0);
    close(left[12 - 1], 2.0 / 3.0);
    let left = distribution(&answer, "a_left");
    close(left[12 - 2], 2.0 / 9.0);
    close(left[12 - 1], 7.0 / 9.0);
    engines(&question);
}

#[test]
fn heals_end_at_the_full_unit() {
    let a = certain((6, 3, 1), "1, 1, 1").with("when = 'after-attacking', heal = 5");
    let b = certain((12, 3, 1), "2, 2, 2");
    leaves(&a, &b, 1, [6, 11]);
    leaves(&a, &b, 2, [4, 11]);
    leaves(&a, &b, 3, [6, 10]);
}

#[test]
fn a_unit_survives_as_often_as_it_may() {
    // two wounds at a time: 2 left; it would be destroyed and stays with one; again; then it is
    // gone
    let a = certain((4, 1, 1), "1").with("when = 'dying', survive = { uses = 2 }");
    let b = certain((12, 3, 1), "2, 2, 2");
    leaves(&a, &b, 2, [2, 11]);
    leaves(&a, &b, 4, [1, 10]);
    leaves(&a, &b, 6, [1, 9]);
    leaves(&a, &b, 8, [0, 8]);
}

#[test]
fn each_way_to_survive_is_kept_count_of_for_itself() {
    // two wounds at a time: into the flank the first way keeps the unit, to the front the second
    // one, whatever else counts in the attacks; then there is none
    let a = certain((12, 3, 1), "2, 2, 2");
    let b = certain((2, 1, 1), "1")
        .with("when = 'testing', auto_pass = true")
        .with("when = 'dying', facing = 'flank', survive = { uses = 1 }")
        .with("when = 'dying', survive = { uses = 1 }");
    for (attacks, left) in [(1, [12, 1]), (3, [11, 1]), (5, [10, 0])] {
        let mut question = duel(&a, &b, attacks);
        question.opening.facing = Facing::Flank;
        let answer = exact(&Question::Duel(Box::new(question)));
        for (side, left) in ["a_left", "b_left"].into_iter().zip(left) {
            close(distribution(&answer, side)[left], 1.0);
        }
    }
}

#[test]
fn six_effects_and_twelve_attacks_are_still_a_distribution() {
    let a = fighter()
        .with("when = 'attacking', critical = 1, precision = true")
        .with(
            "when = 'after-attacking', dealt = true, heal = { base = 1, per = 'enemy-ranks-lost' }",
        )
        .with("when = 'attacked', misses_hit_back = true");
    let b = fighter()
        .with("when = 'after-attacked', test_enemy = { morale = { each = -1, per = 'own-ranks' } }")
        .with("when = 'passing', heal = 1")
        .with("when = 'before-attacking', give_enemy = 'vulnerable'");
    let question = Question::Duel(Box::new(duel(&a, &b, 12)));
    let answer = exact(&question);
    for name in ["a_left", "b_left", "rounds", "a_destroyed", "b_destroyed", "both_stand"] {
        close(distribution(&answer, name).iter().sum::<f64>(), 1.0);
    }
    assert!(
        distribution(&answer, "a_left").len() <= 7 && distribution(&answer, "b_left").len() <= 7,
        "heals never exceed the full unit"
    );
    engines(&question);
}
