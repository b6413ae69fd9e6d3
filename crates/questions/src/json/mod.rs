//! Answers as JSON, for programs.
//!
//! Each answer is one object. The keys below are a contract: as long as `schema` is
//! `warodds/answer/2` they exist, keep this meaning and this order. More keys may be added.
//!
//! | key | what it holds |
//! |---|---|
//! | `schema` | `"warodds/answer/2"` |
//! | `version` | the version of the program |
//! | `name` | the question's name |
//! | `kind` | the kind of question, e.g. `attack` |
//! | `subject` | who meets whom |
//! | `situation` | what happens, in a sentence; empty if the subject says it |
//! | `rules` | an object: `edition` of the rules and `cards`, the list of the editions of the cards; only if the game has editions |
//! | `case` | an object: the non-default settings, swept or not, with values of their own type (numbers as numbers, flags as `true`) |
//! | `engine` | `"exact"`, `"monte-carlo"` or `"dice"` |
//! | `trials` | number of trials; `null` for the exact engine |
//! | `seed` | the seed of the dice; `null` for the exact engine |
//! | `partial` | whether the run was stopped early |
//! | `quantities` | an object: name to numbers, see below |
//! | `events` | an object: name to chance, see below |
//! | `joint` | `first` and `second`, names of quantities, and `p`, a row for each count of the first from 0 with a probability for each count of the second from 0; only if the kind has a joint distribution |
//! | `not_modelled` | a list of objects with `unit` and `ability`: abilities that may change these numbers and are not counted |
//! | `notes` | a list of notes for the reader; only if there are any |
//! | `contributions` | with `--why`: a list of objects with `what`, `kind`, `side`, `wounds` and `own_wounds` (in duels also `win`): the exact result with that part minus the one without it |
//! | `sensitivity` | with `--sensitivity`: a list of objects with `what` (`dice`, `hit`, `defense`, `morale`, `wounds`, `speed`), `side`, `from`, `to`, `wounds` and `own_wounds` (in duels also `win`): the exact result with the changed value minus the one of the question |
//! | `course` | for campaigns: `what` is counted at each `step` of time, and `mean`, an object from the name of each side to its expected counts from the start on |
//!
//! A quantity has `mean`, `sd` (standard deviation) and `pmf` (the probabilities of 0, 1, 2, … up
//! to the largest possible count, zeros included). A sampled one also has `standard_error` and
//! `ci95` (both of the mean); with an exact check also `exact_mean` and `standard_errors_off`
//! (sampled minus exact mean in standard errors; missing if the sample did not vary and differs).
//!
//! With `--fractions` an exact quantity also has `mean_fraction`, as text (`"1565/648"`; missing if
//! numerator or denominator has more than 20 digits), and `pmf_fractions`, a list like `pmf` with
//! `null` for such fractions; an event also has `p_fraction`.
//!
//! An event has `p`; a sampled one also `ci95`; with an exact check also `exact_p`.
//!
//! If a run was stopped before its first trial, `trials` is 0 and there are no numbers. All
//! numbers are finite. Probabilities lie in 0..=1; intervals are `[low, high]`, rounded to ten
//! decimals.

pub mod cards;
pub mod field;
mod schema;

pub use schema::schema;

use serde::ser::{Serialize, Serializer};

use crate::request::why::Analysis;
use crate::study::{Answer, CampaignAnswer, Distribution, Event, NotModelled, Quantity};
use warodds_engine::chance::QuantityName;
use warodds_engine::dist::{Estimate, Fractions, Joint};

/// The value of `schema` in every answer.
pub const SCHEMA: &str = "warodds/answer/2";

/// An answer in the shape of the contract, for any serde serializer.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AnswerData<'a> {
    schema: &'static str,
    version: &'static str,
    name: &'a str,
    kind: &'a str,
    subject: &'a str,
    situation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesData>,
    case: OrderedObject<'a, &'a serde_json::Value>,
    engine: &'static str,
    trials: Option<u64>,
    seed: Option<u64>,
    partial: bool,
    quantities: OrderedObject<'a, QuantityData>,
    events: OrderedObject<'a, EventData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<JointData<'a>>,
    not_modelled: &'a [NotModelled],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct RulesData {
    edition: &'static str,
    cards: Vec<&'static str>,
}

/// An object that keeps the order of its keys.
// a map would sort the keys, but quantities are in the order in which tables show them
#[derive(Clone, Debug, PartialEq)]
struct OrderedObject<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for OrderedObject<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct QuantityData {
    mean: f64,
    sd: f64,
    pmf: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ci95: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_errors_off: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_fraction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pmf_fractions: Option<Vec<Option<String>>>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct EventData {
    p: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ci95: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p_fraction: Option<String>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct JointData<'a> {
    first: &'a str,
    second: &'a str,
    p: Vec<&'a [f64]>,
}

/// Converts an answer to the shape of the contract.
pub fn data(answer: &Answer) -> AnswerData<'_> {
    AnswerData {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        name: &answer.name,
        kind: answer.kind,
        subject: &answer.subject,
        situation: &answer.situation,
        rules: answer.rules.as_ref().map(|rules| RulesData {
            edition: rules.edition.name(),
            cards: rules.cards.iter().map(|card| card.name()).collect(),
        }),
        // what a sweep varies is among the settings, so programs find both in one place
        case: OrderedObject(
            answer.settings.iter().map(|setting| (setting.axis.as_str(), &setting.data)).collect(),
        ),
        engine: answer.method.engine.name(),
        trials: answer.method.trials,
        seed: answer.method.seed,
        partial: answer.method.partial,
        quantities: OrderedObject(
            answer
                .quantities
                .iter()
                .map(|quantity| (quantity.name.as_str(), quantity_answer(quantity)))
                .collect(),
        ),
        events: OrderedObject(
            answer.events.iter().map(|event| (event.name.as_str(), event_answer(event))).collect(),
        ),
        joint: answer
            .joint
            .as_ref()
            .map(|(first, second, distribution)| joint_answer(*first, *second, distribution)),
        not_modelled: &answer.not_modelled,
        notes: &answer.notes,
    }
}

/// Converts answers in order.
pub(crate) fn all_data(answers: &[Answer]) -> Vec<AnswerData<'_>> {
    answers.iter().map(data).collect()
}

/// Writes an answer as indented text that ends with a line break.
///
/// # Errors
/// Never for an answer; the serializer's own error is returned rather than hidden.
pub fn text(answer: &Answer) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&data(answer)).map(|text| text + "\n")
}

/// An answer with its analysis.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct AnalysedData<'a> {
    #[serde(flatten)]
    answer: AnswerData<'a>,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

/// Writes an answer as [`text`] does, with the requested `contributions` and `sensitivity`.
///
/// # Errors
/// Never for an answer; the serializer's own error is returned rather than hidden.
pub(crate) fn text_with(answer: &Answer, analysis: &Analysis) -> Result<String, serde_json::Error> {
    // flattened behind the keys of the answer, so that plain answers are a prefix of analysed ones
    let whole = AnalysedData { answer: data(answer), analysis };
    serde_json::to_string_pretty(&whole).map(|text| text + "\n")
}

/// One of several options, and its answer.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct OptionData<'a> {
    option: &'a str,
    #[serde(flatten)]
    answer: AnswerData<'a>,
}

/// Writes the answers of several options as one array, with `option` before the keys of each.
///
/// # Errors
/// Never for answers; the serializer's own error is returned rather than hidden.
pub fn options_text(answers: &[(String, Answer)]) -> Result<String, serde_json::Error> {
    let one = |(option, answer): &(String, Answer)| {
        serde_json::to_string(&OptionData { option, answer: data(answer) })
    };
    let lines: Result<Vec<String>, _> = answers.iter().map(one).collect();
    lines.map(|lines| array_of(&lines))
}

/// Writes answers as one array with one answer per line, for line tools and diffs.
///
/// # Errors
/// Never for answers; the serializer's own error is returned rather than hidden.
pub fn array_text(answers: &[Answer]) -> Result<String, serde_json::Error> {
    Ok(array_of(&lines(answers)?))
}

/// Writes each answer on one line, without a line break.
///
/// # Errors
/// Never for answers; the serializer's own error is returned rather than hidden.
pub fn lines(answers: &[Answer]) -> Result<Vec<String>, serde_json::Error> {
    all_data(answers).iter().map(serde_json::to_string).collect()
}

/// Joins JSON values into one array with a value on each line.
///
/// # Examples
/// ```
/// use warodds_questions::json::array_of;
///
/// assert_eq!(array_of(&["1".to_owned(), "2".to_owned()]), "[\n1,\n2\n]\n");
/// assert_eq!(array_of(&[]), "[]\n");
/// ```
pub fn array_of(lines: &[String]) -> String {
    // an empty array without a blank line
    if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) }
}

/// A campaign's answer: the keys of an answer, then `course`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct CampaignData<'a> {
    #[serde(flatten)]
    answer: AnswerData<'a>,
    course: TimelineData<'a>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct TimelineData<'a> {
    what: &'a str,
    step: &'a str,
    mean: OrderedObject<'a, Vec<f64>>,
}

/// Writes a campaign's answer as indented text that ends with a line break.
///
/// # Errors
/// Never for a campaign; the serializer's own error is returned rather than hidden.
pub fn campaign_text(found: &CampaignAnswer) -> Result<String, serde_json::Error> {
    let course = &found.timeline;
    let means = |distributions: &[Distribution]| {
        distributions.iter().map(|distribution| distribution.pmf().mean()).collect()
    };
    let mean = OrderedObject(
        course
            .lines
            .iter()
            .map(|(name, distributions)| (name.as_str(), means(distributions)))
            .collect(),
    );
    let course = TimelineData { what: course.what, step: course.step, mean };
    serde_json::to_string_pretty(&CampaignData { answer: data(&found.answer), course })
        .map(|text| text + "\n")
}

fn quantity_answer(quantity: &Quantity) -> QuantityData {
    let distribution = quantity.distribution.pmf();
    let estimate = quantity.distribution.mean_estimate();
    let fractions = quantity.distribution.fractions();
    QuantityData {
        mean: distribution.mean(),
        sd: distribution.standard_deviation(),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        ci95: estimate.and_then(finite_interval),
        exact_mean: quantity.exact.as_ref().map(|exact| exact.mean()),
        // infinite if the sample did not vary and is off: JSON has no infinity
        standard_errors_off: quantity.standard_errors_off().filter(|off| off.is_finite()),
        // zeros stay, so that the index is the count
        pmf: distribution.probabilities().to_vec(),
        mean_fraction: fractions.and_then(Fractions::mean),
        pmf_fractions: fractions.map(|fractions| fractions.probabilities().collect()),
    }
}

fn event_answer(event: &Event) -> EventData {
    EventData {
        // an event is counted as 0 or 1, so its mean is its probability: one number is enough
        p: event.probability(),
        ci95: event.distribution.at_least_estimate(1).and_then(finite_interval),
        exact_p: event.exact.as_ref().map(|exact| exact.at_least(1)),
        p_fraction: event.distribution.fractions().and_then(|fractions| fractions.at_least(1)),
    }
}

fn joint_answer(
    first: QuantityName,
    second: QuantityName,
    distribution: &Joint<f64>,
) -> JointData<'_> {
    let (first, second) = (first.as_str(), second.as_str());
    JointData { first, second, p: distribution.rows().collect() }
}

/// The precision of an interval's ends, as a power of ten. They are found by iteration over
/// logarithms, whose last digits differ between machines.
const DECIMALS_OF_INTERVALS: f64 = 1e10;

/// Returns an interval for JSON; `None` if an end is infinite, which JSON cannot express.
fn finite_interval(estimate: Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    let rounded = |end: f64| (end * DECIMALS_OF_INTERVALS).round() / DECIMALS_OF_INTERVALS;
    (low.is_finite() && high.is_finite()).then_some((rounded(low), rounded(high)))
}
