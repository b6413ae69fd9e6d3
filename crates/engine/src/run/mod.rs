//! Running a rule: exactly, or often.

mod conditional;
mod contract;
mod exact;
#[allow(
    unsafe_code,
    reason = "calls the clones of one body that are compiled for wider instructions"
)]
mod isa;
mod long;
mod paired;
mod ready;
mod sample;
mod shard;

pub use conditional::{Conditional, Strata, conditional, strata};
pub use contract::ContractError;
pub use exact::{Distributions, exact};
pub use isa::{Isa, resolve_once};
pub use long::{LONG_BLOCK, LongError, exact_long, sample_long};
pub use paired::paired;
pub use ready::{Ready, Resolve};
pub use sample::{BLOCK, Control, Goal, Sample, Sampler, StdControl, sample};
pub use shard::Shard;
