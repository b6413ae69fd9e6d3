//! Files that commands are given, read once.

use std::path::{Path, PathBuf};

use crate::document::read_text;
use crate::scenario::{FileKind, LoadError};

/// A file and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// What the player called it.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
    /// What was read.
    pub source: InputSource,
}

/// What a text was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputSource {
    /// A regular file, which is the same when it is read again.
    File,
    /// Standard input or a pipe.
    Stream,
}

impl Input {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is too large or is no text.
    pub(super) fn read(path: &Path) -> Result<Self, LoadError> {
        let text = read_text(path)?;
        let source = if path.is_file() { InputSource::File } else { InputSource::Stream };
        Ok(Self { path: path.to_owned(), text, source })
    }

    /// What faults call it.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Whether it is a regular file.
    pub(super) fn is_regular(&self) -> bool {
        self.source == InputSource::File
    }

    /// What it holds, where its keys tell.
    pub(super) fn kind(&self) -> Option<FileKind> {
        FileKind::of(&self.text)
    }

    /// Refuses it if it holds something else than `wanted`.
    ///
    /// # Errors
    /// With the command for what it holds.
    pub(super) fn check_kind(&self, wanted: &[FileKind]) -> Result<(), LoadError> {
        FileKind::check(&self.path, &self.text, wanted)
    }
}
