//! Kinds, headlines and notes of the questions of all games.
//!
//! Each game has a file of its own. Nothing else in the study knows the games apart.

mod asoiaf;
mod grammar;
mod warmachine;
mod westeros;

use super::{Answer, Headline, NamedQuestion};
use warodds_engine::chance::QuantityName;
use warodds_games::Question;

/// Returns the kind of a question in data, e.g. `attack`.
pub(super) const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Asoiaf(question, _) => asoiaf::kind(question),
        Question::Warmachine(question) => warmachine::kind(question),
        Question::Westeros(question) => westeros::kind(question),
    }
}

/// Returns the numbers that tables and charts of a question lead with.
pub(super) fn headline(named: &NamedQuestion) -> Headline {
    match &named.question {
        Question::Asoiaf(question, _) => asoiaf::headline(question, named),
        Question::Warmachine(question) => warmachine::headline(question),
        Question::Westeros(question) => westeros::headline(question, named),
    }
}

/// Quantities that count losses of the unit that the question is about, or what spares its enemy.
const LOSSES: [&str; 12] = [
    "own_wounds",
    "friends_wounds",
    "friends_failed",
    "friends_destroyed",
    "b_left",
    "own_figures_lost",
    "own_retreat",
    "a_lost",
    "a_shaken",
    "burning_around",
    "level",
    "frenzies",
];

/// Returns whether more of a quantity of an answer is worse for the first side.
pub(crate) fn is_loss(answer: &Answer, quantity: QuantityName) -> bool {
    // the wounds of a panic test are those of the unit itself
    answer.kind == "panic" || LOSSES.contains(&quantity.as_str())
}

/// Returns the note that every answer to a question carries.
pub(super) fn note(question: &Question) -> Option<String> {
    match question {
        Question::Asoiaf(question, _) => asoiaf::note(question),
        Question::Warmachine(question) => warmachine::note(question),
        Question::Westeros(_) => None,
    }
}

/// Returns the attackers' weapons in order; empty for plain numbers and in other games.
pub(super) fn weapons(named: &NamedQuestion) -> Vec<String> {
    named.question.asoiaf().map_or_else(Vec::new, asoiaf::weapons)
}

/// Returns the axes of the settings whose values [`situation`] states.
pub(super) fn stated(named: &NamedQuestion) -> &'static [&'static str] {
    match &named.question {
        Question::Asoiaf(question, _) => asoiaf::stated(question, &named.subject),
        Question::Warmachine(_) | Question::Westeros(_) => &[],
    }
}

/// Describes what happens in a question, in a sentence without its full stop.
pub(super) fn situation(named: &NamedQuestion) -> String {
    match &named.question {
        Question::Asoiaf(question, _) => asoiaf::situation(question, &named.subject),
        Question::Warmachine(_) | Question::Westeros(_) => named.subject.clone(),
    }
}
