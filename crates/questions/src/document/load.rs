//! Reading text from a file, which may be anything.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Faults;
use warodds_engine::counted::counted;

/// The largest file that is read, in bytes: written by hand, none comes near it.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

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
    /// It is a device or a socket: reading it could take for ever, or do something.
    #[error("{} is {what}, not a file: save the text as a file and name that", path.display())]
    NotAFile {
        /// What was named.
        path: PathBuf,
        /// What it is, e.g. `a device`.
        what: &'static str,
    },
    /// It is a file for another command.
    #[error("{} is {what}: use `warodds {command} {}`", path.display(), path.display())]
    WrongCommand {
        /// The file.
        path: PathBuf,
        /// What it is, e.g. `a campaign`.
        what: &'static str,
        /// The command for such files.
        command: &'static str,
    },
    /// A directory holds no file that could be read.
    #[error("{} holds no .toml file", .0.display())]
    NoFiles(PathBuf),
    /// It is too large to be written by hand; it was not read.
    #[error("{} is too large: {}, at most {most} are read", path.display(), bytes(*size))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes that are read.
        most: u64,
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
/// When the file cannot be read, is larger than [`MAX_FILE_BYTES`] or is no UTF-8 text.
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    read_text_up_to(path, MAX_FILE_BYTES)
}

/// The text of a file of at most so many bytes: a file, a pipe, or standard input as
/// [`STANDARD_INPUT`].
///
/// # Errors
/// When the file cannot be read, is larger or is no UTF-8 text.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, LoadError> {
    text(path, read(path, most)?)
}

/// What keeps something that is no directory from being read, in words; none for files and pipes.
fn unreadable(found: &Metadata) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = found.file_type();
        if kind.is_fifo() {
            return None;
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_block_device() || kind.is_char_device() {
            return Some("a device");
        }
    }
    (!found.is_file()).then_some("something else")
}

/// The name by which standard input is meant, as other tools have it; a file of that name is `./-`.
pub const STANDARD_INPUT: &str = "-";

/// The bytes of a file, a pipe, or standard input, never more than one over the limit.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, LoadError> {
    let failed = |error| LoadError::Io { path: path.to_owned(), error };
    let too_large = |size| Err(LoadError::TooLarge { path: path.to_owned(), most, size });
    let mut read = Vec::new();
    if path == Path::new(STANDARD_INPUT) {
        io::stdin().lock().take(most + 1).read_to_end(&mut read).map_err(failed)?;
    } else {
        // asked before opening: some systems do not even open a directory
        let metadata = path.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(LoadError::IsDirectory(path.to_owned()));
        }
        if let Some(what) = unreadable(&metadata) {
            return Err(LoadError::NotAFile { path: path.to_owned(), what });
        }
        if metadata.len() > most {
            return too_large(Some(metadata.len()));
        }
        File::open(path)
            .and_then(|file| file.take(most + 1).read_to_end(&mut read))
            .map_err(failed)?;
    }
    // it may have grown, and what the system makes up has no size to ask for
    if read.len() as u64 > most { too_large(None) } else { Ok(read) }
}

/// The bytes as text.
fn text(path: &Path, read: Vec<u8>) -> Result<String, LoadError> {
    String::from_utf8(read).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count() + 1;
        LoadError::NotUtf8 { path: path.to_owned(), byte, line }
    })
}
