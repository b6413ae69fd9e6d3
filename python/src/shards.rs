//! Runs split over processes: the question as JSON text, its shards, and their merge.

use std::path::PathBuf;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use warodds_battles::question::read_files;
use warodds_questions::request::link::Link;
use warodds_questions::study::{EngineKind, Shard};
use warodds_shards::{
    FieldMode, GapPolicy, MergeError, MergedAnswer, RunSpec, ShardError, ShardFile, ShardJob,
    ShardMerger, ShardSource,
};

use crate::answer::{NativeReply, ReplyContent};
use crate::arguments::{FieldPairs, parse_arguments, to_pairs};
use crate::faults::input_error;
use crate::interrupt::{StopFlag, run_on_pool};
use crate::kinds::find_kind;

fn shard_error(error: &ShardError) -> PyErr {
    match error {
        ShardError::Stopped => PyKeyboardInterrupt::new_err(error.to_string()),
        ShardError::Contract(_) | ShardError::Play(_) | ShardError::Json(_) => {
            PyRuntimeError::new_err(error.to_string())
        }
        _ => input_error(error),
    }
}

fn merge_error(error: &MergeError) -> PyErr {
    match error {
        MergeError::Contract(_) | MergeError::Json(_) => PyRuntimeError::new_err(error.to_string()),
        _ => input_error(error),
    }
}

fn source_json(source: &ShardSource) -> PyResult<String> {
    serde_json::to_string(source).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn parse_source(source: &str) -> PyResult<ShardSource> {
    serde_json::from_str(source).map_err(input_error)
}

/// Parses how a run is rolled: the name of an engine, if fields are computed exactly, or
/// `ENGINE+fields`, if fields are rolled too.
fn parse_roll_spec(spec: &str) -> PyResult<(EngineKind, FieldMode)> {
    let (engine, fields) = match spec.split_once('+') {
        None => (spec, FieldMode::Exact),
        Some((engine, _)) => (engine, FieldMode::Sampled),
    };
    let all = [EngineKind::MonteCarlo, EngineKind::Dice];
    let kind = all.into_iter().find(|one| one.name() == engine);
    let engine = kind.ok_or_else(|| shard_error(&ShardError::Engine(engine.to_owned())))?;
    Ok((engine, fields))
}

/// Formats how a run is rolled, as [`parse_roll_spec`] reads it.
fn format_roll_spec(engine: EngineKind, fields: FieldMode) -> String {
    let engine = engine.name();
    match fields {
        FieldMode::Exact => engine.to_owned(),
        FieldMode::Sampled => format!("{engine}+fields"),
    }
}

/// Returns how the questions of a file are rolled. Fields are computed exactly unless an engine is
/// named.
#[pyfunction]
#[pyo3(signature = (engine = None))]
pub(crate) fn roll_spec(engine: Option<&str>) -> PyResult<String> {
    let fields = FieldMode::new(engine.is_some());
    Ok(format_roll_spec(parse_roll_spec(engine.unwrap_or("monte-carlo"))?.0, fields))
}

/// Returns a question as JSON, and how it is rolled.
#[pyfunction]
pub(crate) fn question_source(
    kind: &str,
    positional: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, String)> {
    let entry = find_kind(kind)?;
    let mut fields = parse_arguments(&entry.keys, positional, options)?.fields;
    read_files(&entry.kind, &mut fields).map_err(input_error)?;
    let (source, how) =
        ShardSource::from_fields(&entry.kind, &fields).map_err(|error| shard_error(&error))?;
    Ok((source_json(&source)?, format_roll_spec(how.engine, how.fields)))
}

/// Returns the questions of a scenario, campaign or battle file as JSON.
#[pyfunction]
pub(crate) fn file_source(path: PathBuf) -> PyResult<String> {
    source_json(&ShardSource::load(&path).map_err(|error| shard_error(&error))?)
}

/// Parses the questions of a source, and checks that the engine can roll them.
fn parse_job(source: &ShardSource, rolls: &str) -> PyResult<(ShardJob, EngineKind)> {
    let (engine, fields) = parse_roll_spec(rolls)?;
    let job = source.parse(fields).map_err(|error| shard_error(&error))?;
    job.check_engine(engine).map_err(|error| shard_error(&error))?;
    Ok((job, engine))
}

/// Returns the names of the rolled questions, the trials of a block, and the seed of the file.
///
/// # Errors
/// `ValueError` if the engine cannot roll one of the questions.
#[pyfunction]
#[pyo3(signature = (source, rolls = "monte-carlo"))]
pub(crate) fn questions(source: &str, rolls: &str) -> PyResult<(Vec<String>, u64, u64)> {
    let (job, _) = parse_job(&parse_source(source)?, rolls)?;
    let names = job.names().into_iter().map(str::to_owned).collect();
    Ok((names, job.trials_per_block(), job.settings().seed.unwrap_or(0)))
}

/// Rolls blocks of all questions, or of the named one. Returns the text of a shard file.
#[pyfunction]
#[pyo3(signature = (source, rolls, seed, block, blocks, question = None, threads = 0))]
#[expect(clippy::too_many_arguments, reason = "the arguments of a Python function")]
pub(crate) fn shard(
    py: Python<'_>,
    source: &str,
    rolls: &str,
    seed: Option<u64>,
    block: u64,
    blocks: u64,
    question: Option<&str>,
    threads: usize,
) -> PyResult<String> {
    // workers of another process only have the text of the source
    let source = parse_source(source)?;
    let (job, engine) = parse_job(&source, rolls)?;
    // as `warodds run`: the seed of the call, of the file, or 0
    let seed = seed.or(job.settings().seed).unwrap_or(0);
    let how = RunSpec { engine, fields: job.fields, seed };
    let shard = Shard { first: block, blocks };
    let count = |stop: &StopFlag| ShardFile::count(&source, how, shard, question, stop);
    let shard = run_on_pool(py, threads, count)?.complete()?;
    let text = shard.and_then(|file| Ok(file.text()?));
    text.map_err(|error| shard_error(&error))
}

/// Merges the shards of a run, added in any order.
#[pyclass(module = "warodds._native")]
#[derive(Debug, Default)]
pub(crate) struct NativeMerger(Option<ShardMerger>);

#[pymethods]
impl NativeMerger {
    #[new]
    const fn new() -> Self {
        Self(Some(ShardMerger::new()))
    }

    /// Adds the text of a shard; error messages name it `file`.
    fn add(&mut self, py: Python<'_>, file: &str, text: &str) -> PyResult<()> {
        let merger = self.0.get_or_insert_default();
        py.detach(|| merger.add_text(file, text)).map_err(|error| merge_error(&error))
    }

    /// Returns the answers, and the kind and fields of a question without a file. Empties the merger.
    fn merged(
        &mut self,
        py: Python<'_>,
        allow_gaps: bool,
    ) -> PyResult<(NativeReply, Option<(String, FieldPairs)>)> {
        // taken out: merging consumes the shards
        let merger = self.0.take().unwrap_or_default();
        let gaps = if allow_gaps { GapPolicy::Allow } else { GapPolicy::Refuse };
        let name = merger.name().map(str::to_owned);
        let merged = run_on_pool(py, 0, |stop| merger.merged(gaps, stop))?.complete()?;
        let merged = merged.map_err(|error| merge_error(&error))?;
        match merged {
            MergedAnswer::Scenario(_, answers, fields) => {
                Ok((NativeReply(ReplyContent::Scenario(answers, fields), None), None))
            }
            MergedAnswer::File(_, _, reply) => {
                Ok((NativeReply(ReplyContent::Question(reply), None), None))
            }
            MergedAnswer::Link(kind, _, reply) => {
                let link = name.map(|link| Link::read(&link)).transpose().map_err(input_error)?;
                let question = link.map(|link| (kind.to_owned(), to_pairs(&link.given)));
                Ok((NativeReply(ReplyContent::Question(reply), None), question))
            }
        }
    }
}
