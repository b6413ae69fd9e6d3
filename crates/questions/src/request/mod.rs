//! What can be asked in words, each word once: kinds of questions with tables of their keys.
//!
//! A [`QuestionKind`] of question says which keys it has. A [`Key`] says how it is written, what it may
//! hold, what it means and what it goes with. Whoever asks gives texts for keys ([`RawFields`]):
//! options of the command line, parameters of a link or an address, keywords of another language.
//! All of them are read here, by the same table and with the same words about what is wrong; the
//! command line's help, the reference of the interfaces and the schemas are made from it as well.
//!
//! To add a key, add a line to its group (`keys!`); to add a question, add its file beside the
//! others of its game and name it in that game's list of kinds.

pub mod asoiaf;
mod cases;
mod engine;
mod error;
mod given;
mod key;
mod kind;
pub mod link;
pub mod numbers;
mod plain;
mod reply;
mod value;
pub(crate) mod warmachine;
pub(crate) mod westeros;
pub mod why;

pub use cases::MAX_CASES;
pub use engine::{
    EngineKeys, MOST_FOR_PRECISION, Precision, SensitivityFields, TRIALS, Trials, WhyFields,
    check_fractions, check_rolled, check_trials,
};
pub use error::RequestError;
pub use given::{ParsedFields, RawFields};
pub use key::{Arity, Key, Keys, Mark, find as find_key};
pub(crate) use key::{groups, keys};
pub use kind::{Query, QueryCase, QuestionKind, Request, Setup};
pub(crate) use plain::PlainKeys;
pub use reply::{Reply, net, reply};
pub use value::{AllowedValue, BoundedInteger, Count, TextValue, Value, one_of};
pub(crate) use value::{choices, number_values};

/// All kinds of questions that can be asked in words, in the order of the command line.
pub fn kinds() -> Vec<QuestionKind> {
    [asoiaf::kinds(), westeros::kinds(), warmachine::kinds()].concat()
}

/// The games whose kinds have two names: `westeros/attack`.
pub fn groups() -> [KindGroup; 2] {
    [westeros::GROUP, warmachine::GROUP]
}

/// Returns the game and the question of a kind's name; no game for a name of one part.
pub fn name_parts(kind: &str) -> (Option<&str>, &str) {
    kind.split_once('/').map_or((None, kind), |(game, name)| (Some(game), name))
}

/// The name of the game whose kinds have a name of one part.
pub const MAIN_GAME: &str = "asoiaf";

/// Returns the kinds of questions of a game.
///
/// # Errors
/// [`RequestError::UnknownGame`] for a name that is no game.
///
/// # Examples
/// ```
/// use warodds_questions::request::kinds_of;
///
/// assert!(kinds_of("westeros")?.iter().all(|kind| kind.name.starts_with("westeros/")));
/// assert!(kinds_of("chess").is_err());
/// # Ok::<(), warodds_questions::request::RequestError>(())
/// ```
pub fn kinds_of(game: &str) -> Result<Vec<QuestionKind>, RequestError> {
    let mut all = kinds();
    all.retain(|kind| name_parts(kind.name).0.unwrap_or(MAIN_GAME) == game);
    if all.is_empty() {
        let known = std::iter::once(MAIN_GAME).chain(groups().map(|group| group.name)).collect();
        return Err(RequestError::UnknownGame { given: game.to_owned(), known });
    }
    Ok(all)
}

/// A game whose questions have its name before theirs.
#[derive(Clone, Copy, Debug)]
pub struct KindGroup {
    /// Its name: `westeros`.
    pub name: &'static str,
    /// What its questions are about, in a sentence.
    pub about: &'static str,
    /// More about them.
    pub more: &'static str,
    /// Commands to learn them from, a line each.
    pub examples: &'static [&'static str],
}

/// The kind of that name.
///
/// # Errors
/// If there is none.
pub fn kind(name: &str) -> Result<QuestionKind, RequestError> {
    let all = kinds();
    let names: Vec<&'static str> = all.iter().map(|kind| kind.name).collect();
    all.into_iter()
        .find(|kind| kind.name == name)
        .ok_or_else(|| RequestError::UnknownKind { given: name.to_owned(), known: names })
}
