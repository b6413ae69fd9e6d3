//! Whole battles of *A Song of Ice and Fire: Tabletop Miniatures Game*: trays on a table.
//!
//! Rule numbers such as A16.3 refer to this project's English digest of the rulebook (see
//! `docs/rules.md`). Where the rulebook is ambiguous, the interpretation is documented at the rule.

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

pub mod advice;
pub mod answer;
pub mod army;
pub mod battle;
pub mod cards;
pub mod choice;
pub mod decision;
pub mod dice;
pub mod field;
pub mod file;
pub mod geometry;
pub mod log;
pub mod luck;
pub mod missions;
mod modes;
pub mod ncus;
pub mod odds;
pub mod outcomes;
pub mod own_cards;
pub mod play;
pub mod policy;
mod progress;
pub mod question;
pub mod referee;
pub mod replay;
pub mod run;
pub mod schema;
pub mod share;
pub mod siege;
pub mod state;
pub mod state_file;
pub mod stats;
mod tactics_zone;
pub mod terrain;
