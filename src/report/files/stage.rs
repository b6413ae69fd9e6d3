//! Directories in which files wait until all of them are there.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path};

use tempfile::{Builder, TempDir};

use super::strays::{self, Locked, PREFIX};
use super::{Artifact, FileError};

/// A file that is to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewFile<'a> {
    /// Its plain name.
    pub name: &'a str,
    /// Its contents.
    pub bytes: &'a [u8],
}

impl<'a> From<&'a Artifact> for NewFile<'a> {
    fn from(artifact: &'a Artifact) -> Self {
        Self { name: &artifact.name, bytes: &artifact.bytes }
    }
}

/// Writes files into a temporary directory in `parent`. Failures name the files as they would
/// stand in `dir`.
pub(super) fn stage<'a>(
    parent: &Path,
    dir: &Path,
    files: impl IntoIterator<Item = NewFile<'a>>,
) -> Result<Locked<TempDir>, FileError> {
    let failed = |path: &Path, source| FileError::Write { path: path.to_owned(), source };
    let staged = create_temporary(parent).map_err(|source| failed(dir, source))?;
    for NewFile { name, bytes } in files {
        write(&staged.entry.path().join(name), bytes)
            .map_err(|source| failed(&dir.join(name), source))?;
    }
    Ok(staged)
}

/// Tries whether a directory `below` this one can be made and a file written, and takes all of it
/// away again.
pub(super) fn check_creatable(dir: &Path, below: &Path) -> io::Result<()> {
    let create_temporary = create_temporary(dir)?;
    // a path that goes up again would leave something behind
    if below.components().all(|part| matches!(part, Component::Normal(_))) {
        fs::create_dir_all(create_temporary.entry.path().join(below))?;
    }
    write(&create_temporary.entry.path().join("check_creatable"), b"check_creatable\n")
}

/// The directory that holds one.
pub(super) fn parent_of(dir: &Path) -> &Path {
    dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A directory that goes with the value.
fn create_temporary(parent: &Path) -> io::Result<Locked<TempDir>> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    // a report is meant to be read by others: the umask decides, not the caution of temporary files
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    // the library's own error also names a path that nobody has heard of
    strays::create(|| builder.tempdir_in(parent).map_err(|error| error.kind().into()))
}

/// Writes a file that is not there yet, down to the disk.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
