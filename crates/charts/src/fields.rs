//! The charts of answers about whole fields: a heat map of a matrix, ranked bars of a comparison, and
//! bars of attachments.

use std::collections::HashSet;

use crate::answer::{AttachmentsAnswer, CompareAnswer, FieldAnswer, MatrixAnswer, Setting};
use crate::pages::PageNumbering::IfSeveral;
use crate::pages::{Page, name_pages};
use crate::text::words;
use crate::{field_bars, gains, heat, ranked, rate};

/// Returns the charts of answers about fields, named `stem`; those of one of several answers are
/// named after its case: `STEM-flank`.
pub fn field_pages(stem: &str, answers: &[FieldAnswer], notes: &mut Vec<String>) -> Vec<Page> {
    let names = names(stem, answers);
    let named = names.iter().zip(answers);
    named.flat_map(|(name, answer)| pages(name, answer, notes)).collect()
}

/// Lays out one answer.
fn pages(name: &str, answer: &FieldAnswer, notes: &mut Vec<String>) -> Vec<Page> {
    let charts = match answer {
        FieldAnswer::Matrix(answer) => return heat_map(name, answer, notes),
        FieldAnswer::Compare(answer) => return comparison(name, answer, notes),
        FieldAnswer::Attachments(answer) => return attachments(name, answer, notes),
        FieldAnswer::Ranking(answer) => field_bars::ranking(answer),
        FieldAnswer::Worth(answer) => field_bars::worth(answer),
        FieldAnswer::Rate(answer) => rate::charts(answer),
    };
    name_pages(name, IfSeveral, charts, notes)
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
fn attachments(name: &str, answer: &AttachmentsAnswer, notes: &mut Vec<String>) -> Vec<Page> {
    let mut pages = name_pages(name, IfSeveral, gains::attachments(answer), notes);
    let free = format!("{name}-free");
    pages.extend(name_pages(&free, IfSeveral, gains::free_attachments(answer), notes));
    pages
}
