//! Names of army list files in texts: the term `list=FILE` among comma-separated terms.

/// Returns the file of the list that a term names.
pub(in crate::request) fn named(term: &str) -> Option<&str> {
    let (key, file) = term.split_once('=')?;
    (key.trim() == "list").then_some(file.trim())
}

/// Returns the files of all lists that a text names.
pub fn files_named(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter_map(named)
}
