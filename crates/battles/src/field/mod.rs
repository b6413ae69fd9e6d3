//! Who stands where, on what ground, and who is engaged with whom (A15–A18).
//!
//! What units may do here is asked by the steps of an action, and answered with where it ends or
//! with what forbids it and by which rule ([`IllegalAction`]). Nothing here rolls dice or
//! knows of wounds.

mod charge;
mod crossing;
mod illegal;
mod melee;
mod movement;
mod ranged;

pub use charge::{ChargeApproach, ChargeResult, DeclaredCharge};
pub use crossing::{TerrainCrossing, TerrainCrossings};
pub use illegal::{Breach, IllegalAction, RestrictedAction};
pub use movement::{LegalMove, Manoeuvre};

use crate::geometry::{Alignment, GameTable, Length, Pose, Tray, TrayArc};
use crate::terrain::{Keyword, TerrainPiece};
use std::fmt;

/// A player, by the edge of the table where he sits.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerId {
    /// At the southern edge.
    South,
    /// At the northern edge.
    North,
}

impl PlayerId {
    /// The other one.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Both, the southern one first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// His place in pairs.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::South => "south",
            Self::North => "north",
        })
    }
}

/// A combat unit of a battle, by its number from 0.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unit {}", self.0)
    }
}

/// A unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedUnit {
    /// Whose it is.
    pub player: PlayerId,
    /// Where it stands.
    pub tray: Tray,
}

/// Two enemies in contact along an edge (A18.1): the front of one lies on a side of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeContact {
    /// Who is aligned with the other, with its front.
    pub by: UnitId,
    /// Whose side that is.
    pub on: UnitId,
    /// Which side.
    pub side: TrayArc,
    /// How far along it.
    pub placing: Alignment,
}

impl EdgeContact {
    /// The other unit in it, if this one is.
    pub fn other(&self, unit: UnitId) -> Option<UnitId> {
        match unit {
            _ if unit == self.by => Some(self.on),
            _ if unit == self.on => Some(self.by),
            _ => None,
        }
    }

    /// The side on which a unit in it is met (A16.5).
    fn side_of(&self, unit: UnitId) -> TrayArc {
        if unit == self.by { TrayArc::Front } else { self.side }
    }
}

/// The table with its terrain, its units and their engagements. A unit keeps its number when others
/// are destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    table: GameTable,
    pieces: Vec<TerrainPiece>,
    units: Vec<Option<PlacedUnit>>,
    contacts: Vec<EdgeContact>,
}

impl Field {
    /// The most units there may be in all.
    pub const MAX_UNITS: usize = 32;

    /// A table without units.
    ///
    /// # Errors
    /// Where a piece is not wholly on the table, or lies on another.
    pub fn new(table: GameTable, pieces: Vec<TerrainPiece>) -> Result<Self, IllegalAction> {
        for (number, piece) in pieces.iter().enumerate() {
            if !table.contains(piece.shape()) {
                return Err(Breach::PieceOffTable(number).under_rule("A10.12"));
            }
            let earlier = pieces.iter().take(number);
            let mut lies_on = earlier.map(|other| piece.shape().overlaps(other.shape()));
            if let Some(other) = lies_on.position(|lies_on| lies_on) {
                return Err(Breach::PieceOnPiece(number, other).under_rule("A10.12"));
            }
        }
        Ok(Self { table, pieces, units: Vec::new(), contacts: Vec::new() })
    }

    /// The table.
    pub const fn table(&self) -> GameTable {
        self.table
    }

    /// The terrain.
    pub fn pieces(&self) -> &[TerrainPiece] {
        &self.pieces
    }

    /// All engagements.
    pub fn contacts(&self) -> &[EdgeContact] {
        &self.contacts
    }

    /// A unit on the table.
    ///
    /// # Errors
    /// Where there is none of this number.
    pub fn unit(&self, unit: UnitId) -> Result<&PlacedUnit, IllegalAction> {
        let held = self.units.get(usize::from(unit.0)).and_then(Option::as_ref);
        held.ok_or_else(|| Breach::NoUnit(unit).under_rule("A12.6"))
    }

    /// All units on the table.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &PlacedUnit)> + Clone {
        // no more than MAX_UNITS
        let held = self.units.iter().enumerate();
        held.filter_map(|(number, unit)| Some((UnitId(number as u8), unit.as_ref()?)))
    }

    /// All units but one.
    fn others(&self, unit: UnitId) -> impl Iterator<Item = (UnitId, &PlacedUnit)> + Clone {
        self.units().filter(move |(other, _)| *other != unit)
    }

    /// The enemies of a player.
    fn enemies(&self, player: PlayerId) -> impl Iterator<Item = (UnitId, &PlacedUnit)> + Clone {
        self.units().filter(move |(_, other)| other.player != player)
    }

    /// Puts another unit on the table, not into contact; in which zone is not looked at.
    ///
    /// # Errors
    /// Where it does not lie on the table, or on something else, or is within 1" of an enemy, or
    /// where there are too many.
    pub fn deploy(&mut self, player: PlayerId, tray: Tray) -> Result<UnitId, IllegalAction> {
        let unit = UnitId(u8::try_from(self.units.len()).unwrap_or(u8::MAX));
        if self.units.len() >= Self::MAX_UNITS {
            return Err(Breach::TooMany.under_rule("A11"));
        }
        self.place_unit(unit, PlacedUnit { player, tray })?;
        Ok(unit)
    }

    /// Puts a unit of a number that is not on the table there, not into contact.
    ///
    /// # Errors
    /// As [`Field::deploy`].
    pub fn place_unit(&mut self, unit: UnitId, at: PlacedUnit) -> Result<(), IllegalAction> {
        let place = usize::from(unit.0);
        if place >= Self::MAX_UNITS {
            return Err(Breach::TooMany.under_rule("A11"));
        }
        if self.unit(unit).is_ok() {
            return Err(Breach::OnTable(unit).under_rule("A12.6"));
        }
        self.check_position(unit, at)?;
        if self.units.len() <= place {
            self.units.resize(place + 1, None);
        }
        if let Some(held) = self.units.get_mut(place) {
            *held = Some(at);
        }
        Ok(())
    }

    /// Puts another piece of terrain on the table.
    ///
    /// # Errors
    /// Where it is not wholly on the table, or lies on another.
    pub fn add_piece(&mut self, piece: TerrainPiece) -> Result<(), IllegalAction> {
        let number = self.pieces.len();
        if !self.table.contains(piece.shape()) {
            return Err(Breach::PieceOffTable(number).under_rule("A10.12"));
        }
        let on = self.pieces.iter().position(|other| other.shape().overlaps(piece.shape()));
        if let Some(other) = on {
            return Err(Breach::PieceOnPiece(number, other).under_rule("A10.12"));
        }
        self.pieces.push(piece);
        Ok(())
    }

    /// Takes a piece of terrain away (A10.5). The others keep their numbers: what is left does
    /// nothing.
    pub fn clear_piece(&mut self, number: usize) {
        if let Some(piece) = self.pieces.get_mut(number) {
            *piece = piece.cleared();
        }
    }

    /// Takes a unit off the table.
    pub fn remove(&mut self, unit: UnitId) {
        if let Some(held) = self.units.get_mut(usize::from(unit.0)) {
            *held = None;
        }
        self.part(unit);
    }

    /// Puts a unit where a move ended. It leaves whom it was engaged with.
    ///
    /// # Errors
    /// Where there is no such unit.
    pub fn move_unit(&mut self, unit: UnitId, pose: Pose) -> Result<(), IllegalAction> {
        self.turn(unit, pose)?;
        self.part(unit);
        Ok(())
    }

    /// Puts a unit into contact, where it was aligned. Other contacts with the same enemy are
    /// replaced; those with others remain.
    ///
    /// # Errors
    /// Where there is no such unit.
    pub fn align(&mut self, contact: EdgeContact, pose: Pose) -> Result<(), IllegalAction> {
        self.unit(contact.on)?;
        self.turn(contact.by, pose)?;
        self.contacts.retain(|other| other.other(contact.by) != Some(contact.on));
        self.contacts.push(contact);
        Ok(())
    }

    fn turn(&mut self, unit: UnitId, pose: Pose) -> Result<(), IllegalAction> {
        let held = self.units.get_mut(usize::from(unit.0)).and_then(Option::as_mut);
        let position = held.ok_or_else(|| Breach::NoUnit(unit).under_rule("A12.6"))?;
        position.tray = Tray::new(position.tray.size(), pose);
        Ok(())
    }

    fn part(&mut self, unit: UnitId) {
        self.contacts.retain(|contact| contact.other(unit).is_none());
    }

    /// Whom a unit is engaged with.
    pub fn engaged_with(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.contacts.iter().filter_map(move |contact| contact.other(unit))
    }

    /// Whether a unit is engaged (A18.1).
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engaged_with(unit).next().is_some()
    }

    /// Pieces that a tray stands on or in, by number.
    fn pieces_at(&self, tray: &Tray) -> impl Iterator<Item = (usize, &TerrainPiece)> {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter(|(_, piece)| piece.shape().overlaps(tray.shape()))
    }

    /// Whether a unit may end a move in a place that is no contact (A6.5, A10.9, A15.5, A17.1).
    ///
    /// # Errors
    /// Where it might not.
    pub fn check_position(&self, unit: UnitId, at: PlacedUnit) -> Result<(), IllegalAction> {
        self.check_room(unit, &at.tray)?;
        let mut enemies = self.enemies(at.player).filter(|(enemy, _)| *enemy != unit);
        let near = enemies.find(|(_, enemy)| {
            !enemy.tray.shape().is_at_least_apart(at.tray.shape(), Length::INCH)
        });
        near.map_or(Ok(()), |(enemy, _)| Err(Breach::NearEnemy(enemy).under_rule("A6.5")))
    }

    /// Whether a tray of a unit has room in a place, in contact or not.
    fn check_room(&self, unit: UnitId, tray: &Tray) -> Result<(), IllegalAction> {
        if !self.table.contains(tray.shape()) {
            return Err(Breach::OffTable.under_rule("A15.5"));
        }
        let mut impassable =
            self.pieces_at(tray).filter(|(_, piece)| piece.is(Keyword::Impassable));
        if let Some((piece, _)) = impassable.next() {
            return Err(Breach::OnImpassable(piece).under_rule("A10.9"));
        }
        let on = self.others(unit).find(|(_, other)| other.tray.shape().overlaps(tray.shape()));
        on.map_or(Ok(()), |(other, _)| Err(Breach::OnUnit(other).under_rule("A17.1")))
    }

    /// The same field when the table is turned by half and the players are swapped.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let unit = |unit: &Option<PlacedUnit>| {
            unit.as_ref()
                .map(|at| PlacedUnit { player: at.player.opponent(), tray: at.tray.rotated_180() })
        };
        Self {
            table: self.table,
            pieces: self.pieces.iter().map(TerrainPiece::rotated_180).collect(),
            units: self.units.iter().map(unit).collect(),
            contacts: self.contacts.clone(),
        }
    }
}
