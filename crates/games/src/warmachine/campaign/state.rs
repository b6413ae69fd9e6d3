//! The state of a campaign.

use super::{AreaId, Campaign, SideId};

/// A declared attack (W2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclaredAttack {
    /// The attacking side.
    pub attacker: SideId,
    /// The attacked side.
    pub defender: SideId,
    /// The contested area.
    pub area: AreaId,
    /// Whether the attack is for the attacker's next objective (W2.3a).
    pub objective: bool,
}

/// How a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CampaignEnding {
    /// A side has won.
    Won(SideId),
    /// The rounds were used up.
    Undecided,
}

/// The state that the rest of a campaign depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CampaignState {
    /// Number of rounds begun.
    pub round: u8,
    /// Owner of each area.
    pub owners: Vec<SideId>,
    /// State of each side.
    pub sides: Vec<CampaignSideState>,
    /// Battles of this round still to be fought, in reverse order.
    pub pending: Vec<DeclaredAttack>,
    /// How the campaign ended, if it has.
    pub ended: Option<CampaignEnding>,
}

/// The state of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CampaignSideState {
    /// Victory points of this round; between rounds only their rank, from 0.
    pub points: u16,
    /// Victory points to spend; 0 for sides that buy nothing.
    pub chest: u16,
    /// Number of objectives taken, in list order.
    pub objectives: u8,
    /// Battles fought this round: selects the member of a team.
    pub fought: u8,
    /// Number of detachments bought.
    pub bought: u8,
    /// Number of detachments led by epic warcasters: those with the lowest indices.
    pub epics: u8,
    /// Points left in each detachment this round.
    pub detachments: Vec<u16>,
}

impl CampaignState {
    /// Returns the initial state. Areas that no side starts with belong to the first side.
    pub fn start(campaign: &Campaign) -> Self {
        let first = campaign.ids().next();
        let owner = |area: AreaId| {
            let holds = |side: &SideId| campaign.side(*side).areas.contains(&area);
            campaign.ids().find(holds).or(first)
        };
        let owners = campaign.map.areas().filter_map(owner).collect();
        let sides = vec![CampaignSideState::default(); campaign.sides.len()];
        Self { round: 0, owners, sides, pending: Vec::new(), ended: None }
    }

    /// Returns the owner of an area.
    pub fn owner(&self, area: AreaId) -> Option<SideId> {
        self.owners.get(area.index()).copied()
    }

    /// Returns the areas of a side.
    pub(crate) fn areas_of(&self, side: SideId) -> impl Iterator<Item = AreaId> + '_ {
        let own = move |(index, owner): (usize, &SideId)| {
            if *owner == side { AreaId::of(index) } else { None }
        };
        self.owners.iter().enumerate().filter_map(own)
    }

    /// Returns the number of areas of a side.
    pub fn count(&self, side: SideId) -> u8 {
        self.owners.iter().filter(|owner| **owner == side).count() as u8
    }

    /// Returns the state of a side.
    pub fn side(&self, side: SideId) -> &CampaignSideState {
        &self.sides[side.index()]
    }

    /// Returns the mutable state of a side.
    pub(super) fn side_mut(&mut self, side: SideId) -> &mut CampaignSideState {
        &mut self.sides[side.index()]
    }

    /// Returns the distance of an area from a side: from the nearest of its areas, or from its raid
    /// border while it has none (W2.5).
    pub fn distance(&self, campaign: &Campaign, side: SideId, area: AreaId) -> u8 {
        let own = self.areas_of(side).map(|from| campaign.map.distance(from, area)).min();
        let raid = || {
            let border = campaign.side(side).border.iter();
            border.map(|from| campaign.map.distance(*from, area).saturating_add(1)).min()
        };
        // a side without areas attacks from beyond its border (W2.5)
        own.or_else(raid).unwrap_or(u8::MAX)
    }
}
