//! The gain per point of each attachment, as bars: gains to the right, losses to the left.
//! Attachments without a cost have pages of their own, because their gain per point is undefined.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::{Legend, LegendEntry};
use crate::answer::{AttachmentGain, AttachmentsAnswer};
use crate::counted::counted;
use crate::report::field::attachments::{describe_alone, marked_name};
use crate::report::field::{collect_remarks, describe_method};
use crate::report::table::analysis::format_difference;
use crate::report::words;

/// Lays out the attachments with a cost, by gain per point.
pub(super) fn pages(answer: &AttachmentsAnswer) -> Vec<BarsPage> {
    // commanders cost nothing, so a gain per point would divide by zero
    let priced = |one: &AttachmentGain| Some(row(one, one.per_point?));
    let rows: Vec<BarRow> = answer.attachments.iter().filter_map(priced).collect();
    let [title, _] = describe_alone(answer);
    let free = answer.attachments.len() - rows.len();
    let rest = (free > 0).then(|| {
        let others = counted(free as u64, "attachment", "attachments");
        format!("Another chart shows the {others} without a cost")
    });
    lay_out(answer, rows, (&title, rest), "Gain per point: wounds dealt minus wounds suffered")
}

/// Lays out the attachments without a cost, by gain.
pub(super) fn free(answer: &AttachmentsAnswer) -> Vec<BarsPage> {
    let free = answer.attachments.iter().filter(|one| one.per_point.is_none());
    let rows: Vec<BarRow> = free.map(|one| row(one, one.adds.net())).collect();
    let fitting = counted(rows.len() as u64, "attachment", "attachments");
    let unit = words::clean(&answer.unit.name);
    let title = format!("{fitting} without a cost for {unit}, ranked by gain");
    lay_out(answer, rows, (&title, None), "Gain: wounds dealt minus wounds suffered")
}

fn lay_out(
    answer: &AttachmentsAnswer,
    rows: Vec<BarRow>,
    (title, rest): (&str, Option<String>),
    measure: &str,
) -> Vec<BarsPage> {
    bars::pages(BarChart {
        rows,
        measure: measure.to_owned(),
        colours: BARS,
        heads: ["points", "dealt", "suffered"],
        header: &|page| header(answer, (title, rest.clone()), page),
        legend: &|| {
            let words = ["gain", "loss"];
            Legend::of(
                words.iter().zip(BARS).map(|(word, bar)| LegendEntry::bar(word, bar)).collect(),
            )
        },
    })
}

fn row(one: &AttachmentGain, value: f64) -> BarRow {
    BarRow {
        name: marked_name(one),
        value,
        interval: None,
        text: format_difference(value),
        numbers: [
            one.cost.map_or_else(|| "–".to_owned(), |cost| cost.to_string()),
            format_difference(one.adds.dealt),
            format_difference(one.adds.suffered),
        ],
    }
}

fn header(
    answer: &AttachmentsAnswer,
    (title, rest): (&str, Option<String>),
    (page, pages): (usize, usize),
) -> Header {
    let page_number = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = describe_method(&answer.header, &answer.header.weapons);
    let [_, alone] = describe_alone(answer);
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let lines: Vec<String> =
        page_number.into_iter().chain([how, alone]).chain(rest).chain(remarks).collect();
    Header::of(title, &lines, WIDTH - 2.0 * MARGIN)
}
