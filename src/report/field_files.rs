//! Files of matrices, comparisons and attachments: the CSV and the charts.

use thiserror::Error;

use super::charts::{self, ChartError};
use super::csv::CsvError;
use super::{Artifact, field};
use crate::answer::FieldAnswer;

/// Why the files could not be rendered.
#[derive(Debug, Error)]
pub enum FieldFilesError {
    /// The CSV could not be written.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// A chart could not be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
}

/// Renders the CSV and the charts, under file names that begin with `stem`.
///
/// # Errors
/// If a library fails; no known input causes that.
pub fn render(
    answer: &FieldAnswer,
    stem: &str,
    selection: charts::Selection,
) -> Result<charts::ChartFiles, FieldFilesError> {
    let data = match answer {
        FieldAnswer::Matrix(answer) => field::csv::render_matrix(answer)?,
        FieldAnswer::Compare(answer) => field::csv::render_compare(answer)?,
        FieldAnswer::Attachments(answer) => field::attachments::render_csv(answer)?,
    };
    let drawn = match answer {
        // --charts chooses pictures only: the data is always written
        _ if selection == charts::Selection::None => charts::ChartFiles::default(),
        FieldAnswer::Attachments(answer) => charts::draw_attachments(stem, answer)?,
        FieldAnswer::Matrix(answer) => charts::draw_heat_map(stem, answer)?,
        FieldAnswer::Compare(answer) => charts::draw_ranking(stem, answer)?,
    };
    let files =
        std::iter::once(Artifact::new(format!("{stem}.csv"), data)).chain(drawn.files).collect();
    Ok(charts::ChartFiles { files, notes: drawn.notes })
}
