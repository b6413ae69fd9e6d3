//! Atomic writing of result files.
//!
//! Files are first written to a temporary directory, in the target directory or next to it. If the
//! target does not exist, one rename puts the whole directory there; otherwise each file is renamed
//! over that of an earlier run, so readers see the old or the new file, never half of either.
//! Concurrent runs do not mix: the second waits for the first. The directory keeps a list of its
//! files, [`LIST`], with the question that wrote them ([`Owner`]). The next run of that question
//! removes files it no longer writes. Files not on the list, and directories of other questions,
//! are never touched.

mod owner;
mod stage;
mod strays;
#[cfg(test)]
mod tests;
mod whole;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use super::Artifact;
use owner::{HEADING, REPLACING};
use stage::{NewFile, parent_of, stage};

pub use owner::Owner;
pub use strays::is_temporary;
pub use whole::{check_file_writable, write_file};

/// Name of the list of files in a directory.
pub const LIST: &str = "files.txt";
/// Why results could not be written. Files not named here are unchanged or completely written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The name is not a plain file name.
    #[error("{name:?} is not a plain file name")]
    Name {
        /// The name.
        name: String,
    },
    /// Two files have the same name.
    #[error("two files would be written as {name:?}")]
    Twice {
        /// The name.
        name: String,
    },
    /// A directory has the name of a file to write; nothing was touched.
    #[error("{} is a directory, but a file must be written there: move the directory away", path.display())]
    InTheWay {
        /// The directory.
        path: PathBuf,
    },
    /// A file that this question did not write would be replaced; nothing was touched.
    #[error(
        "{} is in the way and was not written by this question: move it away, or name another \
         directory with --out", path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The directory holds the results of another question; nothing was touched.
    #[error(
        "{} holds the results of another question ({other}): name another directory with --out, or \
         move it away", dir.display()
    )]
    OtherQuestion {
        /// The directory.
        dir: PathBuf,
        /// The other question.
        other: String,
    },
    /// The target is a directory, a device or a pipe.
    #[error("{} is not a regular file: name a file to write", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The directory could not be created.
    #[error("cannot create the directory {}", path.display())]
    Create {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file, or the directory that is not writable.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The list of an earlier run could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The list.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file of an earlier run could not be removed.
    #[error("cannot remove {}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl FileError {
    /// Returns whether the error is one of the input: another name or directory avoids it, and
    /// nothing was touched.
    pub const fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::InTheWay { .. }
                | Self::Foreign { .. }
                | Self::OtherQuestion { .. }
                | Self::NotAFile { .. }
        )
    }
}

/// Checks that [`write()`] can write into `dir`, and leaves nothing behind. Removes temporary files
/// of killed runs.
///
/// # Errors
/// If the directory belongs to another question, or the system refuses to create or write it.
pub fn check_writable(dir: &Path, owner: &Owner) -> Result<(), FileError> {
    remove_strays(dir);
    let create = |source| FileError::Create { path: dir.to_owned(), source };
    let there = dir.ancestors().find(|dir| exists(dir)).unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err(create(io::ErrorKind::NotADirectory.into()));
    }
    if there != dir {
        return stage::check_creatable(there, dir.strip_prefix(there).unwrap_or(dir))
            .map_err(create);
    }
    owner.listed(dir)?;
    stage::check_creatable(dir, Path::new(""))
        .map_err(|source| FileError::Write { path: dir.to_owned(), source })
}

/// Returns whether another question has written into `dir`.
pub fn is_of_other(dir: &Path, owner: &Owner) -> bool {
    matches!(owner.listed(dir), Err(FileError::OtherQuestion { .. }))
}

/// Writes the files into `dir`, creating it if necessary, and removes other files of earlier runs.
/// Returns the written paths without that of the list.
///
/// # Errors
/// If a name is not a plain file name, occurs twice, or belongs to a file that `owner` did not
/// write (then nothing is touched), or if the system refuses.
pub fn write(dir: &Path, owner: &Owner, artifacts: &[Artifact]) -> Result<Vec<PathBuf>, FileError> {
    check_names(artifacts)?;
    remove_strays(dir);
    if !create(dir, owner, artifacts)? {
        replace(dir, owner, artifacts)?;
    }
    Ok(artifacts.iter().map(|artifact| dir.join(&artifact.name)).collect())
}

/// Creates the directory with all files in one rename. Returns `false` if the path exists already.
fn create(dir: &Path, owner: &Owner, artifacts: &[Artifact]) -> Result<bool, FileError> {
    if exists(dir) {
        return Ok(false);
    }
    let create = |source| FileError::Create { path: dir.to_owned(), source };
    let parent = parent_of(dir);
    // the parent stays if the rename fails, but the directory of results appears whole or not at
    // all
    fs::create_dir_all(parent).map_err(create)?;
    let list = owner.list(HEADING, &names(artifacts));
    let files = artifacts.iter().map(NewFile::from).chain([NewFile { name: LIST, bytes: &list }]);
    let staged = stage(parent, dir, files)?;
    match fs::rename(staged.entry.path(), dir) {
        Ok(()) => {
            // the directory has its final name, so the guard must not remove it
            let _ = staged.entry.keep();
            Ok(true)
        }
        // a concurrent run created it first
        Err(_) if exists(dir) => Ok(false),
        Err(source) => Err(create(source)),
    }
}

/// Temporary name of the list while files are replaced.
const PENDING: &str = ".list";

/// Replaces the files of an earlier run.
fn replace(dir: &Path, owner: &Owner, artifacts: &[Artifact]) -> Result<(), FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Create { path: dir.to_owned(), source })?;
    let _lock = lock_directory(dir);
    let (names, earlier) = (names(artifacts), owner.listed(dir)?);
    let stale: Vec<&str> =
        earlier.iter().map(String::as_str).filter(|old| !names.contains(old)).collect();
    let is_dir = |path: &PathBuf| path.symlink_metadata().is_ok_and(|found| found.is_dir());
    if let Some(path) = names.iter().map(|name| dir.join(name)).find(is_dir) {
        return Err(FileError::InTheWay { path });
    }
    if let Some(path) = first_foreign(dir, &names, &earlier) {
        return Err(FileError::Foreign { path });
    }
    // all bytes are on disk before the first file is replaced; until the end, the list names the
    // files of both runs, so that the next run can clean up after a crash
    let both = owner.list(REPLACING, &[names.as_slice(), &stale].concat());
    let list = owner.list(HEADING, &names);
    let lists = [NewFile { name: LIST, bytes: &both }, NewFile { name: PENDING, bytes: &list }];
    let staged = stage(dir, dir, artifacts.iter().map(NewFile::from).chain(lists))?;
    let rename = |from: &str, to: &str| {
        let path = dir.join(to);
        fs::rename(staged.entry.path().join(from), &path)
            .map_err(|source| FileError::Write { path, source })
    };
    rename(LIST, LIST)?;
    names.iter().try_for_each(|name| rename(name, name))?;
    stale.iter().try_for_each(|old| remove(&dir.join(old)))?;
    rename(PENDING, LIST)
}

/// Waits until no other run writes into a directory, and locks it until the value is dropped.
/// Systems that cannot lock directories do not wait.
fn lock_directory(dir: &Path) -> Option<File> {
    let dir = File::open(dir).ok()?;
    dir.lock().ok().map(|()| dir)
}

/// Returns whether the path exists, even as a broken link.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn names(artifacts: &[Artifact]) -> Vec<&str> {
    artifacts.iter().map(|artifact| artifact.name.as_str()).collect()
}

/// Returns the first path to write that exists and is not among the `earlier` files.
fn first_foreign(dir: &Path, names: &[&str], earlier: &[String]) -> Option<PathBuf> {
    let is_new = |name: &&&str| !earlier.iter().any(|old| old == **name);
    names.iter().filter(is_new).map(|name| dir.join(name)).find(|path| exists(path))
}

/// Removes temporary files of killed runs in a directory and next to it.
fn remove_strays(dir: &Path) {
    strays::remove_from(dir);
    strays::remove_from(parent_of(dir));
}

fn check_names(artifacts: &[Artifact]) -> Result<(), FileError> {
    let mut seen = HashSet::new();
    for Artifact { name, .. } in artifacts {
        if !is_plain(name) || name == LIST {
            return Err(FileError::Name { name: name.clone() });
        }
        if !seen.insert(name) {
            return Err(FileError::Twice { name: name.clone() });
        }
    }
    Ok(())
}

/// Returns whether a name is a plain file name on every system, and fits on one line of the list.
fn is_plain(name: &str) -> bool {
    let one = matches!(Path::new(name).components().collect::<Vec<_>>().as_slice(), [Component::Normal(part)] if **part == *name);
    // dots hide files, and `#` starts the comments of the list
    one && !name.starts_with(['.', '#'])
        && name.trim() == name
        && !name.contains(['/', '\\', ':'])
        && !name.contains(char::is_control)
}

/// Removes a file. Missing files are no error, and directories are left alone.
fn remove(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        // metadata of the link itself: a link to a directory is removed, never what it points to
        Ok(found) if !found.is_dir() => fs::remove_file(path)
            .map_err(|source| FileError::Remove { path: path.to_owned(), source }),
        _ => Ok(()),
    }
}
