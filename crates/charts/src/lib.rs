//! Answers as words and as charts, without pixels.
//!
//! [`text`] says what answers say: titles, findings, labels, notes and numbers. Charts are plain
//! values ([`spec::Chart`]): the finding, the question, data, marks and labels. The program draws
//! them as SVG and PNG, and the page in the browser; both follow the same rules. Nothing here
//! depends on a game's rules, so a new game needs no change.

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

use warodds_answer as answer;
use warodds_engine::{chance, counted, dist};
use warodds_games as games;
use warodds_questions::request;

mod campaign;
mod cases;
mod counts;
mod duels;
mod field_bars;
mod fields;
mod gains;
mod grid;
pub mod heat;
mod lines;
mod means;
mod options;
mod pages;
mod ranked;
mod rate;
mod reply;
#[cfg(any(test, feature = "samples"))]
#[allow(missing_docs, clippy::expect_used, reason = "answers for tests")]
pub mod samples;
pub mod spec;
mod sweeps;
pub mod text;
mod wording;

pub use fields::field_pages;
pub use pages::{
    Page, PageNumbering, analysis_pages, answer_pages, campaign_pages, luck_pages, name_pages,
    option_pages, round_pages, select_key_pages,
};
pub use reply::{reply_pages, rounds};
pub use wording::victories;
