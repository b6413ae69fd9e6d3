//! Purchases with victory points (W2.8).

use super::army::refill;
use super::{Campaign, CampaignSideState, CampaignState, MOST_DETACHMENTS, Purchase, SideId};

/// Makes the purchases of a side at the start of a round, before declarations, and refills its
/// detachments.
pub(super) fn muster(campaign: &Campaign, state: &mut CampaignState, side: SideId) {
    let mut hired = 0;
    for &wish in &campaign.policy(side).buys {
        let own = campaign.side(side).detachments;
        while buy(campaign, state.side_mut(side), own, wish, &mut hired) {}
    }
    refill(campaign, state, side, hired);
}

/// Makes one purchase if it is available and affordable. Returns whether it was made.
fn buy(
    campaign: &Campaign,
    side: &mut CampaignSideState,
    own: u8,
    wish: Purchase,
    hired: &mut u8,
) -> bool {
    let prices = campaign.prices;
    let all = own.saturating_add(side.bought).saturating_add(*hired);
    let room = usize::from(all) < MOST_DETACHMENTS;
    match wish {
        Purchase::Detachment if room && pay(side, prices.detachment) => side.bought += 1,
        Purchase::Mercenaries if room && *hired == 0 && pay(side, prices.mercenaries) => {
            *hired += 1
        }
        Purchase::Epic
            if side.epics < own.saturating_add(side.bought) && pay(side, prices.epic) =>
        {
            side.epics += 1
        }
        _ => return false,
    }
    true
}

/// Pays for an advantage in a battle, if the policy includes one and the chest suffices. Returns
/// whether it was bought.
pub(super) fn buys_advantage(campaign: &Campaign, state: &mut CampaignState, side: SideId) -> bool {
    let wishes = campaign.policy(side).buys.contains(&Purchase::Advantage);
    wishes && pay(state.side_mut(side), campaign.prices.advantage)
}

/// Pays a price from the chest. Returns false if the chest does not suffice, or the price is 0 (not
/// for sale).
fn pay(side: &mut CampaignSideState, price: u16) -> bool {
    let paid = (price > 0).then(|| side.chest.checked_sub(price)).flatten();
    side.chest = paid.unwrap_or(side.chest);
    paid.is_some()
}

/// Adds victory points to the score of a side, and to its chest if it ever buys anything.
pub(super) fn earn(campaign: &Campaign, state: &mut CampaignState, side: SideId, points: u16) {
    let buys = !campaign.policy(side).buys.is_empty();
    let side_state = state.side_mut(side);
    side_state.points = side_state.points.saturating_add(points);
    // a chest nobody spends would only split equal states
    side_state.chest = if buys { side_state.chest.saturating_add(points) } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warmachine::campaign::samples::{ERIC, four};

    /// Returns Eric's state after a muster with this chest and these purchases.
    fn mustered(chest: u16, buys: &[Purchase]) -> CampaignSideState {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.sides[0].policy.buys = buys.to_vec();
        let mut state = CampaignState::start(&campaign);
        state.sides[0].chest = chest;
        muster(&campaign, &mut state, ERIC);
        state.sides[0].clone()
    }

    #[test]
    fn muster_buys_in_order_until_chest_is_empty() {
        // prices 20, 10 and 10; three detachments of its own
        use Purchase::{Detachment, Epic, Mercenaries};
        let summary =
            |side: CampaignSideState| (side.bought, side.epics, side.detachments.len(), side.chest);
        assert_eq!(summary(mustered(55, &[Detachment, Epic])), (2, 1, 5, 5));
        assert_eq!(summary(mustered(55, &[Epic, Detachment])), (1, 3, 4, 5));
        assert_eq!(summary(mustered(35, &[Mercenaries])), (0, 0, 4, 25));
        assert_eq!(summary(mustered(9, &[Epic, Mercenaries, Detachment])), (0, 0, 3, 9));
        assert_eq!(summary(mustered(1000, &[Detachment])), (5, 0, MOST_DETACHMENTS, 900));
    }

    #[test]
    fn muster_does_not_sell_what_is_free() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.sides[0].policy.buys = vec![Purchase::Advantage];
        for (price, is_sold) in [(0, false), (7, true), (51, false)] {
            campaign.prices.advantage = price;
            let mut state = CampaignState::start(&campaign);
            state.sides[0].chest = 50;
            assert_eq!(buys_advantage(&campaign, &mut state, ERIC), is_sold, "for {price}");
            assert_eq!(state.sides[0].chest, if is_sold { 50 - price } else { 50 });
        }
    }

    #[test]
    fn hired_detachments_leave_and_bought_ones_stay() {
        let mut campaign = four([3, 3, 3, 3]);
        campaign.sides[0].policy.buys = vec![Purchase::Mercenaries];
        let mut state = CampaignState::start(&campaign);
        state.sides[0].chest = 10;
        let count = |state: &CampaignState| state.sides[0].detachments.len();
        muster(&campaign, &mut state, ERIC);
        assert_eq!(count(&state), 4);
        muster(&campaign, &mut state, ERIC);
        assert_eq!(count(&state), 3);
    }
}
