//! The gain of each attachment, as a table.

use super::table::wrap_name;
use super::{collect_remarks, describe_method, describe_range, format_requested, range_heading};
use crate::answer::{AttachmentGain, AttachmentsAnswer, Opponents};
use crate::counted::counted;
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::{unmodelled, words};

/// Renders the attachments with their gains, the best first.
pub fn render(answer: &AttachmentsAnswer, layout: &Layout, top: usize) -> String {
    let [title, alone] = describe_alone(answer);
    let how = describe_method(&answer.header, &answer.header.weapons);
    let mut parts = vec![title, how, String::new(), alone];
    parts.push(format!("What each adds (dealt − suffered)\n{}", rows(answer, layout, top)));
    parts.extend(collect_remarks(answer.header.method.partial, &answer.remarks));
    parts.join("\n") + "\n"
}

/// Returns a title with the number of attachments, and the unit's wounds without any.
pub(crate) fn describe_alone(answer: &AttachmentsAnswer) -> [String; 2] {
    let Opponents { attacks, attacked_by } = answer.opponents;
    let unit = words::clean(&answer.unit.name);
    let fitting = counted(answer.attachments.len() as u64, "attachment", "attachments");
    let alone = answer.alone.map_or_else(String::new, |alone| {
        let against = match &answer.only_opponent {
            Some(name) => format!("against {}", words::clean(name)),
            None if attacks == attacked_by => {
                format!("on average against {}", counted(attacks as u64, "unit", "units"))
            }
            None => format!(
                "on average, attacking {} and attacked by {attacked_by}",
                counted(attacks as u64, "unit", "units")
            ),
        };
        let chance = answer.range.map_or_else(String::new, |range| {
            let (wounds, chance) = (describe_range(range), format_requested(alone.chance));
            format!(" Its attack deals {wounds} with a chance of {chance}.")
        });
        format!(
            "Without an attachment it deals {:.3} wounds and suffers {:.3} {against}: one attack \
             each way.{chance}",
            alone.dealt, alone.suffered
        )
    });
    [format!("{fitting} fit {unit}, ranked by gain per point"), alone]
}

fn rows(answer: &AttachmentsAnswer, layout: &Layout, top: usize) -> String {
    let all = &answer.attachments;
    let number = |head: &str, priority: usize, cell: &dyn Fn(&AttachmentGain) -> f64| {
        let signed = |one: &AttachmentGain| words::difference(cell(one));
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
        let chance = |one: &AttachmentGain| format_requested(one.with.chance);
        columns.push(TableColumn::numbers(&range, 2, all, chance));
    }
    draw_fitting(columns, &visible_rows(all.len(), 2 * top), layout)
}

/// Returns an attachment's name, marked if abilities of it are not counted.
pub(crate) fn marked_name(one: &AttachmentGain) -> String {
    let mark = if one.not_modelled.is_empty() { "" } else { unmodelled::MARK };
    format!("{}{mark}", words::clean(&one.name))
}
