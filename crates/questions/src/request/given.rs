//! What was given for the keys of a question.

use super::error::RequestError;
use super::key::{Arity, Key, Mark, find};
use super::value::Value;
use crate::document::quoted;
use crate::study::Setting;

/// Above which keys say how a question is answered, and not what is asked.
pub(super) const HOW_TO_ANSWER: &str = "How to answer";

/// Texts by the ids of keys, in the order in which they were given, and the texts of files that
/// they name: a question reads no files itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawFields {
    texts: Vec<(String, String)>,
    files: Vec<(String, String)>,
}

impl RawFields {
    /// Nothing.
    pub const fn new() -> Self {
        Self { texts: Vec::new(), files: Vec::new() }
    }

    /// With one more text for a key; that of a flag is empty.
    #[must_use]
    pub fn with(mut self, id: &str, text: &str) -> Self {
        self.push(id, text);
        self
    }

    /// Gives one more text for a key.
    pub fn push(&mut self, id: &str, text: &str) {
        self.texts.push((id.to_owned(), text.to_owned()));
    }

    /// Gives one more text for the key of a name in any of its spellings; an unknown name is kept,
    /// and refused when the question is read.
    pub fn push_named(&mut self, keys: &[Key], name: &str, text: &str) {
        match find(keys, name) {
            Some((key, None)) => self.push(key.id, text),
            Some((_, Some(_))) if is_no(text) => {}
            // what is no flag is refused as a value of the key
            Some((key, Some(value))) if is_yes(text) => self.push(key.id, value),
            Some((key, Some(_))) => self.push(key.id, text),
            None => self.push(name, text),
        }
    }

    /// Hands in the text of a file under the name that a key calls it.
    pub fn hand(&mut self, name: &str, text: &str) {
        self.files.push((name.to_owned(), text.to_owned()));
    }

    /// The text of a file that was handed in under that name.
    pub fn file(&self, name: &str) -> Option<&str> {
        let found = self.files.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str())
    }

    /// Leaves out flags that are given as unset, such as `charge=no`.
    #[must_use]
    pub(super) fn without_unset(&self, keys: &[Key]) -> Self {
        let is_unset = |id: &str, text: &str| {
            is_no(text) && keys.iter().any(|key| key.id == id && key.arity == Arity::Flag)
        };
        let mut rest = self.clone();
        rest.texts.retain(|(id, text)| !is_unset(id, text));
        rest
    }

    /// Takes back what was given for a key; whether there was anything.
    pub fn remove(&mut self, id: &str) -> bool {
        let before = self.texts.len();
        self.texts.retain(|(given, _)| given != id);
        self.texts.len() < before
    }

    /// All that was given.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// What was given for a key.
    pub fn of(&self, id: &str) -> impl Iterator<Item = &str> {
        self.all().filter(move |(given, _)| *given == id).map(|(_, text)| text)
    }

    /// Whether a key was given.
    pub fn has(&self, id: &str) -> bool {
        self.of(id).next().is_some()
    }
}

/// What was given for the keys of a table.
#[derive(Clone, Copy, Debug)]
pub struct ParsedFields<'k> {
    keys: &'k [Key],
    given: &'k RawFields,
    is_alone: bool,
}

impl<'k> ParsedFields<'k> {
    /// What was given, held against the keys of `kind`.
    ///
    /// # Errors
    /// For keys that are not there, contradict each other, are given more often than they may be,
    /// or lack what they are about.
    pub fn new(
        kind: &'static str,
        keys: &'k [Key],
        given: &'k RawFields,
    ) -> Result<Self, RequestError> {
        let values = Self { keys, given, is_alone: true };
        if let Some((id, _)) = given.all().find(|(id, _)| values.key(id).is_none()) {
            return Err(unknown(kind, keys, id));
        }
        // in the order of declaration, as the command line reads options: of several faults every
        // front end reports the same one
        for key in keys {
            for text in given.of(key.id) {
                values.check_once(key)?;
                values.check(key)?;
                values.check_text(key, text)?;
            }
        }
        Ok(values)
    }

    /// Refuses a flag or a single value that was given more than once.
    fn check_once(&self, key: &Key) -> Result<(), RequestError> {
        let times = self.given.of(key.id).count();
        match key.arity {
            Arity::Flag | Arity::One if times > 1 => {
                Err(RequestError::Twice { key: key.called_by_players(), times })
            }
            _ => Ok(()),
        }
    }

    /// Whether a key that was given goes with the others.
    fn check(&self, key: &Key) -> Result<(), RequestError> {
        let other = |id: &str| self.key(id).map_or_else(|| id.to_owned(), Key::called_by_players);
        for mark in &key.marks {
            match *mark {
                Mark::Requires(id) if !self.has(id) => {
                    let (key, other) = (key.called_by_players(), other(id));
                    return Err(RequestError::Requires { key, other });
                }
                Mark::Conflicts(id) if self.has(id) => {
                    let (key, other) = (key.called_by_players(), other(id));
                    return Err(RequestError::Conflict { key, other });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a text that was given will do.
    fn check_text(&self, key: &Key, text: &str) -> Result<(), RequestError> {
        let is_list = key.arity == Arity::List || key.takes_list();
        let parts: Vec<&str> = if is_list { text.split(',').collect() } else { vec![text] };
        for part in parts {
            let checked = key
                .expand(part.trim())
                .and_then(|all| all.iter().try_for_each(|one| key.canonical(one).map(drop)));
            checked.map_err(|wrong| RequestError::Value {
                key: key.called_by_players(),
                given: part.to_owned(),
                wrong,
            })?;
        }
        Ok(())
    }

    fn key(&self, id: &str) -> Option<&'k Key> {
        self.keys.iter().find(|key| key.id == id)
    }

    /// The same as one of several cases.
    #[must_use]
    pub(super) const fn among_others(self) -> Self {
        Self { is_alone: false, ..self }
    }

    /// Whether this is the only case that is asked about.
    pub const fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// All that was given.
    pub const fn given(&self) -> &'k RawFields {
        self.given
    }

    /// What is not as usual: all that was given but for who meets whom and how it is answered,
    /// with the types that the keys have.
    pub fn settings(&self) -> Vec<Setting> {
        let is_told = |key: &&Key| {
            !key.has(Mark::Positional) && !key.has(Mark::Local) && key.heading != HOW_TO_ANSWER
        };
        // few of the keys are given
        let place = |(id, _): (&str, &str)| self.keys.iter().position(|key| key.id == id);
        let mut given: Vec<usize> = self.given.all().filter_map(place).collect();
        given.sort_unstable();
        given.dedup();
        let keys = given.into_iter().filter_map(|place| self.keys.get(place)).filter(is_told);
        keys.filter_map(|key| {
            let data = self.data(key)?;
            let value = match (key.arity, data.as_array()) {
                (Arity::Flag, _) => "yes".to_owned(),
                // however a list was spelled, its setting is the same
                (Arity::List, Some(all)) => {
                    all.iter().filter_map(|one| one.as_str()).collect::<Vec<_>>().join(",")
                }
                _ => self.given.of(key.id).collect::<Vec<_>>().join(", "),
            };
            Some(Setting { axis: key.id.to_owned(), value, data })
        })
        .collect()
    }

    /// What was given for a key, as data; none where it is as usual.
    fn data(&self, key: &Key) -> Option<serde_json::Value> {
        if key.arity == Arity::Flag {
            return Some(true.into());
        }
        let is_list = key.arity == Arity::List;
        let texts = self.given.of(key.id).flat_map(|text| {
            let parts: Vec<&str> = if is_list { text.split(',').collect() } else { vec![text] };
            parts
        });
        let texts: Vec<String> = texts.filter_map(|text| key.canonical(text.trim()).ok()).collect();
        if key.arity != Arity::One {
            return Some(texts.into());
        }
        let text = texts.into_iter().next()?;
        (key.default.as_ref() != Some(&text)).then(|| key.data(&text))
    }

    /// Whether the table has a key.
    pub fn knows(&self, id: &str) -> bool {
        self.key(id).is_some()
    }

    /// Whether `cards` is the edition of the cards that names mean: of a deck it is a number.
    pub fn restricts_cards(&self) -> bool {
        self.key("cards").is_some_and(|key| !key.choices.is_empty())
    }

    /// What players call a key.
    pub fn called(&self, id: &str) -> String {
        self.key(id).map_or_else(|| format!("--{id}"), Key::called_by_players)
    }

    /// Whether a key was given.
    pub fn has(&self, id: &str) -> bool {
        self.given.has(id)
    }

    /// Whether a flag is set.
    pub fn flag(&self, id: &str) -> bool {
        self.given.of(id).any(|text| !is_no(text))
    }

    /// The value of a key that may be left out.
    ///
    /// # Errors
    /// When it will not do, or is given twice.
    pub fn one<T: Value>(&self, id: &str) -> Result<Option<T>, RequestError> {
        let mut texts = self.given.of(id);
        let Some(text) = texts.next() else { return Ok(None) };
        match texts.count() {
            0 => self.value(id, text).map(Some),
            more => Err(RequestError::Twice { key: self.called(id), times: 1 + more }),
        }
    }

    /// The value of a key that must be given.
    ///
    /// # Errors
    /// When it is missing, or as [`one`](Self::one).
    pub fn needed<T: Value>(&self, id: &str) -> Result<T, RequestError> {
        let words = || self.key(id).map_or_else(String::new, |key| lower(&key.words));
        self.one(id)?.ok_or_else(|| RequestError::Missing { key: self.called(id), words: words() })
    }

    /// The values of a key that may be given several times, or with commas between them.
    ///
    /// # Errors
    /// When one will not do.
    pub fn several<T: Value>(&self, id: &str) -> Result<Vec<T>, RequestError> {
        let is_list = self.key(id).is_some_and(|key| key.arity == Arity::List);
        let texts = self.given.of(id).flat_map(|text| {
            let parts: Vec<&str> =
                if is_list { text.split(',').map(str::trim).collect() } else { vec![text] };
            parts
        });
        texts.map(|text| self.value(id, text)).collect()
    }

    fn value<T: Value>(&self, id: &str, text: &str) -> Result<T, RequestError> {
        T::read(text).map_err(|wrong| RequestError::Value {
            key: self.called(id),
            given: text.to_owned(),
            wrong,
        })
    }

    /// Refuses keys of these ids.
    ///
    /// # Errors
    /// With what `why` makes of the id and the name of the first that was given.
    pub fn refuse(
        &self,
        ids: &[impl AsRef<str>],
        why: impl Fn(&str, &str) -> String,
    ) -> Result<(), RequestError> {
        let is_refused = |id: &str| ids.iter().any(|refused| refused.as_ref() == id);
        match self.given.all().find(|(id, _)| is_refused(id)) {
            Some((id, _)) => Err(RequestError::Refused(why(id, &self.called(id)))),
            None => Ok(()),
        }
    }
}

/// Whether the text of a flag sets it.
fn is_yes(text: &str) -> bool {
    matches!(text, "" | "yes" | "true" | "1")
}

/// Whether the text of a flag leaves it unset.
fn is_no(text: &str) -> bool {
    matches!(text, "no" | "false" | "0")
}

/// No key is called so; what may be meant is told.
fn unknown(kind: &'static str, keys: &[Key], id: &str) -> RequestError {
    let spelled = id.replace('_', "-");
    let is_meant = |key: &&Key| {
        key.marks.iter().any(|mark| matches!(mark, Mark::Mistaken(name) if *name == spelled))
    };
    match keys.iter().find(is_meant) {
        Some(key) => RequestError::Refused(format!(
            "`{kind}` has no option {}; did you mean {}?",
            quoted(id),
            key.called_by_players()
        )),
        None => RequestError::UnknownKey {
            kind,
            given: id.to_owned(),
            known: keys.iter().map(|key| key.id).collect(),
        },
    }
}

/// A sentence to be put behind a colon.
fn lower(words: &str) -> String {
    let mut letters = words.trim_end_matches('.').chars();
    letters.next().map_or_else(
        || quoted(words),
        |first| first.to_lowercase().chain(letters.by_ref()).collect(),
    )
}
