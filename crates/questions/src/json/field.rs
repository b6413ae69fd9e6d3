//! Answers about a whole field as JSON.
//!
//! A matrix (`schema` is `warodds/matrix/1`):
//!
//! | key | what it holds |
//! |---|---|
//! | `schema`, `version`, `name`, `kind` | as in an answer; `kind` is `"matrix"` |
//! | `engine`, `trials`, `seed`, `partial` | how each cell came about, as in an answer |
//! | `edition` | of the rules |
//! | `weapons` | which attacks were made |
//! | `terms` | an object: what is not as usual, e.g. `"charge": "yes"` |
//! | `metric` | what leads: `"wounds"`, `"per-point"`, `"destroyed"` or `"at-least"` |
//! | `attackers`, `defenders` | lists of units: `id`, `name`, `faction`, `cost` (may be `null`), `wounds`, `not_modelled` and, of attackers, `attack` |
//! | `values` | an object: `mean_wounds`, `wounds_per_point`, `p_destroyed`, and with `at_least` also `p_at_least`: a row for each attacker with a number for each defender, `null` where nothing is known |
//! | `at_least` | the count of `p_at_least`; only where it was asked for |
//! | `standard_errors` | of `mean_wounds`, in the same shape; only where they were sampled |
//! | `variance_factors` | how many times their variance would be, had all been rolled; only of the conditional engine |
//! | `left_out` | units that could not take part: `unit` and `why` |
//! | `not_modelled`, `notes` | as in an answer, each once for all cells |
//!
//! A comparison (`warodds/compare/1`) has the same head, `attackers` with the two units, `measure`
//! (`"wounds"` or `"per-point"`), `mean_difference` over the field (where sampled with
//! `mean_difference_se`, and `variance_factor`, that of the middle matchup), `better` (in how many
//! matchups `a`, `neither` and `b` is better; like `mean_difference` `null` where the run was
//! stopped) and `matchups`, a list from the best for `a` to the best for `b`: `defender`, `a` and
//! `b` (each with `mean_wounds`, `wounds_per_point` and, where sampled, `standard_error`),
//! `difference`, `better` (`"a"`, `"b"` or `null`), `odds` (chances that one attack of `a` deals
//! `more` wounds than one of `b`, the `same`, or `less`, rolled apart) and `odds_per_point` (`null`
//! where a price is not known). A sampled difference adds `standard_error`, `ci95` and
//! `variance_factor`: how many times the variance would be, had both been rolled apart and to their
//! ends (`null` where they were). Where anything was rolled the head has `dice`: `"common"` or
//! `"apart"`. Where `--why` asked for it there are `contributions`, a list of objects with `what`,
//! `kind`, `side`, `wounds` (of `a`), `other_wounds` (of `b`) and `difference` (by the measure), in
//! the mean over the field: what the comparison comes to with that part, less what it comes to
//! without it, by the exact engine.

pub mod attachments;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::study::compare::{CompareAnswer, Matchup, Part};
use crate::study::field::{Contestant, FieldAnswer, LeftOut, Measure, Metric};
use crate::study::matrix::MatrixAnswer;
use crate::study::{Distribution, EngineKind, Method, NotModelled, Pairing, Setting};
use warodds_engine::dist::Odds;

/// What both kinds begin with.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Head<'a> {
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
    terms: BTreeMap<&'a str, &'a str>,
}

/// What both kinds end with.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Tail<'a> {
    left_out: &'a [LeftOut],
    not_modelled: &'a [NotModelled],
    notes: &'a [String],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct UnitData<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    cost: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attack: Option<&'a str>,
    wounds: u8,
    not_modelled: &'a [String],
}

/// Rows of numbers.
type Rows = Vec<Vec<Option<f64>>>;

/// A matrix in the shape of the contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatrixData<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u8>,
    attackers: Vec<UnitData<'a>>,
    defenders: Vec<UnitData<'a>>,
    values: BTreeMap<&'static str, Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_errors: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variance_factors: Option<Rows>,
    #[serde(flatten)]
    tail: Tail<'a>,
}

/// A comparison in the shape of the contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompareData<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<&'static str>,
    attackers: Vec<UnitData<'a>>,
    measure: &'static str,
    mean_difference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_difference_se: Option<f64>,
    better: Option<Better>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variance_factor: Option<f64>,
    matchups: Vec<MatchupAnswer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contributions: Option<&'a [Part]>,
    #[serde(flatten)]
    tail: Tail<'a>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Better {
    a: usize,
    neither: usize,
    b: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct SideAnswer {
    mean_wounds: f64,
    wounds_per_point: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct OddsAnswer {
    more: f64,
    same: f64,
    less: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct SampledAnswer {
    standard_error: f64,
    ci95: (f64, f64),
    variance_factor: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct MatchupAnswer<'a> {
    defender: UnitData<'a>,
    a: SideAnswer,
    b: SideAnswer,
    difference: f64,
    better: Option<&'static str>,
    #[serde(flatten)]
    sampled: Option<SampledAnswer>,
    odds: OddsAnswer,
    odds_per_point: Option<OddsAnswer>,
}

fn head<'a>(
    kind: [&'static str; 2],
    name: &'a str,
    method: Method,
    [edition, weapons]: [&'a str; 2],
    terms: &'a [Setting],
) -> Head<'a> {
    let [schema, kind] = kind;
    Head {
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

fn unit(contestant: &Contestant) -> UnitData<'_> {
    let Contestant { id, name, faction, cost, attack, wounds, not_modelled } = contestant;
    UnitData {
        id,
        name,
        faction,
        cost: *cost,
        attack: attack.as_deref(),
        wounds: *wounds,
        not_modelled,
    }
}

/// The name of a metric in data.
pub const fn metric_name(metric: Metric) -> &'static str {
    match metric {
        Metric::Wounds => "wounds",
        Metric::PerPoint => "per-point",
        Metric::Destroyed => "destroyed",
        Metric::AtLeast(_) => "at-least",
    }
}

/// The name of a measure in data.
pub const fn measure_name(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => "wounds",
        Measure::PerPoint => "per-point",
    }
}

/// A matrix in the shape of the contract.
pub fn matrix(answer: &MatrixAnswer) -> MatrixData<'_> {
    let cells = |cell: &dyn Fn(usize, usize) -> Option<f64>| -> Rows {
        let row = |row| (0..answer.defenders.len()).map(|column| cell(row, column)).collect();
        (0..answer.attackers.len()).map(row).collect()
    };
    let rows = |metric| cells(&|row, column| answer.metric_of(metric, row, column));
    let mut values = BTreeMap::from([
        ("mean_wounds", rows(Metric::Wounds)),
        ("wounds_per_point", rows(Metric::PerPoint)),
        ("p_destroyed", rows(Metric::Destroyed)),
    ]);
    let at_least = if let Metric::AtLeast(k) = answer.metric { Some(k) } else { None };
    values.extend(at_least.map(|k| ("p_at_least", rows(Metric::AtLeast(k)))));
    let error =
        |row, column| Some(answer.distribution(row, column)?.mean_estimate()?.standard_error);
    let factor = |row, column| answer.distribution(row, column)?.mean_factor();
    MatrixData {
        head: head(
            ["warodds/matrix/1", "matrix"],
            &answer.name,
            answer.method,
            [answer.edition, &answer.weapons],
            &answer.terms,
        ),
        metric: metric_name(answer.metric),
        at_least,
        attackers: answer.attackers.iter().map(unit).collect(),
        defenders: answer.defenders.iter().map(unit).collect(),
        values,
        standard_errors: answer.method.trials.map(|_| cells(&error)),
        variance_factors: (answer.method.engine == EngineKind::Conditional).then(|| cells(&factor)),
        tail: Tail {
            left_out: &answer.left_out,
            not_modelled: &answer.not_modelled,
            notes: &answer.notes,
        },
    }
}

fn odds(odds: Odds) -> OddsAnswer {
    let Odds { more, same, less } = odds;
    OddsAnswer { more, same, less }
}

fn side(attacker: &Contestant, distribution: &Distribution) -> SideAnswer {
    let mean = distribution.pmf().mean();
    let standard_error = distribution.mean_estimate().map(|estimate| estimate.standard_error);
    SideAnswer { mean_wounds: mean, wounds_per_point: attacker.per_point(mean), standard_error }
}

fn matchup<'a>(attackers: &[Contestant; 2], matchup: &'a Matchup) -> MatchupAnswer<'a> {
    let ([a, b], [first, second]) = (attackers, &matchup.distributions);
    MatchupAnswer {
        defender: unit(&matchup.defender),
        a: side(a, first),
        b: side(b, second),
        difference: matchup.difference,
        better: better(matchup),
        sampled: matchup.sampled.map(|sampled| SampledAnswer {
            standard_error: sampled.estimate.standard_error,
            ci95: sampled.estimate.interval,
            variance_factor: sampled.variance_factor,
        }),
        odds: odds(matchup.by_wounds),
        odds_per_point: matchup.by_points.map(odds),
    }
}

/// Who is better, in data.
pub fn better(matchup: &Matchup) -> Option<&'static str> {
    match matchup.better() {
        1 => Some("a"),
        -1 => Some("b"),
        _ => None,
    }
}

/// A comparison in the shape of the contract.
pub fn compare(answer: &CompareAnswer) -> CompareData<'_> {
    CompareData {
        head: head(
            ["warodds/compare/1", "compare"],
            &answer.name,
            answer.method,
            [answer.edition, &answer.weapons],
            &answer.terms,
        ),
        dice: answer.pairing.map(|pairing| match pairing {
            Pairing::Common => "common",
            Pairing::Apart => "apart",
        }),
        attackers: answer.attackers.iter().map(unit).collect(),
        measure: measure_name(answer.measure),
        mean_difference: answer.mean_difference(),
        mean_difference_se: answer.mean_estimate().map(|estimate| estimate.standard_error),
        better: answer.counts().map(|[a, neither, b]| Better { a, neither, b }),
        variance_factor: answer.variance_factor(),
        matchups: answer.matchups.iter().map(|one| matchup(&answer.attackers, one)).collect(),
        contributions: answer.parts.as_deref(),
        tail: Tail {
            left_out: &answer.left_out,
            not_modelled: &answer.not_modelled,
            notes: &answer.notes,
        },
    }
}

/// An answer about a whole field as JSON on one line, without a line break at its end.
///
/// # Errors
/// Never for an answer; the serializer's own error is passed on.
pub fn text(answer: &FieldAnswer) -> Result<String, serde_json::Error> {
    match answer {
        FieldAnswer::Matrix(answer) => serde_json::to_string(&matrix(answer)),
        FieldAnswer::Compare(answer) => serde_json::to_string(&compare(answer)),
        FieldAnswer::Attachments(answer) => {
            serde_json::to_string(&attachments::attachments(answer))
        }
    }
}
