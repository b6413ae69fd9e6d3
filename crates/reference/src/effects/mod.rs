//! Attacks, charges and duels with effects of the whole language of abilities: every state gone
//! through, every choice tried.

pub mod charge;
pub mod duel;
mod facts;
mod numbers;
mod telling;
mod ways;

pub use telling::{Chances, State, Telling};
pub use ways::TooMany;
