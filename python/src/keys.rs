//! The table of keys: kinds of questions, made once, and told to Python.

use std::collections::HashMap;
use std::sync::LazyLock;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use warodds_questions::request::{self, Arity, Key, Keys, Kind, Mark};
use warodds_questions::scenario::FileKeys;

/// A kind of question and its keys.
#[derive(Debug)]
pub struct Known {
    pub kind: Kind,
    pub table: Table,
}

/// All kinds: making their keys takes longer than answering most questions.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let kinds = request::kinds().into_iter();
    kinds.map(|kind| Known { table: Table::new(kind.keys()), kind }).collect()
});

/// The keys of files.
pub static OF_FILES: LazyLock<Table> = LazyLock::new(|| Table::new(FileKeys::keys()));

/// The kind of that name.
pub fn known(name: &str) -> PyResult<&'static Known> {
    let found = KNOWN.iter().find(|known| known.kind.name == name);
    found.map_or_else(
        || {
            // the words are the table's
            let wrong = request::kind(name).err().map(|error| error.to_string());
            Err(PyValueError::new_err(wrong.unwrap_or_default()))
        },
        Ok,
    )
}

/// Keys, found by what Python calls them: going through all of them for each argument of a call
/// would take longer than reading it.
#[derive(Debug)]
pub struct Table {
    pub keys: Vec<Key>,
    by_keyword: HashMap<String, usize>,
    marked: [Vec<usize>; 2],
}

impl Table {
    fn new(keys: Vec<Key>) -> Self {
        let mut by_keyword = HashMap::new();
        for (number, key) in keys.iter().enumerate() {
            by_keyword.entry(key.id.to_owned()).or_insert(number);
            by_keyword.entry(key.long.replace('-', "_")).or_insert(number);
        }
        let marked = [Mark::Positional, Mark::Lists].map(|mark| {
            let numbers = keys.iter().enumerate().filter(|(_, key)| key.has(mark));
            numbers.map(|(number, _)| number).collect()
        });
        Self { keys, by_keyword, marked }
    }

    /// The key that a keyword means: its id or its option's name with `_`; where that is a word of
    /// Python itself, with another `_` behind it.
    pub fn meant(&self, keyword: &str) -> Option<&Key> {
        let find = |word: &str| self.keys.get(*self.by_keyword.get(word)?);
        find(keyword).or_else(|| find(keyword.strip_suffix('_')?))
    }

    /// Those that stand in a place of their own.
    pub fn positional(&self) -> impl Iterator<Item = &Key> {
        self.marked[0].iter().filter_map(|number| self.keys.get(*number))
    }

    /// Those that may name lists of armies.
    pub fn naming_lists(&self) -> impl Iterator<Item = &Key> {
        self.marked[1].iter().filter_map(|number| self.keys.get(*number))
    }
}

/// All kinds of questions, and files: each a dict with `name`, `about` and `keys`, a list of dicts.
#[pyfunction]
pub fn kinds(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let dict = |name: &str, about: &str, keys: &[Key]| {
        let dict = PyDict::new(py);
        dict.set_item("name", name)?;
        dict.set_item("about", about)?;
        let keys: PyResult<Vec<_>> = keys.iter().map(|key| of_key(py, key)).collect();
        dict.set_item("keys", keys?)?;
        Ok(dict)
    };
    let kinds =
        KNOWN.iter().map(|known| dict(known.kind.name, known.kind.about, &known.table.keys));
    let files = dict("run", "All questions of a file.", &OF_FILES.keys);
    kinds.chain([files]).collect()
}

/// A key as a dict.
fn of_key<'py>(py: Python<'py>, key: &Key) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("id", key.id)?;
    dict.set_item("keyword", key.long.replace('-', "_"))?;
    dict.set_item("words", &key.words)?;
    dict.set_item("heading", key.heading)?;
    let arity = match key.arity {
        Arity::Flag => "flag",
        Arity::One => "one",
        Arity::Several => "several",
        Arity::List => "list",
    };
    dict.set_item("arity", arity)?;
    dict.set_item("needed", key.is_needed)?;
    dict.set_item("positional", key.has(Mark::Positional))?;
    dict.set_item("default", &key.default)?;
    let choices: Vec<&str> = key.choices.iter().map(|choice| choice.name).collect();
    dict.set_item("choices", choices)?;
    let kind = key.schema.get("type").and_then(|kind| kind.as_str());
    dict.set_item("type", kind)?;
    Ok(dict)
}
