//! Answers about a whole field as JSON.
//!
//! A matrix (`schema` is `warodds/matrix/1`):
//!
//! | key | what it holds |
//! |---|---|
//! | `schema`, `version`, `name`, `kind` | as in an answer; `kind` is `"matrix"` |
//! | `case` | an object: the values of lists that distinguish this answer from the others, each of its own type; only if the question has lists |
//! | `engine`, `trials`, `seed`, `partial` | how each cell was computed, as in an answer |
//! | `edition` | the edition of the rules |
//! | `weapons` | which attacks were made, e.g. `best attack of each card` |
//! | `terms` | an object: the non-default terms, e.g. `"charge": "yes"` |
//! | `metric` | the metric of the cells: `"wounds"`, `"per-point"`, `"destroyed"`, `"points"` or `"at-least"`; of duels `"wins"`, `"left"`, `"enemy-left"`, `"destroyed"` or `"points"` |
//! | `duel` | of duels alone: an object with `rounds`, `activations` (attacks of both sides together) and `first` (`"a"` or `"b"`: `a` are the attackers) |
//! | `attackers`, `defenders` | lists of units: `id`, `name`, `faction`, `cost` (may be `null`), `wounds`, `not_modelled` and, of attackers, `attack`: the attack it makes, or all that it makes with ` / ` between them |
//! | `attacks` | the name of the attack: a row for each attacker with a name for each defender, `null` if the cell is unknown |
//! | `values` | an object: `mean_wounds`, `wounds_per_point`, `p_destroyed`, and with `at_least` also `p_at_least`: a row for each attacker with a number for each defender, `null` if unknown |
//! | `at_least` | the count of `p_at_least`; only with the metric `"at-least"` |
//! | `values` of duels | `p_wins`, `p_loses` (the attacker), `mean_left`, `mean_enemy_left`, `p_destroyed` (the defender), in the same shape |
//! | `values` with the metric `"points"` | also `points_destroyed`, `points_lost` and `points`, their difference |
//! | `standard_errors` | of `mean_wounds`, of duels of `mean_left`, in the same shape; only if sampled |
//! | `left_out` | units that could not take part: `unit` and `why` |
//! | `not_modelled`, `notes` | as in an answer, each once for all cells |
//!
//! A comparison (`warodds/compare/1`) has the same head, `attackers` with the two units, `measure`
//! (`"wounds"` or `"per-point"`), `mean_difference` over the field (where sampled with
//! `mean_difference_se`), `better` (in how many
//! matchups `a` and `b` is better, both are `about_equal` (the lead is at most 2 % of the greater
//! value) and `neither` is clear of its interval; like `mean_difference` `null` where the run was
//! stopped) and `matchups`, a list from the best for `a` to the best for `b`: `defender`, `a` and
//! `b` (each with `attack`, the name of its attack, `mean_wounds`, `wounds_per_point` and, where
//! sampled, `standard_error`), `difference`, `better` (`"a"`, `"b"`, `"about-equal"` or `null`),
//! `odds` (chances that one attack of `a` deals `more` wounds than an independent one of `b`, the
//! `same`, or `less`) and `odds_per_point` (`null` if a cost is unknown). A sampled difference adds
//! `standard_error` and `ci95`; the two attackers have independent dice. With `--why` there are
//! `contributions`, a list of objects with `what`,
//! `kind`, `side`, `wounds` (of `a`), `other_wounds` (of `b`) and `difference` (by the measure), in
//! the mean over the field: what the comparison comes to with that part, less what it comes to
//! without it, by the exact engine.
//!
//! A comparison of more than two units, or by another measure than attacks (`warodds/ranking/1`,
//! `kind` is `"compare"`), has the first and last keys of a matrix, `measure` (`"wounds"`,
//! `"per-point"`, `"duel"`, `"survive"` or `"trade"`), `rounds` of its duels, `against`, the units of
//! the field, and `units`, the best first, empty if the run was stopped: the keys of a unit of a
//! matrix, `value` (the mean of its values), `values` (one against each unit of the field, in their
//! order) and `best_against` (against how many of them no compared unit has a higher value).
//!
//! What attachments add (`warodds/attachments/1`) has the first and last keys of a matrix, `terms` those of the unit's attacks. `unit` is the unit, `alone` the wounds
//! it deals and suffers without an attachment (`null` if the run was stopped), and `opponents` the
//! number of units it `attacks` and is `attacked_by`. `attachments` is a list, the best per point
//! first: `id`, `name`, `faction`, `cost` (`null` for a commander, who is free), `with` (`dealt`
//! and `suffered`), `adds` (`dealt`, `suffered` and `net`, with it minus without any), `per_point`
//! (of `net`; `null` if it is free) and `not_modelled`.
//!
//! With a requested number of wounds, comparisons and attachments have `at_least`, `at_most` or
//! both, and the chance that an attack deals such a number as `chance`: of `a` and `b` in each
//! matchup, of each ranked unit in the mean (`chances` against each unit of the field), and in
//! `alone`, `with` and `adds` of attachments, for the unit's own attack in the mean.
//!
//! The strengths of units (`warodds/rate/1`) have the first and last keys of a matrix, and `rounds`
//! and `activations` of each duel. `units` is a list, the strongest first, empty if the run was
//! stopped: the keys of a unit of a matrix, `wins` (the share of duels won against all others; one
//! without a winner counts half), `rating` (on the scale of Elo, 0 in the mean; `null` if some
//! units never lose to others), `above_cost` (the rating less that of its cost on `cost_line`;
//! `null` without either) and `share` (in a mix of the units that wins at least half of its duels
//! against each). `cost_line` has the rating `at_zero` points and what each adds `per_point`.
//!
//! What the parts of an army are worth (`warodds/worth/1`) has the first and last keys of a matrix,
//! `measure` (a sentence), `opponents` (the number of units of the field), `total` (the points of
//! the army, `null` if the run was stopped) and `parts`, a list, the most earned per point first,
//! free parts last: `part` (`"unit"`, without its attachments, or `"attachment"`), `id`, `name`,
//! `unit` (that of an attachment, otherwise `null`), `cost`, `points`, `per_point` (`null` if it is
//! free) and `swaps`, an object of the lists `better`, `about_equal` and `worse`, the greatest gain
//! first: `id` and `name` (`null` for no attachment), `cost` and `gain`.

pub(super) mod compare;
pub(super) mod matrix;

use compare::compare;
use matrix::matrix;

use serde::Serialize;

use super::array_of;
use crate::study::Setting;
use crate::study::field::{FieldAnswer, FieldHeader};

/// The values of `schema`.
const MATRIX: &str = "warodds/matrix/1";
const COMPARE: &str = "warodds/compare/1";
const RANKING: &str = "warodds/ranking/1";
const ATTACHMENTS: &str = "warodds/attachments/1";
const RATE: &str = "warodds/rate/1";
const WORTH: &str = "warodds/worth/1";

/// An answer about a whole field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "{T}Document"))]
pub(super) struct FieldDocument<'a, T> {
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [MATRIX, COMPARE, RANKING, ATTACHMENTS, RATE, WORTH])))]
    schema: &'static str,
    /// The version of the program.
    version: &'static str,
    /// The name of the question.
    name: &'a str,
    /// The kind of question.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["matrix", "compare", "attachments", "rate", "worth"]))
    )]
    kind: &'static str,
    /// The values of lists, by key, that distinguish this answer from others.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[serde(serialize_with = "warodds_answer::json::settings")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")
    )]
    case: &'a [Setting],
    #[serde(flatten)]
    answer: T,
}

/// Writes an answer about a field on one line, without a line break.
///
/// # Errors
/// Never for an answer; the serializer's own error is returned.
pub fn text(answer: &FieldAnswer) -> Result<String, serde_json::Error> {
    // one line: a matrix has tens of thousands of numbers, which indented would be a line each
    match answer {
        FieldAnswer::Matrix(found) => line(MATRIX, answer, matrix(found)),
        FieldAnswer::Compare(found) => line(COMPARE, answer, compare(found)),
        FieldAnswer::Ranking(found) => line(RANKING, answer, found),
        FieldAnswer::Attachments(found) => line(ATTACHMENTS, answer, found),
        FieldAnswer::Rate(found) => line(RATE, answer, found),
        FieldAnswer::Worth(found) => line(WORTH, answer, found),
    }
}

/// Writes answers about fields as one array with one answer per line.
///
/// # Errors
/// As [`text`].
pub fn array_text(answers: &[FieldAnswer]) -> Result<String, serde_json::Error> {
    let lines: Result<Vec<String>, _> = answers.iter().map(text).collect();
    lines.map(|lines| array_of(&lines))
}

/// Writes a document on one line.
fn line(
    schema: &'static str,
    of: &FieldAnswer,
    answer: impl Serialize,
) -> Result<String, serde_json::Error> {
    let version = env!("CARGO_PKG_VERSION");
    let FieldHeader { name, case, .. } = of.header();
    serde_json::to_string(&FieldDocument { schema, version, name, kind: of.kind(), case, answer })
}
