//! Chance for the rules of games, and what comes of it; this crate knows no game.
//!
//! | module | what it is | may use |
//! |---|---|---|
//! | [`chance`] | where dice come from: the trait rules are written over, and its sources | `control` |
//! | [`control`] | who may stop a run, and how work without blocks is stopped | nothing of ours |
//! | [`mod@counted`] | counts in words | nothing of ours |
//! | [`dist`] | distributions, counts and estimates | nothing of ours |
//! | [`run`] | running a rule exactly or often | `chance`, `control`, `counted`, `dist` |

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
