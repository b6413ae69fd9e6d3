//! How lucky the rolls of a game were: a line for each sum, and a table of the rolls.

use super::columns::{REQUIRED, TableColumn};
use super::{Layout, draw_rows, wrap};
use crate::answer::{GameLuck, RollLuck};
use crate::report::words;
use warodds_charts::text::luck::{name, total};

/// Characters of a line of a roll's name.
const NAME: usize = 44;

/// Renders the sums of each unit of count, then each roll.
pub fn render(found: &GameLuck, layout: &Layout) -> String {
    let totals: String = found.totals.iter().map(|one| wrap(&total(one), layout) + "\n").collect();
    let number = |heading: &str, priority, cell: &dyn Fn(&RollLuck) -> String| {
        TableColumn::numbers(heading, priority, &found.rolls, cell)
    };
    let columns = vec![
        TableColumn::labels("roll", REQUIRED, &found.rolls, |one| {
            words::wrap_at(&name(one), 3, NAME)
        }),
        number("rolled", REQUIRED, &|one| one.luck.rolled.to_string()),
        number("expected", 1, &|one| words::rounded(one.luck.expected)),
        number("luckier\nthan", REQUIRED, &|one| words::percent(one.luck.odds.percentile, 0)),
    ];
    format!("{totals}{}\n", draw_rows(columns, layout))
}
