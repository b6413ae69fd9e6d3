//! Files written whole or not at all.
//!
//! Files are written into a temporary directory first, in the place they are meant for or beside it.
//! If that place does not exist yet, one renaming puts the directory there; otherwise each file is
//! renamed over the one of an earlier run, so that a reader sees the old file or the new one and
//! never half of either. Two runs do not mix: the second waits for the first. A list of what was
//! written, [`LIST`], stays in the directory with the question it belongs to ([`Owner`]): the next
//! run of that question removes what it no longer writes. A file that is not on that list, or a
//! directory of another question, is never touched.

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

/// The file that lists what was written here.
pub const LIST: &str = "files.txt";
/// Why a report could not be written. Files that are not named are as they were, or as they should
/// be.
#[derive(Debug, Error)]
pub enum FileError {
    /// The name would not be a file in the directory.
    #[error("{name:?} is not a plain file name")]
    Name {
        /// What was given.
        name: String,
    },
    /// Two files of the same name.
    #[error("two files are to be written as {name:?}")]
    Twice {
        /// The name.
        name: String,
    },
    /// A directory stands where a file is to be written; nothing was touched.
    #[error("{} is a directory; a file of that name is to be written: move it away", path.display())]
    InTheWay {
        /// The directory.
        path: PathBuf,
    },
    /// A file that this question did not write stands where one is to be written; nothing was
    /// touched.
    #[error(
        "{} is in the way and was not written by this question: move it away, or name another \
         directory with --out", path.display()
    )]
    ForeignAttachment {
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
    /// What is to be replaced is a directory, a device or a pipe.
    #[error("{} is no regular file: name a file to write", path.display())]
    NotAFile {
        /// What was named.
        path: PathBuf,
    },
    /// The directory could not be made.
    #[error("cannot create the directory {}", path.display())]
    Create {
        /// The directory.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file, or the directory that takes none.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// The list of an earlier run could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The list.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// A file of an earlier run could not be removed.
    #[error("cannot remove {}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
}

impl FileError {
    /// Whether another name or place mends it: nothing failed, and nothing was touched.
    pub const fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::InTheWay { .. }
                | Self::ForeignAttachment { .. }
                | Self::OtherQuestion { .. }
                | Self::NotAFile { .. }
        )
    }
}

/// Tries whether [`write()`] could write into `dir`, and leaves nothing behind. Removes what killed
/// runs left there.
///
/// # Errors
/// When the directory is of another question, and with what the system refuses: the directory, a
/// file in it, or a byte in the file.
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

/// Writes the files into `dir`, which is created if need be, and removes those of an earlier run
/// that are not among them. Gives the paths written, without that of the list.
///
/// # Errors
/// When a name is no plain file name, comes twice, or is that of something `owner` did not write
/// (nothing is touched then), or when the system refuses.
pub fn write(dir: &Path, owner: &Owner, artifacts: &[Artifact]) -> Result<Vec<PathBuf>, FileError> {
    check_names(artifacts)?;
    remove_strays(dir);
    if !create(dir, owner, artifacts)? {
        replace(dir, owner, artifacts)?;
    }
    Ok(artifacts.iter().map(|artifact| dir.join(&artifact.name)).collect())
}

/// Makes the directory with all files in it at once; says whether it did, and does not where
/// something of that name is there.
fn create(dir: &Path, owner: &Owner, artifacts: &[Artifact]) -> Result<bool, FileError> {
    if exists(dir) {
        return Ok(false);
    }
    let create = |source| FileError::Create { path: dir.to_owned(), source };
    let parent = parent_of(dir);
    fs::create_dir_all(parent).map_err(create)?;
    let list = owner.list(HEADING, &names(artifacts));
    let files = artifacts.iter().map(NewFile::from).chain([NewFile { name: LIST, bytes: &list }]);
    let staged = stage(parent, dir, files)?;
    match fs::rename(staged.entry.path(), dir) {
        Ok(()) => {
            // it has its own name now: there is nothing to clean up
            let _ = staged.entry.keep();
            Ok(true)
        }
        // another run was faster
        Err(_) if exists(dir) => Ok(false),
        Err(source) => Err(create(source)),
    }
}

/// The name under which the list waits while files give way to others.
const WAITING: &str = ".list";

/// Lets the files take the place of those that are there.
fn replace(dir: &Path, owner: &Owner, artifacts: &[Artifact]) -> Result<(), FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Create { path: dir.to_owned(), source })?;
    let _alone = lock_directory(dir);
    let (names, earlier) = (names(artifacts), owner.listed(dir)?);
    let stale: Vec<&str> =
        earlier.iter().map(String::as_str).filter(|old| !names.contains(old)).collect();
    let is_dir = |path: &PathBuf| path.symlink_metadata().is_ok_and(|found| found.is_dir());
    if let Some(path) = names.iter().map(|name| dir.join(name)).find(is_dir) {
        return Err(FileError::InTheWay { path });
    }
    if let Some(path) = foreign(dir, &names, &earlier) {
        return Err(FileError::ForeignAttachment { path });
    }
    // all bytes are on the disk before the first old file gives way
    let both = owner.list(REPLACING, &[names.as_slice(), &stale].concat());
    let list = owner.list(HEADING, &names);
    let lists = [NewFile { name: LIST, bytes: &both }, NewFile { name: WAITING, bytes: &list }];
    let staged = stage(dir, dir, artifacts.iter().map(NewFile::from).chain(lists))?;
    let put = |from: &str, to: &str| {
        let path = dir.join(to);
        fs::rename(staged.entry.path().join(from), &path)
            .map_err(|source| FileError::Write { path, source })
    };
    put(LIST, LIST)?;
    names.iter().try_for_each(|name| put(name, name))?;
    stale.iter().try_for_each(|old| remove(&dir.join(old)))?;
    put(WAITING, LIST)
}

/// Waits until no other run writes into a directory, for as long as this is held. Where the system
/// locks no directories nobody waits.
fn lock_directory(dir: &Path) -> Option<File> {
    let dir = File::open(dir).ok()?;
    dir.lock().ok().map(|()| dir)
}

/// Whether anything has that name, if only a link to nothing.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn names(artifacts: &[Artifact]) -> Vec<&str> {
    artifacts.iter().map(|artifact| artifact.name.as_str()).collect()
}

/// The first path that is to be written, exists, and is not among the `earlier` files.
fn foreign(dir: &Path, names: &[&str], earlier: &[String]) -> Option<PathBuf> {
    let is_new = |name: &&&str| !earlier.iter().any(|old| old == **name);
    names.iter().filter(is_new).map(|name| dir.join(name)).find(|path| exists(path))
}

/// Removes what killed runs left in a directory and beside it.
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

/// Whether a name is a file directly in its directory, on any system, and one line of the list.
fn is_plain(name: &str) -> bool {
    let one = matches!(Path::new(name).components().collect::<Vec<_>>().as_slice(), [Component::Normal(part)] if **part == *name);
    one && !name.starts_with(['.', '#'])
        && name.trim() == name
        && !name.contains(['/', '\\', ':'])
        && !name.contains(char::is_control)
}

/// Removes a file; one that is gone already is no failure, and a directory is not ours to remove.
fn remove(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_dir() => fs::remove_file(path)
            .map_err(|source| FileError::Remove { path: path.to_owned(), source }),
        _ => Ok(()),
    }
}
