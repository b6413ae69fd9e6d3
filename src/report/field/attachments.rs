//! The gain of each attachment, as a table.

use super::table::wrap_name;
use super::{format_requested, range_heading};
use crate::answer::{AttachmentGain, AttachmentsAnswer};
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;
use warodds_charts::text::field::attachments::{describe_uncounted, marked_name};

/// Renders the attachments with their gains, the best first, then those that count in another
/// situation.
pub(super) fn tables(answer: &AttachmentsAnswer, layout: &Layout, top: usize) -> Vec<String> {
    let gains = format!("What each adds (dealt − suffered)\n{}", rows(answer, layout, top));
    std::iter::once(gains).chain(describe_uncounted(answer)).collect()
}

fn rows(answer: &AttachmentsAnswer, layout: &Layout, top: usize) -> String {
    // those that count in another situation have no gain here, and are named below
    let all: Vec<&AttachmentGain> =
        answer.attachments.iter().filter(|one| one.counts.is_empty()).collect();
    let all = all.as_slice();
    let number = |head: &str, priority: usize, cell: &dyn Fn(&AttachmentGain) -> f64| {
        let signed = |one: &&AttachmentGain| words::difference(cell(one));
        TableColumn::numbers(head, priority, all, signed)
    };
    let mut columns = vec![
        TableColumn::labels("attachment", 0, all, |one| wrap_name(&marked_name(one))),
        TableColumn::numbers("cost", 0, all, |one| {
            one.cost.map_or_else(|| "commander".to_owned(), |cost| cost.to_string())
        }),
        number("dealt", 3, &|one| one.adds.dealt),
        number("suffered", 4, &|one| one.adds.suffered),
        number("gain", 1, &|one| one.adds.net()),
        TableColumn::numbers("per\npoint", 0, all, |one| {
            one.per_point.map_or_else(|| "–".to_owned(), words::difference)
        }),
    ];
    if let Some(range) = answer.range.map(range_heading) {
        let chance = |one: &&AttachmentGain| format_requested(one.with.chance);
        columns.push(TableColumn::numbers(&range, 2, all, chance));
    }
    draw_fitting(columns, &visible_rows(all.len(), 2 * top), layout)
}
