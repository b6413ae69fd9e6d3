//! Faults of input in the words of Python.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use warodds_questions::request::{Key, Mark, RequestError, rename_keys};

create_exception!(
    warodds,
    InputError,
    PyValueError,
    "Invalid input. `field` is the keyword or the positional argument that is wrong, or `None`."
);

/// Returns the exception for bad input that concerns no field.
pub(crate) fn input_error(error: impl ToString) -> PyErr {
    InputError::new_err(error.to_string())
}

/// Returns the exception for a wrong value of one field.
pub(crate) fn field_error(py: Python<'_>, key: &Key, wrong: &str) -> PyErr {
    let field = key_keyword(py, key);
    with_field(py, format!("{field}: {wrong}"), Some(field))
}

/// Returns the exception for a request: each fault on a line of its own, with keywords in place of
/// options, and after the name of its field unless it names it. `function` is the kind of question.
pub(crate) fn request_error(
    py: Python<'_>,
    error: &RequestError,
    keys: &[Key],
    function: &str,
) -> PyErr {
    let lines = error.each().iter().map(|fault| fault_text(py, fault, keys, function));
    let lines: Vec<String> = lines.collect();
    let field = match error.each().first() {
        Some(RequestError::UnknownKey { given, .. }) => Some(given.replace('-', "_")),
        _ => field_keyword(py, error, keys),
    };
    with_field(py, lines.join("\n"), field)
}

/// Returns one fault in the words of Python.
fn fault_text(py: Python<'_>, fault: &RequestError, keys: &[Key], function: &str) -> String {
    let text = rename_keys(&fault.to_string(), keys, |name| keyword(py, name));
    if let RequestError::UnknownKey { kind, .. } = fault {
        let function = function.replace('/', ".").replace('-', "_");
        let text = keys.iter().fold(text, |text, key| {
            text.replace(&format!("`{}`", key.id), &format!("`{}`", key_keyword(py, key)))
        });
        return text.replacen(
            &format!("`{kind}` has no option"),
            &format!("{function}() has no keyword"),
            1,
        );
    }
    match field_keyword(py, fault, keys) {
        Some(field) if text.split(' ').next() != Some(&field) => format!("{field}: {text}"),
        _ => text,
    }
}

/// Returns the keyword or the positional argument that a fault is about, if known.
fn field_keyword(py: Python<'_>, fault: &RequestError, keys: &[Key]) -> Option<String> {
    let id = fault.field(keys)?;
    let key = keys.iter().find(|key| key.id == id)?;
    Some(key_keyword(py, key))
}

/// Returns the keyword of a key; a positional argument is called by its id.
fn key_keyword(py: Python<'_>, key: &Key) -> String {
    if key.has(Mark::Positional) {
        keyword(py, key.id)
    } else {
        keyword(py, &key.long.replace('-', "_"))
    }
}

/// Returns the keyword of a name: reserved words of Python have another `_` appended.
fn keyword(py: Python<'_>, name: &str) -> String {
    let reserved = || py.import("keyword")?.call_method1("iskeyword", (name,))?.extract();
    let is_reserved: PyResult<bool> = reserved();
    if is_reserved.unwrap_or(false) { format!("{name}_") } else { name.to_owned() }
}

fn with_field(py: Python<'_>, message: String, field: Option<String>) -> PyErr {
    let error = InputError::new_err(message);
    match error.value(py).setattr("field", field) {
        Ok(()) => error,
        Err(other) => other,
    }
}
