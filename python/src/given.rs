//! Positional arguments and keywords as texts for keys.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use warodds_questions::army::ArmyList;
use warodds_questions::request::asoiaf::files_named;
use warodds_questions::request::{Arity, Given, Key};

use crate::keys::Table;

/// What was given, as pairs of ids and texts: what Python keeps of a question.
pub type Pairs = Vec<(String, String)>;

/// What was given as pairs.
pub fn of_pairs(pairs: &Pairs) -> Given {
    pairs.iter().fold(Given::new(), |given, (id, text)| given.with(id, text))
}

/// Texts for the keys of a kind: `places` are those that stand in a place of their own, `None` for
/// what is left out, and so are keywords that are `None` or `False`.
pub fn given(
    table: &Table,
    places: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Given> {
    let mut given = Given::new();
    for (key, value) in table.positional().zip(places.iter()) {
        push(&mut given, key, &value)?;
    }
    for (keyword, value) in options.into_iter().flatten() {
        let keyword = keyword.cast::<PyString>()?.to_str()?;
        match table.meant(keyword) {
            Some(key) => push(&mut given, key, &value)?,
            // the table says what may be meant
            None if !value.is_none() => given.push(&keyword.replace('_', "-"), &text(&value)?),
            None => {}
        }
    }
    hand_in_lists(table, &mut given)?;
    Ok(given)
}

/// Gives what a value says for a key.
fn push(given: &mut Given, key: &Key, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    // what most are, before what takes longer to be told
    if value.is_exact_instance_of::<PyString>() || value.is_exact_instance_of::<PyInt>() {
        given.push(key.id, value.str()?.to_str()?);
        return Ok(());
    }
    if let Ok(flag) = value.extract::<bool>() {
        match (key.arity, flag) {
            (Arity::Flag, true) => given.push(key.id, ""),
            (Arity::Flag, false) => {}
            (_, flag) => given.push(key.id, &flag.to_string()),
        }
        return Ok(());
    }
    let several = value.cast::<PyList>().map(|list| list.iter().collect::<Vec<_>>());
    let several = several.or_else(|_| value.cast::<PyTuple>().map(|all| all.iter().collect()));
    let Ok(several) = several else {
        given.push(key.id, &text(value)?);
        return Ok(());
    };
    let texts: Vec<String> = several.iter().map(text).collect::<PyResult<_>>()?;
    if key.arity == Arity::List && !texts.is_empty() {
        given.push(key.id, &texts.join(","));
    } else {
        texts.iter().for_each(|text| given.push(key.id, text));
    }
    Ok(())
}

/// A value as the command line would have it: whole numbers without a point.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBool>() {
        return value.str()?.extract();
    }
    match value.cast::<PyFloat>().map(|float| float.value()) {
        Ok(float) if float.fract() == 0.0 && float.abs() < 1e18 => Ok(format!("{float:.0}")),
        _ => value.str()?.extract(),
    }
}

/// Hands in the texts of the lists of armies that are named.
fn hand_in_lists(table: &Table, given: &mut Given) -> PyResult<()> {
    let texts = table.naming_lists().flat_map(|key| given.of(key.id));
    let files: Vec<String> = texts.flat_map(files_named).map(str::to_owned).collect();
    for file in files {
        let text = ArmyList::text(std::path::Path::new(&file));
        let text = text.map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
        given.hand(&file, &text);
    }
    Ok(())
}
