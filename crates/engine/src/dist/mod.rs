//! Statistics without games: exact distributions, tallies, estimates, and tests of fit.

mod agreement;
mod difference;
mod estimate;
mod joint;
mod mixture;
mod pmf;
mod tally;
mod weighted;

pub use agreement::{Agreement, agreement};
pub use difference::{Odds, PairedDifference};
pub use estimate::{Estimate, LEVEL};
pub use joint::Joint;
pub use mixture::Mixture;
pub use pmf::{Pmf, PmfError};
pub use tally::{NonEmptyTally, Tally};
