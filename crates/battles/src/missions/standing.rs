//! What a player has reached in a round, as missions count it.

use super::MissionNeeds;
use crate::choice::TacticsZone;
use std::num::NonZeroU8;

/// What a player has reached in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissionStanding {
    /// Objectives that the player controls.
    pub objectives: u8,
    /// Objectives that the enemy controls.
    pub enemy_objectives: u8,
    /// Whether the player controls the objective in the centre.
    pub centre: bool,
    /// Objectives that the player controls and the enemy controlled when the round began.
    pub taken_objectives: u8,
    /// Zones of the tactics board that the player controls.
    pub zones: Vec<TacticsZone>,
    /// Enemy units destroyed this round.
    pub destroyed: u8,
    /// Whether the unit of the enemy's commander is among them.
    pub commander_destroyed: bool,
    /// Those among them that had destroyed a unit of the player.
    pub avenged: u8,
    /// The player's units wholly within the enemy's deployment zone.
    pub in_enemy_zone: u8,
    /// Remaining ranks of the player's engaged units.
    pub engaged_ranks: u8,
    /// Enemy units that hold each kind of condition token.
    pub enemies_with: [u8; 3],
    /// Enemy units that hold any condition token.
    pub enemies_with_token: u8,
    /// Whether the player is the first player.
    pub first_player: bool,
}

impl MissionStanding {
    /// Lists what each condition counts, and the number that it needs.
    fn parts(&self, needs: &MissionNeeds) -> Vec<(u8, u8)> {
        let numbers = [
            (needs.objectives, self.objectives),
            (needs.taken_objectives, self.taken_objectives),
            // there are five
            (needs.zone_count, self.zones.len() as u8),
            (needs.destroyed, self.destroyed),
            (needs.avenged, self.avenged),
            (needs.in_enemy_zone, self.in_enemy_zone),
            (needs.engaged_ranks, self.engaged_ranks),
            (needs.enemies_with_token, self.enemies_with_token),
            (needs.enemies_with_same_token, self.enemies_with.into_iter().max().unwrap_or(0)),
        ];
        let number = |(need, have): (Option<NonZeroU8>, u8)| Some((have, need?.get()));
        numbers.into_iter().filter_map(number).collect()
    }

    /// Lists whether each condition without a number holds.
    fn flags(&self, needs: &MissionNeeds) -> Vec<bool> {
        let flags = [
            (needs.centre, self.centre),
            (needs.more_objectives, self.objectives > self.enemy_objectives),
            (needs.commander_destroyed, self.commander_destroyed),
            (needs.first_player, self.first_player),
        ];
        let zones = needs.zones.iter().map(|zone| (true, self.zones.contains(zone)));
        let asked = flags.into_iter().chain(zones).filter(|(is_asked, _)| *is_asked);
        asked.map(|(_, holds)| holds).collect()
    }

    /// Returns how often all conditions hold; conditions without a number hold once.
    pub(super) fn times(&self, needs: &MissionNeeds) -> u8 {
        if self.flags(needs).contains(&false) {
            return 0;
        }
        let numbers = self.parts(needs);
        // conditions that need none: the number is never zero
        numbers.into_iter().map(|(have, need)| have / need.max(1)).min().unwrap_or(1)
    }

    /// Returns the mean share of the conditions that is reached, from 0 to 1.
    pub(super) fn progress(&self, needs: &MissionNeeds) -> f64 {
        let flags = self.flags(needs).into_iter().map(|holds| f64::from(u8::from(holds)));
        let share = |(have, need): (u8, u8)| (f64::from(have) / f64::from(need.max(1))).min(1.0);
        let shares: Vec<f64> = flags.chain(self.parts(needs).into_iter().map(share)).collect();
        shares.iter().sum::<f64>() / shares.len().max(1) as f64
    }
}
