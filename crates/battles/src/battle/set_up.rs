//! Checks that a battle can be set up: room for the mode, both armies and the terrain (A10.12,
//! A13.10).

use super::deployment::pack_units;
use super::{Battle, BattleError, PILE, TerrainSetup};
use crate::field::{Field, PlacedUnit, PlayerId, UnitId};
use crate::geometry::{Edge, EdgeStrip, Length, Shape, Tray, TraySize};
use crate::siege::{DEFENDER_ZONE, behind};
use crate::terrain::TerrainPiece;

/// The greatest depth of a wall, in thousandths of an inch: it leaves room for a row of units.
const MAX_WALL: i32 = 3_000;

/// Returns the deployment zone of a player.
pub(crate) const fn zone(player: PlayerId, depth: Length) -> EdgeStrip {
    let edge = match player {
        PlayerId::South => Edge::South,
        PlayerId::North => Edge::North,
    };
    EdgeStrip { edge, depth }
}

/// Checks that the table has room for the mode, both armies and the terrain.
pub(super) fn check_set_up(battle: &Battle) -> Result<(), BattleError> {
    let depth = battle.mode.zone();
    let other = if battle.mode.has_siege() { DEFENDER_ZONE } else { depth };
    let least = depth.saturating_add(other).saturating_add(Length::inches(12));
    let sides = [battle.table.width(), battle.table.depth()];
    let shorter = Length::new(sides[0].min(sides[1]).into()).unwrap_or_default();
    if shorter < least {
        return Err(BattleError::TooSmall { mode: battle.mode.id(), least, side: shorter });
    }
    let field = battle.field().map_err(BattleError::Terrain)?;
    for army in [0, 1] {
        let most = battle.mode.first_units().unwrap_or(usize::MAX);
        check_room(battle, &field, (army, depth, most))?;
    }
    check_walls(battle)?;
    check_ground(battle, field)
}

/// Checks that the first `most` units of an army find room in a zone at the southern edge.
fn check_room(
    battle: &Battle,
    field: &Field,
    (army, depth, most): (usize, Length, usize),
) -> Result<(), BattleError> {
    let size = |unit| Some((unit, battle.fighter(unit)?.tray));
    let units: Vec<(UnitId, TraySize)> =
        battle.units_of(army).filter_map(size).take(most).collect();
    if pack_units(field, zone(PlayerId::South, depth), &units).is_some() {
        return Ok(());
    }
    let name = battle.names.get(army).cloned().unwrap_or_default();
    let width = Length::new(battle.table.width().into()).unwrap_or_default();
    Err(BattleError::NoRoom { name, depth, width })
}

/// Checks that the wall fits on the table, and that either army could defend it (A13.3.1).
fn check_walls(battle: &Battle) -> Result<(), BattleError> {
    let Some(siege) = &battle.siege else { return Ok(()) };
    if siege.width() > battle.table.width() || siege.wall.tray.depth() > MAX_WALL {
        return Err(BattleError::WideWall);
    }
    for army in [0, 1] {
        let mut field = battle.field().map_err(BattleError::Terrain)?;
        for (section, wall) in battle.walls_of(army).enumerate() {
            let pose = siege.pose(section, battle.table.depth(), PlayerId::South);
            let pose = pose.ok_or(BattleError::WideWall)?;
            let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(siege.wall.tray, pose) };
            field.place_wall(wall, at).map_err(BattleError::Terrain)?;
        }
        field.close_behind(behind(PlayerId::South));
        check_room(battle, &field, (army, DEFENDER_ZONE, battle.units_of(army).count() / 2))?;
    }
    Ok(())
}

fn check_ground(battle: &Battle, mut field: Field) -> Result<(), BattleError> {
    let TerrainSetup::Placed(pieces) = &battle.ground else { return Ok(()) };
    for (number, (kind, pose)) in pieces.iter().enumerate() {
        let Some(kind) = battle.kinds.get(usize::from(*kind)) else { continue };
        if battle.mode.has_piles() && kind.name() == PILE {
            return Err(BattleError::NotInMode(kind.name().to_owned()));
        }
        let piece = kind.at(*pose);
        if in_zone(battle, PlayerId::North, piece.shape()) {
            return Err(BattleError::InZone(number));
        }
        let near =
            |other: &TerrainPiece| !other.shape().is_at_least_apart(piece.shape(), Length::SHORT);
        if let Some(other) = field.pieces().iter().position(near) {
            return Err(BattleError::TooNear(number, other));
        }
        field.add_piece(piece).map_err(BattleError::Terrain)?;
    }
    Ok(())
}

/// Returns whether a piece of terrain is in a deployment zone or too close to one (A10.12). In a
/// siege it must be 6" from the zone of the defender, whose edge counts in no other mode (A13.3.1).
pub(crate) fn in_zone(battle: &Battle, defender: PlayerId, shape: Shape<'_>) -> bool {
    let [south, north] = zone_limits(battle, defender);
    shape.corners().any(|[_, y]| y > north || -y > south)
}

/// Returns how far to the south and to the north of the middle of the table terrain may reach, in
/// thousandths of an inch.
pub(crate) fn zone_limits(battle: &Battle, defender: PlayerId) -> [i32; 2] {
    let half = battle.table.depth() / 2;
    terrain_free(battle, defender).map(|depth| half - depth.thousandths())
}

/// Returns the depths at the southern and northern edge without terrain (A10.12, A13.3.1).
fn terrain_free(battle: &Battle, defender: PlayerId) -> [Length; 2] {
    PlayerId::BOTH.map(|player| {
        if battle.mode.has_siege() && player == defender {
            return DEFENDER_ZONE.saturating_add(Length::SHORT);
        }
        battle.mode.zone().saturating_add(battle.mode.terrain_from_zone(battle.rulebook))
    })
}
