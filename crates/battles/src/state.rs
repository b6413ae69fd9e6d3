//! How a battle stands: who is where with what, whose turn it is, and the points.

use crate::battle::Battle;
use crate::field::{Field, PlayerId, UnitId};
use crate::geometry::{Length, Point};
use crate::modes::ObjectiveCard;

/// The radius of an objective token (A13.12).
pub const TOKEN_RADIUS: Length = Length::inches(7).tenth();

/// Where a combat unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitPlace {
    /// On the table.
    Table,
    /// In reserve, to be deployed from this round on (A13.2).
    Reserve(u8),
    /// Destroyed.
    Gone,
}

/// A combat unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BattleUnitState {
    /// Whose it is.
    pub player: PlayerId,
    /// Where it is.
    pub place: UnitPlace,
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
    pub card: ObjectiveCard,
    /// The piece of terrain it belongs to (A13.4.3).
    pub pile: Option<u8>,
    /// Who carries it (A13.14).
    pub holder: Option<UnitId>,
}

/// How a battle stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleState {
    /// The table.
    pub field: Field,
    /// The kind of each piece of terrain, by its number among those of the battle.
    pub kinds: Vec<u8>,
    /// The combat units.
    pub units: Vec<BattleUnitState>,
    /// The round, from 1; 0 while the battle is set up.
    pub round: u8,
    /// Who goes first in it.
    pub first: PlayerId,
    /// Whose turn it is.
    pub active: PlayerId,
    /// Who activates just now.
    pub acting: Option<UnitId>,
    /// Points so far, by edge.
    pub points: [u8; 2],
    /// NCUs that have not activated this round, by edge.
    pub ncus: [u8; 2],
    /// Who controls each zone of the tactics board.
    pub tactics_zones: [Option<PlayerId>; 5],
    /// The objective tokens.
    pub objectives: Vec<Objective>,
    /// The number of this game: what players toss for hangs on it.
    pub salt: u64,
}

impl BattleState {
    /// A battle before anything is set up, the army `at_south` being at the southern edge.
    pub fn new(battle: &Battle, field: Field, salt: u64) -> Self {
        let unit = |number: usize| BattleUnitState {
            player: if battle.army_of(number) == 0 { PlayerId::South } else { PlayerId::North },
            place: UnitPlace::Reserve(0),
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
            first: PlayerId::South,
            active: PlayerId::South,
            acting: None,
            points: [0; 2],
            ncus: [0; 2],
            tactics_zones: [None; 5],
            objectives: Vec::new(),
            salt,
        }
    }

    /// A unit; none where there is none of this number.
    pub fn unit(&self, unit: UnitId) -> Option<&BattleUnitState> {
        self.units.get(usize::from(unit.0))
    }

    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> Option<&mut BattleUnitState> {
        self.units.get_mut(usize::from(unit.0))
    }

    /// All units with their numbers.
    pub fn units_with_ids(&self) -> impl Iterator<Item = (UnitId, &BattleUnitState)> {
        // no more than fit on a field
        self.units.iter().enumerate().map(|(number, unit)| (UnitId(number as u8), unit))
    }

    /// A player's units on the table.
    pub fn units_on_table(
        &self,
        player: PlayerId,
    ) -> impl Iterator<Item = (UnitId, &BattleUnitState)> {
        self.units_with_ids()
            .filter(move |(_, unit)| unit.player == player && unit.place == UnitPlace::Table)
    }

    /// Whether a unit of a player is on the table.
    pub fn is_on_table(&self, unit: UnitId, player: PlayerId) -> bool {
        self.unit(unit).is_some_and(|held| held.player == player && held.place == UnitPlace::Table)
    }

    /// The objective that a unit carries, by its number.
    pub fn objective_carried_by(&self, unit: UnitId) -> Option<usize> {
        self.objectives.iter().position(|objective| objective.holder == Some(unit))
    }

    /// The same when the table is turned by half and the players are swapped.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let [south, north] = self.points;
        let [own, other] = self.ncus;
        let unit =
            |unit: &BattleUnitState| BattleUnitState { player: unit.player.opponent(), ..*unit };
        let objective = |objective: &Objective| Objective {
            at: objective.at.rotated_180(),
            card: objective.card,
            ..*objective
        };
        Self {
            field: self.field.rotated_180(),
            kinds: self.kinds.clone(),
            units: self.units.iter().map(unit).collect(),
            round: self.round,
            first: self.first.opponent(),
            active: self.active.opponent(),
            acting: self.acting,
            points: [north, south],
            ncus: [other, own],
            tactics_zones: self.tactics_zones.map(|seat| seat.map(PlayerId::opponent)),
            objectives: self.objectives.iter().map(objective).collect(),
            salt: self.salt,
        }
    }
}
