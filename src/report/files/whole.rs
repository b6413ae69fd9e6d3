//! Atomic writing of a single file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::stage::{create_temporary, parent_of, write};
use super::strays::{self, Locked};

/// Name of the file in its temporary directory.
const STAGED: &str = "file";

/// Checks that [`write_file()`] can write `path`; may create its directory.
///
/// # Errors
/// [`FileError::NotAFile`] for a directory, a device or a pipe; [`FileError::Write`] if the system
/// refuses.
pub fn check_file_writable(path: &Path) -> Result<(), FileError> {
    stage_file(&target(path)?, b"test\n").map(drop).map_err(|source| failed(path, source))
}

/// Writes a file atomically; on an error an existing file stays unchanged.
///
/// # Errors
/// As [`check_file_writable()`].
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = target(path)?;
    // the lock is held until the rename: without it, another run would remove the temporary
    // directory as a stray
    stage_file(&target, bytes)
        .and_then(|staged| fs::rename(staged.entry.path().join(STAGED), &target))
        .map_err(|source| failed(path, source))
}

fn failed(path: &Path, source: io::Error) -> FileError {
    FileError::Write { path: path.to_owned(), source }
}

/// Returns the file that a path names; links are followed, not replaced.
fn target(path: &Path) -> Result<PathBuf, FileError> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            // a rename would replace the link instead of the file that it points to
            fs::canonicalize(path).map_err(|source| failed(path, source))
        }
        Ok(_) => Err(FileError::NotAFile { path: path.to_owned() }),
        Err(_) => Ok(path.to_owned()),
    }
}

/// Writes the bytes next to `path`, whose directory is created if necessary.
fn stage_file(path: &Path, bytes: &[u8]) -> io::Result<Locked> {
    let parent = parent_of(path);
    fs::create_dir_all(parent)?;
    strays::remove_from(parent);
    let staged = create_temporary(parent)?;
    write(&staged.entry.path().join(STAGED), bytes)?;
    Ok(staged)
}
