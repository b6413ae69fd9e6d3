//! A campaign as a table: a row for each side, a column for selected rounds.

use super::columns::{ColumnKind, REQUIRED, TableColumn};
use super::{Layout, build_table, fit_columns, render_detail};
use crate::report::words;
use crate::study::CampaignAnswer;

/// Steps that get a column if there is room, in order of priority.
const STEPS: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20];

/// Renders a campaign in full: its answer and the expected counts over time.
pub fn render_campaign(answer: &CampaignAnswer, layout: &Layout) -> String {
    let course = &answer.timeline;
    let rows: Vec<Option<usize>> = (0..course.lines.len()).map(Some).collect();
    let names = course
        .lines
        .iter()
        .map(|(name, _)| words::shorten(&words::clean(name), |text| text.chars().count() <= 24))
        .collect();
    let identity = TableColumn {
        heading: format!("after {}", course.step),
        cells: names,
        kind: ColumnKind::Label,
        priority: REQUIRED,
    };
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
    let (columns, _) = fit_columns(columns, &rows, layout.width());
    format!(
        "{}Expected {}\n{}\n",
        render_detail(&answer.answer, &[], layout),
        course.what,
        build_table(&columns, &rows).trim_fmt()
    )
}

/// Returns the column with the means of all sides at a step.
fn column(answer: &CampaignAnswer, step: usize, priority: usize) -> TableColumn {
    let mean = |distributions: &Vec<crate::study::Distribution>| {
        distributions.get(step).map_or_else(
            || "–".to_owned(),
            |distribution| format!("{:.2}", distribution.pmf().mean()),
        )
    };
    let cells =
        answer.timeline.lines.iter().map(|(_, distributions)| mean(distributions)).collect();
    TableColumn { heading: step.to_string(), cells, kind: ColumnKind::Number, priority }
}
