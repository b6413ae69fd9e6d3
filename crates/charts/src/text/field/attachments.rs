//! The gain of each attachment.

use super::{describe_range, format_requested};
use crate::answer::{AttachmentGain, AttachmentsAnswer, Opponents};
use crate::counted::counted;
use crate::text::{unmodelled, words};

/// Returns a title with the number of attachments, and the unit's wounds without any.
pub fn describe_alone(answer: &AttachmentsAnswer) -> [String; 2] {
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

/// Names the attachments that add nothing in this situation, with the conditions in which they count.
pub fn describe_uncounted(answer: &AttachmentsAnswer) -> Option<String> {
    let uncounted = answer.attachments.iter().filter(|one| !one.counts.is_empty());
    let named: Vec<String> = uncounted
        .map(|one| format!("{} ({})", words::clean(&one.name), one.counts.join(", ")))
        .collect();
    (!named.is_empty()).then(|| format!("Not in this situation: {}.", named.join("; ")))
}

/// Returns an attachment's name, marked if abilities of it are not counted.
pub fn marked_name(one: &AttachmentGain) -> String {
    let mark = if one.not_modelled.is_empty() { "" } else { unmodelled::MARK };
    format!("{}{mark}", words::clean(&one.name))
}
