//! What each point of an attachment adds, as bars: to the right what helps, to the left what harms.
//! Attachments without a cost have pages of their own, as what they add cannot be divided by it.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::{Legend, LegendEntry};
use crate::counted::counted;
use crate::report::field::attachments::{describe_alone, marked_name};
use crate::report::field::{collect_remarks, describe_method};
use crate::report::table::analysis::format_difference;
use crate::report::words;
use crate::study::attachments::{AttachmentGain, AttachmentsAnswer};

/// The pages of all attachments with a cost, by what each point adds; none without one.
pub(super) fn pages(answer: &AttachmentsAnswer) -> Vec<BarsPage> {
    let priced = |one: &AttachmentGain| Some(row(one, one.per_point()?));
    let rows: Vec<BarRow> = answer.attachments.iter().filter_map(priced).collect();
    let [title, _] = describe_alone(answer);
    let free = answer.attachments.len() - rows.len();
    let rest = (free > 0).then(|| {
        let others = counted(free as u64, "attachment", "attachments");
        format!("Another chart shows the {others} without a cost")
    });
    drawn(answer, rows, (&title, rest), "Wounds dealt less wounds suffered, added by each point")
}

/// The pages of all attachments without a cost, by what each adds; none where each has one.
pub(super) fn free(answer: &AttachmentsAnswer) -> Vec<BarsPage> {
    let free = answer.attachments.iter().filter(|one| one.per_point().is_none());
    let rows: Vec<BarRow> = free.map(|one| row(one, one.adds.net())).collect();
    let fitting = counted(rows.len() as u64, "attachment", "attachments");
    let unit = words::clean(&answer.unit.name);
    let title = format!("{fitting} without a cost for {unit}, by what each adds");
    drawn(answer, rows, (&title, None), "Wounds dealt less wounds suffered, added")
}

fn drawn(
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
            let words = ["adds to the unit", "takes from it"];
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
        told: format_difference(value),
        beside: [
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
    let leaf = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = describe_method(answer.method, answer.edition, &answer.weapons, &answer.terms);
    let [_, alone] = describe_alone(answer);
    let remarks = collect_remarks(
        &answer.left_out,
        &answer.notes,
        answer.method.partial,
        &answer.not_modelled,
    );
    let lines: Vec<String> =
        leaf.into_iter().chain([how, alone]).chain(rest).chain(remarks).collect();
    Header::of(title, &lines, WIDTH - 2.0 * MARGIN)
}
