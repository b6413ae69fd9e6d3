//! Runs shared out: what is asked as text that any process reads, shards of it, and their merging.

use std::path::PathBuf;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use warodds_engine::run::Isa;
use warodds_questions::request::link::Link;
use warodds_questions::scenario::FileKeys;
use warodds_questions::shard::{
    Gaps, How, MergeError, Merged, Merger as Merging, ShardError, ShardFile, Source,
};
use warodds_questions::study::{EngineKind, Shard, StdControl};

use crate::answer::{Found, Reply};
use crate::ask::{fields_of, pairs, refused};
use crate::given::{Pairs, given};
use crate::keys::known;
use crate::watch::{Stop, watched};

fn wrong(error: &ShardError) -> PyErr {
    match error {
        ShardError::Stopped => PyKeyboardInterrupt::new_err(error.to_string()),
        ShardError::Contract(_) | ShardError::Json(_) => PyRuntimeError::new_err(error.to_string()),
        _ => refused(error),
    }
}

fn unmerged(error: &MergeError) -> PyErr {
    match error {
        MergeError::Contract(_) | MergeError::Json(_) => PyRuntimeError::new_err(error.to_string()),
        _ => refused(error),
    }
}

fn json(source: &Source) -> PyResult<String> {
    serde_json::to_string(source).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn read(source: &str) -> PyResult<Source> {
    serde_json::from_str(source).map_err(refused)
}

/// What a question in words asks, as JSON, and the engine it names.
#[pyfunction]
pub fn source_of(
    kind: &str,
    places: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, &'static str)> {
    let known = known(kind)?;
    let given = given(&known.keys, places, options)?;
    let (source, engine) = Source::of_given(&known.kind, &given).map_err(|error| wrong(&error))?;
    Ok((json(&source)?, engine.name()))
}

/// What a scenario's or a campaign's file asks, as JSON.
#[pyfunction]
pub fn source_of_file(path: PathBuf) -> PyResult<String> {
    json(&Source::load(&path).map_err(refused)?)
}

/// The engine of that name.
fn engine_of(name: &str) -> PyResult<EngineKind> {
    let all = [EngineKind::MonteCarlo, EngineKind::Table, EngineKind::Conditional];
    let found = all.into_iter().find(|engine| engine.name() == name);
    found.ok_or_else(|| wrong(&ShardError::Engine(name.to_owned())))
}

/// The names of the questions that are sampled, the trials of a block, and the seed of the file;
/// refuses an engine that cannot sample them.
#[pyfunction]
#[pyo3(signature = (source, engine = "monte-carlo"))]
pub fn questions(source: &str, engine: &str) -> PyResult<(Vec<String>, u64, u64)> {
    let posed = read(source)?.pose().map_err(|error| wrong(&error))?;
    posed.check(engine_of(engine)?).map_err(|error| wrong(&error))?;
    let names = posed.names().into_iter().map(str::to_owned).collect();
    Ok((names, posed.block(), posed.settings().seed.unwrap_or(0)))
}

/// Counts blocks of all questions, or of the one of that name: the text of a shard's file.
#[pyfunction]
#[pyo3(signature = (source, engine, seed, block, blocks, question = None, threads = 0))]
#[expect(clippy::too_many_arguments, reason = "all that says which blocks of what are counted")]
pub fn shard(
    py: Python<'_>,
    source: &str,
    engine: &str,
    seed: Option<u64>,
    block: u64,
    blocks: u64,
    question: Option<&str>,
    threads: usize,
) -> PyResult<String> {
    let source = read(source)?;
    let engine = engine_of(engine)?;
    let usual = || -> PyResult<u64> {
        Ok(source.pose().map_err(|error| wrong(&error))?.settings().seed.unwrap_or(0))
    };
    let how = How { engine, seed: seed.map_or_else(usual, Ok)? };
    let shard = Shard { first: block, blocks };
    let count = |stop: &Stop| ShardFile::count(&source, how, shard, question, stop);
    let counted = watched(py, threads, count)?.whole()?;
    let text = counted.and_then(|file| Ok(file.text()?));
    text.map_err(|error| wrong(&error))
}

/// Shards of one run that are being merged, in any order.
#[pyclass(module = "warodds._native")]
#[derive(Debug, Default)]
pub struct Merger(Option<Merging>);

#[pymethods]
impl Merger {
    #[new]
    const fn new() -> Self {
        Self(Some(Merging::new()))
    }

    /// Adds the text of a shard; `file` is what errors call it.
    fn add(&mut self, py: Python<'_>, file: &str, text: &str) -> PyResult<()> {
        let merging = self.0.get_or_insert_default();
        py.detach(|| merging.add_text(file, text)).map_err(|error| unmerged(&error))
    }

    /// The answers, and what was asked in words; none of it is left here.
    fn merged(
        &mut self,
        py: Python<'_>,
        allow_gaps: bool,
    ) -> PyResult<(Reply, Option<(String, Pairs)>)> {
        let merging = self.0.take().unwrap_or_default();
        let gaps = if allow_gaps { Gaps::Allowed } else { Gaps::Refused };
        let name = merging.name().map(str::to_owned);
        let merged = py.detach(|| merging.merged(gaps)).map_err(|error| unmerged(&error))?;
        match merged {
            Merged::Scenario(scenario, answers) => {
                let plans = FileKeys::nothing().plans(&scenario.run, Isa::best());
                let plan = plans.map_err(refused)?.fields;
                let fields = watched(py, 0, |_| fields_of(&scenario, &plan, &StdControl))?;
                let fields = fields.whole()?.map_err(|error| crate::ask::broken(&error))?;
                Ok((Reply(Found::Scenario(answers, fields)), None))
            }
            Merged::Campaign(_, found) => Ok((Reply(Found::Campaign(found)), None)),
            Merged::Link(kind, _, reply) => {
                let asked = name.map(|link| Link::read(&link)).transpose().map_err(refused)?;
                let asked = asked.map(|link| (kind.to_owned(), pairs(&link.given)));
                Ok((Reply(Found::Reply(reply)), asked))
            }
        }
    }
}
