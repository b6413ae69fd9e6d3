//! The charts of answers about whole fields: a heat map of a matrix, ranked bars of a comparison, and
//! bars of attachments.

use std::collections::HashSet;

use super::PageNumbering::IfSeveral;
use super::{
    ChartError, ChartFiles, Page, Selection, field_bars, heat, name_pages, ranked, rate,
    render_pages, select_key_pages,
};
use crate::answer::{AttachmentsAnswer, CompareAnswer, FieldAnswer, MatrixAnswer, Setting};
use crate::report::words;

/// Draws the charts of answers about fields, as `STEM.svg` and `STEM.png`; those of one of several
/// answers are named after its case: `STEM-flank`.
///
/// # Errors
/// As [`draw_all`](super::draw_all).
pub(crate) fn draw_fields(
    stem: &str,
    answers: &[FieldAnswer],
    selection: Selection,
) -> Result<ChartFiles, ChartError> {
    if selection == Selection::None {
        return Ok(ChartFiles::default());
    }
    let (mut pages, mut notes) = (Vec::new(), Vec::new());
    for (name, answer) in names(stem, answers).iter().zip(answers) {
        pages.extend(match answer {
            FieldAnswer::Matrix(answer) => heat_map(name, answer, &mut notes),
            FieldAnswer::Compare(answer) => comparison(name, answer, &mut notes),
            FieldAnswer::Ranking(answer) => {
                name_pages(name, IfSeveral, field_bars::ranking(answer), &mut notes)
            }
            FieldAnswer::Attachments(answer) => gains(name, answer, &mut notes),
            FieldAnswer::Worth(answer) => {
                name_pages(name, IfSeveral, field_bars::worth(answer), &mut notes)
            }
            FieldAnswer::Rate(answer) => {
                name_pages(name, IfSeveral, rate::charts(answer), &mut notes)
            }
        });
    }
    // one answer has one chart, of as many pages as it needs
    if selection == Selection::Key && answers.len() > 1 {
        pages = select_key_pages(pages, &mut notes);
    }
    render_pages(pages, notes)
}

/// Returns a distinct file name for each answer: the stem, followed by the case if there is one,
/// and by a number where cases have the same words.
fn names(stem: &str, answers: &[FieldAnswer]) -> Vec<String> {
    let mut taken = HashSet::new();
    let name = |answer: &FieldAnswer| {
        let case: Vec<String> = answer.case().iter().map(Setting::words).collect();
        let name = if case.is_empty() {
            stem.to_owned()
        } else {
            format!("{stem}-{}", words::slug(&case.join(" ")))
        };
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut all = std::iter::once(name.clone()).chain(numbered);
        all.find(|one| taken.insert(one.clone())).unwrap_or(name)
    };
    answers.iter().map(name).collect()
}

/// Lays out a matrix as a heat map, unless it is too large.
fn heat_map(name: &str, answer: &MatrixAnswer, notes: &mut Vec<String>) -> Vec<Page> {
    if answer.attackers.len().max(answer.defenders.len()) > heat::MOST {
        let size = format!("{} × {}", answer.attackers.len(), answer.defenders.len());
        notes.push(format!(
            "{name}: not drawn, a heat map of {size} would be too large; the CSV and JSON output has \
             all cells"
        ));
        return Vec::new();
    }
    name_pages(name, IfSeveral, vec![heat::chart(answer)], notes)
}

/// Lays out a comparison and, if requested, the contributions of its parts.
fn comparison(name: &str, answer: &CompareAnswer, notes: &mut Vec<String>) -> Vec<Page> {
    let mut pages = name_pages(name, IfSeveral, ranked::comparison(answer), notes);
    if let Some(parts) = &answer.contributions {
        let name = format!("{name}-contributions");
        let parts = ranked::comparison_parts(answer, parts);
        pages.extend(name_pages(&name, IfSeveral, parts, notes));
    }
    pages
}

/// Lays out the gain per point of each attachment, and the gain of attachments without a cost as
/// `NAME-free`.
fn gains(name: &str, answer: &AttachmentsAnswer, notes: &mut Vec<String>) -> Vec<Page> {
    let mut pages = name_pages(name, IfSeveral, ranked::attachments(answer), notes);
    let free = format!("{name}-free");
    pages.extend(name_pages(&free, IfSeveral, ranked::free_attachments(answer), notes));
    pages
}
