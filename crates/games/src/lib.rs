//! The rules of the games, written once over [`Chance`](warodds_engine::chance::Chance).
//!
//! Nothing here prints, reads files, measures time or creates random numbers. Each game is a module
//! with its own questions; [`Question`] is a question about any game.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::dbg_macro,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod asoiaf;
pub mod bounded;
mod decide;
pub mod warmachine;
pub mod westeros;

use warodds_engine::run::Resolve;

/// A question about any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// *A Song of Ice and Fire: Tabletop Miniatures Game*, in an edition of its rules.
    Asoiaf(Box<asoiaf::Question>, asoiaf::Edition),
    /// *WARMACHINE*.
    Warmachine(warmachine::WarmachineQuestion),
    /// *Battles of Westeros*.
    Westeros(westeros::WesterosQuestion),
}

impl Question {
    /// Returns the question if it is about *A Song of Ice and Fire*.
    pub const fn asoiaf(&self) -> Option<&asoiaf::Question> {
        match self {
            Self::Asoiaf(question, _) => Some(question),
            Self::Warmachine(_) | Self::Westeros(_) => None,
        }
    }

    /// Compiles the rule of the question for the engines. The engines are instantiated here, in the
    /// crate of the rules, so all callers share one copy of the code.
    pub fn ready(&self) -> Box<dyn Resolve> {
        match self {
            Self::Asoiaf(question, edition) => asoiaf::ready(question, *edition),
            Self::Warmachine(question) => warmachine::ready(question),
            Self::Westeros(question) => westeros::ready(question),
        }
    }

    /// Returns the question in an edition, if the game has editions.
    #[must_use]
    pub fn under(self, edition: asoiaf::Edition) -> Self {
        match self {
            Self::Asoiaf(question, _) => Self::Asoiaf(question, edition),
            other @ (Self::Warmachine(_) | Self::Westeros(_)) => other,
        }
    }
}

impl From<asoiaf::Question> for Question {
    /// Uses the rulebook edition.
    fn from(question: asoiaf::Question) -> Self {
        Self::Asoiaf(Box::new(question), asoiaf::Edition::default())
    }
}

impl From<warmachine::WarmachineQuestion> for Question {
    fn from(question: warmachine::WarmachineQuestion) -> Self {
        Self::Warmachine(question)
    }
}

impl From<westeros::WesterosQuestion> for Question {
    fn from(question: westeros::WesterosQuestion) -> Self {
        Self::Westeros(question)
    }
}
