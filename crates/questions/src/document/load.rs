//! Reading text from a file, which may be anything.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Faults;
use warodds_engine::counted::counted;

/// The largest file that is read, in bytes: written by hand, none comes near it.
pub const MOST_BYTES: u64 = 1 << 20;

/// Why a file is no scenario or catalogue.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be opened or read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// It is a directory.
    #[error("{} is a directory, not a file", .0.display())]
    IsDirectory(PathBuf),
    /// A directory holds no file that could be read.
    #[error("{} holds no .toml file", .0.display())]
    NoFiles(PathBuf),
    /// It is too large to be written by hand; it was not read.
    #[error("{} is too large: {}, at most {MOST_BYTES} are read", path.display(), bytes(*size))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes, where the system knows it.
        size: Option<u64>,
    },
    /// It is no UTF-8 text.
    #[error("{} is not UTF-8 text: byte {byte}, on line {line}, cannot be read; save the file as UTF-8", path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The first byte that is wrong, from 0.
        byte: usize,
        /// The line it stands on, from 1.
        line: usize,
    },
    /// It is text, but has faults.
    #[error(transparent)]
    Faults(#[from] Faults),
}

fn bytes(size: Option<u64>) -> String {
    size.map_or_else(
        || "it goes on and on".to_owned(),
        |size| format!("it has {}", counted(size, "byte", "bytes")),
    )
}

/// The text of a file.
///
/// # Errors
/// When the file cannot be read, is larger than [`MOST_BYTES`] or is no UTF-8 text.
pub(crate) fn text_of(path: &Path) -> Result<String, LoadError> {
    text(path, read(path)?)
}

/// The bytes of a file, never more than one over the limit.
fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let failed = |error| LoadError::Io { path: path.to_owned(), error };
    let too_large = |size| Err(LoadError::TooLarge { path: path.to_owned(), size });
    // asked before opening: some systems do not even open a directory
    let metadata = path.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(LoadError::IsDirectory(path.to_owned()));
    }
    if metadata.len() > MOST_BYTES {
        return too_large(Some(metadata.len()));
    }
    let mut read = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut read))
        .map_err(failed)?;
    // a pipe has no size to ask for
    if read.len() as u64 > MOST_BYTES { too_large(None) } else { Ok(read) }
}

/// The bytes as text.
fn text(path: &Path, read: Vec<u8>) -> Result<String, LoadError> {
    String::from_utf8(read).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count() + 1;
        LoadError::NotUtf8 { path: path.to_owned(), byte, line }
    })
}
