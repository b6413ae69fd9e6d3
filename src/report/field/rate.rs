//! The strength of each unit, as a table.

use super::marked_name;
use super::table::wrap_name;
use crate::answer::RateAnswer;
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;
use warodds_charts::text::field::rate::{cost_line, format_rating};

/// Renders the units with their ratings, the strongest first.
pub(super) fn tables(answer: &RateAnswer, layout: &Layout, top: usize) -> Vec<String> {
    let units = format!("The strongest first\n{}", rows(answer, layout, top));
    cost_line(answer).into_iter().chain([units]).collect()
}

fn rows(answer: &RateAnswer, layout: &Layout, top: usize) -> String {
    let all = &answer.units;
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let columns = vec![
        TableColumn::labels("unit", 0, all, |one| wrap_name(&marked_name(&one.unit))),
        TableColumn::labels("faction", 9, all, |one| words::clean(&one.unit.faction)),
        TableColumn::numbers("cost", 1, all, |one| {
            or_dash(one.unit.cost.map(|cost| cost.to_string()))
        }),
        TableColumn::numbers("wins", 0, all, |one| words::percent(one.wins, 1)),
        TableColumn::numbers("rating", 0, all, |one| or_dash(one.rating.map(format_rating))),
        TableColumn::numbers("above\nits cost", 2, all, |one| {
            or_dash(one.above_cost.map(format_rating))
        }),
        TableColumn::numbers("in the\nmix", 3, all, |one| {
            or_dash(one.share.filter(|share| *share > 0.0).map(|share| words::percent(share, 0)))
        }),
    ];
    draw_fitting(columns, &visible_rows(all.len(), 2 * top), layout)
}
