//! The gain of each attachment.

use super::{describe_range, format_requested, heading_of, sentences};
use crate::answer::{AttachmentGain, AttachmentsAnswer, Opponents};
use crate::counted::counted;
use crate::text::block_line::BlockLine;
use crate::text::column_pair::{ColumnPair, Entry};
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

/// Most attachments in a block.
const MOST: usize = 8;
/// Longest text in a block of the attachments that add nothing, in characters.
const UNCOUNTED: usize = 150;
/// Longest text of them that is on the line of others, in characters.
const SHORT: usize = 45;

/// Returns the number of attachments with the unit, and the settings.
pub(in crate::text) fn heading(answer: &AttachmentsAnswer) -> String {
    let [title, _] = describe_alone(answer);
    heading_of(&title, &answer.header)
}

/// Returns the lines of a block: the unit alone, the best attachments, and how many change nothing.
pub(in crate::text) fn lines(answer: &AttachmentsAnswer, most: usize) -> Vec<BlockLine> {
    let [_, alone] = describe_alone(answer);
    let here: Vec<&AttachmentGain> =
        answer.attachments.iter().filter(|one| one.counts.is_empty()).collect();
    let is_useful = |one: &&&AttachmentGain| words::difference(one.adds.net()) != "0";
    let useful: Vec<&AttachmentGain> = here.iter().filter(is_useful).copied().collect();
    let best: Vec<Entry> = useful.iter().take(most.min(MOST)).map(|one| gain(one)).collect();
    let best = (!best.is_empty()).then(|| {
        BlockLine::Columns(ColumnPair::halves("Best gains per point (dealt − suffered)", best))
    });
    let elsewhere = describe_uncounted(answer).map(|named| match named.chars().count() {
        ..=UNCOUNTED => named,
        _ => {
            let count = answer.attachments.len() - here.len();
            format!("{count} count only in other situations (--full)")
        }
    });
    let useless = here.len() - useful.len();
    let useless = (useless > 0)
        .then(|| format!("{useless} of {} change nothing here", answer.attachments.len()));
    // both in one line if they are short
    let others: Vec<String> = match (useless, elsewhere) {
        (Some(useless), Some(elsewhere)) if elsewhere.chars().count() <= SHORT => {
            vec![format!("{useless}; {elsewhere}")]
        }
        (useless, elsewhere) => useless.into_iter().chain(elsewhere).collect(),
    };
    let alone = sentences(Some(alone).filter(|text| !text.is_empty()));
    alone.into_iter().chain(best).chain(sentences(others)).collect()
}

/// Returns the name and the gain per point of an attachment, or the gain of one without a cost.
fn gain(one: &AttachmentGain) -> Entry {
    let name = marked_name(one);
    match (one.per_point, one.cost) {
        (Some(per_point), _) => (name, words::difference(per_point)),
        (None, None) => (format!("{name} (commander)"), words::difference(one.adds.net())),
        (None, Some(_)) => (format!("{name} (free)"), words::difference(one.adds.net())),
    }
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
