//! Questions in words, links and files, answered.

use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::{MOST_GAMES, is_battle};
use warodds_battles::run::{Settings, Source as DiceSource};
use warodds_engine::run::{ContractError, Control, ExactError, Isa};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::read_text;
use warodds_questions::request::link::Link;
use warodds_questions::request::why::WhyError;
use warodds_questions::request::{Asked, Given, Keys, Request, Setup, Values};
use warodds_questions::scenario::{Backdrop, FileKeys, Loaded, RunSettings, Scenario, load_any};
use warodds_questions::study::field::{self, FieldAnswer};
use warodds_questions::study::{
    Answer, EngineKind, Plan, answer, answer_campaign, answer_until_stopped,
};

use crate::answer::{Found, Reply};
use crate::given::{Pairs, given, of_pairs};
use crate::keys::{Known, OF_FILES, known};
use crate::watch::{Stop, Watched, watched};

/// Bad input, in the program's words.
pub fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A rule broke its contract; no input does that.
fn broken(error: &ContractError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

fn wrong(error: WhyError) -> PyErr {
    match error {
        WhyError::Request(error) => refused(error),
        WhyError::Exact(error) => broken(&error),
    }
}

/// Answers a question in words. Gives what was asked, as pairs for `link`, and the reply.
#[pyfunction]
#[pyo3(signature = (kind, places, options, threads = 0))]
pub fn ask(
    py: Python<'_>,
    kind: &str,
    places: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
    threads: usize,
) -> PyResult<(Pairs, Reply)> {
    let known = known(kind)?;
    let given = given(&known.table, places, options)?;
    let reply = reply(py, known, &given, threads)?;
    Ok((pairs(&given), reply))
}

/// What was given as pairs.
pub fn pairs(given: &Given) -> Pairs {
    given.all().map(|(id, text)| (id.to_owned(), text.to_owned())).collect()
}

/// Answers the question of a link. Gives its kind as well.
#[pyfunction]
#[pyo3(signature = (text, threads = 0))]
pub fn ask_link(
    py: Python<'_>,
    text: &str,
    threads: usize,
) -> PyResult<(&'static str, Pairs, Reply)> {
    let Link { kind, given, .. } = Link::parse(text, Catalogue::shipped()).map_err(refused)?;
    let reply = reply(py, known(kind.name)?, &given, threads)?;
    Ok((kind.name, pairs(&given), reply))
}

/// The link of a question.
#[pyfunction]
pub fn link(kind: &str, given: Pairs) -> PyResult<String> {
    let text = Link::text(&known(kind)?.kind, &of_pairs(&given), Catalogue::shipped());
    text.map_err(refused)
}

/// The answer to what was given. Of a run that Ctrl-C stops the exception has what there is.
fn reply(py: Python<'_>, known: &Known, given: &Given, threads: usize) -> PyResult<Reply> {
    let setup = Setup::shipped();
    let request = known.kind.request(&known.table.keys, given, &setup).map_err(refused)?;
    let answered = |control: &dyn Control| {
        let reply = request.reply(&known.kind, given, &setup, control);
        reply.map(|reply| Reply(Found::Reply(reply)))
    };
    if is_quick(&request) {
        // done before a thread of its own would have begun
        return py.detach(|| answered(&Stop::default())).map_err(wrong);
    }
    let Watched { found, interrupted } = watched(py, threads, |stop| answered(stop))?;
    let (reply, error) = match (found, interrupted) {
        (found, None) => return found.map_err(wrong),
        // nothing was known yet
        (Err(_), Some(error)) => return Err(error),
        (Ok(reply), Some(error)) => (reply, error),
    };
    error.value(py).setattr("partial", reply)?;
    Err(error)
}

/// Whether the answer takes microseconds: one exact one.
fn is_quick(request: &Request) -> bool {
    let Request { asked, plan, wanted } = request;
    let is_one = matches!(asked, Asked::One(..));
    is_one && plan.engine == EngineKind::Exact && !wanted.why && !wanted.sensitivity
}

/// Answers a scenario, a campaign or a battle file, as `warodds run`, `warodds campaign` and
/// `warodds battle` do.
#[pyfunction]
#[pyo3(signature = (path, options, threads = 0))]
pub fn run(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
    threads: usize,
) -> PyResult<Reply> {
    if is_battle(&read_text(&path).map_err(refused)?) {
        let seed = battle_seed(&path, options)?;
        return battle(py, path, None, seed, false, threads);
    }
    let keys = file_keys(options)?;
    let usual = |settings: &RunSettings| match (threads, settings.threads) {
        (0, Some(threads)) => threads.get(),
        _ => threads,
    };
    Ok(Reply(match load_any(&path, Backdrop::default()).map_err(refused)? {
        Loaded::Scenario(scenario) => {
            keys.check(&path.display().to_string(), &scenario).map_err(refused)?;
            let plans = keys.plans(&scenario.run, Isa::best()).map_err(refused)?;
            let found = watched(py, usual(&scenario.run), |stop| {
                Ok((
                    single(&scenario, &plans.single, stop)?,
                    fields_of(&scenario, &plans.fields, stop)?,
                ))
            });
            let found = found?.whole()?;
            let (answers, fields) = found.map_err(|error: ContractError| broken(&error))?;
            Found::Scenario(answers, fields)
        }
        Loaded::Campaign(scenario) => {
            let plan = keys.campaign(&scenario.run).map_err(refused)?;
            let (title, campaign) = (&scenario.title, &scenario.campaign);
            let answered = |stop: &Stop| answer_campaign(title, campaign, &plan, stop);
            let found = watched(py, usual(&scenario.run), answered)?.whole()?;
            Found::Campaign(Box::new(found.map_err(|error| unplayed(&error))?))
        }
    }))
}

/// Reads the seed, the one keyword of `run` that a battle file takes.
///
/// # Errors
/// `ValueError` for other keywords, with the function that sets the number of battles.
fn battle_seed(path: &Path, options: Option<&Bound<'_, PyDict>>) -> PyResult<Option<u64>> {
    let Some(options) = options else { return Ok(None) };
    let other = options.keys().iter().map(|key| key.to_string()).find(|key| key != "seed");
    match other {
        Some(key) => Err(refused(format!(
            "{} is a battle file: run takes seed and threads for it, not {key}; for other \
             settings use battle(file, games=…, seed=…, dice=…)",
            path.display()
        ))),
        None => options.get_item("seed")?.map(|seed| seed.extract()).transpose(),
    }
}

/// The keywords of files.
fn file_keys(options: Option<&Bound<'_, PyDict>>) -> PyResult<FileKeys> {
    let Some(options) = options else { return Ok(FileKeys::nothing()) };
    let given = given(&OF_FILES, &PyTuple::empty(options.py()), Some(options))?;
    let values = Values::new("run", &OF_FILES.keys, &given).map_err(refused)?;
    FileKeys::read(&values).map_err(refused)
}

/// Plays the battles of a file, as `warodds battle` does.
#[pyfunction]
#[pyo3(signature = (path, games = None, seed = None, dice = false, threads = 0))]
pub fn battle(
    py: Python<'_>,
    path: PathBuf,
    games: Option<u64>,
    seed: Option<u64>,
    dice: bool,
    threads: usize,
) -> PyResult<Reply> {
    let file = warodds_battles::file::load(&path, Catalogue::shipped()).map_err(refused)?;
    let games = games.unwrap_or(file.games);
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(refused(format!("games must be from 1 to {MOST_GAMES}, not {games}")));
    }
    let seed = seed.unwrap_or(file.seed);
    let source = if dice { DiceSource::Dice } else { DiceSource::Drawn };
    let settings = Settings { games, seed, policies: file.policies, source };
    let played =
        watched(py, threads, |stop| warodds_battles::run::run(&file.battle, &settings, stop));
    let Watched { found, interrupted } = played?;
    let tally = found.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let reply = Reply(Found::Battle(Box::new(BattleAnswer::new(&file, seed, &tally))));
    let Some(error) = interrupted else { return Ok(reply) };
    error.value(py).setattr("partial", reply)?;
    Err(error)
}

/// Why there is no answer to a campaign.
fn unplayed(error: &ExactError) -> PyErr {
    match error {
        ExactError::TooManyStates { .. } => {
            refused(format!("{error}: too many to work out; use engine=\"monte-carlo\""))
        }
        ExactError::Contract(error) => broken(error),
    }
}

/// The answers to a scenario's questions about units.
fn single(
    scenario: &Scenario,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<Answer>, ContractError> {
    answer_until_stopped(&scenario.asked, control, |asked| answer(asked, plan, control))
}

/// The answers to those about whole fields.
fn fields_of(
    scenario: &Scenario,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<FieldAnswer>, ContractError> {
    scenario.fields.iter().map(|asked| field::answer(asked, plan, control)).collect()
}
