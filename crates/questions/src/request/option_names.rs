//! Options in texts, in the words of other interfaces.

use super::key::{Key, Mark};

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

/// Replaces each option and each positional argument in a message, such as `--a-crown` and
/// `ATTACKER`, by what `rename` returns for its name with `_`: `a_crown`, `attacker`. `help` stays.
///
/// # Examples
/// ```
/// use warodds_questions::request::{kind, rename_keys};
///
/// let keys = kind("attack")?.keys().to_vec();
/// let quoted = |name: &str| format!("`{name}`");
/// let text = rename_keys("ATTACKER is missing: add --attacker-with", &keys, quoted);
/// assert_eq!(text, "`attacker` is missing: add `attacker_with`");
/// # Ok::<(), warodds_questions::request::RequestError>(())
/// ```
pub fn rename_keys(message: &str, keys: &[Key], rename: impl Fn(&str) -> String) -> String {
    let option = |name: &str| (name != "help").then(|| rename(&name.replace('-', "_")));
    let message = rename_options(message, option);
    let word = |word: &str| {
        let (name, rest) = word.split_at(word.find([',', ':', ';', '.']).unwrap_or(word.len()));
        // the names of the sides of a duel are single letters, which are words as well
        let is_positional = |key: &&Key| key.has(Mark::Positional) && key.value_name == name;
        let positional = keys.iter().find(is_positional).filter(|_| name.len() > 1);
        positional.map_or_else(|| word.to_owned(), |key| format!("{}{rest}", rename(key.id)))
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
