//! Converts positional arguments and keywords to the text fields of a question.

use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyIterator, PyString, PyTuple};
use warodds_questions::request::asoiaf::{files_named, with_list_files};
use warodds_questions::request::{Arity, Key, RawFields};
use warodds_questions::scenario::list_text;

use crate::faults::{field_error, input_error};
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

/// The arguments of a call.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// The fields of the question.
    pub fields: RawFields,
    /// The keys that take lists and were given one of a single value, with that value.
    pub short_lists: Vec<(&'static str, String)>,
}

/// Converts the arguments of a call to fields. Positional arguments that are `None` and keywords
/// that are `None` or `False` are left out.
///
/// # Errors
/// [`InputError`](crate::faults::InputError) if the file of an army list cannot be read, and for
/// empty lists.
pub(crate) fn parse_arguments(
    keys: &KeyIndex,
    positional: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arguments> {
    let mut arguments = Arguments::default();
    for (key, value) in keys.positional().zip(positional.iter()) {
        arguments.push(key, &value)?;
    }
    for (keyword, value) in options.into_iter().flatten() {
        let keyword = keyword.cast::<PyString>()?.to_str()?;
        match keys.find(keyword) {
            Some((key, None)) => arguments.push(key, &value)?,
            Some(_) if value.is_none() => {}
            Some((key, Some(short))) => {
                arguments.fields.push_short(key, short, &values_text(&value)?.join(","));
            }
            // passed on as it is, so that the request names the option that may be meant
            None if !value.is_none() => {
                arguments.fields.push(&keyword.replace('_', "-"), &value_text(&value)?);
            }
            None => {}
        }
    }
    attach_lists(keys, &mut arguments.fields)?;
    Ok(arguments)
}

impl Arguments {
    /// Adds the value of a key.
    fn push(&mut self, key: &Key, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if value.is_none() {
            return Ok(());
        }
        // strings and integers first: they are the most frequent and the cheapest to recognize
        if let Ok(text) = value.cast_exact::<PyString>() {
            self.fields.push(key.id, text.to_str()?);
            return Ok(());
        }
        if let Ok(number) = value.cast_exact::<PyInt>() {
            self.fields.push(key.id, &integer_text(number)?);
            return Ok(());
        }
        let value = &plain(value)?;
        match value.cast::<PyBool>() {
            Ok(flag) => {
                self.push_flag(key, flag.is_true());
                Ok(())
            }
            Err(_) => self.push_values(key, value),
        }
    }

    /// Adds `True` or `False`.
    fn push_flag(&mut self, key: &Key, flag: bool) {
        match (key.arity, flag) {
            (Arity::Flag, true) => self.fields.push(key.id, ""),
            (Arity::Flag, false) => {}
            (_, flag) => self.fields.push(key.id, &flag.to_string()),
        }
    }

    /// Adds the values of a list, or another value.
    fn push_values(&mut self, key: &Key, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let texts = values_text(value)?;
        if !key.takes_list() {
            if texts.is_empty() && matches!(key.arity, Arity::Flag | Arity::One) {
                return Err(empty_list(value.py(), key));
            }
            texts.iter().for_each(|text| self.fields.push(key.id, text));
            return Ok(());
        }
        match texts.as_slice() {
            // of a set, which has no elements then
            [] if key.arity == Arity::Set => {}
            [] => return Err(empty_list(value.py(), key)),
            [only] => {
                if values_of(value).is_some() {
                    self.short_lists.push((key.id, only.clone()));
                }
                self.fields.push(key.id, only);
            }
            several => self.fields.push(key.id, &several.join(",")),
        }
        Ok(())
    }
}

fn empty_list(py: Python<'_>, key: &Key) -> PyErr {
    field_error(py, key, "a list without values has no case")
}

/// Formats a whole number.
fn integer_text(number: &Bound<'_, PyInt>) -> PyResult<String> {
    match number.extract::<i64>() {
        Ok(number) => Ok(number.to_string()),
        // larger numbers are no input that is allowed, but belong into the message
        Err(_) => number.str()?.extract(),
    }
}

/// Returns what a card stands for, its id, and the number of Python that a number of numpy stands
/// for; other values as they are.
///
/// # Errors
/// [`InputError`](crate::faults::InputError) for a dict without an id.
fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(card) = value.cast::<PyDict>() {
        let id = card.get_item("id")?;
        return id
            .ok_or_else(|| input_error("a dict without `id` is no card: pass a card or a name"));
    }
    let dimensions = value.getattr_opt("ndim")?.and_then(|number| number.extract::<usize>().ok());
    if dimensions == Some(0) { value.call_method0("item") } else { Ok(value.clone()) }
}

/// Formats the values of a sequence, or a single value.
fn values_text(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match values_of(value) {
        Some(values) => values.map(|value| value_text(&value?)).collect(),
        None => Ok(vec![value_text(value)?]),
    }
}

/// Returns the values of lists, tuples, ranges and arrays; `None` for text, cards and numbers.
fn values_of<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyIterator>> {
    let is_single = value.is_instance_of::<PyString>() || value.is_instance_of::<PyDict>();
    if is_single { None } else { value.try_iter().ok() }
}

/// Formats a value as on the command line: `1e5` is `100000`; a list in a list is a set, with its
/// elements joined with `+`.
fn value_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let value = &plain(value)?;
    if values_of(value).is_some() {
        return Ok(values_text(value)?.join("+"));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "yes" } else { "no" }.to_owned());
    }
    match value.cast::<PyFloat>().map(|float| float.value()) {
        Ok(float) if float.fract() == 0.0 && float.abs() < 1e18 => Ok(format!("{float:.0}")),
        _ => value.str()?.extract(),
    }
}

/// Reads the army lists that the fields name, as `list=FILE` or by the file alone: questions never
/// read files themselves.
fn attach_lists(keys: &KeyIndex, fields: &mut RawFields) -> PyResult<()> {
    for key in keys.naming_lists() {
        fields.replace(key.id, |text| with_list_files(text, |path| Path::new(path).is_file()));
    }
    let texts = keys.naming_lists().flat_map(|key| fields.of(key.id));
    let files: Vec<String> = texts.flat_map(files_named).map(str::to_owned).collect();
    for file in files {
        let text = list_text(Path::new(&file));
        let text = text.map_err(input_error)?;
        fields.add_file(&file, &text);
    }
    Ok(())
}
