//! The grammar of questions: every kind of question and its keys, declared once for all interfaces.
//!
//! A [`QuestionKind`] lists its keys. A [`Key`] declares its name, its allowed values, its help text
//! and its relations to other keys. Every interface passes unparsed texts ([`RawFields`]): options of
//! the command line, parameters of a link, keyword arguments of Python. They are parsed here with the
//! same error messages. The help of the command line, the reference and the JSON schemas are
//! generated from the same keys.
//!
//! To add a key, add a line to its group (`keys!`). To add a question, add a file to the directory of
//! its game and list it in that game's `kinds`.

pub mod asoiaf;
mod battle_reader;
mod canonical;
mod cases;
mod condition;
mod counts;
mod describe;
mod engine;
mod error;
mod forms;
mod given;
mod group;
mod heading;
mod holding;
mod key;
mod kind;
pub mod link;
mod luck;
mod luck_of_game;
mod merged_cases;
mod needed;
pub mod numbers;
mod option_names;
mod pair_distance;
mod plain;
mod query;
mod ranking;
mod raw_fields;
mod reply;
mod requests;
pub mod role;
mod trace;
mod value;
pub(crate) mod warmachine;
pub(crate) mod westeros;
pub mod why;

pub use battle_reader::{BattleQuestion, BattleReader, BattleReply, BattleTexts, NamedText};
pub use cases::MAX_CASES;
pub(crate) use cases::{Axis, AxisValue, Case, case_count, combination, value as axis_value};
pub use condition::GivenKeys;
pub use counts::{CountKeys, QuantityCount, WoundKeys};
pub use describe::{AliasDescription, FieldDescription, KindDescription};
pub use engine::{
    EngineKeys, MOST_FOR_PRECISION, Precision, SensitivityFields, TRIALS, TraceKeys, Trials,
    UnitEngineKeys, WhyFields, check_fractions, check_rolled, check_trials,
};
pub use error::RequestError;
pub use forms::QuestionForm;
pub use given::ParsedFields;
pub use group::Keys;
pub(crate) use group::{groups, keys};
pub use heading::Heading;
pub use key::{Arity, Key, Mark, find as find_key};
pub use kind::{BATTLE, CAMPAIGN, EXPLAIN, LUCK, QuestionKind, SEQUENCE, Setup};
pub use luck_of_game::ROLLS;
pub(crate) use merged_cases::{left_out, option_case};
pub use needed::{NeedFields, NeededChance};
pub use option_names::{rename_fault, rename_keys, rename_keys_with_values, rename_options};
pub use pair_distance::UnusedDistances;
pub use query::{GameRoll, MAX_FIELD_ATTACKS, OptionQueries, Query, QueryCase, Request};
pub use ranking::{RankBy, net};
pub use raw_fields::RawFields;
pub use reply::{Reply, reply};
pub(crate) use requests::CaseQueries;
pub use trace::{StepOutcome, Trace, TraceStep};
pub use value::{
    AllowedValue, BoundedInteger, CardSource, Count, FileContents, TextValue, Value, is_contents,
    name_by_start, one_of,
};
pub(crate) use value::{choices, number_values, read_set, sets, show_set};
pub(crate) use warmachine::campaign::plan as campaign_plan;

/// Returns all kinds of questions, in the order of the command line.
pub fn kinds() -> Vec<QuestionKind> {
    [asoiaf::kinds(), vec![luck_of_game::kind()], westeros::kinds(), warmachine::kinds()].concat()
}

/// Returns the games whose kinds are prefixed with their name: `westeros/attack`.
pub fn groups() -> [KindGroup; 2] {
    [westeros::GROUP, warmachine::GROUP]
}

/// Splits the name of a kind into game and question; the game is `None` for an unprefixed name.
pub fn name_parts(kind: &str) -> (Option<&str>, &str) {
    kind.split_once('/').map_or((None, kind), |(game, name)| (Some(game), name))
}

/// The game whose kinds have no prefix.
pub const MAIN_GAME: &str = "asoiaf";

/// Returns the kinds of questions of a game, without those whose questions are files: battles,
/// campaigns and the rolls of games.
///
/// # Errors
/// [`RequestError::UnknownGame`] if no game has this name.
///
/// # Examples
/// ```
/// use warodds_questions::request::kinds_of;
///
/// assert!(kinds_of("asoiaf")?.iter().all(|kind| kind.name != "battle"));
/// assert!(kinds_of("westeros")?.iter().all(|kind| kind.name.starts_with("westeros/")));
/// assert!(kinds_of("chess").is_err());
/// # Ok::<(), warodds_questions::request::RequestError>(())
/// ```
pub fn kinds_of(game: &str) -> Result<Vec<QuestionKind>, RequestError> {
    let mut all = kinds();
    all.retain(|kind| !kind.is_of_file() && name_parts(kind.name).0.unwrap_or(MAIN_GAME) == game);
    if all.is_empty() {
        let known = std::iter::once(MAIN_GAME).chain(groups().map(|group| group.name)).collect();
        return Err(RequestError::UnknownGame { given: game.to_owned(), known });
    }
    Ok(all)
}

/// A game whose kinds are prefixed with its name.
#[derive(Clone, Copy, Debug)]
pub struct KindGroup {
    /// Name, such as `westeros`.
    pub name: &'static str,
    /// Subject of its questions, in a sentence.
    pub about: &'static str,
    /// Further description.
    pub more: &'static str,
    /// Example commands, one per line.
    pub examples: &'static [&'static str],
}

/// Returns the kind with this name.
///
/// # Errors
/// [`RequestError::UnknownKind`] if there is none.
pub fn kind(name: &str) -> Result<QuestionKind, RequestError> {
    let all = kinds();
    let names: Vec<&'static str> = all.iter().map(|kind| kind.name).collect();
    all.into_iter()
        .find(|kind| kind.name == name)
        .ok_or_else(|| RequestError::UnknownKind { given: name.to_owned(), known: names })
}
