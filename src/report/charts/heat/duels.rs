//! Many duels of a sweep as one map.

use super::super::header::{Header, PageNumber};
use super::{HeatPage, HeatTable, MOST, lay_out};
use crate::answer::Answer;
use crate::answer::{Metric, UnitSummary};
use crate::chance::EventName;
use crate::games::asoiaf::results::event;
use crate::report::group::{AnswerGroup, axis_value, format_setting, varying_axes};
use crate::report::words;

/// The event whose chance is drawn.
const DESTROYED: EventName = event::B_DESTROYED;
/// Fewer duels are drawn as bars.
const LEAST_DUELS: usize = 9;

/// Lays out a sweep of duels over two settings as a grid: the chance that the first unit destroys
/// the second. Returns `None` if the duels are few or not a complete grid.
pub(crate) fn duel_grid(title: &str, group: &AnswerGroup<'_>) -> Option<HeatPage> {
    let is_duel = |answer: &&Answer| answer.kind == "duel" && answer.event(DESTROYED).is_some();
    if !group.answers.iter().all(is_duel) {
        return None;
    }
    let axes = varying_axes(&group.answers);
    let [down, across] = *axes.as_slice() else { return None };
    let values = |axis: &str| {
        // in the order of the sweep: sorted as texts, 10 would precede 9
        let mut all: Vec<&str> = Vec::new();
        for found in group.answers.iter().filter_map(|answer| axis_value(answer, axis)) {
            if !all.contains(&found) {
                all.push(found);
            }
        }
        all
    };
    let (rows, columns) = (values(down), values(across));
    let is_grid = rows.len() * columns.len() == group.answers.len();
    if !is_grid || group.answers.len() < LEAST_DUELS || rows.len().max(columns.len()) > MOST {
        return None;
    }
    let wins = |row: &&str, column: &&str| {
        let mut all = group.answers.iter();
        let found = all.find(|answer| {
            axis_value(answer, down) == Some(*row) && axis_value(answer, across) == Some(*column)
        });
        let event = found?.event(DESTROYED)?;
        Some(event.probability())
    };
    let named = |axis: &str, all: &[&str]| -> Vec<UnitSummary> {
        all.iter().map(|value| UnitSummary::named(&setting_name(axis, value))).collect()
    };
    let (first, second) = (named(down, &rows), named(across, &columns));
    let values =
        rows.iter().map(|row| columns.iter().map(|column| wins(row, column)).collect()).collect();
    let sides = [first.as_slice(), second.as_slice()];
    let what = "chance that a destroys b";
    let words = what.to_owned();
    let table = HeatTable { sides, values, metric: Metric::Wins, words, banded: false };
    let means = table.means();
    let size = format!("{} (down) × {} (across)", words::axis(down), words::axis(across));
    let page_number = PageNumber { page: 1, pages: 1 };
    Some(lay_out(table, means, |_| Header::new(title, what, &group.answers, page_number, &[size])))
}

/// Returns the name of a row or column: the unit alone, or another setting with its key.
fn setting_name(axis: &str, value: &str) -> String {
    if matches!(axis, "a" | "b") { value.to_owned() } else { format_setting(axis, value) }
}
