//! Fields of a request, checked against the keys of a kind.

use std::borrow::Cow;

use super::battle_reader::BattleReader;
use super::error::RequestError;
use super::heading::Heading;
use super::key::{Arity, GIVEN, Key, Mark};
use super::raw_fields::{RawFields, is_no};
use super::value::Value;
use crate::document::quoted;
use crate::study::Setting;

/// Fields that were checked against a table of keys.
#[derive(Clone, Copy, Debug)]
pub struct ParsedFields<'k> {
    keys: &'k [Key],
    given: &'k RawFields,
    is_only_case: bool,
    battles: Option<&'k dyn BattleReader>,
}

impl<'k> ParsedFields<'k> {
    /// Checks fields against the keys of `kind`.
    ///
    /// # Errors
    /// All faults, in the order of declaration: [`RequestError::UnknownKey`],
    /// [`Twice`](RequestError::Twice), [`Requires`](RequestError::Requires),
    /// [`Conflict`](RequestError::Conflict) and [`Value`](RequestError::Value);
    /// [`Several`](RequestError::Several) of more than one.
    pub fn new(
        kind: &'static str,
        keys: &'k [Key],
        given: &'k RawFields,
    ) -> Result<Self, RequestError> {
        let values = Self::checked(keys, given);
        let unknown = given.all().filter(|(id, _)| values.key(id).is_none());
        let mut faults: Vec<_> = unknown.map(|(id, _)| unknown_key(kind, keys, id)).collect();
        for key in keys.iter().filter(|key| given.has(key.id)) {
            faults.extend(values.check_once(key).err());
            faults.extend(values.relation_faults(key));
            faults.extend(given.of(key.id).filter_map(|text| values.check_text(key, text).err()));
        }
        RequestError::all(faults).map_or(Ok(values), Err)
    }

    /// Returns fields that [`new`](Self::new) checked before.
    pub(super) const fn checked(keys: &'k [Key], given: &'k RawFields) -> Self {
        Self { keys, given, is_only_case: true, battles: None }
    }

    /// Checks that a flag or a single value is not repeated, and that no short flag denies a value.
    fn check_once(&self, key: &Key) -> Result<(), RequestError> {
        let times = self.given.of(key.id).count();
        if let Some(short) = self.given.contradicted(key) {
            let other = format!("--{}", short.replace('_', "-"));
            return Err(RequestError::Conflict { key: key.display_name(), other });
        }
        match key.arity {
            Arity::Flag | Arity::One if times > 1 => {
                Err(RequestError::Twice { key: key.display_name(), times })
            }
            _ => Ok(()),
        }
    }

    /// Returns the faults in the relations of a key to the other fields.
    fn relation_faults(&self, key: &Key) -> impl Iterator<Item = RequestError> {
        key.marks.iter().filter_map(|mark| {
            let other = |id: &str| self.key(id).map_or_else(|| id.to_owned(), Key::display_name);
            match *mark {
                Mark::Requires(id) if !self.has(id) => {
                    Some(RequestError::Requires { key: key.display_name(), other: other(id) })
                }
                Mark::Conflicts(id) if self.has(id) => {
                    Some(RequestError::Conflict { key: key.display_name(), other: other(id) })
                }
                _ => None,
            }
        })
    }

    /// Checks the values of a text.
    fn check_text(&self, key: &Key, text: &str) -> Result<(), RequestError> {
        let is_list = key.takes_list();
        let parts: Vec<&str> = if is_list { text.split(',').collect() } else { vec![text] };
        for part in parts {
            let is_whole = key.has(Mark::Contents) || key.has(Mark::Local);
            let part = if is_whole { part } else { part.trim() };
            let checked = key
                .expand(part)
                .and_then(|all| all.iter().try_for_each(|one| key.canonical(one).map(drop)));
            checked.map_err(|wrong| RequestError::Value {
                key: key.display_name(),
                given: part.to_owned(),
                wrong,
            })?;
        }
        Ok(())
    }

    fn key(&self, id: &str) -> Option<&'k Key> {
        self.keys.iter().find(|key| key.id == id)
    }

    /// Sets who plays battles.
    #[must_use]
    pub(super) fn with_battles(self, battles: Option<&'k dyn BattleReader>) -> Self {
        Self { battles, ..self }
    }

    /// Returns who plays battles, if this program can.
    pub(super) const fn battles(&self) -> Option<&'k dyn BattleReader> {
        self.battles
    }

    /// Marks the fields as one of several cases.
    #[must_use]
    pub(super) const fn among_others(self) -> Self {
        Self { is_only_case: false, ..self }
    }

    /// Returns whether the request has a single case.
    pub const fn is_only_case(&self) -> bool {
        self.is_only_case
    }

    /// Returns the unparsed fields.
    pub const fn given(&self) -> &'k RawFields {
        self.given
    }

    /// Returns the non-default settings and the condition, without positional arguments, local files
    /// and options of the engines.
    pub fn settings(&self) -> Vec<Setting> {
        let is_setting = |key: &&Key| {
            let is_of_engine = key.heading == Heading::Engine && key.id != GIVEN;
            !key.has(Mark::Positional) && !key.has(Mark::Local) && !is_of_engine
        };
        // sorting the few fields is faster than looking up every key
        let place = |(id, _): (&str, &str)| self.keys.iter().position(|key| key.id == id);
        let mut given: Vec<usize> = self.given.all().filter_map(place).collect();
        given.sort_unstable();
        given.dedup();
        let keys = given.into_iter().filter_map(|place| self.keys.get(place)).filter(is_setting);
        keys.filter_map(|key| {
            let data = self.data(key)?;
            let value = match (key.arity, &data) {
                (Arity::Flag, _) => "yes".to_owned(),
                // the setting of several values does not depend on their spelling
                (Arity::Set, serde_json::Value::String(text)) => text.clone(),
                (Arity::Several, serde_json::Value::Array(all)) => {
                    all.iter().filter_map(|one| one.as_str()).collect::<Vec<_>>().join(", ")
                }
                _ => self.given.of(key.id).collect::<Vec<_>>().join(", "),
            };
            Some(Setting { axis: key.id.to_owned(), value, data })
        })
        .collect()
    }

    /// Returns the value of a key as JSON; `None` for the default value.
    fn data(&self, key: &Key) -> Option<serde_json::Value> {
        if key.arity == Arity::Flag {
            return Some(true.into());
        }
        if key.arity == Arity::Several {
            let texts = self.given.of(key.id).filter_map(|text| key.canonical(text.trim()).ok());
            return Some(texts.collect::<Vec<_>>().into());
        }
        let text = key.canonical(self.text(key.id).ok()??.trim()).ok()?;
        (key.default.as_ref() != Some(&text)).then(|| key.data(&text))
    }

    /// Returns whether the table has a key.
    pub fn knows(&self, id: &str) -> bool {
        self.key(id).is_some()
    }

    /// Returns whether `cards` selects an edition of cards; for a deck it is their number.
    pub fn restricts_cards(&self) -> bool {
        self.key("cards").is_some_and(|key| !key.choices.is_empty())
    }

    /// Returns the name of a key shown to users.
    pub fn display_name(&self, id: &str) -> String {
        self.key(id).map_or_else(|| format!("--{id}"), Key::display_name)
    }

    /// Returns whether a key has a value.
    pub fn has(&self, id: &str) -> bool {
        self.given.has(id)
    }

    /// Returns whether a flag is set.
    pub fn flag(&self, id: &str) -> bool {
        self.given.of(id).any(|text| !is_no(text))
    }

    /// Parses the value of an optional key.
    ///
    /// # Errors
    /// [`RequestError::Value`] for an invalid value, [`RequestError::Twice`] for several.
    pub fn one<T: Value>(&self, id: &str) -> Result<Option<T>, RequestError> {
        self.text(id)?.map(|text| self.value(id, &text)).transpose()
    }

    /// Returns the only text of a key, or the union of its sets.
    fn text(&self, id: &str) -> Result<Option<Cow<'k, str>>, RequestError> {
        let mut texts = self.given.of(id);
        let Some(text) = texts.next() else { return Ok(None) };
        match (texts.count(), self.key(id)) {
            (0, _) => Ok(Some(text.into())),
            (_, Some(key)) if key.arity == Arity::Set => {
                Ok(Some(key.union(self.given.of(id)).into()))
            }
            (more, _) => Err(RequestError::Twice { key: self.display_name(id), times: 1 + more }),
        }
    }

    /// Parses the value of a required key.
    ///
    /// # Errors
    /// [`RequestError::Missing`] without a value, and as [`one`](Self::one).
    pub fn needed<T: Value>(&self, id: &str) -> Result<T, RequestError> {
        let words = || self.key(id).map_or_else(String::new, |key| uncapitalized(&key.words));
        self.one(id)?
            .ok_or_else(|| RequestError::Missing { key: self.display_name(id), words: words() })
    }

    /// Parses the values of a key that may be repeated.
    ///
    /// # Errors
    /// [`RequestError::Value`] for the first invalid value.
    pub fn several<T: Value>(&self, id: &str) -> Result<Vec<T>, RequestError> {
        self.given.of(id).map(|text| self.value(id, text)).collect()
    }

    fn value<T: Value>(&self, id: &str, text: &str) -> Result<T, RequestError> {
        T::read(text).map_err(|wrong| RequestError::Value {
            key: self.display_name(id),
            given: text.to_owned(),
            wrong,
        })
    }

    /// Checks that none of these keys has a value.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for the first key with a value; `why` builds its message from the
    /// id and the displayed name.
    pub fn refuse(
        &self,
        ids: &[impl AsRef<str>],
        why: impl Fn(&str, &str) -> String,
    ) -> Result<(), RequestError> {
        let is_refused = |id: &str| ids.iter().any(|refused| refused.as_ref() == id);
        match self.given.all().find(|(id, _)| is_refused(id)) {
            Some((id, _)) => Err(RequestError::Refused(why(id, &self.display_name(id)))),
            None => Ok(()),
        }
    }
}

/// Builds the error for an unknown key, with a suggestion.
fn unknown_key(kind: &'static str, keys: &[Key], id: &str) -> RequestError {
    let spelled = id.replace('_', "-");
    let is_meant = |key: &&Key| {
        key.marks.iter().any(|mark| matches!(mark, Mark::Mistaken(name) if *name == spelled))
    };
    match keys.iter().find(is_meant) {
        Some(key) => RequestError::Refused(format!(
            "`{kind}` has no option {}; did you mean {}?",
            quoted(id),
            key.display_name()
        )),
        None => RequestError::UnknownKey {
            kind,
            given: id.to_owned(),
            known: keys.iter().map(|key| key.id).collect(),
        },
    }
}

/// Rewrites a sentence to follow a colon: no capital, no full stop.
fn uncapitalized(words: &str) -> String {
    let mut letters = words.trim_end_matches('.').chars();
    letters.next().map_or_else(
        || quoted(words),
        |first| first.to_lowercase().chain(letters.by_ref()).collect(),
    )
}
