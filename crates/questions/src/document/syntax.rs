//! Parses text into a tree of TOML values with their positions.
//!
//! Syntax faults are worded here. The parser's own messages name its grammar ("literal string",
//! "inline table"), which a player who writes a list need not know.

use std::collections::HashSet;

use toml::de::DeTable;
use toml_parser::Source as Toml;
use toml_parser::lexer::TokenKind;

use super::faults::{Draft, Report, Span};
use super::source::floor;
use super::suggest::quoted;

/// The most parts of a dotted key.
///
/// The parser bounds the nesting of lists and inline tables but not of dotted keys. Each part nests
/// one more table, and dropping thousands of nested tables overflows the stack.
const MAX_KEY_PARTS: usize = 16;

/// Parses the table of a file.
///
/// # Errors
/// All syntax faults. A partly parsed table is not returned: what was lost would only be reported
/// as missing.
pub(crate) fn parse(text: &str) -> Result<DeTable<'_>, Report> {
    let mut report = Report::default();
    if let Some(span) = too_deep(text) {
        report.add(|| {
            Draft::new(&span, format!("a dotted key may have at most {MAX_KEY_PARTS} parts"))
                .label("one part too many")
                .help("write a table header such as [units.guards]")
        });
        return Err(report);
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut lines = HashSet::new();
    for error in &errors {
        let span = clamp(error.span(), text);
        // one slip often confuses the parser for the rest of the line: only the first error helps
        if lines.insert(breaks.partition_point(|at| *at < span.start)) {
            report.add(|| syntax_fault(error.message(), &span, text));
        }
    }
    if errors.is_empty() { Ok(table.into_inner()) } else { Err(report) }
}

/// Moves the span of an error to character boundaries within the text.
fn clamp(span: Option<Span>, text: &str) -> Span {
    let span = span.unwrap_or(0..0);
    let start = floor(text, span.start);
    start..floor(text, span.end).max(start)
}

/// What is wrong and what to do, by the beginnings of the parser's messages.
///
/// In the wording `{}` is replaced by the word at the fault. The first match counts.
const WORDINGS: [(&[&str], &str, &str); 18] = [
    (&["duplicate key"], "{} is set twice", "keep one of them"),
    (
        &["cannot extend value"],
        "{} already has a value, so it cannot be a table as well",
        "write it once, as a value or as a table",
    ),
    (
        &["recursion", "cannot recurse"],
        "lists and tables are nested too deep",
        "give each table a header of its own, such as [units.guards]",
    ),
    (
        &["unclosed array table", "unclosed table", "invalid table", "missing table open"],
        "this is not a table header",
        "a table starts with [name], each of several tables with [[name]]",
    ),
    (&["unclosed array"], "this list is not closed", "add `]` after its last value"),
    (
        &["missing comma between array"],
        "a comma is missing in this list",
        "separate its values, as in [\"front\", \"rear\"]",
    ),
    (
        &["extra comma in array", "unexpected `=` in array", "missing array opening"],
        "a value is missing in this list",
        "write values between commas, as in [\"front\", \"rear\"]",
    ),
    (&["unclosed inline table"], "this table is not closed", "add `}` after its last value"),
    (
        &[
            "missing comma between key",
            "extra comma in inline",
            "extra assignment",
            "missing key for inline",
            "missing assignment",
            "invalid inline table",
            "missing inline table",
        ],
        "a table in braces has the form { key = value, key = value }",
        "separate its keys by commas, as in { hit = 4, dice = [6, 5, 4] }",
    ),
    (
        &["key with no value", "missing value"],
        "this key has no value",
        "write `key = value`; a remark starts with #",
    ),
    (&["unquoted keys"], "a key is missing before `=`", "write `key = value`"),
    (&["extra `=`"], "there is one `=` too many", "write `key = value`"),
    (
        &["unexpected key or value", "unexpected content"],
        "a line holds one `key = value`",
        "start a new line here, or put text of several words in quotes",
    ),
    (
        &["invalid unquoted key", "invalid key", "keys cannot be"],
        "{} is not a key",
        "a key has letters, digits, `_` and `-`",
    ),
    (
        &["missing escaped value", "too few unicode", "invalid value"],
        "`\\` begins an escape that does not exist",
        "write `\\\\` for a backslash, or put the text in single quotes",
    ),
    (
        &["invalid comment character", "carriage return"],
        "this character cannot be read",
        "save the file as plain text with usual line ends",
    ),
    (
        &["invalid date", "invalid time", "invalid offset", "invalid month", "invalid day"],
        "{} is not a date or a time",
        "put text in quotes; a number has digits and at most one point",
    ),
    (
        &["string values must be quoted"],
        "{} is neither a number nor text",
        "put text in quotes, as in \"front\"; separate the values of a list by commas",
    ),
];

/// Words the fault of a parser's message.
fn syntax_fault(message: &str, span: &Span, text: &str) -> Draft {
    if message.starts_with("invalid") && message.contains("string") {
        return unreadable_text(message, span);
    }
    let word_span = word_at(text, span);
    let word = text.get(word_span.clone()).unwrap_or_default();
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    // documents and phones replace typed quotes
    if word.contains(['“', '”', '„', '‘', '’']) && message.starts_with("string values must")
    {
        return Draft::new(&word_span, format!("{} has curly quotes", quoted(word)))
            .help("put text in straight quotes, as in \"front\"");
    }
    // the parser takes words that start with `t`, `f`, `i` or `n` for flags or numbers
    let bare = ["string values must", "invalid boolean", "invalid float"];
    if !has_digit && bare.iter().any(|start| message.starts_with(start)) {
        return bare_word(word, &word_span);
    }
    let known =
        WORDINGS.iter().find(|(starts, ..)| starts.iter().any(|start| message.starts_with(start)));
    match known {
        Some((_, wording, help)) => {
            let span = if wording.contains("{}") { &word_span } else { span };
            let label = if message == "duplicate key" { "the second time" } else { "here" };
            Draft::new(span, wording.replace("{}", &quoted(word))).label(label).help(*help)
        }
        None if has_digit => Draft::new(&word_span, format!("{} is not a number", quoted(word)))
            .help("write digits without leading zeros, as in 8, -1 or 2.5; text needs quotes"),
        None => Draft::new(span, "this line cannot be read")
            .help("write `key = value`, [table] or [[table]], and text in quotes"),
    }
}

/// The fault of a word without quotes, or of none where a value belongs.
fn bare_word(word: &str, span: &Span) -> Draft {
    let flag = ["true", "false"].into_iter().find(|flag| word.eq_ignore_ascii_case(flag));
    if word.is_empty() {
        return Draft::new(span, "this key has no value").help("write `key = value`");
    }
    match flag {
        Some(flag) => Draft::new(span, format!("{} is not a value", quoted(word)))
            .help(format!("write `{flag}` in small letters")),
        None => Draft::new(span, format!("{} needs quotes", quoted(word)))
            .help("put text in quotes, as in \"front\""),
    }
}

/// The fault of text in quotes that does not end, or that holds a control character.
fn unreadable_text(message: &str, span: &Span) -> Draft {
    if message.contains("characters") {
        return Draft::new(span, "this text holds a character that cannot be read")
            .help("leave control characters out");
    }
    Draft::new(span, "this text has no closing quote").help("end it with the quote it starts with")
}

/// Extends a span to the word around it: the parser often underlines a single character.
fn word_at(text: &str, span: &Span) -> Span {
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.' | ':');
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let left = before.len() - before.trim_end_matches(in_word).len();
    let right = after.len() - after.trim_start_matches(in_word).len();
    span.start - left..span.end + right
}

/// Finds a dotted key with too many parts.
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
        if dots >= MAX_KEY_PARTS {
            return Some(token.span().start()..token.span().end());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::SourceText;

    /// The faults of a text as `line:column: message` with their help.
    fn faults(text: &str) -> String {
        let report = parse(text).expect_err(text);
        report.into_faults(SourceText::new("f.toml", text)).to_string()
    }

    #[test]
    fn syntax_faults_have_plain_words_position_and_help() {
        for (text, expected) in [
            ("units = [\"Stark Bowmen\"", "this list is not closed\n  help: add `]`"),
            ("a = [1 2]", "1:6: `1 2` is neither a number nor text"),
            ("a = ['b' 'c']", "1:10: a comma is missing in this list"),
            ("a = [1,,2]", "1:8: a value is missing in this list"),
            ("a = { b = 1", "this table is not closed\n  help: add `}`"),
            ("a = { b = 1 c = 2 }", "{ key = value, key = value }"),
            ("a = { = 1 }", "a key is missing before `=`"),
            ("= 1", "a key is missing before `=`"),
            ("facing = front", "1:10: `front` needs quotes\n  help: put text in quotes, as in"),
            ("facing = “front”", "has curly quotes\n  help: put text in straight quotes"),
            ("facing = ‘front’", "1:10: `‘front’` has curly quotes"),
            ("charge = True", "`True` is not a value\n  help: write `true` in small"),
            ("title = \"Guards\nb = 1", "this text has no closing quote"),
            ("title = 'Guards\nb = 1", "this text has no closing quote"),
            ("title = \"a\\qb\"", "`\\` begins an escape"),
            ("run trials", "1:5: this key has no value"),
            ("trials =", "this key has no value"),
            ("a == 1", "one `=` too many"),
            ("[units", "this is not a table header\n  help: a table starts with [name]"),
            ("[[attack]", "this is not a table header"),
            ("a = 1 b = 2", "a line holds one `key = value`"),
            ("a = 1\na = 2", "2:1: `a` is set twice\n  help: keep one of them"),
            ("a = 1\na.b = 2", "2:1: `a.b` already has a value"),
            ("trials = 007", "1:10: `007` is not a number"),
            ("trials = 1__0", "`1__0` is not a number"),
            ("trials = +0x1f", "`+0x1f` is not a number"),
            ("trials = 1.5.2", "`1.5.2` is not a number"),
            ("day = 2021-13-45", "`2021-13-45` is not a date or a time"),
        ] {
            let message = faults(text);
            assert!(message.contains(expected), "{text}:\n{message}\nexpected {expected}");
        }
    }

    #[test]
    fn syntax_faults_never_pass_on_the_parsers_words() {
        let words = ["array", "inline", "string", "expected", "literal", "integer", "float"];
        let characters = ["[", "]", "{", "}", "=", "\"", "'", ",", ".", "#", "\\", "a", "0", " "];
        for first in characters {
            for second in characters {
                for text in [format!("a = {first}{second}"), format!("{first}{second}")] {
                    let Err(report) = parse(&text) else { continue };
                    let message = report.into_faults(SourceText::new("f", &text)).to_string();
                    assert!(!words.iter().any(|word| message.contains(word)), "{text}: {message}");
                }
            }
        }
    }
}
