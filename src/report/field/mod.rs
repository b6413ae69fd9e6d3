//! Matrices, comparisons and attachments as tables and CSV.

pub mod attachments;
mod cases;
pub mod csv;
mod ranking;
mod rate;
mod table;
mod worth;

pub use cases::render_cases;
pub use table::{render_compare, render_matrix};

pub(crate) use warodds_charts::text::field::collect_remarks;
use warodds_charts::text::field::{
    describe_matchups, describe_measure, describe_method, describe_metric, format_cell,
    format_requested, format_value, marked_name, metric_heading, range_heading,
};

use super::table::wrap_paragraphs;
use crate::answer::FieldAnswer;

/// Renders tables for a terminal; long lists show their `top` first and last rows.
pub fn render(answer: &FieldAnswer, layout: &super::table::Layout, top: usize) -> String {
    let text = match answer {
        FieldAnswer::Matrix(answer) => render_matrix(answer, layout, top),
        FieldAnswer::Compare(answer) => render_compare(answer, layout, top),
        FieldAnswer::Ranking(answer) => ranking::render(answer, layout, top),
        FieldAnswer::Attachments(answer) => attachments::render(answer, layout, top),
        FieldAnswer::Rate(answer) => rate::render(answer, layout, top),
        FieldAnswer::Worth(answer) => worth::render(answer, layout, top),
    };
    wrap_paragraphs(&text, layout)
}
