//! Files written whole or not at all.
//!
//! All of them are written into a directory of their own first, beside or in the place they are
//! meant for. Where that place is not there yet, the directory becomes it by one renaming; else
//! each file is renamed over the one of an earlier run, so that a reader sees the old file or the
//! new one and never half of either, and two runs do not mix: the second waits for the first. A
//! list of what was written, [`LIST`], stays in the directory: the next run removes what it no
//! longer writes, and nothing that is not on that list.

mod stage;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use super::Artifact;
use stage::{NewFile, parent_of, stage};

/// The file that lists what was written here.
pub const LIST: &str = "files.txt";
/// The first line of that list, without which it is not ours and nothing on it is removed.
const HEADING: &str = "# Written by warodds; the next run here removes what it no longer writes.";
/// The same while files give way to others.
const REPLACING: &str =
    "# warodds was stopped while it replaced these files: they may be of two runs.";

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

/// Tries whether [`write()`] could write into `dir`, and leaves nothing behind.
///
/// # Errors
/// With what the system refuses: the directory, a file in it, or a byte in the file.
pub fn try_writing(dir: &Path) -> Result<(), FileError> {
    let create = |source| FileError::Create { path: dir.to_owned(), source };
    let there = dir.ancestors().find(|dir| is_there(dir)).unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err(create(io::ErrorKind::NotADirectory.into()));
    }
    if there != dir {
        return stage::tried(there, dir.strip_prefix(there).unwrap_or(dir)).map_err(create);
    }
    listed(dir)?;
    stage::tried(dir, Path::new(""))
        .map_err(|source| FileError::Write { path: dir.to_owned(), source })
}

/// Writes the files into `dir`, which is created if need be, and removes those of an earlier run
/// that are not among them. Gives the paths written, without that of the list.
///
/// # Errors
/// When a name is no plain file name, comes twice or is that of a directory (nothing is touched
/// then), or when the system refuses.
pub fn write(dir: &Path, artifacts: &[Artifact]) -> Result<Vec<PathBuf>, FileError> {
    check_names(artifacts)?;
    if !create(dir, artifacts)? {
        replace(dir, artifacts)?;
    }
    Ok(artifacts.iter().map(|artifact| dir.join(&artifact.name)).collect())
}

/// Makes the directory with all files in it at once; says whether it did, and does not where
/// something of that name is there.
fn create(dir: &Path, artifacts: &[Artifact]) -> Result<bool, FileError> {
    if is_there(dir) {
        return Ok(false);
    }
    let create = |source| FileError::Create { path: dir.to_owned(), source };
    let parent = parent_of(dir);
    fs::create_dir_all(parent).map_err(create)?;
    let list = list_of(HEADING, &names(artifacts));
    let files = artifacts.iter().map(NewFile::from).chain([NewFile { name: LIST, bytes: &list }]);
    let staged = stage(parent, dir, files)?;
    match fs::rename(staged.path(), dir) {
        Ok(()) => {
            // it has its own name now: there is nothing to clean up
            let _ = staged.keep();
            Ok(true)
        }
        // another run was faster
        Err(_) if is_there(dir) => Ok(false),
        Err(source) => Err(create(source)),
    }
}

/// The name under which the list waits while files give way to others.
const WAITING: &str = ".list";

/// Lets the files take the place of those that are there.
fn replace(dir: &Path, artifacts: &[Artifact]) -> Result<(), FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Create { path: dir.to_owned(), source })?;
    let _alone = alone_in(dir);
    let (names, earlier) = (names(artifacts), listed(dir)?);
    let stale: Vec<&str> =
        earlier.iter().map(String::as_str).filter(|old| !names.contains(old)).collect();
    let is_dir = |path: &PathBuf| path.symlink_metadata().is_ok_and(|found| found.is_dir());
    if let Some(path) = names.iter().map(|name| dir.join(name)).find(is_dir) {
        return Err(FileError::InTheWay { path });
    }
    // all bytes are on the disk before the first old file gives way
    let both = list_of(REPLACING, &[names.as_slice(), &stale].concat());
    let list = list_of(HEADING, &names);
    let lists = [NewFile { name: LIST, bytes: &both }, NewFile { name: WAITING, bytes: &list }];
    let staged = stage(dir, dir, artifacts.iter().map(NewFile::from).chain(lists))?;
    let put = |from: &str, to: &str| {
        let path = dir.join(to);
        fs::rename(staged.path().join(from), &path)
            .map_err(|source| FileError::Write { path, source })
    };
    put(LIST, LIST)?;
    names.iter().try_for_each(|name| put(name, name))?;
    stale.iter().try_for_each(|old| remove(&dir.join(old)))?;
    put(WAITING, LIST)
}

/// Waits until no other run writes into a directory, for as long as this is held. Where the system
/// locks no directories nobody waits.
fn alone_in(dir: &Path) -> Option<File> {
    let dir = File::open(dir).ok()?;
    dir.lock().ok().map(|()| dir)
}

/// Whether anything has that name, if only a link to nothing.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn names(artifacts: &[Artifact]) -> Vec<&str> {
    artifacts.iter().map(|artifact| artifact.name.as_str()).collect()
}

fn list_of(heading: &str, names: &[&str]) -> Vec<u8> {
    std::iter::once(&heading)
        .chain(names)
        .flat_map(|line| [line, "\n"].concat().into_bytes())
        .collect()
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

/// What an earlier run wrote here. A list that is not ours, or an entry that is no plain name,
/// counts for nothing.
fn listed(dir: &Path) -> Result<Vec<String>, FileError> {
    let path = dir.join(LIST);
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(FileError::Read { path, source }),
    };
    let mut lines = text.lines();
    let ours = lines.next().is_some_and(|heading| [HEADING, REPLACING].contains(&heading));
    Ok(lines.filter(|line| ours && is_plain(line) && *line != LIST).map(str::to_owned).collect())
}

/// Removes a file; one that is gone already is no failure, and a directory is not ours to remove.
fn remove(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_dir() => fs::remove_file(path)
            .map_err(|source| FileError::Remove { path: path.to_owned(), source }),
        _ => Ok(()),
    }
}
