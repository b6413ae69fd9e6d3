//! The text of a file as faults show it.
//!
//! A text of a megabyte may be a single line, so lines are found by binary search, and only the
//! part near a fault is shown.

use super::Span;

/// The most that is shown before and after a fault, in bytes.
const SHOWN: usize = 240;

/// A named text and the offsets of its lines.
#[derive(Debug)]
pub(crate) struct SourceText {
    name: String,
    text: String,
    starts: Vec<usize>,
}

impl SourceText {
    /// Replaces control characters, which would act on the terminal. All offsets stay the same.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let text: String = text.chars().map(harmless).collect();
        let starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.chars().map(harmless).collect(), text, starts }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns line and column of a byte; columns count characters, both start at 1.
    pub(crate) fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let before = self.text.get(self.start(line)..self.floor(offset)).unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }

    /// Returns the end of the line of a byte, without its line break.
    pub(crate) fn end_of_line(&self, offset: usize) -> usize {
        self.end(self.line(offset))
    }

    /// Returns the nearest character boundary at or before a byte.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        floor(&self.text, offset)
    }

    /// Returns the line of a byte, from 0.
    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    fn end(&self, line: usize) -> usize {
        let text = self.text.get(self.start(line)..self.start(line + 1)).unwrap_or_default();
        self.start(line) + text.trim_end_matches(['\n', '\r']).len()
    }

    /// Returns the lines of a span with one line before and one after, cut to what is near.
    pub(crate) fn excerpt(&self, span: &Span) -> Excerpt<'_> {
        let (start, end) = (self.floor(span.start), self.floor(span.end.max(span.start)));
        let line = self.line(start);
        let from = self.start(line.saturating_sub(1)).max(start.saturating_sub(SHOWN));
        let to = self.end(self.line(end) + 1).max(end).min(end + SHOWN);
        let (from, to) = (self.floor(from), self.floor(to));
        Excerpt {
            text: self.text.get(from..to).unwrap_or_default(),
            line: self.line(from) + 1,
            span: start - from..end - from,
            whole: from <= self.start(line),
        }
    }
}

/// The shown part of a text.
#[derive(Debug)]
pub(crate) struct Excerpt<'t> {
    pub text: &'t str,
    /// The number of the first line, from 1.
    pub line: usize,
    /// The span of the fault, in bytes of the excerpt.
    pub span: Span,
    /// Whether the line of the fault is shown from its beginning, so that columns can be counted.
    pub whole: bool,
}

/// Returns the nearest character boundary of `text` at or before a byte.
pub(crate) fn floor(text: &str, offset: usize) -> usize {
    let starts = (0..=offset.min(text.len())).rev();
    // a character has at most four bytes
    starts.take(4).find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Replaces a control character by a printable one of the same length in bytes.
fn harmless(character: char) -> char {
    match character {
        '\n' | '\r' | '\t' => character,
        _ if character.is_control() => {
            // spans are bytes of the original text, so the length must not change
            if character.len_utf8() == 1 { '?' } else { '¿' }
        }
        _ => character,
    }
}
