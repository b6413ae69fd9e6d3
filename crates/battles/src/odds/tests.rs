//! Odds where they are known, and what they add up to.

use super::*;
use crate::advice::tests::last_turn;
use crate::battle::Mode;
use crate::choice::UnitAction;
use crate::field::UnitId;
use crate::state_file;

/// The last turn of a battle in which `quick` judges `turn`, or its own turn.
fn judged(battle: &Battle, seen: SeenTurn, turn: Option<PlayerTurn>) -> JudgedTurn<'_> {
    let settings = OddsSettings { games: 60, seed: 1, policy: PolicyKind::Quick };
    let seen = SeenTurn { turn: Some(turn.unwrap_or(forgone())), ..seen };
    let judged = JudgedTurn::new((battle, &battle.outcome_cache()), seen, &settings);
    let judged = judged.unwrap().unwrap();
    JudgedTurn { played: turn.unwrap_or(judged.of_policy), ..judged }
}

/// The half points of army `a` with the turn of the policy and with the judged one, in 60 battles.
fn played(turn: &JudgedTurn<'_>) -> [HalfPoints; 2] {
    let outcomes = turn.moment.battle.outcome_cache();
    let played: Vec<[u8; 2]> =
        (0..60).map(|game| turn.half_points(&outcomes, game).unwrap()).collect();
    [0, 1].map(|which| played.iter().map(|one| one[which]).collect())
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
    let [before, chosen] = played(&judged(&battle, seen, Some(forgone())));
    assert_eq!([&before, &chosen], [&vec![2; 60]; 2]);
    assert_eq!(share(&before).p, 1.0);
    let decision = difference(&chosen, &before);
    assert_eq!((decision.mean, decision.ci95), (0.0, [0.0; 2]));
}

/// Only a charge wins, in 2 of 3 battles (see the test of advice). Who forgoes it loses all of that
/// by a decision, and who declares it nothing, whatever the dice then show.
#[test]
fn the_decision_is_what_the_turn_costs_on_average() {
    let (battle, seen) = last_turn();
    let [before, chosen] = played(&judged(&battle, seen.clone(), Some(forgone())));
    // five standard errors of 60 battles are 0.30
    assert!((share(&before).p - 2.0 / 3.0).abs() < 0.30);
    assert_eq!(difference(&chosen, &before).mean, -share(&before).p);

    let of_policy = judged(&battle, seen, None);
    assert_ne!(of_policy.played, forgone());
    assert!(matches!(of_policy.played, PlayerTurn::Unit { unit: UnitId(1), .. }));
    let [before, chosen] = played(&of_policy);
    assert_eq!(before, chosen);
}

/// By hand: 3 and 1 half points of four are a victory and two draws of two battles each way.
#[test]
fn draws_are_half_a_victory() {
    assert_eq!(share(&vec![2, 1]).p, 0.75);
    assert_eq!(share(&vec![0, 1]).p, 0.25);
    let ShareEstimate { p, ci95: [low, high] } = share(&vec![1; 8]);
    assert!(p == 0.5 && low < 0.5 && high > 0.5);
}

/// Battles of each mode, with cards, NCUs and missions: each policy takes every turn again that it
/// took, so that it judges its own decisions to be worth nothing.
#[test]
fn policies_take_their_own_turns_again() {
    for (game, mode) in Mode::ALL.into_iter().cycle().take(16).enumerate() {
        let (battle, log) = state_file::tests::played(mode, game);
        let outcomes = battle.outcome_cache();
        let (_, seen) = check_and_watch(&battle, &outcomes, &log.entries).unwrap();
        assert!(seen.len() > 20, "{mode:?}");
        for (seen, turn) in seen.into_iter().zip(1..) {
            let policies = state_file::tests::policies(game).into_iter();
            let of_armies = policies.map(|policy| {
                let settings = OddsSettings { games: 1, seed: 5, policy };
                JudgedTurn::new((&battle, &outcomes), seen.clone(), &settings).unwrap().unwrap()
            });
            let judged: Vec<JudgedTurn<'_>> = of_armies.collect();
            let JudgedTurn { moment, played, of_policy } = &judged[judged[0].moment.army];
            assert_eq!(of_policy, played, "{mode:?}, army {}, turn {turn}", moment.army);
        }
    }
}
