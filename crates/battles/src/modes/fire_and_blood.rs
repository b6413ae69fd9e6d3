//! Fire & Blood (A13.7): marked units, and bounty points on enemies.

use super::near::within_long_range;
use crate::choice::PlayerChoice;
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::{PlayerId, UnitId};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
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
    let player = play.unit(unit)?.player;
    let near = within_long_range(play, unit, player.opponent())?;
    let target = play.request_target(player, TargetReason::Bounty, near, "A13.7.3")?;
    let Some(target) = target else { return Ok(()) };
    if let Some(held) = play.state.unit_mut(target) {
        held.bounty = held.bounty.saturating_add(1);
    }
    Ok(())
}

/// Returns the points for a destroyed unit in addition to that of A12.5 (A13.7.4).
pub(super) fn points(
    state: &BattleState,
    unit: UnitId,
    killer: Option<UnitId>,
) -> [(u8, &'static str); 3] {
    let held = state.unit(unit);
    let by_marked = killer.and_then(|by| state.unit(by));
    let by_marked = by_marked.is_some_and(|by| by.marked && by.place != UnitPlace::Gone);
    let marked = held.is_some_and(|held| held.marked);
    let bounty = held.map_or(0, |held| held.bounty);
    [(u8::from(by_marked), "A13.7.4"), (2 * u8::from(marked), "A13.7.4"), (bounty, "A13.7.4")]
}
