//! Question in, answer out: what a file, a card's name or an option asks, and what comes of it.
//!
//! | module | what it is | may use |
//! |---|---|---|
//! | [`document`] | TOML whose values know their places, and all that is wrong with it | the values of games |
//! | [`catalogue`] | cards, attachments and abilities by name | `document` |
//! | [`army`] | lists of armies: read from TOML or from what list builders export, and held against the rules | `document`, `catalogue` |
//! | [`scenario`] | TOML files as validated questions | `document`, `catalogue`, the questions of `study` |
//! | [`study`] | a question and an engine make an answer | `scenario` |
//! | [`json`] | answers as JSON, for programs | `study` |
//! | [`request`] | options, links and keywords as validated questions, by one table of keys | `document`, `catalogue`, `army`, `study` |

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

pub mod army;
pub mod catalogue;
pub mod document;
pub mod json;
pub mod request;
pub mod scenario;
pub mod study;
