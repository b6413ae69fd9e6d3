//! From text to a tree of TOML values that know their places.

use std::collections::HashSet;

use toml::de::DeTable;
use toml_parser::Source as Toml;
use toml_parser::lexer::TokenKind;

use super::faults::{Draft, Report, Span};
use super::source::floor;
use super::suggest::quoted;

/// The most parts of a dotted key.
///
/// Each part makes a table in a table, and the parser (which bounds the nesting of lists and inline
/// tables itself) takes any number of them: a long enough key would overflow the stack when its
/// tables are dropped.
const MOST_PARTS: usize = 16;

/// The file's table.
///
/// # Errors
/// With what keeps the text from being TOML; a table that was read in part would only be missing
/// what is lost.
pub(crate) fn parse(text: &str) -> Result<DeTable<'_>, Report> {
    let mut report = Report::default();
    if let Some(span) = too_deep(text) {
        report.add(|| {
            Draft::new(&span, format!("a dotted key may have at most {MOST_PARTS} parts"))
                .label("one part too many")
        });
        return Err(report);
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut lines = HashSet::new();
    for error in &errors {
        let span = place(error.span(), text);
        // one slip often confuses the rest of its line: only the first word on it helps
        if lines.insert(breaks.partition_point(|at| *at < span.start)) {
            report.add(|| fault(error.message(), &span, text));
        }
    }
    if errors.is_empty() { Ok(table.into_inner()) } else { Err(report) }
}

/// The place of an error within the text.
fn place(span: Option<Span>, text: &str) -> Span {
    let span = span.unwrap_or(0..0);
    let start = floor(text, span.start);
    start..floor(text, span.end).max(start)
}

fn fault(message: &str, span: &Span, text: &str) -> Draft {
    let given = text.get(span.clone()).unwrap_or_default();
    match message {
        "duplicate key" => {
            Draft::new(span, format!("{} is given twice", quoted(given))).label("the second time")
        }
        _ if message.contains("recursion") => {
            Draft::new(span, "lists and tables are nested too deep")
        }
        _ => Draft::new(span, format!("this is not TOML: {message}"))
            .help("texts stand in quotes, tables start with [name] or [[name]]"),
    }
}

/// The place of a dotted key with too many parts.
fn too_deep(text: &str) -> Option<Span> {
    let mut dots = 0;
    for token in Toml::new(text).lex() {
        match token.kind() {
            TokenKind::Dot => dots += 1,
            TokenKind::Atom
            | TokenKind::Whitespace
            | TokenKind::BasicString
            | TokenKind::LiteralString => {}
            _ => dots = 0,
        }
        if dots >= MOST_PARTS {
            return Some(token.span().start()..token.span().end());
        }
    }
    None
}
