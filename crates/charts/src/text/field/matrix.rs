//! The cells of a matrix: all in a grid, or the best and the worst.

use super::{
    describe_metric, describe_schedule, ends, format_cell, format_value, heading_of, marked_name,
    sentences, title,
};
use crate::answer::{MatrixAnswer, Metric, Setting, UnitSummary, cmp_descending};
use crate::counted::counted;
use crate::text::block_line::BlockLine;
use crate::text::column_pair::{ColumnPair, Entry};
use crate::text::grid::Grid;
use crate::text::words;
use crate::text::wrapping::{JOINT, WIDTH};

/// Most lines of a grid in a block.
const GRID_LINES: usize = 7;
/// Most units at either end of a list, and pairs with the highest and the lowest values.
const UNITS: usize = 5;
const PAIRS: usize = 2;
/// Most units of a side that a heading names.
const NAMED: usize = 2;

/// Row, column and value of a cell.
pub type RankedCell = (usize, usize, f64);

/// Returns who attacks whom, the metric and the settings.
pub(in crate::text) fn heading(answer: &MatrixAnswer) -> String {
    let [rows, columns] = [answer.attackers.len(), answer.defenders.len()];
    let size = match (rows, columns) {
        (..=NAMED, ..=NAMED) => String::new(),
        (1, units) | (units, 1) => format!(" ({})", counted(units as u64, "unit", "units")),
        _ => format!(" ({rows} × {columns} units)"),
    };
    let metric = describe_metric(answer.metric);
    let schedule = describe_schedule(answer);
    let parts = [format!("{}{size}: {metric}", sides(answer))].into_iter().chain(schedule);
    heading_of(&parts.collect::<Vec<_>>().join(", "), &answer.header)
}

/// Names both sides: few units by their names, several as they were typed.
fn sides(answer: &MatrixAnswer) -> String {
    let name = &answer.header.name;
    let case = Setting::case_name("", &answer.header.case);
    let name = name.strip_suffix(&case).unwrap_or(name);
    let typed = title(name);
    let Some((attackers, defenders)) = typed.split_once(" → ") else { return typed };
    let side = |units: &[UnitSummary], typed: &str| {
        let names: Vec<String> = units.iter().map(|unit| words::clean(&unit.name)).collect();
        if names.len() <= NAMED { names.join(", ") } else { typed.to_owned() }
    };
    format!("{} → {}", side(&answer.attackers, attackers), side(&answer.defenders, defenders))
}

/// Returns the lines of a block, with at most `most` entries in a list.
pub(in crate::text) fn lines(answer: &MatrixAnswer, most: usize) -> Vec<BlockLine> {
    let cells = ranked_cells(answer);
    let units = most.min(UNITS);
    match (answer.attackers.len(), answer.defenders.len()) {
        _ if cells.is_empty() => {
            let nothing = "Nothing to show: no attack was answered, or the attackers have no cost \
                           or are out of reach";
            sentences([nothing.to_owned()])
        }
        (1, 1) => {
            let metric = words::capitalize(&describe_metric(answer.metric));
            let value =
                cells.first().map(|cell| format_cell(answer, answer.metric, cell.0, cell.1));
            sentences(value.map(|value| format!("{metric}: {value}")))
        }
        (_, 1) => {
            let labels = ["Best attackers", "Worst attackers", "Attackers, the best first"];
            ends(labels, entries(answer, &cells, attacker), units).into_iter().collect()
        }
        (1, _) => {
            let labels = ["Best against", "Worst against", "Against, the best first"];
            ends(labels, entries(answer, &cells, defender), units).into_iter().collect()
        }
        _ => match grid(answer) {
            Some(grid) => {
                std::iter::once(BlockLine::Grid(grid)).chain(best_means(answer)).collect()
            }
            None => means(answer, units).into_iter().chain(best_pairs(answer, &cells)).collect(),
        },
    }
}

fn attacker(answer: &MatrixAnswer, cell: &RankedCell) -> String {
    answer.attackers.get(cell.0).map_or_else(String::new, marked_name)
}

fn defender(answer: &MatrixAnswer, cell: &RankedCell) -> String {
    answer.defenders.get(cell.1).map_or_else(String::new, marked_name)
}

/// Returns the cells with their names.
fn entries(
    answer: &MatrixAnswer,
    cells: &[RankedCell],
    name: impl Fn(&MatrixAnswer, &RankedCell) -> String,
) -> Vec<Entry> {
    let value = |cell: &RankedCell| format_cell(answer, answer.metric, cell.0, cell.1);
    cells.iter().map(|cell| (name(answer, cell), value(cell))).collect()
}

/// Names the pairs with the best and the worst values for the attacker.
fn best_pairs(answer: &MatrixAnswer, cells: &[RankedCell]) -> Vec<BlockLine> {
    let pair = |answer: &MatrixAnswer, cell: &RankedCell| {
        format!("{} → {}", attacker(answer, cell), defender(answer, cell))
    };
    let named = |label: &str, cells: &[RankedCell]| {
        let entries = entries(answer, cells, pair).into_iter();
        let entries: Vec<String> = entries.map(|(name, value)| format!("{name} {value}")).collect();
        format!("{label}: {}", entries.join(JOINT))
    };
    let count = PAIRS.min(cells.len());
    let best: Vec<RankedCell> = cells.iter().take(count).copied().collect();
    let worst: Vec<RankedCell> = cells.iter().rev().take(count).copied().collect();
    sentences([named("Best matchups", &best), named("Worst matchups", &worst)])
}

/// Returns the units with a mean and the means, the highest `sign` times the attacker's value first.
fn ranked_means(
    answer: &MatrixAnswer,
    units: &[UnitSummary],
    sign: f64,
    mean: impl Fn(usize) -> Option<f64>,
) -> Vec<Entry> {
    let mut known: Vec<(&UnitSummary, f64)> =
        units.iter().enumerate().filter_map(|(index, unit)| Some((unit, mean(index)?))).collect();
    let value = |mean: f64| sign * attacker_value(answer.metric, mean);
    known.sort_by(|(_, one), (_, other)| cmp_descending(value(*one), value(*other)));
    let entry = |(unit, mean): &(&UnitSummary, f64)| {
        (marked_name(unit), format_value(answer.metric, Some(*mean)))
    };
    known.iter().map(entry).collect()
}

/// Returns the attackers with the best means, and the defenders with the worst for the attackers.
fn ranked_sides(answer: &MatrixAnswer) -> [Vec<Entry>; 2] {
    [
        ranked_means(answer, &answer.attackers, 1.0, |row| answer.attacker_mean(row)),
        ranked_means(answer, &answer.defenders, -1.0, |column| answer.defender_mean(column)),
    ]
}

/// Lists the best attackers and the toughest defenders, at most `most` of each.
fn means(answer: &MatrixAnswer, most: usize) -> Option<BlockLine> {
    let lists = ranked_sides(answer).map(|list| list.into_iter().take(most).collect::<Vec<_>>());
    let heads = ["Best attackers on average", "Toughest defenders on average"];
    let is_known = lists.iter().any(|list| !list.is_empty());
    is_known.then(|| BlockLine::Columns(ColumnPair::new(heads, lists)))
}

/// Names the best attacker and the toughest defender.
fn best_means(answer: &MatrixAnswer) -> Vec<BlockLine> {
    let labels = ["Best attacker on average", "Toughest defender on average"];
    let sides = labels.into_iter().zip(ranked_sides(answer));
    sentences(sides.filter_map(|(label, list)| {
        let (name, value) = list.into_iter().next()?;
        Some(format!("{label}: {name} {value}"))
    }))
}

/// Returns all cells if they fit a block, a row for each attacker.
fn grid(answer: &MatrixAnswer) -> Option<Grid> {
    let [rows, columns] = [answer.attackers.len(), answer.defenders.len()];
    if rows < 2 || columns < 2 || rows > GRID_LINES || ranked_cells(answer).is_empty() {
        return None;
    }
    let cells = |row: usize| {
        (0..columns).map(|column| format_cell(answer, answer.metric, row, column)).collect()
    };
    let labelled = answer.attackers.iter().enumerate();
    let labelled = labelled.map(|(row, unit)| (marked_name(unit), cells(row))).collect();
    let grid = Grid::new(answer.defenders.iter().map(marked_name).collect(), labelled);
    grid.fits(WIDTH - 2, GRID_LINES).then_some(grid)
}

/// Returns all cells with a value, the best for the attacker first.
pub fn ranked_cells(answer: &MatrixAnswer) -> Vec<RankedCell> {
    let rows = 0..answer.attackers.len();
    let pairs = rows.flat_map(|row| (0..answer.defenders.len()).map(move |column| (row, column)));
    let mut cells: Vec<RankedCell> =
        pairs.filter_map(|(row, column)| Some((row, column, answer.value(row, column)?))).collect();
    let value = |cell: &RankedCell| attacker_value(answer.metric, cell.2);
    cells.sort_by(|a, b| cmp_descending(value(a), value(b)).then((a.0, a.1).cmp(&(b.0, b.1))));
    cells
}

/// Returns a value with the sign that makes larger better for the attacker.
pub fn attacker_value(metric: Metric, value: f64) -> f64 {
    if metric.favors_defender() { -value } else { value }
}
