//! Chance and statistics for the rules of games; this crate knows no game.
//!
//! | module | contents | may use |
//! |---|---|---|
//! | [`chance`] | the trait rules are written over, and its engines | `control` |
//! | [`control`] | progress and stopping of runs | no other module |
//! | [`mod@counted`] | counts with nouns | no other module |
//! | [`dist`] | distributions, tallies and estimates | no other module |
//! | [`run`] | exact enumeration and sampling of rules | `chance`, `control`, `counted`, `dist` |

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

pub mod chance;
pub mod control;
pub mod counted;
pub mod dist;
pub mod run;
