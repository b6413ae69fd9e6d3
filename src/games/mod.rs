//! The games' rules, each written once over [`Chance`](crate::chance::Chance).
//!
//! Nothing here prints, reads a file, keeps a clock or draws a random number of its own.

pub mod asoiaf;
pub mod warmachine;
