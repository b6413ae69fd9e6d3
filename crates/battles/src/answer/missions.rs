//! How often missions were fulfilled, and the points that they gave.

use crate::battle::Battle;
use crate::missions::Mission;
use crate::run::{BattleTally, MissionTally};
use schemars::JsonSchema;
use serde::Serialize;

/// A mission over many battles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MissionAnswer {
    /// Its name.
    pub name: String,
    /// Rounds per battle in which `a` and `b` fulfilled it.
    pub fulfilled: [f64; 2],
    /// Points per battle that `a` and `b` scored by it.
    pub points: [f64; 2],
}

/// Summarizes the missions of the deck.
pub(super) fn answers(battle: &Battle, tally: &BattleTally) -> Vec<MissionAnswer> {
    let games = tally.games.max(1) as f64;
    let answer = |(mission, tally): (&Mission, &MissionTally)| MissionAnswer {
        name: mission.name.clone(),
        fulfilled: tally.fulfilled.map(|count| count as f64 / games),
        points: tally.points.map(|count| count as f64 / games),
    };
    let missions = battle.missions.iter().flat_map(|deck| &deck.missions);
    missions.zip(&tally.missions).map(answer).collect()
}
