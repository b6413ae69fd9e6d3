//! Odds where they are known, and what they add up to.

use super::*;
use crate::advice::tests::last_turn;
use crate::choice::UnitAction;
use crate::field::UnitId;

/// The odds of each army of the position, with army `a` or `b` at the southern edge.
fn played(moment: &Moment<'_>, turn: PlayerTurn) -> Vec<[u8; 2]> {
    let outcomes = moment.battle.outcome_cache();
    (0..60).map(|game| half_points((moment, turn), &outcomes, game).unwrap()).collect()
}

/// The turn in which unit 1 does nothing.
const fn forgone() -> PlayerTurn {
    PlayerTurn::Unit { unit: UnitId(1), action: UnitAction::Forgo }
}

/// The player is ahead by far and the enemy has no turn left: whatever the dice, he wins.
#[test]
fn a_battle_that_is_won_has_odds_of_one() {
    let (battle, mut seen) = last_turn();
    seen.state.points = [20, 3];
    let moment = Moment::new(&battle, seen, (PolicyKind::Quick, 1));
    let played = played(&moment, forgone());
    assert!(played.iter().all(|points| *points == [2, 2]));
    let column = |which: usize| -> HalfPoints { played.iter().map(|one| one[which]).collect() };
    assert_eq!(share(&column(0)).p, 1.0);
    let decision = difference(&column(1), &column(0));
    assert_eq!((decision.mean, decision.ci95), (0.0, [0.0; 2]));
}

/// Only a charge wins, in 2 of 3 battles (see the test of advice). Who forgoes it loses all of that
/// by a decision, and who declares it nothing, whatever the dice then show.
#[test]
fn the_decision_is_what_the_turn_costs_on_average() {
    let (battle, seen) = last_turn();
    let moment = Moment::new(&battle, seen, (PolicyKind::Quick, 1));
    let played = played(&moment, forgone());
    let [before, chosen] =
        [0, 1].map(|which| -> HalfPoints { played.iter().map(|one| one[which]).collect() });
    // five standard errors of 60 battles are 0.30
    assert!((share(&before).p - 2.0 / 3.0).abs() < 0.30);
    assert_eq!(difference(&chosen, &before).mean, -share(&before).p);

    let turn = moment.policy_turn(&battle.outcome_cache(), 0).unwrap();
    assert!(matches!(turn, PlayerTurn::Unit { unit: UnitId(1), .. }), "{turn:?}");
    for [before, chosen] in self::played(&moment, turn) {
        assert_eq!(before, chosen);
    }
}

/// By hand: 3 and 1 half points of four are a victory and two draws of two battles each way.
#[test]
fn draws_are_half_a_victory() {
    assert_eq!(share(&vec![2, 1]).p, 0.75);
    assert_eq!(share(&vec![0, 1]).p, 0.25);
    let ShareEstimate { p, ci95: [low, high] } = share(&vec![1; 8]);
    assert!(p == 0.5 && low < 0.5 && high > 0.5);
}
