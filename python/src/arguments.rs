//! Converts positional arguments and keywords to the text fields of a question.

use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use warodds_questions::army::ArmyList;
use warodds_questions::request::asoiaf::files_named;
use warodds_questions::request::{Arity, Key, RawFields};

use crate::ask::value_error;
use crate::kinds::KeyIndex;

/// The fields of a question as pairs of key id and text, the form that Python stores.
pub(crate) type FieldPairs = Vec<(String, String)>;

/// Converts fields to pairs.
pub(crate) fn to_pairs(fields: &RawFields) -> FieldPairs {
    fields.all().map(|(id, text)| (id.to_owned(), text.to_owned())).collect()
}

/// Converts pairs to fields.
pub(crate) fn from_pairs(pairs: &FieldPairs) -> RawFields {
    pairs.iter().fold(RawFields::new(), |fields, (id, text)| fields.with(id, text))
}

/// Converts the arguments of a call to fields. Positional arguments that are `None` and keywords
/// that are `None` or `False` are left out.
///
/// # Errors
/// `ValueError` if the file of an army list cannot be read.
pub(crate) fn parse_arguments(
    keys: &KeyIndex,
    positional: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<RawFields> {
    let mut fields = RawFields::new();
    for (key, value) in keys.positional().zip(positional.iter()) {
        push_value(&mut fields, key, &value)?;
    }
    for (keyword, value) in options.into_iter().flatten() {
        let keyword = keyword.cast::<PyString>()?.to_str()?;
        match keys.find(keyword) {
            Some((key, None)) => push_value(&mut fields, key, &value)?,
            Some(_) if value.is_none() => {}
            Some((key, Some(short))) => {
                fields.push_short(key, short, &values_text(&value)?.join(","));
            }
            // passed on as it is, so that the request names the option that may be meant
            None if !value.is_none() => {
                fields.push(&keyword.replace('_', "-"), &value_text(&value)?);
            }
            None => {}
        }
    }
    attach_lists(keys, &mut fields)?;
    Ok(fields)
}

/// Adds the value of a key.
fn push_value(fields: &mut RawFields, key: &Key, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    // strings and integers first: they are the most frequent and the cheapest to recognize
    if value.is_exact_instance_of::<PyString>() || value.is_exact_instance_of::<PyInt>() {
        fields.push(key.id, value.str()?.to_str()?);
        return Ok(());
    }
    if let Ok(flag) = value.extract::<bool>() {
        match (key.arity, flag) {
            (Arity::Flag, true) => fields.push(key.id, ""),
            (Arity::Flag, false) => {}
            (_, flag) => fields.push(key.id, &flag.to_string()),
        }
        return Ok(());
    }
    let texts = values_text(value)?;
    if key.takes_list() && !texts.is_empty() {
        fields.push(key.id, &texts.join(","));
    } else {
        texts.iter().for_each(|text| fields.push(key.id, text));
    }
    Ok(())
}

/// Formats the values of a sequence, or a single value.
fn values_text(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    // numbers are no sequences; lists, tuples, ranges and arrays are
    match value.try_iter() {
        Ok(values) if !value.is_instance_of::<PyString>() => {
            values.map(|value| value_text(&value?)).collect()
        }
        _ => Ok(vec![value_text(value)?]),
    }
}

/// Formats a value as on the command line: `1e5` is `100000`; a list in a list is a set, with its
/// elements joined with `+`.
fn value_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return Ok(values_text(value)?.join("+"));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "yes" } else { "no" }.to_owned());
    }
    if value.is_instance_of::<PyString>() {
        return value.str()?.extract();
    }
    match value.cast::<PyFloat>().map(|float| float.value()) {
        Ok(float) if float.fract() == 0.0 && float.abs() < 1e18 => Ok(format!("{float:.0}")),
        _ => value.str()?.extract(),
    }
}

/// Reads the army lists that the fields name: questions never read files themselves.
fn attach_lists(keys: &KeyIndex, fields: &mut RawFields) -> PyResult<()> {
    let texts = keys.naming_lists().flat_map(|key| fields.of(key.id));
    let files: Vec<String> = texts.flat_map(files_named).map(str::to_owned).collect();
    for file in files {
        let text = ArmyList::read_text(Path::new(&file));
        let text = text.map_err(value_error)?;
        fields.add_file(&file, &text);
    }
    Ok(())
}
