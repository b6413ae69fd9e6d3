//! Groups of the one table of keys ([`crate::request`]) in tables of files, where each key may be a
//! list like all others.

use std::marker::PhantomData;

use super::form::Form;
use super::sweep::{FieldValues, SweepCase};
use crate::document::schema::{swept, with_description};
use crate::document::{Draft, KeyedValue, Report, Span, choose, quoted};
use crate::request::{Arity, Key, Keys, ParsedFields, RawFields, RequestError};

/// A group of keys as a file gives them.
#[derive(Debug)]
pub(super) struct Keyed<K> {
    /// Each key with its texts, none where it is left out; that of a flag is empty.
    keys: Vec<(Key, FieldValues<Option<String>>)>,
    span: Span,
    group: PhantomData<K>,
}

impl<U> Form<'_, '_, '_, U> {
    /// A group of keys, each of which may be left out.
    pub(super) fn keyed<K: Keys>(&mut self) -> Keyed<K> {
        let span = self.section.span.clone();
        let keys = K::keys().into_iter().map(|key| {
            let swept = self.key(&key).unwrap_or_else(|| FieldValues::just(None, &span));
            (key, swept)
        });
        Keyed { keys: keys.collect(), span: span.clone(), group: PhantomData }
    }

    /// The texts of a key that is there.
    fn key(&mut self, key: &Key) -> Option<FieldValues<Option<String>>> {
        let item = self.section.item_with_schema(key.id, || {
            with_description(swept(&key.schema), key.words.trim_end_matches('.'))
        })?;
        let elements = item.value.as_array().map(|list| item.elements(list).collect());
        let show = |text: &Option<String>| match text.as_deref() {
            None => "no".to_owned(),
            Some("") => "yes".to_owned(),
            Some(text) => text.to_owned(),
        };
        let found = self.values(&item, elements, |item| text(key, item), show);
        self.axes.forget(key.id, "no");
        Some(found)
    }
}

impl<K: Keys> Keyed<K> {
    /// The group in a case; none where its keys contradict each other, which is told.
    pub(super) fn at(&self, case: &SweepCase, report: &mut Report) -> Option<K> {
        let mut given = RawFields::new();
        for (key, swept) in &self.keys {
            if let Some(text) = &swept.at(case)?.value {
                given.push(key.id, text);
            }
        }
        let keys: Vec<Key> = self.keys.iter().map(|(key, _)| key.clone()).collect();
        let read =
            ParsedFields::new("the table", &keys, &given).and_then(|values| K::read(&values));
        self.told(read, report)
    }

    /// What came of the group; none where that is a fault, which is told at the table.
    pub(super) fn told<T>(&self, found: Result<T, RequestError>, report: &mut Report) -> Option<T> {
        let wrong = |error: RequestError| {
            report.add_once("keys", &self.span, || {
                Draft::new(&self.span, of_files(&error.to_string()))
            });
        };
        found.map_err(wrong).ok()
    }
}

/// The text of a value.
fn text(key: &Key, item: &KeyedValue<'_>) -> Result<Option<String>, Draft> {
    if key.arity == Arity::Flag {
        let flag = item.value.as_bool().ok_or_else(|| item.type_fault("true or false"))?;
        return Ok(flag.then(String::new));
    }
    if !key.choices.is_empty() {
        let names: Vec<(&str, &str)> =
            key.choices.iter().map(|choice| (choice.name, choice.name)).collect();
        return choose(item, &names).map(|name| Some(name.to_owned()));
    }
    let text = match item.to_json() {
        serde_json::Value::String(text) => text,
        serde_json::Value::Number(number) => number.to_string(),
        _ => return Err(item.type_fault("text or a number")),
    };
    let wrong = |wrong: String| {
        Draft::new(&item.span, format!("`{}` cannot be {}: {wrong}", item.key, quoted(&text)))
    };
    key.canonical(&text).map(Some).map_err(wrong)
}

/// A message about options in the words of files: `--a-crown` is the key `a_crown`.
fn of_files(message: &str) -> String {
    let word = |word: &str| match word.strip_prefix("--") {
        Some(option) => {
            let (name, rest) = option.split_at(
                option
                    .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
                    .unwrap_or(option.len()),
            );
            format!("`{}`{rest}", name.replace('-', "_"))
        }
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_keys_in_files() {
        assert_eq!(
            of_files("--claimed-in says when: add --a-crown, or --b-wealth"),
            "`claimed_in` says when: add `a_crown`, or `b_wealth`"
        );
    }
}
