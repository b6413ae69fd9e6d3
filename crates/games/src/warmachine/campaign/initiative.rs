//! Initiative (W2.2).
//!
//! A D6 each with ties rerolled makes all orders of the tied sides equally likely. Drawing lots
//! gives the same distribution and always ends.

use super::{CampaignState, SideId};
use warodds_engine::chance::{Chance, Coin, Label, Scalar};

const LOTS: Label = Label::new("initiative: who of the tied goes next", "W2.2");

/// Returns the sides in order of initiative: by the points of the last round, with lots among
/// equals (everybody in the first round).
pub(super) fn order(chance: &mut Scalar<'_>, state: &CampaignState) -> Vec<SideId> {
    let points = |side: &SideId| state.side(*side).points;
    let mut order: Vec<SideId> = (0..state.sides.len()).filter_map(SideId::of).collect();
    order.sort_by_key(|side| std::cmp::Reverse(points(side)));
    for tied in order.chunk_by_mut(|a, b| points(a) == points(b)) {
        draw_lots(chance, tied);
    }
    order
}

/// Shuffles the tied sides uniformly.
fn draw_lots(chance: &mut Scalar<'_>, tied: &mut [SideId]) {
    for place in 0..tied.len().saturating_sub(1) {
        let mut drawn = place;
        while drawn + 1 < tied.len()
            && Coin::from_ratio(1, (tied.len() - drawn) as u32)
                .is_ok_and(|coin| chance.toss(&LOTS, coin) == 0)
        {
            drawn += 1;
        }
        tied.swap(place, drawn);
    }
}

/// Replaces points by their ranks. The next round needs only the order, so more states are equal.
pub(super) fn keep_ranks(state: &mut CampaignState) {
    let mut points: Vec<u16> = state.sides.iter().map(|side| side.points).collect();
    points.sort_unstable();
    // ranks, not points, decide the order: equal points stay tied
    points.dedup();
    for side in &mut state.sides {
        side.points = points.partition_point(|held| *held < side.points) as u16;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::warmachine::campaign::CampaignSideState;
    use warodds_engine::chance::{Paths, Scalar};

    fn with_points(points: &[u16]) -> CampaignState {
        let side =
            |points: &u16| CampaignSideState { points: *points, ..CampaignSideState::default() };
        CampaignState {
            round: 0,
            owners: Vec::new(),
            sides: points.iter().map(side).collect(),
            pending: Vec::new(),
            ended: None,
        }
    }

    fn distribution(points: &[u16]) -> BTreeMap<Vec<usize>, f64> {
        let (mut distribution, mut chance) = (BTreeMap::new(), Paths::new(&[], None));
        let order = |chance: &mut Scalar<'_>| {
            order(chance, &with_points(points)).into_iter().map(SideId::index).collect()
        };
        chance.each_path(1.0, order, |order, weight| {
            *distribution.entry(order).or_insert(0.0) += weight;
        });
        distribution
    }

    /// Returns the distribution of orders when `sides` roll a D6 each, high first, and the tied roll again:
    /// over all rolls, where a tie of all sides is rolled again and divided out.
    fn by_rerolling(sides: &[usize]) -> BTreeMap<Vec<usize>, f64> {
        if sides.len() < 2 {
            return BTreeMap::from([(sides.to_vec(), 1.0)]);
        }
        let (mut distribution, mut again) = (BTreeMap::new(), 0.0);
        let weight = 6_f64.powi(-(sides.len() as i32));
        for roll in 0..6_usize.pow(sides.len() as u32) {
            let face = |place: usize| roll / 6_usize.pow(place as u32) % 6;
            let groups: Vec<Vec<usize>> = (0..6)
                .rev()
                .map(|shown| {
                    (0..sides.len())
                        .filter(|place| face(*place) == shown)
                        .map(|place| sides[place])
                        .collect()
                })
                .collect();
            if groups.iter().any(|group: &Vec<usize>| group.len() == sides.len()) {
                again += weight;
                continue;
            }
            let mut orders = vec![(Vec::new(), weight)];
            for group in &groups {
                let tails = by_rerolling(group);
                orders = orders
                    .iter()
                    .flat_map(|(head, p)| {
                        tails.iter().map(move |(tail, q)| ([&head[..], tail].concat(), p * q))
                    })
                    .collect();
            }
            orders
                .into_iter()
                .for_each(|(order, p)| *distribution.entry(order).or_insert(0.0) += p);
        }
        distribution.into_iter().map(|(order, p)| (order, p / (1.0 - again))).collect()
    }

    #[test]
    fn lots_are_as_good_as_rerolled_dice() {
        for sides in 2..=4 {
            let (lots, dice) =
                (distribution(&vec![0; sides]), by_rerolling(&(0..sides).collect::<Vec<_>>()));
            assert_eq!(lots.len(), (1..=sides).product::<usize>());
            assert!(
                lots.iter().zip(&dice).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12),
                "{sides} sides"
            );
        }
    }

    #[test]
    fn more_points_go_first_and_only_the_tied_draw() {
        // 7, 2, 7, 9: the last first, then the two sevens in either order, then the two
        assert_eq!(
            distribution(&[7, 2, 7, 9]),
            BTreeMap::from([(vec![3, 0, 2, 1], 0.5), (vec![3, 2, 0, 1], 0.5)])
        );
        let mut state = with_points(&[7, 2, 7, 9]);
        keep_ranks(&mut state);
        assert_eq!(state.sides.iter().map(|side| side.points).collect::<Vec<_>>(), [1, 0, 1, 2]);
    }
}
