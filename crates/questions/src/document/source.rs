//! The text of a scenario as faults show it.
//!
//! Faults stand anywhere in a text of a megabyte, which may be one line: lines are looked up,
//! columns count characters, and only what stands near a fault is shown.

use super::Span;

/// How much is shown on either side of a fault, in bytes.
const SHOWN: usize = 240;

/// A named text and where its lines start.
#[derive(Debug)]
pub(crate) struct SourceText {
    name: String,
    text: String,
    starts: Vec<usize>,
}

impl SourceText {
    /// Keeps the text without control characters: shown in a terminal they would act. All offsets
    /// stay the same.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let text: String = text.chars().map(harmless).collect();
        let starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.chars().map(harmless).collect(), text, starts }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Line and column of a byte, in characters from 1.
    pub(crate) fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let before = self.text.get(self.start(line)..self.floor(offset)).unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }

    /// Where the line of a byte ends, its line break left out.
    pub(crate) fn end_of_line(&self, offset: usize) -> usize {
        self.end(self.line(offset))
    }

    /// The nearest start of a character at or before a byte.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        floor(&self.text, offset)
    }

    /// The line of a byte, from 0.
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

    /// What is shown of a span: its own lines, one before and one after, as far as they are near.
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

/// What is shown of a text.
#[derive(Debug)]
pub(crate) struct Excerpt<'t> {
    pub text: &'t str,
    /// The number of its first line, from 1.
    pub line: usize,
    /// What it is shown for, in bytes of the excerpt.
    pub span: Span,
    /// Whether the first line of that is there from its beginning.
    pub whole: bool,
}

/// The nearest start of a character of `text` at or before a byte.
pub(crate) fn floor(text: &str, offset: usize) -> usize {
    let starts = (0..=offset.min(text.len())).rev();
    starts.take(4).find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The character itself, or one of the same length that does nothing.
fn harmless(character: char) -> char {
    match character {
        '\n' | '\r' | '\t' => character,
        _ if character.is_control() => {
            if character.len_utf8() == 1 {
                '?'
            } else {
                '¿'
            }
        }
        _ => character,
    }
}
