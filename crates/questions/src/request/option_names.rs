//! Options in texts, in the words of other interfaces.

/// Replaces each option in a text, such as `--wounds-lost`, by what `rename` returns for its name,
/// `wounds-lost`; `None` leaves the option.
///
/// # Examples
/// ```
/// use warodds_questions::request::rename_options;
///
/// let method = |name: &str| (name != "help").then(|| format!(".{}()", name.replace('-', "_")));
/// let text = rename_options("add --opening-charge, or see duel --help", method);
/// assert_eq!(text, "add .opening_charge(), or see duel --help");
/// ```
pub fn rename_options(text: &str, rename: impl Fn(&str) -> Option<String>) -> String {
    let mut parts = text.split("--");
    let mut renamed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_outside = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
        let (name, rest) = part.split_at(part.find(is_outside).unwrap_or(part.len()));
        renamed.push_str(&rename(name).unwrap_or_else(|| format!("--{name}")));
        renamed.push_str(rest);
    }
    renamed
}
