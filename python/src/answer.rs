//! Answers as plain Python values and as the JSON of the command line.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use warodds_charts::text::analysis::requested_text;
use warodds_charts::text::block::AnswerBlock;
use warodds_charts::text::wrapping::WIDTH;
use warodds_engine::dist::{Estimate, Pmf};
use warodds_questions::json;
use warodds_questions::request::{Reply, Request};
use warodds_questions::study::compare::{Matchup, MatchupSide};
use warodds_questions::study::field::FieldAnswer;
use warodds_questions::study::{
    Answer, CardChange, Distribution, Event, Quantity, ResultLabel, StdControl,
};

use crate::ask::contract_error;

/// The answers of one call.
#[derive(Debug)]
pub(crate) enum ReplyContent {
    /// The answer to a single call such as `attack(…)`.
    Question(Reply),
    /// The answers to the questions of a file: about units, and about whole fields.
    Scenario(Vec<Answer>, Vec<FieldAnswer>),
}

/// The answers of one call for Python: plain values by `answers`, JSON by `json`. The request is that
/// of a single question, if known.
#[pyclass(frozen, module = "warodds._native")]
#[derive(Debug)]
pub(crate) struct NativeReply(pub ReplyContent, pub Option<Request>);

fn json_error(error: &serde_json::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl NativeReply {
    /// Returns the shape of the answers: "one", "cases", "many", "field", "fields", "trace", "luck",
    /// "scenario", "campaign" or "battle".
    #[getter]
    fn shape(&self) -> &'static str {
        match &self.0 {
            ReplyContent::Question(Reply::One(..)) => "one",
            ReplyContent::Question(Reply::Cases(_)) => "cases",
            ReplyContent::Question(Reply::Many(..)) => "many",
            ReplyContent::Question(Reply::Fields(_)) => "fields",
            ReplyContent::Question(Reply::Campaign(_)) => "campaign",
            ReplyContent::Question(Reply::Battle(_)) => "battle",
            ReplyContent::Question(Reply::Trace(_)) => "trace",
            ReplyContent::Question(Reply::Luck(_)) => "luck",
            ReplyContent::Question(_) => "field",
            ReplyContent::Scenario(..) => "scenario",
        }
    }

    /// Returns exactly what the program prints with --json.
    fn json(&self) -> PyResult<String> {
        let text = match &self.0 {
            ReplyContent::Question(reply) => reply.json(),
            ReplyContent::Scenario(answers, fields) => (|| {
                let fields: Result<Vec<_>, _> = fields.iter().map(json::field::text).collect();
                Ok(json::array_of(&[json::lines(answers)?, fields?].concat()))
            })(),
        };
        text.map_err(|error| json_error(&error))
    }

    /// Returns the JSON of one of several answers, on a single line.
    fn json_of(&self, index: usize) -> PyResult<Option<String>> {
        let Some((option, answer)) = self.question_answers().into_iter().nth(index) else {
            return Ok(None);
        };
        let lines = match option {
            Some(_) => {
                // an array of one option: without its brackets it is the line of that option
                json::options_text(&[(option.unwrap_or_default().to_owned(), answer.clone())])
                    .map(|text| text.trim_matches(['[', ']', '\n']).to_owned())
            }
            None => json::lines(std::slice::from_ref(answer)).map(|lines| lines.concat()),
        };
        lines.map(Some).map_err(|error| json_error(&error))
    }

    /// Returns one of several answers as the block of lines that the program prints.
    fn block(&self, index: usize) -> PyResult<Option<String>> {
        let Some((_, answer)) = self.question_answers().into_iter().nth(index) else {
            return Ok(None);
        };
        let causes = self.1.as_ref().map(|request| request.causes(answer, &StdControl));
        let causes = causes.transpose().map_err(|error| contract_error(&error))?;
        let requested = match &self.0 {
            ReplyContent::Question(Reply::One(_, analysis)) => requested_text(analysis),
            _ => String::new(),
        };
        let block = AnswerBlock::new(answer, &causes.unwrap_or_default()).with_method(answer);
        Ok(Some(block.render(&requested, WIDTH).trim_end().to_owned()))
    }

    /// Returns one of several answers about whole fields as the block that the program prints.
    fn field_block(&self, index: usize) -> Option<String> {
        let block = AnswerBlock::of_field(self.field_answers().get(index)?);
        Some(block.render("", WIDTH).trim_end().to_owned())
    }

    /// Returns the JSON of each answer about a whole field.
    fn fields(&self) -> PyResult<Vec<String>> {
        let texts: Result<_, _> = self.field_answers().iter().map(json::field::text).collect();
        texts.map_err(|error| json_error(&error))
    }

    /// Returns the distributions of an answer about a whole field, by quantity: for each pair of
    /// units the bytes of a `float64` array, or `None` if the run stopped before that pair.
    fn distributions<'py>(
        &self,
        py: Python<'py>,
        index: usize,
    ) -> Vec<(&'static str, Vec<Option<Bound<'py, PyBytes>>>)> {
        let Some(field) = self.field_answers().get(index) else { return Vec::new() };
        let bytes = |one: &Distribution| float_bytes(py, one.pmf().probabilities());
        let quantities = pair_distributions(field).into_iter();
        quantities
            .map(|(name, pairs)| (name, pairs.into_iter().map(|pair| pair.map(bytes)).collect()))
            .collect()
    }

    /// Returns each answer as a dict; arrays are the bytes of `float64` or `uint64` values.
    fn answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let dicts = self.question_answers().into_iter();
        let dicts = dicts.map(|(option, answer)| answer_dict(py, option, answer));
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }
}

impl NativeReply {
    /// Returns the answers about single questions, each with its option if there are several.
    fn question_answers(&self) -> Vec<(Option<&str>, &Answer)> {
        match &self.0 {
            ReplyContent::Question(Reply::One(answer, _)) => vec![(None, &**answer)],
            ReplyContent::Question(Reply::Cases(all)) | ReplyContent::Scenario(all, _) => {
                all.iter().map(|answer| (None, answer)).collect()
            }
            ReplyContent::Question(Reply::Many(all, _)) => {
                all.iter().map(|(option, answer)| (Some(option.as_str()), answer)).collect()
            }
            ReplyContent::Question(Reply::Campaign(campaign)) => vec![(None, &campaign.answer)],
            ReplyContent::Question(_) => Vec::new(),
        }
    }

    /// Returns the answers about whole fields.
    fn field_answers(&self) -> &[FieldAnswer] {
        match &self.0 {
            ReplyContent::Question(reply) => reply.fields(),
            ReplyContent::Scenario(_, fields) => fields,
        }
    }
}

/// Returns the distributions of each pair of units, by quantity.
fn pair_distributions(field: &FieldAnswer) -> Vec<(&'static str, Vec<Option<&Distribution>>)> {
    match field {
        FieldAnswer::Matrix(matrix) => {
            let columns = 0..matrix.defenders.len();
            let pairs = (0..matrix.attackers.len())
                .flat_map(|row| columns.clone().map(move |column| (row, column)));
            // a matrix of attacks has no schedule, one of duels has wounds left on both sides
            if matrix.schedule.is_none() {
                let wounds = pairs.map(|(row, column)| matrix.distribution(row, column));
                return vec![("wounds", wounds.collect())];
            }
            let left = |side: usize| {
                let duels = pairs.clone().map(|(row, column)| matrix.duel(row, column));
                duels.map(|duel| duel.and_then(|duel| duel.left.get(side))).collect()
            };
            vec![("left", left(0)), ("enemy_left", left(1))]
        }
        FieldAnswer::Compare(comparison) => {
            let wounds = |side: fn(&Matchup) -> &MatchupSide| {
                comparison.matchups.iter().map(|one| Some(&side(one).distribution)).collect()
            };
            vec![("a_wounds", wounds(|one| &one.a)), ("b_wounds", wounds(|one| &one.b))]
        }
        FieldAnswer::Ranking(_)
        | FieldAnswer::Attachments(_)
        | FieldAnswer::Rate(_)
        | FieldAnswer::Worth(_) => Vec::new(),
    }
}

fn answer_dict<'py>(
    py: Python<'py>,
    option: Option<&str>,
    answer: &Answer,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("option", option)?;
    dict.set_item("name", &answer.name)?;
    dict.set_item("kind", answer.kind)?;
    dict.set_item("subject", &answer.subject)?;
    dict.set_item("situation", &answer.situation)?;
    let case = answer.case.iter().map(|one| (one.axis.as_str(), one.data.to_string()));
    dict.set_item("case", case.collect::<Vec<_>>())?;
    dict.set_item("engine", answer.method.engine.name())?;
    dict.set_item("trials", answer.method.trials)?;
    dict.set_item("seed", answer.method.seed)?;
    dict.set_item("partial", answer.method.partial)?;
    let leading: Vec<&str> =
        answer.headline.leads.iter().map(|lead| lead.quantity.as_str()).collect();
    dict.set_item("leading", leading)?;
    let quantities = answer.quantities.iter().map(|one| quantity(py, one));
    dict.set_item("quantities", quantities.collect::<PyResult<Vec<_>>>()?)?;
    let events = answer.events.iter().map(|one| event(py, one));
    dict.set_item("events", events.collect::<PyResult<Vec<_>>>()?)?;
    let points = answer.points.map(|one| [("destroyed", one.destroyed), ("lost", one.lost)]);
    dict.set_item("points", points)?;
    dict.set_item("card", answer.card.as_ref().map(|one| card(py, one)).transpose()?)?;
    dict.set_item("notes", &answer.notes)?;
    let abilities = answer.not_modelled.iter();
    let abilities: Vec<_> =
        abilities.map(|one| (one.unit.as_str(), one.ability.as_str())).collect();
    dict.set_item("not_modelled", abilities)?;
    Ok(dict)
}

/// Returns a tactics card and what it changes as a dict.
fn card<'py>(py: Python<'py>, change: &CardChange) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("side", change.card.side)?;
    dict.set_item("name", &change.card.name)?;
    dict.set_item("id", &change.card.id)?;
    dict.set_item("way", &change.card.way)?;
    dict.set_item("wounds", change.wounds)?;
    dict.set_item("own_wounds", change.own_wounds)?;
    dict.set_item("destroyed", change.destroyed)?;
    Ok(dict)
}

/// Returns a quantity as a tuple: name, label, unit, distribution.
fn quantity<'py>(py: Python<'py>, one: &Quantity) -> PyResult<Bound<'py, PyTuple>> {
    let distribution = distribution(py, &one.distribution, one.exact.as_ref())?;
    (one.name.as_str(), label(&one.label), one.unit, distribution).into_pyobject(py)
}

/// Returns an event as a tuple: name, label, distribution.
fn event<'py>(py: Python<'py>, one: &Event) -> PyResult<Bound<'py, PyTuple>> {
    let distribution = distribution(py, &one.distribution, one.exact.as_ref())?;
    (one.name.as_str(), label(&one.label), distribution).into_pyobject(py)
}

fn label(label: &ResultLabel) -> &str {
    &label.named
}

/// Returns a distribution as a tuple: pmf, P(≥ k), counts, mean, standard deviation, standard error
/// and 95 % interval of the mean, 95 % interval of P(≥ 1), and the exact pmf of a compared sample.
fn distribution<'py>(
    py: Python<'py>,
    distribution: &Distribution,
    exact: Option<&Pmf>,
) -> PyResult<Bound<'py, PyTuple>> {
    let pmf = distribution.pmf();
    // computed here: a cumulative sum in numpy would differ in the last bits
    let at_least: Vec<f64> = (0..pmf.probabilities().len()).map(|k| pmf.at_least(k)).collect();
    let counts = match distribution {
        Distribution::Sampled(tally) => {
            let bytes: Vec<u8> = tally.counts().iter().flat_map(|n| n.to_ne_bytes()).collect();
            Some(PyBytes::new(py, &bytes))
        }
        Distribution::Exact(_) | Distribution::Fractions(..) => None,
    };
    let mean = distribution.mean_estimate();
    let mean_error = mean.map(|mean| (mean.standard_error, mean.interval));
    let event_interval = distribution.at_least_estimate(1).map(|one: Estimate| one.interval);
    (
        float_bytes(py, pmf.probabilities()),
        float_bytes(py, &at_least),
        counts,
        pmf.mean(),
        pmf.standard_deviation(),
        mean_error,
        event_interval,
        exact.map(|exact| float_bytes(py, exact.probabilities())),
    )
        .into_pyobject(py)
}

/// Returns numbers as bytes: numpy arrays over bytes are read-only.
fn float_bytes<'py>(py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}
