//! The blocks of answers about many units.

use super::AnswerBlock;
use crate::answer::FieldAnswer;
use crate::text::block_line::BlockLine;
use crate::text::field::{
    attachments, collect_remarks, compare, describe_method, matrix, ranking, rate, worth,
};
use crate::text::wrapping::WIDTH;

/// Most lines of a block that no option lengthens.
const LINES: usize = 12;
/// Most entries of a list in a block.
const ENTRIES: usize = 8;

impl AnswerBlock {
    /// Creates the block of an answer about many units, with its rules and engine. Its lists are as
    /// long as a block of twelve lines allows.
    pub fn of_field(answer: &FieldAnswer) -> Self {
        let block = |entries| Self::with_entries(answer, entries);
        let fits = |block: &Self| block.render("", WIDTH).lines().count() <= LINES;
        let fitting = (1..=ENTRIES).rev().map(block).find(fits);
        fitting.unwrap_or_else(|| block(1))
    }

    /// Creates the block with at most `entries` in a list.
    fn with_entries(answer: &FieldAnswer, entries: usize) -> Self {
        let (heading, lines) = describe(answer, entries);
        let header = answer.header();
        let remarks = collect_remarks(header.method.partial, answer.remarks());
        // the lines of a block have no period
        let remarks = remarks.iter().map(|remark| remark.trim_end_matches('.').to_owned());
        let method = describe_method(header, &header.weapons);
        Self { heading, lines, remarks: remarks.chain([method]).collect() }
    }
}

/// Returns what is asked, and the results, with at most `entries` in a list.
fn describe(answer: &FieldAnswer, entries: usize) -> (String, Vec<BlockLine>) {
    match answer {
        FieldAnswer::Matrix(answer) => (matrix::heading(answer), matrix::lines(answer, entries)),
        FieldAnswer::Compare(answer) => (compare::heading(answer), compare::lines(answer, entries)),
        FieldAnswer::Ranking(answer) => {
            (ranking::block_heading(answer), ranking::lines(answer, entries))
        }
        FieldAnswer::Attachments(answer) => {
            (attachments::heading(answer), attachments::lines(answer, entries))
        }
        FieldAnswer::Rate(answer) => (rate::heading(answer), rate::lines(answer, entries)),
        FieldAnswer::Worth(answer) => (worth::heading(answer), worth::lines(answer, entries)),
    }
}
