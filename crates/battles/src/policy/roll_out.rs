//! Turns chosen by playing on: each candidate is tried in the rest of the round, several times.

use super::context::PolicyContext;
use super::context::WALL_VALUE;
use super::position::PositionEvaluator;
use super::turn_search::best_turns;
use super::{BattlePolicy, PolicyKind, PolicyPlayer, ViewHash};
use crate::choice::PlayerTurn;
use crate::decision::{Decide, DecisionError, PlayerView};
use crate::field::PlayerId;
use crate::log::BattleEnding;
use crate::missions::MissionView;
use crate::outcomes::EncounterError;
use crate::play::try_turn;
use crate::state::{BattleState, UnitPlace};
use std::borrow::Cow;
use std::hash::Hasher as _;

/// The most candidates.
const CANDIDATES: usize = 6;
/// How often each candidate is tried, and how many of the best are kept for the next stage.
const STAGES: [(u64, usize); 3] = [(2, 3), (4, 2), (4, 1)];
/// How many roll-outs the score of a candidate counts as: so few of them are noisy.
const SCORE_WEIGHT: f64 = 10.0;
/// Value of a victory point, in points of army cost.
const VICTORY_POINT: f64 = 4.0;
/// Value of a victory, above all that an army is worth.
const VICTORY: f64 = 1_000.0;

/// Returns the best legal turn, or `None` if the player has nothing to do.
pub(super) fn best_turn(context: &PolicyContext<'_>) -> Result<Option<PlayerTurn>, DecisionError> {
    let turns = best_turns(context, CANDIDATES)?;
    let scored = turns.into_iter().map(|(turn, score)| (turn, SCORE_WEIGHT * score));
    let mut tried: Vec<(PlayerTurn, f64)> = scored.collect();
    let mut number = 0;
    for (times, kept) in STAGES {
        if tried.len() <= kept {
            continue;
        }
        // the same dice for all candidates: most of their luck cancels
        for number in number..number + times {
            let dice = context.hash.with(number);
            for (turn, value) in &mut tried {
                *value += outcome(context, *turn, dice)?;
            }
        }
        number += times;
        // the sort is stable: of equals the one that scores best before is kept
        tried.sort_by(|one, other| other.1.total_cmp(&one.1));
        tried.truncate(kept);
    }
    Ok(tried.first().map(|(turn, _)| *turn))
}

/// Plays a turn and the rest of the round, and returns the value of the state at its end.
fn outcome(
    context: &PolicyContext<'_>,
    turn: PlayerTurn,
    dice: ViewHash,
) -> Result<f64, DecisionError> {
    let view = context.view;
    let policy = BattlePolicy { kind: PolicyKind::Quick, ..context.policy };
    let [mut one, mut other] = [PolicyPlayer::new(policy); 2];
    let mut number = 0;
    let words = || {
        number += 1;
        dice.with(number).finish()
    };
    let state = BattleState::clone(&view.state);
    let players: [&mut dyn Decide; 2] = [&mut one, &mut other];
    // nobody sees the hand of the other: the rest of the round is played without cards
    let chosen = view.missions.and_then(|missions| missions.chosen);
    let tried = try_turn((view.battle, view.outcomes), state, (turn, chosen), players, words);
    let (state, ending) = tried.map_err(|error| DecisionError::None(error.to_string()))?;
    Ok(value(view, state, policy, ending)?)
}

/// Returns the value of a state to the southern player, in points of army cost.
fn value(
    view: &PlayerView<'_>,
    state: BattleState,
    policy: BattlePolicy,
    ending: Option<BattleEnding>,
) -> Result<f64, EncounterError> {
    let [own, enemy] = PlayerId::BOTH.map(|player| {
        VICTORY_POINT * f64::from(state.points[player.index()]) + material(view, &state, player)
    });
    let held = own - enemy;
    if let Some(BattleEnding { winner, .. }) = ending {
        return Ok(match winner {
            Some(PlayerId::South) => held + VICTORY,
            Some(PlayerId::North) => held - VICTORY,
            None => held,
        });
    }
    let turned = state.rotated_180();
    let own = prospects(view, state, policy, view.missions)?;
    // what the enemy has chosen is hidden
    Ok(held + own - prospects(view, turned, policy, None)?)
}

/// Returns what is left of a player's units, in points of army cost.
fn material(view: &PlayerView<'_>, state: &BattleState, player: PlayerId) -> f64 {
    let units = state.units_with_ids().filter(|(_, unit)| unit.player == player);
    let left = units.filter(|(_, unit)| unit.place != UnitPlace::Gone).filter_map(|(id, unit)| {
        let fighter = view.battle.fighter(id)?;
        let is_standing = unit.place == UnitPlace::Wall;
        let cost = if is_standing { WALL_VALUE } else { f64::from(fighter.cost) };
        Some(cost * f64::from(unit.left) / f64::from(fighter.wounds().max(1)))
    });
    left.sum()
}

/// Returns the value of the positions of the southern player's units.
fn prospects(
    view: &PlayerView<'_>,
    state: BattleState,
    policy: BattlePolicy,
    missions: Option<MissionView>,
) -> Result<f64, EncounterError> {
    let (battle, outcomes) = (view.battle, view.outcomes);
    let state = Cow::Owned(state);
    let view = PlayerView { battle, outcomes, cards: None, missions, state };
    let context = PolicyContext::new(&view, policy);
    let value = |own| Ok(PositionEvaluator::new(&context, own)?.value_at(own.pose));
    context.own.iter().map(value).sum()
}
