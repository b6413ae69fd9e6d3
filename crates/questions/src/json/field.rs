//! Answers about a whole field as JSON.
//!
//! A matrix (`schema` is `warodds/matrix/1`):
//!
//! | key | what it holds |
//! |---|---|
//! | `schema`, `version`, `name`, `kind` | as in an answer; `kind` is `"matrix"` |
//! | `engine`, `trials`, `seed`, `partial` | how each cell was computed, as in an answer |
//! | `edition` | the edition of the rules |
//! | `weapons` | which attacks were made, e.g. `best attack of each card` |
//! | `terms` | an object: the non-default terms, e.g. `"charge": "yes"` |
//! | `metric` | the metric of the cells: `"wounds"`, `"per-point"`, `"destroyed"` or `"at-least"`; of duels `"wins"`, `"left"`, `"enemy-left"` or `"destroyed"` |
//! | `duel` | of duels alone: an object with `rounds` and `first` (`"a"` or `"b"`: `a` are the attackers) |
//! | `attackers`, `defenders` | lists of units: `id`, `name`, `faction`, `cost` (may be `null`), `wounds`, `not_modelled` and, of attackers, `attack`: the attack it makes, or all that it makes with ` / ` between them |
//! | `attacks` | the name of the attack: a row for each attacker with a name for each defender, `null` if the cell is unknown |
//! | `values` | an object: `mean_wounds`, `wounds_per_point`, `p_destroyed`, and with `at_least` also `p_at_least`: a row for each attacker with a number for each defender, `null` if unknown |
//! | `at_least` | the count of `p_at_least`; only with the metric `"at-least"` |
//! | `values` of duels | `p_wins`, `p_loses` (the attacker), `mean_left`, `mean_enemy_left`, `p_destroyed` (the defender), in the same shape |
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

pub mod attachments;
mod compare;
mod matrix;

pub use compare::{CompareData, better, compare, measure_name};
pub use matrix::{MatrixData, matrix};

use std::collections::BTreeMap;

use serde::Serialize;

use crate::study::field::{FieldAnswer, LeftOut, UnitSummary};
use crate::study::{Method, NotModelled, Setting};

/// The first keys of all answers about fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct FieldHeader<'a> {
    schema: &'static str,
    version: &'static str,
    name: &'a str,
    kind: &'static str,
    engine: &'static str,
    trials: Option<u64>,
    seed: Option<u64>,
    partial: bool,
    edition: &'a str,
    weapons: &'a str,
    // sorted by name, as terms have no order of their own
    terms: BTreeMap<&'a str, &'a str>,
}

/// The last keys of all answers about fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct FieldFooter<'a> {
    left_out: &'a [LeftOut],
    not_modelled: &'a [NotModelled],
    notes: &'a [String],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct FieldUnitData<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    cost: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attack: Option<&'a str>,
    wounds: u8,
    not_modelled: &'a [String],
}

fn head<'a>(
    kind: [&'static str; 2],
    name: &'a str,
    method: Method,
    [edition, weapons]: [&'a str; 2],
    terms: &'a [Setting],
) -> FieldHeader<'a> {
    let [schema, kind] = kind;
    FieldHeader {
        schema,
        version: env!("CARGO_PKG_VERSION"),
        name,
        kind,
        engine: method.engine.name(),
        trials: method.trials,
        seed: method.seed,
        partial: method.partial,
        edition,
        weapons,
        terms: terms
            .iter()
            .map(|setting| (setting.axis.as_str(), setting.value.as_str()))
            .collect(),
    }
}

fn unit(contestant: &UnitSummary) -> FieldUnitData<'_> {
    let UnitSummary { id, name, faction, cost, attack, wounds, not_modelled } = contestant;
    FieldUnitData {
        id,
        name,
        faction,
        cost: *cost,
        attack: attack.as_deref(),
        wounds: *wounds,
        not_modelled,
    }
}

/// Writes an answer about a field on one line, without a line break.
///
/// # Errors
/// Never for an answer; the serializer's own error is returned.
pub fn text(answer: &FieldAnswer) -> Result<String, serde_json::Error> {
    match answer {
        // one line: a matrix has tens of thousands of numbers, which indented would be a line each
        FieldAnswer::Matrix(answer) => serde_json::to_string(&matrix(answer)),
        FieldAnswer::Compare(answer) => serde_json::to_string(&compare(answer)),
        FieldAnswer::Attachments(answer) => {
            serde_json::to_string(&attachments::attachments(answer))
        }
    }
}
