//! Reads the text of a file. A path may name anything: a directory, a device, a pipe.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Faults, strip_bom};
use warodds_engine::counted::counted;

/// The largest file that is read, in bytes. Files written by hand are far smaller.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Why a file cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The path names a directory.
    #[error("{} is a directory, not a file", .0.display())]
    IsDirectory(PathBuf),
    /// The path names a device or a socket: reading it could take for ever or have an effect.
    #[error("{} is {what}, not a file: save the text as a file and name that", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What the path names, e.g. `a device`.
        what: &'static str,
    },
    /// The file is for another command.
    #[error("{} is {what}: use `warodds {command} {}`", path.display(), path.display())]
    WrongCommand {
        /// The file.
        path: PathBuf,
        /// What the file holds, e.g. `a campaign`.
        what: &'static str,
        /// The command that reads such files.
        command: &'static str,
    },
    /// The directory holds no TOML file.
    #[error("{} holds no .toml file", .0.display())]
    NoFiles(PathBuf),
    /// The file is too large.
    #[error(
        "{} is too large: {}, and at most {most} are read",
        path.display(),
        describe_size(*size)
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The largest size that is read, in bytes.
        most: u64,
        /// The size in bytes; `None` for a pipe.
        size: Option<u64>,
    },
    /// The file is not UTF-8 text.
    #[error(
        "{} is not UTF-8 text: byte {byte}, on line {line}, cannot be read; save the file as UTF-8",
        path.display()
    )]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The first invalid byte, from 0.
        byte: usize,
        /// The line of that byte, from 1.
        line: usize,
    },
    /// The text has faults.
    #[error(transparent)]
    Faults(#[from] Faults),
}

fn describe_size(size: Option<u64>) -> String {
    size.map_or_else(
        || "it does not end".to_owned(),
        |size| format!("it has {}", counted(size, "byte", "bytes")),
    )
}

/// Reads the text of a file, a pipe or [`STANDARD_INPUT`].
///
/// # Errors
/// If the file cannot be read, is larger than [`MAX_FILE_BYTES`] or is not UTF-8 text.
///
/// # Examples
/// ```
/// use std::path::Path;
/// use warodds_questions::document::{LoadError, read_text};
///
/// let error = read_text(&std::env::temp_dir()).unwrap_err();
/// assert!(matches!(error, LoadError::IsDirectory(_)));
/// assert!(error.to_string().ends_with("is a directory, not a file"));
/// ```
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    read_text_up_to(path, MAX_FILE_BYTES)
}

/// Reads the text of a file, a pipe or [`STANDARD_INPUT`] of at most `most` bytes.
///
/// # Errors
/// If the file cannot be read, is larger or is not UTF-8 text.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, LoadError> {
    text(path, read(path, most)?)
}

/// Returns what a path that is no directory names, if it must not be read; `None` for files and
/// pipes.
fn unreadable(found: &Metadata) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = found.file_type();
        // shells pass `<(command)` as a pipe
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
    (!found.is_file()).then_some("not a regular file")
}

/// The path that means standard input. A file of that name is written `./-`.
pub const STANDARD_INPUT: &str = "-";

/// Reads bytes, never more than one over the limit.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, LoadError> {
    let failed = |error| LoadError::Io { path: path.to_owned(), error };
    let too_large = |size| Err(LoadError::TooLarge { path: path.to_owned(), most, size });
    let mut read = Vec::new();
    // one byte over the limit distinguishes a file that is too large from one that just fits
    if path == Path::new(STANDARD_INPUT) {
        io::stdin().lock().take(most + 1).read_to_end(&mut read).map_err(failed)?;
    } else {
        // before opening: some systems do not even open a directory
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
    // the file may have grown since, and files such as those in /proc report a size of 0
    if read.len() as u64 > most { too_large(None) } else { Ok(read) }
}

/// Decodes bytes as UTF-8, without a byte order mark.
fn text(path: &Path, read: Vec<u8>) -> Result<String, LoadError> {
    let text = String::from_utf8(read).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count() + 1;
        LoadError::NotUtf8 { path: path.to_owned(), byte, line }
    })?;
    Ok(strip_bom(&text).to_owned())
}
