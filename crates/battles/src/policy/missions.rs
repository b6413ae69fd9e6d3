//! What missions are worth to a policy (A13.6, A13.8), and its choices among them.
//!
//! A policy values objectives, zones of the tactics board, condition tokens and destroyed units by
//! the open missions and its own one of the round. Other conditions are seen by `roll-out` alone.

use crate::choice::TacticsZone;
use crate::decision::{DecisionError, PlayerView};
use crate::field::PlayerId;
use crate::missions::{Mission, MissionId, MissionNeeds, MissionPile};
use std::num::NonZeroU8;

/// The share of a mission's points that a policy expects if none of its conditions holds yet.
const UNTOUCHED: f64 = 0.3;
/// Points expected of an objective by the missions of later rounds.
const LATER: f64 = 0.2;

/// The points that a policy expects by missions of this round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MissionValues {
    /// For each objective that it controls.
    pub objective: f64,
    /// For the objective in the centre, in addition.
    pub centre: f64,
    /// For each zone of the tactics board.
    pub zones: [f64; 5],
    /// For each enemy with a condition token.
    pub token: f64,
    /// For each destroyed enemy.
    pub destroyed: f64,
}

impl MissionValues {
    /// Values the missions that the southern player may fulfil; none in other modes.
    pub(super) fn of(view: &PlayerView<'_>) -> Self {
        let Some(deck) = &view.battle.missions else { return Self::default() };
        let chosen = view.missions.and_then(|missions| missions.chosen);
        let missions = view.state.missions.open.missions().chain(chosen);
        let start = Self { objective: LATER, ..Self::default() };
        missions.filter_map(|id| deck.mission(id)).fold(start, Self::with)
    }

    fn with(self, mission: &Mission) -> Self {
        mission.needs.iter().fold(self, |all, needs| all.with_needs(mission.points.into(), needs))
    }

    fn with_needs(mut self, points: f64, needs: &MissionNeeds) -> Self {
        let each =
            |need: Option<NonZeroU8>| need.map_or(0.0, |need| points / f64::from(need.get()));
        let once = |is_asked: bool| if is_asked { points } else { 0.0 };
        self.objective += each(needs.objectives)
            + each(needs.taken_objectives)
            + once(needs.more_objectives) / 2.0;
        self.centre += once(needs.centre);
        for zone in TacticsZone::ALL {
            let named = once(needs.zones.contains(&zone)) / needs.zones.len().max(1) as f64;
            self.zones[zone as usize] += named + each(needs.zone_count);
        }
        self.token += each(needs.enemies_with_token) + each(needs.enemies_with_same_token);
        self.destroyed += each(needs.destroyed);
        self
    }
}

/// Returns a mission's expected points for a player.
fn expected(view: &PlayerView<'_>, id: MissionId, player: PlayerId) -> f64 {
    let mission = view.battle.missions.as_ref().and_then(|deck| deck.mission(id));
    let standing = view.state.standing(view.battle, player);
    let share = |mission: &Mission| UNTOUCHED + (1.0 - UNTOUCHED) * mission.progress(&standing);
    mission.map_or(0.0, |mission| f64::from(mission.points) * share(mission))
}

/// Chooses the mission with the highest value; of equals the first one.
fn best(among: MissionPile, value: impl Fn(MissionId) -> f64) -> Result<MissionId, DecisionError> {
    let valued = among.missions().map(|id| (id, value(id)));
    let best = valued.reduce(|best, one| if one.1 > best.1 { one } else { best });
    let best = best.ok_or_else(|| DecisionError::None("there is no mission to choose".to_owned()));
    Ok(best?.0)
}

/// Chooses the mission of the hand that is most nearly fulfilled, by its points.
pub(super) fn chosen(view: &PlayerView<'_>) -> Result<MissionId, DecisionError> {
    let hand = view.missions.map(|missions| missions.hand).unwrap_or_default();
    best(hand, |id| expected(view, id, PlayerId::South))
}

/// Chooses the open mission that favours the enemy most.
pub(super) fn replaced(
    view: &PlayerView<'_>,
    among: MissionPile,
) -> Result<MissionId, DecisionError> {
    best(among, |id| expected(view, id, PlayerId::North) - expected(view, id, PlayerId::South))
}
