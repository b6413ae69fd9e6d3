//! The reference model of attacks, charges and duels with the whole language of abilities: it
//! enumerates every state and tries every choice.

mod attack;
mod attack_numbers;
pub mod charge;
mod choices;
mod conditions;
pub mod duel;
pub mod duel_to_win;
mod model;
mod morale;
mod own_order;
mod sequence;
pub mod sequence_to_win;
mod state;
pub mod survive_to_win;
mod triggered;

pub use choices::TooMany;
pub use model::ReferenceModel;
pub use state::{Chances, CombatState};
