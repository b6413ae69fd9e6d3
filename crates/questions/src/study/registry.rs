//! Kinds, headlines and notes of the questions of all games.
//!
//! Each game has a file of its own. Nothing else in the study knows the games apart.

mod asoiaf;
mod grammar;
mod warmachine;
mod westeros;

use super::{Headline, NamedQuestion};
use warodds_engine::chance::QuantityName;
use warodds_games::Question;
use warodds_games::asoiaf::Question as AsoiafQuestion;

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

/// Returns whether more of a quantity is worse for the attacker, side `a` or the unit that is asked
/// about.
pub(crate) fn is_loss(question: &Question, quantity: QuantityName) -> bool {
    let losses: &[QuantityName] = match question {
        // a unit suffers the wounds of its own panic test
        Question::Asoiaf(asked, _) if matches!(**asked, AsoiafQuestion::Panic(_)) => return true,
        Question::Asoiaf(..) => &warodds_games::asoiaf::results::quantity::LOSSES,
        Question::Warmachine(_) => &warodds_games::warmachine::results::quantity::LOSSES,
        Question::Westeros(_) => &warodds_games::westeros::results::quantity::LOSSES,
    };
    losses.contains(&quantity)
}

/// Returns the note that every answer to a question carries.
pub(in crate::study) fn note(question: &Question) -> Option<String> {
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
        Question::Asoiaf(question, _) => asoiaf::situation(question, named),
        Question::Warmachine(_) | Question::Westeros(_) => named.subject.clone(),
    }
}
