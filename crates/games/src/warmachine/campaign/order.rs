//! Order of battles (W2.4).

use super::battle::even_chance;
use super::{Campaign, CampaignState, DeclaredAttack, OrderPolicy, SideId};

/// Returns the attacks in order of battle: the side with the highest initiative chooses its battles
/// one after the other, and during each of them the sides not involved fight theirs; then the next
/// side chooses.
pub(super) fn order_of_battles(
    campaign: &Campaign,
    state: &CampaignState,
    order: &[SideId],
    attacks: Vec<DeclaredAttack>,
) -> Vec<DeclaredAttack> {
    let (mut left, mut fought) = (attacks, Vec::new());
    for side in order {
        let policy = campaign.policy(*side).order;
        while let Some(first) = pick(campaign, state, *side, policy, &left) {
            left.retain(|attack| *attack != first);
            // sides that fight cannot fight another battle at the same time (W2.4)
            let mut busy = vec![first.attacker, first.defender];
            fought.push(first);
            while let Some(meanwhile) = left
                .iter()
                .copied()
                .find(|a| !busy.contains(&a.attacker) && !busy.contains(&a.defender))
            {
                left.retain(|attack| *attack != meanwhile);
                busy.extend([meanwhile.attacker, meanwhile.defender]);
                fought.push(meanwhile);
            }
        }
    }
    fought
}

/// Returns the next battle that a side chooses among its own.
fn pick(
    campaign: &Campaign,
    state: &CampaignState,
    side: SideId,
    policy: OrderPolicy,
    left: &[DeclaredAttack],
) -> Option<DeclaredAttack> {
    let chance = |attack: &DeclaredAttack| {
        even_chance(campaign, state, attack.attacker, attack.defender).heads()
    };
    let mut own: Vec<DeclaredAttack> =
        left.iter().copied().filter(|attack| attack.attacker == side).collect();
    match policy {
        OrderPolicy::Declared => {}
        OrderPolicy::Surest => own.sort_by(|a, b| chance(b).total_cmp(&chance(a))),
        OrderPolicy::Hardest => own.sort_by(|a, b| chance(a).total_cmp(&chance(b))),
    }
    own.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warmachine::campaign::Factor;
    use crate::warmachine::campaign::declare::declarations;
    use crate::warmachine::campaign::samples::{BRIAN, ERIC, JASON, ROB, four, ids};

    #[test]
    fn the_books_example_of_the_order_of_battles() {
        // Eric picks Jason, then Brian, then Rob; the other two fight meanwhile
        let mut campaign = four([3, 3, 3, 3]);
        for (side, strength) in [(JASON, 1.0), (BRIAN, 2.0), (ROB, 3.0)] {
            campaign.sides[side.index()].strengths = vec![Factor::new(strength).expect("a factor")];
        }
        campaign.sides[0].policy.order = OrderPolicy::Surest;
        let state = CampaignState::start(&campaign);
        let attacks = declarations(&campaign, &state, &ids(4));
        let fought: Vec<_> = order_of_battles(&campaign, &state, &ids(4), attacks)
            .iter()
            .map(|a| (a.attacker, a.defender))
            .collect();
        assert_eq!(
            fought,
            [(ERIC, JASON), (ROB, BRIAN), (ERIC, BRIAN), (ROB, JASON), (ERIC, ROB), (JASON, BRIAN)]
        );
    }
}
