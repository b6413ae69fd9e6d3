//! Aligned trays, at every heading.

use super::worlds::Dealer;
use warodds_battles::geometry::{
    Arc, Direction, Heading, Length, Move, Placing, Point, Pose, TOLERANCE, Tray, TraySize, aligned,
};

const SIZES: [TraySize; 4] =
    [TraySize::INFANTRY, TraySize::CAVALRY, TraySize::SMALL, TraySize::LARGE];

/// Every target at every heading with every tray on every side of it.
fn all(mut look: impl FnMut(&Tray, Arc, TraySize)) {
    for tenths in 0..3_600 {
        let heading = Heading::new(tenths).unwrap();
        for size in SIZES {
            let target = Tray::new(size, Pose { middle: Point::MIDDLE, heading });
            for other in SIZES {
                Arc::ALL.into_iter().for_each(|side| look(&target, side, other));
            }
        }
    }
}

fn placed(target: &Tray, side: Arc, size: TraySize, placing: Placing) -> Tray {
    Tray::new(size, aligned(target, side, size, placing).unwrap())
}

#[test]
fn aligned_trays_touch_and_do_not_overlap() {
    let tolerance = Length::new(TOLERANCE.into()).unwrap();
    all(|target, side, size| {
        for placing in Placing::USUAL {
            let tray = placed(target, side, size, placing);
            let seen = || format!("{:?} {side:?} {:?} {placing:?}", target.pose(), tray.size());
            assert!(!target.shape().overlaps(tray.shape()), "{}", seen());
            assert!(target.shape().is_within(tray.shape(), tolerance), "{}", seen());
            // its front looks at the side, and it stands in that side's arc
            assert!(
                tray.contact(Direction::Forward, target.shape())
                    .is_some_and(|way| way == Length::ZERO),
                "{}",
                seen()
            );
        }
    });
}

#[test]
fn what_is_aligned_may_slide_along() {
    let way = Length::new(7_531).unwrap();
    let slides = |moving: &Tray, direction, other: &Tray| {
        let going = Move::new(moving.pose().heading, direction, way);
        let seen = || format!("{:?} {:?} {direction:?}", moving.pose(), other.pose());
        assert!(!going.crosses(moving.shape(), other.shape()), "{}", seen());
    };
    all(|target, side, size| {
        let tray = placed(target, side, size, Placing::Right);
        for direction in [Direction::Left, Direction::Right, Direction::Backward] {
            slides(&tray, direction, target);
        }
        let along = match side {
            Arc::Front | Arc::Rear => [Direction::Left, Direction::Right],
            Arc::Left | Arc::Right => [Direction::Forward, Direction::Backward],
        };
        along.into_iter().for_each(|direction| slides(target, direction, &tray));
    });
}

#[test]
fn a_side_has_room_for_two_halves() {
    all(|target, side, size| {
        let [left, right] =
            [Placing::Left, Placing::Right].map(|placing| placed(target, side, size, placing));
        assert!(!left.shape().overlaps(right.shape()), "{:?} {side:?}", target.pose());
        let centred = placed(target, side, size, Placing::Centred);
        assert!(left.shape().overlaps(centred.shape()), "{:?} {side:?}", target.pose());
    });
}

#[test]
fn places_are_named_from_the_aligned_tray() {
    let target =
        Tray::new(TraySize::INFANTRY, Pose { middle: Point::MIDDLE, heading: Heading::NORTH });
    let middle = |side, placing| {
        let pose = aligned(&target, side, TraySize::SMALL, placing).unwrap();
        (pose.middle.x(), pose.middle.y(), pose.heading)
    };
    // who stands before its front looks to the south, so its left is the east
    assert_eq!(middle(Arc::Front, Placing::Centred), (0, 3_780, Heading::SOUTH));
    assert_eq!(middle(Arc::Front, Placing::Left), (1_380, 3_780, Heading::SOUTH));
    assert_eq!(middle(Arc::Front, Placing::Right), (-1_380, 3_780, Heading::SOUTH));
    assert_eq!(middle(Arc::Right, Placing::Left), (4_130, -1_380, Heading::WEST));
    assert_eq!(middle(Arc::Rear, Placing::Beside(100)), (100, -3_780, Heading::NORTH));
    assert_eq!(middle(Arc::Left, Placing::Centred), (-4_130, 0, Heading::EAST));
}

#[test]
fn half_at_least_is_up_to_half_a_width() {
    let mut dealer = Dealer::new(1);
    for _ in 0..1_000 {
        let size = dealer.size();
        let most = size.width() / 2;
        assert!(Placing::USUAL.iter().all(|placing| placing.is_half_at_least(size)));
        assert!(Placing::Beside(-most).is_half_at_least(size));
        assert!(!Placing::Beside(most + 1).is_half_at_least(size));
    }
}
