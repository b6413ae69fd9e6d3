//! The strength of each unit, as a table.

use super::table::wrap_name;
use super::{collect_remarks, describe_method, marked_name};
use crate::answer::RateAnswer;
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;
use warodds_charts::text::field::rate::{duels, findings, format_rating, title};

/// Renders the units with their ratings, the strongest first.
pub(super) fn render(answer: &RateAnswer, layout: &Layout, top: usize) -> String {
    let mut parts = vec![
        format!("Rate: {}", title(answer)),
        describe_method(&answer.header, &duels(answer)),
        String::new(),
    ];
    parts.extend(findings(answer));
    parts.push(format!("\nThe strongest first\n{}", rows(answer, layout, top)));
    parts.extend(collect_remarks(answer.header.method.partial, &answer.remarks));
    parts.join("\n") + "\n"
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
