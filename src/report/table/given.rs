//! The steps that a condition changes, as a table.

use super::columns::{REQUIRED, TableColumn};
use super::{Layout, draw_rows, wrap};
use crate::answer::{AnswerCondition, ConditionChange};
use crate::report::words;

/// Characters of a line of a step's name.
const NAME: usize = 34;

/// Renders the steps that lead to the results, the one that the condition changes most first.
pub(super) fn render(given: &AnswerCondition, layout: &Layout) -> String {
    let AnswerCondition { words, changes, .. } = given;
    if changes.is_empty() {
        return wrap(&format!("Given {}, no step differs.", words::clean(words)), layout);
    }
    let number = |heading: &str, priority, cell: &dyn Fn(&ConditionChange) -> String| {
        TableColumn::numbers(heading, priority, changes, cell)
    };
    let columns = vec![
        TableColumn::labels("what did it", REQUIRED, changes, |one| {
            words::wrap_at(&words::clean(&one.label.named), 4, NAME)
        }),
        number("usually", REQUIRED, &|one| format_mean(one, one.without)),
        number("given", REQUIRED, &|one| format_mean(one, one.given)),
        number("change\nin sd", 1, &|one| format_signed(one.standardized)),
    ];
    draw_rows(columns, layout)
}

/// Formats a mean; that of an event is a probability.
fn format_mean(change: &ConditionChange, mean: f64) -> String {
    if change.is_event { words::percent(mean, 1) } else { words::rounded(mean) }
}

/// Formats a difference with its sign.
fn format_signed(difference: f64) -> String {
    words::signed(difference, 2)
}
