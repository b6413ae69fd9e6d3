//! What are the odds? Exact laws and fast Monte Carlo for tabletop wargames.

pub mod chance;
pub mod dist;
pub mod games;
pub mod report;
pub mod study;
