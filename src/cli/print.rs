//! Output to the terminal.

use std::io::{self, IsTerminal, Write};

use super::ascii;
use super::failure::Failure;
use crate::report::table::Layout;

/// Writes a text for people to stdout, with a final newline.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    data(&ascii::for_locale(text))
}

/// Writes data to stdout as UTF-8 in every locale, with a final newline.
pub(super) fn data(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    write!(io::stdout().lock(), "{text}{end}")
        // at exit the buffer is flushed without reporting errors
        .and_then(|()| io::stdout().flush())
        .map_err(|error| Failure::Failed(error.into()))
}

/// Writes bytes to stdout unchanged.
pub(super) fn bytes(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| Failure::Failed(error.into()))
}

/// Writes a line to stderr; errors are ignored, as there is nowhere to report them.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", ascii::for_locale(text));
}

/// Returns the layout for the width of the terminal; 100 characters without a terminal.
pub(super) fn layout() -> Layout {
    // shells do not export COLUMNS, and it goes stale when a window is resized: only scripts that
    // set it on purpose need it, so the terminal has precedence
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = if io::stdout().is_terminal() {
        terminal_size::terminal_size().map(|(width, _)| width.0)
    } else {
        None
    };
    Layout { width: terminal.or(columns).unwrap_or(Layout::default().width), ..Layout::default() }
}
