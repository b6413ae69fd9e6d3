//! The keys of battle files.

use super::state::StateTable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A battle file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawBattleFile {
    /// `asoiaf`.
    pub game: Option<String>,
    /// What it is called.
    pub title: Option<String>,
    /// How the battle is played.
    pub battle: BattleTable,
    /// One army.
    pub a: ArmyTable,
    /// The other.
    pub b: ArmyTable,
    /// A position from which the battle goes on.
    pub state: Option<StateTable>,
}

/// How a battle is played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BattleTable {
    /// The mode by its name.
    pub mode: String,
    /// The rules: `1.5` or `1.6`.
    pub rules: Option<RulesEdition>,
    /// The former name of `rules`, rejected with a hint.
    // read only to give old files a hint instead of "unknown field"
    pub edition: Option<RulesEdition>,
    /// The deck of objectives of A Game of Thrones.
    pub objectives: Option<String>,
    /// The missions: the name of a file, or the missions themselves.
    pub missions: Option<toml::Value>,
    /// The wall and the siege decks.
    pub siege: Option<SiegeEntry>,
    /// Whether tactics cards are played.
    pub cards: Option<bool>,
    /// How many battles.
    pub games: Option<u64>,
    /// Their seed.
    pub seed: Option<u64>,
    /// The terrain.
    pub terrain: Option<TerrainTable>,
    /// Width and depth of the table in inches.
    pub table: Option<[f64; 2]>,
    /// The points limit of an army, which determines the goal.
    pub points: Option<u16>,
}

/// An edition, in quotes or without.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RulesEdition {
    /// In quotes.
    Word(String),
    /// Without.
    // TOML reads 1.6 without quotes as a number
    Number(f64),
}

impl fmt::Display for RulesEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// Terrain by a word, or piece by piece.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum TerrainTable {
    /// `none` or `random`.
    Word(String),
    /// These pieces.
    Pieces(Vec<PieceTable>),
}

/// The siege: the name of its file, or its text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum SiegeEntry {
    /// The name of its file.
    File(String),
    /// Its text.
    Text(SiegeText),
}

/// The text of a siege.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SiegeText {
    /// The text of the file.
    pub text: String,
}

/// A piece of terrain.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceTable {
    /// What it is.
    pub kind: String,
    /// The centre, in inches east and north of the centre of the table.
    pub at: [f64; 2],
    /// The heading in degrees clockwise from north.
    pub heading: Option<f64>,
}

/// An army as text, from which it can be parsed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyText {
    /// The name.
    pub name: String,
    /// The list in the format of list files.
    pub list: String,
    /// The number of NCUs in addition to those of the list.
    #[schemars(range(max = 8))]
    pub more_ncus: usize,
    /// The number of the commander's unit, from 1, if the list does not name it.
    pub commander: Option<usize>,
}

/// An army.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmyTable {
    /// A list file.
    pub list: Option<String>,
    /// What it is called.
    pub name: Option<String>,
    /// The army as logs have it, in place of a list.
    pub text: Option<ArmyText>,
    /// Its units, in place of a list.
    pub units: Option<Vec<UnitEntry>>,
    /// The number of NCUs, or their names.
    pub ncus: Option<NcuEntry>,
    /// The number of the commander's unit, from 1.
    pub commander: Option<usize>,
    /// The policy.
    pub policy: Option<PolicyTable>,
}

/// A unit of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum UnitEntry {
    /// By its name.
    Name(String),
    /// With its attachment.
    With(WithAttachment),
}

/// A unit with its attachment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WithAttachment {
    /// The unit.
    #[serde(rename = "use")]
    pub card: String,
    /// Its attachment.
    pub attachment: Option<String>,
}

/// NCUs of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum NcuEntry {
    /// Their number: names make no difference to the game.
    Count(usize),
    /// Their names.
    Names(Vec<String>),
}

/// A policy of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyTable {
    /// `random`, `quick`, `greedy` or `roll-out`.
    pub kind: String,
    /// When it plays tactics cards: `never`, `first-chance` or `priced`.
    pub cards: Option<String>,
    /// Its weights that are not those for the mode.
    #[serde(default)]
    pub weights: toml::Table,
}
