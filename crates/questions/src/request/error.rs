//! What is wrong with a request, and what would do instead.

use thiserror::Error;

use crate::document::{LoadError, SuggestedKey, key_help, name_help, quoted};

/// What is wrong with a request.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// No question is called so.
    #[error("there is no question {}; {}", quoted(given), name_help(given, known.iter().copied(), "there are"))]
    UnknownKind {
        /// What was given.
        given: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// No game is called so.
    #[error("there is no game {}; {}", quoted(given), name_help(given, known.iter().copied(), "games are"))]
    UnknownGame {
        /// The given name.
        given: String,
        /// The names of all games.
        known: Vec<&'static str>,
    },
    /// A question has no such key.
    #[error(
        "`{kind}` has no option {}; {}",
        quoted(given),
        key_help(given, known.iter().copied(), "there are", in_link)
    )]
    UnknownKey {
        /// The question.
        kind: &'static str,
        /// What was given.
        given: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A value will not do.
    #[error("{key} cannot be {}: {wrong}", quoted(given))]
    Value {
        /// The key, as players call it.
        key: String,
        /// What was given.
        given: String,
        /// What would do.
        wrong: String,
    },
    /// A key that holds one value was given several.
    #[error("{key} is given {times} times: once will do")]
    Twice {
        /// The key.
        key: String,
        /// How often.
        times: usize,
    },
    /// Something must be given that is not.
    #[error("{key} is missing: {words}")]
    Missing {
        /// The key.
        key: String,
        /// What it means.
        words: String,
    },
    /// A key says nothing without another one.
    #[error("{key} has no effect without {other}: add {other}, or leave {key} out")]
    Requires {
        /// The key.
        key: String,
        /// What it needs.
        other: String,
    },
    /// Two keys contradict each other.
    #[error("{key} and {other} contradict each other: leave out one of them")]
    Conflict {
        /// One.
        key: String,
        /// The other.
        other: String,
    },
    /// The value of a key contradicts another one.
    #[error("{wrong}")]
    Contradiction {
        /// The id of the key.
        id: &'static str,
        /// Which of its values, counted from 0, where it has several.
        place: usize,
        /// What is wrong, and what to do.
        wrong: String,
    },
    /// What was given makes no question; says why and what to do.
    #[error("{0}")]
    Refused(String),
    /// Files of cards are wrong.
    #[error("the cards cannot be read: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Cards(Vec<LoadError>),
    /// Lists of armies are wrong.
    #[error("the list cannot be read: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Lists(Vec<LoadError>),
}

/// A key as links write it, with its value where that is known.
fn in_link(SuggestedKey { key, value }: SuggestedKey<'_>) -> String {
    value.map_or_else(|| key.to_owned(), |value| format!("{key}={value}"))
}

impl RequestError {
    /// Says that the value of a key contradicts another one.
    pub fn contradiction(id: &'static str, wrong: impl ToString) -> Self {
        Self::Contradiction { id, place: 0, wrong: wrong.to_string() }
    }

    /// Refuses, with anything that says what is wrong.
    pub fn refused(wrong: impl ToString) -> Self {
        Self::Refused(wrong.to_string())
    }
}
