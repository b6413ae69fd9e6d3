//! Room for trays in a deployment zone (A13.9, A13.10).

use crate::field::{Field, PlacedUnit, PlayerId, UnitId};
use crate::geometry::{EdgeStrip, GameTable, Heading, Length, Point, Pose, Tray, TraySize};

/// Lists tightly packed poses of a tray in a zone at the southern edge, facing north: in rows from
/// the front, each from west to east. `ends` are the eastern ends of trays already there.
fn packed_poses(table: GameTable, depth: Length, size: TraySize, ends: &[i32]) -> Vec<Pose> {
    let (half_width, half_depth) = (size.width() / 2, size.depth() / 2);
    let west = -table.width() / 2;
    let front = -table.depth() / 2 + depth.thousandths();
    let rows = (depth.thousandths() / size.depth()).max(0);
    let mut poses = Vec::new();
    for row in 0..rows {
        let y = front - half_depth - row * size.depth();
        for start in std::iter::once(west).chain(ends.iter().copied()) {
            let middle = Point::new((start + half_width).into(), y.into());
            poses.extend(middle.map(|middle| Pose { middle, heading: Heading::NORTH }));
        }
    }
    poses
}

/// Returns whether a unit may be deployed at a position: wholly inside the zone (A13.9).
pub(crate) fn may_deploy(field: &Field, unit: UnitId, at: PlacedUnit, zone: EdgeStrip) -> bool {
    field.table().strip_contains(zone, at.tray.shape()) && field.check_position(unit, at).is_ok()
}

/// Packs units of the southern player into a zone, in order. Returns `None` if one has no room.
///
/// The result is greedy, so another order may fit where this one does not.
pub(crate) fn pack_units(
    field: &Field,
    zone: EdgeStrip,
    units: &[(UnitId, TraySize)],
) -> Option<Vec<(UnitId, Pose)>> {
    let mut field = field.clone();
    let mut packed = Vec::new();
    for (unit, size) in units {
        let east = |(_, at): (UnitId, &PlacedUnit)| {
            // two thousandths apart: corners are rounded, and trays must not overlap
            at.tray.shape().corners().map(|[x, _]| x).max().map(|x| x + 2)
        };
        let mut ends: Vec<i32> = field.units().filter_map(east).collect();
        ends.sort_unstable();
        let at = |pose| PlacedUnit { player: PlayerId::South, tray: Tray::new(*size, pose) };
        let mut poses = packed_poses(field.table(), zone.depth, *size, &ends).into_iter();
        let pose = poses.find(|pose| may_deploy(&field, *unit, at(*pose), zone))?;
        field.place_unit(*unit, at(pose)).ok()?;
        packed.push((*unit, pose));
    }
    Some(packed)
}
