//! The reference model of the rules, for tests alone: written a second time from the rules digests,
//! by single dice, in nested loops, with no table of odds.
//!
//! Slow and plain on purpose. It shares the questions with the crates it checks and nothing else:
//! no probability, no decision, no rank of theirs is asked for. It is a crate of its own so that
//! tests roll every die in optimised code, while they themselves are compiled with little effort.

pub mod asoiaf;
pub mod attack;
pub mod dice;
pub mod effects;
pub mod westeros;
