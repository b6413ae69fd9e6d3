//! What a log says of the battle before it begins: all numbers that a referee needs.

use crate::battle::{Battle, TerrainSetup};
use crate::geometry::Pose;
use crate::modes::{Mode, ObjectiveDeck};
use serde::{Deserialize, Serialize};
use warodds_games::asoiaf::Weapon;

/// A battle before it begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogHeader {
    /// The mode by its name.
    pub mode: String,
    /// What objectives do, in A Game of Thrones.
    pub objectives: Option<String>,
    /// The rulebook.
    pub edition: String,
    /// From west to east and from south to north, in 1/1000".
    pub table: [i32; 2],
    /// The points an army may cost.
    pub points: u16,
    /// The points that win.
    pub goal: u8,
    /// NCUs of both armies.
    pub ncus: [usize; 2],
    /// The combat units; their numbers are their places.
    pub units: Vec<LoggedUnit>,
    /// Whether players place random terrain.
    pub random_terrain: bool,
    /// Terrain that lies where it lies, by kind.
    pub placed: Option<Vec<(String, Pose)>>,
    /// Kinds of terrain.
    pub kinds: Vec<LoggedTerrainKind>,
}

/// A combat unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedUnit {
    /// Whose: `a` or `b`.
    pub army: String,
    /// Its name.
    pub name: String,
    /// What it costs with its attachment.
    pub cost: u8,
    /// Whether it is the commander's.
    pub commander: bool,
    /// Its tray, width and depth in 1/1000".
    pub tray: [i32; 2],
    /// In inches.
    pub speed: u8,
    /// Defence.
    pub defense: u8,
    /// Morale.
    pub morale: u8,
    /// Models, ranks, and wounds of each model.
    pub body: [u8; 3],
    /// Its attacks; their numbers are their places.
    pub attacks: Vec<LoggedAttack>,
    /// The names of its abilities.
    pub abilities: Vec<String>,
}

/// An attack of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedAttack {
    /// Its name.
    pub name: String,
    /// `melee`, `short` or `long`.
    pub reach: String,
    /// A die of so much hits.
    pub hit: u8,
    /// Dice by ranks lost.
    pub dice: Vec<u8>,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedTerrainKind {
    /// Its name.
    pub name: String,
    /// What it does.
    pub keywords: Vec<String>,
    /// Its corners where it lies in the middle of the table, facing north, in 1/1000".
    pub corners: Vec<[i32; 2]>,
}

impl LogHeader {
    /// That of a battle.
    pub fn of(battle: &Battle) -> Self {
        let objectives = match battle.mode {
            Mode::AGameOfThrones(objectives) => {
                let named = ObjectiveDeck::ALL.iter().find(|(known, _)| *known == objectives);
                named.map(|(_, name)| (*name).to_owned())
            }
            _ => None,
        };
        let kind = |number: u8| {
            let kind = battle.kinds.get(usize::from(number));
            kind.map(|kind| kind.name().to_owned()).unwrap_or_default()
        };
        let placed = match &battle.ground {
            TerrainSetup::Placed(pieces) => {
                Some(pieces.iter().map(|(number, pose)| (kind(*number), *pose)).collect())
            }
            TerrainSetup::None | TerrainSetup::Random => None,
        };
        Self {
            mode: battle.mode.id().to_owned(),
            objectives,
            edition: battle.rulebook.name().to_owned(),
            table: [battle.table.width(), battle.table.depth()],
            points: battle.limit,
            goal: battle.goal,
            ncus: [battle.ncus[0].len(), battle.ncus[1].len()],
            units: (0..battle.units.len()).filter_map(|number| unit(battle, number)).collect(),
            random_terrain: battle.ground == TerrainSetup::Random,
            placed,
            kinds: battle.kinds.iter().map(kind_head).collect(),
        }
    }
}

fn unit(battle: &Battle, number: usize) -> Option<LoggedUnit> {
    let one = battle.units.get(number)?;
    let card = &one.unit;
    let attack = |weapon: &Weapon| LoggedAttack {
        name: weapon.name.clone(),
        reach: weapon.reach.name().to_owned(),
        hit: weapon.hit.get(),
        dice: weapon.dice.iter().map(|dice| dice.get()).collect(),
    };
    Some(LoggedUnit {
        army: if battle.army_of(number) == 0 { "a" } else { "b" }.to_owned(),
        name: one.name.clone(),
        cost: one.cost,
        commander: one.commander,
        tray: [one.tray.width(), one.tray.depth()],
        speed: one.speed.get(),
        defense: card.defense.get(),
        morale: one.morale.get(),
        body: [card.body.models(), card.body.ranks(), card.body.wounds_per_model()],
        attacks: card.attacks.iter().map(attack).collect(),
        abilities: card.abilities.iter().map(|ability| ability.name.to_string()).collect(),
    })
}

fn kind_head(kind: &crate::terrain::TerrainKind) -> LoggedTerrainKind {
    LoggedTerrainKind {
        name: kind.name().to_owned(),
        keywords: kind.keywords().names().map(str::to_owned).collect(),
        corners: kind.at(Pose::default()).shape().corners().collect(),
    }
}
