//! Room for trays in a deployment zone (A13.9, A13.10).

use crate::field::{Field, PlacedUnit, PlayerId, UnitId};
use crate::geometry::{EdgeStrip, GameTable, Heading, Length, Point, Pose, Tray, TraySize};

/// Places beside each other in which a tray stands in a zone at the southern edge, facing north:
/// from west to east, in rows from the front. `beside` are eastern ends of trays that stand there.
fn places(table: GameTable, depth: Length, size: TraySize, beside: &[i32]) -> Vec<Pose> {
    let (half_width, half_depth) = (size.width() / 2, size.depth() / 2);
    let west = -table.width() / 2;
    let front = -table.depth() / 2 + depth.thousandths();
    let rows = (depth.thousandths() / size.depth()).max(0);
    let mut all = Vec::new();
    for row in 0..rows {
        let y = front - half_depth - row * size.depth();
        for start in std::iter::once(west).chain(beside.iter().copied()) {
            let middle = Point::new((start + half_width).into(), y.into());
            all.extend(middle.map(|middle| Pose { middle, heading: Heading::NORTH }));
        }
    }
    all
}

/// Whether a unit may be deployed there: wholly inside the zone (A13.9).
pub(crate) fn may_deploy(field: &Field, unit: UnitId, at: PlacedUnit, zone: EdgeStrip) -> bool {
    field.table().strip_contains(zone, at.tray.shape()) && field.check_position(unit, at).is_ok()
}

/// A place for each of these units in turn, as tight as they stand; none where one has no room.
/// They are of the southern player.
pub(crate) fn pack_units(
    field: &Field,
    zone: EdgeStrip,
    units: &[(UnitId, TraySize)],
) -> Option<Vec<(UnitId, Pose)>> {
    let mut field = field.clone();
    let mut taken = Vec::new();
    for (unit, size) in units {
        let east = |(_, at): (UnitId, &PlacedUnit)| {
            at.tray.shape().corners().map(|[x, _]| x).max().map(|x| x + 2)
        };
        let mut beside: Vec<i32> = field.units().filter_map(east).collect();
        beside.sort_unstable();
        let at = |pose| PlacedUnit { player: PlayerId::South, tray: Tray::new(*size, pose) };
        let mut free = places(field.table(), zone.depth, *size, &beside).into_iter();
        let pose = free.find(|pose| may_deploy(&field, *unit, at(*pose), zone))?;
        field.place_unit(*unit, at(pose)).ok()?;
        taken.push((*unit, pose));
    }
    Some(taken)
}
