//! Running a rule: exactly, or often.

mod conditional;
mod exact;
mod isa;
mod long;
mod paired;
mod sample;

pub use conditional::{Conditional, Strata, conditional, strata};
pub use exact::{ExactError, Laws, exact};
pub use isa::{Isa, resolve_once};
pub use long::{LONG_BLOCK, LongError, exact_long, sample_long};
pub use paired::paired;
pub use sample::{BLOCK, Control, Goal, Sample, Sampler, StdControl, sample};
