//! Statistics without games: exact distributions, tallies, estimates, and tests of fit.

mod agreement;
mod estimate;
mod fractions;
mod joint;
mod pmf;
mod tally;

pub use agreement::{Agreement, agreement};
pub use estimate::{Estimate, LEVEL};
pub use fractions::{Fractions, MAX_DIGITS};
pub use joint::Joint;
pub use pmf::{Pmf, PmfError};
pub use tally::{NonEmptyTally, Tally};
