//! What must hold: each condition in a world where it holds and in one where it does not.

use crate::common::DISORDERLY;
use warodds::games::asoiaf::effect::{Conditions, Zone};
use warodds::games::asoiaf::{Attack, Context, Engagement, Facing, Token, Tokens};

use super::bench::{Fighter, answered, attack, attack_in, close, fighter, having, mean};

/// Three dice on every rank.
fn steady() -> Fighter {
    fighter().but(|one| one.dice = "3, 3, 3")
}

/// Whether an effect of the striker with this condition counts between two fighters: a die more is
/// half a hit more.
#[track_caller]
fn counts(
    condition: &str,
    context: Context,
    change: impl FnOnce(&mut Fighter, &mut Fighter),
) -> bool {
    let (mut own, mut other) =
        (steady().with(&format!("when = 'attacking', {condition}, attack_dice = 1")), steady());
    change(&mut own, &mut other);
    let hits = mean(&answered(&attack_in(context, &own, &other)), "hits");
    assert!((hits - 2.0).abs() < 1e-12 || (hits - 1.5).abs() < 1e-12, "{hits}");
    hits > 1.75
}

#[track_caller]
fn holds(
    condition: &str,
    yes: impl FnOnce(&mut Fighter, &mut Fighter),
    no: impl FnOnce(&mut Fighter, &mut Fighter),
) {
    assert!(counts(condition, Context::default(), yes), "{condition}");
    assert!(!counts(condition, Context::default(), no), "{condition}");
}

#[test]
fn no_condition_is_left_out() {
    // a new one does not compile before it is named here
    let Conditions {
        melee: _,
        short: _,
        charging: _,
        facings: _,
        own_ranks: _,
        own_ranks_lost: _,
        enemy_ranks: _,
        enemy_ranks_lost: _,
        ranks_against_enemy: _,
        lost_ranks_against_enemy: _,
        enemy_tokens: _,
        enemy_holds: _,
        enemy_types: _,
        zones: _,
        not_zones: _,
        enemy_zones: _,
        not_enemy_zones: _,
        round: _,
        enemy_activated: _,
        activated: _,
        engaged_since_start: _,
        resource: _,
        supported: _,
        enemy_supported: _,
        dealt: _,
        rank_destroyed: _,
        enemy_destroyed: _,
        own_types: _,
        commander_unit: _,
        near_commander: _,
        commander_range: _,
        affiliations: _,
        not_affiliations: _,
        own_turn: _,
        spends: _,
        test: _,
    } = Conditions::default();
}

#[test]
fn how_the_attack_is_made() {
    holds("melee = true", |_, _| (), |own, _| own.reach = "long");
    holds("melee = false", |own, _| own.reach = "short", |_, _| ());
    holds("short = true", |own, _| own.reach = "short", |own, _| own.reach = "long");
    holds("short = true", |_, _| (), |own, _| own.reach = "long");
    holds("short = false", |own, _| own.reach = "long", |_, _| ());
    // a disorderly charge is one, and rerolls nothing
    let charge =
        Context { engagement: Engagement::Melee { charge: DISORDERLY }, ..Context::default() };
    assert!(
        counts("charge = true", charge, |_, _| ())
            && !counts("charge = true", Context::default(), |_, _| ())
    );
    assert!(
        !counts("charge = false", charge, |_, _| ())
            && counts("charge = false", Context::default(), |_, _| ())
    );
    for (facing, flanked) in [(Facing::Front, false), (Facing::Flank, true), (Facing::Rear, true)] {
        let context = Context { facing, ..Context::default() };
        assert_eq!(counts("facing = ['flank', 'rear']", context, |_, _| ()), flanked);
        assert_eq!(counts("facing = 'front'", context, |_, _| ()), !flanked);
    }
}

#[test]
fn ranks_and_what_they_are_against() {
    holds("own_ranks = 3", |_, _| (), |own, _| own.lost = 2);
    holds("own_ranks = { most = 2 }", |own, _| own.lost = 3, |own, _| own.lost = 1);
    holds("own_ranks_lost = { least = 1 }", |own, _| own.lost = 2, |_, _| ());
    holds("enemy_ranks = 1", |_, other| other.lost = 4, |_, other| other.lost = 3);
    holds(
        "enemy_ranks_lost = { least = 1, most = 1 }",
        |_, other| other.lost = 2,
        |_, other| other.lost = 4,
    );
    holds("ranks_against_enemy = 'more'", |_, other| other.lost = 2, |_, _| ());
    holds(
        "ranks_against_enemy = ['equal', 'fewer']",
        |own, _| own.lost = 2,
        |_, other| other.lost = 2,
    );
    holds(
        "ranks_against_enemy = 'equal'",
        |own, other| (own.lost, other.lost) = (2, 3),
        |own, _| own.lost = 2,
    );
    // each rank is two models, and a lost model is not a lost rank
    holds(
        "lost_ranks_against_enemy = ['equal', 'more']",
        |own, other| (own.lost, other.lost) = (2, 3),
        |_, other| other.lost = 2,
    );
    holds("lost_ranks_against_enemy = 'fewer'", |_, other| other.lost = 2, |_, _| ());
}

#[test]
fn who_the_enemy_is_and_what_it_holds() {
    let two = Tokens::NONE.with(Token::Panicked).with(Token::Vulnerable);
    holds(
        "enemy_tokens = { least = 2 }",
        |_, other| other.tokens = two,
        |_, other| other.tokens = Tokens::NONE.with(Token::Vulnerable),
    );
    holds("enemy_holds = 'vulnerable'", |_, other| other.tokens = two, |_, _| ());
    holds(
        "enemy_holds = ['vulnerable', 'weakened']",
        |_, other| other.tokens = two.with(Token::Weakened),
        |_, other| other.tokens = two,
    );
    holds("enemy_type = ['cavalry', 'monster']", |_, other| other.kind = "cavalry", |_, _| ());
}

#[test]
fn the_game_around_the_fight() {
    let zones = |zones: &[Zone]| zones.iter().copied().collect();
    holds(
        "zone = 'crown'",
        |own, _| own.circumstances.zones = zones(&[Zone::Crown, Zone::Letters]),
        |own, _| own.circumstances.zones = zones(&[Zone::Letters]),
    );
    holds(
        "zone = 'wealth'",
        |own, _| own.circumstances.zones = zones(&[Zone::Wealth]),
        |_, other| {
            other.circumstances.zones = zones(&[Zone::Wealth]);
        },
    );
    holds(
        "not_zone = ['wealth', 'letters']",
        |_, other| other.circumstances.zones = zones(&[Zone::Wealth]),
        |own, _| own.circumstances.zones = zones(&[Zone::Letters]),
    );
    holds(
        "enemy_zone = 'crown'",
        |_, other| other.circumstances.zones = zones(&[Zone::Crown]),
        |own, _| own.circumstances.zones = zones(&[Zone::Crown]),
    );
    holds(
        "not_enemy_zone = 'combat'",
        |_, _| (),
        |_, other| other.circumstances.zones = zones(&[Zone::Combat]),
    );
    holds(
        "round = { least = 2, most = 3 }",
        |own, _| own.circumstances.round = 3,
        |own, _| own.circumstances.round = 4,
    );
    holds(
        "enemy_activated = false",
        |_, other| other.circumstances.activated = false,
        |own, _| {
            own.circumstances.activated = false;
        },
    );
    holds("activated = false", |own, _| own.circumstances.activated = false, |_, _| ());
    holds(
        "engaged_since_start = true",
        |own, _| own.circumstances.engaged_since_start = true,
        |_, _| (),
    );
    holds(
        "supported = true",
        |own, _| own.circumstances.supported = true,
        |_, other| other.circumstances.supported = true,
    );
    holds(
        "enemy_supported = true",
        |_, other| other.circumstances.supported = true,
        |own, _| own.circumstances.supported = true,
    );
    holds(
        "enemy_supported = false",
        |_, _| (),
        |_, other| {
            other.circumstances.supported = true;
        },
    );
    holds(
        "spends = 2",
        |own, _| own.circumstances.resource = 2,
        |own, _| own.circumstances.resource = 1,
    );
    holds(
        "resource = { least = 2 }",
        |own, _| own.circumstances.resource = 2,
        |own, _| own.circumstances.resource = 1,
    );
}

#[test]
fn what_the_bearer_is() {
    holds("own_type = 'cavalry'", |own, _| own.kind = "cavalry", |_, other| other.kind = "cavalry");
    assert!(counts("commander_unit = false", Context::default(), |_, _| ()));
    assert!(!counts("commander_unit = true", Context::default(), |_, _| ()));
    holds("near_commander = true", |own, _| own.circumstances.near_commander = true, |_, _| ());
    holds(
        "near_commander = false",
        |_, other| other.circumstances.near_commander = true,
        |own, _| own.circumstances.near_commander = true,
    );
}

#[test]
fn what_the_attack_did() {
    // 37/64 wound; on ranks of 2 wounds and a morale of 2, 10/64 destroy a rank
    let calm = fighter().but(|one| one.morale = 2);
    for (condition, chance) in [
        ("dealt = true", 37.0),
        ("dealt = false", 27.0),
        // all six models survive three dice and their panic test
        ("enemy_destroyed = true", 0.0),
        ("enemy_destroyed = false", 64.0),
        ("rank_destroyed = true", 10.0),
        ("rank_destroyed = false", 54.0),
    ] {
        let answer = answered(&attack(
            &having(&format!("when = 'after-attacking', {condition}, wound_self = 1")),
            &calm,
        ));
        close(mean(&answer, "own_wounds"), chance / 64.0);
    }
}

#[test]
fn the_bearer_may_be_the_unit_struck() {
    // seen from the defender, who has fewer ranks
    let question = |lost: i64| -> Attack {
        let braced = steady()
            .with("when = 'attacked', ranks_against_enemy = 'fewer', saves = 2")
            .but(|one| (one.lost, one.morale) = (lost, 2));
        attack(&steady(), &braced)
    };
    close(mean(&answered(&question(2)), "attack_wounds"), 3.0 / 2.0 / 6.0);
    close(mean(&answered(&question(0)), "attack_wounds"), 0.75);
}
