//! Scenario files: TOML in, validated questions out, or everything that is wrong with the file.
//!
//! The file is parsed into a tree whose values know their places and walked by hand instead of
//! deserialised: a deserialiser stops at the first fault, knows no sweeps, and loses the place of a
//! value that two keys disagree about. What is read is checked with the constructors of
//! [`warodds_games`], so that their ranges are said once. A scenario that comes out of [`parse`] or
//! [`load`] needs no further check.
//!
//! The file says which game is played, and each game has tables of its own; files, runs, sweeps and
//! names are the same for all of them.
//!
//! # The format
//!
//! ```toml
//! [units.guardsmen]
//! name = "Lannister Guardsmen"
//! defense = 4
//! morale = 7
//!
//! [[units.guardsmen.attacks]]
//! name = "Longswords"
//! hit = 4
//! dice = [6, 5, 4]              # with all ranks, with one lost, with two lost
//!
//! [[attack]]
//! attacker = "guardsmen"
//! defender = "guardsmen"
//! facing = ["front", "flank"]   # a list where one value may stand asks one question per value
//! ```
//!
//! Several lists in a table ask about every combination, in an order of their own whatever theirs in
//! the file, the last varying fastest; a file may ask [`MOST_QUESTIONS`] questions in all.
//!
//! Each game has tables of its own: [`asoiaf`], [`warmachine`] and [`westeros`]. `docs/keys.md` lists
//! the keys of all, and where a list may stand for a value, written by these readers.

pub mod asoiaf;
mod blocks;
pub mod campaign;
mod file_keys;
mod form;
mod keyed;
mod kind;
mod loaded;
mod plain;
mod run;
pub mod schema;
mod sweep;
pub mod warmachine;
pub mod westeros;

use std::path::Path;

pub use crate::document::{
    FaultStyle, Faults, FileFault, LoadError, MAX_FILE_BYTES, MAX_LISTED_FAULTS,
};
pub use crate::study::MAX_TRIALS;
pub use blocks::MOST_QUESTIONS;
pub use file_keys::{CAMPAIGNS, FileKeys, Plans};
pub use kind::FileKind;
pub use loaded::{FileText, LoadedFile, load_any};
pub use run::{MOST_THREADS, RunSettings};

use crate::catalogue::Catalogue;
use crate::document::schema::{Schema, one_of};
use crate::document::{
    self, Draft, FileKey, KeyedValue, Name, Readable, Report, Section, key, name_help, quoted,
};
use crate::study::NamedQuestion;
use crate::study::field::FieldQuestion;
use warodds_games::asoiaf::Edition;

/// A scenario: questions, and how to answer them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its title; the name of the file without its ending where it has none.
    pub title: String,
    /// How its questions are to be answered.
    pub run: RunSettings,
    /// The questions in the order of the file, each case of a sweep on its own.
    pub asked: Vec<NamedQuestion>,
    /// The questions about whole fields of units, in the order of the file; never empty where
    /// `asked` is.
    pub fields: Vec<FieldQuestion>,
}

/// Reads and checks a scenario; `source_name` is what faults call it.
///
/// # Errors
/// With everything that is wrong with it.
pub fn parse(source_name: &str, text: &str) -> Result<Scenario, Faults> {
    parse_with(source_name, text, ReadContext::default())
}

/// What a scenario is read against.
#[derive(Clone, Copy, Debug)]
pub struct ReadContext<'a> {
    /// The cards its units may use.
    pub catalogue: &'a Catalogue,
    /// The edition of the rules, whatever the file says.
    pub edition: Option<Edition>,
}

impl Default for ReadContext<'static> {
    fn default() -> Self {
        Self { catalogue: Catalogue::shipped(), edition: None }
    }
}

/// Reads and checks a scenario against other cards or rules than usual.
///
/// # Errors
/// With everything that is wrong with it.
pub fn parse_with(
    source_name: &str,
    text: &str,
    backdrop: ReadContext<'_>,
) -> Result<Scenario, Faults> {
    document::read(source_name, text, |root, report| scenario(source_name, root, backdrop, report))
        .map_err(|(_, faults)| faults)
}

/// Reads and checks the scenario in a file.
///
/// # Errors
/// When the file cannot be read, is larger than [`MAX_FILE_BYTES`], is no UTF-8 text, is a campaign or
/// has faults.
pub fn load(path: &Path) -> Result<Scenario, LoadError> {
    load_with(path, ReadContext::default())
}

/// Reads and checks the scenario in a file against other cards or rules than usual.
///
/// # Errors
/// As [`load`].
pub fn load_with(path: &Path, backdrop: ReadContext<'_>) -> Result<Scenario, LoadError> {
    Ok(parse_with(&path.display().to_string(), &kind::scenario_text(path)?, backdrop)?)
}

/// The scenario of a file's table, as far as it is without faults.
fn scenario(
    source_name: &str,
    mut root: Section<'_>,
    backdrop: ReadContext<'_>,
    report: &mut Report,
) -> Scenario {
    let ScenarioHead { title, game, run } = ScenarioHead::read(&mut root, report);
    let title = title.map_or_else(|| stem(source_name), |Name(title)| title);
    let (asked, fields) = game.read(&mut root, backdrop, report);
    root.finish(report);
    if asked.is_empty() && fields.is_empty() && report.count() == 0 {
        report.add(|| Draft::new(&(0..0), "the scenario asks nothing").help(game.remedy()));
    }
    Scenario { title, run, asked, fields }
}

/// What scenarios of all games begin with.
struct ScenarioHead {
    title: Option<Name>,
    game: Game,
    run: RunSettings,
}

impl ScenarioHead {
    fn read(root: &mut Section<'_>, report: &mut Report) -> Self {
        Self {
            title: root.optional(TITLE, report),
            game: root.optional(GAME, report).unwrap_or(Game::Asoiaf),
            run: RunSettings::read(root, report),
        }
    }
}

/// What a file is called.
const TITLE: FileKey = key("title", "the file's title; its name without its ending if left out");
/// Which game it is of.
const GAME: FileKey = key("game", "the game that is played");

/// The name of a file without its ending.
fn stem(source_name: &str) -> String {
    Path::new(source_name)
        .file_stem()
        .map_or_else(|| source_name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The game that is played; each has tables of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// *A Song of Ice and Fire: Tabletop Miniatures Game*.
    Asoiaf,
    /// *WARMACHINE*.
    Warmachine,
    /// *Battles of Westeros*.
    Westeros,
}

impl Game {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Asoiaf, Self::Warmachine, Self::Westeros];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asoiaf => "asoiaf",
            Self::Warmachine => "warmachine",
            Self::Westeros => "westeros",
        }
    }

    /// Reads the tables of its questions.
    fn read(
        self,
        root: &mut Section<'_>,
        backdrop: ReadContext<'_>,
        report: &mut Report,
    ) -> (Vec<NamedQuestion>, Vec<FieldQuestion>) {
        let blocks = match self {
            Self::Asoiaf => return asoiaf::read(root, backdrop, report),
            Self::Warmachine => warmachine::read(root, report),
            Self::Westeros => westeros::read(root, report),
        };
        (blocks::expand(blocks, report), Vec::new())
    }

    /// How to mend a scenario that asks nothing.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Asoiaf => {
                "add an [[attack]], a [[charge]], a [[panic]], a [[duel]], a [matrix] or a \
                 [compare]"
            }
            Self::Warmachine => {
                "add a [[threshold]], [[effects]], a [[damage]], a [[boost]], a [[leech]] or a \
                 [[focus]]; campaigns have a command of their own"
            }
            Self::Westeros => {
                "add an [[attack]], a [[pursuit]], [[dogs-of-war]], an [[exchange]], a [[rout]], \
                 [[orders]] or a [[fire]]"
            }
        }
    }
}

impl Readable for Game {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let given = item.text("the name of a game")?;
        let wrong = |message: String| Draft::new(&item.span, message).label("not known");
        let missing = || {
            wrong(format!("there is no game {}", quoted(given))).help(name_help(
                given,
                Self::ALL.map(Self::name),
                "games are",
            ))
        };
        Self::ALL.into_iter().find(|game| game.name() == given).ok_or_else(missing)
    }

    fn show(&self) -> String {
        self.name().to_owned()
    }

    fn schema() -> Schema {
        one_of(Self::ALL.map(Self::name))
    }
}
