//! The gains of attachments as bars.

use super::cases;
use super::ranked::{Ranking, row, sentences};
use super::spec::{BarRow, Chart};
use crate::answer::{AttachmentGain, AttachmentsAnswer, Opponents};
use crate::counted::counted;
use crate::text::analysis::format_difference;
use crate::text::field::attachments::{describe_uncounted, marked_name};
use crate::text::field::{
    collect_remarks, describe_method_and_settings, describe_range, format_requested, range_heading,
};
use crate::text::words;

/// Describes the attachments with a cost, by gain per point.
pub(super) fn attachments(answer: &AttachmentsAnswer) -> Vec<Chart> {
    // commanders cost nothing, so a gain per point would divide by zero
    let priced = |one: &AttachmentGain| Some(gain_row(one, one.per_point?));
    let rows: Vec<BarRow> = answer.attachments.iter().filter_map(priced).collect();
    let free = answer.attachments.iter().filter(|one| is_free(one)).count();
    let rest = (free > 0).then(|| {
        let others = counted(free as u64, "attachment", "attachments");
        format!("Another chart shows the {others} without a cost")
    });
    let unit = words::clean(&answer.unit.name);
    let title = format!("No attachment adds wounds to {unit}");
    gains(answer, (title, rest), rows, "gain per point: wounds dealt minus wounds suffered")
}

/// Describes the attachments without a cost, by gain.
pub(super) fn free_attachments(answer: &AttachmentsAnswer) -> Vec<Chart> {
    let free = answer.attachments.iter().filter(|one| is_free(one));
    let rows: Vec<BarRow> = free.map(|one| gain_row(one, one.adds.net())).collect();
    let unit = words::clean(&answer.unit.name);
    let title = format!("No attachment without a cost adds wounds to {unit}");
    gains(answer, (title, None), rows, "gain: wounds dealt minus wounds suffered")
}

/// Returns whether an attachment has a gain in this situation, but none per point.
fn is_free(one: &AttachmentGain) -> bool {
    one.per_point.is_none() && one.counts.is_empty()
}

fn gain_row(one: &AttachmentGain, value: f64) -> BarRow {
    let cost = one.cost.map_or_else(|| "–".to_owned(), |cost| cost.to_string());
    let [dealt, suffered] = [one.adds.dealt, one.adds.suffered].map(format_difference);
    let chance = one.with.chance.map(|p| words::percent(p, 0));
    let numbers = [cost, dealt, suffered].into_iter().chain(chance).collect();
    row(marked_name(one), value, format_difference(value), numbers)
}

/// Says what is measured, and the wounds of the unit alone.
fn exchange(answer: &AttachmentsAnswer) -> String {
    let Opponents { attacks, attacked_by } = answer.opponents;
    let units = |count: usize| counted(count as u64, "unit", "units");
    let against = match &answer.only_opponent {
        Some(name) => format!("against {}", words::clean(name)),
        None if attacks == attacked_by => format!("against {}", units(attacks)),
        None => format!("attacking {} and attacked by {attacked_by}", units(attacks)),
    };
    let alone = answer.alone.map_or_else(String::new, |alone| {
        let chance = answer.range.map_or_else(String::new, |range| {
            format!(
                ", {} with a chance of {}",
                describe_range(range),
                format_requested(alone.chance)
            )
        });
        format!(
            "Without attachment {:.2} dealt{chance}, {:.2} suffered",
            alone.dealt, alone.suffered
        )
    });
    sentences([format!("Expected wounds of one attack each way {against}"), alone])
}

fn gains(
    answer: &AttachmentsAnswer,
    (none, rest): (String, Option<String>),
    rows: Vec<BarRow>,
    measure: &str,
) -> Vec<Chart> {
    let range = answer.range.map(range_heading);
    let heads: Vec<&str> =
        ["points", "dealt", "suffered"].into_iter().chain(range.as_deref()).collect();
    let how = describe_method_and_settings(&answer.header, &answer.header.weapons);
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let unit = if measure.contains("per point") { "wounds a point" } else { "wounds" };
    let title = most(&rows, &words::clean(&answer.unit.name), unit).unwrap_or(none);
    Ranking {
        question: exchange(answer),
        title,
        key: Vec::new(),
        measure,
        heads: &heads,
        rows,
        foot: sentences(
            std::iter::once(how).chain(rest).chain(describe_uncounted(answer)).chain(remarks),
        ),
    }
    .charts()
}

/// Names the attachments that add most, all of equal ones; `None` if none adds wounds.
fn most(rows: &[BarRow], to: &str, unit: &str) -> Option<String> {
    let text = |row: &BarRow| row.bars.first().map(|bar| bar.text.clone());
    let best = rows.first()?;
    best.bars.first().filter(|bar| bar.value > 0.0)?;
    let ties: Vec<String> =
        rows.iter().take_while(|row| text(row) == text(best)).map(|row| row.name.clone()).collect();
    let ties = if ties.len() > 3 { vec![format!("{} attachments", ties.len())] } else { ties };
    let verb = if ties.len() == 1 { "adds" } else { "add" };
    Some(format!("{} {verb} most to {to}: {} {unit}", cases::listed(&ties), text(best)?))
}
