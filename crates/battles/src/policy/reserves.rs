//! Units that come from reserve (A13.2.2), in points of army cost.
//!
//! A unit enters where its place is worth most: the value of the position that a move there would
//! have, times the weight `arrival`. The weight `reserve` is added, wherever it enters.

use super::context::{PolicyContext, unit_at};
use super::deployment::deployment_poses;
use super::estimates::distance;
use super::position::PositionEvaluator;
use super::{PolicyKind, ViewHash};
use crate::battle::may_deploy;
use crate::decision::PlayerView;
use crate::field::{PlacedUnit, PlayerId, UnitId};
use crate::geometry::{Edge, EdgeStrip, Heading, Length, Point, Pose, Tray, TraySize};
use crate::outcomes::EncounterError;
use crate::state::UnitPlace;
use std::cmp::Reverse;

/// The most places of the own zone, and of each flank edge, that are compared; `quick` compares
/// half as many.
const PLACES: usize = 4;

/// Returns the most expensive of these destroyed units that finds room in the zone, with a pose at
/// the front of the zone (A13.3.4); `None` if none finds room.
pub(super) fn bring_back(view: &PlayerView<'_>, units: &[UnitId]) -> Option<(UnitId, Pose)> {
    let zone = view.state.zone(view.battle, PlayerId::South);
    let cost = |unit: &UnitId| view.battle.fighter(*unit).map_or(0, |fighter| fighter.cost);
    let mut units = units.to_vec();
    units.sort_by_key(|unit| (Reverse(cost(unit)), *unit));
    units.into_iter().find_map(|unit| {
        let size = view.battle.fighter(unit)?.tray;
        let hash = ViewHash::new(view).with(unit.0.into());
        let mut poses = deployment_poses(view, size, zone, hash);
        let pose = poses.find(|pose| {
            let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(size, *pose) };
            may_deploy(&view.state.field, unit, at, zone)
        });
        pose.map(|pose| (unit, pose))
    })
}

impl PolicyContext<'_> {
    /// Lists own units that may enter from reserve, each with the best pose and what it gains.
    pub(super) fn arrivals(&self) -> Result<Vec<(UnitId, Pose, f64)>, EncounterError> {
        let mut arrivals = Vec::new();
        for (unit, held) in self.view.state.units_with_ids() {
            let UnitPlace::Reserve(from) = held.place else { continue };
            if held.player == PlayerId::South && self.view.state.round >= from.max(2) {
                arrivals.extend(self.best_arrival(unit)?.map(|(pose, gain)| (unit, pose, gain)));
            }
        }
        Ok(arrivals)
    }

    /// Returns the best pose at which a unit may enter, with its gain: of equals the one closest to
    /// an objective.
    fn best_arrival(&self, unit: UnitId) -> Result<Option<(Pose, f64)>, EncounterError> {
        let weights = self.policy.weights;
        let Some(size) = self.view.battle.fighter(unit).map(|fighter| fighter.tray) else {
            return Ok(None);
        };
        let most = if self.policy.kind == PolicyKind::Quick { PLACES / 2 } else { PLACES };
        let poses = entries(self.view, (unit, size), (most, self.hash.with(unit.0.into())));
        let Some(first) = poses.first() else { return Ok(None) };
        let own = unit_at(self.view, unit, Tray::new(size, *first));
        // a random policy computes no outcomes
        let is_valued = self.policy.kind != PolicyKind::Random && weights.arrival > 0.0;
        let evaluator = match &own {
            Some(own) if is_valued => Some(PositionEvaluator::new(self, own)?),
            _ => None,
        };
        let value = |pose: &Pose| evaluator.as_ref().map_or(0.0, |one| one.value_at(*pose));
        let valued = poses.into_iter().map(|pose| {
            let closeness = -to_objective(self.view, &pose);
            (pose, weights.reserve + weights.arrival * value(&pose), closeness)
        });
        let best = valued.reduce(|best, other| {
            let order = other.1.total_cmp(&best.1).then(other.2.total_cmp(&best.2));
            if order.is_gt() { other } else { best }
        });
        Ok(best.map(|(pose, gain, _)| (pose, gain)))
    }
}

/// Returns the distance of a pose to the nearest objective; 0 if there is none.
fn to_objective(view: &PlayerView<'_>, pose: &Pose) -> f64 {
    let distances = view.state.objectives.iter().map(|one| distance(pose.middle, one.at));
    distances.reduce(f64::min).unwrap_or_default()
}

/// Lists poses at which a unit may enter: at the front of the own zone, and along open flank edges,
/// at most `most` of each.
fn entries(
    view: &PlayerView<'_>,
    (unit, size): (UnitId, TraySize),
    (most, hash): (usize, ViewHash),
) -> Vec<Pose> {
    let own_zone = view.state.zone(view.battle, PlayerId::South);
    let may_enter = |pose: &Pose, zone: EdgeStrip| {
        let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(size, *pose) };
        may_deploy(&view.state.field, unit, at, zone)
    };
    let in_zone = deployment_poses(view, size, own_zone, hash);
    // reserves of a siege enter from flank edges alone (A13.3.5)
    let places = if view.battle.mode.has_siege() { 0 } else { most };
    let mut poses: Vec<Pose> =
        in_zone.filter(|pose| may_enter(pose, own_zone)).take(places).collect();
    for edge in [Edge::West, Edge::East] {
        if view.state.is_edge_open(view.battle, PlayerId::South, edge) {
            let flank = EdgeStrip { edge, depth: Length::SHORT };
            let by_flank = flank_poses(view, size, edge).filter(|pose| may_enter(pose, flank));
            poses.extend(by_flank.take(most));
        }
    }
    poses
}

/// Returns poses along a flank edge facing inward, from the middle outward.
fn flank_poses(view: &PlayerView<'_>, tray: TraySize, edge: Edge) -> impl Iterator<Item = Pose> {
    let table = view.battle.table;
    let x = table.width() / 2 - 6_000 + tray.depth() / 2;
    let (x, heading) = if edge == Edge::West { (-x, Heading::EAST) } else { (x, Heading::WEST) };
    let most = i64::from(table.depth() - tray.width()) / 2;
    let outward = (0..=most / 1_000).flat_map(|step| [1_000 * step, -1_000 * step]);
    outward.filter_map(move |y| Some(Pose { middle: Point::new(x.into(), y).ok()?, heading }))
}
