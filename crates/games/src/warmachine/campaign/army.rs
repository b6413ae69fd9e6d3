//! Detachments: what a side can field, and its losses for the round (W2.1, W2.8).

use super::{Campaign, CampaignSideState, CampaignState, MOST_DETACHMENTS, SideId, Size};

/// Points of a full detachment (W2.1).
pub(super) const DETACHMENT: u16 = 750;
/// A player who can must field at most this many points less than the size of the battle (W2.7).
pub(super) const SHORT: u16 = 100;

/// The army of a side in a battle: the indices of one or two detachments and their points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FieldedArmy {
    parts: [(usize, u16); 2],
}

impl FieldedArmy {
    /// Fields as many points as a battle of this size allows: from the fullest detachments, of
    /// equals those led by epic warcasters. Two detachments share the points equally.
    pub(super) fn for_battle(side: &CampaignSideState, size: Size) -> Self {
        let mut by_points: Vec<(usize, u16)> =
            side.detachments.iter().copied().enumerate().collect();
        by_points.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
        let nth = |place: usize| {
            by_points.get(place).copied().filter(|_| place < size.detachments()).unwrap_or_default()
        };
        let ((first, most), (second, more)) = (nth(0), nth(1));
        let total = size.points().min(most.saturating_add(more));
        // both detachments bear half of the losses, as far as the second one can
        let of_second = more.min(total / 2);
        Self { parts: [(first, total - of_second), (second, of_second)] }
    }

    /// Returns the points.
    pub(super) fn points(self) -> u16 {
        self.parts.iter().map(|(_, points)| points).sum()
    }

    /// Returns whether the army has the points required of those who can field them (W2.7).
    pub(super) fn fills(self, size: Size) -> bool {
        self.points() + SHORT >= size.points()
    }

    /// Returns how many of its detachments epic warcasters lead: those with the lowest indices.
    pub(super) fn epics(self, side: &CampaignSideState) -> i32 {
        self.parts
            .iter()
            .map(|(place, points)| i32::from(*points > 0 && *place < usize::from(side.epics)))
            .sum()
    }

    /// Takes `percent` of its points from its detachments, rounded down.
    pub(super) fn lose(self, percent: u8, side: &mut CampaignSideState) {
        for (place, points) in self.parts {
            let lost = (u32::from(points) * u32::from(percent.min(100)) / 100) as u16;
            if let Some(held) = side.detachments.get_mut(place) {
                *held = held.saturating_sub(lost);
            }
        }
    }
}

/// Refills all detachments of a side at the start of a round, including hired ones (W2.8).
pub(super) fn refill(campaign: &Campaign, state: &mut CampaignState, side: SideId, hired: u8) {
    let (own, side_state) = (campaign.side(side).detachments, state.side_mut(side));
    let all = usize::from(own) + usize::from(side_state.bought) + usize::from(hired);
    side_state.detachments.clear();
    side_state.detachments.resize(all.min(MOST_DETACHMENTS), DETACHMENT);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(detachments: &[u16]) -> CampaignSideState {
        CampaignSideState {
            detachments: detachments.to_vec(),
            epics: 1,
            ..CampaignSideState::default()
        }
    }

    #[test]
    fn small_battles_take_one_detachment_and_large_ones_two() {
        let full = side(&[750, 750, 750]);
        assert_eq!(
            Size::ALL.map(|size| FieldedArmy::for_battle(&full, size).points()),
            [500, 750, 1000]
        );
        assert_eq!(FieldedArmy::for_battle(&full, Size::Points1000).parts, [(0, 500), (1, 500)]);
        // the fullest march out: 600 and 450 make 1000, and 300 stays at home
        let worn = side(&[300, 450, 600]);
        assert_eq!(
            Size::ALL.map(|size| FieldedArmy::for_battle(&worn, size).points()),
            [500, 600, 1000]
        );
        assert_eq!(FieldedArmy::for_battle(&worn, Size::Points1000).parts, [(2, 550), (1, 450)]);
        assert_eq!(FieldedArmy::for_battle(&side(&[400]), Size::Points1000).points(), 400);
        assert_eq!(FieldedArmy::for_battle(&side(&[]), Size::Points500).points(), 0);
    }

    #[test]
    fn a_player_who_can_must_come_within_a_hundred_points() {
        let fills = |points: u16, size| FieldedArmy::for_battle(&side(&[points]), size).fills(size);
        assert!(fills(650, Size::Points750) && !fills(649, Size::Points750));
        assert!(fills(400, Size::Points500) && !fills(400, Size::Points750));
    }

    #[test]
    fn losses_are_taken_where_the_army_came_from() {
        let mut worn = side(&[300, 450, 600]);
        // 40% of 550 and of 450
        FieldedArmy::for_battle(&worn, Size::Points1000).lose(40, &mut worn);
        assert_eq!(worn.detachments, [300, 270, 380]);
    }

    #[test]
    fn epic_warcasters_lead_the_first_detachments() {
        let epics = |detachments: &[u16], size| {
            FieldedArmy::for_battle(&side(detachments), size).epics(&side(detachments))
        };
        assert_eq!(
            (epics(&[750, 750], Size::Points750), epics(&[600, 750], Size::Points750)),
            (1, 0)
        );
        assert_eq!((epics(&[600, 750], Size::Points1000), epics(&[], Size::Points500)), (1, 0));
    }
}
