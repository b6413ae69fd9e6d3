//! Charges by their steps: declaration, arc, pivot, run, alignment, failure (A6.16, A18).

use super::{
    Breach, EdgeContact, Field, IllegalAction, PlacedUnit, RestrictedAction, TerrainCrossings,
    UnitId,
};
use crate::geometry::{
    Alignment, Direction, Heading, Length, Move, Pose, Shape, Tray, TrayArc, TraySize, aligned_pose,
};
use smallvec::SmallVec;

/// A charge that may be declared (A6.16.1, A6.16.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredCharge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The arcs of the target in which the charger is and that have room for it; of several its
    /// player chooses one.
    pub arcs: Vec<TrayArc>,
}

/// A charge after the charger's pivot (A6.16.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeApproach {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// On which side.
    pub arc: TrayArc,
    /// Where the charger faces now.
    pub heading: Heading,
    /// How far it has to go to touch its target; an inch more on rough ground (A10.10).
    pub needed: Length,
    /// The terrain it meets if it arrives.
    pub crossings: TerrainCrossings,
}

/// What comes of the die (A6.16.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeResult {
    /// The charger arrives and is aligned in one of these places, as its player chooses.
    Arrives(Vec<(EdgeContact, Pose)>),
    /// It does not, and ends here.
    Fails(Pose),
}

impl Field {
    /// A charge at a target that is declared by a unit whose longest move is `reach`: speed and the
    /// highest die, with what changes them (A6.16.1).
    ///
    /// # Errors
    /// Where it may not be declared.
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

    /// The charger's choice of arc and its pivot: the target stays in sight, and a move straight
    /// ahead can meet it (A6.16.3).
    ///
    /// # Errors
    /// Where the arc is not one of those declared, or the pivot loses the target.
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
        let contact = turned.distance_to_contact(Direction::Forward, other.shape());
        let contact = contact.ok_or_else(|| Breach::Missed(target).under_rule("A6.16"))?;
        let going = Move::new(heading, Direction::Forward, contact);
        let end = ahead(&turned, contact)?;
        let crossings = self.crossings(own, (&turned, going), &end);
        let needed =
            if crossings.is_rough() { contact.saturating_add(Length::INCH) } else { contact };
        if needed > reach {
            return Err(Breach::OutOfReach { unit: target, reach }.under_rule("A6.16"));
        }
        self.check_path((unit, Some(target)), &turned, going)?;
        if !self.table().contains(end.shape()) {
            return Err(Breach::OffTable.under_rule("A15.5"));
        }
        Ok(ChargeApproach { unit, target, arc, heading, needed, crossings })
    }

    /// What comes of a charge whose charger may go so far: speed and die, with what changes them
    /// (A6.16.4 to A6.16.6). It may go `distance`; an inch is taken off on rough ground.
    ///
    /// # Errors
    /// Where the units are not as they were when the charge was declared.
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
        let turned = Tray::new(own.size(), own.pose().facing(heading));
        let lost = if approach.crossings.is_rough() { Length::INCH } else { Length::ZERO };
        let contact = needed.saturating_sub(lost);
        // an inch short of a target that has no room left for it
        let before =
            if needed <= distance { contact.saturating_sub(Length::INCH) } else { contact };
        Ok(ChargeResult::Fails(
            self.stops(unit, &turned, distance.saturating_sub(lost).min(before))?.pose(),
        ))
    }

    /// Where a charger that goes straight ahead and does not arrive ends: not on a friend, but
    /// before it.
    fn stops(&self, unit: UnitId, turned: &Tray, most: Length) -> Result<Tray, IllegalAction> {
        let mut gone = most;
        // each friend is left at its near side once
        loop {
            let end = ahead(turned, gone)?;
            let stands = |other: &&PlacedUnit| other.tray.shape().overlaps(end.shape());
            let Some(friend) = self.others(unit).map(|(_, other)| other).find(stands) else {
                return Ok(end);
            };
            let near = turned.distance_to_overlap(Direction::Forward, friend.tray.shape());
            let before = near.unwrap_or_default().min(gone.saturating_sub(Length::THOUSANDTH));
            if before == gone {
                return Ok(end);
            }
            gone = before;
        }
    }

    /// The places on a side of a target that a charger may be aligned in (A18.2, A18.3): those of
    /// the usual that are free, or the free ones nearest to them. Where there are others, none that
    /// touches a second enemy (A18.5).
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

    /// Whether a tray that is aligned touches a second enemy.
    fn touches_another(&self, contact: EdgeContact, own: &Tray, pose: Pose) -> bool {
        let Ok(PlacedUnit { player, .. }) = self.unit(contact.by) else { return false };
        let tray = Tray::new(own.size(), pose);
        let touches = |other: &PlacedUnit| tray.touches_along_edge(other.tray.shape());
        self.enemies(*player).any(|(enemy, other)| enemy != contact.on && touches(other))
    }

    /// Whether there is such a place at all.
    fn has_place(&self, unit: UnitId, own: &Tray, (target, side): (UnitId, TrayArc)) -> bool {
        let Ok(PlacedUnit { tray: on, .. }) = self.unit(target) else { return false };
        let is_free =
            |placing: Alignment| self.free_pose((unit, own.size()), (on, side), placing).is_some();
        Alignment::STANDARD.into_iter().any(is_free)
            || self.between(unit, own, (on, side)).next().is_some()
    }

    /// Where a unit stands that is placed so on a side of a target, if there is room.
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

    /// Free places between the usual ones with at least half a front in contact, by how far to the
    /// right of the centred one they are: those just beside what stands in the way.
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
        let found = units.chain(pieces).flat_map(move |shape| beside(centred.as_ref(), shape));
        let half = own.size().width() / 2;
        // places are rounded, so the first that is free may be a hair farther
        let near = found.flat_map(|right| (-3..=3).map(move |hair| right + hair));
        near.filter(move |right| {
            let placing = Alignment::Offset(*right);
            right.abs() <= half && self.free_pose((unit, own.size()), (on, side), placing).is_some()
        })
    }
}

/// How far to the right a tray begins and ends to overlap a shape on its way to either side.
fn beside(tray: Option<&Tray>, shape: Shape<'_>) -> impl Iterator<Item = i32> + use<> {
    let way = |to: Direction, sign: i32| {
        let ends = tray.map(|tray| {
            [tray.distance_to_overlap(to, shape), tray.distance_past_overlap(to, shape)]
        });
        ends.into_iter().flatten().flatten().map(move |way| sign * way.thousandths())
    };
    let all: SmallVec<[i32; 4]> =
        way(Direction::Right, 1).chain(way(Direction::Left, -1)).collect();
    all.into_iter()
}

/// A tray after a move straight ahead.
fn ahead(tray: &Tray, by: Length) -> Result<Tray, IllegalAction> {
    let moved = tray.pose().moved(Direction::Forward, by);
    let pose = moved.map_err(|_| Breach::OffTable.under_rule("A15.5"))?;
    Ok(Tray::new(tray.size(), pose))
}
