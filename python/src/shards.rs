//! Runs shared out: what is asked as text that any process reads, shards of it, and their merging.

use std::path::PathBuf;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use warodds_questions::request::link::Link;
use warodds_questions::study::{EngineKind, Pairing, Shard};
use warodds_shards::{
    FieldMode, GapPolicy, MergeError, MergedAnswer, RunSpec, ShardError, ShardFile, ShardJob,
    ShardMerger, ShardSource,
};

use crate::answer::{Found, Reply};
use crate::ask::{pairs, refused};
use crate::given::{Pairs, given};
use crate::keys::known;
use crate::watch::{Stop, watched};

fn wrong(error: &ShardError) -> PyErr {
    match error {
        ShardError::Stopped => PyKeyboardInterrupt::new_err(error.to_string()),
        ShardError::Contract(_) | ShardError::Play(_) | ShardError::Json(_) => {
            PyRuntimeError::new_err(error.to_string())
        }
        _ => refused(error),
    }
}

fn unmerged(error: &MergeError) -> PyErr {
    match error {
        MergeError::Contract(_) | MergeError::Json(_) => PyRuntimeError::new_err(error.to_string()),
        _ => refused(error),
    }
}

fn json(source: &ShardSource) -> PyResult<String> {
    serde_json::to_string(source).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn read(source: &str) -> PyResult<ShardSource> {
    serde_json::from_str(source).map_err(refused)
}

/// Who rolls for whom: an engine by its name, where fields are worked out; after `+` whose dice the
/// two of a comparison take, `common` or `apart`, where fields are rolled as well.
fn rolls(how: &str) -> PyResult<(EngineKind, FieldMode)> {
    let (engine, fields) = match how.split_once('+') {
        None => (how, FieldMode::Exact),
        Some((engine, "apart")) => (engine, FieldMode::Apart),
        Some((engine, _)) => (engine, FieldMode::Common),
    };
    let all = [EngineKind::MonteCarlo, EngineKind::Table, EngineKind::Conditional];
    let found = all.into_iter().find(|one| one.name() == engine);
    let engine = found.ok_or_else(|| wrong(&ShardError::Engine(engine.to_owned())))?;
    Ok((engine, fields))
}

/// The same as text.
fn rolls_text(engine: EngineKind, fields: FieldMode) -> String {
    let engine = engine.name();
    match fields {
        FieldMode::Exact => engine.to_owned(),
        FieldMode::Common => format!("{engine}+common"),
        FieldMode::Apart => format!("{engine}+apart"),
    }
}

/// Who rolls for the questions of a file: fields of units are worked out unless an engine is named.
#[pyfunction]
#[pyo3(signature = (engine = None, apart = false))]
pub fn rolls_of(engine: Option<&str>, apart: bool) -> PyResult<String> {
    let pairing = if apart { Pairing::Apart } else { Pairing::Common };
    let fields = FieldMode::of(engine.is_some(), pairing).map_err(refused)?;
    Ok(rolls_text(rolls(engine.unwrap_or("monte-carlo"))?.0, fields))
}

/// What a question in words asks, as JSON, and who rolls for it.
#[pyfunction]
pub fn source_of(
    kind: &str,
    places: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, String)> {
    let known = known(kind)?;
    let given = given(&known.table, places, options)?;
    let (source, how) =
        ShardSource::of_given(&known.kind, &given).map_err(|error| wrong(&error))?;
    Ok((json(&source)?, rolls_text(how.engine, how.fields)))
}

/// What a scenario's, a campaign's or a battle's file asks, as JSON.
#[pyfunction]
pub fn source_of_file(path: PathBuf) -> PyResult<String> {
    json(&ShardSource::load(&path).map_err(|error| wrong(&error))?)
}

/// What a source asks, understood, and with which engine.
fn posed(source: &ShardSource, rolls_text: &str) -> PyResult<(ShardJob, EngineKind)> {
    let (engine, fields) = rolls(rolls_text)?;
    let posed = source.pose(fields).map_err(|error| wrong(&error))?;
    posed.check(engine).map_err(|error| wrong(&error))?;
    Ok((posed, engine))
}

/// The names of the questions that are rolled, the trials of a block, and the seed of the file;
/// refuses an engine that cannot roll them.
#[pyfunction]
#[pyo3(signature = (source, rolls = "monte-carlo"))]
pub fn questions(source: &str, rolls: &str) -> PyResult<(Vec<String>, u64, u64)> {
    let (posed, _) = posed(&read(source)?, rolls)?;
    let names = posed.names().into_iter().map(str::to_owned).collect();
    Ok((names, posed.block(), posed.settings().seed.unwrap_or(0)))
}

/// Counts blocks of all questions, or of the one of that name: the text of a shard's file.
#[pyfunction]
#[pyo3(signature = (source, rolls, seed, block, blocks, question = None, threads = 0))]
#[expect(clippy::too_many_arguments, reason = "all that says which blocks of what are counted")]
pub fn shard(
    py: Python<'_>,
    source: &str,
    rolls: &str,
    seed: Option<u64>,
    block: u64,
    blocks: u64,
    question: Option<&str>,
    threads: usize,
) -> PyResult<String> {
    let source = read(source)?;
    let (posed, engine) = posed(&source, rolls)?;
    let seed = seed.or(posed.settings().seed).unwrap_or(0);
    let how = RunSpec { engine, fields: posed.fields, seed };
    let shard = Shard { first: block, blocks };
    let count = |stop: &Stop| ShardFile::count(&source, how, shard, question, stop);
    let counted = watched(py, threads, count)?.whole()?;
    let text = counted.and_then(|file| Ok(file.text()?));
    text.map_err(|error| wrong(&error))
}

/// Shards of one run that are being merged, in any order.
#[pyclass(module = "warodds._native")]
#[derive(Debug, Default)]
pub struct Merger(Option<ShardMerger>);

#[pymethods]
impl Merger {
    #[new]
    const fn new() -> Self {
        Self(Some(ShardMerger::new()))
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
        let gaps = if allow_gaps { GapPolicy::Allowed } else { GapPolicy::Refused };
        let name = merging.name().map(str::to_owned);
        let merged = watched(py, 0, |stop| merging.merged(gaps, stop))?.whole()?;
        let merged = merged.map_err(|error| unmerged(&error))?;
        match merged {
            MergedAnswer::Scenario(_, answers, fields) => {
                Ok((Reply(Found::Scenario(answers, fields)), None))
            }
            MergedAnswer::Battle(_, found, _) => Ok((Reply(Found::Battle(found)), None)),
            MergedAnswer::Campaign(_, found) => Ok((Reply(Found::Campaign(found)), None)),
            MergedAnswer::Link(kind, _, reply) => {
                let asked = name.map(|link| Link::read(&link)).transpose().map_err(refused)?;
                let asked = asked.map(|link| (kind.to_owned(), pairs(&link.given)));
                Ok((Reply(Found::Reply(reply)), asked))
            }
        }
    }
}
