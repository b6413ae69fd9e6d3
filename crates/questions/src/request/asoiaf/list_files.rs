//! How a text names the files of lists of armies: `list=FILE`, in its terms between commas.

/// The file of a list that a term names.
pub(in crate::request) fn named(term: &str) -> Option<&str> {
    let (key, file) = term.split_once('=')?;
    (key.trim() == "list").then_some(file.trim())
}

/// The files of lists that a text names.
pub fn files_named(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter_map(named)
}
