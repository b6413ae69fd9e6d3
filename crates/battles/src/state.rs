//! How a battle stands: who is where with what, whose turn it is, and the points.

use crate::battle::Battle;
use crate::field::{Field, Player, UnitId};
use crate::geometry::{Length, Point};
use crate::modes::Card;

/// The radius of an objective token (A13.12).
pub const TOKEN_RADIUS: Length = Length::inches(7).tenth();

/// Where a combat unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// On the table.
    Table,
    /// In reserve, to be deployed from this round on (A13.2).
    Reserve(u8),
    /// Destroyed.
    Gone,
}

/// A combat unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitState {
    /// Whose it is.
    pub player: Player,
    /// Where it is.
    pub place: Place,
    /// Wounds left.
    pub left: u8,
    /// The bits of its tokens, and how often it survived its end above them.
    pub tokens: u8,
    /// Whether it has activated this round.
    pub activated: bool,
    /// Whether it could give its orders this round already (A1.7).
    pub ordered: bool,
    /// How often it was destroyed.
    pub deaths: u8,
    /// Whether it is marked (A13.7.2).
    pub marked: bool,
    /// Points that lie on it (A13.7.3).
    pub bounty: u8,
}

/// An objective token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Where it lies, or lay before it was taken.
    pub at: Point,
    /// What it does.
    pub card: Card,
    /// The piece of terrain it belongs to (A13.4.3).
    pub pile: Option<u8>,
    /// Who carries it (A13.14).
    pub holder: Option<UnitId>,
}

/// How a battle stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The table.
    pub field: Field,
    /// The kind of each piece of terrain, by its number among those of the battle.
    pub kinds: Vec<u8>,
    /// The combat units.
    pub units: Vec<UnitState>,
    /// The round, from 1; 0 while the battle is set up.
    pub round: u8,
    /// Who goes first in it.
    pub first: Player,
    /// Whose turn it is.
    pub active: Player,
    /// Who activates just now.
    pub acting: Option<UnitId>,
    /// Points so far, by edge.
    pub points: [u8; 2],
    /// NCUs that have not activated this round, by edge.
    pub ncus: [u8; 2],
    /// Who controls each zone of the tactics board.
    pub seats: [Option<Player>; 5],
    /// The objective tokens.
    pub objectives: Vec<Objective>,
    /// The number of this game: what players toss for hangs on it.
    pub salt: u64,
}

impl State {
    /// A battle before anything is set up, the army `at_south` being at the southern edge.
    pub fn new(battle: &Battle, field: Field, salt: u64) -> Self {
        let unit = |number: usize| UnitState {
            player: if battle.army_of(number) == 0 { Player::South } else { Player::North },
            place: Place::Reserve(0),
            left: battle.units.get(number).map_or(0, |fighter| fighter.wounds()),
            tokens: 0,
            activated: false,
            ordered: false,
            deaths: 0,
            marked: false,
            bounty: 0,
        };
        Self {
            field,
            kinds: Vec::new(),
            units: (0..battle.units.len()).map(unit).collect(),
            round: 0,
            first: Player::South,
            active: Player::South,
            acting: None,
            points: [0; 2],
            ncus: [0; 2],
            seats: [None; 5],
            objectives: Vec::new(),
            salt,
        }
    }

    /// A unit; none where there is none of this number.
    pub fn unit(&self, unit: UnitId) -> Option<&UnitState> {
        self.units.get(usize::from(unit.0))
    }

    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> Option<&mut UnitState> {
        self.units.get_mut(usize::from(unit.0))
    }

    /// All units with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &UnitState)> {
        // no more than fit on a field
        self.units.iter().enumerate().map(|(number, unit)| (UnitId(number as u8), unit))
    }

    /// A player's units on the table.
    pub fn on_table(&self, player: Player) -> impl Iterator<Item = (UnitId, &UnitState)> {
        self.all().filter(move |(_, unit)| unit.player == player && unit.place == Place::Table)
    }

    /// Whether a unit of a player is on the table.
    pub fn stands(&self, unit: UnitId, player: Player) -> bool {
        self.unit(unit).is_some_and(|held| held.player == player && held.place == Place::Table)
    }

    /// The objective that a unit carries, by its number.
    pub fn carried_by(&self, unit: UnitId) -> Option<usize> {
        self.objectives.iter().position(|objective| objective.holder == Some(unit))
    }

    /// The same when the table is turned by half and the players are swapped.
    #[must_use]
    pub fn half_turned(&self) -> Self {
        let [south, north] = self.points;
        let [own, other] = self.ncus;
        let unit = |unit: &UnitState| UnitState { player: unit.player.opponent(), ..*unit };
        let objective = |objective: &Objective| Objective {
            at: objective.at.half_turned(),
            card: objective.card,
            ..*objective
        };
        Self {
            field: self.field.half_turned(),
            kinds: self.kinds.clone(),
            units: self.units.iter().map(unit).collect(),
            round: self.round,
            first: self.first.opponent(),
            active: self.active.opponent(),
            acting: self.acting,
            points: [north, south],
            ncus: [other, own],
            seats: self.seats.map(|seat| seat.map(Player::opponent)),
            objectives: self.objectives.iter().map(objective).collect(),
            salt: self.salt,
        }
    }
}
