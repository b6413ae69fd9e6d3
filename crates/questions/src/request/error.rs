//! Errors of requests, with the allowed values or a correction.

use thiserror::Error;
use warodds_engine::run::ContractError;

use super::key::Key;
use crate::document::{Faults, LoadError, SuggestedKey, key_help, name_help, quoted};

/// An error of a request.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The kind of question does not exist.
    #[error("there is no question {}; {}", quoted(given), name_help(given, known.iter().copied(), "there are"))]
    UnknownKind {
        /// The given name.
        given: String,
        /// The names of all kinds.
        known: Vec<&'static str>,
    },
    /// The game does not exist.
    #[error("there is no game {}; {}", quoted(given), name_help(given, known.iter().copied(), "games are"))]
    UnknownGame {
        /// The given name.
        given: String,
        /// The names of all games.
        known: Vec<&'static str>,
    },
    /// The kind has no such key.
    #[error(
        "`{kind}` has no option {}; {}",
        quoted(given),
        key_help(given, known.iter().copied(), "there are", in_link)
    )]
    UnknownKey {
        /// The kind of question.
        kind: &'static str,
        /// The given name.
        given: String,
        /// The ids of all keys.
        known: Vec<&'static str>,
    },
    /// The value of a key is invalid.
    #[error("{key} cannot be {}: {wrong}", quoted(given))]
    Value {
        /// The displayed name of the key.
        key: String,
        /// The given value.
        given: String,
        /// The allowed values.
        wrong: String,
    },
    /// A key that takes one value is repeated.
    #[error("{key} is given {times} times: give it once")]
    Twice {
        /// The key.
        key: String,
        /// The number of occurrences.
        times: usize,
    },
    /// A required key is missing.
    #[error("{key} is missing: {words}")]
    Missing {
        /// The key.
        key: String,
        /// Its help text.
        words: String,
    },
    /// A key has no effect without another one.
    #[error("{key} has no effect without {other}: add {other}, or leave {key} out")]
    Requires {
        /// The key.
        key: String,
        /// The required key.
        other: String,
    },
    /// Two keys exclude each other.
    #[error("{key} and {other} contradict each other: leave out one of them")]
    Conflict {
        /// The first key.
        key: String,
        /// The second key.
        other: String,
    },
    /// The value of a key contradicts another value.
    #[error("{wrong}")]
    Contradiction {
        /// The id of the key.
        id: &'static str,
        /// The index of the value, if the key has several.
        place: usize,
        /// The message.
        wrong: String,
    },
    /// Several faults, in the order of the fields; at least two.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<RequestError>),
    /// The fields do not form a question, for the given reason.
    #[error("{0}")]
    Refused(String),
    /// Files of cards are invalid.
    #[error("the cards cannot be read: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Cards(Vec<LoadError>),
    /// Army lists are invalid.
    #[error("the list cannot be read: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Lists(Vec<LoadError>),
    /// A file is invalid.
    #[error(transparent)]
    File(#[from] LoadError),
}

/// Why a request has no answer.
#[derive(Debug, Error)]
pub enum WhyError {
    /// The request is invalid.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A rule breaks its contract with the exact engine.
    #[error(transparent)]
    Exact(#[from] ContractError),
    /// A policy makes an illegal choice in a battle; no input causes that.
    #[error("{0}")]
    Battle(String),
}

/// Formats a suggested key as in a link.
fn in_link(SuggestedKey { key, value }: SuggestedKey<'_>) -> String {
    value.map_or_else(|| key.to_owned(), |value| format!("{key}={value}"))
}

/// The words that begin what a message tells to do.
const ADVICE: [&str; 15] = [
    "add",
    "ask",
    "attach",
    "compare",
    "did you mean",
    "give",
    "leave",
    "lower",
    "make",
    "name",
    "say",
    "set",
    "shorten",
    "use",
    "write",
];

/// Returns the end of a message that says what to do, if there is one.
fn advice(message: &str) -> Option<String> {
    let starts = [": ", "; "].iter().filter_map(|end| Some(message.rfind(end)? + end.len()));
    let tail = message.get(starts.max()?..)?;
    ADVICE.iter().any(|word| tail.starts_with(word)).then(|| tail.to_owned())
}

impl RequestError {
    /// Joins faults; `None` if there are none. A contradiction that both of its keys declare is one
    /// fault.
    pub(super) fn all(mut faults: Vec<Self>) -> Option<Self> {
        let mut pairs: Vec<[String; 2]> = Vec::new();
        faults.retain(|fault| match fault {
            Self::Conflict { key, other } => {
                let is_known = pairs.contains(&[other.clone(), key.clone()]);
                pairs.push([key.clone(), other.clone()]);
                !is_known
            }
            _ => true,
        });
        if faults.len() > 1 { Some(Self::Several(faults)) } else { faults.pop() }
    }

    /// Returns each fault of several; otherwise itself alone.
    pub fn each(&self) -> &[Self] {
        match self {
            Self::Several(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the id of the field that the error is about, and the index of its value, if known.
    pub(crate) fn place(&self, keys: &[Key]) -> Option<(&'static str, usize)> {
        let named = |name: &str| keys.iter().find(|key| key.display_name() == name);
        let key = match self {
            Self::Contradiction { id, place, .. } => return Some((*id, *place)),
            Self::Value { key, .. }
            | Self::Twice { key, .. }
            | Self::Requires { key, .. }
            | Self::Conflict { key, .. } => named(key)?,
            // the first option that a message names is the one to change
            Self::Refused(message) => {
                let mut options = message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                options.find_map(|word| named(word).filter(|_| word.starts_with("--")))?
            }
            _ => return None,
        };
        Some((key.id, 0))
    }

    /// Returns the displayed names of the keys that the error is about, if it stands for them.
    pub(super) fn concerned(&self) -> Vec<&str> {
        match self {
            Self::Value { key, .. } | Self::Twice { key, .. } | Self::Missing { key, .. } => {
                vec![key]
            }
            Self::Requires { key, other } | Self::Conflict { key, other } => vec![key, other],
            _ => Vec::new(),
        }
    }

    /// Returns the faults of the files that the error is about.
    pub fn file_faults(&self) -> impl Iterator<Item = &Faults> {
        let files = match self {
            Self::Cards(files) | Self::Lists(files) => files.as_slice(),
            Self::File(file) => std::slice::from_ref(file),
            _ => &[],
        };
        files.iter().filter_map(|file| match file {
            LoadError::Faults(faults) => Some(faults),
            _ => None,
        })
    }

    /// Returns what to do about the error, if its message is more than that.
    pub fn remedy(&self) -> Option<String> {
        match self {
            Self::UnknownKind { given, known } | Self::UnknownGame { given, known } => {
                Some(name_help(given, known.iter().copied(), "there are"))
            }
            Self::UnknownKey { given, known, .. } => {
                Some(key_help(given, known.iter().copied(), "there are", in_link))
            }
            Self::Value { wrong, .. } => Some(wrong.clone()),
            Self::Twice { key, .. } => Some(format!("give {key} once")),
            Self::Missing { key, .. } => Some(format!("add {key}")),
            Self::Requires { key, other } => Some(format!("add {other}, or leave {key} out")),
            Self::Conflict { key, other } => Some(format!("leave out {key} or {other}")),
            Self::Refused(wrong) | Self::Contradiction { wrong, .. } => advice(wrong),
            _ => None,
        }
    }

    /// Returns the id of the field that the error is about, if known; of several errors, that of
    /// the first. `keys` are those of the question.
    pub fn field(&self, keys: &[Key]) -> Option<&'static str> {
        match self.each().first()? {
            Self::Missing { key, .. } => {
                keys.iter().find(|one| one.display_name() == *key).map(|one| one.id)
            }
            Self::Cards(_) => keys.iter().find(|one| one.id == "catalogue").map(|one| one.id),
            one => one.place(keys).map(|(id, _)| id),
        }
    }

    /// Creates a [`Contradiction`](Self::Contradiction) of the first value of a key.
    pub fn contradiction(id: &'static str, wrong: impl ToString) -> Self {
        Self::Contradiction { id, place: 0, wrong: wrong.to_string() }
    }

    /// Returns the error as one about a key, unless it names a key already.
    #[must_use]
    pub fn about(self, id: &'static str) -> Self {
        match self {
            Self::Refused(wrong) => Self::Contradiction { id, place: 0, wrong },
            other => other,
        }
    }

    /// Creates a [`Refused`](Self::Refused) with a message.
    pub fn refused(wrong: impl ToString) -> Self {
        Self::Refused(wrong.to_string())
    }
}
