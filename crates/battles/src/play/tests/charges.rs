//! Charges whose charger ends near other terrain than it begins (A6.16, A10.8), by hand.

use super::*;
use crate::field::Field;
use crate::outcomes::EncounterKind;

/// Dice that show these faces in turn.
struct Faces(std::array::IntoIter<u8, 4>);

impl Generator for Faces {
    fn word(&mut self) -> u64 {
        u64::from(self.0.next().unwrap() - 1)
    }
}

/// Unit 1 with its front 8" behind the rear of unit 4, and a corpse pile of 4" by 2½".
fn beside_a_pile(battle: &Battle, pile: [i64; 2]) -> BattleState {
    let kind = battle.kinds.iter().find(|kind| kind.name() == PILE).unwrap();
    let piece = kind.at(Pose { middle: point(pile[0], pile[1]), heading: Heading::NORTH });
    let mut state = state(battle, &[], &[]);
    state.field = Field::new(battle.table, vec![piece]).unwrap();
    for (unit, y) in [(1, 0), (4, 12_800)] {
        let pose = Pose { middle: point(0, y), heading: Heading::NORTH };
        let tray = Tray::new(battle.units[unit].tray, pose);
        let player = state.units[unit].player;
        let unit_id = UnitId(unit as u8);
        state.field.place_unit(unit_id, PlacedUnit { player, tray }).unwrap();
        state.units[unit].place = UnitPlace::Table;
    }
    state
}

const CHARGE: UnitAction = UnitAction::Charge {
    weapon: 0,
    target: UnitId(4),
    arc: TrayArc::Rear,
    heading: Heading::NORTH,
};

/// The wounds that unit 1 loses by a charge with these dice: the charge, the test, its D3.
fn lost(battle: &Battle, state: BattleState, faces: [u8; 4]) -> u8 {
    let outcomes = battle.outcome_cache();
    let (mut dice, mut record) = (RolledDice::new(Faces(faces.into_iter())), NullRecorder);
    let [mut a, mut b] = [Taker, Taker];
    let mut play = Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut record);
    assert!(play.perform(UnitId(1), CHARGE).is_ok());
    12 - play.state.units[1].left
}

/// A 2 is 7", one short. A sum of 6 passes on 6+, and fails near the pile, which costs 1 + D3 wounds.
#[test]
fn charger_that_fails_tests_where_it_stops() {
    let battle = battle(Mode::FireAndBlood);
    let dice = [2, 2, 4, 1];
    // far from both places: 9" to the west of them at least
    assert_eq!(lost(&battle, beside_a_pile(&battle, [-14_000, 0]), dice), 0);
    // from the pile at 10.75" to the stop at 9.4" are 1.35" along and 2.25" across; to the start 8.35"
    assert_eq!(lost(&battle, beside_a_pile(&battle, [7_000, 12_000]), dice), 2);
    // 5.35" along and 2.25" across behind the start
    assert_eq!(lost(&battle, beside_a_pile(&battle, [7_000, -9_000]), dice), 0);
}

/// The charge fails by a 1 or 2, after which 6+ fails in 10 of 36 and near the pile in 15.
#[test]
fn expected_test_is_that_of_each_stop() {
    let battle = battle(Mode::FireAndBlood);
    let outcomes = battle.outcome_cache();
    let failing = |pile: [i64; 2]| {
        let state = beside_a_pile(&battle, pile);
        let declared = state.field.declare_charge(UnitId(1), UnitId(4), Length::inches(11));
        let toward = (TrayArc::Rear, Heading::NORTH);
        let approach = state.field.approach(&declared.unwrap(), toward, Length::inches(11));
        let spec = state.charge_encounter(&battle, &approach.unwrap(), 0).unwrap();
        assert!(matches!(spec.kind, EncounterKind::Charge { distance: 8, speed: 5, .. }));
        216.0 * outcomes.get(&spec).unwrap().expected().unwrap().failed[0]
    };
    for (pile, expected) in [
        ([-14_000, 0], 10 + 10),
        ([7_000, 12_000], 15 + 15),
        ([7_000, -9_000], 10 + 10),
        // beyond the target, 6.9" ahead after a move of 6" and 5.9" after one of 7"
        ([0, 16_550], 10 + 15),
    ] {
        let found = failing(pile);
        assert!((found - f64::from(expected)).abs() < 1e-9, "{pile:?}: {found}");
    }
}
