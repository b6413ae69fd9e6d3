//! The page of warodds and its interface by HTTP.
//!
//! | address | what it answers |
//! |---|---|
//! | `/`, `/app.css`, … | the page: the files of `web/`, as they stand |
//! | `/api` | the interface as OpenAPI, made from the table of keys |
//! | `/api/attack?attacker=…&charge`, and so for each kind of question | just what the command prints with `--json` |
//! | `/api/ask?link=…` | the question of a link |
//! | `/api/link?link=…` | a link taken apart, and its shortest form |
//! | `/api/cards`, `/api/cards/NAME`, `/api/search?words=…` | the cards |
//! | `/api/version` | which program this is, and where else it is to be found |
//! | `/qr.svg?text=…` | a text as a QR code |
//!
//! [`Address::asked`] answers an address without any network: the page asks it in the browser as well. The
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
mod cards;
mod fault;
mod files;
#[cfg(feature = "http")]
pub mod http;
mod openapi;
mod parameters;
mod qr;
mod question;

pub use address::{Address, Resource, ResponseBody, Site};
pub use fault::ApiFault;
pub use files::{PAGE, PageFile};
pub use openapi::openapi;
pub use qr::terminal_code;
pub use question::MAX_TRIALS;
