//! Faults of files, each with its position, for people and for programs.
//!
//! Faults are collected, not thrown: whoever mends a file wants all of them at once. Only the first
//! [`MAX_LISTED_FAULTS`] are worded, so that a file of nothing but faults costs no more than a
//! small one.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use thiserror::Error;

use super::source::SourceText;

/// A range of bytes in the text of a file.
pub(crate) type Span = Range<usize>;

/// The most faults that are listed; the others are only counted.
pub const MAX_LISTED_FAULTS: usize = 50;

/// The longest underlined part of a line, in bytes.
const MOST_UNDERLINED: usize = 120;

/// One fault of a file.
///
/// `Display` writes the message alone, [`Faults`] writes position and help too, and
/// [`FileFault::render`] shows the lines of the file.
#[derive(Clone, Debug, Error)]
#[error("{message}")]
pub struct FileFault {
    message: String,
    line: usize,
    column: usize,
    text: Arc<SourceText>,
    span: Span,
    label: String,
    help: Option<String>,
}

impl FileFault {
    fn new(draft: Draft, text: &Arc<SourceText>) -> Self {
        let (line, column) = text.position(draft.span.start);
        // underline within the first line only: a long span would fill the screen
        let end = text
            .end_of_line(draft.span.start)
            .min(draft.span.end)
            .min(draft.span.start + MOST_UNDERLINED);
        let span = draft.span.start..text.floor(end).max(draft.span.start);
        Self {
            message: draft.message,
            line,
            column,
            text: Arc::clone(text),
            span,
            label: draft.label,
            help: draft.help,
        }
    }

    /// Returns what is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }
    /// Returns the line of the fault, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }
    /// Returns the first column of the fault, in characters from 1.
    pub const fn column(&self) -> usize {
        self.column
    }
    /// Returns a few words for the underlined part of the line.
    pub fn label(&self) -> &str {
        &self.label
    }
    /// Returns what to do about it, if that is known.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Renders the message, the lines of the file with the fault underlined, and the help. Lines
    /// are cut to `width` columns, at least 40.
    pub fn render(&self, look: FaultStyle, width: usize) -> String {
        let excerpt = self.text.excerpt(&self.span);
        let place = AnnotationKind::Primary.span(excerpt.span).label(&self.label);
        let shown =
            Snippet::source(excerpt.text).line_start(excerpt.line).fold(false).annotation(place);
        let title = Level::ERROR.primary_title(&self.message);
        let name = self.text.name();
        let drawn = if excerpt.whole {
            title.element(shown.path(name))
        } else {
            // the excerpt starts within the line, so the column is stated separately
            title
                .element(Origin::path(name).line(self.line).char_column(self.column))
                .element(shown)
        };
        let help = self.help.as_deref().map(|help| Level::HELP.message(help));
        look.renderer().term_width(width.max(40)).render(&[drawn.elements(help)])
    }
}

/// Characters and colours of a rendered fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultStyle {
    /// ASCII only.
    Ascii,
    /// Unicode lines.
    Unicode,
    /// Unicode lines and terminal colours.
    Coloured,
}

impl FaultStyle {
    const fn renderer(self) -> Renderer {
        match self {
            Self::Ascii => Renderer::plain(),
            Self::Unicode => Renderer::plain().decor_style(DecorStyle::Unicode),
            Self::Coloured => Renderer::styled().decor_style(DecorStyle::Unicode),
        }
    }
}

/// The faults of a file by position; at least one.
///
/// `Display` writes each as `file:line:column: message`, with its help on a line below.
/// [`FileFault::render`] shows the lines of the file.
#[derive(Clone, Debug, Error)]
pub struct Faults {
    text: Arc<SourceText>,
    listed: Vec<FileFault>,
    more: usize,
}

impl Faults {
    /// Iterates over the listed faults: the first [`MAX_LISTED_FAULTS`] by line.
    pub fn iter(&self) -> std::slice::Iter<'_, FileFault> {
        self.listed.iter()
    }
    /// Returns the number of faults that are not listed.
    pub const fn more(&self) -> usize {
        self.more
    }
    /// Returns the number of all faults.
    pub const fn count(&self) -> usize {
        self.listed.len() + self.more
    }
    /// Returns the name of the file.
    pub fn source_name(&self) -> &str {
        self.text.name()
    }
}

impl<'a> IntoIterator for &'a Faults {
    type Item = &'a FileFault;
    type IntoIter = std::slice::Iter<'a, FileFault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.listed.iter().enumerate() {
            let between = if index == 0 { "" } else { "\n" };
            write!(
                f,
                "{between}{}:{}:{}: {}",
                self.text.name(),
                fault.line,
                fault.column,
                fault.message
            )?;
            if let Some(help) = &fault.help {
                write!(f, "\n  help: {help}")?;
            }
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

/// A fault whose line and column are not computed yet.
#[derive(Debug)]
pub(crate) struct Draft {
    span: Span,
    message: String,
    label: String,
    help: Option<String>,
    also: Vec<Draft>,
}

impl Draft {
    pub(crate) fn new(span: &Span, message: impl Into<String>) -> Self {
        Self {
            span: span.clone(),
            message: message.into(),
            label: "here".to_owned(),
            help: None,
            also: Vec::new(),
        }
    }

    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Joins several faults of one value, e.g. of two elements of a set. Returns `None` if there
    /// are none.
    pub(crate) fn all(drafts: Vec<Self>) -> Option<Self> {
        let mut drafts = drafts.into_iter();
        let first = drafts.next()?;
        Some(Self { also: drafts.collect(), ..first })
    }
}

/// Drops long help that an earlier fault gives as well, such as all keys of a table.
fn drop_repeated_help(drafts: &mut [Draft]) {
    const LONG: usize = 80;
    let mut seen = HashSet::new();
    for draft in drafts {
        let is_long = |help: &&String| help.len() > LONG;
        if draft.help.as_ref().filter(is_long).is_some_and(|help| !seen.insert(help.clone())) {
            draft.help = None;
        }
    }
}

/// Collects faults.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The listed faults; `None` in place of a withdrawn one.
    listed: Vec<Option<Draft>>,
    withdrawn: usize,
    more: usize,
    once: HashSet<(usize, usize, &'static str)>,
}

/// Identifies an added fault, so that it can be withdrawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultHandle(Option<usize>);

impl Report {
    /// Adds a fault. `draft` is called only if the fault is listed.
    pub(crate) fn add(&mut self, draft: impl FnOnce() -> Draft) {
        self.add_provisional(draft);
    }

    /// Adds a fault that may be withdrawn.
    pub(crate) fn add_provisional(&mut self, draft: impl FnOnce() -> Draft) -> FaultHandle {
        if self.listed.len() >= MAX_LISTED_FAULTS {
            self.more += 1;
            return FaultHandle(None);
        }
        // worded only here: past the limit, faults must cost nothing
        self.listed.push(Some(draft()));
        FaultHandle(Some(self.listed.len() - 1))
    }

    /// Withdraws a fault that another reported fault explains.
    pub(crate) fn withdraw(&mut self, added: FaultHandle) {
        let place = added.0.and_then(|place| self.listed.get_mut(place));
        // the place stays, so that handles of later faults remain valid
        if place.is_some_and(|draft| draft.take().is_some()) {
            self.withdrawn += 1;
        }
    }

    /// Adds a fault unless one of the same kind is at the same position: the cases of a sweep find
    /// the same fault again and again.
    pub(crate) fn add_once(
        &mut self,
        kind: &'static str,
        span: &Span,
        draft: impl FnOnce() -> Draft,
    ) {
        if self.once.insert((span.start, span.end, kind)) {
            self.add(draft);
        }
    }

    /// Returns the number of faults so far.
    pub(crate) const fn count(&self) -> usize {
        self.listed.len() - self.withdrawn + self.more
    }

    /// Returns the value of `result`; its error is added as a fault.
    pub(crate) fn ok_or_add<T>(&mut self, result: Result<T, Draft>) -> Option<T> {
        result.map_err(|draft| self.add_all(draft)).ok()
    }

    fn add_all(&mut self, mut draft: Draft) {
        let also = std::mem::take(&mut draft.also);
        for one in std::iter::once(draft).chain(also) {
            self.add(|| one);
        }
    }

    /// Computes lines and columns and sorts the faults by position.
    pub(crate) fn into_faults(self, text: SourceText) -> Faults {
        let text = Arc::new(text);
        let mut listed: Vec<Draft> = self.listed.into_iter().flatten().collect();
        // readers visit keys in their own order; files are mended from top to bottom
        listed.sort_by_key(|draft| draft.span.start);
        drop_repeated_help(&mut listed);
        let listed = listed.into_iter().map(|draft| FileFault::new(draft, &text)).collect();
        Faults { text, listed, more: self.more }
    }
}
