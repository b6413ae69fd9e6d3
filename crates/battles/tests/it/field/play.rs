//! Random actions, one after the other: what is allowed keeps the field in order.

use crate::field::field;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds_battles::field::{ChargeResult, EdgeContact, Field, IllegalAction, Manoeuvre, UnitId};
use warodds_battles::geometry::{
    Alignment, Direction, Heading, Length, Point, Pose, Tray, TraySize,
};

/// Dealer, and actions by it.
pub(super) struct PlayerId(Xoshiro256PlusPlus);

/// An action by its choices.
#[derive(Clone, Copy, Debug)]
pub(super) enum RestrictedAction {
    Manoeuvre(Manoeuvre),
    March(Length, Heading),
    Retreat((Direction, Length), Heading),
    Shift(Direction, Length),
    Charge(UnitId, Heading, u8),
    Realign(Alignment),
}

/// Where a unit comes to stand, and in which contact.
pub(super) type Outcome = Option<(Option<EdgeContact>, Pose)>;

impl PlayerId {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(super) fn heading(&mut self) -> Heading {
        let tenths = self.0.random_range(0..3_600);
        let steep = self.0.random_range(0..3) == 0;
        Heading::new(if steep { tenths / 900 * 900 } else { tenths }).unwrap()
    }

    fn length(&mut self, most: i64) -> Length {
        Length::new(self.0.random_range(0..=most)).unwrap()
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.random_range(0..all.len())]
    }

    /// A field with terrain and up to six units a side, close together.
    pub(super) fn field(&mut self) -> Field {
        let pieces = [
            crate::field::piece("forest", -8_000, 0),
            crate::field::piece("palisade", 8_000, 3_000),
            crate::field::piece("stakes", 2_000, -9_000),
            crate::field::piece("weirwood", 0, 9_000),
        ];
        let mut field = field(&pieces, &[], &[]);
        let sizes = [TraySize::INFANTRY, TraySize::CAVALRY, TraySize::SMALL, TraySize::LARGE];
        for number in 0..40 {
            let player =
                [warodds_battles::field::PlayerId::South, warodds_battles::field::PlayerId::North];
            let middle = Point::new(
                self.0.random_range(-18_000..=18_000),
                self.0.random_range(-18_000..=18_000),
            );
            let pose = Pose { middle: middle.unwrap(), heading: self.heading() };
            let tray = Tray::new(self.of(&sizes), pose);
            if field.units().count() < 10 {
                let _ = field.deploy(player[number % 2], tray);
            }
        }
        field
    }

    /// An action of a unit; charges are aimed at somebody.
    pub(super) fn action(&mut self, field: &Field, unit: UnitId) -> RestrictedAction {
        let (heading, to) = (self.heading(), self.of(&Direction::ALL));
        match self.0.random_range(0..8) {
            0 | 1 => {
                let ahead = self.length(5_500);
                RestrictedAction::Manoeuvre(Manoeuvre {
                    first: heading,
                    ahead,
                    then: self.heading(),
                })
            }
            2 => RestrictedAction::March(self.length(11_000), heading),
            3 => RestrictedAction::Retreat((to, self.length(9_000)), heading),
            4 => RestrictedAction::Shift(to, self.length(2_100)),
            5 => RestrictedAction::Realign(self.of(&Alignment::STANDARD)),
            _ => {
                let others: Vec<UnitId> = field.units().map(|(other, _)| other).collect();
                let target = self.of(&others);
                // in general ahead; sometimes somewhere
                let facing = field.unit(unit).unwrap().tray.pose().heading;
                let heading = if self.0.random_range(0..4) == 0 { heading } else { facing };
                RestrictedAction::Charge(target, heading, self.0.random_range(1..=6))
            }
        }
    }
}

/// What comes of an action; the last place where several may be taken.
pub(super) fn outcome(
    field: &Field,
    unit: UnitId,
    action: RestrictedAction,
) -> Result<Outcome, IllegalAction> {
    let speed = Length::inches(5);
    let pose = match action {
        RestrictedAction::Manoeuvre(steps) => field.manoeuvre(unit, steps, speed)?.pose,
        RestrictedAction::March(ahead, then) => field.march(unit, ahead, then, speed)?.pose,
        RestrictedAction::Retreat(way, then) => {
            field.retreat(unit, way, then, Length::inches(8))?.pose
        }
        RestrictedAction::Shift(direction, by) => {
            field.shift(unit, direction, by, Length::inches(2))?.pose
        }
        RestrictedAction::Realign(placing) => {
            let (contact, pose) = field.realignment(unit, placing)?;
            return Ok(Some((Some(contact), pose)));
        }
        RestrictedAction::Charge(target, heading, die) => {
            let reach = Length::inches(11);
            let declared = field.declare_charge(unit, target, reach)?;
            let arc = *declared.arcs.last().unwrap();
            let approach = field.approach(&declared, (arc, heading), reach)?;
            return Ok(match field.resolve_charge(&approach, Length::inches(5 + die))? {
                ChargeResult::Arrives(places) => {
                    places.last().map(|(contact, at)| (Some(*contact), *at))
                }
                ChargeResult::Fails(pose) => Some((None, pose)),
            });
        }
    };
    Ok(Some((None, pose)))
}

/// Nobody stands on somebody, all are on the table, and who is engaged touches whom.
fn is_in_order(field: &Field) {
    let units: Vec<_> = field.units().collect();
    for (place, (unit, one)) in units.iter().enumerate() {
        assert!(field.table().contains(one.tray.shape()), "{unit} is on the table");
        for (other, another) in &units[..place] {
            assert!(!one.tray.shape().overlaps(another.tray.shape()), "{unit} stands on {other}");
        }
    }
    for contact in field.contacts() {
        let [by, on] = [contact.by, contact.on].map(|unit| *field.unit(unit).unwrap());
        assert_ne!(by.player, on.player, "{contact:?}");
        assert!(by.tray.shape().touches(on.tray.shape()), "{contact:?}");
        assert!(field.engaged_with(contact.on).any(|unit| unit == contact.by));
    }
}

#[test]
fn what_is_allowed_keeps_the_field_in_order() {
    let mut player = PlayerId::new(1);
    let (mut done, mut engaged, mut rules) = ([0; 6], 0, std::collections::BTreeSet::new());
    for _ in 0..300 {
        let mut field = player.field();
        for _ in 0..120 {
            let units: Vec<UnitId> = field.units().map(|(unit, _)| unit).collect();
            let unit = player.of(&units);
            let action = player.action(&field, unit);
            match outcome(&field, unit, action) {
                Ok(None) => panic!("an action that arrives nowhere: {action:?}"),
                Ok(Some((Some(contact), at))) => field.align(contact, at).unwrap(),
                Ok(Some((None, at))) => field.move_unit(unit, at).unwrap(),
                Err(illegal) => {
                    rules.insert(illegal.rule);
                    continue;
                }
            }
            let kind = match action {
                RestrictedAction::Manoeuvre(_) => 0,
                RestrictedAction::March(..) => 1,
                RestrictedAction::Retreat(..) => 2,
                RestrictedAction::Shift(..) => 3,
                RestrictedAction::Charge(..) => 4,
                RestrictedAction::Realign(_) => 5,
            };
            done[kind] += 1;
            engaged += u32::from(field.is_engaged(unit));
            is_in_order(&field);
        }
    }
    assert!(done.iter().all(|&count| count > 20), "{done:?}");
    assert!(engaged > 50, "{engaged}");
    let seen: Vec<&str> = rules.into_iter().collect();
    let all = [
        "A10.9", "A15.5", "A17.1", "A2", "A6.10", "A6.11", "A6.12", "A6.13", "A6.15", "A6.16",
        "A6.5", "A6.8",
    ];
    assert_eq!(seen, all);
}
