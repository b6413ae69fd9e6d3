//! Manoeuvres, marches, retreats and shifts (A6.8, A6.10–A6.12, A17).

use super::{Breach, Field, IllegalAction, PlacedUnit, RestrictedAction, TerrainCrossings, UnitId};
use crate::geometry::{Direction, Heading, Length, Move, Pose, Tray, TrayArc};
use crate::terrain::Keyword;

/// The steps of a manoeuvre (A6.10): pivot, straight ahead, pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Manoeuvre {
    /// The heading during the move.
    pub first: Heading,
    /// The distance.
    pub ahead: Length,
    /// The heading at the end.
    pub then: Heading,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The pose at its end.
    pub pose: Pose,
    /// The terrain it crosses.
    pub crossings: TerrainCrossings,
}

/// The straight part of a move, and the longest distance allowed.
#[derive(Clone, Copy, Debug)]
struct StraightPart {
    direction: Direction,
    by: Length,
    allowed: Length,
}

impl Field {
    /// Checks a manoeuvre of a unit with a speed (A6.10). Rough ground costs an inch.
    ///
    /// # Errors
    /// [`IllegalAction`] if the move may not be made.
    pub fn manoeuvre(
        &self,
        unit: UnitId,
        steps: Manoeuvre,
        speed: Length,
    ) -> Result<LegalMove, IllegalAction> {
        self.check_not_engaged(unit, RestrictedAction::Manoeuvre)?;
        let stride =
            StraightPart { direction: Direction::Forward, by: steps.ahead, allowed: speed };
        self.walk(unit, steps.first, stride, steps.then).map_err(by(RestrictedAction::Manoeuvre))
    }

    /// Checks a march: straight ahead up to twice the speed, then a pivot (A6.11).
    ///
    /// # Errors
    /// [`IllegalAction`] if the move may not be made.
    pub fn march(
        &self,
        unit: UnitId,
        ahead: Length,
        then: Heading,
        speed: Length,
    ) -> Result<LegalMove, IllegalAction> {
        self.check_not_engaged(unit, RestrictedAction::March)?;
        let facing = self.unit(unit)?.tray.pose().heading;
        let allowed = speed.saturating_add(speed);
        let stride = StraightPart { direction: Direction::Forward, by: ahead, allowed };
        self.walk(unit, facing, stride, then).map_err(by(RestrictedAction::March))
    }

    /// Checks a shift before a ranged attack: straight in one direction without a pivot (A6.8,
    /// A6.13).
    ///
    /// # Errors
    /// [`IllegalAction`] if the move may not be made.
    pub fn shift(
        &self,
        unit: UnitId,
        direction: Direction,
        by: Length,
        allowed: Length,
    ) -> Result<LegalMove, IllegalAction> {
        self.check_not_engaged(unit, RestrictedAction::RangedAttack)?;
        let facing = self.unit(unit)?.tray.pose().heading;
        self.walk(unit, facing, StraightPart { direction, by, allowed }, facing)
    }

    /// Checks a retreat (A6.12): straight without turning, then a pivot. `allowed` is speed plus
    /// die.
    ///
    /// # Errors
    /// [`IllegalAction`] if the move may not be made.
    pub fn retreat(
        &self,
        unit: UnitId,
        (direction, by_length): (Direction, Length),
        then: Heading,
        allowed: Length,
    ) -> Result<LegalMove, IllegalAction> {
        let sides = self.contacts().iter().filter(|contact| contact.other(unit).is_some());
        let sides: Vec<TrayArc> = sides.map(|contact| contact.side_of(unit)).collect();
        if sides.is_empty() {
            return Err(Breach::NotEngaged(RestrictedAction::Retreat).under_rule("A6.12"));
        }
        // forward only with no enemy in front, and engaged on flank or rear (A6.12)
        if direction == Direction::Forward && sides.contains(&TrayArc::Front) {
            return Err(Breach::RetreatsForward.under_rule("A6.12"));
        }
        let facing = self.unit(unit)?.tray.pose().heading;
        let stride = StraightPart { direction, by: by_length, allowed };
        self.walk(unit, facing, stride, then).map_err(by(RestrictedAction::Retreat))
    }

    /// Iterates over the enemies that are engaged only with this unit and may pivot when it leaves
    /// or is destroyed (A6.12, A6.18).
    pub fn freed_by(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let alone = move |enemy: &UnitId| self.engaged_with(*enemy).all(|other| other == unit);
        self.engaged_with(unit).filter(alone).filter(|enemy| !self.is_wall(*enemy))
    }

    /// Checks a pivot on the spot of a unit that is not engaged (A6.7).
    ///
    /// # Errors
    /// [`IllegalAction`] if the unit may not end there.
    pub fn pivot(&self, unit: UnitId, to: Heading) -> Result<Pose, IllegalAction> {
        let PlacedUnit { player, tray } = *self.unit(unit)?;
        let pose = tray.pose().facing(to);
        self.check_position(unit, PlacedUnit { player, tray: Tray::new(tray.size(), pose) })?;
        Ok(pose)
    }

    pub(super) fn check_not_engaged(
        &self,
        unit: UnitId,
        action: RestrictedAction,
    ) -> Result<(), IllegalAction> {
        if self.is_engaged(unit) {
            return Err(Breach::Engaged(action).under_rule(action.rule()));
        }
        Ok(())
    }

    /// Checks a move: pivot, straight, pivot.
    fn walk(
        &self,
        unit: UnitId,
        first: Heading,
        StraightPart { direction, by, allowed }: StraightPart,
        then: Heading,
    ) -> Result<LegalMove, IllegalAction> {
        let PlacedUnit { player, tray } = *self.unit(unit)?;
        let from = Tray::new(tray.size(), tray.pose().facing(first));
        let moved =
            from.pose().moved(direction, by).map_err(|_| Breach::OffTable.under_rule("A15.5"))?;
        let end = Tray::new(tray.size(), moved.facing(then));
        let going = Move::new(first, direction, by);
        // a pivot on the spot crosses nothing: rough ground costs moves alone (A10.10)
        let crossings = if by == Length::ZERO {
            TerrainCrossings::default()
        } else {
            self.check_path((unit, None), [&from, &Tray::new(tray.size(), moved)], going)?;
            self.crossings(unit, &tray, (&from, going), &end)
        };
        let allowed =
            if crossings.is_rough() { allowed.saturating_sub(Length::INCH) } else { allowed };
        if by > allowed {
            return Err(Breach::TooFar { gone: by, allowed }.under_rule("A6.8"));
        }
        // last: pivots are checked where the whole move ends (A6.7)
        self.check_position(unit, PlacedUnit { player, tray: end })?;
        Ok(LegalMove { pose: end.pose(), crossings })
    }

    /// Checks that a straight path crosses nothing it may not cross, apart from a target (A10.9,
    /// A15.5, A17.1). The tray is given at both ends of the path.
    pub(super) fn check_path(
        &self,
        (unit, target): (UnitId, Option<UnitId>),
        [from, to]: [&Tray; 2],
        going: Move,
    ) -> Result<(), IllegalAction> {
        let player = self.unit(unit)?.player;
        let crosses = |other| going.crosses(from.shape(), other);
        // nobody passes a wall, whose ever it is (A13.3.6)
        let blocks = |(other, at): &(UnitId, &PlacedUnit)| {
            (at.player != player || self.is_wall(*other)) && Some(*other) != target
        };
        let mut enemies = self.units().filter(blocks);
        if let Some((enemy, _)) = enemies.find(|(_, enemy)| crosses(enemy.tray.shape())) {
            return Err(Breach::CrossesEnemy(enemy).under_rule("A17.1"));
        }
        let mut pieces = self.pieces().iter().enumerate();
        let in_the_way =
            pieces.find(|(_, piece)| piece.is(Keyword::Impassable) && crosses(piece.shape()));
        if let Some((piece, _)) = in_the_way {
            return Err(Breach::CrossesImpassable(piece).under_rule("A10.9"));
        }
        // a convex table that contains both ends contains the path between them
        let is_on_table = [from, to].into_iter().all(|tray| self.table().contains(tray.shape()));
        if !is_on_table {
            return Err(Breach::OffTable.under_rule("A15.5"));
        }
        // so does the table without the strip behind a wall
        [from, to].into_iter().try_for_each(|tray| self.check_not_behind(tray.shape()))
    }
}

/// Attributes a move that is too long to the rule of its action.
fn by(action: RestrictedAction) -> impl Fn(IllegalAction) -> IllegalAction {
    move |illegal| match illegal.breach {
        Breach::TooFar { .. } => illegal.breach.under_rule(action.rule()),
        _ => illegal,
    }
}
