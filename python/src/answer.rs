//! Answers as plain values of Python, and as the program's JSON.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use warodds_battles::answer::BattleAnswer;
use warodds_engine::dist::{Estimate, Pmf};
use warodds_questions::json;
use warodds_questions::request::Reply as Answered;
use warodds_questions::study::field::FieldAnswer;
use warodds_questions::study::{Answer, CampaignAnswer, Distribution, Event, Label, Quantity};

/// What was answered.
#[derive(Debug)]
pub enum Found {
    /// What was asked in words.
    Reply(Answered),
    /// The questions of a file: about units, and about whole fields.
    Scenario(Vec<Answer>, Vec<FieldAnswer>),
    /// A campaign.
    Campaign(Box<CampaignAnswer>),
    /// Battles.
    Battle(Box<BattleAnswer>),
}

/// A reply of the engines: plain values by `answers`, the program's JSON by `json`.
#[pyclass(frozen, module = "warodds._native")]
#[derive(Debug)]
pub struct Reply(pub Found);

/// What could not be told; no answer is so.
fn untold(error: &serde_json::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Reply {
    /// What shape it has: "one", "cases", "many", "field", "scenario", "campaign" or
    /// "battle".
    #[getter]
    fn shape(&self) -> &'static str {
        match &self.0 {
            Found::Reply(Answered::One(..)) => "one",
            Found::Reply(Answered::Cases(_)) => "cases",
            Found::Reply(Answered::Many(_)) => "many",
            Found::Reply(_) => "field",
            Found::Scenario(..) => "scenario",
            Found::Campaign(_) => "campaign",
            Found::Battle(_) => "battle",
        }
    }

    /// Just what the program prints with --json.
    fn json(&self) -> PyResult<String> {
        let text = match &self.0 {
            Found::Reply(reply) => reply.json(),
            Found::Campaign(found) => json::campaign_text(found),
            Found::Battle(found) => found.json(),
            Found::Scenario(answers, fields) => (|| {
                let fields: Result<Vec<_>, _> = fields.iter().map(json::field::text).collect();
                Ok(json::array_of(&[json::lines(answers)?, fields?].concat()))
            })(),
        };
        text.map_err(|error| untold(&error))
    }

    /// The JSON of one of several answers, on a line of its own.
    fn json_of(&self, place: usize) -> PyResult<Option<String>> {
        let Some((option, answer)) = self.all().into_iter().nth(place) else { return Ok(None) };
        let lines = match option {
            Some(_) => {
                json::options_text(&[(option.unwrap_or_default().to_owned(), answer.clone())])
                    .map(|text| text.trim_matches(['[', ']', '\n']).to_owned())
            }
            None => json::lines(std::slice::from_ref(answer)).map(|lines| lines.concat()),
        };
        lines.map(Some).map_err(|error| untold(&error))
    }

    /// The JSON of each answer about a whole field, in their order.
    fn fields(&self) -> PyResult<Vec<String>> {
        let texts: Result<_, _> = self.all_fields().into_iter().map(json::field::text).collect();
        texts.map_err(|error| untold(&error))
    }

    /// The distributions of an answer about a whole field: by what they are of, for each pair of
    /// units the bytes of `float64`, or none where nothing is known.
    fn distributions<'py>(
        &self,
        py: Python<'py>,
        place: usize,
    ) -> Vec<(&'static str, Vec<Option<Bound<'py, PyBytes>>>)> {
        let Some(field) = self.all_fields().into_iter().nth(place) else { return Vec::new() };
        let bytes = |one: &Distribution| floats(py, one.pmf().probabilities());
        let all = of_pairs(field).into_iter();
        all.map(|(name, pairs)| (name, pairs.into_iter().map(|one| one.map(bytes)).collect()))
            .collect()
    }

    /// Each answer as a dict of plain values; arrays are bytes of `float64` or `uint64`.
    fn answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = self.all().into_iter().map(|(option, answer)| dict(py, option, answer));
        PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }
}

impl Reply {
    /// The answers about single questions, each with what sets it apart from others.
    fn all(&self) -> Vec<(Option<&str>, &Answer)> {
        match &self.0 {
            Found::Reply(Answered::One(answer, _)) => vec![(None, &**answer)],
            Found::Reply(Answered::Cases(all)) | Found::Scenario(all, _) => {
                all.iter().map(|answer| (None, answer)).collect()
            }
            Found::Reply(Answered::Many(all)) => {
                all.iter().map(|(option, answer)| (Some(option.as_str()), answer)).collect()
            }
            Found::Campaign(found) => vec![(None, &found.answer)],
            Found::Reply(_) | Found::Battle(_) => Vec::new(),
        }
    }

    /// The answers about whole fields.
    fn all_fields(&self) -> Vec<&FieldAnswer> {
        match &self.0 {
            Found::Reply(Answered::Field(found)) => vec![found],
            Found::Scenario(_, fields) => fields.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// The distributions of each pair of units of a field, by what they are of.
fn of_pairs(field: &FieldAnswer) -> Vec<(&'static str, Vec<Option<&Distribution>>)> {
    match field {
        FieldAnswer::Matrix(matrix) => {
            let columns = 0..matrix.defenders.len();
            let pairs = (0..matrix.attackers.len())
                .flat_map(|row| columns.clone().map(move |column| (row, column)));
            if matrix.course.is_none() {
                let wounds = pairs.map(|(row, column)| matrix.distribution(row, column));
                return vec![("wounds", wounds.collect())];
            }
            let left = |side: usize| {
                let duels = pairs.clone().map(|(row, column)| matrix.duel(row, column));
                duels.map(|duel| duel.and_then(|duel| duel.left.get(side))).collect()
            };
            vec![("left", left(0)), ("enemy_left", left(1))]
        }
        FieldAnswer::Compare(found) => {
            let of = |side: usize| {
                found.matchups.iter().map(|one| one.distributions.get(side)).collect()
            };
            vec![("a_wounds", of(0)), ("b_wounds", of(1))]
        }
        FieldAnswer::Attachments(_) => Vec::new(),
    }
}

/// An answer as plain values.
fn dict<'py>(
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
    dict.set_item("notes", &answer.notes)?;
    let left_out = answer.not_modelled.iter();
    let left_out: Vec<_> = left_out.map(|one| (one.unit.as_str(), one.ability.as_str())).collect();
    dict.set_item("not_modelled", left_out)?;
    Ok(dict)
}

/// A quantity as a tuple: name, label, unit, and what is known of it.
fn quantity<'py>(py: Python<'py>, one: &Quantity) -> PyResult<Bound<'py, PyTuple>> {
    let known = known(py, &one.distribution, one.exact.as_ref())?;
    (one.name.as_str(), label(&one.label), one.unit, known).into_pyobject(py)
}

/// An event as a tuple: name, label, and what is known of it.
fn event<'py>(py: Python<'py>, one: &Event) -> PyResult<Bound<'py, PyTuple>> {
    let known = known(py, &one.distribution, one.exact.as_ref())?;
    (one.name.as_str(), label(&one.label), known).into_pyobject(py)
}

fn label(label: &Label) -> &str {
    &label.named
}

/// What is known of a distribution: its probabilities, the chances of each value or more, its
/// counts, its mean and standard deviation, the mean's standard error and interval, and the exact
/// probabilities beside it.
fn known<'py>(
    py: Python<'py>,
    distribution: &Distribution,
    exact: Option<&Pmf>,
) -> PyResult<Bound<'py, PyTuple>> {
    let pmf = distribution.pmf();
    let at_least: Vec<f64> = (0..pmf.probabilities().len()).map(|k| pmf.at_least(k)).collect();
    let counts = match distribution {
        Distribution::Sampled(tally) => {
            let bytes: Vec<u8> = tally.counts().iter().flat_map(|n| n.to_ne_bytes()).collect();
            Some(PyBytes::new(py, &bytes))
        }
        Distribution::Exact(_) | Distribution::Conditional(_) => None,
    };
    let mean = distribution.mean_estimate();
    let of_mean = mean.map(|mean| (mean.standard_error, mean.interval));
    let of_chances = distribution.at_least_estimate(1).map(|one: Estimate| one.interval);
    (
        floats(py, pmf.probabilities()),
        floats(py, &at_least),
        counts,
        pmf.mean(),
        pmf.standard_deviation(),
        of_mean,
        of_chances,
        exact.map(|exact| floats(py, exact.probabilities())),
    )
        .into_pyobject(py)
}

/// Numbers as bytes, from which arrays are made that cannot be written.
fn floats<'py>(py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}
