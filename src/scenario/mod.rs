//! Scenario files.

mod ask;
mod attack;
mod charge;
mod combat;
mod duel;
mod faults;
mod form;
mod load;
mod panic;
mod reader;
mod run;
mod source;
mod suggest;
mod sweep;
mod syntax;
mod units;
mod value;

use std::path::Path;

pub use ask::MOST_QUESTIONS;
pub use faults::{Fault, Faults, MOST_KEPT};
pub use load::{LoadError, MOST_BYTES, load};
pub use run::{MOST_THREADS, MOST_TRIALS, RunSettings};

use faults::{Draft, Report};
use reader::Section;
use source::Source;
use suggest::{help, quoted};
use units::Units;
use value::{Item, Name, Readable};

use crate::study::Asked;

/// A scenario: questions, and how to answer them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its title; the name of the file without its ending where it has none.
    pub title: String,
    /// How its questions are to be answered.
    pub run: RunSettings,
    /// The questions in the order of the file, each case of a sweep on its own; never empty.
    pub asked: Vec<Asked>,
}

/// Reads and checks a scenario; `source_name` is what faults call it.
///
/// # Errors
/// With everything that is wrong with it.
pub fn parse(source_name: &str, text: &str) -> Result<Scenario, Faults> {
    // some editors start a file with a mark that is no part of its first line
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let told = |report: Report| report.into_faults(Source::new(source_name, text));
    let table = syntax::parse(text).map_err(told)?;
    let mut report = Report::default();
    let scenario = scenario(source_name, Section::new("the file".to_owned(), &table, 0..0), &mut report);
    if report.count() == 0 { Ok(scenario) } else { Err(told(report)) }
}

/// The scenario of a file's table, as far as it is without faults.
fn scenario(source_name: &str, mut root: Section<'_>, report: &mut Report) -> Scenario {
    let title = root.optional("title", report).map_or_else(|| stem(source_name), |Name(title)| title);
    let _asoiaf: Option<Game> = root.optional("game", report);
    let run = RunSettings::read(&mut root, report);
    let units = Units::read(&mut root, report);
    let blocks = ask::read(&mut root, &units, report);
    let asked = ask::expand(&blocks, report);
    if blocks.is_empty() && report.count() == 0 {
        report
            .add(|| Draft::new(&root.span, "the scenario asks nothing").help("add an [[attack]], a [[charge]], a [[panic]] or a [[duel]]"));
    }
    root.finish(report);
    Scenario { title, run, asked }
}

/// The name of a file without its ending.
fn stem(source_name: &str) -> String {
    Path::new(source_name).file_stem().map_or_else(|| source_name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The game that is played: so far there is one.
struct Game;

impl Readable for Game {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let game = item.text("the name of a game")?;
        let wrong = |message: String| Err(Draft::new(&item.span, message).label("not known"));
        match game {
            "asoiaf" => Ok(Self),
            "westeros" | "warmachine" => wrong(format!("the rules of {} are not there yet", quoted(game))),
            _ => wrong(format!("there is no game {}", quoted(game))).map_err(|draft| draft.help(help(game, ["asoiaf"], "games are"))),
        }
    }

    fn show(&self) -> String {
        "asoiaf".to_owned()
    }
}
