//! What are the odds? Exact distributions and fast Monte Carlo for tabletop wargames.
//!
//! ```
//! let question = warodds::attack("stark sworn swords", "lannister guardsmen").charge().flank();
//! assert!(question.exact()?.wounds().mean() > 4.0);
//! # Ok::<(), warodds::Error>(())
//! ```
//!
//! Without cards, a panic test on 7+ of a unit with a Panicked token costs 1565/648 wounds:
//!
//! ```
//! let question = warodds::PanicQuestion::new().morale(7).panicked();
//! assert!((question.exact()?.wounds().mean() - 1565.0 / 648.0).abs() < 1e-12);
//! # Ok::<(), warodds::Error>(())
//! ```
//!
//! Start with [`front`], the builder API. Questions that it does not cover are a
//! [`study::NamedQuestion`].
//!
//! Every rule of a game is written once, over [`chance::Chance`], and run by three engines: Monte
//! Carlo (64 trials at a time), exact enumeration of all weighted paths, and single trials die by
//! die. This crate contains the program and re-exports the libraries:
//!
//! | crate | modules | depends on |
//! |---|---|---|
//! | `warodds-engine` | [`chance`], [`dist`], [`mod@counted`], [`engine`] | none of the others |
//! | `warodds-games` | [`games`]: the rules | the engine |
//! | `warodds-answer` | [`mod@answer`]: answers, for tables, charts and JSON | the engine |
//! | `warodds-questions` | [`document`], [`catalogue`], [`scenario`], [`study`]: parsing, answering | the three above |
//! | `warodds-charts` | answers as words, and as charts without pixels | the four above |
//! | `warodds-battles` | whole battles | the engine, the games and the questions |
//! | `warodds-shards` | `shard` (feature `cli`): runs split over machines, and merged | all above but the charts |
//! | `warodds` | [`front`]: the builder API; `report`, `cli` (feature `cli`): tables, data, charts, files; the commands | all of them |
//!
//! Invariants: rules neither print nor create random numbers; the same seed gives the same bits on
//! any number of threads and any instruction set; no input makes the program panic; files are
//! written atomically.

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

pub use warodds_answer as answer;
pub use warodds_engine::run as engine;
pub use warodds_engine::{chance, counted, dist};
pub use warodds_games as games;
pub use warodds_questions::{army, catalogue, document, json, request, scenario, study};
#[cfg(feature = "cli")]
pub use warodds_shards as shard;

pub mod front;

pub use front::{
    AttackQuestion, ChargeQuestion, DuelQuestion, Error, MatrixQuestion, PanicQuestion, PlainUnit,
    QuestionBuilder, UnitSource, attack, charge, duel, matrix, panic, unit,
};
pub use warodds_games::asoiaf::{DuelSide, Edition, Facing, Spending, TerrainKeyword, Token};

#[cfg(feature = "cli")]
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "the command line prints")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod report;
