//! What the table around a fight does: terrain in which units act or that is near them, friends
//! engaged with a target, retreats, zones that a player claims. Figures are derived by hand.

use warodds::chance::QuantityName;
use warodds::games::asoiaf::effect::{
    Action, Amount, Change, Conditions, CountRange, Effect, Effects, Moment,
};
use warodds::games::asoiaf::values::{Activations, Hit, Inches, Morale, Restored, Speed};
use warodds::games::asoiaf::{
    ActivePlayer, Attack, Charge, Charger, Combatant, Duel, Engagement, Friends, ModelledAbility,
    Opening, Panic, Question, Reach, Retreat, Surroundings, Terrain, TerrainKeyword, Token, Tokens,
    Traits, UnitState, zones,
};

use crate::common::{attack, combatant, exact, panic_test, standing};
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
        one.attacker.state = standing(wounds);
        one.attacker.traits.surroundings = DANGEROUS;
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
    struck.defender.traits.surroundings = DANGEROUS;
    let answer = exact(&Question::Attack(struck));
    alike("wounds", &distribution(&answer, "wounds"), &distribution(&plain, "wounds"));
    assert!(answer.quantity(QuantityName::new("own_wounds")).is_none());
}

/// Hits without dice or saves, as many as there are dice.
fn certain(surroundings: Surroundings) -> Traits {
    Traits { surroundings, ..Traits::default() }
        .with(ability(Moment::Attacking, &[Change::AutoHit, Change::NoSaves]))
}

fn side(dice: i64, wounds: i64, traits: Traits) -> Combatant {
    let Attack { attacker, defender, .. } = attack(dice, 4, 4, 2);
    Combatant { state: standing(wounds), traits, ..combatant(attacker, defender) }
}

fn duel(a: Combatant, b: Combatant, attacks: i64) -> Question {
    let activations = Activations::new(attacks).expect("in range");
    Question::Duel(Box::new(Duel { a, b, activations, opening: Opening::default() }))
}

#[test]
fn a_duel_in_dangerous_terrain_costs_each_action() {
    // a strikes twice from it, b once from open ground: 2 to 4 wounds each time and one of b
    let question =
        duel(side(1, 12, certain(DANGEROUS)), side(1, 12, certain(Surroundings::default())), 3);
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
    attack.attacker.state = standing(wounds);
    let panic = Panic { state: standing(wounds), active: ActivePlayer::Own, ..panic_test(7) };
    Charge {
        charger: Charger {
            speed: Speed::new(5).expect("in range"),
            state: standing(wounds),
            reroll_distance: false,
            panic: Some(panic),
        },
        distance: Inches::new(inches).expect("in range"),
        terrain: keywords.iter().copied().collect(),
        attack: Some(attack),
    }
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
    let bare =
        Question::Charge(Charge { attack: None, ..over(&[Dangerous, DangerousEdge], 8.0, 12) });
    engines(&bare);
    close(mean(&exact(&bare), "own_wounds"), 6.0 + failed);
    // three wounds: gone with 2/3 after a move across it, and then there is no attack; after the
    // action the attack is made
    let wounds = |keywords| mean(&own(keywords, 3), "wounds");
    close(wounds(&[Dangerous]), wounds(&[DangerousEdge]) / 3.0);
    // the attacker's own ground is the same
    let mut standing_in_it = over(&[], 8.0, 12);
    if let Some(attack) = &mut standing_in_it.attack {
        attack.attacker.traits.surroundings = DANGEROUS;
    }
    close(mean(&exact(&Question::Charge(standing_in_it)), "own_wounds"), 3.0 + failed);
}

#[test]
fn what_is_near_counts_in_each_morale_test() {
    let both = Surroundings { horrific: true, inspiring: true, ..Surroundings::default() };
    for (surroundings, as_if) in [(HORRIFIC, 8), (INSPIRING, 6), (both, 7)] {
        // on its own
        let mut test = panic_test(7);
        test.traits.surroundings = surroundings;
        let (found, other) =
            (exact(&Question::Panic(test)), exact(&Question::Panic(panic_test(as_if))));
        alike("wounds", &distribution(&found, "wounds"), &distribution(&other, "wounds"));
        // after an attack: of the unit struck
        let mut near = attack(8, 3, 4, 7);
        near.defender.traits.surroundings = surroundings;
        let found = exact(&Question::Attack(near));
        let other = exact(&Question::Attack(attack(8, 3, 4, as_if)));
        alike("wounds", &distribution(&found, "wounds"), &distribution(&other, "wounds"));
        // of a charge that fails
        let charge = |morale, surroundings| {
            let mut charge = over(&[], 11.0, 12);
            if let Some(panic) = &mut charge.charger.panic {
                panic.morale = Morale::new(morale).expect("in range");
                panic.traits.surroundings = surroundings;
            }
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
    let mut test = panic_test(7);
    test.traits.surroundings = HORRIFIC;
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
    let last = Panic { state: standing(2), ..panic_test(8) };
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
        let mut test = Panic { active, ..panic_test(7) };
        test.state.tokens = Tokens::NONE.with(Token::Panicked);
        test.rerolls.roller = true;
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
    grim.attacker.attacking.hit = Hit::new(2).expect("in range");
    grim.defender.state = standing(1);
    let traits = std::mem::take(&mut grim.defender.traits);
    grim.defender.traits =
        traits.with(ability(Moment::EnemyTesting, &[Change::MoraleRoll(Amount::of(-1))]));
    let question = Question::Attack(grim);
    let gone = 5.0 / 12.0;
    close(mean(&exact(&question), "friends_failed"), gone * FAILS + (1.0 - gone) * FAILS_AT_8);
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
    let huge = Panic { state: standing(120), ..panic_test(7) };
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
    let crowned = |mut one: Attack| {
        let traits = std::mem::take(&mut one.attacker.traits);
        one.attacker.traits = traits.with(zones::crown(CountRange::ANY));
        one
    };
    // 8+ in place of 7+; then the blow and its own test
    let of_blow = 0.25 * (1.0 + FAILS * COST);
    let question = Question::Attack(crowned(blow()));
    close(mean(&exact(&question), "wounds"), FAILS_AT_8 * COST + of_blow);
    engines(&question);
    // before a charge, whether it arrives (1/6, its die rerolled: 3/8 wound) or not
    let mut charge = over(&[], 11.0, 12);
    charge.attack = charge.attack.map(crowned);
    let of_charge = 0.375 * (1.0 + FAILS * COST);
    let question = Question::Charge(charge);
    close(mean(&exact(&question), "wounds"), FAILS_AT_8 * COST + of_charge / 6.0);
    // in a duel in these rounds: b never strikes, for it has no attack die that hits
    let first = CountRange { least: 1, most: 1 };
    for (rounds, times) in [(first, 1.0), (CountRange::ANY, 2.0)] {
        let none = ability(Moment::Attacking, &[Change::Dice(Amount::of(-60))]);
        let calm = || Traits::default().with(none.clone());
        let a = side(1, 12, calm().with(zones::crown(rounds)));
        let mut b = side(1, 24, calm());
        b.defending.morale = Morale::new(7).expect("in range");
        close(mean(&exact(&duel(a, b, 4)), "b_left"), 24.0 - times * FAILS_AT_8 * COST);
    }
}

#[test]
fn the_wealth_restores_wounds_and_takes_a_token() {
    let restored = |wounds| Restored::new(wounds).expect("in range");
    // b takes two wounds each time; a restores one when it activates, never beyond its full number
    let left = |wealth: ModelledAbility| {
        let a = side(1, 6, certain(Surroundings::default()).with(wealth));
        let question = duel(a, side(2, 12, certain(Surroundings::default())), 6);
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
        one.attacker.state.tokens = Tokens::NONE.with(Token::Weakened);
        let traits = std::mem::take(&mut one.attacker.traits);
        one.attacker.traits = traits.with(zones::wealth(CountRange::ANY, restored(3), lost));
        mean(&exact(&Question::Attack(one)), "hits")
    };
    close(hits(None), 0.25);
    close(hits(Some(Token::Panicked)), 0.25);
    close(hits(Some(Token::Weakened)), 0.5);
    assert!(Restored::new(4).is_err());
}
