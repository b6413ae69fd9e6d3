use super::*;
use crate::warmachine::values::{Arm, Attacks, Boxes, Def, Points, Pow, Skill};
use warodds_engine::run::exact;

fn strike(skill: i64, def: i64, pow: i64, arm: i64) -> AttackValues {
    AttackValues {
        skill: Skill::new(skill).expect("in range"),
        def: Def::new(def).expect("in range"),
        pow: Pow::new(pow).expect("in range"),
        arm: Arm::new(arm).expect("in range"),
    }
}

fn question(
    strike: AttackValues,
    attacks: i64,
    points: i64,
    boxes: Option<i64>,
    plan: BoostPlan,
) -> Boost {
    let boxes = boxes.map(|boxes| Boxes::new(boxes).expect("in range"));
    Boost {
        strike,
        attacks: Attacks::new(attacks).expect("in range"),
        points: Points::new(points).expect("in range"),
        boxes,
        plan,
    }
}

/// Mean damage, and the chance to destroy the target if it has boxes.
fn answer(question: &Boost) -> (f64, f64) {
    let distributions = exact(&BoostRule::new(question)).expect("a distribution").slots;
    (
        distributions[0].mean(),
        distributions.get(4).map_or(0.0, |distribution| distribution.at_least(1)),
    )
}

/// Returns the rolls of `dice` D6 with their chances.
fn sums(dice: u32) -> Vec<(Vec<i64>, f64)> {
    let all = 6_u32.pow(dice);
    (0..all)
        .map(|roll| {
            (
                (0..dice).map(|die| i64::from(roll / 6_u32.pow(die) % 6) + 1).collect(),
                1.0 / f64::from(all),
            )
        })
        .collect()
}

/// Returns the best value by trying every action, without tables, each die on its own.
fn best(s: &AttackValues, attacks: i64, points: i64, left: i64, kill: bool) -> f64 {
    if left <= 0 {
        return if kill { 1.0 } else { 0.0 };
    }
    let mut most: f64 = 0.0;
    for boosted in [0, 1] {
        let after = points - boosted - i64::from(attacks == 0);
        if after < 0 {
            continue;
        }
        let free = (attacks - 1).max(0);
        let mut value = 0.0;
        let struck = |extra: i64| -> f64 {
            let dealt = |dice: &Vec<i64>| {
                (dice.iter().sum::<i64>() + i64::from(s.pow.get()) - i64::from(s.arm.get()))
                    .clamp(0, left)
            };
            let gain = |dealt: i64| if kill { 0.0 } else { dealt as f64 };
            let mut by_damage = std::collections::BTreeMap::new();
            sums(2 + extra as u32)
                .iter()
                .for_each(|(dice, p)| *by_damage.entry(dealt(dice)).or_insert(0.0) += p);
            by_damage
                .into_iter()
                .map(|(d, p)| p * (gain(d) + best(s, free, after - extra, left - d, kill)))
                .sum()
        };
        let hit = struck(0).max(if after > 0 { struck(1) } else { 0.0 });
        let miss = best(s, free, after, left, kill);
        for (dice, p) in sums(2 + boosted as u32) {
            let total = dice.iter().sum::<i64>() + i64::from(s.skill.get());
            let hits = (total >= i64::from(s.def.get()) || dice.iter().all(|d| *d == 6))
                && !dice.iter().all(|d| *d == 1);
            value += p * if hits { hit } else { miss };
        }
        most = most.max(value);
    }
    most
}

#[test]
fn the_published_choice_between_an_attack_and_a_boost() {
    // POW 20 against ARM 18 needing 8: two plain attacks 2 · 15/36 · 9 = 7.5, one boosted to
    // hit 181/216 · 9 = 7.54
    let choice = |plan| answer(&question(strike(7, 15, 20, 18), 1, 1, None, plan)).0;
    assert!((choice(BoostPlan::BuyAttacks) - 7.5).abs() < 1e-12);
    assert!((choice(BoostPlan::BoostAttacks) - 181.0 / 24.0).abs() < 1e-12);
    assert!((choice(BoostPlan::BestDamage) - 181.0 / 24.0).abs() < 1e-12);
    // after a hit a boost adds 3.5, the other attack was worth 3.75
    assert!(
        (choice(BoostPlan::BoostDamage) - 15.0 / 36.0 * 12.5 - 21.0 / 36.0 * 3.75).abs() < 1e-12
    );
}

#[test]
fn opening_describes_the_first_decisions() {
    let opening = |attacks, points, plan| {
        BoostRule::new(&question(strike(7, 15, 20, 18), attacks, points, None, plan)).opening()
    };
    let expected = |attack: &str, damage: &str| {
        format!("first attack roll {attack}; if it hits, damage roll {damage}")
    };
    // one point: 7.54 by a boosted attack is more than 7.5 by two, and leaves none for damage
    assert_eq!(opening(1, 1, BoostPlan::BestDamage), expected("boosted", "not boosted"));
    assert_eq!(opening(1, 1, BoostPlan::BuyAttacks), expected("not boosted", "not boosted"));
    assert_eq!(opening(1, 1, BoostPlan::BoostDamage), expected("not boosted", "boosted"));
    assert_eq!(opening(0, 0, BoostPlan::BestDamage), "no attack can be made");
}

#[test]
fn plans_are_as_good_as_everything_tried_out() {
    for (s, attacks, points, boxes) in [
        (strike(7, 15, 20, 18), 1, 2, 12),
        (strike(6, 12, 14, 17), 2, 1, 9),
        (strike(5, 16, 18, 20), 1, 2, 5),
        (strike(7, 12, 12, 18), 0, 3, 7),
    ] {
        for (plan, kill) in [(BoostPlan::BestDamage, false), (BoostPlan::BestKill, true)] {
            let question = question(s, attacks, points, Some(boxes), plan);
            let (damage, destroyed) = answer(&question);
            let (found, expected) =
                (if kill { destroyed } else { damage }, best(&s, attacks, points, boxes, kill));
            assert!(
                (found - expected).abs() < 1e-9,
                "{plan:?} of {question:?}: {found}, not {expected}"
            );
            // and what was planned is what is rolled
            assert!((BoostRule::new(&question).value() - found).abs() < 1e-9);
        }
    }
}

#[test]
fn the_best_plans_beat_all_others() {
    for def in 10..=17 {
        let of = |plan| answer(&question(strike(7, def, 16, 18), 2, 3, Some(20), plan));
        let (best_damage, best_kill) = (of(BoostPlan::BestDamage), of(BoostPlan::BestKill));
        assert!(
            BoostPlan::ALL.into_iter().all(
                |plan| of(plan).0 <= best_damage.0 + 1e-12 && of(plan).1 <= best_kill.1 + 1e-12
            )
        );
    }
}

#[test]
fn nothing_is_spent_that_is_not_there() {
    for plan in BoostPlan::ALL {
        let distributions =
            exact(&BoostRule::new(&question(strike(7, 13, 15, 16), 2, 3, Some(30), plan)))
                .expect("a distribution")
                .slots;
        // two attacks are free: what is bought and boosted comes to three points at most
        let spent =
            distributions[1].mean() - 2.0 + distributions[2].mean() + distributions[3].mean();
        assert!(spent <= 3.0 + 1e-9, "{plan:?} spends {spent}");
        assert!(distributions[1].probabilities()[0] == 0.0);
    }
    let none = answer(&question(strike(7, 13, 15, 16), 0, 0, Some(30), BoostPlan::BestDamage));
    assert_eq!(none, (0.0, 0.0));
}

/// Of equals the cheaper: where no dice can get through the armour, nothing is boosted.
#[test]
fn what_gains_nothing_is_not_boosted() {
    assert!(is_more(1.5, 1.0) && !is_more(1.0, 1.0) && !is_more(1.0, 1.5));
    for plan in [BoostPlan::BestDamage, BoostPlan::BestKill] {
        let question = question(strike(6, 12, 3, 30), 2, 3, Some(5), plan);
        let slots = exact(&BoostRule::new(&question)).expect("a distribution").slots;
        let boosts: f64 = BoostRule::new(&question)
            .slots()
            .iter()
            .zip(&slots)
            .filter(|(slot, _)| slot.name.as_str().contains("boosts"))
            .map(|(_, distribution)| distribution.mean())
            .sum();
        assert_eq!(boosts, 0.0, "{plan:?}");
    }
}
