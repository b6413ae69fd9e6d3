//! What the editions of the rules change, by hand.

use crate::common;
use warodds::chance::QuantityName;

use common::{attack, edit, exact, panic_test, panic_test_of};
use warodds::chance::Rule;
use warodds::dist::agreement;
use warodds::engine::{self, StdControl};
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::charge::ChargeRule;
use warodds::games::asoiaf::values::{Inches, Modifier, Speed};
use warodds::games::asoiaf::{
    Charge, Combatant, Edition, Engagement, Facing, Parameters, Question, Season, Terrain,
    TerrainKeyword,
};
use warodds::study::{Answer, Distribution, EngineKind, NamedQuestion, answer};

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// The exact answer by the rules of 2021.
fn of_2021(question: Question) -> Answer {
    let asked = NamedQuestion::new("test", "a → b", question).about(Edition::V2021, []);
    answer(&asked, &common::plan(EngineKind::Exact, 1, 0), &StdControl)
        .expect("the rule keeps its contract")
}

fn mean(answer: &Answer, name: &str) -> f64 {
    crate::common::result(answer, name).expect("a quantity").pmf().mean()
}

#[test]
fn panic_of_2021_costs_a_d3() {
    // on 6+ 10 of 36 fail; 1, 2 and 3 wounds with a third each: 2 on average
    let answer = of_2021(Question::Panic(panic_test(6)));
    close(mean(&answer, "wounds"), 10.0 / 36.0 * 2.0);
    let distribution =
        answer.quantity(QuantityName::new("wounds")).expect("a quantity").distribution.pmf();
    assert_eq!(distribution.max(), 3);
    (1..=3).for_each(|wounds| close(distribution.probabilities()[wounds], 10.0 / 108.0));
    // by the book it is 1 + D3
    close(mean(&exact(&Question::Panic(panic_test(6))), "wounds"), 10.0 / 36.0 * 3.0);
}

#[test]
fn attacks_of_2021_differ_by_their_panic_alone() {
    // as in published.rs: 8/3 unblocked, 6305/6561 hurt at all, 15/36 fail on 7+; here for 2 wounds
    let answer = of_2021(Question::Attack(attack(8, 3, 4, 7)));
    close(mean(&answer, "attack_wounds"), 8.0 / 3.0);
    close(mean(&answer, "wounds"), 8.0 / 3.0 + 6305.0 / 6561.0 * 15.0 / 36.0 * 2.0);
}

#[test]
fn a_d3_of_2021_is_rerolled_as_any_other() {
    // no total of 2D6 passes 12+ at -1: it always fails, and only the D3 is worth a reroll. A 1 is
    // rerolled: (2+2+3)/3
    let test = panic_test_of(12, |unit| {
        unit.modifiers.panic_modifier = Modifier::new(-1).expect("in range");
        unit.modifiers.morale_rerolls.enemy = true;
    });
    close(mean(&of_2021(Question::Panic(test)), "wounds"), (2.0 + 2.0 + 3.0) / 3.0);
}

#[test]
fn real_dice_follow_the_edition() {
    for kind in [EngineKind::MonteCarlo, EngineKind::Dice] {
        let mut question = attack(7, 4, 4, 7);
        question.context.facing = Facing::Flank;
        let asked = NamedQuestion::new("test", "a → b", Question::Attack(question))
            .about(Edition::V2021, []);
        let distribution =
            answer(&asked, &common::plan(EngineKind::Exact, 1, 0), &StdControl).expect("an answer");
        let seen = answer(&asked, &common::plan(kind, 100_000, 5), &StdControl).expect("an answer");
        let exact = distribution
            .quantity(QuantityName::new("wounds"))
            .expect("a quantity")
            .distribution
            .pmf();
        let Distribution::Sampled(tally) =
            &seen.quantity(QuantityName::new("wounds")).expect("a quantity").distribution
        else {
            panic!("it was sampled")
        };
        let test = agreement(tally, &exact);
        assert!(test.p_value > 0.001, "{kind:?}: {test:?}");
    }
}

/// The exact means of a rule's results.
fn means(rule: &impl Rule) -> Vec<f64> {
    engine::exact(rule)
        .expect("the rule keeps its contract")
        .slots
        .iter()
        .map(|distribution| distribution.mean())
        .collect()
}

fn facing(facing: Facing) -> warodds::games::asoiaf::Attack {
    let mut question = attack(7, 4, 3, 6);
    question.context.facing = facing;
    question
}

#[test]
fn flank_and_rear_are_worth_what_the_parameters_say() {
    let swapped = Parameters { flank: -2, rear: -1, ..Parameters::default() };
    assert_eq!(
        means(&AttackRule::under(&swapped, &facing(Facing::Flank))),
        means(&AttackRule::new(&facing(Facing::Rear)))
    );
    assert_eq!(
        means(&AttackRule::under(&swapped, &facing(Facing::Rear))),
        means(&AttackRule::new(&facing(Facing::Flank)))
    );
    let none = Parameters { flank: 0, ..Parameters::default() };
    assert_eq!(
        means(&AttackRule::under(&none, &facing(Facing::Flank))),
        means(&AttackRule::new(&facing(Facing::Front)))
    );
}

#[test]
fn a_charge_rerolls_only_where_it_may() {
    let mut charge = attack(7, 4, 3, 6);
    charge.context.engagement = Engagement::CHARGE;
    let without = Parameters { charge_rerolls: false, ..Parameters::default() };
    assert_eq!(
        means(&AttackRule::under(&without, &charge)),
        means(&AttackRule::new(&attack(7, 4, 3, 6)))
    );
    // each die misses twice with 1/4 instead of once with 1/2
    close(means(&AttackRule::new(&charge))[0], 7.0 * 0.75);
}

#[test]
fn sixes_save_only_where_they_always_do() {
    // 6+ in the flank: a 6 saves by the book; without that rule nothing does
    let mut question = attack(6, 4, 6, 6);
    question.context.facing = Facing::Flank;
    let strict = Parameters { six_saves: false, ..Parameters::default() };
    close(means(&AttackRule::new(&question))[1], 6.0 * 0.5 * 5.0 / 6.0);
    close(means(&AttackRule::under(&strict, &question))[1], 6.0 * 0.5);
    // attack dice of 6 hit all the same
    let mut weak = attack(6, 6, 6, 6);
    edit(&mut weak, |weak| {
        weak.attacker.modifiers.hit_modifier = Modifier::new(-3).expect("in range")
    });
    close(means(&AttackRule::under(&strict, &weak))[0], 1.0);
}

#[test]
fn charges_are_disorderly_up_to_the_parameter() {
    let disorderly = |disorderly_to: u8, terrain: Terrain| {
        let speed = Speed::new(5).ok();
        let charger = Combatant { speed, ..common::attacker(1, 4) };
        let distance = Inches::new(6.0).expect("in range");
        let mut charge = Charge::new(charger, None, distance).expect("its speed is known");
        charge.terrain = terrain;
        means(&ChargeRule::under(&Parameters { disorderly_to, ..Parameters::default() }, &charge))
            [4]
    };
    (0..=3).for_each(|to| close(disorderly(to, Terrain::OPEN), f64::from(to) / 6.0));
    // across hindering terrain 1 and 2 always are: the lower of two dice is at most 2 in 20 of 36
    let crossing = Terrain::OPEN.with(TerrainKeyword::Hindering);
    close(disorderly(0, crossing), 20.0 / 36.0);
    close(disorderly(3, crossing), 27.0 / 36.0);
}

#[test]
fn the_older_rules_are_the_books() {
    assert_eq!(Edition::V1_5.parameters(), Parameters::default());
    assert_eq!((Edition::default(), Edition::V1_6.doubts()), (Edition::V1_6, None));
    assert!(Edition::V2021.doubts().is_some_and(|doubts| doubts.contains("inferred")));
    assert!(Season::V2021 > Season::V1_0);
}
