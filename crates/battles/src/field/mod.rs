//! Positions of units on the table, terrain and engagements (A15–A18).
//!
//! Queries follow the steps of an action and return where it ends, or the rule that forbids it
//! ([`IllegalAction`]). This module rolls no dice and knows nothing of wounds.

mod charge;
mod crossing;
mod illegal;
mod melee;
mod movement;
mod ranged;
mod walls;

pub use charge::{ChargeApproach, ChargeResult, DeclaredCharge};
pub use crossing::{TerrainCrossing, TerrainCrossings};
pub use illegal::{Breach, IllegalAction, RestrictedAction};
pub use movement::{LegalMove, Manoeuvre};

use crate::geometry::{Alignment, EdgeStrip, GameTable, Length, Pose, Tray, TrayArc};
use crate::terrain::{Keyword, TerrainPiece};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A player, identified by the edge of the table.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerId {
    /// At the southern edge.
    South,
    /// At the northern edge.
    North,
}

impl PlayerId {
    /// Returns the opponent.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Both players, south first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// Returns the player's index in pairs: 0 for south, 1 for north.
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

/// The id of a combat unit in a battle, from 0.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct UnitId(#[schemars(range(max = Field::MAX_UNITS - 1))] pub u8);

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unit {}", self.0)
    }
}

/// A unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedUnit {
    /// The owner.
    pub player: PlayerId,
    /// The tray.
    pub tray: Tray,
}

/// Two enemies in contact along an edge (A18.1): the front of one is aligned with a side of the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeContact {
    /// The unit whose front is in contact.
    pub by: UnitId,
    /// The unit whose side is in contact.
    pub on: UnitId,
    /// The side.
    pub side: TrayArc,
    /// The alignment along the side.
    pub placing: Alignment,
}

impl EdgeContact {
    /// Returns the other unit if `unit` takes part.
    pub fn other(&self, unit: UnitId) -> Option<UnitId> {
        match unit {
            _ if unit == self.by => Some(self.on),
            _ if unit == self.on => Some(self.by),
            _ => None,
        }
    }

    /// Returns the side of a unit that is in contact (A16.5).
    fn side_of(&self, unit: UnitId) -> TrayArc {
        if unit == self.by { TrayArc::Front } else { self.side }
    }
}

/// The table with terrain, units and engagements. Units keep their ids when others are destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    table: GameTable,
    pieces: Vec<TerrainPiece>,
    units: Vec<Option<PlacedUnit>>,
    contacts: Vec<EdgeContact>,
    /// A bit for each unit that ignores rough and hindering terrain.
    sure_footed: u32,
    /// A bit for each section of a wall.
    walls: u32,
    /// The strip behind the wall, in a siege.
    behind: Option<EdgeStrip>,
}

impl Field {
    /// Largest number of units on the table.
    // two armies of 16 units
    pub(crate) const MAX_UNITS: usize = 32;

    /// Creates a table without units.
    ///
    /// # Errors
    /// [`IllegalAction`] if a piece is not wholly on the table or overlaps another.
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
        Ok(Self {
            table,
            pieces,
            units: Vec::new(),
            contacts: Vec::new(),
            sure_footed: 0,
            walls: 0,
            behind: None,
        })
    }

    /// Returns the table.
    pub const fn table(&self) -> GameTable {
        self.table
    }

    /// Returns the terrain.
    pub fn pieces(&self) -> &[TerrainPiece] {
        &self.pieces
    }

    /// Returns all engagements.
    pub fn contacts(&self) -> &[EdgeContact] {
        &self.contacts
    }

    /// A unit on the table.
    ///
    /// # Errors
    /// [`IllegalAction`] if the unit is not on the table.
    pub fn unit(&self, unit: UnitId) -> Result<&PlacedUnit, IllegalAction> {
        let held = self.units.get(usize::from(unit.0)).and_then(Option::as_ref);
        held.ok_or_else(|| Breach::NoUnit(unit).under_rule("A12.6"))
    }

    /// Iterates over all units on the table.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &PlacedUnit)> + Clone {
        // no more than MAX_UNITS
        let held = self.units.iter().enumerate();
        held.filter_map(|(number, unit)| Some((UnitId(number as u8), unit.as_ref()?)))
    }

    /// Iterates over all units but one.
    fn others(&self, unit: UnitId) -> impl Iterator<Item = (UnitId, &PlacedUnit)> + Clone {
        self.units().filter(move |(other, _)| *other != unit)
    }

    /// Iterates over the enemies of a player.
    fn enemies(&self, player: PlayerId) -> impl Iterator<Item = (UnitId, &PlacedUnit)> + Clone {
        self.units().filter(move |(_, other)| other.player != player)
    }

    /// Deploys a new unit, not in contact. Deployment zones are not checked.
    ///
    /// # Errors
    /// [`IllegalAction`] if the tray is not on the table, overlaps something or is within 1" of an
    /// enemy, or if there are too many units.
    pub fn deploy(&mut self, player: PlayerId, tray: Tray) -> Result<UnitId, IllegalAction> {
        // the count is checked next: the largest id is never used
        let unit = UnitId(u8::try_from(self.units.len()).unwrap_or(u8::MAX));
        if self.units.len() >= Self::MAX_UNITS {
            return Err(Breach::TooMany.under_rule("A11"));
        }
        self.place_unit(unit, PlacedUnit { player, tray })?;
        Ok(unit)
    }

    /// Places a unit with a known id that is not on the table, not in contact.
    ///
    /// # Errors
    /// As for [`Field::deploy`].
    pub fn place_unit(&mut self, unit: UnitId, at: PlacedUnit) -> Result<(), IllegalAction> {
        if self.unit(unit).is_ok() {
            return Err(Breach::OnTable(unit).under_rule("A12.6"));
        }
        self.check_position(unit, at)?;
        self.hold(unit, at)
    }

    fn hold(&mut self, unit: UnitId, at: PlacedUnit) -> Result<(), IllegalAction> {
        let place = usize::from(unit.0);
        if place >= Self::MAX_UNITS {
            return Err(Breach::TooMany.under_rule("A11"));
        }
        if self.units.len() <= place {
            self.units.resize(place + 1, None);
        }
        if let Some(held) = self.units.get_mut(place) {
            *held = Some(at);
        }
        Ok(())
    }

    /// Places a unit that was on the table before: an enemy may be near, as after a charge.
    ///
    /// # Errors
    /// [`IllegalAction`] if the tray is not on the table or overlaps something, or if there are too
    /// many units.
    pub(crate) fn restore_unit(
        &mut self,
        unit: UnitId,
        at: PlacedUnit,
    ) -> Result<(), IllegalAction> {
        self.check_room(unit, &at.tray)?;
        self.hold(unit, at)
    }

    /// Adds a piece of terrain.
    ///
    /// # Errors
    /// [`IllegalAction`] if the piece is not wholly on the table or overlaps another.
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

    /// Removes a piece of terrain (A10.5). Other pieces keep their indices: the removed piece stays
    /// without keywords.
    pub(crate) fn clear_piece(&mut self, number: usize) {
        if let Some(piece) = self.pieces.get_mut(number) {
            // logs refer to pieces by index, so none is removed from the list
            *piece = piece.cleared();
        }
    }

    /// Removes a unit from the table.
    pub fn remove(&mut self, unit: UnitId) {
        if let Some(held) = self.units.get_mut(usize::from(unit.0)) {
            *held = None;
        }
        self.part(unit);
    }

    /// Moves a unit to the end of a move and ends its engagements.
    ///
    /// # Errors
    /// [`IllegalAction`] if there is no such unit.
    pub fn move_unit(&mut self, unit: UnitId, pose: Pose) -> Result<(), IllegalAction> {
        self.turn(unit, pose)?;
        self.part(unit);
        Ok(())
    }

    /// Moves a unit into contact. Another contact with the same enemy is replaced; contacts with
    /// other enemies remain.
    ///
    /// # Errors
    /// [`IllegalAction`] if there is no such unit.
    pub fn align(&mut self, contact: EdgeContact, pose: Pose) -> Result<(), IllegalAction> {
        self.unit(contact.on)?;
        self.turn(contact.by, pose)?;
        // two units touch along one edge only; a realignment replaces it
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

    /// Iterates over the enemies a unit is engaged with.
    pub fn engaged_with(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.contacts.iter().filter_map(move |contact| contact.other(unit))
    }

    /// Returns whether a unit is engaged (A18.1).
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engaged_with(unit).next().is_some()
    }

    /// Checks that a unit may end a move here without contact (A6.5, A10.9, A15.5, A17.1).
    ///
    /// # Errors
    /// [`IllegalAction`] with the rule that forbids it.
    pub(crate) fn check_position(&self, unit: UnitId, at: PlacedUnit) -> Result<(), IllegalAction> {
        self.check_room(unit, &at.tray)?;
        // walls are no units, so trays may end next to them (A13.3.6)
        let is_unit = |enemy: UnitId| enemy != unit && !self.is_wall(enemy);
        let mut enemies = self.enemies(at.player).filter(|(enemy, _)| is_unit(*enemy));
        let near = enemies.find(|(_, enemy)| {
            // exactly an inch is not within an inch (A15.5)
            !enemy.tray.shape().is_at_least_apart(at.tray.shape(), Length::INCH)
        });
        near.map_or(Ok(()), |(enemy, _)| Err(Breach::NearEnemy(enemy).under_rule("A6.5")))
    }

    /// Checks that a tray fits here, in contact or not.
    fn check_room(&self, unit: UnitId, tray: &Tray) -> Result<(), IllegalAction> {
        if !self.table.contains(tray.shape()) {
            return Err(Breach::OffTable.under_rule("A15.5"));
        }
        self.check_not_behind(tray.shape())?;
        let is_under = |piece: &TerrainPiece| {
            piece.is(Keyword::Impassable) && piece.shape().overlaps(tray.shape())
        };
        if let Some(piece) = self.pieces.iter().position(is_under) {
            return Err(Breach::OnImpassable(piece).under_rule("A10.9"));
        }
        let on = self.others(unit).find(|(_, other)| other.tray.shape().overlaps(tray.shape()));
        on.map_or(Ok(()), |(other, _)| Err(Breach::OnUnit(other).under_rule("A17.1")))
    }

    /// Returns the field after rotating the table by 180° and swapping the players.
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
            // contacts name sides and alignments of units, which do not turn
            contacts: self.contacts.clone(),
            sure_footed: self.sure_footed,
            walls: self.walls,
            behind: self.behind.map(EdgeStrip::rotated_180),
        }
    }
}
