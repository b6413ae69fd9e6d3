//! Names of army list files in texts: the term `list=FILE` among comma-separated terms.

/// Returns the file of the list that a term names.
pub(in crate::request) fn named(term: &str) -> Option<&str> {
    let (key, file) = term.split_once('=')?;
    (key.trim() == "list").then_some(file.trim())
}

/// Writes each file of a list in a text as `list=FILE`: a term that ends like one, or the path of a
/// file, for which `exists` holds. A bare word is a name, whatever files there are.
///
/// # Examples
/// ```
/// use warodds_questions::request::asoiaf::with_list_files;
///
/// let exists = |path: &str| path == "lists/mine";
/// let text = with_list_files("my-list.txt, lists/mine, stark, 5..6", exists);
/// assert_eq!(text, "list=my-list.txt,list=lists/mine, stark, 5..6");
/// ```
pub fn with_list_files(text: &str, exists: impl Fn(&str) -> bool) -> String {
    let is_file = |term: &str| {
        let lower = term.to_lowercase();
        let has_end = [".toml", ".txt"].iter().any(|end| lower.ends_with(end));
        has_end || (term.contains(['/', '\\', '.']) && exists(term))
    };
    let term = |term: &str| match term.trim() {
        file if named(term).is_none() && is_file(file) => format!("list={file}"),
        _ => term.to_owned(),
    };
    text.split(',').map(term).collect::<Vec<_>>().join(",")
}

/// Returns the files of all lists that a text names.
pub fn files_named(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter_map(named)
}
