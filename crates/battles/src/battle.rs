//! A battle before it is played: two armies, a table, terrain and a mode.

use crate::army::{BattleArmy, BattleUnit};
use crate::field::{Field, UnitId};
use crate::geometry::{GameTable, Pose};
use crate::modes::Mode;
use crate::terrain::TerrainKind;
use warodds_games::asoiaf::Edition;

/// The rulebook of a battle: they differ in the tie-break, and in terrain of Fire & Blood (A13.15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rulebook {
    /// The update of December 2019.
    V1_5,
    /// The rulebook of 2020.
    #[default]
    V1_6,
}

impl Rulebook {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 2] = [(Self::V1_5, "1.5"), (Self::V1_6, "1.6")];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_5 => "1.5",
            Self::V1_6 => "1.6",
        }
    }

    /// The edition of the rules of attacks.
    pub const fn edition(self) -> Edition {
        match self {
            Self::V1_5 => Edition::V1_5,
            Self::V1_6 => Edition::V1_6,
        }
    }
}

/// How terrain comes onto the table (A10.12).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TerrainSetup {
    /// There is none.
    #[default]
    None,
    /// 2 + D3 random pieces, which the players place.
    Random,
    /// These pieces, by the numbers of their kinds.
    Placed(Vec<(u8, Pose)>),
}

/// A battle before it is played.
#[derive(Clone, Debug)]
pub struct Battle {
    /// The names of the armies, `a` first.
    pub names: [String; 2],
    /// The combat units of both, those of `a` first; no two of an army have the same name.
    pub units: Vec<BattleUnit>,
    /// How many of them are of `a`.
    pub split: usize,
    /// The NCUs of both.
    pub ncus: [Vec<String>; 2],
    /// The mode.
    pub mode: Mode,
    /// The rulebook.
    pub rulebook: Rulebook,
    /// The table.
    pub table: GameTable,
    /// The terrain.
    pub ground: TerrainSetup,
    /// Kinds of terrain there are.
    pub kinds: Vec<TerrainKind>,
    /// The points an army may cost.
    pub limit: u16,
    /// The points that win (A12.12).
    pub goal: u8,
}

/// Why there can be no such battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BattleError {
    /// An army without combat units has lost before it begins.
    #[error("{0} has no combat unit")]
    NoUnits(String),
    /// An army is too large.
    #[error("{name} has {given} combat units; at most {} can be played", BattleArmy::MAX_UNITS)]
    TooManyUnits {
        /// Its name.
        name: String,
        /// How many it has.
        given: usize,
    },
    /// More NCUs than can be counted.
    #[error("{name} has {given} NCUs; at most {} can be played", Battle::MAX_NCUS)]
    TooManyNcus {
        /// Its name.
        name: String,
        /// How many it has.
        given: usize,
    },
    /// A unit that cannot hurt anybody or cannot be fought.
    #[error("{0} has no attack")]
    Unarmed(String),
    /// The zone is too small for the units.
    #[error(
        "the units of {name} have no room in a deployment zone {depth} deep on a table {width} \
         wide (A13.10)"
    )]
    NoRoom {
        /// Its name.
        name: String,
        /// How deep the zone is.
        depth: crate::geometry::Length,
        /// How wide the table is.
        width: crate::geometry::Length,
    },
    /// The zones leave no room between them.
    #[error("{mode} needs a table at least {least} deep and wide, not {given}")]
    TooSmall {
        /// The mode.
        mode: &'static str,
        /// The least.
        least: crate::geometry::Length,
        /// What is given.
        given: crate::geometry::Length,
    },
    /// Terrain that cannot lie so.
    #[error("{0}")]
    Terrain(crate::field::IllegalAction),
    /// Terrain in a deployment zone, or too near.
    #[error("piece {0} lies in a deployment zone or too near to one (A10.12)")]
    InZone(usize),
    /// Pieces too near to each other.
    #[error("piece {0} lies within 6\" of piece {1} (A10.12)")]
    TooNear(usize, usize),
    /// A piece that this mode does not let players choose.
    #[error("{0} may not be chosen in this mode (A13.4.1)")]
    NotInMode(String),
}

/// What a battle is made of.
#[derive(Clone, Debug)]
pub struct BattleSpec {
    /// The armies, `a` first.
    pub armies: [BattleArmy; 2],
    /// The mode.
    pub mode: Mode,
    /// The rulebook.
    pub rulebook: Rulebook,
    /// The table.
    pub table: GameTable,
    /// The terrain.
    pub ground: TerrainSetup,
    /// Kinds of terrain there are.
    pub kinds: Vec<TerrainKind>,
    /// The points an army may cost, from which the goal follows.
    pub limit: u16,
}

impl Battle {
    /// The most NCUs of an army.
    pub const MAX_NCUS: usize = 8;

    /// A battle of these parts.
    ///
    /// # Errors
    /// Where it cannot be played.
    pub fn new(parts: BattleSpec) -> Result<Self, BattleError> {
        let BattleSpec { armies: [a, b], mode, rulebook, table, ground, kinds, limit } = parts;
        for army in [&a, &b] {
            check(army)?;
        }
        let split = a.units.len();
        let battle = Self {
            names: [a.name, b.name],
            units: with_unique_names(a.units).chain(with_unique_names(b.units)).collect(),
            split,
            ncus: [a.ncus, b.ncus],
            mode,
            rulebook,
            table,
            ground,
            kinds,
            limit,
            goal: goal(limit),
        };
        crate::play::check_set_up(&battle)?;
        Ok(battle)
    }

    /// Whose a unit is: 0 or 1.
    pub const fn army_of(&self, number: usize) -> usize {
        if number < self.split { 0 } else { 1 }
    }

    /// The units of an army, by their numbers.
    pub fn units_of(&self, army: usize) -> impl Iterator<Item = UnitId> + '_ {
        // no more than fit on a field
        let of = move |number: &usize| self.army_of(*number) == army;
        (0..self.units.len()).filter(of).map(|number| UnitId(number as u8))
    }

    /// A unit's card.
    pub fn fighter(&self, unit: UnitId) -> Option<&BattleUnit> {
        self.units.get(usize::from(unit.0))
    }

    /// A table without units and terrain.
    pub(crate) fn field(&self) -> Result<Field, crate::field::IllegalAction> {
        Field::new(self.table, Vec::new())
    }

    /// The number of a kind of terrain by its name.
    pub(crate) fn kind(&self, name: &str) -> Option<u8> {
        let place = self.kinds.iter().position(|kind| kind.name() == name);
        place.and_then(|place| u8::try_from(place).ok())
    }
}

/// The units of an army; those that would be called the same are numbered from 1.
fn with_unique_names(mut units: Vec<BattleUnit>) -> impl Iterator<Item = BattleUnit> {
    let names: Vec<String> = units.iter().map(|unit| unit.name.clone()).collect();
    let count = |among: &[String], name: &str| among.iter().filter(|one| *one == name).count();
    for (place, unit) in units.iter_mut().enumerate() {
        if count(&names, &unit.name) > 1 {
            let (before, _) = names.split_at(place);
            unit.name = format!("{} #{}", unit.name, count(before, &unit.name) + 1);
        }
    }
    units.into_iter()
}

fn check(army: &BattleArmy) -> Result<(), BattleError> {
    let name = || army.name.clone();
    if army.units.is_empty() {
        return Err(BattleError::NoUnits(name()));
    }
    if army.units.len() > BattleArmy::MAX_UNITS {
        return Err(BattleError::TooManyUnits { name: name(), given: army.units.len() });
    }
    if army.ncus.len() > Battle::MAX_NCUS {
        return Err(BattleError::TooManyNcus { name: name(), given: army.ncus.len() });
    }
    let unarmed = army.units.iter().find(|fighter| fighter.unit.attacks.is_empty());
    unarmed.map_or(Ok(()), |fighter| Err(BattleError::Unarmed(fighter.name.clone())))
}

/// The points that win a battle of so many points an army (A12.2, A12.12).
pub const fn goal(limit: u16) -> u8 {
    let more = if limit < 30 { 0 } else { (limit - 30) / 10 };
    // limits are not that high, and a goal beyond is never reached
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
