//! The text of a scenario as faults show it.
//!
//! miette's own sources walk the text from its start for each label, count columns in bytes and
//! show a line of a megabyte in full. This one looks lines up, counts characters and shows only
//! what stands near the fault.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// How much is shown on either side of a fault, in bytes.
const SHOWN: usize = 240;

/// A named text and where its lines start.
#[derive(Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
    starts: Vec<usize>,
}

impl Source {
    /// Keeps the text without control characters: shown in a terminal they would act. All offsets
    /// stay the same.
    pub fn new(name: &str, text: &str) -> Self {
        let text: String = text.chars().map(harmless).collect();
        let starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.chars().map(harmless).collect(), text, starts }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Line and column of a byte, in characters from 1.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let before = self.text.get(self.start(line)..self.floor(offset)).unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }

    /// Where the line of a byte ends, its line break left out.
    pub fn end_of_line(&self, offset: usize) -> usize {
        self.end(self.line(offset))
    }

    /// The nearest start of a character at or before a byte.
    pub fn floor(&self, offset: usize) -> usize {
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

    /// The bytes shown for a span with so many lines around it.
    fn window(&self, span: &SourceSpan, before: usize, after: usize) -> (usize, usize) {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let from =
            if before == 0 { start } else { self.start(self.line(start).saturating_sub(before)) };
        let to = self.end(self.line(end) + after).max(end);
        (self.floor(from.max(start.saturating_sub(SHOWN))), self.floor(to.min(end + SHOWN)))
    }
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

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (from, to) = self.window(span, before, after);
        let shown = self.text.get(from..to).ok_or(MietteError::OutOfBounds)?;
        let (line, column) = self.position(from);
        let lines = shown.matches('\n').count() + 1;
        let (name, place) = (self.name.clone(), SourceSpan::from((from, shown.len())));
        Ok(Box::new(MietteSpanContents::new_named(
            name,
            shown.as_bytes(),
            place,
            line - 1,
            column - 1,
            lines,
        )))
    }
}
