//! Attacks, charges and duels with effects of the whole language of abilities: every state gone
//! through, every choice tried.

pub mod charge;
mod choices;
pub mod duel;
mod facts;
mod happening;
mod model;
mod morale;
mod numbers;
mod sequence;
mod state;
mod strike;

pub use choices::TooMany;
pub use model::ReferenceModel;
pub use state::{Chances, CombatState};
