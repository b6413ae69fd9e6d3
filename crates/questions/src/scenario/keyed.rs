//! Groups of the one table of keys ([`crate::request`]) in tables of files, where each key may be a
//! list like all others.

use std::marker::PhantomData;

use super::form::Form;
use super::sweep::{FieldValues, SweepCase};
use crate::document::schema::{Schema, swept, swept_row, with_description};
use crate::document::{Draft, KeyedValue, Report, Span, choose, quoted};
use crate::request::{Arity, Key, Keys, Mark, ParsedFields, RawFields, RequestError};

/// A group of keys as a file gives them.
#[derive(Debug)]
pub(super) struct Keyed<K> {
    /// Each key with its texts; none where it is left out.
    keys: Vec<(Key, FieldValues<Vec<FileText>>)>,
    span: Span,
    group: PhantomData<K>,
}

/// One text of a key and where it was written; that of a flag is empty.
#[derive(Clone, Debug)]
struct FileText {
    text: String,
    span: Span,
}

impl<U> Form<'_, '_, '_, U> {
    /// A group of keys, each of which may be left out unless its question lacks something then.
    pub(super) fn keyed<K: Keys>(&mut self) -> Keyed<K> {
        let span = self.section.span.clone();
        let keys = K::keys().into_iter().map(|key| {
            let values = self.key(&key);
            (key, values)
        });
        Keyed { keys: keys.collect(), span: span.clone(), group: PhantomData }
    }

    /// The texts of a key.
    fn key(&mut self, key: &Key) -> FieldValues<Vec<FileText>> {
        if key.is_needed {
            self.section.describe(|table| table.require(key.id));
        }
        let schema = || with_description(schema(key), &of_files(key.words.trim_end_matches('.')));
        let Some(item) = self.section.item_with_schema(key.id, schema) else {
            self.refuse_former(key);
            if key.is_needed {
                self.section.missing(key.id, self.report);
                return FieldValues::nothing();
            }
            return FieldValues::just(Vec::new(), &self.section.span);
        };
        let list = item.value.as_array();
        // a list is one value of a key with several: only a list with a list in it sweeps
        let swept =
            list.filter(|list| !is_listed(key) || list.iter().any(|e| e.get_ref().is_array()));
        let elements = swept.map(|list| item.elements(list).collect());
        let found = self.values(&item, elements, |item| texts(key, item), shown);
        self.axes.forget(key.id, key.default.as_deref().unwrap_or("no"));
        found
    }

    /// Refuses a key under a name it had, or that players may give it by mistake.
    fn refuse_former(&mut self, key: &Key) {
        let names = key.marks.iter().filter_map(|mark| match mark {
            Mark::Mistaken(name) if !name.contains('-') => Some(*name),
            _ => None,
        });
        for name in names.filter(|name| *name != key.id) {
            let Some(item) = self.section.peek(name) else { continue };
            self.section.disallowed(name);
            let what = &self.section.what;
            self.report.add(|| {
                Draft::new(&item.span, format!("{what} has no key `{name}`"))
                    .help(format!("it is called `{}`", key.id))
            });
        }
    }
}

/// Whether a key has several values at once.
fn is_listed(key: &Key) -> bool {
    matches!(key.arity, Arity::Several | Arity::Set)
}

/// What may stand behind a key.
fn schema(key: &Key) -> Schema {
    if is_listed(key) { swept_row(&key.schema) } else { swept(&key.schema) }
}

/// What texts are called in an axis.
fn shown(texts: &Vec<FileText>) -> String {
    match texts.as_slice() {
        [] => "no".to_owned(),
        [one] if one.text.is_empty() => "yes".to_owned(),
        all => all.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(", "),
    }
}

impl<K: Keys> Keyed<K> {
    /// The group in a case; none where its keys contradict each other, which is told.
    pub(super) fn at(&self, case: &SweepCase, report: &mut Report) -> Option<K> {
        let mut given = RawFields::new();
        for (key, swept) in &self.keys {
            swept.at(case)?.value.iter().for_each(|one| given.push(key.id, &one.text));
        }
        let keys: Vec<Key> = self.keys.iter().map(|(key, _)| key.clone()).collect();
        let read =
            ParsedFields::new("the table", &keys, &given).and_then(|values| K::read(&values));
        self.told_in(read, case, report)
    }

    /// Whether a key differs among the cases.
    pub(super) fn varies(&self, id: &str) -> bool {
        self.keys.iter().any(|(key, values)| key.id == id && !values.steps.is_empty())
    }

    /// What came of the group; none where that is a fault, which is told at the table.
    pub(super) fn told<T>(&self, found: Result<T, RequestError>, report: &mut Report) -> Option<T> {
        found.map_err(|wrong| tell(&wrong, &self.span, report)).ok()
    }

    /// The same, told at the key that the fault is about, where it is known.
    pub(super) fn told_in<T>(
        &self,
        found: Result<T, RequestError>,
        case: &SweepCase,
        report: &mut Report,
    ) -> Option<T> {
        let told = |wrong: RequestError| {
            let span = self.place(&wrong, case).unwrap_or_else(|| self.span.clone());
            tell(&wrong, &span, report);
        };
        found.map_err(told).ok()
    }

    /// Where the value is that a fault is about.
    fn place(&self, wrong: &RequestError, case: &SweepCase) -> Option<Span> {
        let (id, place) = match wrong {
            RequestError::Contradiction { id, place, .. } => (*id, *place),
            RequestError::Requires { key, .. } | RequestError::Conflict { key, .. } => {
                let (key, _) = self.keys.iter().find(|(one, _)| one.display_name() == *key)?;
                (key.id, 0)
            }
            _ => return None,
        };
        let (_, values) = self.keys.iter().find(|(key, _)| key.id == id)?;
        values.at(case)?.value.get(place).map(|one| one.span.clone())
    }
}

/// Tells a fault, once at each place.
fn tell(wrong: &RequestError, span: &Span, report: &mut Report) {
    report.add_once("keys", span, || Draft::new(span, of_files(&wrong.to_string())));
}

/// The texts of a value.
fn texts(key: &Key, item: &KeyedValue<'_>) -> Result<Vec<FileText>, Draft> {
    let one = |item: &KeyedValue<'_>| {
        let text = text(key, item)?;
        Ok(text.map(|text| FileText { text, span: item.span.clone() }))
    };
    if !is_listed(key) {
        return Ok(one(item)?.into_iter().collect());
    }
    let all: Result<Vec<_>, Draft> = item.as_list().iter().map(one).collect();
    Ok(all?.into_iter().flatten().collect())
}

/// Whether the value of a key may be a table.
fn allows_table(key: &Key) -> bool {
    let all = key.schema["anyOf"].as_array().into_iter().flatten();
    all.into_iter().any(|one| one["type"] == "object")
}

/// The text of a value; none for a flag that is not set.
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
        table @ serde_json::Value::Object(_) if allows_table(key) => table.to_string(),
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
