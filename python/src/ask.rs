//! Answers questions, links and files.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use warodds_battles::file::is_battle;
use warodds_battles::question::{BattleFiles, read_files};
use warodds_engine::run::{ContractError, Control, Isa};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::read_text;
use warodds_questions::request::link::Link;
use warodds_questions::request::why::{Analysis, RequestedAnalyses, WhyError};
use warodds_questions::request::{
    BATTLE, CAMPAIGN, Keys, ParsedFields, Query, RawFields, Request, Setup,
};
use warodds_questions::scenario::{
    FileKeys, LoadedFile, ReadContext, RunSettings, Scenario, load_any,
};
use warodds_questions::study::field::FieldAnswer;
use warodds_questions::study::{
    Answer, EngineKind, Plan, answer, answer_field, answer_until_stopped,
};

use crate::answer::{NativeReply, ReplyContent};
use crate::arguments::{Arguments, FieldPairs, from_pairs, parse_arguments, to_pairs};
use crate::faults::{input_error, request_error};
use crate::interrupt::{Interruptible, StopFlag, run_here, run_on_pool};
use crate::kinds::{FILE_KEYS, KindEntry, find_kind};

/// Returns the exception for a broken contract: a bug, whatever the input.
pub(crate) fn contract_error(error: &ContractError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

fn reply_error(py: Python<'_>, error: WhyError, entry: &KindEntry) -> PyErr {
    match error {
        WhyError::Request(error) => request_error(py, &error, &entry.keys.keys, entry.kind.name),
        WhyError::Exact(error) => contract_error(&error),
        WhyError::Battle(error) => PyRuntimeError::new_err(error),
    }
}

/// The fields of a question, its reply, and the lists of one value that it was given, as JSON.
type QuestionReply = (FieldPairs, NativeReply, Vec<(&'static str, String)>);

/// Answers a question. Returns its fields, as `link` takes them, the reply, and the keys that were
/// given lists of a single value: the answer to such a list is a sequence as well.
#[pyfunction]
#[pyo3(signature = (kind, positional, options, threads = 0))]
pub(crate) fn ask(
    py: Python<'_>,
    kind: &str,
    positional: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
    threads: usize,
) -> PyResult<QuestionReply> {
    let entry = find_kind(kind)?;
    let Arguments { mut fields, short_lists } = parse_arguments(&entry.keys, positional, options)?;
    read_files(&entry.kind, &mut fields).map_err(input_error)?;
    let reply = answer_question(py, entry, &fields, threads)?;
    let short_lists = short_lists.into_iter().filter(|_| entry.kind.takes_lists);
    let short_lists = short_lists.map(|(id, text)| (id, case_value(entry, id, &text)));
    Ok((to_pairs(&fields), reply, short_lists.collect()))
}

/// Returns the value of a key as an answer has it in its case, as JSON.
fn case_value(entry: &KindEntry, id: &str, text: &str) -> String {
    let key = entry.keys.keys.iter().find(|key| key.id == id);
    let unit = key.filter(|key| key.names_card()).and_then(|_| {
        let unit = Catalogue::shipped().find_unit(text).ok()?;
        Some(unit.unit.name.into())
    });
    let value = key.map(|key| key.data(&key.canonical(text).unwrap_or_else(|_| text.to_owned())));
    unit.or(value).unwrap_or_else(|| text.into()).to_string()
}

/// Answers the question of a link. Returns its kind, its fields and the reply.
#[pyfunction]
#[pyo3(signature = (text, threads = 0))]
pub(crate) fn ask_link(
    py: Python<'_>,
    text: &str,
    threads: usize,
) -> PyResult<(&'static str, FieldPairs, NativeReply)> {
    let Link { kind, given: fields, .. } =
        Link::parse(text, Catalogue::shipped()).map_err(input_error)?;
    let reply = answer_question(py, find_kind(kind.name)?, &fields, threads)?;
    Ok((kind.name, to_pairs(&fields), reply))
}

/// Returns the canonical link of a question.
#[pyfunction]
pub(crate) fn link(kind: &str, fields: FieldPairs) -> PyResult<String> {
    let text = Link::text(&find_kind(kind)?.kind, &from_pairs(&fields), Catalogue::shipped());
    text.map_err(input_error)
}

/// Answers a question. If Ctrl-C stops it, the exception has the partial reply as `partial`.
fn answer_question(
    py: Python<'_>,
    entry: &KindEntry,
    fields: &RawFields,
    threads: usize,
) -> PyResult<NativeReply> {
    let setup = Setup { battles: Some(&BattleFiles), ..Setup::shipped() };
    let keys = &entry.keys.keys;
    let request = entry.kind.request(keys, fields, &setup);
    let request = request.map_err(|error| request_error(py, &error, keys, entry.kind.name))?;
    // the same work for both ways to run it
    let answer = |control: &dyn Control| {
        let reply = request.reply(&entry.kind, fields, &setup, control)?;
        Ok(NativeReply(ReplyContent::Question(reply), Some(request.clone())))
    };
    let threads = match (threads, request.asked.threads()) {
        (0, Some(own)) => own.get(),
        _ => threads,
    };
    let Interruptible { result, interrupted } = if is_single_exact(&request) {
        run_here(py, answer)
    } else {
        run_on_pool(py, threads, |stop| answer(stop))?
    };
    match (result, interrupted) {
        (result, None) => result.map_err(|error| reply_error(py, error, entry)),
        // stopped before there was an answer
        (Err(_), Some(error)) => Err(error),
        (Ok(reply), Some(error)) => {
            error.value(py).setattr("partial", reply)?;
            Err(error)
        }
    }
}

/// Returns whether the request is one exact answer, which mostly takes microseconds.
fn is_single_exact(request: &Request) -> bool {
    let Request { asked, plan, analyses } = request;
    let is_single = matches!(asked, Query::One(..));
    is_single && plan.engine == EngineKind::Exact && !analyses.why && !analyses.sensitivity
}

/// Answers a scenario, a campaign or a battle file, as `warodds run`, `warodds campaign` and
/// `warodds battle` do.
#[pyfunction]
#[pyo3(signature = (path, options, threads = 0))]
pub(crate) fn run(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
    threads: usize,
) -> PyResult<NativeReply> {
    if is_battle(&read_text(&path).map_err(input_error)?) {
        let mut fields = battle_fields(&path, options)?;
        let entry = find_kind(BATTLE)?;
        read_files(&entry.kind, &mut fields).map_err(input_error)?;
        return answer_question(py, entry, &fields, threads);
    }
    let keys = file_keys(options)?;
    // the file sets the threads unless the call does
    let threads_of = |settings: &RunSettings| match (threads, settings.threads) {
        (0, Some(threads)) => threads.get(),
        _ => threads,
    };
    let content = match load_any(&path, ReadContext::default()).map_err(input_error)? {
        LoadedFile::Scenario(scenario) => {
            keys.check(&scenario).map_err(input_error)?;
            let plans = keys.plans(&scenario.run, Isa::best());
            let answers = run_on_pool(py, threads_of(&scenario.run), |stop| {
                Ok((
                    answer_units(&scenario, &plans.single, stop)?,
                    answer_fields(&scenario, &plans.fields, stop)?,
                ))
            });
            let answers = answers?.complete()?;
            let (units, fields) = answers.map_err(|error: ContractError| contract_error(&error))?;
            ReplyContent::Scenario(units, fields)
        }
        LoadedFile::Campaign(scenario) => {
            let plan = keys.campaign(&scenario.run, Isa::best()).map_err(input_error)?;
            let entry = find_kind(CAMPAIGN)?;
            let (threads, analyses) = (threads_of(&scenario.run), RequestedAnalyses::default());
            let request = Request { asked: Query::Campaign(Box::new(scenario)), plan, analyses };
            let answer = |stop: &StopFlag| request.answer(Analysis::default(), stop);
            let reply = run_on_pool(py, threads, answer)?.complete()?;
            ReplyContent::Question(reply.map_err(|error| reply_error(py, error, entry))?)
        }
    };
    Ok(NativeReply(content, None))
}

/// Returns the fields of a battle file and its seed, the one keyword of `run` that it takes.
///
/// # Errors
/// `ValueError` for other keywords, with the function that sets the number of battles.
fn battle_fields(path: &Path, options: Option<&Bound<'_, PyDict>>) -> PyResult<RawFields> {
    let fields = RawFields::new().with("file", &path.display().to_string());
    let Some(options) = options else { return Ok(fields) };
    let other = options.keys().iter().map(|key| key.to_string()).find(|key| key != "seed");
    match (other, options.get_item("seed")?) {
        (Some(key), _) => Err(input_error(format!(
            "{} is a battle file: run takes seed and threads for it, not {key}; for other \
             settings use battle(file, games=…, seed=…, dice=…)",
            path.display()
        ))),
        (None, Some(seed)) => Ok(fields.with("seed", &seed.to_string())),
        (None, None) => Ok(fields),
    }
}

/// Parses the keywords of `run`.
fn file_keys(options: Option<&Bound<'_, PyDict>>) -> PyResult<FileKeys> {
    let Some(options) = options else { return Ok(FileKeys::nothing()) };
    let fields = parse_arguments(&FILE_KEYS, &PyTuple::empty(options.py()), Some(options))?.fields;
    let wrong = |error| request_error(options.py(), &error, &FILE_KEYS.keys, "run");
    let values = ParsedFields::new("run", &FILE_KEYS.keys, &fields).map_err(wrong)?;
    FileKeys::read(&values).map_err(wrong)
}

/// Answers the questions of a scenario about units, until stopped.
fn answer_units(
    scenario: &Scenario,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<Answer>, ContractError> {
    answer_until_stopped(&scenario.asked, control, |question| answer(question, plan, control))
}

/// Answers the questions of a scenario about whole fields.
fn answer_fields(
    scenario: &Scenario,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<FieldAnswer>, ContractError> {
    scenario.fields.iter().map(|question| answer_field(question, plan, control)).collect()
}
