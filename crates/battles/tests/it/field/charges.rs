//! Charges by their steps.

use super::{FIRST, REACH, SECOND, THIRD, field, infantry, piece, pose, refused, thousandths};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds_battles::field::{
    ChargeApproach, ChargeResult, Field, IllegalAction, PlayerId, TerrainCrossing,
    TerrainCrossings, UnitId,
};
use warodds_battles::geometry::{
    Alignment, Direction, Heading, Length, Tray, TrayArc, TraySize, aligned_pose,
};

const NORTH: Heading = Heading::NORTH;
const SOUTH: Heading = Heading::SOUTH;

/// Swords 8" before guardsmen, as in the book.
fn swords_and_guardsmen() -> Field {
    field(&[], &[infantry(0, 0, NORTH)], &[infantry(0, 12_800, SOUTH)])
}

fn approach(field: &Field, unit: UnitId, target: UnitId) -> Result<ChargeApproach, IllegalAction> {
    let declared = field.declare_charge(unit, target, REACH)?;
    let arc = declared.arcs[0];
    let heading = field.unit(unit).unwrap().tray.pose().heading;
    field.approach(&declared, (arc, heading), REACH)
}

fn placings(run: &ChargeResult) -> Vec<Alignment> {
    match run {
        ChargeResult::Arrives(places) => {
            places.iter().map(|(contact, _)| contact.placing).collect()
        }
        ChargeResult::Fails(_) => Vec::new(),
    }
}

#[test]
fn the_books_charge_needs_a_3() {
    let mut field = swords_and_guardsmen();
    let approach = approach(&field, FIRST, SECOND).unwrap();
    assert_eq!(approach.arc, TrayArc::Front);
    let run = |die: u8| field.resolve_charge(&approach, Length::inches(5 + die)).unwrap();
    assert_eq!(run(2), ChargeResult::Fails(pose(0, 7_000, NORTH)), "1\" short");
    assert_eq!(placings(&run(3)), Alignment::STANDARD);
    let ChargeResult::Arrives(places) = run(6) else { panic!("it arrives") };
    let (contact, at) = places[0];
    assert_eq!(at, pose(0, 8_000, NORTH));
    field.align(contact, at).unwrap();
    assert_eq!(field.engaged_with(SECOND).collect::<Vec<_>>(), [FIRST]);
    assert_eq!(field.melee_arc(FIRST, SECOND), Ok(TrayArc::Front));
}

#[test]
fn a_charge_is_declared_at_an_enemy_in_sight_and_reach() {
    let field_of = |south: &[Tray], y| field(&[], south, &[infantry(0, y, SOUTH)]);
    let own = infantry(0, 0, NORTH);
    assert!(field_of(&[own], 15_800).declare_charge(FIRST, SECOND, REACH).is_ok(), "11\" away");
    assert_eq!(
        refused(field_of(&[own], 15_801).declare_charge(FIRST, SECOND, REACH)),
        "unit 1 is farther away than 11\" (A6.16)"
    );
    let hidden = field_of(&[own, infantry(0, 5_000, NORTH)], 12_000);
    assert!(refused(hidden.declare_charge(FIRST, THIRD, REACH)).ends_with("line of sight (A6.16)"));
    assert!(refused(hidden.declare_charge(FIRST, SECOND, REACH)).ends_with("not an enemy (A2)"));
}

#[test]
fn a_solo_before_a_front_denies_it() {
    // A18.6: half an inch ahead, from where the solo is passed beside
    let solo = Tray::new(TraySize::SMALL, pose(0, 4_280, NORTH));
    let charger = infantry(5_000, 12_000, SOUTH);
    let shut = field(&[], &[infantry(0, 0, NORTH), solo], &[charger]);
    assert_eq!(shut.sees(THIRD, FIRST), Ok(true));
    assert_eq!(
        refused(shut.declare_charge(THIRD, FIRST, REACH)),
        "there is no room for half of the front on that side of unit 0 (A6.16)"
    );
    let open = field(&[], &[infantry(0, 0, NORTH)], &[charger]);
    assert_eq!(open.declare_charge(SECOND, FIRST, REACH).unwrap().arcs, [TrayArc::Front]);
}

#[test]
fn a_side_takes_two_halves() {
    let mut field = field(
        &[],
        &[infantry(0, 0, NORTH), infantry(-6_000, -2_000, NORTH)],
        &[infantry(0, 12_800, SOUTH)],
    );
    let approach_of_first = approach(&field, FIRST, THIRD).unwrap();
    let ChargeResult::Arrives(places) = field.resolve_charge(&approach_of_first, REACH).unwrap()
    else {
        panic!()
    };
    let of = |placing| *places.iter().find(|(contact, _)| contact.placing == placing).unwrap();
    let mut centred = field.clone();
    let (contact, at) = of(Alignment::Centred);
    centred.align(contact, at).unwrap();
    assert!(refused(centred.declare_charge(SECOND, THIRD, Length::inches(14))).contains("no room"));
    let (contact, at) = of(Alignment::Right);
    field.align(contact, at).unwrap();
    let declared = field.declare_charge(SECOND, THIRD, Length::inches(14)).unwrap();
    let toward = Heading::new(200).unwrap();
    let second = field.approach(&declared, (TrayArc::Front, toward), Length::inches(14)).unwrap();
    assert_eq!(
        placings(&field.resolve_charge(&second, Length::inches(14)).unwrap()),
        [Alignment::Left]
    );
}

#[test]
fn where_the_usual_places_are_taken_the_nearest_is_found() {
    // a small solo with free ground from 0.52" to its one side to 0.08", by two friends
    let target = infantry(0, 0, NORTH);
    let solo = Tray::new(TraySize::SMALL, pose(0, 10_000, SOUTH));
    let mut field = field(
        &[],
        &[target],
        &[solo, infantry(15_000, 15_000, SOUTH), infantry(-15_000, 15_000, SOUTH)],
    );
    // friends beside the place, before the front
    let half = 2_750;
    field.move_unit(THIRD, pose(-1_900 - half, 5_000, SOUTH)).unwrap();
    field.move_unit(UnitId(3), pose(1_300 + half, 5_000, SOUTH)).unwrap();
    let approach = approach(&field, SECOND, FIRST).unwrap();
    let run = field.resolve_charge(&approach, REACH).unwrap();
    // it looks to the south, so the west is its right; 3/1000" of overlap are tolerated
    assert_eq!(placings(&run), [Alignment::Offset(77)]);
}

/// The alignments of a tray on the front of a target that overlap no obstacle, by trying each: the
/// standard ones, or else all that are nearest to one of them (A18.3).
fn free_by_trying_all(size: TraySize, target: &Tray, obstacles: &[Tray]) -> Vec<Alignment> {
    let is_free = |placing: &Alignment| {
        let tray = Tray::new(size, aligned_pose(target, TrayArc::Front, size, *placing).unwrap());
        obstacles.iter().all(|other| !other.shape().overlaps(tray.shape()))
    };
    let standard: Vec<Alignment> = Alignment::STANDARD.into_iter().filter(is_free).collect();
    if !standard.is_empty() {
        return standard;
    }
    let half = size.width() / 2;
    let free: Vec<i32> =
        (-half..=half).filter(|right| is_free(&Alignment::Offset(*right))).collect();
    let off = |right: &i32| right.abs().min(half - right.abs());
    let least = free.iter().map(off).min();
    free.into_iter().filter(|right| Some(off(right)) == least).map(Alignment::Offset).collect()
}

#[test]
fn places_among_obstacles_are_those_found_by_trying_all() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(18);
    let [mut between, mut none] = [0, 0];
    for case in 0..300 {
        let target = infantry(0, 0, Heading::new(random.random_range(0..3_600)).unwrap());
        let size = if case % 2 == 0 { TraySize::SMALL } else { TraySize::INFANTRY };
        let friends = [-15_000, -7_500].map(|x| infantry(x, -20_000, NORTH));
        let charger = Tray::new(size, pose(15_000, -20_000, NORTH));
        let mut field = field(&[], &[&[charger][..], &friends].concat(), &[target]);
        let mut obstacles = Vec::new();
        // a gap as wide as the charger and a little more, or less
        let middle = random.random_range(-size.width() / 2..size.width() / 2);
        let beside = (size.width() + random.random_range(-100..500)) / 2 + 2_750;
        for (number, aside) in [(1, middle - beside), (2, middle + beside)] {
            let to = if aside < 0 { Direction::Left } else { Direction::Right };
            let before = target.pose().moved(Direction::Forward, thousandths(5_500)).unwrap();
            let turned = Heading::new(random.random_range(0..3_600)).unwrap();
            let turned = if number == 1 { turned } else { before.heading };
            let at = before.moved(to, thousandths(aside.abs().into())).unwrap().facing(turned);
            field.move_unit(UnitId(number), at).unwrap();
            obstacles.push(Tray::new(TraySize::INFANTRY, at));
        }
        let approach = ChargeApproach {
            unit: FIRST,
            target: UnitId(3),
            arc: TrayArc::Front,
            heading: NORTH,
            needed: Length::ZERO,
            crossings: TerrainCrossings::default(),
        };
        let mut found = placings(&field.resolve_charge(&approach, REACH).unwrap());
        let mut free = free_by_trying_all(size, &target, &obstacles);
        found.sort();
        free.sort();
        assert_eq!(found, free, "case {case}");
        between += u32::from(matches!(free.first(), Some(Alignment::Offset(_))));
        none += u32::from(free.is_empty());
    }
    assert!(between > 20 && none > 20, "{between} between, {none} without a place");
}

#[test]
fn a_second_enemy_is_touched_only_where_there_is_no_other_place() {
    let beside = [infantry(0, 12_800, SOUTH), infantry(5_500, 12_800, SOUTH)];
    let field = field(&[], &[infantry(0, 0, NORTH)], &beside);
    let approach = approach(&field, FIRST, SECOND).unwrap();
    let run = field.resolve_charge(&approach, REACH).unwrap();
    // corners that touch do not engage
    assert_eq!(placings(&run), [Alignment::Centred, Alignment::Left]);
}

#[test]
fn the_pivot_keeps_the_target_in_sight_and_on_the_way() {
    let field = swords_and_guardsmen();
    let declared = field.declare_charge(FIRST, SECOND, REACH).unwrap();
    let pivot =
        |tenths| field.approach(&declared, (TrayArc::Front, Heading::new(tenths).unwrap()), REACH);
    assert!(pivot(100).is_ok());
    assert_eq!(refused(pivot(600)), "a move straight ahead misses unit 1 (A6.16)");
    assert!(refused(pivot(1_800)).ends_with("line of sight (A6.16)"));
    let flank = field.approach(&declared, (TrayArc::Left, NORTH), REACH);
    assert_eq!(refused(flank), "the charger is not in that arc of unit 1 (A6.16)");
}

#[test]
fn another_enemy_on_the_way_stops_the_charge_beforehand() {
    let north = [infantry(0, 12_800, SOUTH), Tray::new(TraySize::SMALL, pose(3_500, 6_000, SOUTH))];
    let field = field(&[], &[infantry(0, 0, NORTH)], &north);
    assert_eq!(refused(approach(&field, FIRST, SECOND)), "unit 2 is in the way (A17.1)");
    // straight past it
    let declared = field.declare_charge(FIRST, SECOND, REACH).unwrap();
    let aside = Heading::new(3_500).unwrap();
    assert!(field.approach(&declared, (TrayArc::Front, aside), REACH).is_ok());
}

#[test]
fn a_charge_that_fails_ends_before_a_friend() {
    let friend = infantry(1_000, 6_000, NORTH);
    let mut field = field(&[], &[infantry(0, 0, NORTH)], &[infantry(0, 12_800, SOUTH)]);
    let approach = approach(&field, FIRST, SECOND).unwrap();
    let third = field.deploy(PlayerId::South, friend).unwrap();
    // 7" would end on the friend; corners touch 3/1000" deep
    assert_eq!(
        field.resolve_charge(&approach, Length::inches(7)),
        Ok(ChargeResult::Fails(pose(0, 1_203, NORTH)))
    );
    field.move_unit(third, pose(1_000, 1_000, NORTH)).unwrap();
    assert_eq!(
        field.resolve_charge(&approach, Length::inches(7)),
        Ok(ChargeResult::Fails(pose(0, 7_000, NORTH))),
        "passed"
    );
}

#[test]
fn rough_ground_takes_an_inch_from_a_charge() {
    let pieces = [piece("corpse pile", 0, 6_000)];
    let field = field(&pieces, &[infantry(0, 0, NORTH)], &[infantry(0, 14_800, SOUTH)]);
    let approach = approach(&field, FIRST, SECOND).unwrap();
    assert_eq!(approach.crossings.iter().collect::<Vec<_>>(), [(0, TerrainCrossing::Through)]);
    // 10" and the inch, less the tolerance
    assert_eq!(approach.needed, thousandths(10_997));
    let run = |by| field.resolve_charge(&approach, Length::inches(by)).unwrap();
    assert_eq!(run(10), ChargeResult::Fails(pose(0, 9_000, NORTH)));
    assert_eq!(placings(&run(11)).len(), 3);
    assert!(field.declare_charge(FIRST, SECOND, Length::inches(10)).is_ok(), "10\" away");
    let declared = field.declare_charge(FIRST, SECOND, Length::inches(10)).unwrap();
    let short = field.approach(&declared, (TrayArc::Front, NORTH), Length::inches(10));
    assert!(refused(short).contains("farther away than 10\""));
}

#[test]
fn on_the_line_between_two_arcs_the_charger_chooses() {
    // its middle on the line through the front right corner, turned to the target
    let toward = Heading::new(2_300).unwrap();
    let charger = Tray::new(TraySize::SMALL, pose(5_500, 4_800, toward));
    let mut field = field(&[], &[infantry(0, 0, NORTH)], &[charger]);
    let declared = field.declare_charge(SECOND, FIRST, REACH).unwrap();
    assert_eq!(declared.arcs, [TrayArc::Front, TrayArc::Right]);
    let approach = field.approach(&declared, (TrayArc::Right, toward), REACH).unwrap();
    let ChargeResult::Arrives(places) = field.resolve_charge(&approach, REACH).unwrap() else {
        panic!("it arrives")
    };
    let (contact, at) = places[0];
    field.align(contact, at).unwrap();
    assert_eq!(field.melee_arc(SECOND, FIRST), Ok(TrayArc::Right));
}
