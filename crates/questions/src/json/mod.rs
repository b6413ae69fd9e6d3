//! Answers as JSON, for programs.
//!
//! One object for each answer. The keys below are a contract: they are there, mean this and keep
//! this order as long as `schema` says `warodds/answer/2`. More keys may join them.
//!
//! | key | what it holds |
//! |---|---|
//! | `schema` | `"warodds/answer/2"` |
//! | `version` | of the program that answered |
//! | `name` | the question's name |
//! | `kind` | what kind of question |
//! | `subject` | who meets whom |
//! | `situation` | what happens, in a sentence; empty where the subject says it |
//! | `rules` | an object: `edition` of the rules and `cards`, the editions of the cards in a list; only where the game has editions |
//! | `case` | an object: all that is not as usual, key to value with its own type (numbers as numbers, flags as `true`), what a sweep varies and what it does not; empty where all is as usual |
//! | `engine` | `"exact"`, `"monte-carlo"`, `"conditional"` or `"table"` |
//! | `trials` | resolutions rolled; `null` where nothing was |
//! | `seed` | of the dice; `null` where nothing was rolled |
//! | `partial` | whether the run was stopped early |
//! | `quantities` | an object: name to numbers, see below |
//! | `events` | an object: name to chance, see below |
//! | `joint` | `first` and `second`, names of quantities, and `p`, a row for each count of the first from 0 with a number for each count of the second from 0; only where two quantities were counted together |
//! | `not_modelled` | a list of objects with `unit` and `ability`: abilities that may change these numbers and are not counted; empty where there are none |
//! | `notes` | texts that a reader must know; only where there are any |
//! | `contributions` | where `--why` asked for it: a list of objects with `what`, `kind`, `side`, `wounds` and `own_wounds` (of duels also `win`): what the question comes to with that part, less what it comes to without it, by the exact engine |
//! | `sensitivity` | where `--sensitivity` asked for it: a list of objects with `what` (`dice`, `hit`, `defense`, `morale`, `wounds`, `speed`), `side`, `from`, `to`, `wounds` and `own_wounds` (of duels also `win`): what the question comes to with the changed number, less what it comes to as it is, by the exact engine |
//! | `course` | of a campaign: `what` is counted at each `step` of time, and `mean`, an object: the name of each side to its expected counts from the start on |
//!
//! A quantity has `mean`, `sd` (standard deviation) and `pmf` (the probabilities of 0, 1, 2, … up
//! to the largest count it could take, zeros included). Where it was sampled it also has
//! `standard_error` and `ci95` (both of the mean); where an exact distribution was worked out
//! beside the sample, `exact_mean` and `standard_errors_off` (sampled less exact mean, in standard
//! errors; missing where the sample did not vary and yet differs).
//!
//! An event has `p`; where it was sampled also `ci95`; where an exact distribution stands beside
//! it, `exact_p`.
//!
//! Where only a part was rolled (`engine` is `"conditional"`), quantities and events have
//! `variance_factor` as well: how many times the variance of the mean, or of `p`, would be, had all
//! been rolled as often (missing where nothing varies).
//!
//! Where a run was stopped before it saw anything, `trials` is 0 and there are no numbers. All
//! numbers are finite. Probabilities lie in 0..=1, intervals are
//! `[low, high]`, to ten decimals.

pub mod cards;
pub mod field;
mod schema;

pub use schema::schema;

use serde::ser::{Serialize, Serializer};

use crate::request::why::Analysis;
use crate::study::{Answer, CampaignAnswer, Distribution, Event, NotModelled, Quantity};
use warodds_engine::chance::QuantityName;
use warodds_engine::dist::{Estimate, Joint};

/// The contract that every object names.
pub const SCHEMA: &str = "warodds/answer/2";

/// An answer in the shape of the contract, to be given to any serde serializer.
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

/// An object whose keys stay in the order of the answer.
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
    variance_factor: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_errors_off: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct EventData {
    p: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ci95: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variance_factor: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_p: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct JointData<'a> {
    first: &'a str,
    second: &'a str,
    p: Vec<&'a [f64]>,
}

/// One answer in the shape of the contract.
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

/// All answers, in their order.
pub fn all_data(answers: &[Answer]) -> Vec<AnswerData<'_>> {
    answers.iter().map(data).collect()
}

/// One answer as indented text that ends with a line break.
///
/// # Errors
/// Never for an answer; the serializer's own error is passed on rather than hidden.
pub fn text(answer: &Answer) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&data(answer)).map(|text| text + "\n")
}

/// An answer, and what parts and numbers of the question are worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct AnalysedData<'a> {
    #[serde(flatten)]
    answer: AnswerData<'a>,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

/// The same with `contributions` and `sensitivity`: what parts and numbers of the question are
/// worth, as far as that was asked.
///
/// # Errors
/// Never for an answer; the serializer's own error is passed on rather than hidden.
pub fn text_with(answer: &Answer, analysis: &Analysis) -> Result<String, serde_json::Error> {
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

/// Answers to several options as one array, with `option` before the keys of each answer.
///
/// # Errors
/// Never for answers; the serializer's own error is passed on rather than hidden.
pub fn options_text(answers: &[(String, Answer)]) -> Result<String, serde_json::Error> {
    let one = |(option, answer): &(String, Answer)| {
        serde_json::to_string(&OptionData { option, answer: data(answer) })
    };
    let lines: Result<Vec<String>, _> = answers.iter().map(one).collect();
    lines.map(|lines| array_of(&lines))
}

/// All answers as one array with an answer on each line, so that line tools and diffs can take it
/// apart.
///
/// # Errors
/// Never for answers; the serializer's own error is passed on rather than hidden.
pub fn array_text(answers: &[Answer]) -> Result<String, serde_json::Error> {
    Ok(array_of(&lines(answers)?))
}

/// Each answer on a line of its own.
///
/// # Errors
/// Never for answers; the serializer's own error is passed on rather than hidden.
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
    if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) }
}

/// A campaign's answer: an answer's, and `course` behind it.
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

/// A campaign's answer as indented text that ends with a line break.
///
/// # Errors
/// Never for a campaign; the serializer's own error is passed on rather than hidden.
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
    QuantityData {
        mean: distribution.mean(),
        sd: distribution.standard_deviation(),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        ci95: estimate.and_then(finite_interval),
        variance_factor: quantity.distribution.mean_factor(),
        exact_mean: quantity.exact.as_ref().map(|exact| exact.mean()),
        standard_errors_off: quantity.standard_errors_off().filter(|off| off.is_finite()),
        pmf: distribution.probabilities().to_vec(),
    }
}

fn event_answer(event: &Event) -> EventData {
    EventData {
        p: event.probability(),
        ci95: event.distribution.at_least_estimate(1).and_then(finite_interval),
        variance_factor: event.distribution.at_least_factor(1),
        exact_p: event.exact.as_ref().map(|exact| exact.at_least(1)),
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

/// The decimals of an interval's ends: they are found by iteration over logarithms, whose last
/// digits are not the same on every machine.
const DECIMALS_OF_INTERVALS: f64 = 1e10;

/// JSON has no infinities: an interval that is none is left out rather than written as `null`.
fn finite_interval(estimate: Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    let rounded = |end: f64| (end * DECIMALS_OF_INTERVALS).round() / DECIMALS_OF_INTERVALS;
    (low.is_finite() && high.is_finite()).then_some((rounded(low), rounded(high)))
}
