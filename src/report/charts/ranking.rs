//! Several units ranked by a measure, as bars, the best first.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::Legend;
use crate::answer::{RankedUnit, RankingAnswer};
use crate::report::field::ranking::{describe_pairs, extreme, finding, format_ranked, heading};
use crate::report::field::{collect_remarks, describe_measure, describe_method, marked_name};
use crate::report::words;

/// Lays out the pages of a ranking; none if the run was stopped.
pub(super) fn pages(answer: &RankingAnswer) -> Vec<BarsPage> {
    let measure = words::capitalize(describe_measure(answer.measure));
    let mean = if answer.against.len() > 1 { ", mean over the field" } else { "" };
    bars::pages(BarChart {
        rows: answer.units.iter().map(|one| row(answer, one)).collect(),
        measure: format!("{measure}{mean}"),
        colours: BARS,
        heads: ["best against", "highest", "lowest"],
        header: &|page| header(answer, page),
        // the title of the axis says what a bar is
        legend: &|| Legend::of(Vec::new()),
    })
}

fn row(answer: &RankingAnswer, one: &RankedUnit) -> BarRow {
    let format = |value| format_ranked(answer.measure, value);
    let end = |is_best| extreme(answer, one, is_best).map(|(_, value)| format(value));
    BarRow {
        name: marked_name(&one.unit),
        value: one.value,
        interval: None,
        text: format(one.value),
        numbers: [
            format!("{} of {}", one.best_against, answer.against.len()),
            end(true).unwrap_or_default(),
            end(false).unwrap_or_default(),
        ],
    }
}

fn header(answer: &RankingAnswer, (page, pages): (usize, usize)) -> Header {
    let page_number = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = describe_method(&answer.header, &describe_pairs(answer));
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let title = finding(answer).unwrap_or_else(|| words::clean(&answer.header.name));
    let lines: Vec<String> =
        page_number.into_iter().chain([heading(answer), how]).chain(remarks).collect();
    Header::of(title.trim_end_matches('.'), &lines, WIDTH - 2.0 * MARGIN)
}
