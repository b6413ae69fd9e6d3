//! Questions about units as they are parsed: named after their subjects, with notes.

use super::rules::RulesKeys;
use crate::request::RequestError;
use crate::request::query::Query;
use crate::study::NamedQuestion;
use warodds_games::asoiaf::{Question, Unit};

/// The units that a question is about.
pub(super) enum Subject {
    /// The first unit acts on the second.
    Against([Unit; 2]),
    /// Two opponents on equal terms.
    Versus([Unit; 2]),
    /// One unit.
    Alone(Unit),
    /// A unit, the names of the units that act on it, and these units.
    By(Unit, String, Vec<Unit>),
    /// Plain numbers, with this description.
    Numbers(&'static str),
}

/// A question with the notes for its answer.
#[derive(Clone, Debug)]
pub struct ParsedQuestion {
    /// The question.
    pub question: NamedQuestion,
    /// Notes on the answer.
    pub notes: Vec<String>,
}

impl ParsedQuestion {
    /// Returns the query for this question alone.
    pub(super) fn into_query(self) -> Query {
        Query::One(Box::new(self.question), self.notes)
    }
}

/// Names a question after its subject and checks it against `rules`.
pub(super) fn name_question(
    name: &str,
    subject: Subject,
    question: Question,
    rules: &RulesKeys,
) -> Result<ParsedQuestion, RequestError> {
    let (title, units) = match subject {
        Subject::Against(units) => {
            let [one, other] = units.each_ref().map(|unit| unit.name.as_str());
            (format!("{one} → {other}"), Vec::from(units))
        }
        Subject::Versus(units) => {
            let [one, other] = units.each_ref().map(|unit| unit.name.as_str());
            (format!("{one} v {other}"), Vec::from(units))
        }
        Subject::By(unit, words, mut others) => {
            let title = format!("{words} → {}", unit.name);
            others.push(unit);
            (title, others)
        }
        Subject::Alone(unit) => (unit.name.clone(), vec![unit]),
        Subject::Numbers(words) => (words.to_owned(), Vec::new()),
    };
    let named =
        NamedQuestion::new(name, title, question).about(rules.rules.unwrap_or_default(), &units);
    rules.check(std::slice::from_ref(&named))?;
    Ok(ParsedQuestion { question: named, notes: Vec::new() })
}
