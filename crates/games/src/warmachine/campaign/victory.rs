//! The end of a campaign (W2.9).

use super::{AtLimit, Campaign, CampaignEnding, CampaignState, SideId};

/// Returns whether a side that has just won a battle has won the campaign, with enough areas or all
/// its objectives.
pub(super) fn has_won(campaign: &Campaign, state: &CampaignState, side: SideId) -> bool {
    let list = campaign.side(side).objectives.len();
    let taken = usize::from(state.side(side).objectives);
    // a side without objectives cannot win by them
    campaign.target.is_some_and(|target| state.count(side) >= target) || (list > 0 && taken >= list)
}

/// Returns the result when the rounds are used up.
pub(super) fn at_limit(campaign: &Campaign, state: &CampaignState) -> CampaignEnding {
    let most = campaign.ids().map(|side| state.count(side)).max();
    let mut leaders = campaign.ids().filter(|side| Some(state.count(*side)) == most);
    match (campaign.at_limit, leaders.next(), leaders.next()) {
        (AtLimit::MostAreas, Some(only), None) => CampaignEnding::Won(only),
        _ => CampaignEnding::Undecided,
    }
}
