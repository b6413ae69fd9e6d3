//! Aligned trays, at every heading.

use super::worlds::Dealer;
use warodds_battles::geometry::{
    Alignment, Direction, Heading, Length, Move, Point, Pose, TOLERANCE, Tray, TrayArc, TraySize,
    aligned_pose,
};

const SIZES: [TraySize; 4] =
    [TraySize::INFANTRY, TraySize::CAVALRY, TraySize::SMALL, TraySize::LARGE];

/// Every target at every heading with every tray on every side of it.
fn all(mut look: impl FnMut(&Tray, TrayArc, TraySize)) {
    for tenths in 0..3_600 {
        let heading = Heading::new(tenths).unwrap();
        for size in SIZES {
            let target = Tray::new(size, Pose { middle: Point::ORIGIN, heading });
            for other in SIZES {
                TrayArc::ALL.into_iter().for_each(|side| look(&target, side, other));
            }
        }
    }
}

fn placed(target: &Tray, side: TrayArc, size: TraySize, placing: Alignment) -> Tray {
    Tray::new(size, aligned_pose(target, side, size, placing).unwrap())
}

#[test]
fn aligned_trays_touch_and_do_not_overlap() {
    let tolerance = Length::new(TOLERANCE.into()).unwrap();
    all(|target, side, size| {
        for placing in Alignment::STANDARD {
            let tray = placed(target, side, size, placing);
            let seen = || format!("{:?} {side:?} {:?} {placing:?}", target.pose(), tray.size());
            assert!(!target.shape().overlaps(tray.shape()), "{}", seen());
            assert!(target.shape().is_within(tray.shape(), tolerance), "{}", seen());
            // its front looks at the side, and it stands in that side's arc
            assert!(
                tray.distance_to_contact(Direction::Forward, target.shape())
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
        let tray = placed(target, side, size, Alignment::Right);
        for direction in [Direction::Left, Direction::Right, Direction::Backward] {
            slides(&tray, direction, target);
        }
        let along = match side {
            TrayArc::Front | TrayArc::Rear => [Direction::Left, Direction::Right],
            TrayArc::Left | TrayArc::Right => [Direction::Forward, Direction::Backward],
        };
        along.into_iter().for_each(|direction| slides(target, direction, &tray));
    });
}

#[test]
fn a_side_has_room_for_two_halves() {
    all(|target, side, size| {
        let [left, right] =
            [Alignment::Left, Alignment::Right].map(|placing| placed(target, side, size, placing));
        assert!(!left.shape().overlaps(right.shape()), "{:?} {side:?}", target.pose());
        let centred = placed(target, side, size, Alignment::Centred);
        assert!(left.shape().overlaps(centred.shape()), "{:?} {side:?}", target.pose());
    });
}

#[test]
fn places_are_named_from_the_aligned_tray() {
    let target =
        Tray::new(TraySize::INFANTRY, Pose { middle: Point::ORIGIN, heading: Heading::NORTH });
    let middle = |side, placing| {
        let pose = aligned_pose(&target, side, TraySize::SMALL, placing).unwrap();
        (pose.middle.x(), pose.middle.y(), pose.heading)
    };
    // who stands before its front looks to the south, so its left is the east
    assert_eq!(middle(TrayArc::Front, Alignment::Centred), (0, 3_780, Heading::SOUTH));
    assert_eq!(middle(TrayArc::Front, Alignment::Left), (1_380, 3_780, Heading::SOUTH));
    assert_eq!(middle(TrayArc::Front, Alignment::Right), (-1_380, 3_780, Heading::SOUTH));
    assert_eq!(middle(TrayArc::Right, Alignment::Left), (4_130, -1_380, Heading::WEST));
    assert_eq!(middle(TrayArc::Rear, Alignment::Offset(100)), (100, -3_780, Heading::NORTH));
    assert_eq!(middle(TrayArc::Left, Alignment::Centred), (-4_130, 0, Heading::EAST));
}

#[test]
fn half_at_least_is_up_to_half_a_width() {
    let mut dealer = Dealer::new(1);
    for _ in 0..1_000 {
        let size = dealer.size();
        let most = size.width() / 2;
        assert!(Alignment::STANDARD.iter().all(|placing| placing.is_half_at_least(size)));
        assert!(Alignment::Offset(-most).is_half_at_least(size));
        assert!(!Alignment::Offset(most + 1).is_half_at_least(size));
    }
}
