//! Many duels of a sweep as one map.

use super::super::header::{Header, PageNumber};
use super::{HeatPage, HeatTable, MOST, drawn};
use crate::chance::EventName;
use crate::games::asoiaf::results::event;
use crate::report::group::{AnswerGroup, axis_value, format_setting, varying_axes};
use crate::report::words;
use crate::study::Answer;
use crate::study::field::{Metric, UnitSummary};

/// What is shown.
const DESTROYED: EventName = event::B_DESTROYED;
/// Fewer duels than this are told one by one.
const MANY_DUELS: usize = 9;

/// The page of many duels that are a grid: each value of one key of the sweep with each of another.
/// The chance that the first unit destroys the second.
pub(crate) fn of_duels(title: &str, group: &AnswerGroup<'_>) -> Option<HeatPage> {
    let is_duel = |answer: &&Answer| answer.kind == "duel" && answer.event(DESTROYED).is_some();
    if !group.answers.iter().all(is_duel) {
        return None;
    }
    let axes = varying_axes(&group.answers);
    let [down, across] = *axes.as_slice() else { return None };
    let values = |axis: &str| {
        let mut all: Vec<&str> = Vec::new();
        for told in group.answers.iter().filter_map(|answer| axis_value(answer, axis)) {
            if !all.contains(&told) {
                all.push(told);
            }
        }
        all
    };
    let (rows, columns) = (values(down), values(across));
    let is_grid = rows.len() * columns.len() == group.answers.len();
    if !is_grid || group.answers.len() < MANY_DUELS || rows.len().max(columns.len()) > MOST {
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
    let told = |axis: &str, all: &[&str]| -> Vec<UnitSummary> {
        all.iter().map(|told| UnitSummary::named(&setting_of(axis, told))).collect()
    };
    let (first, second) = (told(down, &rows), told(across, &columns));
    let values =
        rows.iter().map(|row| columns.iter().map(|column| wins(row, column)).collect()).collect();
    let sides = [first.as_slice(), second.as_slice()];
    let what = "chance that a destroys b";
    let words = what.to_owned();
    let table = HeatTable { sides, values, metric: Metric::Wins, words, banded: false };
    let means = table.means();
    let size = format!("{} (down) × {} (across)", words::axis(down), words::axis(across));
    let leaf = PageNumber { page: 1, pages: 1 };
    Some(drawn(table, means, |_| Header::new(title, what, &group.answers, leaf, &[size])))
}

/// A value of a sweep as a name: units by themselves, others with their key.
fn setting_of(axis: &str, told: &str) -> String {
    if matches!(axis, "a" | "b") { told.to_owned() } else { format_setting(axis, told) }
}
