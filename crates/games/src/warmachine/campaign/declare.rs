//! Declarations: who may attack whom, and whom policies choose (W2.3, W2.3a, W2.5).
//!
//! The rules explain this by examples; one principle covers them all. Of each pair of sides, the
//! one with the higher initiative may declare an attack on the other. If it has not done so when
//! the other's turn comes (no area to attack, declaration given up for an objective, or unwilling),
//! the other may declare an attack on it. So a pair fights at most one such battle a round, the
//! last side attacks only those who did not attack it, and a side without areas, which cannot be
//! attacked, attacks everybody.

use super::{AreaId, AttackPolicy, Campaign, CampaignState, DeclaredAttack, SideId};

/// The declarations of a round so far.
struct DeclarationRound<'a> {
    campaign: &'a Campaign,
    state: &'a CampaignState,
    attacks: Vec<DeclaredAttack>,
}

/// Returns all attacks of a round, in order of declaration.
pub(super) fn declarations(
    campaign: &Campaign,
    state: &CampaignState,
    order: &[SideId],
) -> Vec<DeclaredAttack> {
    let mut declared = DeclarationRound { campaign, state, attacks: Vec::new() };
    for (place, side) in order.iter().enumerate() {
        let (earlier, from_here) = order.split_at(place);
        // sides that passed over this one may now be attacked by it
        let waiting = earlier.iter().copied().filter(|other| !declared.has_declared(*other, *side));
        let may = waiting.chain(from_here.iter().copied().skip(1)).collect();
        declared.declare(*side, may);
    }
    declared.attacks
}

impl DeclarationRound<'_> {
    /// Returns whether a side has declared a regular attack on another; an attack on an objective
    /// does not count (W2.3a).
    fn has_declared(&self, attacker: SideId, defender: SideId) -> bool {
        self.attacks.iter().any(|attack| {
            attack.attacker == attacker && attack.defender == defender && !attack.objective
        })
    }

    fn is_attacked(&self, area: AreaId) -> bool {
        self.attacks.iter().any(|attack| attack.area == area)
    }

    /// Declares the attacks of a side, which may declare one on each of `may`.
    fn declare(&mut self, side: SideId, may: Vec<SideId>) {
        let policy = self.campaign.policy(side);
        let mut whom = self.ranked(side, may, policy.attack);
        let mut left = policy.most_attacks;
        if let Some(attack) = self.objective(side).filter(|_| {
            policy.attack == AttackPolicy::ObjectiveFirst && left > 0 && !whom.is_empty()
        }) {
            // gives up the attack on the holder of the objective, or else the least preferred one
            let given_up =
                whom.iter().position(|other| *other == attack.defender).unwrap_or(whom.len() - 1);
            whom.remove(given_up);
            left -= 1;
            self.attacks.push(attack);
        }
        for defender in whom {
            if let Some(area) = self.nearest(side, defender).filter(|_| left > 0) {
                left -= 1;
                self.attacks.push(DeclaredAttack {
                    attacker: side,
                    defender,
                    area,
                    objective: false,
                });
            }
        }
    }

    /// Returns the attack on the side's next objective, if it can be attacked.
    fn objective(&self, side: SideId) -> Option<DeclaredAttack> {
        let taken = self.state.side(side).objectives;
        let area = *self.campaign.side(side).objectives.get(usize::from(taken))?;
        let defender =
            self.state.owner(area).filter(|owner| *owner != side && !self.is_attacked(area))?;
        Some(DeclaredAttack { attacker: side, defender, area, objective: true })
    }

    /// Sorts the opponents by preference; ties keep their order.
    fn ranked(&self, side: SideId, mut whom: Vec<SideId>, policy: AttackPolicy) -> Vec<SideId> {
        let areas = |other: &SideId| self.state.count(*other);
        match policy {
            AttackPolicy::Strongest => whom.sort_by_key(|other| std::cmp::Reverse(areas(other))),
            AttackPolicy::WeakestNeighbour | AttackPolicy::ObjectiveFirst => {
                whom.sort_by_cached_key(|other| (!self.is_neighbour(side, *other), areas(other)));
            }
        }
        whom
    }

    fn is_neighbour(&self, side: SideId, other: SideId) -> bool {
        self.state.areas_of(other).any(|area| self.state.distance(self.campaign, side, area) <= 1)
    }

    /// Returns the nearest area of another side that may be attacked; of equals the first in the
    /// file.
    fn nearest(&self, side: SideId, other: SideId) -> Option<AreaId> {
        let open = self
            .state
            .areas_of(other)
            .filter(|area| !self.is_attacked(*area) && self.is_open(side, *area));
        open.min_by_key(|area| self.state.distance(self.campaign, side, *area))
    }

    /// Returns whether a side may attack an area regardless of objectives (W2.3a): it has taken its
    /// objective there, or the area is no objective of the side and no other side has one left to
    /// take there.
    fn is_open(&self, side: SideId, area: AreaId) -> bool {
        match self.has_taken(side, area) {
            Some(taken) => taken,
            None => self.campaign.ids().all(|other| self.has_taken(other, area) != Some(false)),
        }
    }

    /// Returns whether a side has taken the objective in an area, or `None` if it has none there.
    fn has_taken(&self, side: SideId, area: AreaId) -> Option<bool> {
        let list = &self.campaign.side(side).objectives;
        let place = list.iter().position(|held| *held == area)?;
        Some(place < usize::from(self.state.side(side).objectives))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warmachine::campaign::samples::{BRIAN, ERIC, JASON, ROB, four, ids};

    /// Who attacks whom.
    fn pairs(campaign: &Campaign, state: &CampaignState) -> Vec<(SideId, SideId)> {
        let order: Vec<SideId> = ids(4);
        declarations(campaign, state, &order)
            .into_iter()
            .map(|attack| (attack.attacker, attack.defender))
            .collect()
    }

    fn sorted(mut pairs: Vec<(SideId, SideId)>) -> Vec<(SideId, SideId)> {
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn the_books_first_example() {
        // Eric on all, Rob on Jason and Brian, Jason on Brian, Brian on nobody
        let campaign = four([3, 3, 3, 3]);
        let expected = vec![
            (ERIC, ROB),
            (ERIC, JASON),
            (ERIC, BRIAN),
            (ROB, JASON),
            (ROB, BRIAN),
            (JASON, BRIAN),
        ];
        assert_eq!(sorted(pairs(&campaign, &CampaignState::start(&campaign))), sorted(expected));
    }

    #[test]
    fn the_books_example_of_lost_ground() {
        // Brian's two areas are attacked by Eric and Rob: Jason can not attack him, so he may
        // attack Jason
        let campaign = four([3, 3, 3, 2]);
        let expected = vec![
            (ERIC, ROB),
            (ERIC, JASON),
            (ERIC, BRIAN),
            (ROB, JASON),
            (ROB, BRIAN),
            (BRIAN, JASON),
        ];
        assert_eq!(sorted(pairs(&campaign, &CampaignState::start(&campaign))), sorted(expected));
    }

    #[test]
    fn an_ousted_side_is_attacked_by_nobody_and_attacks_all() {
        // Jason has lost all: those before him declare one attack less, and he declares on every
        // other
        let campaign = four([3, 3, 0, 3]);
        let found = pairs(&campaign, &CampaignState::start(&campaign));
        assert!(found.iter().all(|(_, defender)| *defender != JASON));
        let of = |side: SideId| found.iter().filter(|(attacker, _)| *attacker == side).count();
        assert_eq!([ERIC, ROB, JASON, BRIAN].map(of), [2, 1, 3, 0]);
    }

    #[test]
    fn no_area_is_attacked_twice() {
        for areas in [[3, 3, 3, 3], [1, 2, 1, 2], [5, 1, 1, 1], [1, 1, 1, 1]] {
            let campaign = four(areas);
            let mut fought: Vec<AreaId> =
                declarations(&campaign, &CampaignState::start(&campaign), &ids(4))
                    .iter()
                    .map(|attack| attack.area)
                    .collect();
            let all = fought.len();
            fought.sort_unstable();
            fought.dedup();
            assert_eq!(fought.len(), all, "{areas:?}");
        }
    }

    #[test]
    fn an_objective_costs_a_declaration_and_invites_an_attack() {
        // Eric goes for an area of Jason's instead of attacking him, so Jason may attack Eric
        let mut campaign = four([3, 3, 3, 3]);
        let objective =
            CampaignState::start(&campaign).areas_of(JASON).last().expect("three areas");
        campaign.sides[0].objectives = vec![objective];
        campaign.sides[0].policy.attack = AttackPolicy::ObjectiveFirst;
        let attacks = declarations(&campaign, &CampaignState::start(&campaign), &ids(4));
        let first = attacks.first().expect("an attack");
        assert_eq!((first.attacker, first.area, first.objective), (ERIC, objective, true));
        let pair = |a, b| {
            attacks
                .iter()
                .any(|attack| (attack.attacker, attack.defender, attack.objective) == (a, b, false))
        };
        assert!(!pair(ERIC, JASON) && pair(JASON, ERIC) && pair(ERIC, ROB) && pair(ERIC, BRIAN));
    }

    #[test]
    fn objectives_come_in_their_order_and_are_closed_to_others() {
        let mut campaign = four([3, 3, 3, 3]);
        let state = CampaignState::start(&campaign);
        let of_rob: Vec<AreaId> = state.areas_of(ROB).collect();
        campaign.sides[0].objectives = of_rob.clone();
        campaign.sides[0].policy.attack = AttackPolicy::ObjectiveFirst;
        // all of Rob's areas hold objectives of Eric's: he alone may attack there, and only the
        // next one
        let attacks = |state: &CampaignState| declarations(&campaign, state, &ids(4));
        let on_rob: Vec<DeclaredAttack> =
            attacks(&state).into_iter().filter(|attack| attack.defender == ROB).collect();
        assert_eq!(
            on_rob.iter().map(|attack| (attack.attacker, attack.area)).collect::<Vec<_>>(),
            [(ERIC, of_rob[0])]
        );
        // with the first taken he may attack there without an objective, and the second is next
        let mut later = state;
        later.sides[0].objectives = 1;
        assert!(attacks(&later).iter().any(|attack| (
            attack.attacker,
            attack.area,
            attack.objective
        ) == (ERIC, of_rob[1], true)));
    }

    #[test]
    fn an_area_whose_objectives_are_all_taken_is_like_any_other() {
        // one area each, and Brian's, the last, holds an objective of Eric's and one of Rob's
        let mut campaign = four([1, 1, 1, 1]);
        let mut state = CampaignState::start(&campaign);
        let prize = state.areas_of(BRIAN).next().expect("an area");
        campaign.sides[0].objectives = vec![prize];
        campaign.sides[1].objectives = vec![prize];
        let attacks_of = |side: SideId, state: &CampaignState| {
            let mut order = vec![side];
            order.extend(ids(4).into_iter().filter(|other| *other != side));
            declarations(&campaign, state, &order)
                .into_iter()
                .filter(|attack| attack.attacker == side && attack.area == prize)
                .count()
        };
        // neither policy goes for objectives: while one is left there nobody attacks in its own
        // right but who has taken it
        assert_eq!([ERIC, ROB, JASON].map(|side| attacks_of(side, &state)), [0, 0, 0]);
        state.sides[0].objectives = 1;
        assert_eq!([ERIC, ROB, JASON].map(|side| attacks_of(side, &state)), [1, 0, 0]);
        // Rob has taken his as well, and whoever holds the area now can be attacked there
        state.sides[1].objectives = 1;
        for owner in [BRIAN, ERIC] {
            state.owners[prize.index()] = owner;
            assert_eq!(attacks_of(JASON, &state), 1, "held by {owner:?}");
        }
    }

    /// There are three opponents, and an area of each to attack.
    #[test]
    fn a_side_declares_no_more_attacks_than_its_policy_says() {
        let mut campaign = four([3, 3, 3, 3]);
        for (most, attacks) in [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)] {
            campaign.sides[0].policy.most_attacks = most;
            let found = declarations(&campaign, &CampaignState::start(&campaign), &ids(4));
            let own = found.iter().filter(|attack| attack.attacker == ERIC).count();
            assert_eq!(own, attacks, "of {most}");
        }
    }

    #[test]
    fn policies_pick_the_strongest_or_the_weakest_neighbour() {
        let mut campaign = four([2, 4, 3, 2]);
        campaign.sides[0].policy.most_attacks = 1;
        let first = |campaign: &Campaign| {
            declarations(campaign, &CampaignState::start(campaign), &ids(4))[0].defender
        };
        // on the line of areas Eric touches Rob alone
        assert_eq!(first(&campaign), ROB);
        campaign.sides[0].policy.attack = AttackPolicy::Strongest;
        assert_eq!(first(&campaign), ROB);
        let mut campaign = four([2, 2, 3, 4]);
        campaign.sides[0].policy.most_attacks = 1;
        assert_eq!(first(&campaign), ROB);
        campaign.sides[0].policy.attack = AttackPolicy::Strongest;
        assert_eq!(first(&campaign), BRIAN);
    }
}
