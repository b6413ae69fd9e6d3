//! What the table around a fight does: terrain in which units act or that is near them, friends
//! engaged with a target, retreats, zones that a player claims. Figures are derived by hand.

use warodds::chance::QuantityName;
use warodds::games::asoiaf::effect::{
    Action, Amount, Change, Conditions, CountRange, Effect, Effects, Moment, TriggeredEffect,
};
use warodds::games::asoiaf::values::{Activations, Hit, Inches, Morale, Restored, Speed};
use warodds::games::asoiaf::{
    ActivePlayer, Attack, Charge, Combatant, Duel, Engagement, Friends, ModelledAbility, Opening,
    Panic, Question, Reach, Retreat, Surroundings, Terrain, TerrainKeyword, Token, Tokens,
    UnitState, zones,
};

use crate::common::{
    attack, attacker, charge_to, combatant, defender, edit, exact, panic_test, panic_test_of,
    standing, weapon,
};
use crate::effects::bench::{alike, close, distribution, engines, mean};

/// P(a unit fails a panic test on 7+), and with −1.
const FAILS: f64 = 15.0 / 36.0;
const FAILS_AT_8: f64 = 21.0 / 36.0;
/// Wounds of a failed test, on average.
const COST: f64 = 3.0;

const DANGEROUS: Surroundings = Surroundings { dangerous: true, horrific: false, inspiring: false };
const HORRIFIC: Surroundings = Surroundings { dangerous: false, horrific: true, inspiring: false };
const INSPIRING: Surroundings = Surroundings { dangerous: false, horrific: false, inspiring: true };

fn ability(moment: Moment, changes: &[Change]) -> ModelledAbility {
    let effect = |change: &Change| Effect {
        moment,
        conditions: Conditions::default(),
        action: Action::Change(*change),
    };
    let fixed = changes.iter().map(effect).collect();
    ModelledAbility::new(&format!("{moment:?}"), Effects { fixed, ..Effects::default() })
}

/// One die on 4+ against saves of 4+ and a morale of 7+: it wounds with 1/4.
fn blow() -> Attack {
    attack(1, 4, 4, 7)
}

#[test]
fn whoever_attacks_in_dangerous_terrain_suffers_after_the_attack() {
    let in_it = |wounds| {
        let mut one = blow();
        edit(&mut one, |one| one.attacker.state = standing(wounds));
        edit(&mut one, |one| one.attacker.surroundings = DANGEROUS);
        Question::Attack(one)
    };
    let answer = exact(&in_it(12));
    alike(
        "own_wounds",
        &distribution(&answer, "own_wounds"),
        &[0.0, 0.0, 1.0, 1.0, 1.0].map(|p| p / 3.0),
    );
    // after the attack: it is made by all that were there
    let plain = exact(&Question::Attack(blow()));
    alike("wounds", &distribution(&answer, "wounds"), &distribution(&plain, "wounds"));
    engines(&in_it(12));
    // of the last three wounds two are left with 1/3
    let answer = exact(&in_it(3));
    alike("own_wounds", &distribution(&answer, "own_wounds"), &[0.0, 0.0, 1.0 / 3.0, 2.0 / 3.0]);
    close(mean(&answer, "own_destroyed"), 2.0 / 3.0);
    // whoever is attacked does not act
    let mut struck = blow();
    edit(&mut struck, |struck| struck.defender.surroundings = DANGEROUS);
    let answer = exact(&Question::Attack(struck));
    alike("wounds", &distribution(&answer, "wounds"), &distribution(&plain, "wounds"));
    assert!(answer.quantity(QuantityName::new("own_wounds")).is_none());
}

/// Hits without dice or saves, as many as there are dice.
fn certain(dice: i64, wounds: i64, surroundings: Surroundings) -> Combatant {
    let effects = ability(Moment::Attacking, &[Change::AutoHit, Change::NoSaves]);
    Combatant { surroundings, ..side(dice, wounds).with_ability(effects) }
}

fn side(dice: i64, wounds: i64) -> Combatant {
    Combatant { state: standing(wounds), ..combatant(attacker(dice, 4), defender(4, 2)) }
}

fn duel(a: Combatant, b: Combatant, attacks: i64) -> Question {
    let activations = Activations::new(attacks).expect("in range");
    let duel = Duel::new(a, b, activations, Opening::default()).expect("both can fight");
    Question::Duel(Box::new(duel))
}

#[test]
fn a_duel_in_dangerous_terrain_costs_each_action() {
    // a strikes twice from it, b once from open ground: 2 to 4 wounds each time and one of b
    let question = duel(certain(1, 12, DANGEROUS), certain(1, 12, Surroundings::default()), 3);
    let answer = exact(&question);
    let twice = [1.0, 2.0, 3.0, 2.0, 1.0].map(|p| p / 9.0);
    let mut left = vec![0.0; 13];
    for (more, p) in twice.iter().enumerate() {
        left[12 - 1 - 4 - more] = *p;
    }
    alike("a_left", &distribution(&answer, "a_left"), &left);
    close(mean(&answer, "b_left"), 10.0);
    engines(&question);
}

fn over(keywords: &[TerrainKeyword], inches: f64, wounds: i64) -> Charge {
    let mut attack = blow();
    edit(&mut attack, |attack| attack.attacker.state = standing(wounds));
    edit(&mut attack, |attack| attack.attacker.morale = Morale::new(7).ok());
    let mut charge = charge_to(&attack, inches);
    charge.terrain = keywords.iter().copied().collect();
    charge
}

#[test]
fn a_charge_into_dangerous_terrain_costs_once_it_is_over() {
    use TerrainKeyword::{Dangerous, DangerousEdge};
    // it arrives on 3+; failing costs 15/36 of 3 as well
    let own = |keywords: &[TerrainKeyword], wounds| {
        let question = Question::Charge(over(keywords, 8.0, wounds));
        engines(&question);
        exact(&question)
    };
    let failed = 1.0 / 3.0 * FAILS * COST;
    close(mean(&own(&[DangerousEdge], 12), "own_wounds"), 3.0 + failed);
    // across one piece and into another: both
    close(mean(&own(&[Dangerous, DangerousEdge], 12), "own_wounds"), 6.0 + failed);
    // the same of a charge of which nobody asks what attack it leads to
    let with_attack = over(&[Dangerous, DangerousEdge], 8.0, 12);
    let charger = with_attack.charger().clone();
    let mut bare = Charge::new(charger, None, with_attack.distance).expect("its speed is known");
    bare.terrain = with_attack.terrain;
    let bare = Question::Charge(bare);
    engines(&bare);
    close(mean(&exact(&bare), "own_wounds"), 6.0 + failed);
    // three wounds: gone with 2/3 after a move across it, and then there is no attack; after the
    // action the attack is made
    let wounds = |keywords| mean(&own(keywords, 3), "wounds");
    close(wounds(&[Dangerous]), wounds(&[DangerousEdge]) / 3.0);
    // the attacker's own ground is the same
    let mut standing_in_it = over(&[], 8.0, 12);
    standing_in_it.edit(|own, _| own.surroundings = DANGEROUS).expect("both can fight");
    close(mean(&exact(&Question::Charge(standing_in_it)), "own_wounds"), 3.0 + failed);
}

#[test]
fn what_is_near_counts_in_each_morale_test() {
    let both = Surroundings { horrific: true, inspiring: true, ..Surroundings::default() };
    for (surroundings, as_if) in [(HORRIFIC, 8), (INSPIRING, 6), (both, 7)] {
        // on its own
        let test = panic_test_of(7, |unit| unit.surroundings = surroundings);
        let (found, other) =
            (exact(&Question::Panic(test)), exact(&Question::Panic(panic_test(as_if))));
        alike("wounds", &distribution(&found, "wounds"), &distribution(&other, "wounds"));
        // after an attack: of the unit struck
        let mut near = attack(8, 3, 4, 7);
        edit(&mut near, |near| near.defender.surroundings = surroundings);
        let found = exact(&Question::Attack(near));
        let other = exact(&Question::Attack(attack(8, 3, 4, as_if)));
        alike("wounds", &distribution(&found, "wounds"), &distribution(&other, "wounds"));
        // of a charge that fails
        let charge = |morale, surroundings| {
            let mut charge = over(&[], 11.0, 12);
            let near = |own: &mut Combatant, _: Option<&mut Combatant>| {
                (own.morale, own.surroundings) = (Morale::new(morale).ok(), surroundings);
            };
            charge.edit(near).expect("both can fight");
            exact(&Question::Charge(charge))
        };
        let (found, other) = (charge(7, surroundings), charge(as_if, Surroundings::default()));
        alike(
            "own_wounds",
            &distribution(&found, "own_wounds"),
            &distribution(&other, "own_wounds"),
        );
    }
    // 8+ fails in 21 of 36
    let test = panic_test_of(7, |unit| unit.surroundings = HORRIFIC);
    close(mean(&exact(&Question::Panic(test)), "failed"), FAILS_AT_8);
}

fn shot(friends: Vec<Panic>) -> Attack {
    let mut shot = blow();
    shot.context.engagement = Engagement::of(Reach::LONG);
    shot.friends = Friends::new(friends).expect("there is room");
    shot
}

#[test]
fn friends_engaged_with_the_target_are_tested() {
    let question = Question::Attack(shot(vec![panic_test(7)]));
    let answer = exact(&question);
    let one = [1.0 - FAILS, 0.0, FAILS / 3.0, FAILS / 3.0, FAILS / 3.0];
    alike("friends_wounds", &distribution(&answer, "friends_wounds"), &one);
    close(mean(&answer, "friends_failed"), FAILS);
    engines(&question);
    // the attack is what it was
    let mut alone = shot(Vec::new());
    let plain = exact(&Question::Attack(alone.clone()));
    for name in ["hits", "wounds", "panic_failed", "destroyed"] {
        alike(name, &distribution(&answer, name), &distribution(&plain, name));
    }
    assert!(plain.quantity(QuantityName::new("friends_wounds")).is_none());
    // two of them: each for itself
    let last = panic_test_of(8, |unit| unit.state = standing(2));
    let question = Question::Attack(shot(vec![panic_test(7), last]));
    let answer = exact(&question);
    let other = [1.0 - FAILS_AT_8, 0.0, FAILS_AT_8];
    let mut both = vec![0.0; 7];
    for (first, p) in one.iter().enumerate() {
        for (second, q) in other.iter().enumerate() {
            both[first + second] += p * q;
        }
    }
    alike("friends_wounds", &distribution(&answer, "friends_wounds"), &both);
    alike(
        "friends_failed",
        &distribution(&answer, "friends_failed"),
        &[
            (1.0 - FAILS) * (1.0 - FAILS_AT_8),
            FAILS * (1.0 - FAILS_AT_8) + (1.0 - FAILS) * FAILS_AT_8,
            FAILS * FAILS_AT_8,
        ],
    );
    close(mean(&answer, "friends_destroyed"), FAILS_AT_8);
    engines(&question);
    // an attack in contact tests nobody
    alone.context.engagement = Engagement::MELEE;
    alone.friends = Friends::new(vec![panic_test(7)]).expect("there is room");
    assert!(
        exact(&Question::Attack(alone)).quantity(QuantityName::new("friends_wounds")).is_none()
    );
}

#[test]
fn friends_are_tested_in_their_own_turn_with_what_they_hold() {
    // their player rerolls first, then the enemy spends the token, whatever `active` says
    let afraid = |active| {
        let mut test = panic_test_of(7, |unit| {
            unit.state.tokens = Tokens::NONE.with(Token::Panicked);
            unit.modifiers.morale_rerolls.roller = true;
        });
        test.active = active;
        test
    };
    let alone = exact(&Question::Panic(afraid(ActivePlayer::Own)));
    for active in [ActivePlayer::Own, ActivePlayer::Enemy] {
        let answer = exact(&Question::Attack(shot(vec![afraid(active)])));
        alike("wounds", &distribution(&answer, "friends_wounds"), &distribution(&alone, "wounds"));
    }
}

#[test]
fn what_the_target_does_to_friends_in_contact_ends_with_it() {
    // one wound, hit on 2+ and saved on 4+: gone with 5/12; until then its presence costs −1
    let mut grim = shot(vec![panic_test(7)]);
    edit(&mut grim, |grim| weapon(&mut grim.attacker).hit = Hit::new(2).expect("in range"));
    edit(&mut grim, |grim| grim.defender.state = standing(1));
    let presence = ability(Moment::EnemyTesting, &[Change::MoraleRoll(Amount::of(-1))]);
    edit(&mut grim, |grim| grim.defender.abilities.push(presence));
    let question = Question::Attack(grim);
    let gone = 5.0 / 12.0;
    close(mean(&exact(&question), "friends_failed"), gone * FAILS + (1.0 - gone) * FAILS_AT_8);
    engines(&question);
}

#[test]
fn a_dead_attachment_of_the_target_does_nothing_to_friends() {
    // killed before the attack on 5 and 6, and one die cannot destroy the unit: the friend tests on
    // 8+ with 2/3, on 7+ with 1/3
    let presence = ability(Moment::EnemyTesting, &[Change::MoraleRoll(Amount::of(-1))]);
    let presence = ModelledAbility { attached: true, ..presence };
    let kill = Effect {
        moment: Moment::BeforeAttacking,
        conditions: Conditions::default(),
        action: Action::Triggered(TriggeredEffect::KillAttachment(5)),
    };
    let kill = Effects { fixed: vec![kill], ..Effects::default() };
    let mut shot = shot(vec![panic_test(7)]);
    edit(&mut shot, |shot| {
        shot.defender.state = standing(12);
        shot.defender.abilities = vec![presence];
        shot.attacker.abilities = vec![ModelledAbility::new("Kill", kill)];
    });
    let question = Question::Attack(shot);
    let answer = exact(&question);
    close(mean(&answer, "destroyed"), 0.0);
    close(mean(&answer, "friends_failed"), 2.0 / 3.0 * FAILS_AT_8 + FAILS / 3.0);
    engines(&question);
}

#[test]
fn friends_there_is_no_room_for_are_refused() {
    assert!(Friends::new(vec![panic_test(7); 7]).is_ok());
    let told = |friends| Friends::new(friends).map(|_| ()).map_err(|wrong| wrong.to_string());
    assert_eq!(
        told(vec![panic_test(7); 8]),
        Err("at most 7 friends can be engaged with the target, not 8".to_owned())
    );
    let huge = panic_test_of(7, |unit| unit.state = standing(120));
    assert_eq!(
        told(vec![huge.clone(), huge, panic_test(7)]),
        Err("the friends engaged with the target may have 240 wounds left in total, not 252"
            .to_owned())
    );
}

fn retreat(inches: f64, keywords: &[TerrainKeyword], standing: UnitState) -> Question {
    let terrain: Terrain = keywords.iter().copied().collect();
    let distance = Inches::new(inches).expect("in range");
    Question::Retreat(Retreat {
        speed: Speed::new(5).expect("in range"),
        distance,
        terrain,
        state: standing,
    })
}

#[test]
fn a_retreat_gets_away_where_speed_and_die_reach() {
    use TerrainKeyword::{Dangerous, DangerousEdge, Hindering, Rough};
    let asked = |inches, keywords: &[TerrainKeyword], wounds| {
        let question = retreat(inches, keywords, standing(wounds));
        engines(&question);
        exact(&question)
    };
    // speed 5: 8" takes 3 and more, over rough ground 4 and more
    let open = asked(8.0, &[], 12);
    close(mean(&open, "away"), 4.0 / 6.0);
    close(mean(&open, "distance"), 8.5);
    close(mean(&open, "own_wounds"), 0.0);
    let rough = asked(8.0, &[Rough, Hindering], 12);
    close(mean(&rough, "away"), 3.0 / 6.0);
    close(mean(&rough, "distance"), 7.5);
    close(mean(&asked(4.0, &[], 12), "away"), 1.0);
    close(mean(&asked(11.0, &[], 12), "away"), 1.0 / 6.0);
    // farther than any die: the action cannot be taken, and nothing is rolled
    for (inches, keywords) in [(11.5, &[][..]), (11.0, &[Rough][..])] {
        let none = asked(inches, keywords, 12);
        assert!(["away", "distance", "own_wounds"].iter().all(|name| mean(&none, name) == 0.0));
    }
    // a move across dangerous terrain costs where it is made; acting in it always does
    close(mean(&asked(8.0, &[Dangerous], 12), "own_wounds"), 4.0 / 6.0 * 3.0);
    close(mean(&asked(8.0, &[DangerousEdge], 12), "own_wounds"), 3.0);
    close(mean(&asked(8.0, &[DangerousEdge], 3), "destroyed"), 2.0 / 3.0);
    // 5 wounds: 2 and 2 leave one, all else none
    let both = asked(8.0, &[Dangerous, DangerousEdge], 5);
    close(mean(&both, "destroyed"), 4.0 / 6.0 * 8.0 / 9.0);
}

#[test]
fn the_crown_tests_the_enemy_before_the_attack() {
    let crowned = |unit: &mut Combatant| unit.abilities.push(zones::crown(CountRange::ANY));
    // 8+ in place of 7+; then the blow and its own test
    let of_blow = 0.25 * (1.0 + FAILS * COST);
    let mut attack = blow();
    edit(&mut attack, |attack| crowned(&mut attack.attacker));
    let question = Question::Attack(attack);
    close(mean(&exact(&question), "wounds"), FAILS_AT_8 * COST + of_blow);
    engines(&question);
    // before a charge, whether it arrives (1/6, its die rerolled: 3/8 wound) or not
    let mut charge = over(&[], 11.0, 12);
    charge.edit(|own, _| crowned(own)).expect("both can fight");
    let of_charge = 0.375 * (1.0 + FAILS * COST);
    let question = Question::Charge(charge);
    close(mean(&exact(&question), "wounds"), FAILS_AT_8 * COST + of_charge / 6.0);
    // in a duel in these rounds: b never strikes, for it has no attack die that hits
    let first = CountRange { least: 1, most: 1 };
    for (rounds, times) in [(first, 1.0), (CountRange::ANY, 2.0)] {
        let none = ability(Moment::Attacking, &[Change::Dice(Amount::of(-60))]);
        let calm = |wounds| side(1, wounds).with_ability(none.clone());
        let a = calm(12).with_ability(zones::crown(rounds));
        let mut b = calm(24);
        b.morale = Some(Morale::new(7).expect("in range"));
        close(mean(&exact(&duel(a, b, 4)), "b_left"), 24.0 - times * FAILS_AT_8 * COST);
    }
}

#[test]
fn the_wealth_restores_wounds_and_takes_a_token() {
    let restored = |wounds| Restored::new(wounds).expect("in range");
    // b takes two wounds each time; a restores one when it activates, never beyond its full number
    let left = |wealth: ModelledAbility| {
        let a = certain(1, 6, Surroundings::default()).with_ability(wealth);
        let question = duel(a, certain(2, 12, Surroundings::default()), 6);
        engines(&question);
        mean(&exact(&question), "a_left")
    };
    close(left(zones::wealth(CountRange::ANY, restored(0), None)), 0.0);
    // 6, 4 + 1, 3 + 1, 2
    close(left(zones::wealth(CountRange::ANY, restored(1), None)), 2.0);
    close(left(zones::wealth(CountRange::ANY, restored(3), None)), 4.0);
    // 6, 4, 2 + 1, 1
    close(left(zones::wealth(CountRange { least: 3, most: 3 }, restored(1), None)), 1.0);
    // Weakened: the hit is rolled again (1/4), unless the token goes before
    let hits = |lost| {
        let mut one = blow();
        edit(&mut one, |one| one.attacker.state.tokens = Tokens::NONE.with(Token::Weakened));
        let wealth = zones::wealth(CountRange::ANY, restored(3), lost);
        edit(&mut one, |one| one.attacker.abilities.push(wealth));
        mean(&exact(&Question::Attack(one)), "hits")
    };
    close(hits(None), 0.25);
    close(hits(Some(Token::Panicked)), 0.25);
    close(hits(Some(Token::Weakened)), 0.5);
    assert!(Restored::new(4).is_err());
}
