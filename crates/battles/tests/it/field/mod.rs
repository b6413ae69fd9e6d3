//! What units may do on the field, by the rules' numbers.

mod charges;
mod half_turn;
mod melee;
mod moves;
mod play;
mod sight;

use warodds_battles::field::{Field, IllegalAction, PlayerId, UnitId};
use warodds_battles::geometry::{GameTable, Heading, Length, Point, Pose, Tray, TraySize};
use warodds_battles::terrain::{SHIPPED_PIECES, TerrainKind, TerrainPiece, parse_kinds};

/// Infantry of a speed of 5".
const SPEED: Length = Length::inches(5);
/// The longest that it may charge.
const REACH: Length = Length::inches(11);

fn pose(x: i64, y: i64, heading: Heading) -> Pose {
    Pose { middle: Point::new(x, y).unwrap(), heading }
}

fn infantry(x: i64, y: i64, heading: Heading) -> Tray {
    Tray::new(TraySize::INFANTRY, pose(x, y, heading))
}

fn piece(name: &str, x: i64, y: i64) -> TerrainPiece {
    let kinds = parse_kinds(SHIPPED_PIECES).unwrap();
    let kind: &TerrainKind = kinds.iter().find(|kind| kind.name() == name).unwrap();
    kind.at(pose(x, y, Heading::NORTH))
}

fn thousandths(length: i64) -> Length {
    Length::new(length).unwrap()
}

/// A field of 48" × 48" with southern and northern units, in this order.
fn field(pieces: &[TerrainPiece], south: &[Tray], north: &[Tray]) -> Field {
    let mut field = Field::new(GameTable::STANDARD, pieces.to_vec()).unwrap();
    let all = south.iter().map(|tray| (PlayerId::South, tray));
    for (player, tray) in all.chain(north.iter().map(|tray| (PlayerId::North, tray))) {
        field.deploy(player, *tray).unwrap();
    }
    field
}

/// The rule that forbids something, and why.
fn refused<T: std::fmt::Debug>(result: Result<T, IllegalAction>) -> String {
    result.unwrap_err().to_string()
}

const FIRST: UnitId = UnitId(0);
const SECOND: UnitId = UnitId(1);
const THIRD: UnitId = UnitId(2);
