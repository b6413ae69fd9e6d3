//! A battle before it is played: two armies, a table, terrain and a mode.

mod deployment;
mod mode;
mod set_up;

pub(crate) use deployment::{may_deploy, pack_units};
pub(crate) use mode::PILE;
pub use mode::{Mode, ObjectiveCard, ObjectiveDeck};
pub(crate) use set_up::{in_zone, zone, zone_limits};

use crate::army::{BattleArmy, BattleUnit, UnitRole};
use crate::cards::{DeckCard, NcuCard, TacticsDeck};
use crate::field::{Field, UnitId};
use crate::geometry::{GameTable, Pose};
use crate::missions::{MissionDeck, MissionError};
use crate::outcomes::OutcomeCache;
use crate::siege::{SECTIONS, Siege};
use crate::terrain::TerrainKind;
use warodds_games::asoiaf::Edition;

/// The edition of the rulebook. Editions differ in the tie-break and in terrain of Fire & Blood
/// (A13.15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rulebook {
    /// The update of December 2019.
    V1_5,
    /// The rulebook of 2020.
    #[default]
    V1_6,
}

impl Rulebook {
    /// All editions with their names.
    pub const ALL: [(Self, &'static str); 2] = [(Self::V1_5, "1.5"), (Self::V1_6, "1.6")];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_5 => "1.5",
            Self::V1_6 => "1.6",
        }
    }

    /// Returns the corresponding edition of the attack rules.
    pub const fn edition(self) -> Edition {
        match self {
            Self::V1_5 => Edition::V1_5,
            Self::V1_6 => Edition::V1_6,
        }
    }
}

/// How terrain is placed (A10.12).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TerrainSetup {
    /// No terrain.
    #[default]
    None,
    /// 2 + D3 random pieces, placed by the players.
    Random,
    /// These pieces, by index of their kinds.
    Placed(Vec<(u8, Pose)>),
}

/// A battle before set-up.
#[derive(Clone, Debug)]
pub struct Battle {
    /// The names of the armies, `a` first.
    pub names: [String; 2],
    /// The combat units of both armies, those of `a` first; names are unique within an army.
    pub units: Vec<BattleUnit>,
    /// The number of units of army `a`.
    pub split: usize,
    /// The names of the NCUs of both armies.
    pub ncus: [Vec<String>; 2],
    /// The tactics cards of both armies; `None` if the battle is played without.
    pub decks: Option<[TacticsDeck; 2]>,
    /// The mode.
    pub mode: Mode,
    /// The missions, in the modes that have some.
    pub missions: Option<MissionDeck>,
    /// The wall and the siege decks, in the mode that has some.
    pub siege: Option<Siege>,
    /// The rulebook.
    pub rulebook: Rulebook,
    /// The table.
    pub table: GameTable,
    /// The terrain.
    pub ground: TerrainSetup,
    /// The available kinds of terrain.
    pub kinds: Vec<TerrainKind>,
    /// The points limit of an army.
    pub limit: u16,
    /// The victory points that win the battle (A12.12).
    pub goal: u8,
}

/// An error in the setup of a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BattleError {
    /// An army has no combat units.
    #[error("{0} has no combat unit")]
    NoUnits(String),
    /// An army has too many combat units.
    #[error("{name} has {count} combat units; at most {most} can be played")]
    TooManyUnits {
        /// Its name.
        name: String,
        /// Its number of them.
        count: usize,
        /// The number allowed: walls take places in a siege.
        most: usize,
    },
    /// An army has too many NCUs.
    #[error("{name} has {count} NCUs; at most {} can be played", Battle::MAX_NCUS)]
    TooManyNcus {
        /// Its name.
        name: String,
        /// Its number of them.
        count: usize,
    },
    /// A unit has no attack.
    #[error("{0} has no attack")]
    Unarmed(String),
    /// The deployment zone is too small for the units.
    #[error(
        "the units of {name} have no room in a deployment zone {depth} deep on a table {width} \
         wide (A13.10)"
    )]
    NoRoom {
        /// Its name.
        name: String,
        /// The depth of the zone.
        depth: crate::geometry::Length,
        /// The width of the table.
        width: crate::geometry::Length,
    },
    /// The table is too small for the zones of the mode.
    #[error("{mode} needs a table at least {least} deep and wide, not {side}")]
    TooSmall {
        /// The mode.
        mode: &'static str,
        /// The smallest side allowed.
        least: crate::geometry::Length,
        /// The side of this table.
        side: crate::geometry::Length,
    },
    /// A piece of terrain is misplaced.
    #[error("{0}")]
    Terrain(crate::field::IllegalAction),
    /// A piece of terrain lies in a deployment zone, or too close to one.
    #[error("piece {0} lies in a deployment zone or too near to one (A10.12)")]
    InZone(usize),
    /// Two pieces are too close to each other.
    #[error("piece {0} lies within 6\" of piece {1} (A10.12)")]
    TooNear(usize, usize),
    /// The mode does not allow this kind of terrain.
    #[error("{0} may not be chosen in this mode (A13.4.1)")]
    NotInMode(String),
    /// The mode has missions, and there is no deck of them.
    #[error(
        "{0} needs missions, which the rulebooks do not print (A13.8.4): name a file of them by \
         `missions` in the battle file, or by --missions (docs/missions.md)"
    )]
    NoMissions(&'static str),
    /// There are missions, and the mode has none.
    #[error("{0} has no missions: leave out `missions`")]
    UnusedMissions(&'static str),
    /// The mode has a siege, and there is none.
    #[error(
        "{0} needs a wall and siege decks, which the rulebooks do not print (A13.3.7): name a file \
         of them by `siege` in the battle file (docs/siege.md)"
    )]
    NoSiege(&'static str),
    /// There is a siege, and the mode has none.
    #[error("{0} has no siege: leave out `siege`")]
    UnusedSiege(&'static str),
    /// The wall has no room.
    #[error(
        "the wall has no room: three sections with 4\" between them must be no wider than the \
         table, and no deeper than 3\" (A13.3.1)"
    )]
    WideWall,
    /// The deck of missions is invalid.
    #[error("the deck of missions {0}")]
    Missions(#[from] MissionError),
}

/// The parts of a battle.
#[derive(Clone, Debug)]
pub struct BattleSpec {
    /// The armies, `a` first.
    pub armies: [BattleArmy; 2],
    /// Their tactics cards; `None` for a battle without.
    pub decks: Option<[TacticsDeck; 2]>,
    /// The mode.
    pub mode: Mode,
    /// The missions, in the modes that have some.
    pub missions: Option<MissionDeck>,
    /// The wall and the siege decks, in the mode that has some.
    pub siege: Option<Siege>,
    /// The rulebook.
    pub rulebook: Rulebook,
    /// The table.
    pub table: GameTable,
    /// The terrain.
    pub ground: TerrainSetup,
    /// The available kinds of terrain.
    pub kinds: Vec<TerrainKind>,
    /// The points limit of an army, which determines the goal.
    pub limit: u16,
}

impl Battle {
    /// Largest number of NCUs in an army.
    pub(crate) const MAX_NCUS: usize = TacticsDeck::MAX_NCUS;

    /// Checks the parts and creates a battle.
    ///
    /// # Errors
    /// [`BattleError`] if the battle cannot be played.
    pub fn new(parts: BattleSpec) -> Result<Self, BattleError> {
        let BattleSpec { armies: [a, b], decks, mode, missions, siege, .. } = parts;
        let BattleSpec { rulebook, table, ground, kinds, limit, .. } = parts;
        check_missions(mode, missions.as_ref())?;
        check_siege(mode, siege.as_ref())?;
        for army in [&a, &b] {
            check(army, siege.as_ref())?;
        }
        let [a, b] = [a, b].map(|army| with_walls(army, siege.as_ref()));
        let split = a.units.len();
        let battle = Self {
            names: [a.name, b.name],
            units: with_unique_names(a.units).chain(with_unique_names(b.units)).collect(),
            split,
            ncus: [a.ncus, b.ncus],
            decks,
            mode,
            missions,
            siege,
            rulebook,
            table,
            ground,
            kinds,
            limit,
            // two more points with missions (A13.6.3, A13.8.3)
            goal: goal(limit) + if mode.has_missions() { 2 } else { 0 },
        };
        // last: room and terrain depend on the mode, the table and both armies
        set_up::check_set_up(&battle)?;
        Ok(battle)
    }

    /// Creates an empty cache of the outcomes of its fights.
    pub fn outcome_cache(&self) -> OutcomeCache<'_> {
        OutcomeCache::new(&self.units, self.rulebook.edition()).with_decks(self.decks.as_ref())
    }

    /// Returns the army of a unit: 0 for `a`, 1 for `b`.
    pub const fn army_of(&self, number: usize) -> usize {
        if number < self.split { 0 } else { 1 }
    }

    /// Iterates over the ids of an army's combat units.
    pub(crate) fn units_of(&self, army: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.all_of(army).filter(|unit| !self.is_wall(*unit))
    }

    /// Iterates over the ids of the sections of the wall that an army has if it defends.
    pub(crate) fn walls_of(&self, army: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.all_of(army).filter(|unit| self.is_wall(*unit))
    }

    fn all_of(&self, army: usize) -> impl Iterator<Item = UnitId> + '_ {
        // ids fit in `u8`: a field holds 32 units
        let of = move |number: &usize| self.army_of(*number) == army;
        (0..self.units.len()).filter(of).map(|number| UnitId(number as u8))
    }

    /// Returns the card of a section of a wall; `None` for combat units.
    pub(crate) fn wall(&self, unit: UnitId) -> Option<&BattleUnit> {
        self.fighter(unit).filter(|one| one.role == UnitRole::Wall)
    }

    /// Returns the wounds of a whole unit of which `left` are left. Siege cards may give a wall more
    /// than its own (A13.3.3).
    pub(crate) fn full_wounds(&self, unit: UnitId, left: u8) -> u8 {
        let full = self.fighter(unit).map_or(0, BattleUnit::wounds);
        let siege = self.siege.as_ref().filter(|_| self.is_wall(unit));
        siege.map_or(full, |siege| siege.wall_wounds.max(left))
    }

    /// Returns whether a unit is a section of a wall (A13.3.6).
    pub fn is_wall(&self, unit: UnitId) -> bool {
        self.wall(unit).is_some()
    }

    /// Iterates over the kinds of tactics cards in both decks, each with its army (0 or 1).
    pub(crate) fn cards(&self) -> impl Iterator<Item = (usize, &DeckCard)> {
        let decks = self.decks.iter().flatten().enumerate();
        decks.flat_map(|(army, deck)| deck.kinds.iter().map(move |card| (army, card)))
    }

    /// Iterates over the NCUs of both armies whose abilities are known, each with its army (0 or 1).
    pub(crate) fn ncu_cards(&self) -> impl Iterator<Item = (usize, &NcuCard)> {
        let decks = self.decks.iter().flatten().enumerate();
        decks.flat_map(|(army, deck)| deck.ncus.iter().map(move |ncu| (army, ncu)))
    }

    /// Returns a unit's card and tray.
    pub fn fighter(&self, unit: UnitId) -> Option<&BattleUnit> {
        self.units.get(usize::from(unit.0))
    }

    /// Returns the ranks that a unit loses as its wounds go from one number to a lower one (A1.5).
    pub(crate) fn ranks_between(&self, unit: UnitId, [before, left]: [u8; 2]) -> u8 {
        let body = self.fighter(unit).map(|fighter| fighter.unit.body);
        body.map_or(0, |body| body.ranks_left(before).saturating_sub(body.ranks_left(left)))
    }

    /// Creates the table without units and terrain.
    pub(crate) fn field(&self) -> Result<Field, crate::field::IllegalAction> {
        Field::new(self.table, Vec::new())
    }

    /// Returns the index of a kind of terrain by its name.
    pub(crate) fn kind(&self, name: &str) -> Option<u8> {
        let place = self.kinds.iter().position(|kind| kind.name() == name);
        place.and_then(|place| u8::try_from(place).ok())
    }
}

/// Numbers units with equal names from 1.
fn with_unique_names(mut units: Vec<BattleUnit>) -> impl Iterator<Item = BattleUnit> {
    let names: Vec<String> = units.iter().map(|unit| unit.name.clone()).collect();
    let count = |among: &[String], name: &str| among.iter().filter(|one| *one == name).count();
    for (place, unit) in units.iter_mut().enumerate() {
        if count(&names, &unit.name) > 1 {
            // counted among the original names: those before this one are renamed already
            let (before, _) = names.split_at(place);
            unit.name = format!("{} #{}", unit.name, count(before, &unit.name) + 1);
        }
    }
    units.into_iter()
}

/// Adds the wall that an army has if it defends, and the abilities that siege cards may give.
fn with_walls(mut army: BattleArmy, siege: Option<&Siege>) -> BattleArmy {
    if let Some(siege) = siege {
        let units = army.units.into_iter().chain(siege.sections());
        army.units = units.map(|unit| unit.with_siege_abilities(&siege.abilities)).collect();
    }
    army
}

fn check(army: &BattleArmy, siege: Option<&Siege>) -> Result<(), BattleError> {
    let name = || army.name.clone();
    if army.units.is_empty() {
        return Err(BattleError::NoUnits(name()));
    }
    let most = BattleArmy::MAX_UNITS - siege.map_or(0, |_| SECTIONS);
    if army.units.len() > most {
        return Err(BattleError::TooManyUnits { name: name(), count: army.units.len(), most });
    }
    if army.ncus.len() > Battle::MAX_NCUS {
        return Err(BattleError::TooManyNcus { name: name(), count: army.ncus.len() });
    }
    let unarmed = army.units.iter().find(|fighter| fighter.unit.attacks.is_empty());
    unarmed.map_or(Ok(()), |fighter| Err(BattleError::Unarmed(fighter.name.clone())))
}

fn check_missions(mode: Mode, missions: Option<&MissionDeck>) -> Result<(), BattleError> {
    match missions {
        Some(deck) if mode.has_missions() => Ok(deck.check(mode.least_missions())?),
        None if mode.has_missions() => Err(BattleError::NoMissions(mode.id())),
        Some(_) => Err(BattleError::UnusedMissions(mode.id())),
        None => Ok(()),
    }
}

fn check_siege(mode: Mode, siege: Option<&Siege>) -> Result<(), BattleError> {
    match (mode.has_siege(), siege) {
        (true, None) => Err(BattleError::NoSiege(mode.id())),
        (false, Some(_)) => Err(BattleError::UnusedSiege(mode.id())),
        _ => Ok(()),
    }
}

/// Returns the victory points that win a battle for a points limit per army (A12.2, A12.12).
///
/// # Examples
/// ```
/// use warodds_battles::battle::goal;
///
/// // 8 up to 39 points, then 2 more for every 10 points
/// assert_eq!([30, 39, 40, 50].map(goal), [8, 8, 10, 12]);
/// ```
pub const fn goal(limit: u16) -> u8 {
    let more = if limit < 30 { 0 } else { (limit - 30) / 10 };
    // the goal must fit in `u8`; limits of files end at 200 points
    if more > 120 { 248 } else { 8 + 2 * more as u8 }
}

#[cfg(test)]
mod tests {
    #[test]
    fn goals_rise_by_two_every_ten_points() {
        let goals = [20, 30, 39, 40, 50, 60].map(super::goal);
        assert_eq!(goals, [8, 8, 8, 10, 12, 14]);
    }
}
