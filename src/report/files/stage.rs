//! Temporary directories in which files are written before they are renamed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path};

use tempfile::Builder;

use super::strays::{self, Locked, PREFIX};
use super::{Artifact, FileError};

/// A file to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewFile<'a> {
    /// Plain name.
    pub name: &'a str,
    /// Contents.
    pub bytes: &'a [u8],
}

impl<'a> From<&'a Artifact> for NewFile<'a> {
    fn from(artifact: &'a Artifact) -> Self {
        Self { name: &artifact.name, bytes: &artifact.bytes }
    }
}

/// Writes files into a temporary directory in `parent`. Errors name the files by their paths in
/// `dir`.
pub(super) fn stage<'a>(
    parent: &Path,
    dir: &Path,
    files: impl IntoIterator<Item = NewFile<'a>>,
) -> Result<Locked, FileError> {
    let failed = |path: &Path, source| FileError::Write { path: path.to_owned(), source };
    let staged = create_temporary(parent).map_err(|source| failed(dir, source))?;
    // errors name the final path: that of the temporary directory means nothing to users
    for NewFile { name, bytes } in files {
        write(&staged.entry.path().join(name), bytes)
            .map_err(|source| failed(&dir.join(name), source))?;
    }
    Ok(staged)
}

/// Checks that a directory `below` this one can be created and written, and removes it again.
pub(super) fn check_creatable(dir: &Path, below: &Path) -> io::Result<()> {
    let create_temporary = create_temporary(dir)?;
    // `..` would create directories outside the temporary one, which stay behind
    if below.components().all(|part| matches!(part, Component::Normal(_))) {
        fs::create_dir_all(create_temporary.entry.path().join(below))?;
    }
    // a directory alone proves too little: quotas and full disks show only when bytes are written
    write(&create_temporary.entry.path().join("test"), b"test\n")
}

/// Returns the parent directory, `.` for a bare name.
pub(super) fn parent_of(dir: &Path) -> &Path {
    dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a temporary directory, removed with the value.
pub(super) fn create_temporary(parent: &Path) -> io::Result<Locked> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    // results are for others too: permissions follow the umask, not those of temporary files
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    // the library's own error names the temporary path, which means nothing to users
    strays::create(|| builder.tempdir_in(parent).map_err(|error| error.kind().into()))
}

/// Writes a new file and syncs it to disk.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // `create_new` never follows a link that somebody put there
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
