//! Atomic writing of a single file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::FileError;
use super::stage::parent_of;
use super::strays::{self, Locked, PREFIX};

/// Checks that [`write_file()`] can write `path`; may create its directory.
///
/// # Errors
/// [`FileError::NotAFile`] for a directory, a device or a pipe; [`FileError::Write`] if the system
/// refuses.
pub fn check_file_writable(path: &Path) -> Result<(), FileError> {
    begin(&target(path)?).map(drop).map_err(|source| failed(path, source))
}

/// Writes a file atomically; on an error an existing file stays unchanged.
///
/// # Errors
/// As [`check_file_writable()`].
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = target(path)?;
    let write = || {
        let Locked { entry: mut file, lock } = begin(&target)?;
        file.write_all(bytes)?;
        // sync before the rename: a power failure leaves the whole file or none
        file.as_file().sync_all()?;
        file.persist(&target).map_err(|error| error.error)?;
        // held until the rename: without it, another run would remove the temporary file as a stray
        drop(lock);
        Ok(())
    };
    write().map_err(|source| failed(path, source))
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

/// Creates a temporary file in the directory of `path`, which is created if necessary.
fn begin(path: &Path) -> io::Result<Locked<NamedTempFile>> {
    let parent = parent_of(path);
    fs::create_dir_all(parent)?;
    strays::remove_from(parent);
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    // results are for others too: permissions follow the umask
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    strays::create(|| builder.tempfile_in(parent).map_err(|error| error.kind().into()))
}
