//! What are the odds? Exact laws and fast Monte Carlo for tabletop wargames.
//!
//! Every rule of a game is written once, over [`chance::Chance`], and run by three engines: 64
//! resolutions side by side with real dice, every path of choices with its weight, and one
//! resolution die by die. What each part may know of the others:
//!
//! | module | what it is | may use |
//! |---|---|---|
//! | [`chance`] | where luck comes from | nothing of ours |
//! | [`dist`] | numbers without games | nothing of ours |
//! | [`engine`] | running a rule exactly or often | `chance`, `dist` |
//! | [`games`] | the rules | `chance`, `dist` |
//! | [`document`] | TOML whose values know their places, and all that is wrong with it | the values of `games` |
//! | [`catalogue`] | cards, attachments and abilities by name | `document`, `games` |
//! | [`scenario`] | TOML files as validated questions | `document`, `catalogue`, `games`, the questions of `study` |
//! | [`study`] | a question and an engine make a finding | `scenario`, `games`, `engine`, `dist`, `chance` |
//! | [`report`] | findings as tables, data, charts, files | `dist`, `study` |
//! | [`cli`] | the commands | `study`, `scenario`, `report`, the questions of `games` |
//!
//! Invariants: rules neither print nor draw random numbers of their own; the same seed gives the
//! same bits on any number of threads and any instruction set; no input makes the program panic;
//! files are written whole or not at all.

pub mod catalogue;
pub mod chance;
pub mod cli;
pub mod dist;
pub mod document;
pub mod engine;
pub mod games;
pub mod report;
pub mod scenario;
pub mod study;
