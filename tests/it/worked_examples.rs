//! The rulebook's own examples, with the dice it says fell.
//!
//! The rules are run with dice that are written down, face by face: what they ask for, in which
//! order, and what they make of it. A rule that rolls a die too many or too few fails here.

use crate::common;
use warodds::chance::EventName;

use common::{attack, attacker, edit, exact, panic_test_of, standing, weapon};
use warodds::chance::{DiceSource, Die, Label, Rule, ScalarDice};
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::charge::ChargeRule;
use warodds::games::asoiaf::panic::PanicRule;
use warodds::games::asoiaf::values::{AutoHits, DiceCount, Inches, Modifier, Morale, Speed};
use warodds::games::asoiaf::{
    Attack, Body, Charge, Combatant, Engagement, Facing, Question, Range, Rerolls, Spending,
    TerrainKeyword, Token, Tokens, UnitState,
};

/// Dice that fall as written.
struct Script<'a>(&'a [u8]);

impl DiceSource for Script<'_> {
    fn roll(&mut self, label: &'static Label, _: Die, faces: &mut [u8]) {
        let (rolled, rest) = self.0.split_at_checked(faces.len()).unwrap_or_else(|| {
            panic!("one die too many is rolled: {} ({})", label.what, label.rule)
        });
        faces.copy_from_slice(rolled);
        self.0 = rest;
    }
}

/// What a rule records when the dice fall like this; all of them must be rolled. D3 are written as
/// 1 to 3.
#[track_caller]
fn play<R: Rule>(rule: &R, faces: &[u8]) -> impl Fn(&str) -> u8 + use<R> {
    let slots = rule.slots();
    let mut script = Script(faces);
    let mut dice = ScalarDice::new(&mut script, &slots, None);
    let mut chance = dice.as_chance();
    let mut state = rule.start::<u8>();
    for step in 0..rule.steps() {
        rule.step(&mut chance, step, &mut state);
        if rule.over::<u8>(&state) {
            break;
        }
    }
    rule.finish(&mut chance, state);
    let ledger = dice.into_ledger();
    assert!(script.0.is_empty(), "dice left over: {:?}", script.0);
    assert!(!ledger.is_incomplete(), "a rule keeps to its tables and slots");
    move |name| {
        let slot = slots
            .iter()
            .position(|slot| slot.name.as_str() == name)
            .unwrap_or_else(|| panic!("no result is called {name}"));
        let counts = &ledger.slots()[slot];
        assert_eq!(counts.iter().sum::<u64>(), 1, "{name} is recorded once");
        counts.iter().position(|count| *count == 1).expect("one value") as u8
    }
}

fn held(tokens: &[Token]) -> Tokens {
    tokens.iter().copied().collect()
}

fn modifier(value: i64) -> Modifier {
    Modifier::new(value).expect("in range")
}

#[test]
fn the_worked_example_of_an_attack() {
    // A2 (p.18–19): 6 dice on 4+ show 6,5,5,4,1,1 = 4 hits; defence 4+ shows 6,5,2,1 = 2 blocked;
    // panic 2+2 against 6+ fails; D3 = 1, so 1+1 = 2 more: 4 wounds in all
    let came =
        play(&AttackRule::new(&attack(6, 4, 4, 6)), &[6, 5, 5, 4, 1, 1, 6, 5, 2, 1, 2, 2, 1]);
    assert_eq!(
        (came("hits"), came("attack_wounds"), came("panic_wounds"), came("wounds")),
        (4, 2, 2, 4)
    );
    assert_eq!((came("panic_failed"), came("destroyed")), (1, 0));
}

#[test]
fn ones_miss_and_sixes_hit_whatever_the_modifiers() {
    // A0.4: 2+ with +5: the 1 still misses; 6+ with −5: the 6 still hits
    let with = |hit, plus| {
        let mut question = attack(2, hit, 2, 2);
        edit(&mut question, |question| question.attacker.modifiers.hit_modifier = modifier(plus));
        AttackRule::new(&question)
    };
    assert_eq!(play(&with(2, 5), &[1, 2, 6])("hits"), 1);
    assert_eq!(play(&with(6, -5), &[5, 6, 6])("hits"), 1);
    // A0.5 for saves: in the rear of 4+ a 6 blocks and a 5 does not; the panic test (−2) passes on
    // 12 against 2+
    let mut rear = attack(2, 2, 4, 2);
    rear.context.facing = Facing::Rear;
    edit(&mut rear, |rear| rear.defender.modifiers.save_modifier = modifier(-4));
    assert_eq!(play(&AttackRule::new(&rear), &[6, 6, 6, 5, 6, 6, 3])("attack_wounds"), 1);
}

#[test]
fn nobody_tests_without_a_wound_or_without_a_unit() {
    // A2.7: all blocked, no panic dice; A2.9: two wounds destroy a unit of two, surplus is lost, no
    // panic dice
    let blocked = play(&AttackRule::new(&attack(2, 4, 4, 6)), &[4, 5, 6, 4]);
    assert_eq!((blocked("wounds"), blocked("panic_failed")), (0, 0));
    let mut weak = attack(3, 4, 4, 6);
    edit(&mut weak, |weak| weak.defender.state = standing(2));
    let came = play(&AttackRule::new(&weak), &[4, 5, 6, 1, 1, 1]);
    assert_eq!(
        (came("attack_wounds"), came("wounds"), came("panic_wounds"), came("destroyed")),
        (3, 2, 0, 1)
    );
    // just enough wounds destroy as well
    edit(&mut weak, |weak| {
        weapon(&mut weak.attacker).dice = vec![DiceCount::new(2).expect("in range")]
    });
    let came = play(&AttackRule::new(&weak), &[4, 5, 1, 1]);
    assert_eq!((came("attack_wounds"), came("wounds"), came("destroyed")), (2, 2, 1));
    // a panic test that costs 4 takes the one wound that is left
    edit(&mut weak, |weak| {
        weapon(&mut weak.attacker).dice = vec![DiceCount::new(1).expect("in range")]
    });
    let came = play(&AttackRule::new(&weak), &[4, 1, 1, 1, 3]);
    assert_eq!((came("panic_wounds"), came("wounds"), came("destroyed")), (1, 2, 1));
}

#[test]
fn automatic_hits_are_saved_against_without_attack_dice() {
    // A2.10: one die misses, two automatic hits, two saves
    let mut question = attack(1, 4, 4, 2);
    edit(&mut question, |question| {
        question.attacker.modifiers.auto_hits = AutoHits::new(2).expect("in range")
    });
    let came = play(&AttackRule::new(&question), &[1, 4, 4]);
    assert_eq!((came("hits"), came("attack_wounds")), (2, 0));
}

#[test]
fn the_active_player_rerolls_first() {
    // A0.7: the attacker (active) rerolls the two misses of 1,2,5 into 4,1; then the defender's
    // side makes both hits be rerolled: 1,6. One hit; it is blocked; the attacker spends Vulnerable
    // first, and the defender answers the failure.
    let mut question = attack(3, 4, 4, 2);
    question.context.engagement = Engagement::CHARGE;
    edit(&mut question, |question| question.attacker.state.tokens = held(&[Token::Weakened]));
    edit(&mut question, |question| question.defender.state.tokens = held(&[Token::Vulnerable]));
    edit(&mut question, |question| {
        question.defender.modifiers.save_rerolls = Rerolls { roller: true, enemy: false }
    });
    let came = play(&AttackRule::new(&question), &[1, 2, 5, 4, 1, 1, 6, 5, 2, 4]);
    assert_eq!((came("hits"), came("attack_wounds")), (1, 0));
    // a token whose player never spends it changes nothing
    edit(&mut question, |question| {
        (question.attacker.policy.spending, question.defender.policy.spending) =
            (Spending::Never, Spending::Never)
    });
    let came = play(&AttackRule::new(&question), &[1, 2, 5, 4, 1, 4, 4]);
    assert_eq!((came("hits"), came("attack_wounds")), (2, 0));
}

#[test]
fn cover_and_fortified_ground() {
    // A10: cover takes 1 from ranged hit rolls; A5.7: fortified, no charge bonus and +1 to saves
    let mut question = attack(1, 4, 4, 2);
    question.context.engagement = Engagement::Ranged { range: Range::Long, cover: false };
    assert_eq!(play(&AttackRule::new(&question), &[4, 6])("hits"), 1);
    question.context.engagement = Engagement::Ranged { range: Range::Long, cover: true };
    assert_eq!(play(&AttackRule::new(&question), &[4])("hits"), 0);
    let mut wall = attack(1, 4, 4, 2);
    wall.context.engagement = Engagement::Melee { charge: common::FORTIFIED };
    assert_eq!(play(&AttackRule::new(&wall), &[3])("hits"), 0);
    assert_eq!(play(&AttackRule::new(&wall), &[4, 3])("attack_wounds"), 0);
}

/// A charge of speed 5; with a morale value, a charge that fails is followed by a panic test.
fn charge(inches: f64, attack: Option<Attack>, morale: Option<i64>) -> Charge {
    let morale = morale.map(|morale| Morale::new(morale).expect("in range"));
    let charger = attack.as_ref().map_or_else(|| attacker(1, 4), |one| one.attacker().clone());
    let charger = Combatant { morale, speed: Speed::new(5).ok(), ..charger };
    let target = attack.map(|attack| (attack.defender().clone(), attack.context));
    let distance = Inches::new(inches).expect("in range");
    Charge::new(charger, target, distance).expect("both can fight")
}

#[test]
fn speed_5_needs_3_for_8_inches() {
    // A5.2
    let question = charge(8.0, None, None);
    let reached = exact(&Question::Charge(question.clone()))
        .event(EventName::new("reached"))
        .expect("an event")
        .probability();
    assert!((reached - 2.0 / 3.0).abs() < 1e-12, "{reached} is not 2/3");
    let rule = ChargeRule::new(&question);
    assert_eq!(
        (play(&rule, &[2])("reached"), play(&rule, &[3])("reached"), play(&rule, &[3])("distance")),
        (0, 1, 8)
    );
    // A5.1: 11 inches is the longest this unit may declare; at 12 nothing is rolled
    assert_eq!(play(&ChargeRule::new(&charge(11.0, None, None)), &[6])("reached"), 1);
    let far = play(&ChargeRule::new(&charge(11.5, None, None)), &[]);
    assert_eq!((far("reached"), far("failed"), far("distance")), (0, 0, 0));
}

#[test]
fn a_charge_ends_in_an_attack_or_in_a_panic_test() {
    let rule = ChargeRule::new(&charge(7.0, Some(attack(2, 4, 4, 6)), Some(6)));
    // A3.1: 2+5 = 7" is there: the miss is rerolled, one wound, the panic test (3+3) holds
    let came = play(&rule, &[2, 4, 1, 3, 2, 3, 3, 1]);
    assert_eq!((came("reached"), came("wounds"), came("own_wounds")), (1, 1, 0));
    // A5.6: 1+5 = 6" is not: the charger tests, 2+3 against 6+, D3 = 3
    let came = play(&rule, &[1, 2, 3, 3]);
    assert_eq!(
        (came("failed"), came("disorderly"), came("wounds"), came("own_wounds")),
        (1, 1, 0, 4)
    );
    // A5.5: a natural 1 that reaches is disorderly: no miss is rerolled
    let near = ChargeRule::new(&charge(6.0, Some(attack(2, 4, 4, 6)), Some(6)));
    let came = play(&near, &[1, 4, 1, 4]);
    assert_eq!((came("reached"), came("disorderly"), came("wounds")), (1, 1, 0));
}

#[test]
fn terrain_changes_the_charge() {
    let over = |keywords: &[TerrainKeyword], inches| {
        let terrain = keywords.iter().copied().collect();
        let mut question = charge(inches, Some(attack(1, 4, 4, 2)), None);
        question.terrain = terrain;
        ChargeRule::new(&question)
    };
    // A5.7 rough: 3 − 1 + 5 is 7"
    assert_eq!(play(&over(&[TerrainKeyword::Rough], 8.0), &[3])("distance"), 7);
    // A5.7, A5.8 hindering: the lower of 2 and 6; a natural 2 is disorderly when crossing, not at
    // its edge
    let came = play(&over(&[TerrainKeyword::Hindering], 7.0), &[6, 2, 1]);
    assert_eq!(
        (came("distance"), came("reached"), came("disorderly"), came("wounds")),
        (7, 1, 1, 0)
    );
    let came = play(&over(&[TerrainKeyword::HinderingEdge], 7.0), &[6, 2, 1, 1]);
    assert_eq!((came("disorderly"), came("wounds")), (0, 0));
    // A10 dangerous: D3 = 2 costs 3 wounds, before the attack
    let came = play(&over(&[TerrainKeyword::Dangerous], 7.0), &[2, 2, 1, 1]);
    assert_eq!((came("own_wounds"), came("reached")), (3, 1));
    // fortified: no reroll of the miss
    assert_eq!(play(&over(&[TerrainKeyword::Fortified], 7.0), &[2, 1])("reached"), 1);
}

#[test]
fn no_total_falls_below_nothing() {
    // A4.5: morale 6+, −4, dice 1 and 2: total 0, a failure like any other: 1 + D3
    let with =
        |morale, plus| panic_test_of(morale, |unit| unit.modifiers.panic_modifier = modifier(plus));
    let test = with(6, -4);
    let came = play(&PanicRule::new(&test), &[1, 2, 2]);
    assert_eq!((came("failed"), came("wounds")), (1, 3));
    // A0.6: morale tests know no automatic result: 12 fails 11+ at −2, and 2 passes 4+ at +2
    let hard = with(11, -2);
    assert_eq!(play(&PanicRule::new(&hard), &[6, 6, 1])("failed"), 1);
    let easy = with(4, 2);
    assert_eq!(play(&PanicRule::new(&easy), &[1, 1, 3])("failed"), 0);
}

#[test]
fn the_enemy_rerolls_the_six_alone() {
    // A4.4: morale 7+, dice 6 and 1 pass; the Panicked token takes the 6 alone (the D3 shows 3, the
    // most it can)
    let test = panic_test_of(7, |unit| unit.state.tokens = held(&[Token::Panicked]));
    assert_eq!(play(&PanicRule::new(&test), &[6, 1, 3, 5])("wounds"), 4);
    assert_eq!(play(&PanicRule::new(&test), &[6, 1, 3, 6])("wounds"), 0);
}

#[test]
fn outriders_lose_a_model_with_each_third_wound_and_a_rank_with_each_second_model() {
    // A1.3: Stark Outriders, 4 models of 3 wounds in 2 ranks. 6 wounds take two models: the second
    // rank is gone.
    let body = Body::new(4, 2, 3).expect("cavalry");
    let rolled = |lost| {
        let mut question = attack(1, 6, 4, 6);
        edit(&mut question, |question| {
            weapon(&mut question.attacker).dice =
                [7, 5].map(|n| DiceCount::new(n).expect("in range")).to_vec()
        });
        edit(&mut question, |question| {
            question.attacker.state = UnitState::after(body, lost, Tokens::NONE).expect("in range")
        });
        let came = play(&AttackRule::new(&question), &vec![1; if lost < 6 { 7 } else { 5 }]);
        assert_eq!(came("hits"), 0);
    };
    (0..12).for_each(rolled);
}
