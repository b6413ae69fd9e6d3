//! Matrices and comparisons as tables: the ends of long lists, and means.

use crate::answer::MatrixAnswer;
use crate::answer::Metric;
use crate::answer::{CompareAnswer, Matchup};
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;
use warodds_charts::text::field::matrix::{RankedCell, attacker_value, ranked_cells};

use super::{
    describe_measure, describe_metric, format_cell, format_requested, format_value, marked_name,
    metric_heading, range_heading,
};

/// Width at which names are wrapped.
const NAME: usize = 30;
/// Width at which names are wrapped in tables with two of them.
const SHORT_NAME: usize = 20;
/// Width at which the names of two sides are wrapped over numbers.
const SIDE: usize = 11;
/// Terminal width from which two long names fit.
const WIDE: u16 = 96;

pub(super) fn wrap_name(text: &str) -> String {
    words::wrap_at(text, 3, NAME)
}

/// Wraps a name in a table with two of them.
fn wrap_name_of_two(text: &str, layout: &Layout) -> String {
    let most = if layout.width < WIDE { SHORT_NAME } else { NAME };
    words::wrap_at(text, 3, most)
}

fn format_cost(cost: Option<u8>) -> String {
    cost.map_or_else(|| "–".to_owned(), |cost| cost.to_string())
}

/// Renders all cells of a matrix if they fit, otherwise the best and worst matchups; then the means
/// of both sides.
pub(super) fn matrix_tables(answer: &MatrixAnswer, layout: &Layout, top: usize) -> Vec<String> {
    let mut tables = cells(answer, layout, top);
    if answer.attackers.len() > 1 && answer.defenders.len() > 1 {
        let attackers = attackers(answer, layout, top);
        tables.push(format!("Attackers by mean over all defenders\n{attackers}"));
        let defenders = defenders(answer, layout, top);
        let heading = defenders_heading(answer.metric);
        tables.push(format!("{heading}, toughest first\n{defenders}"));
    }
    tables
}

/// Renders all cells if they fit, otherwise the best and the worst matchups.
fn cells(answer: &MatrixAnswer, layout: &Layout, top: usize) -> Vec<String> {
    let cells = ranked_cells(answer);
    if cells.is_empty() {
        return Vec::new();
    }
    if let Some(grid) = grid(answer, layout) {
        return vec![format!("{}\n{grid}", words::capitalize(&describe_metric(answer.metric)))];
    }
    if cells.len() <= 2 * top {
        return vec![format!("All matchups\n{}", cell_table(answer, &cells, layout))];
    }
    let (best, worst) = (cells.iter().take(top), cells.iter().skip(cells.len() - top));
    let best = cell_table(answer, &best.copied().collect::<Vec<_>>(), layout);
    let worst = cell_table(answer, &worst.copied().collect::<Vec<_>>(), layout);
    vec![format!("The best matchups\n{best}"), format!("The worst matchups\n{worst}")]
}

/// Returns the title of the table of defenders.
const fn defenders_heading(metric: Metric) -> &'static str {
    match metric {
        Metric::Wounds | Metric::PerPoint | Metric::AtLeast(_) | Metric::Points => {
            "Mean against each defender"
        }
        Metric::Destroyed => "Chance of destruction by defender",
        Metric::Wins => "Attacker's win rate by defender",
        Metric::Left => "Attacker's wounds left by defender",
        Metric::EnemyLeft => "Wounds left by defender",
    }
}

/// Renders all cells, a row for each attacker and a column for each defender. Returns `None` if
/// they do not fit, or one side has a single unit.
fn grid(answer: &MatrixAnswer, layout: &Layout) -> Option<String> {
    let [rows, columns] = [answer.attackers.len(), answer.defenders.len()];
    // one word of a name per line
    let heads: Vec<String> =
        answer.defenders.iter().map(|unit| marked_name(unit).replace(' ', "\n")).collect();
    let widest = |text: &String| text.lines().map(|word| word.chars().count()).max().unwrap_or(0);
    let columns_width: usize = heads.iter().map(|head| widest(head).max(CELL) + 3).sum();
    let names: Vec<String> =
        answer.attackers.iter().map(|unit| wrap_name(&marked_name(unit))).collect();
    let names_width = names.iter().map(widest).max().unwrap_or(0) + 4;
    // with one row or column, the grid would repeat the list of matchups
    if rows < 2
        || columns < 2
        || rows > MOST_ROWS
        || names_width + columns_width > usize::from(layout.width)
    {
        return None;
    }
    let indices: Vec<usize> = (0..rows).collect();
    let named = |row: &usize| names.get(*row).cloned().unwrap_or_default();
    let mut all = vec![TableColumn::labels("attacker", 0, &indices, named)];
    all.extend(heads.iter().enumerate().map(|(place, head)| {
        let cell = |row: &usize| format_cell(answer, answer.metric, *row, place);
        TableColumn::numbers(head, 0, &indices, cell)
    }));
    Some(draw_fitting(all, &visible_rows(rows, layout.rows), layout))
}

/// Width of a number in a cell.
const CELL: usize = 6;
const MOST_ROWS: usize = 40;

fn cell_table(answer: &MatrixAnswer, cells: &[RankedCell], layout: &Layout) -> String {
    let metric = |metric: Metric, priority| {
        let cell = |place: &RankedCell| format_cell(answer, metric, place.0, place.1);
        TableColumn::numbers(metric_heading(metric), priority, cells, cell)
    };
    let all = if answer.schedule.is_some() {
        [Metric::Wins, Metric::Left, Metric::EnemyLeft]
    } else {
        [Metric::Wounds, Metric::Destroyed, Metric::PerPoint]
    };
    let others = all.into_iter().filter(|other| *other != answer.metric);
    let attacker = |place: &RankedCell| {
        let unit = answer.attackers.get(place.0);
        unit.map_or_else(String::new, |unit| wrap_name_of_two(&marked_name(unit), layout))
    };
    let defender = |place: &RankedCell| {
        let unit = answer.defenders.get(place.1);
        unit.map_or_else(String::new, |unit| wrap_name_of_two(&marked_name(unit), layout))
    };
    let weapon =
        |place: &RankedCell| answer.weapon(place.0, place.1).unwrap_or_default().to_owned();
    let mut columns = vec![
        TableColumn::labels("attacker", 0, cells, attacker),
        TableColumn::labels("attack", 15, cells, weapon),
        TableColumn::labels("defender", 0, cells, defender),
        metric(answer.metric, 0),
    ];
    columns.extend(others.enumerate().map(|(place, other)| metric(other, 10 + place)));
    draw_fitting(columns, &visible_rows(cells.len(), layout.rows), layout)
}

/// Renders the defenders with their means, the toughest first.
fn defenders(answer: &MatrixAnswer, layout: &Layout, top: usize) -> String {
    let mut rows: Vec<(usize, Option<f64>)> =
        (0..answer.defenders.len()).map(|place| (place, answer.defender_mean(place))).collect();
    let by_value = |value: &Option<f64>| {
        value.map_or(f64::INFINITY, |value| attacker_value(answer.metric, value))
    };
    rows.sort_by(|a, b| by_value(&a.1).total_cmp(&by_value(&b.1)).then(a.0.cmp(&b.0)));
    let unit = |row: &(usize, Option<f64>)| answer.defenders.get(row.0);
    let columns = vec![
        TableColumn::labels("defender", 0, &rows, |row| {
            unit(row).map_or_else(String::new, |unit| wrap_name(&marked_name(unit)))
        }),
        TableColumn::numbers("cost", 1, &rows, |row| {
            format_cost(unit(row).and_then(|unit| unit.cost))
        }),
        TableColumn::numbers("mean", 0, &rows, |row| format_value(answer.metric, row.1)),
    ];
    draw_fitting(columns, &visible_rows(rows.len(), 2 * top), layout)
}

/// Renders the attackers with their means, the best first.
fn attackers(answer: &MatrixAnswer, layout: &Layout, top: usize) -> String {
    let mut rows: Vec<(usize, Option<f64>)> =
        (0..answer.attackers.len()).map(|row| (row, answer.attacker_mean(row))).collect();
    let by_value = |value: &Option<f64>| {
        value.map_or(f64::NEG_INFINITY, |value| attacker_value(answer.metric, value))
    };
    rows.sort_by(|a, b| by_value(&b.1).total_cmp(&by_value(&a.1)).then(a.0.cmp(&b.0)));
    let unit = |row: &(usize, Option<f64>)| answer.attackers.get(row.0);
    let worth = |(_, value): (usize, f64)| attacker_value(answer.metric, value);
    let end = |row: &(usize, Option<f64>), is_better: fn(f64, f64) -> bool| {
        let values = (0..answer.defenders.len())
            .filter_map(|column| Some((column, answer.value(row.0, column)?)));
        let found = values
            .reduce(|best, other| if is_better(worth(other), worth(best)) { other } else { best });
        let named = found.and_then(|(column, value)| Some((answer.defenders.get(column)?, value)));
        named.map_or_else(
            || "–".to_owned(),
            |(unit, value)| {
                wrap_name(&format!(
                    "{} {}",
                    words::clean(&unit.name),
                    format_value(answer.metric, Some(value))
                ))
            },
        )
    };
    let columns = vec![
        TableColumn::labels("attacker", 0, &rows, |row| {
            unit(row).map_or_else(String::new, |unit| wrap_name(&marked_name(unit)))
        }),
        TableColumn::labels("attack", 8, &rows, |row| {
            unit(row).and_then(|unit| unit.attack.clone()).unwrap_or_default()
        }),
        TableColumn::labels("faction", 20, &rows, |row| {
            unit(row).map_or_else(String::new, |unit| unit.faction.clone())
        }),
        TableColumn::numbers("cost", 1, &rows, |row| {
            format_cost(unit(row).and_then(|unit| unit.cost))
        }),
        TableColumn::numbers("mean", 0, &rows, |row| format_value(answer.metric, row.1)),
        TableColumn::labels("best against", 5, &rows, |row| end(row, |other, best| other > best)),
        TableColumn::labels("worst against", 6, &rows, |row| {
            end(row, |other, worst| other < worst)
        }),
    ];
    draw_fitting(columns, &visible_rows(rows.len(), 2 * top), layout)
}

/// Renders the matchups of a comparison by difference.
pub(super) fn compare_tables(answer: &CompareAnswer, layout: &Layout, top: usize) -> Vec<String> {
    if answer.matchups.is_empty() {
        return Vec::new();
    }
    let measure = describe_measure(answer.measure);
    let matchups = matchups(answer, layout, top);
    vec![format!("Matchups by difference in {measure}\n{matchups}")]
}

fn matchups(answer: &CompareAnswer, layout: &Layout, top: usize) -> String {
    let rows: &[Matchup] = &answer.matchups;
    let [a, b] = &answer.attackers;
    let number = |head: &str, priority: usize, cell: &dyn Fn(&Matchup) -> String| {
        TableColumn::numbers(head, priority, rows, cell)
    };
    let difference = |matchup: &Matchup| match matchup.sampled {
        None => words::difference(matchup.difference),
        Some(sampled) => {
            format!("{} ±{:.4}", words::signed(matchup.difference, 4), sampled.half_width())
        }
    };
    let chance = |p: f64| words::percent(p, 1);
    let [a, b] = [a, b].map(|unit| words::wrap_at(&words::clean(&unit.name), 4, SIDE));
    let mut columns = vec![
        TableColumn::labels("defender", 0, rows, |matchup| {
            wrap_name(&marked_name(&matchup.defender))
        }),
        number(&a, 4, &|matchup| format!("{:.3}", matchup.worths[0])),
        number(&b, 4, &|matchup| format!("{:.3}", matchup.worths[1])),
        number("difference", 0, &difference),
        number(&format!("{a}\nmore"), 1, &|matchup| chance(matchup.odds(answer.measure).more)),
        number("same", 5, &|matchup| chance(matchup.odds(answer.measure).same)),
        number(&format!("{b}\nmore"), 2, &|matchup| chance(matchup.odds(answer.measure).less)),
    ];
    if let Some(range) = answer.range.map(range_heading) {
        columns.extend([
            number(&format!("{a}\n{range}"), 3, &|one| format_requested(one.a.chance)),
            number(&format!("{b}\n{range}"), 3, &|one| format_requested(one.b.chance)),
        ]);
    }
    draw_fitting(columns, &visible_rows(rows.len(), 2 * top), layout)
}
