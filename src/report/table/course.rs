//! A campaign as a table: a row for each side, a column for selected rounds.

use super::columns::{REQUIRED, TableColumn};
use super::{Detail, Layout, draw_rows, render_answer};
use crate::answer::{CampaignAnswer, Distribution};
use crate::report::words;

/// Steps that get a column if there is room, in order of priority.
const STEPS: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20];

/// Renders a campaign: its block, in full followed by its tables and the expected counts over time.
pub fn render_campaign(answer: &CampaignAnswer, layout: &Layout, detail: Detail) -> String {
    let block = render_answer(&answer.answer, (&[], ""), (layout, detail));
    match detail {
        Detail::Full => block + &timeline(answer, layout),
        Detail::Brief => block,
    }
}

/// Renders the expected counts over time.
fn timeline(answer: &CampaignAnswer, layout: &Layout) -> String {
    let course = &answer.timeline;
    let name = |(name, _): &(String, _)| {
        words::shorten(&words::clean(name), |text| text.chars().count() <= 24)
    };
    let heading = format!("after {}", course.step);
    let identity = TableColumn::labels(heading, REQUIRED, &course.lines, name);
    let last = course
        .lines
        .iter()
        .map(|(_, distributions)| distributions.len().saturating_sub(1))
        .max()
        .unwrap_or(0);
    // early rounds first: most campaigns end before the later ones
    let steps = STEPS.into_iter().filter(|step| *step <= last).enumerate();
    let columns = std::iter::once(identity)
        .chain(steps.map(|(priority, step)| column(answer, step, priority + 1)))
        .collect();
    format!("Expected {}\n{}\n", course.what, draw_rows(columns, layout))
}

/// Returns the column with the means of all sides at a step.
fn column(answer: &CampaignAnswer, step: usize, priority: usize) -> TableColumn {
    let mean = |(_, distributions): &(String, Vec<Distribution>)| {
        let distribution = distributions.get(step);
        distribution.map_or_else(|| "–".to_owned(), |one| format!("{:.2}", one.pmf().mean()))
    };
    TableColumn::numbers(step.to_string(), priority, &answer.timeline.lines, mean)
}
