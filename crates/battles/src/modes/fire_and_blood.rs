//! Fire & Blood (A13.7): marked units, and bounty points on enemies.

use crate::choice::PlayerChoice;
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::{PlayerId, UnitId};
use crate::geometry::Length;
use crate::play::{Killer, Play, PlayResult, refusal, wrong_choice};
use crate::state::{BattleState, UnitPlace};

/// Number of enemies each player marks (A13.7.2).
pub(crate) const MARKS: usize = 2;

impl BattleState {
    /// Returns the enemies a player may mark: deployed and with a cost above 0 (A13.7.2).
    pub(crate) fn markable(&self, battle: &crate::battle::Battle, player: PlayerId) -> Vec<UnitId> {
        let enemies = self.units_on_table(player.opponent()).map(|(unit, _)| unit);
        enemies.filter(|unit| battle.fighter(*unit).is_some_and(|one| one.cost > 0)).collect()
    }
}

/// Lets each player mark two enemies, the first player first (A13.7.2).
pub(super) fn marks(play: &mut Play<'_>) -> PlayResult {
    let first = play.state.first;
    for player in [first, first.opponent()] {
        let may = play.state.markable(play.battle, player);
        let choice = play.request_choice(player, PlayerDecision::Marks)?;
        let PlayerChoice::Marks(marked) = choice else {
            return Err(wrong_choice("A13.7.2", &choice));
        };
        let twice = marked.iter().enumerate().any(|(place, unit)| marked[..place].contains(unit));
        // an army may have fewer than two units that cost something
        let wrong = marked.len() != may.len().min(MARKS)
            || twice
            || marked.iter().any(|unit| !may.contains(unit));
        if wrong {
            let why = format!("{MARKS} different enemies that cost something must be marked");
            return Err(refusal("A13.7.2", why));
        }
        for unit in marked {
            if let Some(held) = play.state.unit_mut(unit) {
                held.marked = true;
            }
        }
    }
    Ok(())
}

/// Lets the commander's unit put a bounty point on an enemy within long range when it activates
/// (A13.7.3).
pub(super) fn bounty(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    if play.battle.fighter(unit).is_none_or(|one| !one.commander) {
        return Ok(());
    }
    let (player, tray) = (play.unit(unit)?.player, play.state.field.unit(unit)?.tray);
    let near = |enemy: &UnitId| {
        let at = play.state.field.unit(*enemy);
        at.is_ok_and(|at| tray.shape().is_within(at.tray.shape(), Length::LONG))
    };
    let enemies = play.state.units_on_table(player.opponent()).map(|(enemy, _)| enemy);
    let near: Vec<UnitId> = enemies.filter(near).collect();
    if near.is_empty() {
        return Ok(());
    }
    let choice =
        play.request_choice(player, PlayerDecision::Target(TargetReason::Bounty, near.clone()))?;
    let PlayerChoice::Target(target) = choice else { return Err(wrong_choice("A13.7.3", &choice)) };
    let Some(target) = target else { return Ok(()) };
    if !near.contains(&target) {
        return Err(refusal("A13.7.3", format!("{target} is no enemy within 12\"")));
    }
    if let Some(held) = play.state.unit_mut(target) {
        held.bounty = held.bounty.saturating_add(1);
    }
    Ok(())
}

/// Returns the points for a destroyed unit in addition to that of A12.5 (A13.7.4).
pub(super) fn points(state: &BattleState, unit: UnitId, killer: Killer) -> [(u8, &'static str); 3] {
    let held = state.unit(unit);
    let by_marked = match killer {
        Killer::Enemy(by) => {
            state.unit(by).is_some_and(|by| by.marked && by.place != UnitPlace::Gone)
        }
        Killer::Nobody => false,
    };
    let marked = held.is_some_and(|held| held.marked);
    let bounty = held.map_or(0, |held| held.bounty);
    [(u8::from(by_marked), "A13.7.4"), (2 * u8::from(marked), "A13.7.4"), (bounty, "A13.7.4")]
}
