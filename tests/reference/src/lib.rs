//! The reference model of the rules, for tests only: a second implementation from the rules digests
//! with single dice and nested loops, without tables of probabilities.
//!
//! The reference model is slow and simple on purpose. It shares the types of questions with the
//! crates that it checks and nothing else: no probability, no decision, no rank. It is a crate of
//! its own so that its loops are optimised while the tests are compiled fast.

pub mod asoiaf;
pub mod attack;
pub mod dice;
pub mod effects;
pub mod westeros;
