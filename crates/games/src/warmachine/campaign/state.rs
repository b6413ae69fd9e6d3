//! How a campaign stands.

use super::{AreaId, Campaign, SideId};

/// An attack that was declared (W2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclaredAttack {
    /// Who attacks.
    pub attacker: SideId,
    /// Who is attacked.
    pub defender: SideId,
    /// The area that is fought for.
    pub area: AreaId,
    /// Whether it is for the attacker's next objective (W2.3a).
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

/// All that the rest of a campaign depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CampaignState {
    /// Rounds begun.
    pub round: u8,
    /// Whose each area is.
    pub owners: Vec<SideId>,
    /// How each side stands.
    pub sides: Vec<CampaignSideState>,
    /// The battles of this round that are still to be fought, the next one last.
    pub pending: Vec<DeclaredAttack>,
    /// How it ended, if it has.
    pub ended: Option<CampaignEnding>,
}

/// How a side stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CampaignSideState {
    /// Victory points of this round; between rounds only how they compare with the others', from 0.
    pub points: u16,
    /// Victory points that can be spent; not kept for those who buy nothing.
    pub chest: u16,
    /// Objectives taken, in the order of the list.
    pub objectives: u8,
    /// Battles fought this round: whose turn it is in a team.
    pub fought: u8,
    /// Detachments bought.
    pub bought: u8,
    /// Detachments led by epic warcasters: the first ones.
    pub epics: u8,
    /// Points left in each detachment this round.
    pub detachments: Vec<u16>,
}

impl CampaignState {
    /// The start of a campaign. Areas that no side starts with belong to the first.
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

    /// Whose an area is.
    pub fn owner(&self, area: AreaId) -> Option<SideId> {
        self.owners.get(area.index()).copied()
    }

    /// The areas of a side.
    pub fn areas_of(&self, side: SideId) -> impl Iterator<Item = AreaId> + '_ {
        let own = move |(index, owner): (usize, &SideId)| {
            if *owner == side { AreaId::of(index) } else { None }
        };
        self.owners.iter().enumerate().filter_map(own)
    }

    /// How many areas a side has.
    pub fn count(&self, side: SideId) -> u8 {
        self.owners.iter().filter(|owner| **owner == side).count() as u8
    }

    /// How a side stands.
    pub fn side(&self, side: SideId) -> &CampaignSideState {
        &self.sides[side.index()]
    }

    /// How a side stands, to be changed.
    pub(super) fn side_mut(&mut self, side: SideId) -> &mut CampaignSideState {
        &mut self.sides[side.index()]
    }

    /// How far an area is from a side: from the nearest of its areas, or from beyond its border
    /// while it has none (W2.5).
    pub fn distance(&self, campaign: &Campaign, side: SideId, area: AreaId) -> u8 {
        let own = self.areas_of(side).map(|from| campaign.map.distance(from, area)).min();
        let raid = || {
            let border = campaign.side(side).border.iter();
            border.map(|from| campaign.map.distance(*from, area).saturating_add(1)).min()
        };
        own.or_else(raid).unwrap_or(u8::MAX)
    }
}
