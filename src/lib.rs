//! What are the odds? Exact distributions and fast Monte Carlo for tabletop wargames.
//!
//! ```
//! let swords = warodds::unit("stark sworn swords")?;
//! let guardsmen = warodds::unit("lannister guardsmen")?;
//! let wounds = warodds::attack(&swords, &guardsmen).charge().flank().exact()?.wounds().mean();
//! assert!(wounds > 4.0);
//! # Ok::<(), warodds::Error>(())
//! ```
//!
//! [`front`] is the short way to the questions most asked; what it has no words for is asked as a
//! [`study::NamedQuestion`].
//!
//! Every rule of a game is written once, over [`chance::Chance`], and run by three engines: 64
//! resolutions side by side with real dice, every path of choices with its weight, and one
//! resolution die by die. This crate is the program and the front of its libraries:
//!
//! | crate | modules | may use |
//! |---|---|---|
//! | `warodds-engine` | [`chance`], [`dist`], [`mod@counted`], [`engine`] | nothing of ours |
//! | `warodds-games` | [`games`]: the rules | the engine |
//! | `warodds-questions` | [`document`], [`catalogue`], [`scenario`], [`study`]: question in, answer out | the engine and the games |
//! | `warodds-battles` | whole battles | the three above |
//! | `warodds-shards` | `shard` (feature `cli`): runs shared out among machines, and merged | the four above |
//! | `warodds` | [`front`]: questions in a line; `report`, `cli` (feature `cli`): answers as tables, data, charts and files; the commands | all of them |
//!
//! Invariants: rules neither print nor draw random numbers of their own; the same seed gives the
//! same bits on any number of threads and any instruction set; no input makes the program panic;
//! files are written whole or not at all.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::dbg_macro,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub use warodds_engine::run as engine;
pub use warodds_engine::{chance, counted, dist};
pub use warodds_games as games;
pub use warodds_questions::{army, catalogue, document, json, request, scenario, study};
#[cfg(feature = "cli")]
pub use warodds_shards as shard;

pub mod front;

pub use front::{Ask, CombatantBuilder, Error, attack, charge, duel, matrix, numbers, panic, unit};
pub use warodds_games::asoiaf::{Edition, Facing, Spending, TerrainKeyword};

#[cfg(feature = "cli")]
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "the command line speaks to people")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod report;
