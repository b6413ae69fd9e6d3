//! Answers about many units: their blocks, tables and CSV.

mod attachments;
mod cases;
pub mod csv;
mod ranking;
mod rate;
mod table;
mod worth;

pub use cases::render_cases;

pub(crate) use warodds_charts::text::field::{collect_remarks, marked_name};
use warodds_charts::text::field::{
    describe_measure, describe_metric, format_cell, format_requested, format_value, metric_heading,
    range_heading,
};

use super::block::AnswerBlock;
use super::table::analysis::render_comparison_parts;
use super::table::{Detail, Layout, TableForm, wrap_paragraphs};
use crate::answer::FieldAnswer;

/// Renders the block of an answer, in full followed by its tables; long lists show their `top` first
/// and last rows.
pub fn render(answer: &FieldAnswer, layout: &Layout, (top, detail): (usize, Detail)) -> String {
    let block = AnswerBlock::of_field(answer);
    let requested = match answer {
        FieldAnswer::Compare(answer) => answer.contributions.as_ref(),
        _ => None,
    };
    let requested = requested.map(|parts| render_comparison_parts(parts, layout));
    let requested = requested.unwrap_or_default();
    let tables = match detail {
        Detail::Full => render_tables(answer, layout, top),
        Detail::Brief => String::new(),
    };
    match layout.form {
        TableForm::Boxes => block.render(&requested, layout.width().into()) + &tables,
        // a page has the results in one paragraph, and remarks below the tables
        TableForm::Records => {
            let remarks = block.remarks().join("\n");
            format!("{}\n{requested}{tables}{remarks}\n", block.paragraph())
        }
    }
}

/// Renders the tables of an answer.
fn render_tables(answer: &FieldAnswer, layout: &Layout, top: usize) -> String {
    let tables = match answer {
        FieldAnswer::Matrix(answer) => table::matrix_tables(answer, layout, top),
        FieldAnswer::Compare(answer) => table::compare_tables(answer, layout, top),
        FieldAnswer::Ranking(answer) => ranking::tables(answer, layout, top),
        FieldAnswer::Attachments(answer) => attachments::tables(answer, layout, top),
        FieldAnswer::Rate(answer) => rate::tables(answer, layout, top),
        FieldAnswer::Worth(answer) => worth::tables(answer, layout, top),
    };
    wrap_paragraphs(&tables.iter().map(|table| format!("\n{table}\n")).collect::<String>(), layout)
}
