//! What is wrong with a scenario: each fault with its place, for people and for programs.
//!
//! Faults are collected, not thrown: a reader who fixes one file wants all of them at once. Only
//! the first [`MAX_LISTED_FAULTS`] keep their words, so that a file of nothing but faults costs no more
//! than a small one.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use thiserror::Error;

use super::source::SourceText;

/// Where something stands in the text, in bytes.
pub(crate) type Span = Range<usize>;

/// How many faults are told in full; the rest is counted.
pub const MAX_LISTED_FAULTS: usize = 50;

/// The longest stretch of a line that is underlined, in bytes.
const MOST_UNDERLINED: usize = 120;

/// One fault of a scenario file.
///
/// Its `Display` is the message alone; [`Faults`] writes place and help beside it, and
/// [`FileFault::render`] shows the text.
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

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }
    /// The line it stands on, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }
    /// The column it starts in, in characters from 1.
    pub const fn column(&self) -> usize {
        self.column
    }
    /// A few words for the underlined place.
    pub fn label(&self) -> &str {
        &self.label
    }
    /// How to mend it, where that is known.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Its message, its place underlined between the lines around it, and how to mend it. Lines are
    /// cut to `width` columns, or to 40 if that is more.
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
            // the column cannot be told from the excerpt
            title
                .element(Origin::path(name).line(self.line).char_column(self.column))
                .element(shown)
        };
        let help = self.help.as_deref().map(|help| Level::HELP.message(help));
        look.renderer().term_width(width.max(40)).render(&[drawn.elements(help)])
    }
}

/// What a fault is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultStyle {
    /// ASCII alone.
    Ascii,
    /// Lines of Unicode.
    Unicode,
    /// Lines of Unicode and the colours of a terminal.
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

/// All that is wrong with a scenario file, in the order of its lines; never empty.
///
/// Its `Display` is plain text, one `file:line:column: message` after the other. For a picture of
/// each place see [`FileFault::render`].
#[derive(Clone, Debug, Error)]
pub struct Faults {
    text: Arc<SourceText>,
    kept: Vec<FileFault>,
    more: usize,
}

impl Faults {
    /// Each fault that is told in full: at most [`MAX_LISTED_FAULTS`].
    pub fn iter(&self) -> std::slice::Iter<'_, FileFault> {
        self.kept.iter()
    }
    /// How many faults there are beside those.
    pub const fn more(&self) -> usize {
        self.more
    }
    /// How many faults there are in all.
    pub const fn count(&self) -> usize {
        self.kept.len() + self.more
    }
    /// The name of the file.
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
        for (index, fault) in self.kept.iter().enumerate() {
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

/// A fault before its place is worked out.
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

    /// Several faults of one value, e.g. of two elements of a set; none for none.
    pub(crate) fn all(drafts: Vec<Self>) -> Option<Self> {
        let mut drafts = drafts.into_iter();
        let first = drafts.next()?;
        Some(Self { also: drafts.collect(), ..first })
    }
}

/// Leaves out long help that another fault before it gives as well, such as all keys of a table.
fn drop_repeated_listings(drafts: &mut [Draft]) {
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
    /// Those that are kept; none in the place of one that was withdrawn.
    kept: Vec<Option<Draft>>,
    withdrawn: usize,
    more: usize,
    once: HashSet<(usize, usize, &'static str)>,
}

/// A fault that was added, for whoever may find what lies behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultHandle(Option<usize>);

impl Report {
    /// Adds a fault; its words are made only while they are kept.
    pub(crate) fn add(&mut self, draft: impl FnOnce() -> Draft) {
        self.add_provisional(draft);
    }

    /// Adds a fault that may be withdrawn.
    pub(crate) fn add_provisional(&mut self, draft: impl FnOnce() -> Draft) -> FaultHandle {
        if self.kept.len() >= MAX_LISTED_FAULTS {
            self.more += 1;
            return FaultHandle(None);
        }
        self.kept.push(Some(draft()));
        FaultHandle(Some(self.kept.len() - 1))
    }

    /// Takes a fault back of which another one that is told is the cause.
    pub(crate) fn withdraw(&mut self, added: FaultHandle) {
        let place = added.0.and_then(|place| self.kept.get_mut(place));
        if place.is_some_and(|draft| draft.take().is_some()) {
            self.withdrawn += 1;
        }
    }

    /// Adds a fault that many cases of a sweep may find at the same place: of each kind, the first
    /// one counts.
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

    /// How many faults there are so far.
    pub(crate) const fn count(&self) -> usize {
        self.kept.len() - self.withdrawn + self.more
    }

    /// `result`'s value; its error becomes a fault.
    pub(crate) fn ok_or_add<T>(&mut self, result: Result<T, Draft>) -> Option<T> {
        result.map_err(|draft| self.add_all(draft)).ok()
    }

    fn add_all(&mut self, mut draft: Draft) {
        let also = std::mem::take(&mut draft.also);
        for one in std::iter::once(draft).chain(also) {
            self.add(|| one);
        }
    }

    /// What there is to say about the file.
    pub(crate) fn into_faults(self, text: SourceText) -> Faults {
        let text = Arc::new(text);
        let mut kept: Vec<Draft> = self.kept.into_iter().flatten().collect();
        kept.sort_by_key(|draft| draft.span.start);
        drop_repeated_listings(&mut kept);
        let kept = kept.into_iter().map(|draft| FileFault::new(draft, &text)).collect();
        Faults { text, kept, more: self.more }
    }
}
