//! Input files of commands, each read once.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::document::read_text;
use crate::request::asoiaf::files_named;
use crate::scenario::{FileKind, LoadError};

/// A file and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// The path on the command line.
    pub path: PathBuf,
    /// The content.
    pub text: String,
    /// The kind of source.
    pub source: InputSource,
}

/// The source of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputSource {
    /// A regular file, which can be read again.
    File,
    /// Standard input or a pipe.
    Stream,
}

/// Returns the parser of the path of a list, written as such or as `list=FILE`, as questions name it.
pub(super) fn list_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| {
        let named = path.to_str().and_then(|text| files_named(text).next().map(PathBuf::from));
        named.unwrap_or(path)
    })
}

impl Input {
    /// Reads a file.
    ///
    /// # Errors
    /// [`LoadError`] if the file cannot be read, is too large or is not UTF-8.
    pub(super) fn read(path: &Path) -> Result<Self, LoadError> {
        Ok(Self::of(path.to_owned(), read_text(path)?))
    }

    /// Creates the input of a file that was read.
    pub(super) fn of(path: PathBuf, text: String) -> Self {
        let source = if path.is_file() { InputSource::File } else { InputSource::Stream };
        Self { path, text, source }
    }

    /// Returns the name for messages.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the name without directories, and the text.
    pub(super) fn name_and_text(&self) -> (String, &str) {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        (name.to_string_lossy().into_owned(), &self.text)
    }

    /// Returns whether the input is a regular file.
    pub(super) fn is_regular(&self) -> bool {
        self.source == InputSource::File
    }

    /// Returns the kind of file, if its keys show it.
    pub(super) fn kind(&self) -> Option<FileKind> {
        FileKind::of(&self.text)
    }

    /// Refuses a file that is not of one of the `accepted` kinds.
    ///
    /// # Errors
    /// [`LoadError`] with the command for the kind of file.
    pub(super) fn check_kind(&self, accepted: &[FileKind]) -> Result<(), LoadError> {
        FileKind::check(&self.path, &self.text, accepted)
    }
}
