//! Melee: sides of contact and new alignments.

use super::{FIRST, SECOND, THIRD, field, infantry, pose, refused};
use warodds_battles::field::{EdgeContact, Field};
use warodds_battles::geometry::{Alignment, Heading, TrayArc, TraySize, aligned_pose};

const NORTH: Heading = Heading::NORTH;
const SOUTH: Heading = Heading::SOUTH;

/// The first unit with the second on its right flank.
fn flanked() -> Field {
    let mut field = field(
        &[],
        &[infantry(0, 0, NORTH)],
        &[infantry(0, 15_000, SOUTH), infantry(15_000, 15_000, SOUTH)],
    );
    join(&mut field, SECOND, TrayArc::Right, Alignment::Centred);
    field
}

fn join(field: &mut Field, by: warodds_battles::field::UnitId, side: TrayArc, placing: Alignment) {
    let own = field.unit(FIRST).unwrap().tray;
    let at = aligned_pose(&own, side, TraySize::INFANTRY, placing).unwrap();
    field.align(EdgeContact { by, on: FIRST, side, placing }, at).unwrap();
}

#[test]
fn the_arc_is_the_side_of_contact() {
    let field = flanked();
    assert_eq!(field.melee_arc(SECOND, FIRST), Ok(TrayArc::Right));
    assert_eq!(field.melee_arc(FIRST, SECOND), Ok(TrayArc::Front));
    assert_eq!(
        refused(field.melee_arc(FIRST, THIRD)),
        "the unit is not engaged with unit 2 (A6.15)"
    );
    assert!(
        refused(field.melee_arc(THIRD, FIRST)).contains("not engaged may not make a melee attack")
    );
}

#[test]
fn a_unit_with_one_enemy_turns_to_it() {
    let mut field = flanked();
    // the enemy stands 2.75" + 2.4" to the east and looks to the west
    let (contact, at) = field.realignment(FIRST, Alignment::Centred).unwrap();
    assert_eq!(at, pose(5_150 - 4_800, 0, Heading::EAST));
    assert_eq!(
        contact,
        EdgeContact { by: FIRST, on: SECOND, side: TrayArc::Front, placing: Alignment::Centred }
    );
    let (_, aside) = field.realignment(FIRST, Alignment::Left).unwrap();
    // its left is the north
    assert_eq!(aside, pose(350, 2_750, Heading::EAST));
    assert!(refused(field.realignment(FIRST, Alignment::Offset(10))).ends_with("(A6.15)"));
    field.align(contact, at).unwrap();
    assert_eq!(field.contacts().len(), 1);
    assert_eq!(field.melee_arc(SECOND, FIRST), Ok(TrayArc::Front), "it faces the enemy now");
    assert_eq!(field.melee_arc(FIRST, SECOND), Ok(TrayArc::Front), "which never changes");
}

#[test]
fn a_unit_with_two_enemies_is_held() {
    let mut field = flanked();
    join(&mut field, THIRD, TrayArc::Rear, Alignment::Centred);
    assert_eq!(
        refused(field.realignment(FIRST, Alignment::Centred)),
        "a unit engaged with two enemies or more may not realign (A6.15)"
    );
    assert!(field.realignment(THIRD, Alignment::Left).is_ok(), "the others have one enemy each");
    field.remove(SECOND);
    assert!(field.realignment(FIRST, Alignment::Centred).is_ok());
    assert!(refused(field.realignment(SECOND, Alignment::Centred)).contains("not engaged"));
}

#[test]
fn a_new_alignment_needs_room() {
    let mut field = flanked();
    // a friend of the enemy beside it
    field.move_unit(THIRD, pose(1_000, -7_000, NORTH)).unwrap();
    assert!(field.realignment(FIRST, Alignment::Left).is_ok());
    assert_eq!(refused(field.realignment(FIRST, Alignment::Right)), "unit 2 is there (A17.1)");
}
