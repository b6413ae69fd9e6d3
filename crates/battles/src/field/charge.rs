//! Charges step by step: declaration, arc, pivot, run, alignment, failure (A6.16, A18).

use super::{
    Breach, EdgeContact, Field, IllegalAction, PlacedUnit, RestrictedAction, TerrainCrossings,
    UnitId,
};
use crate::geometry::{
    Alignment, Direction, Heading, Length, Move, Pose, Shape, TOLERANCE, Tray, TrayArc, TraySize,
    aligned_pose,
};
use crate::terrain::Keyword;
use smallvec::SmallVec;

/// A declared charge (A6.16.1, A6.16.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredCharge {
    /// The charger.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// The arcs of the target that contain the charger and have room for it. If there are several,
    /// the charger's player chooses.
    pub arcs: Vec<TrayArc>,
}

/// A charge after the charger's pivot (A6.16.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeApproach {
    /// The charger.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// The chosen arc.
    pub arc: TrayArc,
    /// The charger's heading after the pivot.
    pub heading: Heading,
    /// The distance the charger needs to touch its target, plus 1" on rough ground (A10.10).
    pub needed: Length,
    /// The terrain on the way to the target.
    pub crossings: TerrainCrossings,
}

/// The result of the die roll (A6.16.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeResult {
    /// The charger arrives; its player chooses one of these alignments.
    Arrives(Vec<(EdgeContact, Pose)>),
    /// The charge fails, and the charger ends here.
    Fails(Pose),
}

impl Field {
    /// Declares a charge of a unit whose longest possible move is `reach`: its speed and the
    /// highest die, with all modifiers (A6.16.1).
    ///
    /// # Errors
    /// [`IllegalAction`] if the charge may not be declared.
    pub fn declare_charge(
        &self,
        unit: UnitId,
        target: UnitId,
        reach: Length,
    ) -> Result<DeclaredCharge, IllegalAction> {
        self.check_not_engaged(unit, RestrictedAction::Charge)?;
        let [own, other] = self.enemy_trays(unit, target)?;
        if !self.sees_from((unit, own), (target, other)) {
            return Err(Breach::Unseen(target).under_rule("A6.16"));
        }
        if !own.shape().is_within(other.shape(), reach) {
            return Err(Breach::OutOfReach { unit: target, reach }.under_rule("A6.16"));
        }
        let most =
            other.arcs_holding_most(own).map_err(|_| Breach::NoArc(unit).under_rule("A16.4"))?;
        let arcs: Vec<TrayArc> =
            most.iter().filter(|arc| self.has_place(unit, own, (target, *arc))).collect();
        if arcs.is_empty() {
            return Err(Breach::NoRoom(target).under_rule("A6.16"));
        }
        Ok(DeclaredCharge { unit, target, arcs })
    }

    /// Chooses an arc and pivots the charger. The target must stay in sight, and a move straight
    /// ahead must be able to touch it (A6.16.3).
    ///
    /// # Errors
    /// [`IllegalAction`] if the arc was not declared, or the charger cannot reach the target after
    /// the pivot.
    pub fn approach(
        &self,
        declared: &DeclaredCharge,
        (arc, heading): (TrayArc, Heading),
        reach: Length,
    ) -> Result<ChargeApproach, IllegalAction> {
        let DeclaredCharge { unit, target, .. } = *declared;
        if !declared.arcs.contains(&arc) {
            return Err(Breach::WrongArc(target).under_rule("A6.16"));
        }
        let [own, other] = self.enemy_trays(unit, target)?;
        let turned = Tray::new(own.size(), own.pose().facing(heading));
        if !self.sees_from((unit, &turned), (target, other)) {
            return Err(Breach::Unseen(target).under_rule("A6.16"));
        }
        // the charger moves straight: what it does not touch now it will not touch later
        let contact = turned.distance_to_contact(Direction::Forward, other.shape());
        let contact = contact.ok_or_else(|| Breach::Missed(target).under_rule("A6.16"))?;
        let going = Move::new(heading, Direction::Forward, contact);
        let end = ahead(&turned, contact)?;
        let crossings = self.crossings(unit, own, (&turned, going), &end);
        let needed =
            if crossings.is_rough() { contact.saturating_add(Length::INCH) } else { contact };
        // a charge that no die can complete may not be declared (A6.16.1)
        if needed > reach {
            return Err(Breach::OutOfReach { unit: target, reach }.under_rule("A6.16"));
        }
        self.check_path((unit, Some(target)), [&turned, &end], going)?;
        Ok(ChargeApproach { unit, target, arc, heading, needed, crossings })
    }

    /// Resolves a charge with a charge distance of speed and die, with all modifiers (A6.16.4 to
    /// A6.16.6). Rough ground costs an inch of `distance`.
    ///
    /// # Errors
    /// [`IllegalAction`] if the units have moved since the declaration.
    pub fn resolve_charge(
        &self,
        approach: &ChargeApproach,
        distance: Length,
    ) -> Result<ChargeResult, IllegalAction> {
        let ChargeApproach { unit, target, arc, heading, needed, .. } = *approach;
        let [own, _] = self.enemy_trays(unit, target)?;
        let places = self.places(unit, own, (target, arc));
        if needed <= distance && !places.is_empty() {
            return Ok(ChargeResult::Arrives(places));
        }
        // a failed charge keeps its pivot and moves the whole distance (A6.16.6)
        let turned = Tray::new(own.size(), own.pose().facing(heading));
        let lost = if approach.crossings.is_rough() { Length::INCH } else { Length::ZERO };
        let contact = needed.saturating_sub(lost);
        // a charger without room at the target stops an inch short of it
        let before =
            if needed <= distance { contact.saturating_sub(Length::INCH) } else { contact };
        let end = self.stops(unit, &turned, distance.saturating_sub(lost).min(before))?;
        Ok(ChargeResult::Fails(end.unwrap_or(*own).pose()))
    }

    /// Returns where a failed charge ends: not on a friendly unit, but in front of it. `None` if it
    /// would be on one even where it pivoted.
    fn stops(
        &self,
        unit: UnitId,
        turned: &Tray,
        most: Length,
    ) -> Result<Option<Tray>, IllegalAction> {
        let mut gone = most;
        // terminates because each friendly unit is backed out of once
        loop {
            let end = ahead(turned, gone)?;
            let is_on = |other: &&PlacedUnit| other.tray.shape().overlaps(end.shape());
            let Some(friend) = self.others(unit).map(|(_, other)| other).find(is_on) else {
                return Ok(Some(end));
            };
            let near = turned.distance_to_overlap(Direction::Forward, friend.tray.shape());
            let before = near.unwrap_or_default().min(gone.saturating_sub(Length::THOUSANDTH));
            if before == gone {
                return Ok(None);
            }
            gone = before;
        }
    }

    /// Returns the alignments open to a charger on a side of its target (A18.2, A18.3): the free
    /// standard ones, or else the free ones closest to them. Alignments that touch a second enemy
    /// are dropped if there are others (A18.5).
    fn places(
        &self,
        unit: UnitId,
        own: &Tray,
        (target, side): (UnitId, TrayArc),
    ) -> Vec<(EdgeContact, Pose)> {
        let Ok(PlacedUnit { tray: on, .. }) = self.unit(target) else { return Vec::new() };
        let place = |placing: Alignment| {
            let pose = self.free_pose((unit, own.size()), (on, side), placing)?;
            Some((EdgeContact { by: unit, on: target, side, placing }, pose))
        };
        let mut free: Vec<(EdgeContact, Pose)> =
            Alignment::STANDARD.into_iter().filter_map(place).collect();
        if free.is_empty() {
            let half = own.size().width() / 2;
            // distance to the nearest standard alignment: the centre or half a width off (A18.3)
            let off = |right: i32| right.abs().min((right.abs() - half).abs());
            let mut between: Vec<i32> = self.between(unit, own, (on, side)).collect();
            between.sort_unstable();
            between.dedup();
            let least = between.iter().map(|right| off(*right)).min();
            let nearest = between.into_iter().filter(|right| Some(off(*right)) == least);
            free = nearest.filter_map(|right| place(Alignment::Offset(right))).collect();
        }
        let alone =
            |(contact, pose): &(EdgeContact, Pose)| !self.touches_another(*contact, own, *pose);
        if free.iter().any(alone) {
            free.retain(alone);
        }
        free
    }

    /// Returns whether an aligned tray touches a second enemy.
    fn touches_another(&self, contact: EdgeContact, own: &Tray, pose: Pose) -> bool {
        let Ok(PlacedUnit { player, .. }) = self.unit(contact.by) else { return false };
        let tray = Tray::new(own.size(), pose);
        let touches = |other: &PlacedUnit| tray.touches_along_edge(other.tray.shape());
        self.enemies(*player).any(|(enemy, other)| enemy != contact.on && touches(other))
    }

    /// Returns whether any alignment is free. Cheaper than listing all of them.
    fn has_place(&self, unit: UnitId, own: &Tray, (target, side): (UnitId, TrayArc)) -> bool {
        let Ok(PlacedUnit { tray: on, .. }) = self.unit(target) else { return false };
        let is_free =
            |placing: Alignment| self.free_pose((unit, own.size()), (on, side), placing).is_some();
        Alignment::STANDARD.into_iter().any(is_free)
            || self.between(unit, own, (on, side)).next().is_some()
    }

    /// Returns the pose of an alignment if it is free.
    fn free_pose(
        &self,
        (unit, size): (UnitId, TraySize),
        (on, side): (&Tray, TrayArc),
        placing: Alignment,
    ) -> Option<Pose> {
        let pose = aligned_pose(on, side, size, placing).ok()?;
        self.check_room(unit, &Tray::new(size, pose)).ok()?;
        Some(pose)
    }

    /// Iterates over the free alignments between the standard ones with at least half of the front
    /// in contact, as offsets to the right of the centred one. Candidates are those just next to an
    /// obstacle.
    fn between<'a>(
        &'a self,
        unit: UnitId,
        own: &'a Tray,
        (on, side): (&'a Tray, TrayArc),
    ) -> impl Iterator<Item = i32> + 'a {
        let centred = aligned_pose(on, side, own.size(), Alignment::Centred).ok();
        let centred = centred.map(|pose| Tray::new(own.size(), pose));
        let units = self.others(unit).map(|(_, other)| other.tray.shape());
        let pieces = self.pieces().iter().map(|piece| piece.shape());
        let found =
            units.chain(pieces).flat_map(move |shape| sliding_overlaps(centred.as_ref(), shape));
        let half = own.size().width() / 2;
        let is_open = move |right: &i32| {
            let pose = aligned_pose(on, side, own.size(), Alignment::Offset(*right));
            pose.is_ok_and(|pose| !self.lies_deep(unit, &Tray::new(own.size(), pose)))
        };
        let found = found.filter(move |right| right.abs() <= half + TOLERANCE).filter(is_open);
        // poses are rounded, so the first free offset may be up to the tolerance farther
        let near = found.flat_map(|right| (-TOLERANCE..=TOLERANCE).map(move |hair| right + hair));
        near.filter(move |right| {
            let placing = Alignment::Offset(*right);
            right.abs() <= half && self.free_pose((unit, own.size()), (on, side), placing).is_some()
        })
    }

    /// Returns whether a tray overlaps something so far that it still does after a slide by the
    /// tolerance. Cheaper than to check the tray at every thousandth of the slide.
    fn lies_deep(&self, unit: UnitId, tray: &Tray) -> bool {
        // the tolerance, the slide, and less than four thousandths as two trays are rounded
        let is_on = |shape: Shape<'_>| shape.overlaps_by(tray.shape(), 2 * TOLERANCE + 4);
        let mut pieces = self.pieces().iter().filter(|piece| piece.is(Keyword::Impassable));
        self.others(unit).any(|(_, other)| is_on(other.tray.shape()))
            || pieces.any(|piece| is_on(piece.shape()))
    }
}

/// Returns the offsets to the right at which a tray starts and stops overlapping a shape when it
/// slides to either side.
fn sliding_overlaps(tray: Option<&Tray>, shape: Shape<'_>) -> impl Iterator<Item = i32> + use<> {
    let slide = |to: Direction, sign: i32| {
        let ends = tray.map(|tray| {
            [tray.distance_to_overlap(to, shape), tray.distance_past_overlap(to, shape)]
        });
        ends.into_iter().flatten().flatten().map(move |by| sign * by.thousandths())
    };
    let all: SmallVec<[i32; 4]> =
        slide(Direction::Right, 1).chain(slide(Direction::Left, -1)).collect();
    all.into_iter()
}

/// Returns a tray after a move straight ahead.
fn ahead(tray: &Tray, by: Length) -> Result<Tray, IllegalAction> {
    let moved = tray.pose().moved(Direction::Forward, by);
    let pose = moved.map_err(|_| Breach::OffTable.under_rule("A15.5"))?;
    Ok(Tray::new(tray.size(), pose))
}
