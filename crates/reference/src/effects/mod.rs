//! Attacks, charges and duels with effects of the whole language of abilities: every state gone
//! through, every choice tried.

pub mod charge;
pub mod duel;
mod facts;
mod happening;
mod morale;
mod numbers;
mod row;
mod state;
mod strike;
mod telling;
mod ways;

pub use state::{Chances, State};
pub use telling::Telling;
pub use ways::TooMany;
