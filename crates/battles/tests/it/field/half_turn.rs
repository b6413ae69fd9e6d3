//! The field turned by half with the players swapped: what is allowed, and where it ends.

use super::play::{PlayerId, outcome};
use warodds_battles::field::{Field, UnitId};
use warodds_battles::geometry::Pose;

/// An action's choices when the table is turned by half.
fn rotated_180(action: super::play::RestrictedAction) -> super::play::RestrictedAction {
    use super::play::RestrictedAction::*;
    use warodds_battles::field::Manoeuvre as Steps;
    match action {
        Manoeuvre(Steps { first, ahead, then }) => {
            Manoeuvre(Steps { first: first.opposite(), ahead, then: then.opposite() })
        }
        March(ahead, then) => March(ahead, then.opposite()),
        Retreat(way, then) => Retreat(way, then.opposite()),
        Charge(target, heading, die) => Charge(target, heading.opposite(), die),
        other @ (Shift(..) | Realign(_)) => other,
    }
}

#[test]
fn states_met_in_play_answer_alike_when_the_table_is_turned() {
    let mut player = PlayerId::new(2);
    let (mut states, mut allowed) = (0, 0);
    while states < 10_000 {
        let mut field = player.field();
        for _ in 0..100 {
            let units: Vec<UnitId> = field.units().map(|(unit, _)| unit).collect();
            let unit = units[states % units.len()];
            let action = player.action(&field, unit);
            let here = outcome(&field, unit, action);
            let turned: Field = field.rotated_180();
            let there = outcome(&turned, unit, rotated_180(action));
            let back =
                there.map(|place| place.map(|(contact, pose)| (contact, Pose::rotated_180(pose))));
            assert_eq!(here, back, "{action:?} of {unit}: {field:?}");
            states += 1;
            match here {
                Ok(Some((Some(contact), at))) => field.align(contact, at).unwrap(),
                Ok(Some((None, at))) => field.move_unit(unit, at).unwrap(),
                _ => continue,
            }
            allowed += 1;
        }
    }
    assert!(allowed > 1_000, "{allowed}");
}
