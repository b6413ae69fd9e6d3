//! Cards of the catalogue as JSON.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::json::cards;

use crate::faults::input_error;

fn to_json(data: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the units that match a filter, as a JSON array.
#[pyfunction]
pub(crate) fn units(filter: &str) -> PyResult<String> {
    let catalogue = Catalogue::shipped();
    let units = catalogue.filtered(filter).map_err(input_error)?;
    to_json(&units.iter().map(|unit| cards::card(catalogue, unit.card)).collect::<Vec<_>>())
}

/// Returns all attachments, or those that may join a unit, as a JSON array.
#[pyfunction]
pub(crate) fn attachments(unit: Option<&str>) -> PyResult<String> {
    let catalogue = Catalogue::shipped();
    let unit = unit.map(|name| catalogue.find_unit(name)).transpose().map_err(input_error)?;
    let all = || catalogue.attachments().collect::<Vec<_>>();
    let attachments = unit.map_or_else(all, |unit| catalogue.fitting_attachments(unit.card));
    let attachments = attachments.into_iter().map(|one| cards::attachment(catalogue, one));
    to_json(&attachments.collect::<Vec<_>>())
}
