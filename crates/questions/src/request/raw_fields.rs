//! Fields of a request as they were given: unparsed texts by key.

use std::borrow::Cow;

use super::key::{Arity, Key, find};
use super::value::is_contents;

/// Unparsed field values in input order, and the contents of the files that they name.
///
/// Questions never read files themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawFields {
    texts: Vec<(String, String)>,
    /// Values that short flags deny, such as `flank` of `flank=no`, by key.
    denied: Vec<(&'static str, String)>,
    files: Vec<(String, String)>,
}

impl RawFields {
    /// Creates an empty set of fields.
    pub const fn new() -> Self {
        Self { texts: Vec::new(), denied: Vec::new(), files: Vec::new() }
    }

    /// Adds a value of a key and returns the fields; the text of a flag is empty.
    #[must_use]
    pub fn with(mut self, id: &str, text: &str) -> Self {
        self.push(id, text);
        self
    }

    /// Adds a value of a key.
    pub fn push(&mut self, id: &str, text: &str) {
        self.texts.push((id.to_owned(), text.to_owned()));
    }

    /// Adds a value of the key with this name or alias. An unknown name is kept, so that
    /// [`ParsedFields::new`](super::ParsedFields::new) reports it.
    pub fn push_named(&mut self, keys: &[Key], name: &str, text: &str) {
        match find(keys, name) {
            Some((key, None)) => self.push(key.id, text),
            Some((key, Some(value))) => self.push_short(key, value, text),
            None => self.push(name, text),
        }
    }

    /// Adds the value of a key that a flag stands for; `yes,no` is a list of it and the default.
    pub fn push_short(&mut self, key: &Key, value: &str, text: &str) {
        if is_no(text) {
            self.denied.push((key.id, value.to_owned()));
            return;
        }
        let each = text.split(',').map(str::trim).map(|text| match &key.default {
            _ if is_yes(text) => value,
            Some(default) if is_no(text) => default,
            // reported as an invalid value of the key
            _ => text,
        });
        self.push(key.id, &each.collect::<Vec<_>>().join(","));
    }

    /// Adds the contents of a file under the name that a field uses for it.
    pub fn add_file(&mut self, name: &str, text: &str) {
        self.files.push((name.to_owned(), text.to_owned()));
    }

    /// Returns the contents of a file added under this name.
    pub fn file(&self, name: &str) -> Option<&str> {
        let found = self.files.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str())
    }

    /// Returns the name of a file with these contents.
    pub fn file_name(&self, contents: &str) -> Option<&str> {
        let found = self.files.iter().find(|(_, text)| text == contents);
        found.map(|(name, _)| name.as_str())
    }

    /// Replaces the path in a field by the contents of the file, and keeps its name for messages.
    pub fn set_contents(&mut self, id: &str, name: &str, text: &str) {
        self.remove(id);
        // without a line break, the text would be taken for a path
        let text = if is_contents(text) { text.to_owned() } else { format!("{text}\n") };
        self.push(id, &text);
        self.add_file(name, &text);
    }

    /// Returns the short flag that denies a value which the key has as well.
    pub(super) fn contradicted(&self, key: &Key) -> Option<&'static str> {
        let has = |value: &str| {
            let mut elements = self.of(key.id).flat_map(|text| text.split([',', '+', ' ']));
            elements.any(|element| element == value)
        };
        let is_denied = |value: &str| self.denied.iter().any(|(id, v)| *id == key.id && v == value);
        let shorts = key.aliases().filter_map(|(short, value)| Some((short, value?)));
        shorts.filter(|(_, value)| is_denied(value) && has(value)).map(|(short, _)| short).next()
    }

    /// Returns the fields without unset flags, such as `charge=no`. Those of repeated flags stay, so
    /// that [`ParsedFields::new`](super::ParsedFields::new) reports them.
    #[must_use]
    pub(super) fn without_unset(&self, keys: &[Key]) -> Cow<'_, Self> {
        let is_unset = |id: &str, text: &str| {
            is_no(text)
                && self.of(id).count() == 1
                && keys.iter().any(|key| key.id == id && key.arity == Arity::Flag)
        };
        if !self.all().any(|(id, text)| is_unset(id, text)) {
            return Cow::Borrowed(self);
        }
        let mut rest = self.clone();
        rest.texts.retain(|(id, text)| !is_unset(id, text));
        Cow::Owned(rest)
    }

    /// Replaces each text of a key.
    pub fn replace(&mut self, id: &str, replaced: impl Fn(&str) -> String) {
        let texts = self.texts.iter_mut().filter(|(given, _)| given == id);
        texts.for_each(|(_, text)| *text = replaced(text));
    }

    /// Removes the values of a key; returns whether there were any.
    pub fn remove(&mut self, id: &str) -> bool {
        let before = self.texts.len();
        self.texts.retain(|(given, _)| given != id);
        self.texts.len() < before
    }

    /// Returns all fields as ids and texts.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// Returns the values of a key.
    pub fn of(&self, id: &str) -> impl Iterator<Item = &str> {
        self.all().filter(move |(given, _)| *given == id).map(|(_, text)| text)
    }

    /// Returns whether a key has a value.
    pub fn has(&self, id: &str) -> bool {
        self.of(id).next().is_some()
    }
}

/// Returns whether the text of a flag sets it.
fn is_yes(text: &str) -> bool {
    matches!(text, "" | "yes" | "true" | "1")
}

/// Returns whether the text of a flag unsets it.
pub(super) fn is_no(text: &str) -> bool {
    matches!(text, "no" | "false" | "0")
}
