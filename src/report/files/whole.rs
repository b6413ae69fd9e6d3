//! A single file, written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::FileError;
use super::stage::parent_of;
use super::strays::{self, Locked, PREFIX};

/// Tries whether [`write_file()`] could write `path`, and leaves nothing behind but its directory.
///
/// # Errors
/// [`FileError::NotAFile`] for a directory, a device or a pipe; otherwise what the system refuses.
pub fn check_file_writable(path: &Path) -> Result<(), FileError> {
    begin(&target(path)?).map(drop).map_err(|source| failed(path, source))
}

/// Writes a file, or leaves the one that is there as it was.
///
/// # Errors
/// As [`check_file_writable()`].
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = target(path)?;
    let write = || {
        let Locked { entry: mut file, lock } = begin(&target)?;
        file.write_all(bytes)?;
        // a machine that loses its power leaves the whole file, or none
        file.as_file().sync_all()?;
        file.persist(&target).map_err(|error| error.error)?;
        drop(lock);
        Ok(())
    };
    write().map_err(|source| failed(path, source))
}

fn failed(path: &Path, source: io::Error) -> FileError {
    FileError::Write { path: path.to_owned(), source }
}

/// The file that a path names: a link is followed, not replaced.
fn target(path: &Path) -> Result<PathBuf, FileError> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            fs::canonicalize(path).map_err(|source| failed(path, source))
        }
        Ok(_) => Err(FileError::NotAFile { path: path.to_owned() }),
        Err(_) => Ok(path.to_owned()),
    }
}

/// A new file in the directory of `path`, which is created if need be.
fn begin(path: &Path) -> io::Result<Locked<NamedTempFile>> {
    let parent = parent_of(path);
    fs::create_dir_all(parent)?;
    strays::remove_from(parent);
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    // results are meant to be read by others: the umask decides
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    strays::create(|| builder.tempfile_in(parent).map_err(|error| error.kind().into()))
}
