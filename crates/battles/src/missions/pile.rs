//! Piles of missions, and what a player sees of them.

use super::{MissionDeck, MissionId};

/// Some missions of a deck, in no order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MissionPile(u64);

impl MissionPile {
    const fn bit(mission: MissionId) -> u64 {
        match 1_u64.checked_shl(mission.0 as u32) {
            Some(bit) => bit,
            None => 0,
        }
    }

    /// Returns whether it has a mission.
    pub const fn contains(self, mission: MissionId) -> bool {
        self.0 & Self::bit(mission) != 0
    }

    /// Returns the number of missions.
    pub const fn len(self) -> u8 {
        // at most 64
        self.0.count_ones() as u8
    }

    /// Returns whether there is no mission.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the missions, in the order of their numbers.
    pub fn missions(self) -> impl Iterator<Item = MissionId> {
        (0..64).map(MissionId).filter(move |mission| self.contains(*mission))
    }

    /// Adds a mission.
    pub(crate) const fn add(&mut self, mission: MissionId) {
        self.0 |= Self::bit(mission);
    }

    /// Removes a mission. Returns whether it was there.
    pub(crate) const fn remove(&mut self, mission: MissionId) -> bool {
        let is_there = self.contains(mission);
        self.0 &= !Self::bit(mission);
        is_there
    }

    /// Returns the bits, one for each mission.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

/// The missions that players hide from each other, by army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerMissions {
    /// Missions that are not drawn yet. The next one is any of them.
    pub deck: MissionPile,
    pub hands: [MissionPile; 2],
    /// The mission that each player has chosen for the round.
    pub chosen: [Option<MissionId>; 2],
}

impl PlayerMissions {
    /// Returns the missions before the first draw.
    pub(crate) fn new(deck: &MissionDeck) -> Self {
        Self { deck: deck.pile(), ..Self::default() }
    }
}

/// What a player sees of missions beside the open ones and those discarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissionView {
    /// The own hand.
    pub hand: MissionPile,
    /// The mission that the player has chosen for the round.
    pub chosen: Option<MissionId>,
    /// The number of missions in the enemy's hand.
    pub enemy_hand: u8,
    /// The number of missions left in the deck.
    pub deck: u8,
}
