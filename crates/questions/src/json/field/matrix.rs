//! A matrix as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::study::field::{FieldHeader, FieldRemarks, Metric, UnitSummary};
use crate::study::matrix::{Cell, MatrixAnswer};
use warodds_answer::{DuelRounds, Points};

/// Rows of numbers.
type Rows = Vec<Vec<Option<f64>>>;

/// A matrix in the shape of the contract.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MatrixAnswer"))]
pub(crate) struct MatrixData<'a> {
    #[serde(flatten)]
    header: &'a FieldHeader,
    /// The metric of the cells.
    metric: &'static str,
    /// The number of wounds of `p_at_least`.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u8>,
    /// The schedule of the duels.
    #[serde(skip_serializing_if = "Option::is_none")]
    duel: Option<DuelRounds>,
    /// The rows.
    attackers: &'a [UnitSummary],
    /// The columns.
    defenders: &'a [UnitSummary],
    /// The name of the attack in each cell; `None` if the cell is unknown.
    attacks: Vec<Vec<Option<&'a str>>>,
    /// The values of the cells by metric; `None` if the value is unknown.
    values: BTreeMap<&'static str, Rows>,
    /// The standard errors of the mean wounds, in duels of the attacker's wounds left.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_errors: Option<Rows>,
    #[serde(flatten)]
    remarks: &'a FieldRemarks,
}

/// Returns the name of a metric in data.
const fn metric_name(metric: Metric) -> &'static str {
    match metric {
        Metric::Wounds => "wounds",
        Metric::PerPoint => "per-point",
        Metric::Destroyed => "destroyed",
        Metric::Points => "points",
        Metric::AtLeast(_) => "at-least",
        Metric::Wins => "wins",
        Metric::Left => "left",
        Metric::EnemyLeft => "enemy-left",
    }
}

/// Computes a number for each cell.
type CellMapper<'a> = &'a dyn Fn(&dyn Fn(usize, usize) -> Option<f64>) -> Rows;

/// Returns the values of all cells by their names in the contract.
fn values(answer: &MatrixAnswer, cells: CellMapper<'_>) -> Vec<(&'static str, Rows)> {
    let rows = |metric| cells(&|row, column| answer.metric_of(metric, row, column));
    let loses = |row, column| answer.duel(row, column).map(|duel| duel.wins[1]);
    let of_points = || {
        let points =
            |of: fn(Points) -> f64| cells(&move |row, column| answer.points(row, column).map(of));
        vec![
            ("points", rows(Metric::Points)),
            ("points_destroyed", points(|points| points.destroyed)),
            ("points_lost", points(|points| points.lost)),
        ]
    };
    let points = if answer.metric == Metric::Points { of_points() } else { Vec::new() };
    let others = match (answer.schedule, answer.metric) {
        (Some(_), _) => vec![
            ("p_wins", rows(Metric::Wins)),
            ("p_loses", cells(&loses)),
            ("mean_left", rows(Metric::Left)),
            ("mean_enemy_left", rows(Metric::EnemyLeft)),
            ("p_destroyed", rows(Metric::Destroyed)),
        ],
        (None, Metric::AtLeast(_)) => {
            [of_attacks(&rows), vec![("p_at_least", rows(answer.metric))]].concat()
        }
        (None, _) => of_attacks(&rows),
    };
    [others, points].concat()
}

/// Returns the values of single attacks.
fn of_attacks(rows: &dyn Fn(Metric) -> Rows) -> Vec<(&'static str, Rows)> {
    vec![
        ("mean_wounds", rows(Metric::Wounds)),
        ("wounds_per_point", rows(Metric::PerPoint)),
        ("p_destroyed", rows(Metric::Destroyed)),
    ]
}

/// Converts a matrix to the shape of the contract.
pub(super) fn matrix(answer: &MatrixAnswer) -> MatrixData<'_> {
    let cells = |cell: &dyn Fn(usize, usize) -> Option<f64>| -> Rows {
        let row = |row| (0..answer.defenders.len()).map(|column| cell(row, column)).collect();
        (0..answer.attackers.len()).map(row).collect()
    };
    let values = values(answer, &cells);
    let sampled = |row, column| match answer.cell(row, column)? {
        Cell::Attack(_, distribution, _) => Some(distribution),
        // standard errors of duels are those of `mean_left`
        Cell::Duel(duel) => Some(&duel.left[0]),
    };
    let error = |row, column| Some(sampled(row, column)?.mean_estimate()?.standard_error);
    let columns = 0..answer.defenders.len();
    let attacks = (0..answer.attackers.len())
        .map(|row| columns.clone().map(|column| answer.weapon(row, column)).collect());
    MatrixData {
        header: &answer.header,
        metric: metric_name(answer.metric),
        at_least: if let Metric::AtLeast(k) = answer.metric { Some(k) } else { None },
        duel: answer.schedule,
        attackers: &answer.attackers,
        defenders: &answer.defenders,
        attacks: attacks.collect(),
        values: values.into_iter().collect(),
        // exact answers have no errors, which is not the same as errors of 0
        standard_errors: answer.header.method.trials.map(|_| cells(&error)),
        remarks: &answer.remarks,
    }
}
