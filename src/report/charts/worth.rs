//! What the parts of an army earn for each point of their cost, as bars, the best first.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::Legend;
use crate::answer::{ArmyPart, WorthAnswer};
use crate::report::field::worth::{findings, part_name};
use crate::report::field::{collect_remarks, describe_method};
use crate::report::words;

/// Lays out the pages of an army; none if the run was stopped. Free parts are left out: what they
/// earn for a point is undefined.
pub(super) fn pages(answer: &WorthAnswer) -> Vec<BarsPage> {
    let row = |part: &ArmyPart| Some(row(part, part.per_point?));
    bars::pages(BarChart {
        rows: answer.parts.iter().filter_map(row).collect(),
        measure: "Points destroyed less points lost, for each point of cost".to_owned(),
        colours: BARS,
        heads: ["cost", "points", "swap"],
        header: &|page| header(answer, page),
        // the title of the axis says what a bar is
        legend: &|| Legend::of(Vec::new()),
    })
}

fn row(part: &ArmyPart, per_point: f64) -> BarRow {
    let best = part.swaps.better.first();
    BarRow {
        name: part_name(part),
        value: per_point,
        interval: None,
        text: words::signed(per_point, 3),
        numbers: [
            part.cost.to_string(),
            words::signed(part.points, 3),
            best.map_or_else(|| "–".to_owned(), |swap| words::signed(swap.gain, 3)),
        ],
    }
}

fn header(answer: &WorthAnswer, (page, pages): (usize, usize)) -> Header {
    let page_number = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = describe_method(&answer.header, &answer.header.weapons);
    let measure = format!("{}.", words::capitalize(answer.measure));
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let title = match answer.least() {
        Some(part) => format!("{} earns least for its cost", part_name(part)),
        None => words::clean(&answer.header.name),
    };
    let lines: Vec<String> = page_number
        .into_iter()
        .chain([words::clean(&answer.header.name), measure, how])
        .chain(findings(answer))
        .chain(remarks)
        .collect();
    Header::of(&title, &lines, WIDTH - 2.0 * MARGIN)
}
