//! The book's examples, and a published position.

use warodds_battles::geometry::{
    Alignment, Direction, Heading, Length, Point, Pose, Tray, TrayArc, TraySize, aligned_pose,
};

fn tray(size: TraySize, x: i64, y: i64, heading: Heading) -> Tray {
    Tray::new(size, Pose { middle: Point::new(x, y).unwrap(), heading })
}

/// Two infantry trays face to face, so far apart, the whole turned to a heading.
fn face_to_face(distance: Length, tenths: i64) -> [Tray; 2] {
    let heading = Heading::new(tenths).unwrap();
    let swords = Pose { middle: Point::ORIGIN, heading };
    let between = distance.saturating_add(Length::new(4_800).unwrap());
    let guardsmen = swords.moved(Direction::Forward, between).unwrap().facing(heading.opposite());
    [swords, guardsmen].map(|pose| Tray::new(TraySize::INFANTRY, pose))
}

/// A6.16: swords of speed 5, 8" away from guardsmen, need a 3 or more.
#[test]
fn a_charge_over_8_inches_at_speed_5_needs_a_3() {
    for tenths in 0..3_600 {
        let [swords, guardsmen] = face_to_face(Length::inches(8), tenths);
        let contact = swords.distance_to_contact(Direction::Forward, guardsmen.shape()).unwrap();
        let needed = (1..=6).find(|die| Length::inches(5 + die) >= contact);
        assert_eq!(needed, Some(3), "at {tenths}");
    }
}

/// A6.16: on a 2 they move 7" ahead and are 1" short. Corners are rounded, so at odd headings the
/// inch is one but for the tolerance.
#[test]
fn the_same_charge_on_a_2_ends_an_inch_short() {
    for tenths in 0..3_600 {
        let [swords, guardsmen] = face_to_face(Length::inches(8), tenths);
        let moved = swords.pose().moved(Direction::Forward, Length::inches(7)).unwrap();
        let swords = Tray::new(swords.size(), moved);
        let [less, more] = [-3, 3].map(|by| Length::new(1_000 + by).unwrap());
        assert!(swords.shape().is_at_least_apart(guardsmen.shape(), less), "at {tenths}");
        assert!(swords.shape().is_within(guardsmen.shape(), more), "at {tenths}");
    }
    let [swords, guardsmen] = face_to_face(Length::inches(1), 0);
    assert!(swords.shape().is_at_least_apart(guardsmen.shape(), Length::INCH));
    assert!(swords.shape().is_within(guardsmen.shape(), Length::INCH));
}

/// A16.4: a tray across the line between two arcs is in the one that holds most of it.
#[test]
fn a_tray_across_front_and_flank_is_where_most_of_it_is() {
    let guardsmen = tray(TraySize::INFANTRY, 0, 0, Heading::NORTH);
    let arcs = |x, y| {
        let swords = tray(TraySize::SMALL, x, y, Heading::SOUTH);
        guardsmen.arcs_holding_most(&swords).unwrap().iter().collect::<Vec<_>>()
    };
    // the line through the front right corner has a slope of 2400 to 2750
    assert_eq!(arcs(5_500, 4_800), [TrayArc::Front, TrayArc::Right], "cut in halves by the line");
    assert_eq!(arcs(5_500, 4_801), [TrayArc::Front], "a hair ahead");
    assert_eq!(arcs(5_501, 4_800), [TrayArc::Right], "a hair to the side");
    assert_eq!(arcs(-5_501, 4_800), [TrayArc::Left]);
    assert_eq!(arcs(-5_500, -4_801), [TrayArc::Rear]);
    assert_eq!(arcs(0, 9_000), [TrayArc::Front]);
}

/// A16.2: the arcs of a large tray leave it at 45°, so less is ahead of it than the diagonals
/// would tell.
#[test]
fn arcs_of_a_large_tray_leave_it_at_45_degrees() {
    let large = tray(TraySize::LARGE, 0, 0, Heading::NORTH);
    let arcs = |x, y| {
        let other = tray(TraySize::SMALL, x, y, Heading::NORTH);
        large.arcs_holding_most(&other).unwrap().iter().collect::<Vec<_>>()
    };
    // lines from 1.395" ahead of the middle
    assert_eq!(arcs(6_000, 7_395), [TrayArc::Front, TrayArc::Right]);
    assert_eq!(arcs(6_000, 7_396), [TrayArc::Front]);
    assert_eq!(arcs(6_000, -7_394), [TrayArc::Right]);
    assert_eq!(arcs(-6_000, -7_396), [TrayArc::Rear]);
}

/// A18.6: a small solo half an inch before the middle of a front denies all three places on it to
/// infantry, and any place between them.
#[test]
fn a_small_solo_before_a_front_shuts_it() {
    for tenths in (0..3_600).step_by(7) {
        let heading = Heading::new(tenths).unwrap();
        let behind = Tray::new(TraySize::INFANTRY, Pose { middle: Point::ORIGIN, heading });
        let ahead = Length::new(2_400 + 500 + 1_380).unwrap();
        let solo = behind.pose().moved(Direction::Forward, ahead).unwrap();
        let solo = Tray::new(TraySize::SMALL, solo);
        let is_free = |size, placing| {
            let charger =
                Tray::new(size, aligned_pose(&behind, TrayArc::Front, size, placing).unwrap());
            !charger.shape().overlaps(solo.shape())
        };
        let places = (-2_750..=2_750).step_by(50).map(Alignment::Offset);
        let mut all = Alignment::STANDARD.into_iter().chain(places);
        assert!(!all.any(|placing| is_free(TraySize::INFANTRY, placing)), "at {tenths}");
        // the flanks stay open
        let flank =
            aligned_pose(&behind, TrayArc::Right, TraySize::INFANTRY, Alignment::Centred).unwrap();
        assert!(!Tray::new(TraySize::INFANTRY, flank).shape().overlaps(solo.shape()));
    }
}
