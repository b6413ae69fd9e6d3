//! Options in texts, in the words of other interfaces.

use super::error::RequestError;
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
    rename_settings(text, &[], |name, value| {
        let name = rename(name)?;
        Some(value.map_or_else(|| name.clone(), |value| format!("{name} {value}")))
    })
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
    rename_keys_with_values(message, keys, |name, value| {
        value.map_or_else(|| rename(name), |value| format!("{} {value}", rename(name)))
    })
}

/// Does the same as [`rename_keys`], and passes the value that a message gives to an option, as it
/// is written there: `exact` of `--engine exact`.
///
/// # Examples
/// ```
/// use warodds_questions::request::{kind, rename_keys_with_values};
///
/// let keys = kind("attack")?.keys().to_vec();
/// let quoted = |name: &str, value: Option<&str>| match value {
///     Some(value) => format!("`{name}={value}`"),
///     None => format!("`{name}`"),
/// };
/// let text = "name --engine exact, or leave --fractions out";
/// let text = rename_keys_with_values(text, &keys, quoted);
/// assert_eq!(text, "name `engine=exact`, or leave `fractions` out");
/// # Ok::<(), warodds_questions::request::RequestError>(())
/// ```
pub fn rename_keys_with_values(
    message: &str,
    keys: &[Key],
    rename: impl Fn(&str, Option<&str>) -> String,
) -> String {
    let option = |name: &str, value: Option<&str>| {
        (name != "help").then(|| rename(&name.replace('-', "_"), value))
    };
    let message = rename_settings(message, keys, option);
    // the names of the sides of a duel are single letters, which are words as well
    rename_arguments(&message, keys, |name| name.len() > 1, |id| rename(id, None))
}

/// Returns the message of a fault and what to do about it: `commands` replaced, and keys renamed as
/// [`rename_keys_with_values`] does, arguments of a single letter included where the fault is of
/// them.
///
/// # Examples
/// ```
/// use warodds_questions::request::{RawFields, Setup, kind, rename_fault};
///
/// let duel = kind("duel")?;
/// let fields = RawFields::new().with("b", "stark bowmen");
/// let fault = duel.request(duel.keys(), &fields, &Setup::shipped()).unwrap_err();
/// let quoted = |name: &str, _: Option<&str>| format!("`{name}`");
/// let (message, remedy) = rename_fault(&fault, duel.keys(), &[("warodds units", "units")], quoted);
/// assert!(message.starts_with("`a` is missing"), "{message}");
/// assert_eq!(remedy.as_deref(), Some("add `a`"));
/// # Ok::<(), warodds_questions::request::RequestError>(())
/// ```
pub fn rename_fault(
    fault: &RequestError,
    keys: &[Key],
    commands: &[(&str, &str)],
    rename: impl Fn(&str, Option<&str>) -> String,
) -> (String, Option<String>) {
    let concerned = fault.concerned();
    let renamed = |text: &str| {
        let replaced = |text: String, (command, words): &(&str, &str)| text.replace(command, words);
        let text = commands.iter().fold(text.to_owned(), replaced);
        let text = rename_keys_with_values(&text, keys, &rename);
        rename_arguments(&text, keys, |name| concerned.contains(&name), |id| rename(id, None))
    };
    (renamed(&fault.to_string()), fault.remedy().map(|remedy| renamed(&remedy)))
}

/// Replaces positional arguments with names that `is_meant` accepts.
fn rename_arguments(
    text: &str,
    keys: &[Key],
    is_meant: impl Fn(&str) -> bool,
    rename: impl Fn(&str) -> String,
) -> String {
    let word = |word: &str| {
        let (name, rest) = word.split_at(word.find([',', ':', ';', '.']).unwrap_or(word.len()));
        let is_positional = |key: &&Key| key.has(Mark::Positional) && key.value_name == name;
        let positional = keys.iter().find(is_positional).filter(|_| is_meant(name));
        positional.map_or_else(|| word.to_owned(), |key| format!("{}{rest}", rename(key.id)))
    };
    outside_quotes(text, |part| part.split(' ').map(word).collect::<Vec<_>>().join(" "))
}

/// Applies `rename` to a text but for what stands in backticks: texts of the player, which no message
/// alters, and commands, which have no arguments.
fn outside_quotes(text: &str, rename: impl Fn(&str) -> String) -> String {
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, found) = rest.split_at(start);
        let (quotation, after) = found.split_at(end_of_quotation(found));
        renamed.push_str(&rename(before));
        renamed.push_str(quotation);
        rest = after;
    }
    renamed + &rename(rest)
}

/// Whether a text in backticks is a command of the program, and not one of the player.
fn is_command(text: &&str) -> bool {
    text.starts_with("warodds ")
}

/// Returns the length of a text in backticks at the start of a text, with both of them; a backtick
/// after a backslash is part of the text.
fn end_of_quotation(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '`' => return place + 1,
            _ => {}
        }
    }
    text.len()
}

/// Replaces each option in a text, with its value if the text gives it one.
fn rename_settings(
    text: &str,
    keys: &[Key],
    rename: impl Fn(&str, Option<&str>) -> Option<String> + Copy,
) -> String {
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("--").into_iter().chain(rest.find('`')).min() {
        let (before, found) = rest.split_at(start);
        renamed.push_str(before);
        if let Some(option) = found.strip_prefix("--") {
            let (text, after) = rename_setting(option, keys, rename);
            renamed.push_str(&text);
            rest = after;
        } else {
            let (quotation, after) = found.split_at(end_of_quotation(found));
            renamed.push_str(&match quotation.strip_prefix('`').filter(is_command) {
                Some(command) => format!("`{}", rename_settings(command, keys, rename)),
                None => quotation.to_owned(),
            });
            rest = after;
        }
    }
    renamed + rest
}

/// Replaces the option at the start of a text, without its dashes. Returns it and what follows.
fn rename_setting<'t>(
    text: &'t str,
    keys: &[Key],
    rename: impl Fn(&str, Option<&str>) -> Option<String>,
) -> (String, &'t str) {
    let is_outside = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
    let (name, rest) = text.split_at(text.find(is_outside).unwrap_or(text.len()));
    let value = value_after(keys.iter().find(|key| key.long == name), rest);
    let (value, rest) = value.map_or((None, rest), |(value, rest)| (Some(value), rest));
    let kept = || value.map_or_else(|| format!("--{name}"), |one| format!("--{name} {one}"));
    (rename(name, value).unwrap_or_else(kept), rest)
}

/// Splits the value of an option from what follows it: a text in quotes, a number, a placeholder,
/// a pair with `=`, or one of the names that the key allows.
fn value_after<'t>(key: Option<&Key>, rest: &'t str) -> Option<(&'t str, &'t str)> {
    let rest = rest.strip_prefix(' ')?;
    let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '`'));
    let end = match quote {
        Some(quote) => 2 + rest.get(1..)?.find(quote)?,
        None => rest.find([' ', ',', ';', ':', ')', '`', '\n']).unwrap_or(rest.len()),
    };
    let (value, rest) = rest.split_at(end);
    let is_placeholder = |letter: char| letter.is_ascii_uppercase();
    let is_choice = key.is_some_and(|key| key.choices.iter().any(|one| one.name == value));
    let is_value = quote.is_some()
        || is_choice
        || value.contains('=')
        || value.starts_with(|letter: char| letter.is_ascii_digit())
        || (!value.is_empty() && value.chars().all(is_placeholder));
    is_value.then_some((value, rest))
}
