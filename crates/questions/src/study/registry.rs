//! From a question of any game to its rule, and the words for what comes of it.
//!
//! What an engine needs of a game stands in one small file for each: which rule a question is, what
//! kind of question, and what tables and charts lead with.

mod asoiaf;
mod grammar;
mod warmachine;
mod westeros;

use super::{Headline, NamedQuestion};
use warodds_games::Question;

/// What kind of question it is, in data.
pub(super) const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Asoiaf(question, _) => asoiaf::kind(question),
        Question::Warmachine(question) => warmachine::kind(question),
        Question::Westeros(question) => westeros::kind(question),
    }
}

/// What is given in a question, in words; none where nothing is.
pub(super) const fn conditioned_on(question: &Question) -> Option<&'static str> {
    match question {
        Question::Asoiaf(question, _) => asoiaf::conditioned_on(question),
        Question::Warmachine(_) | Question::Westeros(_) => None,
    }
}

/// What tables and charts of a kind of question lead with.
pub(super) fn headline(named: &NamedQuestion) -> Headline {
    match &named.question {
        Question::Asoiaf(question, _) => asoiaf::headline(question, named),
        Question::Warmachine(question) => warmachine::headline(question),
        Question::Westeros(question) => westeros::headline(question, named),
    }
}

/// What must be said of the question itself, whatever comes of it.
pub(super) fn note(question: &Question) -> Option<String> {
    match question {
        Question::Asoiaf(question, _) => asoiaf::note(question),
        Question::Warmachine(question) => warmachine::note(question),
        Question::Westeros(_) => None,
    }
}

/// Returns the axes of the settings whose values [`situation`] states.
pub(super) fn stated(named: &NamedQuestion) -> &'static [&'static str] {
    match &named.question {
        Question::Asoiaf(question, _) => asoiaf::stated(question, &named.subject),
        Question::Warmachine(_) | Question::Westeros(_) => &[],
    }
}

/// What happens in a question, in a sentence without its full stop.
pub(super) fn situation(named: &NamedQuestion) -> String {
    match &named.question {
        Question::Asoiaf(question, _) => asoiaf::situation(question, &named.subject),
        Question::Warmachine(_) | Question::Westeros(_) => named.subject.clone(),
    }
}
