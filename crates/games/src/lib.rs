//! The games' rules, each written once over [`Chance`](warodds_engine::chance::Chance).
//!
//! Nothing here prints, reads a file, keeps a clock or draws a random number of its own. A game is
//! a module with its own questions; [`Question`] is what can be asked of any of them.

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
pub mod warmachine;
pub mod westeros;

use warodds_engine::run::Resolve;

/// Anything that can be asked of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Of *A Song of Ice and Fire: Tabletop Miniatures Game*, by an edition of its rules.
    Asoiaf(Box<asoiaf::Question>, asoiaf::Edition),
    /// Of *WARMACHINE*.
    Warmachine(warmachine::Question),
    /// Of *Battles of Westeros*.
    Westeros(westeros::Question),
}

impl Question {
    /// The question, if it is one of *A Song of Ice and Fire*.
    pub const fn asoiaf(&self) -> Option<&asoiaf::Question> {
        match self {
            Self::Asoiaf(question, _) => Some(question),
            Self::Warmachine(_) | Self::Westeros(_) => None,
        }
    }

    /// Its rule, made ready for the engines. Rules are compiled for them here, in the crate of
    /// the rules, and whoever asks runs that code.
    pub fn ready(&self) -> Box<dyn Resolve> {
        match self {
            Self::Asoiaf(question, edition) => asoiaf::ready(question, *edition),
            Self::Warmachine(question) => warmachine::ready(question),
            Self::Westeros(question) => westeros::ready(question),
        }
    }

    /// The same by the rules of `edition`, where the game has editions.
    #[must_use]
    pub fn under(self, edition: asoiaf::Edition) -> Self {
        match self {
            Self::Asoiaf(question, _) => Self::Asoiaf(question, edition),
            other @ (Self::Warmachine(_) | Self::Westeros(_)) => other,
        }
    }
}

impl From<asoiaf::Question> for Question {
    /// By the rules of the book.
    fn from(question: asoiaf::Question) -> Self {
        Self::Asoiaf(Box::new(question), asoiaf::Edition::default())
    }
}

impl From<warmachine::Question> for Question {
    fn from(question: warmachine::Question) -> Self {
        Self::Warmachine(question)
    }
}

impl From<westeros::Question> for Question {
    fn from(question: westeros::Question) -> Self {
        Self::Westeros(question)
    }
}
