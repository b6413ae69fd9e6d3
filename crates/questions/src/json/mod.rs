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
//! | `points` | `destroyed` and `lost`, points on average; only of options between units of known cost |
//! | `card` | with `--rank-cards`: the `side` that plays a tactics card, its `name` and `id`, the `way` to play it if there are several, and how it changes the means of `wounds` and `own_wounds` and the chance of `destroyed`: with it minus without it; only of options with a further card |
//! | `not_modelled` | a list of objects with `unit` and `ability`: abilities that may change these numbers and are not counted |
//! | `notes` | a list of notes for the reader; only if there are any |
//! | `at_least`, `at_most` | with `--at-least` and `--at-most`: an object with the name of a `quantity`, the `count`, and the keys of an event, see below |
//! | `between` | with both of them about one quantity: the keys of an event, that the count is neither below the one nor above the other |
//! | `contributions` | with `--why`: a list of objects with `what`, `kind`, `side`, `wounds` and `own_wounds` (in duels also `win`): the exact result with that part minus the one without it |
//! | `sensitivity` | with `--sensitivity`: a list of objects with `what` (`dice`, `hit`, `defense`, `morale`, `wounds`, `speed`), `side`, `from`, `to`, `wounds` and `own_wounds` (in duels also `win`): the exact result with the changed value minus the one of the question |
//! | `need` | with `--need`: `what` is needed, the chance `wanted` and that `now`, `reached_by`, a list of objects with `changes` (one or two texts), `points` and `p`, the cheapest first, and `best`, such an object, if nothing reaches it |
//! | `luck` | with `--rolled`: a list of objects with `quantity`, `unit`, `rolled`, `expected`, the chances of a `worse`, the `same` and a `better` result, and `percentile`: `worse` and half of `same` |
//! | `course` | for campaigns: `what` is counted at each `step` of time, and `mean`, an object from the name of each side to its expected counts from the start on |
//!
//! The luck of a game has `schema`, `version`, `rolls` and `totals`. A roll has the keys of `luck` and
//! `line`, `by_enemy`, `kind` and `subject`; the luck is always the player's, so that a good roll of
//! the enemy is bad luck. A total has the `unit` of its rolls, how many `rolls`
//! there are, how much more than expected was `gained`, `worse`, `same`, `better` and `percentile`.
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
pub mod ncus;
#[cfg(feature = "schema")]
mod schema;
pub mod tactics;

#[cfg(feature = "schema")]
pub use schema::{schema, schema_of};

use serde::Serialize;

use crate::request::why::Analysis;
use crate::request::{Reply, Trace};
use crate::study::{Answer, CampaignAnswer};

/// The value of `schema` in every answer.
pub const SCHEMA: &str = "warodds/answer/2";

/// An answer, and what was requested in addition to it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "{T}Document"))]
struct Document<'a, T> {
    /// Which of several options this answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<&'a str>,
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// The version of the program.
    version: &'static str,
    #[serde(flatten)]
    answer: &'a T,
    // behind the keys of the answer, so that plain answers are a prefix of analysed ones
    #[serde(flatten)]
    analysis: Option<&'a Analysis>,
}

const fn document<T>(answer: &T) -> Document<'_, T> {
    let version = env!("CARGO_PKG_VERSION");
    Document { option: None, schema: SCHEMA, version, answer, analysis: None }
}

/// Writes an answer as indented text that ends with a line break.
///
/// # Errors
/// Never for an answer; the serializer's own error is returned rather than hidden.
pub fn text(answer: &Answer) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&document(answer)).map(|text| text + "\n")
}

/// Writes an answer as [`text`] does, with the requested `contributions` and `sensitivity`.
///
/// # Errors
/// Never for an answer; the serializer's own error is returned rather than hidden.
pub(crate) fn text_with(answer: &Answer, analysis: &Analysis) -> Result<String, serde_json::Error> {
    let whole = Document { analysis: Some(analysis), ..document(answer) };
    serde_json::to_string_pretty(&whole).map(|text| text + "\n")
}

/// Writes the answers of several options as one array, with `option` before the keys of each.
///
/// # Errors
/// Never for answers; the serializer's own error is returned rather than hidden.
pub fn options_text(answers: &[(String, Answer)]) -> Result<String, serde_json::Error> {
    let one = |(option, answer): &(String, Answer)| {
        serde_json::to_string(&Document { option: Some(option), ..document(answer) })
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
    answers.iter().map(|answer| serde_json::to_string(&document(answer))).collect()
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

/// Writes one resolution of a question as indented text that ends with a line break.
///
/// # Errors
/// Never for a resolution; the serializer's own error is returned rather than hidden.
pub fn trace_text(trace: &Trace) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&document(trace)).map(|text| text + "\n")
}

impl Reply {
    /// Returns the reply as JSON, as printed with `--json`.
    ///
    /// # Errors
    /// The error of the serializer, which answers do not cause.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::One(answer, analysis) => text_with(answer, analysis),
            Self::Cases(answers) => array_text(answers),
            Self::Many(answers, _) => options_text(answers),
            Self::Field(answer) => field::text(answer).map(|text| text + "\n"),
            Self::Fields(answers) => field::array_text(answers),
            Self::Campaign(found) => campaign_text(found),
            Self::Battle(found) => found.json(),
            Self::Luck(found) => document_text(&**found),
            Self::Trace(trace) => trace_text(trace),
        }
    }
}

/// Writes a document of its own kind as indented text that ends with a line break.
pub(crate) fn document_text<T: Serialize>(found: &T) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&document(found)).map(|text| text + "\n")
}

/// Writes a campaign's answer as indented text that ends with a line break.
///
/// # Errors
/// Never for a campaign; the serializer's own error is returned rather than hidden.
pub fn campaign_text(found: &CampaignAnswer) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&document(found)).map(|text| text + "\n")
}
