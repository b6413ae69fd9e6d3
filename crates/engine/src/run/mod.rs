//! Engines: exact enumeration and Monte Carlo sampling of a rule.

mod contract;
mod exact;
mod given;
#[allow(
    unsafe_code,
    reason = "calls the clones of one body that are compiled for wider instructions"
)]
mod isa;
mod markov;
mod ready;
mod sample;
mod shard;

pub use crate::control::{Control, StdControl, Stopped, tick, watched};
pub use contract::{ContractError, unless_stopped};
pub use exact::{Distributions, ExactError, exact, exact_fractions, exact_within};
pub use given::{Condition, Conditional, exact_fractions_given, exact_given};
pub use isa::Isa;
pub use ready::{CompiledRule, Resolve};
pub use sample::{BLOCK, Goal, LONG_BLOCK, Sample, Sampler, play, sample};
pub use shard::Shard;
