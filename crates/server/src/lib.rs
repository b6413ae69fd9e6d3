//! The page of warodds and its HTTP interface.
//!
//! - `/`, `/app.css`, …: the page: the files of `page/` without their comments and indents
//! - `/api`, `/api?game=westeros`: the description of the interface as OpenAPI, generated from the
//!   table of keys: of all questions, or those of one game without battles and campaigns
//! - `/api/attack?attacker=…&charge`, and so on for each kind of question: the JSON that the
//!   command prints with `--json`
//! - `/api/ask?link=…`: the answer to the question of a link
//! - `…&charts` with each of them: `{"answer": …, "charts": […]}`: the answer, and charts of it as
//!   data
//! - `/api/stream?link=…`: the same as server-sent events: the progress, the odds of battles so
//!   far, and the answer
//! - `/api/replay?link=…&game=3`: one battle of a question turn by turn, with pictures
//! - `/api/replay?link=…&game=3&turn=17`: the best turns in place of one of them, with their odds
//!   and a picture
//! - `/api/list?text=…&catalogue=…`: a list of an army, read; with cards of one's own
//! - `/api/several?address=…&address=…`: what several addresses answer, in one request
//! - `/api/link?link=…`: a link taken apart, and its shortest form
//! - `/api/means?link=…&link=…`: the means and chances of several links, without their
//!   distributions
//! - `/api/keys?game=asoiaf`: the keys of the questions of a game, without their descriptions
//! - `/api/cards`, `/api/cards/NAME`, `/api/search?words=…`, `/api/abilities`: the cards
//! - `/api/catalogue?text=…`: cards of one's own: the lists and the cards of a text
//! - `/api/version`: the version of the program, and where its page can be reached
//! - `/qr.svg?text=…`: a string as a QR code
//!
//! [`Address::resource`] needs no network: in a browser the page calls it as WebAssembly. The HTTP
//! server is the feature `http`.

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

mod address;
mod address_question;
#[cfg(feature = "battles")]
mod battles;
mod cards;
mod cost;
mod fault;
#[cfg(feature = "http")]
pub mod http;
mod lists;
mod means;
mod openapi;
#[cfg(feature = "http")]
mod page;
mod parameters;
mod qr;

pub use address::{Address, Resource, ResponseBody, Site};
pub use address_question::AddressQuestion;
#[cfg(feature = "battles")]
pub use battles::ReplayQuestion;
pub use cost::{Cost, Lane};
pub use fault::{ApiFault, FieldFault};
pub use means::MeansQuestion;
pub use qr::{code_squares, terminal_code};
