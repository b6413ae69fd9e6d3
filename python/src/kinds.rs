//! The kinds of questions and their keys, built once and described to Python.

use std::collections::HashMap;
use std::sync::LazyLock;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use warodds_questions::request::{self, Arity, Key, Keys, Mark, QuestionKind};
use warodds_questions::scenario::FileKeys;

/// A kind of question with its keys.
#[derive(Debug)]
pub(crate) struct KindEntry {
    pub kind: QuestionKind,
    pub keys: KeyIndex,
}

// building the keys of a kind takes longer than answering most questions
static KINDS: LazyLock<Vec<KindEntry>> = LazyLock::new(|| {
    let kinds = request::kinds().into_iter();
    kinds.map(|kind| KindEntry { keys: KeyIndex::new(kind.keys().to_vec()), kind }).collect()
});

/// The keys of `run`, which answers files.
pub(crate) static FILE_KEYS: LazyLock<KeyIndex> = LazyLock::new(|| KeyIndex::new(FileKeys::keys()));

/// Finds a kind of question by its name.
///
/// # Errors
/// `ValueError` with the message of the command line.
pub(crate) fn find_kind(name: &str) -> PyResult<&'static KindEntry> {
    KINDS.iter().find(|entry| entry.kind.name == name).ok_or_else(|| {
        let message = request::kind(name).err().map(|error| error.to_string());
        PyValueError::new_err(message.unwrap_or_default())
    })
}

/// Keys with an index by Python keyword: a linear search for each argument of a call would take
/// longer than reading its value.
#[derive(Debug)]
pub(crate) struct KeyIndex {
    pub keys: Vec<Key>,
    by_keyword: HashMap<String, (usize, Option<&'static str>)>,
    positional: Vec<usize>,
    naming_lists: Vec<usize>,
}

impl KeyIndex {
    fn new(keys: Vec<Key>) -> Self {
        let mut by_keyword = HashMap::new();
        for (index, key) in keys.iter().enumerate() {
            by_keyword.entry(key.id.to_owned()).or_insert((index, None));
            by_keyword.entry(key.long.replace('-', "_")).or_insert((index, None));
        }
        for (index, key) in keys.iter().enumerate() {
            for (name, value) in key.aliases() {
                by_keyword.entry(name.replace('-', "_")).or_insert((index, value));
            }
        }
        let marked = |mark: Mark| {
            let indices = keys.iter().enumerate().filter(|(_, key)| key.has(mark));
            indices.map(|(index, _)| index).collect()
        };
        let (positional, naming_lists) = (marked(Mark::Positional), marked(Mark::Lists));
        Self { keys, by_keyword, positional, naming_lists }
    }

    /// Finds a key by its Python keyword: its id, its option's name or a short one, with `_` for
    /// `-`, and the value that a short name stands for. Reserved words of Python have another `_`
    /// appended.
    pub(crate) fn find(&self, keyword: &str) -> Option<(&Key, Option<&'static str>)> {
        let find = |word: &str| {
            let (index, value) = *self.by_keyword.get(word)?;
            self.keys.get(index).map(|key| (key, value))
        };
        find(keyword).or_else(|| find(keyword.strip_suffix('_')?))
    }

    /// Returns the keys of positional arguments, in order.
    pub(crate) fn positional(&self) -> impl Iterator<Item = &Key> {
        self.positional.iter().filter_map(|index| self.keys.get(*index))
    }

    /// Returns the keys whose values may name files of army lists.
    pub(crate) fn naming_lists(&self) -> impl Iterator<Item = &Key> {
        self.naming_lists.iter().filter_map(|index| self.keys.get(*index))
    }
}

/// Returns all kinds of questions, and `run`, as dicts with `name`, `about` and `keys`.
#[pyfunction]
pub(crate) fn kinds(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let dict = |name: &str, about: &str, keys: &[Key]| {
        let dict = PyDict::new(py);
        dict.set_item("name", name)?;
        dict.set_item("about", about)?;
        let keys: PyResult<Vec<_>> = keys.iter().map(|key| key_dict(py, key)).collect();
        dict.set_item("keys", keys?)?;
        Ok(dict)
    };
    let kinds = KINDS.iter().map(|entry| dict(entry.kind.name, entry.kind.about, &entry.keys.keys));
    let files = dict("run", "Answers all questions of a file.", &FILE_KEYS.keys);
    kinds.chain([files]).collect()
}

fn key_dict<'py>(py: Python<'py>, key: &Key) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("id", key.id)?;
    dict.set_item("keyword", key.long.replace('-', "_"))?;
    dict.set_item("words", &key.words)?;
    dict.set_item("heading", key.heading.name())?;
    let arity = match key.arity {
        Arity::Flag => "flag",
        Arity::One => "one",
        Arity::Several => "several",
        Arity::Set => "set",
    };
    dict.set_item("arity", arity)?;
    let aliases: Vec<(String, bool)> =
        key.aliases().map(|(name, value)| (name.replace('-', "_"), value.is_some())).collect();
    dict.set_item("aliases", aliases)?;
    dict.set_item("takes_list", key.takes_list())?;
    dict.set_item("names_card", key.names_card())?;
    dict.set_item("needed", key.is_needed)?;
    dict.set_item("positional", key.has(Mark::Positional))?;
    dict.set_item("default", &key.default)?;
    let choices: Vec<&str> = key.choices.iter().map(|choice| choice.name).collect();
    dict.set_item("choices", choices)?;
    let kind = key.schema.get("type").and_then(|kind| kind.as_str());
    dict.set_item("type", kind)?;
    Ok(dict)
}
