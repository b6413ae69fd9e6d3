//! Battle files: TOML with two armies, a mode, terrain and policies. `docs/battles.md` shows one.

mod armies;
mod form;
mod missions;
mod siege;
mod state;
mod texts;
mod wall;

pub use armies::ArmyError;
pub(crate) use armies::parse_army;
pub use form::ArmyText;
pub(crate) use form::{
    ArmyTable, BattleTable, PieceTable, RawBattleFile, RulesEdition, SiegeEntry, SiegeText,
    TerrainTable,
};
pub use missions::parse_missions;
pub use siege::parse_siege;
pub(crate) use state::{
    ArmyKey, ArmyStateTable, ContactTable, HandTable, NcuTable, ObjectiveTable, SiegeTable,
    StateTable, UnitCardTable, UnitTable,
};
pub use texts::BattleFileContents;

use self::armies::LoadedArmy;
use crate::battle::{Battle, BattleError, BattleSpec, Rulebook, TerrainSetup};
use crate::battle::{Mode, ObjectiveDeck};
use crate::cards::TacticsDeck;
use crate::geometry::{GameTable, InchesError, Length, Pose, PoseError, TableError};
use crate::policy::{BattlePolicy, CardPolicy, PolicyKind};
use crate::siege::SiegeError;
use crate::terrain::{self, SHIPPED_PIECES};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::{LoadError, read_text, toml_faults};
use warodds_questions::request::{BattleTexts, NamedText};
use warodds_questions::scenario::FileKind;

/// An error in a battle file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A file cannot be read, or an army list has faults.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A list alone is no battle.
    #[error(
        "{} is a list of an army: `warodds battle {} OTHER` plays it against another list",
        .0.display(),
        .0.display()
    )]
    LoneList(PathBuf),
    /// A value is invalid.
    #[error("{name}: `{key}` {wrong}")]
    Value {
        /// The file.
        name: String,
        /// The key.
        key: String,
        /// The reason, and what is allowed.
        wrong: String,
    },
    /// The battle cannot be played.
    #[error("{name}: {error}")]
    Battle {
        /// The file.
        name: String,
        /// The cause.
        error: BattleError,
    },
    /// A siege has a fault.
    #[error("{name}: the siege {error}")]
    Siege {
        /// The file.
        name: String,
        /// The cause.
        error: SiegeError,
    },
}

/// A parsed battle file.
#[derive(Clone, Debug)]
pub struct BattleFile {
    /// The title.
    pub title: String,
    /// The battle.
    pub battle: Battle,
    /// The texts of both lists, from which the armies can be parsed again.
    pub armies: [ArmyText; 2],
    /// The policy of each army.
    pub policies: [BattlePolicy; 2],
    /// The number of battles.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// Notes on the army lists.
    pub notes: Vec<String>,
}

/// Default number of battles.
pub(crate) const DEFAULT_GAMES: u64 = 2_000;
/// Largest number of battles of a run.
pub const MAX_GAMES: u64 = 100_000_000;

/// Returns whether a text is a battle file, that is, has two armies. Other errors in the text are
/// not detected.
pub fn is_battle(text: &str) -> bool {
    FileKind::of(text) == Some(FileKind::Battle)
}

/// Loads a battle file.
///
/// # Errors
/// [`FileError`] if the file cannot be read or is invalid.
pub fn load(path: &Path, catalogue: &Catalogue) -> Result<BattleFile, FileError> {
    load_text(path, &read_text(path)?, catalogue)
}

/// Parses the text of a battle file; lists are read from the folder of `path`.
///
/// # Errors
/// [`FileError`] if the text is invalid. For a file of another kind, the error names the right
/// command.
pub fn load_text(path: &Path, text: &str, catalogue: &Catalogue) -> Result<BattleFile, FileError> {
    FileKind::check(path, text, &[FileKind::Battle])?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&path.display().to_string(), text, folder, catalogue)
}

/// Parses the text of a battle file; paths in it are relative to `folder`.
///
/// # Errors
/// [`FileError`] if the text or a list is invalid.
pub fn parse(
    name: &str,
    text: &str,
    folder: &Path,
    catalogue: &Catalogue,
) -> Result<BattleFile, FileError> {
    BattleFileReader { name, lists: ListSource::In(folder), catalogue }.battle(form(name, text)?)
}

/// A parsed file with a position.
pub(crate) struct FileWithState {
    pub file: BattleFile,
    pub state: StateTable,
    /// The pieces of terrain on the table, by index of their kinds.
    pub terrain: Vec<(u8, Pose)>,
}

/// Parses the text of a battle file with a position; lists are read from the folder of `path`.
///
/// # Errors
/// [`FileError`] if the text or a list is invalid, or there is no position.
pub(crate) fn parse_with_state(
    path: &Path,
    text: &str,
    catalogue: &Catalogue,
) -> Result<FileWithState, FileError> {
    FileKind::check(path, text, &[FileKind::Battle])?;
    let name = path.display().to_string();
    let lists = ListSource::In(path.parent().unwrap_or(Path::new("")));
    let reader = BattleFileReader { name: &name, lists, catalogue };
    let mut raw = form(&name, text)?;
    let missing = || reader.wrong("state", "is missing: it describes where the units are");
    let state = raw.state.take().ok_or_else(missing)?;
    // what lies on the table is no longer bound by the rules of the set-up
    let terrain = match raw.battle.terrain.take() {
        Some(TerrainTable::Word(word)) if word == "random" => {
            let wrong = "must list the pieces that lie on the table, not \"random\"";
            return Err(reader.wrong("battle.terrain", wrong));
        }
        terrain => terrain,
    };
    let file = reader.battle(raw)?;
    let terrain = match reader.ground(terrain.as_ref(), &file.battle.kinds)? {
        TerrainSetup::Placed(pieces) => pieces,
        TerrainSetup::None | TerrainSetup::Random => Vec::new(),
    };
    Ok(FileWithState { file, state, terrain })
}

/// Parses a battle whose lists are texts.
///
/// # Errors
/// [`FileError`] if a text is invalid, or the file names a list of which there is no text.
pub fn parse_texts(texts: &BattleTexts, catalogue: &Catalogue) -> Result<BattleFile, FileError> {
    let NamedText { name, text } = &texts.file;
    FileKind::check(Path::new(name), text, &[FileKind::Battle])?;
    let reader = BattleFileReader { name, lists: ListSource::Request(texts), catalogue };
    reader.battle(form(name, text)?)
}

/// Returns the names of the files that a battle file names, by the keys that replace them: the lists
/// of both armies, the missions and the siege.
///
/// # Errors
/// [`FileError`] if the text is invalid.
pub fn files_named(
    name: &str,
    text: &str,
) -> Result<[(&'static str, Option<String>); 4], FileError> {
    let RawBattleFile { battle, a, b, .. } = form(name, text)?;
    let missions = battle.missions.and_then(|missions| missions.as_str().map(str::to_owned));
    let siege = battle.siege.and_then(|siege| match siege {
        SiegeEntry::File(name) => Some(name),
        SiegeEntry::Text(_) => None,
    });
    Ok([("a", a.list), ("b", b.list), ("missions", missions), ("siege", siege)])
}

/// Deserializes a battle file.
fn form(name: &str, text: &str) -> Result<RawBattleFile, FileError> {
    toml::from_str(text).map_err(|error| {
        LoadError::from(toml_faults(name, text, error.message(), error.span())).into()
    })
}

/// The source of the lists that a file names.
#[derive(Clone, Copy)]
enum ListSource<'a> {
    /// Files in this folder.
    In(&'a Path),
    /// Texts by the names the file uses.
    Provided(&'a BTreeMap<String, String>),
    /// Texts of the lists of both armies, of the missions and of the siege, whatever the file names.
    Request(&'a BattleTexts),
}

/// The context for reading a battle file.
struct BattleFileReader<'a> {
    name: &'a str,
    lists: ListSource<'a>,
    catalogue: &'a Catalogue,
}

impl BattleFileReader<'_> {
    fn wrong(&self, key: &str, wrong: impl Into<String>) -> FileError {
        FileError::Value { name: self.name.to_owned(), key: key.to_owned(), wrong: wrong.into() }
    }

    fn battle(&self, file: RawBattleFile) -> Result<BattleFile, FileError> {
        let RawBattleFile { game, title, battle: table, a, b, state } = file;
        if state.is_some() {
            let wrong = "is a position, which only `warodds battle advise` reads: leave it out";
            return Err(self.wrong("state", wrong));
        }
        if game.as_deref().is_some_and(|game| game != "asoiaf") {
            return Err(self.wrong("game", "must be \"asoiaf\": no other game has battles"));
        }
        let mode = parse_mode(&table.mode, table.objectives.as_deref())
            .map_err(|(key, wrong)| self.wrong(key, wrong))?;
        // before the lists: a fault in this file is reported before those in other files
        let policies = [self.policy("a", &a, mode)?, self.policy("b", &b, mode)?];
        let with_cards = table.cards.unwrap_or(false);
        let armies = [self.army("a", &a, with_cards)?, self.army("b", &b, with_cards)?];
        let limit = self.limit(&table, &armies)?;
        let notes = armies.iter().flat_map(|army| army.notes.clone()).collect();
        let texts = armies.each_ref().map(|army| army.text.clone());
        let kinds = terrain::parse_kinds(SHIPPED_PIECES)
            .map_err(|error| self.wrong("terrain", error.to_string()))?;
        let [deck, other] = armies.each_ref().map(|army| army.deck.clone());
        let parts = BattleSpec {
            armies: armies.map(|army| army.army),
            decks: deck.zip(other).map(<[TacticsDeck; 2]>::from),
            mode,
            missions: self.missions(table.missions.as_ref())?,
            siege: self.siege(table.siege.as_ref())?,
            rulebook: self.rulebook(&table)?,
            table: self.table(&table)?,
            ground: self.ground(table.terrain.as_ref(), &kinds)?,
            kinds,
            limit,
        };
        let battle = Battle::new(parts)
            .map_err(|error| FileError::Battle { name: self.name.to_owned(), error })?;
        let title =
            title.unwrap_or_else(|| format!("{} against {}", battle.names[0], battle.names[1]));
        let games = table.games.unwrap_or(DEFAULT_GAMES);
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(self.wrong("games", format!("must be from 1 to {MAX_GAMES}, not {games}")));
        }
        let seed = table.seed.unwrap_or(0);
        Ok(BattleFile { title, battle, armies: texts, policies, games, seed, notes })
    }

    fn rulebook(&self, table: &BattleTable) -> Result<Rulebook, FileError> {
        if table.edition.is_some() {
            return Err(self.wrong("edition", "is now called `rules`"));
        }
        let Some(edition) = &table.rules else { return Ok(Rulebook::default()) };
        let edition = edition.to_string();
        let found = Rulebook::ALL.iter().find(|(_, name)| *name == edition);
        found.map(|(rulebook, _)| *rulebook).ok_or_else(|| {
            self.wrong("rules", format!("must be \"1.5\" or \"1.6\", not \"{edition}\""))
        })
    }

    fn inches(&self, key: &str, inches: f64) -> Result<Length, FileError> {
        Length::from_inches(inches)
            .map_err(|error: InchesError| self.wrong(key, format!("is invalid: {error}")))
    }

    fn table(&self, table: &BattleTable) -> Result<GameTable, FileError> {
        let Some([width, depth]) = table.table else { return Ok(GameTable::STANDARD) };
        let sides = [self.inches("table", width)?, self.inches("table", depth)?];
        GameTable::new(sides[0], sides[1])
            .map_err(|error: TableError| self.wrong("table", format!("is invalid: {error}")))
    }

    fn ground(
        &self,
        terrain: Option<&TerrainTable>,
        kinds: &[terrain::TerrainKind],
    ) -> Result<TerrainSetup, FileError> {
        match terrain {
            None => Ok(TerrainSetup::None),
            Some(TerrainTable::Word(word)) => match word.as_str() {
                "none" => Ok(TerrainSetup::None),
                "random" => Ok(TerrainSetup::Random),
                other => Err(self.wrong(
                    "terrain",
                    format!("must be \"none\", \"random\" or a list of pieces, not \"{other}\""),
                )),
            },
            Some(TerrainTable::Pieces(pieces)) => {
                let pieces = pieces.iter().map(|piece| self.piece(piece, kinds));
                Ok(TerrainSetup::Placed(pieces.collect::<Result<_, _>>()?))
            }
        }
    }

    fn piece(
        &self,
        piece: &PieceTable,
        kinds: &[terrain::TerrainKind],
    ) -> Result<(u8, Pose), FileError> {
        let PieceTable { kind, at, heading } = piece;
        let number = kinds.iter().position(|one| one.name() == kind);
        let number = number.and_then(|number| u8::try_from(number).ok()).ok_or_else(|| {
            let known: Vec<&str> = kinds.iter().map(terrain::TerrainKind::name).collect();
            self.wrong(
                "terrain",
                format!("has no kind \"{kind}\": use one of {}", known.join(", ")),
            )
        })?;
        let pose = pose(*at, heading.unwrap_or(0.0));
        let pose = pose.map_err(|error| self.wrong("terrain", format!("is invalid: {error}")))?;
        Ok((number, pose))
    }

    /// Returns the points limit, from the file or else from the lists.
    fn limit(&self, table: &BattleTable, armies: &[LoadedArmy; 2]) -> Result<u16, FileError> {
        match table.points {
            Some(points @ 1..=200) => Ok(points),
            Some(points) => {
                Err(self.wrong("points", format!("must be from 1 to 200, not {points}")))
            }
            // the larger limit: the goal depends on the size of the game (A12.12)
            None => Ok(armies.iter().map(|army| army.limit).max().unwrap_or(0)),
        }
    }

    fn policy(&self, side: &str, army: &ArmyTable, mode: Mode) -> Result<BattlePolicy, FileError> {
        let Some(table) = &army.policy else {
            return Ok(BattlePolicy::new(PolicyKind::default(), mode));
        };
        let wrong = |wrong: String| self.wrong(&format!("{side}.policy.kind"), wrong);
        let policy = BattlePolicy::new(table.kind.parse().map_err(wrong)?, mode);
        let wrong = |wrong: String| self.wrong(&format!("{side}.policy.cards"), wrong);
        let cards = table.cards.as_deref().map(str::parse::<CardPolicy>).transpose();
        let cards = cards.map_err(wrong)?.unwrap_or_default();
        let wrong = |(weight, wrong): (String, String)| {
            self.wrong(&format!("{side}.policy.weights.{weight}"), wrong)
        };
        let weights = policy.weights.with(&table.weights).map_err(wrong)?;
        Ok(BattlePolicy { weights, cards, ..policy })
    }
}

/// Returns the pose with its centre `at` inches east and north of the centre of the table, and a
/// heading in degrees clockwise from north.
pub(crate) fn pose([x, y]: [f64; 2], heading: f64) -> Result<Pose, PoseError> {
    // the cast saturates, and what is too far is refused
    Pose::try_from([x * 1_000.0, y * 1_000.0, heading * 10.0].map(|number| number.round() as i64))
}

/// Parses a mode and its objectives.
///
/// # Errors
/// The key at fault, and what is wrong with it.
pub(crate) fn parse_mode(
    name: &str,
    objectives: Option<&str>,
) -> Result<Mode, (&'static str, String)> {
    let mode = name.parse::<Mode>().map_err(|wrong| ("mode", wrong))?;
    let Some(objectives) = objectives else { return Ok(mode) };
    if !matches!(mode, Mode::AGameOfThrones(_)) {
        return Err((
            "objectives",
            "belongs to the mode `a-game-of-thrones`: leave it out".to_owned(),
        ));
    }
    let found = ObjectiveDeck::ALL.iter().find(|(_, name)| *name == objectives);
    found.map(|(objectives, _)| Mode::AGameOfThrones(*objectives)).ok_or_else(|| {
        ("objectives", format!("must be \"deck-2021\" or \"plain\", not \"{objectives}\""))
    })
}
