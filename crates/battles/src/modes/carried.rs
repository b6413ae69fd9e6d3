//! Objectives that units carry (A13.14).

use super::{near, silence};
use crate::battle::Mode;
use crate::choice::PlayerChoice;
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::UnitId;
use crate::geometry::Point;
use crate::log::LogEntry;
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::TOKEN_RADIUS;

/// Claims a token for a unit whose tray touches it at the end of a move; further tokens are put
/// back (A13.4.3, A13.5.2).
pub(super) fn claim(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    // listed first: a token that is put back may come to lie under the unit again
    let on: Vec<usize> = lying_under(play, unit)?;
    for number in on {
        if play.state.objective_carried_by(unit).is_none() {
            take(play, number, unit)?;
        } else {
            drop_token(play, number, unit)?;
        }
    }
    Ok(())
}

/// Returns the unclaimed tokens that a unit's tray touches.
fn lying_under(play: &Play<'_>, unit: UnitId) -> PlayResult<Vec<usize>> {
    let Ok(at) = play.state.field.unit(unit) else { return Ok(Vec::new()) };
    let objectives = play.state.objectives.iter().enumerate();
    let under = objectives.filter(|(_, objective)| {
        objective.holder.is_none() && at.tray.shape().is_within_of_point(objective.at, TOKEN_RADIUS)
    });
    Ok(under.map(|(number, _)| number).collect())
}

/// Gives a token to a unit.
fn take(play: &mut Play<'_>, number: usize, unit: UnitId) -> PlayResult {
    note(play, number, Some(unit), None, "A13.14")
}

/// Updates and logs the holder or position of a token.
fn note(
    play: &mut Play<'_>,
    number: usize,
    holder: Option<UnitId>,
    at: Option<Point>,
    rule: &'static str,
) -> PlayResult {
    let Some(objective) = play.state.objectives.get_mut(number) else { return Ok(()) };
    objective.holder = holder;
    objective.at = at.unwrap_or(objective.at);
    let at = objective.at;
    // tokens are few
    play.record(|| LogEntry::Objective { number: number as u8, at, holder, rule: rule.into() })?;
    silence::changed(play, number, holder)
}

/// Takes the token from a unit that failed a panic test or was destroyed: an enemy nearby takes it,
/// or it is put down (A13.4.5, A13.5.3).
pub(super) fn lose(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let Some(number) = play.state.objective_carried_by(unit) else { return Ok(()) };
    let enemies = match play.battle.mode {
        Mode::AFeastForCrows => near::touching(play, number, unit)?,
        // A13.5.3
        _ => play.state.field.engaged_with(unit).collect(),
    };
    // a unit carries one token at most (A13.14)
    let free: Vec<UnitId> = enemies
        .into_iter()
        .filter(|enemy| play.state.objective_carried_by(*enemy).is_none())
        .collect();
    let player = play.unit(unit)?.player.opponent();
    match play.request_target(player, TargetReason::Claim, free, "A13.14")? {
        Some(taker) => take(play, number, taker),
        None => drop_token(play, number, unit),
    }
}

/// Puts a token down near a unit, or at its pile.
pub(super) fn drop_token(play: &mut Play<'_>, number: usize, unit: UnitId) -> PlayResult {
    let owner = play.unit(unit)?.player;
    // by the opponent at its pile (A13.4.4), by its owner near the unit (A13.5.3)
    let (player, by_unit, rule) = match play.battle.mode {
        Mode::AFeastForCrows => (owner.opponent(), None, "A13.4.4"),
        _ => (owner, Some(unit), "A13.5.3"),
    };
    let choice = play.request_choice(player, PlayerDecision::Drop(number, by_unit))?;
    let PlayerChoice::Token(at) = choice else { return Err(wrong_choice(rule, &choice)) };
    let legal = match by_unit {
        None => near::may_lie_at_pile(play, number, at),
        Some(unit) => near::may_put_down(&play.state, unit, at),
    };
    if !legal {
        return Err(refusal(rule, format!("objective {number} may not be put there")));
    }
    note(play, number, None, Some(at), rule)
}

/// Scores a point for each held token, and one more for the commander's unit. Returns the holders.
pub(super) fn score(play: &mut Play<'_>, rule: &'static str) -> PlayResult<Vec<Option<UnitId>>> {
    let all: Vec<Option<UnitId>> =
        play.state.objectives.iter().map(|objective| objective.holder).collect();
    for unit in all.iter().flatten() {
        let player = play.unit(*unit)?.player;
        let commands = play.battle.fighter(*unit).is_some_and(|one| one.commander);
        play.score(player, 1 + u8::from(commands), Some(*unit), rule)?;
    }
    Ok(all)
}
