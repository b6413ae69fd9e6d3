//! Checks that a battle can be set up: room for the mode, both armies and the terrain (A10.12,
//! A13.10).

use super::deployment::pack_units;
use super::{Battle, BattleError, PILE, TerrainSetup};
use crate::field::{Field, PlayerId, UnitId};
use crate::geometry::{Edge, EdgeStrip, Length, Shape, TraySize};
use crate::terrain::TerrainPiece;

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
    let least = depth.saturating_add(depth).saturating_add(Length::inches(12));
    let sides = [battle.table.width(), battle.table.depth()];
    let shorter = Length::new(sides[0].min(sides[1]).into()).unwrap_or_default();
    if shorter < least {
        return Err(BattleError::TooSmall { mode: battle.mode.id(), least, side: shorter });
    }
    let field = battle.field().map_err(BattleError::Terrain)?;
    for army in [0, 1] {
        let size = |unit| Some((unit, battle.fighter(unit)?.tray));
        let units: Vec<(UnitId, TraySize)> = battle.units_of(army).filter_map(size).collect();
        let most = battle.mode.first_units().unwrap_or(units.len());
        if pack_units(&field, zone(PlayerId::South, depth), units.get(..most).unwrap_or(&units))
            .is_none()
        {
            let name = battle.names.get(army).cloned().unwrap_or_default();
            let width = Length::new(battle.table.width().into()).unwrap_or_default();
            return Err(BattleError::NoRoom { name, depth, width });
        }
    }
    check_ground(battle, field)
}

fn check_ground(battle: &Battle, mut field: Field) -> Result<(), BattleError> {
    let TerrainSetup::Placed(pieces) = &battle.ground else { return Ok(()) };
    for (number, (kind, pose)) in pieces.iter().enumerate() {
        let Some(kind) = battle.kinds.get(usize::from(*kind)) else { continue };
        if battle.mode.has_piles() && kind.name() == PILE {
            return Err(BattleError::NotInMode(kind.name().to_owned()));
        }
        let piece = kind.at(*pose);
        if in_zone(battle, piece.shape()) {
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

/// Returns whether a piece of terrain is in a deployment zone or too close to one (A10.12).
pub(crate) fn in_zone(battle: &Battle, shape: Shape<'_>) -> bool {
    let depth = battle.mode.zone().saturating_add(battle.mode.terrain_from_zone(battle.rulebook));
    let limit = battle.table.depth() / 2 - depth.thousandths();
    shape.corners().any(|[_, y]| y.abs() > limit)
}
