//! The cards of the catalogue as JSON.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::json::cards;

use crate::ask::refused;

/// Data as JSON.
fn json(data: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// The units of a filter, as a JSON array.
#[pyfunction]
pub fn units(filter: &str) -> PyResult<String> {
    let catalogue = Catalogue::shipped();
    let found = catalogue.filtered(filter).map_err(refused)?;
    json(&found.iter().map(|unit| cards::card(catalogue, unit.card)).collect::<Vec<_>>())
}

/// All attachments, or those that may join a unit, as a JSON array.
#[pyfunction]
pub fn attachments(unit: Option<&str>) -> PyResult<String> {
    let catalogue = Catalogue::shipped();
    let card = unit.map(|name| catalogue.find_unit(name)).transpose().map_err(refused)?;
    let all = || catalogue.attachments().collect::<Vec<_>>();
    let found = card.map_or_else(all, |unit| catalogue.fitting_attachments(unit.card));
    json(&found.into_iter().map(|one| cards::attachment(catalogue, one)).collect::<Vec<_>>())
}
