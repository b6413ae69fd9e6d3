//! Lists against each other as a heat map.

use warodds_battles::run::matrix::{MatrixCell, MatrixDocument};
use warodds_charts::Page;
use warodds_charts::heat;
use warodds_charts::spec::{Chart, Heat, HeatName, Panel, Phrase};

use super::super::{ChartError, ChartFiles, render_pages};
use crate::report::words;

/// Draws the results of lists against each other, as `matrix`.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_list_matrix(answer: &MatrixDocument) -> Result<ChartFiles, ChartError> {
    let page = Page { name: "matrix".to_owned(), number: 1, chart: chart(answer) };
    render_pages(vec![page], Vec::new())
}

/// Describes the heat map: the best list first, cells grey if their interval contains a half.
pub(super) fn chart(answer: &MatrixDocument) -> Chart {
    let mut order: Vec<usize> = (0..answer.lists.len()).collect();
    let total = |list: usize| answer.totals.get(list).map_or(0.5, |cell| cell.share.p);
    order.sort_by(|one, other| total(*other).total_cmp(&total(*one)));
    let name = |list: &usize| HeatName {
        name: words::clean(answer.lists.get(*list).map_or("", String::as_str)),
        note: String::new(),
        group: String::new(),
    };
    let names = || -> Vec<HeatName> { order.iter().map(name).collect() };
    let cell = |row: usize, column: usize| -> Option<MatrixCell> {
        answer.cells.get(row).and_then(|row| row.get(column)).copied().flatten()
    };
    let each = |of: &dyn Fn(Option<MatrixCell>) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let row = |row: &usize| order.iter().map(|column| of(cell(*row, *column))).collect();
        order.iter().map(row).collect()
    };
    let values = each(&|cell| cell.map(|cell| cell.share.p));
    let unsure = each(&|cell| cell.filter(|cell| !cell.is_sure()).map(|_| 0.0));
    let table = heat::table([names(), names()], values, ("% of victories", true, true));
    let table = Heat {
        grey: unsure.iter().map(|row| row.iter().map(Option::is_some).collect()).collect(),
        means: [
            order.iter().map(|list| Some(total(*list))).collect(),
            order.iter().map(|list| Some(1.0 - total(*list))).collect(),
        ],
        ..table
    };
    let best = order.first().map(name).map_or_else(String::new, |name| name.name);
    let share = words::whole_percent(order.first().map_or(0.5, |list| total(*list)));
    Chart {
        title: format!("{best} {} most: {share} %", super::army_verb(&best, "win")),
        question:
            "Share of victories of the list of the row against that of the column; a draw is \
                   half a victory."
                .to_owned(),
        key: vec![Phrase::quiet("Grey: the 95 % interval contains 50 %.".to_owned())],
        panels: vec![Panel::Heat(table)],
        foot: format!(
            "Sampled: {} battles, seed {}; policy {}; modes {}.",
            words::count(answer.games),
            answer.seed,
            answer.policy,
            answer.modes.join(", ")
        ),
    }
}
