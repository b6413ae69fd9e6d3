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

/// Renders the CSV of all answers and the charts of each, under file names that begin with `stem`.
///
/// # Errors
/// If a library fails; no known input causes that.
pub fn render(
    answers: &[FieldAnswer],
    stem: &str,
    selection: charts::Selection,
) -> Result<charts::ChartFiles, FieldFilesError> {
    let data = Artifact::new(format!("{stem}.csv"), field::csv::render(answers)?);
    // --charts chooses pictures only: the data is always written
    let mut drawn = charts::draw_fields(stem, answers, selection)?;
    drawn.files.insert(0, data);
    Ok(drawn)
}
