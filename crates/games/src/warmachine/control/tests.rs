use super::*;
use crate::warmachine::question::{AttackValues, Jack};
use crate::warmachine::values::{Arc, Arm, Attacks, Count, Def, Fury, Pow, Skill, ThresholdValue};
use warodds_engine::run::exact;

fn count(value: i64) -> Count {
    Count::new(value).expect("in range")
}

fn leech(arc: i64, held: i64, beasts: &[(i64, i64)], plan: LeechPlan) -> Leech {
    let beast = |(fury, threshold): &(i64, i64)| Beast {
        fury: Fury::new(*fury).expect("in range"),
        threshold: ThresholdValue::new(*threshold).expect("in range"),
    };
    Leech {
        arc: Arc::new(arc).expect("in range"),
        held: Fury::new(held).expect("in range"),
        lost: count(1),
        upkeep: count(2),
        beasts: beasts.iter().map(beast).collect(),
        plan,
    }
}

fn risk(question: &Leech) -> f64 {
    exact(&LeechRule::new(question)).expect("a distribution").slots[1].at_least(1)
}

/// Returns the least risk by trying every distribution, with chances counted from dice.
fn least_risk(beasts: &[(i64, i64)], room: i64) -> f64 {
    fn passes(fury: i64, threshold: i64) -> f64 {
        let fails = (1..=6)
            .flat_map(|a| (1..=6).map(move |b| a + b))
            .filter(|sum| fury > 0 && sum + fury > threshold)
            .count();
        1.0 - fails as f64 / 36.0
    }
    fn most(beasts: &[(i64, i64)], room: i64) -> f64 {
        let Some(((fury, threshold), rest)) = beasts.split_first() else { return 1.0 };
        (0..=room.min(*fury))
            .map(|taken| passes(fury - taken, *threshold) * most(rest, room - taken))
            .fold(0.0, f64::max)
    }
    1.0 - most(beasts, room)
}

#[test]
fn best_leeching_equals_brute_force() {
    for (arc, held, beasts) in [
        (6, 1, &[(4, 9), (3, 10), (5, 8)][..]),
        (5, 0, &[(3, 9), (3, 9), (3, 9)]),
        (4, 4, &[(2, 10)]),
        (12, 0, &[(4, 9), (5, 8)]),
        (7, 2, &[(1, 12), (6, 9), (2, 8), (4, 11)]),
    ] {
        let found = risk(&leech(arc, held, beasts, LeechPlan::Best));
        assert!((found - least_risk(beasts, arc - held)).abs() < 1e-12, "{beasts:?}: {found}");
        let others = [LeechPlan::InOrder, LeechPlan::Nothing]
            .map(|plan| risk(&leech(arc, held, beasts, plan)));
        assert!(others.into_iter().all(|other| other >= found - 1e-12));
    }
}

#[test]
fn plan_describes_the_fury_of_the_warlock() {
    // room for 5: all 3 of the first leave it calm, 2 of the second; spirit bond finds no room
    let rule = LeechRule::new(&leech(6, 1, &[(3, 9), (4, 9)], LeechPlan::InOrder));
    assert_eq!(rule.leeched, [3, 2]);
    assert!(
        rule.plan().contains("has 6 fury, 0 of it by spirit bond, and 4 after upkeep"),
        "{}",
        rule.plan()
    );
    // what is above the ARC was lost in the maintenance phase
    let full = LeechRule::new(&leech(4, 9, &[(3, 9)], LeechPlan::Best));
    assert!(full.leeched == [0] && full.plan().contains("has 4 fury"), "{}", full.plan());
    let poor = LeechRule::new(&leech(6, 0, &[], LeechPlan::Best));
    assert!(
        poor.plan().contains(
            "has 1 fury, 1 of it by spirit bond, and 0 after upkeep; 1 upkeep spell expires"
        ),
        "{}",
        poor.plan()
    );
}

fn jack(skill: i64, pow: i64, attacks: i64, cortex: bool) -> Jack {
    let strike = AttackValues {
        skill: Skill::new(skill).expect("in range"),
        def: Def::new(13).expect("in range"),
        pow: Pow::new(pow).expect("in range"),
        arm: Arm::new(18).expect("in range"),
    };
    Jack { strike, attacks: Attacks::new(attacks).expect("in range"), cortex }
}

fn focus(arc: i64, jacks: &[Jack], plan: FocusPlan) -> Focus {
    Focus {
        arc: Arc::new(arc).expect("in range"),
        upkeep: count(1),
        keep: count(1),
        most: count(3),
        jacks: jacks.to_vec(),
        plan,
    }
}

fn damage(question: &Focus) -> f64 {
    exact(&FocusRule::new(question)).expect("a distribution").slots[0].mean()
}

#[test]
fn focus_goes_where_it_does_most() {
    let jacks =
        [jack(5, 14, 1, true), jack(7, 19, 2, true), jack(6, 17, 1, true), jack(7, 20, 2, false)];
    for arc in 2..=8 {
        let room = arc - 2;
        // every way to give at most two to each of the three that think, by what each makes of
        // it alone
        let alone = |place: usize, allocated: u8| {
            spending(&focus(arc, &jacks, FocusPlan::Best), place, allocated)
                .expect("a warjack")
                .value()
        };
        let ways = (0..27_u8)
            .map(|way| [way % 3, way / 3 % 3, way / 9])
            .filter(|way| i64::from(way.iter().sum::<u8>()) <= room);
        let most = ways
            .map(|way| (0..3).map(|place| alone(place, way[place])).sum::<f64>())
            .fold(0.0, f64::max)
            + alone(3, 0);
        let best = damage(&focus(arc, &jacks, FocusPlan::Best));
        assert!((best - most).abs() < 1e-9, "ARC {arc}: {best}, not {most}");
        assert!(damage(&focus(arc, &jacks, FocusPlan::InOrder)) <= best + 1e-12);
    }
    // the strongest that thinks is served first
    assert_eq!(FocusRule::new(&focus(4, &jacks, FocusPlan::Best)).allocated, [0, 2, 0, 0]);
}

#[test]
fn a_warjack_without_focus_makes_its_own_attacks() {
    // needs 6 of 2D6: 26/36; POW 20 against ARM 18: 9 a hit; no cortex, two attacks
    let found = damage(&focus(5, &[jack(7, 20, 2, false)], FocusPlan::Best));
    assert!((found - 2.0 * 26.0 / 36.0 * 9.0).abs() < 1e-12, "{found}");
}
