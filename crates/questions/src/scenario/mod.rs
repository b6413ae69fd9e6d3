//! Scenario files: TOML in, validated questions out, or everything that is wrong with the file.
//!
//! A file has sections named by kinds of questions, whose keys are the fields of that kind
//! ([`crate::request`]); the units that it declares are found like cards. Every fault is reported
//! with its place. A scenario returned by [`parse`] or [`load`] needs no further check.
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
//! defender = "lannister guardsmen"
//! facing = ["front", "flank"]   # a list asks one question per value
//!
//! [[westeros.attack]]
//! attacker = "blue infantry"
//! target = "green"
//! ```
//!
//! Several lists in a section ask about every combination, in the order of the declaration of the
//! fields, the last varying fastest; a file may ask [`MAX_QUESTIONS`] questions in all. `rules` and
//! `cards` at the top hold for all sections that do not set them. `docs/keys.md` lists all keys.

pub mod campaign;
mod fields;
mod file_keys;
mod kind;
mod links;
mod loaded;
mod messages;
mod questions;
pub mod schema;
mod sections;
mod units;
mod variants;

use std::borrow::Cow;
use std::path::Path;

pub use crate::document::{
    FaultStyle, Faults, FileFault, LoadError, MAX_FILE_BYTES, MAX_LISTED_FAULTS,
};
pub use crate::file_settings::{MOST_THREADS, RunSettings};
pub use crate::study::MAX_TRIALS;
pub use file_keys::{FileKeys, Plans};
pub use kind::{FileKind, list_text};
pub use loaded::{FileText, LoadedFile, load_any};
pub use questions::MAX_QUESTIONS;

use crate::catalogue::Catalogue;
use crate::document::{self, Draft, Report, Section};
use crate::file_settings;
use crate::request::Value;
use crate::study::NamedQuestion;
use crate::study::field::FieldQuestion;
use questions::FileQuestions;
use warodds_games::asoiaf::{Edition, Season};

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
    /// What each section asks.
    sections: Vec<links::AskedSection>,
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
    context: ReadContext<'_>,
) -> Result<Scenario, Faults> {
    document::read(source_name, text, |root, report| scenario(source_name, root, context, report))
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
pub fn load_with(path: &Path, context: ReadContext<'_>) -> Result<Scenario, LoadError> {
    Ok(parse_with(&path.display().to_string(), &kind::scenario_text(path)?, context)?)
}

/// Reads the scenario of a file's table, as far as it is without faults.
fn scenario(
    source_name: &str,
    mut root: Section<'_>,
    context: ReadContext<'_>,
    report: &mut Report,
) -> Scenario {
    let read = read_root(source_name, &mut root, context, report);
    root.finish(report);
    let FileQuestions { asked, fields, sections, .. } = read.questions;
    if asked.is_empty() && fields.is_empty() && report.count() == 0 {
        report.add(|| {
            Draft::new(&(0..0), "the scenario has no question").help(
                "add a section named by a kind of question, such as [[attack]], [[duel]] or \
                 [[westeros.attack]]; `warodds fields` lists all",
            )
        });
    }
    Scenario { title: read.title, run: read.run, asked, fields, sections }
}

/// What the table of a file holds.
struct ReadFile {
    title: String,
    run: RunSettings,
    questions: FileQuestions,
}

/// Reads all keys of a file.
fn read_root(
    source_name: &str,
    root: &mut Section<'_>,
    context: ReadContext<'_>,
    report: &mut Report,
) -> ReadFile {
    let title = file_settings::title(source_name, root, report);
    refuse_game(root, report);
    let run = RunSettings::read(root, report);
    let cards = cards_at_top(root, context.catalogue);
    let mut catalogue = cards.with_abilities(root, report).into_owned();
    let faulty = units::read(root, &mut catalogue, report);
    let known = fields::Known { catalogue: &catalogue, faulty: &faulty };
    let shared = sections::SharedFields::read(root, known, report);
    let sections = sections::read(root, &shared, known, report);
    let questions = FileQuestions::of(sections, &catalogue, context.edition, report);
    ReadFile { title, run, questions }
}

/// Returns the cards that the units of a file use: those of the season at its top, if it names one
/// there. Its sections read the key, and report what is wrong with it.
fn cards_at_top<'a>(root: &Section<'_>, catalogue: &'a Catalogue) -> Cow<'a, Catalogue> {
    let season = root.peek("cards").and_then(|item| Season::read(item.value.as_str()?).ok());
    season.map_or(Cow::Borrowed(catalogue), |season| catalogue.of_season(season))
}

/// Refuses the former key `game`: sections name the game.
fn refuse_game(root: &mut Section<'_>, report: &mut Report) {
    let Some(item) = root.disallowed("game") else { return };
    report.add(|| {
        Draft::new(&item.span, "the file has no key `game`").label("not known").help(
            "leave it out: sections name their game, as in `[[westeros.attack]]` and \
             `[[warmachine.damage]]`",
        )
    });
}
