//! Manoeuvres, marches, shifts, retreats and what terrain does to them.

use super::{FIRST, SECOND, SPEED, THIRD, field, infantry, piece, pose, refused, thousandths};
use warodds_battles::field::{EdgeContact, Field, Manoeuvre, PlayerId, TerrainCrossing};
use warodds_battles::geometry::{
    Alignment, Direction, GameTable, Heading, Length, Tray, TrayArc, TraySize, aligned_pose,
};

const NORTH: Heading = Heading::NORTH;
const SOUTH: Heading = Heading::SOUTH;
const EAST: Heading = Heading::EAST;

fn steps(first: Heading, ahead: Length, then: Heading) -> Manoeuvre {
    Manoeuvre { first, ahead, then }
}

fn straight(ahead: Length) -> Manoeuvre {
    steps(NORTH, ahead, NORTH)
}

#[test]
fn a_manoeuvre_pivots_goes_and_pivots() {
    let field = field(&[], &[infantry(0, 0, NORTH)], &[]);
    let walk = field.manoeuvre(FIRST, steps(EAST, SPEED, SOUTH), SPEED).unwrap();
    assert_eq!(walk.pose, pose(5_000, 0, SOUTH));
    let far = thousandths(5_001);
    assert_eq!(
        refused(field.manoeuvre(FIRST, straight(far), SPEED)),
        "a move of 5.001\" is too long: at most 5\" is allowed (A6.10)"
    );
    let march = field.march(FIRST, Length::inches(10), EAST, SPEED).unwrap();
    assert_eq!(march.pose, pose(0, 10_000, EAST));
    assert!(refused(field.march(FIRST, thousandths(10_001), EAST, SPEED)).ends_with("(A6.11)"));
    let shift = field.shift(FIRST, Direction::Left, Length::inches(2), Length::inches(2)).unwrap();
    assert_eq!(shift.pose, pose(-2_000, 0, NORTH));
}

#[test]
fn enemies_are_not_crossed_and_friends_are() {
    let enemy = field(&[], &[infantry(0, 0, NORTH)], &[infantry(0, 8_000, SOUTH)]);
    let march = |field: &Field, by| field.march(FIRST, thousandths(by), NORTH, Length::inches(9));
    assert_eq!(refused(march(&enemy, 17_000)), "unit 1 is in the way (A17.1)");
    assert_eq!(refused(march(&enemy, 2_201)), "enemy unit 1 is within 1\" (A6.5)");
    assert!(march(&enemy, 2_200).is_ok(), "exactly 1\" away");
    let friend = field(&[], &[infantry(0, 0, NORTH), infantry(0, 8_000, SOUTH)], &[]);
    assert!(march(&friend, 17_000).is_ok());
    assert!(march(&friend, 3_200).is_ok(), "in touch with a friend");
    assert_eq!(refused(march(&friend, 3_204)), "unit 1 is there (A17.1)");
}

#[test]
fn an_enemy_may_be_passed_and_left_within_an_inch() {
    let mut near = field(&[], &[infantry(0, 0, NORTH)], &[infantry(6_500, 6_000, SOUTH)]);
    assert!(near.manoeuvre(FIRST, straight(Length::ZERO), SPEED).is_ok());
    // as after a charge that failed
    near.move_unit(SECOND, pose(6_000, 5_000, SOUTH)).unwrap();
    assert!(near.march(FIRST, Length::inches(12), NORTH, Length::SHORT).is_ok(), "past it");
    near.move_unit(SECOND, pose(6_000, 0, SOUTH)).unwrap();
    assert!(refused(near.pivot(FIRST, SOUTH)).ends_with("(A6.5)"), "within 1\" and stays there");
    assert!(near.march(FIRST, Length::inches(12), NORTH, Length::SHORT).is_ok(), "away from it");
}

#[test]
fn the_first_pivot_is_looked_at_only_where_the_move_goes() {
    // turned to the east its corner lies on the friend, and again after the move it does not
    let friends = [infantry(0, 0, NORTH), infantry(0, 4_800, NORTH)];
    let field = field(&[], &friends, &[]);
    assert!(refused(field.pivot(FIRST, EAST)).contains("unit 1 is there"));
    assert!(field.manoeuvre(FIRST, steps(EAST, SPEED, EAST), SPEED).is_err(), "still there");
    assert!(field.manoeuvre(FIRST, steps(EAST, Length::inches(6), NORTH), Length::SHORT).is_ok());
}

#[test]
fn moves_end_on_the_table() {
    let field = field(&[], &[infantry(0, 20_000, NORTH)], &[]);
    let ahead = |by| field.manoeuvre(FIRST, straight(thousandths(by)), SPEED);
    assert!(ahead(1_600).is_ok());
    assert_eq!(refused(ahead(1_604)), "the tray is not wholly on the table (A15.5)");
    let corner = super::field(&[], &[infantry(21_250, 21_600, NORTH)], &[]);
    assert!(refused(corner.pivot(FIRST, EAST)).ends_with("(A15.5)"));
    let far = super::field(&[], &[infantry(0, 0, NORTH)], &[]);
    assert!(
        refused(far.march(FIRST, Length::inches(100), NORTH, Length::inches(60)))
            .ends_with("(A15.5)")
    );
}

#[test]
fn rough_ground_takes_an_inch_once() {
    let forest = field(&[piece("forest", 0, 6_000)], &[infantry(0, 0, NORTH)], &[]);
    let ahead = |by| forest.manoeuvre(FIRST, straight(thousandths(by)), SPEED);
    // its front is at 2.4" and the forest begins at 4"
    assert!(!ahead(1_600).unwrap().crossings.is_rough(), "up to its edge");
    assert!(ahead(4_000).unwrap().crossings.is_rough());
    assert_eq!(
        refused(ahead(4_001)),
        "a move of 4.001\" is too long: at most 4\" is allowed (A6.10)"
    );
    assert!(forest.manoeuvre(FIRST, steps(EAST, SPEED, EAST), SPEED).is_ok(), "past it");
    let two = [piece("forest", 0, 6_000), piece("hedge", 0, 10_000)];
    let two = field(&two, &[infantry(0, 0, NORTH)], &[]);
    assert!(two.march(FIRST, Length::inches(9), NORTH, SPEED).is_ok(), "once for both");
    assert!(two.march(FIRST, thousandths(9_001), NORTH, SPEED).is_err());
    let within = field(&[piece("bog", 0, 0)], &[infantry(0, 0, NORTH)], &[]);
    assert!(within.manoeuvre(FIRST, straight(SPEED), SPEED).is_err(), "out of it");
    assert!(within.pivot(FIRST, EAST).is_ok());
}

#[test]
fn impassable_ground_is_neither_crossed_nor_entered() {
    let palisade = field(&[piece("palisade", 0, 6_000)], &[infantry(0, 0, NORTH)], &[]);
    let march = |by| palisade.march(FIRST, thousandths(by), NORTH, Length::SHORT);
    assert!(march(3_100).is_ok());
    assert_eq!(refused(march(3_104)), "piece 0 is impassable and in the way (A10.9)");
    assert!(refused(march(11_900)).ends_with("(A10.9)"));
    let beside = field(&[piece("palisade", 0, 3_000)], &[infantry(0, 0, NORTH)], &[]);
    assert_eq!(refused(beside.pivot(FIRST, EAST)), "piece 0 is there and impassable (A10.9)");
}

#[test]
fn a_move_tells_the_terrain_it_meets() {
    let pieces = [piece("stakes", 0, 4_000), piece("bog", 0, 12_000), piece("wall", 12_000, 0)];
    let field = field(&pieces, &[infantry(0, 0, NORTH)], &[]);
    let walk = field.march(FIRST, Length::inches(9), NORTH, SPEED).unwrap();
    let met: Vec<_> = walk.crossings.iter().collect();
    assert_eq!(met, [(0, TerrainCrossing::Through), (1, TerrainCrossing::Edge)]);
    let short = field.manoeuvre(FIRST, straight(Length::inches(1)), SPEED).unwrap();
    assert_eq!(short.crossings.iter().collect::<Vec<_>>(), [(0, TerrainCrossing::Edge)]);
}

/// The second unit, an enemy, in contact with a side of the first.
fn engaged(side: TrayArc) -> Field {
    let mut field = field(&[], &[infantry(0, 0, NORTH)], &[infantry(0, 15_000, SOUTH)]);
    let own = field.unit(FIRST).unwrap().tray;
    let placing = Alignment::Centred;
    let at = aligned_pose(&own, side, TraySize::INFANTRY, placing).unwrap();
    field.align(EdgeContact { by: SECOND, on: FIRST, side, placing }, at).unwrap();
    field
}

#[test]
fn who_is_engaged_may_only_retreat() {
    let field = engaged(TrayArc::Front);
    assert_eq!(
        refused(field.manoeuvre(FIRST, straight(Length::ZERO), SPEED)),
        "an engaged unit may not manoeuvre (A6.10)"
    );
    assert!(refused(field.march(SECOND, SPEED, SOUTH, SPEED)).ends_with("march (A6.11)"));
    assert!(refused(field.declare_charge(FIRST, SECOND, super::REACH)).ends_with("charge (A6.16)"));
    assert!(
        refused(field.check_ranged_attack(FIRST, SECOND, Length::LONG))
            .ends_with("make a ranged attack (A6.13)")
    );
    let shift = field.shift(FIRST, Direction::Left, Length::ZERO, Length::INCH);
    assert!(refused(shift).ends_with("(A6.13)"));
}

#[test]
fn a_retreat_goes_back_or_aside() {
    let front = engaged(TrayArc::Front);
    let retreat = |field: &Field, direction, by| {
        field.retreat(FIRST, (direction, thousandths(by)), EAST, Length::inches(7))
    };
    let back = retreat(&front, Direction::Backward, 7_000).unwrap();
    assert_eq!(back.pose, pose(0, -7_000, EAST));
    assert!(refused(retreat(&front, Direction::Backward, 7_001)).ends_with("(A6.12)"));
    assert_eq!(
        refused(retreat(&front, Direction::Backward, 900)),
        "enemy unit 1 is within 1\" (A6.5)"
    );
    assert!(retreat(&front, Direction::Left, 6_900).is_ok(), "along the enemy");
    assert!(refused(retreat(&front, Direction::Forward, 7_000)).contains("forward only"));
    let rear = engaged(TrayArc::Rear);
    assert!(retreat(&rear, Direction::Forward, 7_000).is_ok());
    assert_eq!(refused(retreat(&rear, Direction::Backward, 7_000)), "unit 1 is in the way (A17.1)");
    let free = field(&[], &[infantry(0, 0, NORTH)], &[]);
    assert_eq!(
        refused(retreat(&free, Direction::Backward, 7_000)),
        "a unit that is not engaged may not retreat (A6.12)"
    );
    assert_eq!(front.freed_by(FIRST).collect::<Vec<_>>(), [SECOND]);
}

/// A third unit, an enemy as well, in contact with another side of the first.
fn join(field: &mut Field, side: TrayArc) {
    let other = field.deploy(PlayerId::North, infantry(15_000, 15_000, SOUTH)).unwrap();
    assert_eq!(other, THIRD);
    let own = field.unit(FIRST).unwrap().tray;
    let at = aligned_pose(&own, side, TraySize::INFANTRY, Alignment::Left).unwrap();
    field.align(EdgeContact { by: THIRD, on: FIRST, side, placing: Alignment::Left }, at).unwrap();
}

#[test]
fn a_retreat_goes_forward_where_nobody_stands_in_front() {
    let forward = |field: &Field| {
        let way = (Direction::Forward, Length::inches(7));
        field.retreat(FIRST, way, NORTH, Length::inches(7))
    };
    assert!(forward(&engaged(TrayArc::Right)).is_ok());
    assert!(forward(&engaged(TrayArc::Rear)).is_ok());
    let mut both = engaged(TrayArc::Rear);
    join(&mut both, TrayArc::Front);
    assert!(refused(forward(&both)).contains("forward only"), "one in front as well");
}

#[test]
fn a_retreat_leaves_everybody() {
    let mut field = engaged(TrayArc::Front);
    join(&mut field, TrayArc::Right);
    assert_eq!(field.engaged_with(FIRST).collect::<Vec<_>>(), [SECOND, THIRD]);
    field.move_unit(FIRST, pose(-10_000, -10_000, NORTH)).unwrap();
    assert!(![FIRST, SECOND, THIRD].iter().any(|unit| field.is_engaged(*unit)));
}

#[test]
fn fields_that_cannot_be_are_refused() {
    let on = Field::new(GameTable::STANDARD, vec![piece("bog", 0, 0), piece("wall", 1_000, 0)]);
    assert_eq!(refused(on), "piece 1 lies on piece 0 (A10.12)");
    let off = Field::new(GameTable::STANDARD, vec![piece("weirwood", 23_000, 0)]);
    assert_eq!(refused(off), "piece 0 is not wholly on the table (A10.12)");
    let mut field = field(&[], &[infantry(0, 0, NORTH)], &[]);
    let near = field.deploy(PlayerId::North, infantry(0, 5_000, SOUTH));
    assert_eq!(refused(near), "enemy unit 0 is within 1\" (A6.5)");
    assert_eq!(refused(field.unit(SECOND).copied()), "unit 1 is not on the table (A12.6)");
    field.remove(FIRST);
    assert!(field.unit(FIRST).is_err());
    let second = field.deploy(PlayerId::North, Tray::new(TraySize::LARGE, pose(0, 0, EAST)));
    assert_eq!(second, Ok(SECOND), "numbers are not given twice");
}
