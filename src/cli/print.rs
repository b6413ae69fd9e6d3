//! Printing.

use std::io::{self, IsTerminal, Write};

use super::ascii;
use super::failure::Failure;
use crate::report::table::Layout;

/// Writes a text for people to stdout, with a line end.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    data(&ascii::shown(text))
}

/// Writes data to stdout, with a line end: it is UTF-8 in every locale.
pub(super) fn data(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    write!(io::stdout().lock(), "{text}{end}")
        .and_then(|()| io::stdout().flush())
        .map_err(|error| Failure::Failed(error.into()))
}

/// Writes to stdout as it is.
pub(super) fn bytes(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| Failure::Failed(error.into()))
}

/// Writes to stderr, with a line end; where nobody can read it nothing is done about that.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", ascii::shown(text));
}

/// As wide as the terminal; a hundred characters where there is none.
pub(super) fn layout() -> Layout {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = if io::stdout().is_terminal() {
        terminal_size::terminal_size().map(|(width, _)| width.0)
    } else {
        None
    };
    Layout { width: terminal.or(columns).unwrap_or(Layout::default().width), ..Layout::default() }
}
