//! Questions from files, names and options, and their answers.
//!
//! | module | what it is | may use |
//! |---|---|---|
//! | [`document`] | TOML values with their positions, and faults | the values of games |
//! | [`catalogue`] | cards, attachments and abilities by name | `document` |
//! | [`army`] | lists of armies: parsed from TOML or exports of list builders, and checked by the rules | `document`, `catalogue` |
//! | `file_settings` | keys that scenarios and campaigns share | `document`, `study` |
//! | `campaign` | campaign files as validated campaigns | `document`, `file_settings` |
//! | [`scenario`] | TOML files as validated questions | all of these |
//! | [`study`] | questions of all games, and their answers by an engine | nothing |
//! | [`json`] | answers and cards as JSON, for programs | `catalogue`, `study`, `request` |
//! | [`request`] | options, links and keywords as validated questions, through one table of keys | `document`, `catalogue`, `army`, `campaign`, `study`, `json` |

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
mod campaign;
pub mod catalogue;
pub mod document;
mod file_settings;
pub mod json;
pub mod request;
pub mod scenario;
pub mod study;
