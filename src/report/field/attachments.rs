//! What attachments add, as a table and as CSV.
//!
//! | column | what it holds |
//! |---|---|
//! | `unit_id`, `unit` | who they join |
//! | `id`, `attachment`, `faction`, `cost` | the attachment; `cost` is empty for a commander |
//! | `dealt`, `suffered` | expected wounds of an exchange with it, in the mean over the field |
//! | `adds_dealt`, `adds_suffered`, `adds` | the same less that without any; the last is their difference |
//! | `adds_per_point` | empty where it is free |
//! | `not_modelled` | abilities that are not counted, with `; ` between them |

use super::csv::{optional, written};
use super::table::{column, name};
use super::{how, remarks};
use crate::counted::counted;
use crate::report::csv::CsvError;
use crate::report::table::{Content, Layout, fitted, shown};
use crate::report::{unmodelled, words};
use crate::study::attachments::{AttachmentGain, AttachmentsAnswer};

/// The attachments with what they add, the best first.
pub fn table(answer: &AttachmentsAnswer, layout: &Layout, top: usize) -> String {
    let [title, alone] = headline(answer);
    let how = how(answer.method, answer.edition, &answer.weapons, &answer.terms);
    let mut parts = vec![title, how, String::new(), alone];
    parts.push(format!("What each adds, dealt less suffered\n{}", rows(answer, layout, top)));
    parts.extend(remarks(
        &answer.left_out,
        &answer.notes,
        answer.method.partial,
        &answer.not_modelled,
    ));
    parts.join("\n") + "\n"
}

/// How many fit, and what the unit does without any.
pub fn headline(answer: &AttachmentsAnswer) -> [String; 2] {
    let [attacks, attacked_by] = answer.opponents;
    let unit = words::clean(&answer.unit.name);
    let fitting = counted(answer.attachments.len() as u64, "attachment", "attachments");
    let alone = answer.alone.map_or_else(String::new, |alone| {
        let against = counted(attacks as u64, "unit", "units");
        format!(
            "Alone it deals {:.3} and suffers {:.3} wounds: an attack on each of {against}, and \
             one by each of {attacked_by}.",
            alone.dealt, alone.suffered
        )
    });
    [format!("{fitting} fit {unit}, by what each point adds"), alone]
}

fn rows(answer: &AttachmentsAnswer, layout: &Layout, top: usize) -> String {
    let all = &answer.attachments;
    let number = |head: &str, rank: usize, cell: &dyn Fn(&AttachmentGain) -> f64| {
        let signed = |one: &AttachmentGain| words::difference(cell(one));
        column(head, rank, Content::Numbers, all, signed)
    };
    let columns = vec![
        column("attachment", 0, Content::Identity, all, |one| name(&called(one))),
        column("cost", 0, Content::Numbers, all, |one| {
            one.cost.map_or_else(|| "commander".to_owned(), |cost| cost.to_string())
        }),
        number("dealt", 3, &|one| one.adds.dealt),
        number("suffered", 4, &|one| one.adds.suffered),
        number("adds", 1, &|one| one.adds.net()),
        column("per\npoint", 0, Content::Numbers, all, |one| {
            one.per_point().map_or_else(|| "–".to_owned(), words::difference)
        }),
    ];
    fitted(columns, &shown(all.len(), 2 * top), layout)
}

/// An attachment, marked where abilities of it are not counted.
pub fn called(one: &AttachmentGain) -> String {
    let mark = if one.not_modelled.is_empty() { "" } else { unmodelled::MARK };
    format!("{}{mark}", words::clean(&one.name))
}

/// A row for each attachment.
///
/// # Errors
/// Never for an answer; the writer's own errors are passed on.
pub fn csv(answer: &AttachmentsAnswer) -> Result<Vec<u8>, CsvError> {
    let row = |one: &AttachmentGain| {
        let fields = [
            ("unit_id", answer.unit.id.clone()),
            ("unit", answer.unit.name.clone()),
            ("id", one.id.clone()),
            ("attachment", one.name.clone()),
            ("faction", one.faction.clone()),
            ("cost", optional(one.cost)),
            ("dealt", one.with.dealt.to_string()),
            ("suffered", one.with.suffered.to_string()),
            ("adds_dealt", one.adds.dealt.to_string()),
            ("adds_suffered", one.adds.suffered.to_string()),
            ("adds", one.adds.net().to_string()),
            ("adds_per_point", optional(one.per_point())),
            ("not_modelled", one.not_modelled.join("; ")),
        ];
        fields.into_iter().map(|(name, field)| (name.to_owned(), field)).collect()
    };
    written(answer.attachments.iter().map(row))
}
