//! The terms of policies by hand: units of 5 points and 12 wounds, morale 6+, speed 5.

use super::context::PolicyContext;
use super::{BattlePolicy, PolicyKind};
use crate::battle::{Battle, Mode, ObjectiveCard};
use crate::decision::PlayerView;
use crate::field::{EdgeContact, Manoeuvre, UnitId};
use crate::geometry::{Alignment, Heading, Length, Pose, TrayArc, aligned_pose};
use crate::outcomes::OutcomeCache;
use crate::play::tests::{battle, point, state};
use crate::state::{BattleState, UnitPlace};
use std::borrow::Cow;

/// The value of one wound: 5 points by 12 wounds.
const WOUND: f64 = 5.0 / 12.0;

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

pub(super) fn view<'a>(
    battle: &'a Battle,
    outcomes: &'a OutcomeCache<'a>,
    state: &'a BattleState,
) -> PlayerView<'a> {
    let (cards, missions) = (None, None);
    PlayerView { battle, outcomes, state: Cow::Borrowed(state), cards, missions }
}

/// Applies `check` to the context of a greedy southern player.
fn with_context(battle: &Battle, state: &BattleState, check: impl Fn(&PolicyContext<'_>)) {
    let outcomes = battle.outcome_cache();
    let view = view(battle, &outcomes, state);
    check(&PolicyContext::new(&view, BattlePolicy::new(PolicyKind::Greedy, battle.mode)));
}

/// Puts unit `by` in contact with the front of unit `on`.
fn engage(battle: &Battle, state: &mut BattleState, [by, on]: [u8; 2]) {
    let target = state.field.unit(UnitId(on)).unwrap().tray;
    let size = battle.units[usize::from(by)].tray;
    let (side, placing) = (TrayArc::Front, Alignment::Centred);
    let pose = aligned_pose(&target, side, size, placing).unwrap();
    let contact = EdgeContact { by: UnitId(by), on: UnitId(on), side, placing };
    state.field.align(contact, pose).unwrap();
}

/// D3 + 1 wounds are three on average; of three wounds left 2, 3 and 3 are lost, and two of the
/// three faces destroy the unit, which is worth a victory point of 4 to the enemy (A10.4).
#[test]
fn dangerous_terrain_costs_the_wounds_expected() {
    let battle = battle(Mode::AClashOfKings);
    let mut state = state(&battle, &[(1, 0, -10_000), (4, 0, 15_000)], &[]);
    let stakes = battle.kinds.iter().find(|kind| kind.name() == "stakes").unwrap();
    let pose = Pose { middle: point(0, -5_500), heading: Heading::NORTH };
    state.field.add_piece(stakes.at(pose)).unwrap();
    for (left, throw) in [(12, 3.0 * WOUND), (3, 8.0 / 3.0 * WOUND + 2.0 / 3.0 * 4.0)] {
        state.units[1].left = left;
        with_context(&battle, &state, |context| {
            let own = context.unit(UnitId(1)).unwrap();
            let loss = |inches: i64, speed: i64| {
                let (first, then) = (Heading::NORTH, Heading::NORTH);
                let steps = Manoeuvre { first, ahead: Length::inches(inches as u8), then };
                let walk = state.field.manoeuvre(own.id, steps, Length::inches(speed as u8));
                context.move_loss(own, &walk.unwrap())
            };
            // the stakes begin 4.5" − 2.4" − 0.75" ahead of the tray, and end 1.5" farther on
            assert_close(loss(1, 12), 0.0);
            // whoever ends in them throws once more for the action after the next
            assert_close(loss(4, 12), 2.0 * throw);
            assert_close(loss(9, 12), throw);
            assert_close(context.standing_loss(own), 0.0);
        });
    }
}

/// A test on 6+ fails in 10 of 36 and costs D3 + 1 wounds (A4.2, A6.14).
#[test]
fn shots_into_melees_cost_the_panic_of_friends() {
    let battle = battle(Mode::AClashOfKings);
    let mut state = state(&battle, &[(0, 0, -12_000), (1, 0, 0), (4, 0, 12_000)], &[]);
    with_context(&battle, &state, |context| {
        assert_close(context.friendly_panic_loss(UnitId(4)).unwrap(), 0.0);
    });
    engage(&battle, &mut state, [1, 4]);
    with_context(&battle, &state, |context| {
        let loss = context.friendly_panic_loss(UnitId(4)).unwrap();
        assert_close(loss, 10.0 / 36.0 * 3.0 * WOUND);
    });
}

/// Ranks have four wounds, and a third of 5 points. Of 12 wounds only four lost are a rank, of 10
/// left two, three and four are. Three healed wounds make 11 of 8, a third rank, but 8 of 5.
#[test]
fn ranks_count_where_they_are_lost_or_restored() {
    let battle = battle(Mode::AClashOfKings);
    let mut state = state(&battle, &[(1, 0, -12_000), (4, 0, 12_000)], &[]);
    let rank = 5.0 / 3.0;
    let cases =
        [(12, 1.0 / 3.0, 0, 0.0), (10, 1.0, 2, 0.0), (8, 1.0 / 3.0, 3, 1.0), (5, 1.0, 3, 0.0)];
    for (left, lost, healed, gained) in cases {
        state.units[4].left = left;
        with_context(&battle, &state, |context| {
            let enemy = context.unit(UnitId(4)).unwrap();
            assert_close(context.failed_test_rank_loss(enemy), lost * rank);
            assert_close(context.healed_rank_value(enemy, healed), gained * rank);
        });
    }
}

/// From the own zone nothing is in reach. Of the value of a place are left 0.02 points for each inch
/// to the enemy, and a victory point on the way: 6 × 0.5 by the moves of 5" to the objective and one.
/// The objective is far from the west and the east, so the best place is the nearest of those tried.
#[test]
fn units_enter_from_reserve_where_their_place_is_worth_most() {
    let battle = battle(Mode::AClashOfKings);
    let mut state = state(&battle, &[(4, 0, 20_000)], &[(0, 0, ObjectiveCard::Plain)]);
    state.units.iter_mut().for_each(|unit| unit.place = UnitPlace::Gone);
    (state.units[1].place, state.units[4].place) = (UnitPlace::Reserve(2), UnitPlace::Table);
    let outcomes = battle.outcome_cache();
    let view = view(&battle, &outcomes, &state);
    let arrivals = |reserve: f64, arrival: f64| {
        let mut policy = BattlePolicy::new(PolicyKind::Greedy, battle.mode);
        (policy.weights.reserve, policy.weights.arrival) = (reserve, arrival);
        PolicyContext::new(&view, policy).arrivals().unwrap()
    };
    let valued = arrivals(0.5, 2.0);
    let [(UnitId(1), pose, gain)] = *valued.as_slice() else { panic!("{valued:?}") };
    let inches = |y: f64| (f64::from(pose.middle.x())).hypot(f64::from(pose.middle.y()) - y) / 1e3;
    let place = -0.02 * inches(20_000.0) + 3.0 / (1.0 + inches(0.0) / 5.0);
    assert_close(gain, 0.5 + 2.0 * place);
    let [(_, nearest, flat)] = *arrivals(3.0, 0.0).as_slice() else { panic!("one unit") };
    assert_close(flat, 3.0);
    assert_eq!(nearest, pose);
    // not before its round
    state.units[1].place = UnitPlace::Reserve(3);
    with_context(&battle, &state, |context| assert!(context.arrivals().unwrap().is_empty()));
}
