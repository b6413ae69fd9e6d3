//! Several units ranked by a measure, as a table.

use super::table::wrap_name;
use super::{format_requested, marked_name, range_heading};
use crate::answer::{Measure, RankedUnit, RankingAnswer};
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;
use warodds_charts::text::field::ranking::{extreme, format_ranked, heading};

/// Renders the units, the best first.
pub(super) fn tables(answer: &RankingAnswer, layout: &Layout, top: usize) -> Vec<String> {
    vec![format!("{}\n{}", heading(answer), rows(answer, layout, top))]
}

/// Returns the heading of the values in tables.
const fn value_heading(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => "wounds",
        Measure::PerPoint => "wounds\nper point",
        Measure::Duel => "wins",
        Measure::Survive => "attacks",
        Measure::Trade => "points",
    }
}

fn rows(answer: &RankingAnswer, layout: &Layout, top: usize) -> String {
    let all = &answer.units;
    let end = |one: &RankedUnit, is_best: bool| {
        extreme(answer, one, is_best).map_or_else(
            || "–".to_owned(),
            |(unit, value)| {
                let value = format_ranked(answer.measure, value);
                wrap_name(&format!("{} {value}", words::clean(&unit.name)))
            },
        )
    };
    let mut columns = vec![
        TableColumn::labels("unit", 0, all, |one| wrap_name(&marked_name(&one.unit))),
        TableColumn::labels("attack", 9, all, |one| one.unit.attack.clone().unwrap_or_default()),
        TableColumn::numbers("cost", 2, all, |one| {
            one.unit.cost.map_or_else(|| "–".to_owned(), |cost| cost.to_string())
        }),
        TableColumn::numbers(value_heading(answer.measure), 0, all, |one| {
            format_ranked(answer.measure, one.value)
        }),
    ];
    if let Some(range) = answer.range.map(range_heading) {
        columns.push(TableColumn::numbers(&range, 1, all, |one| format_requested(one.chance)));
    }
    if answer.against.len() > 1 {
        columns.extend([
            TableColumn::numbers("best\nagainst", 1, all, |one| one.best_against.to_string()),
            TableColumn::labels("highest against", 5, all, |one| end(one, true)),
            TableColumn::labels("lowest against", 6, all, |one| end(one, false)),
        ]);
    }
    draw_fitting(columns, &visible_rows(all.len(), 2 * top), layout)
}
