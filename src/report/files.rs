//! Files written whole or not at all.
//!
//! Each file is written beside its place under another name and then renamed, so that a reader sees
//! the old file or the new one and never half of either. A list of what was written, [`LIST`],
//! stays in the directory: the next run removes what it no longer writes, and nothing that is not
//! on that list.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use super::Artifact;

/// The file that lists what was written here.
pub const LIST: &str = "files.txt";
/// The first line of that list, without which it is not ours and nothing on it is removed.
const HEADING: &str = "# Written by warodds; the next run here removes what it no longer writes.";

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
    /// The directory could not be made.
    #[error("cannot create the directory {}: {source}", path.display())]
    Create {
        /// The directory.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// The list of an earlier run could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The list.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// A file of an earlier run could not be removed.
    #[error("cannot remove {}: {source}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
}

/// Writes the files into `dir`, which is created if need be, and removes those of an earlier run
/// that are not among them. Gives the paths written, without that of the list.
///
/// # Errors
/// When a name is no plain file name or comes twice (nothing is touched then), or when the system
/// refuses.
pub fn write(dir: &Path, artifacts: &[Artifact]) -> Result<Vec<PathBuf>, FileError> {
    check_names(artifacts)?;
    fs::create_dir_all(dir).map_err(|source| FileError::Create { path: dir.to_owned(), source })?;
    let earlier = listed(dir)?;
    let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
    // what may be left behind by a failure is on the list before it is on the disk
    let all: Vec<&str> = names
        .iter()
        .copied()
        .chain(earlier.iter().map(String::as_str).filter(|old| !names.contains(old)))
        .collect();
    write_list(dir, &all)?;
    // all bytes are on the disk before the first old file gives way
    let staged: Vec<Staged> =
        artifacts.iter().map(|artifact| stage(dir, artifact)).collect::<Result<_, _>>()?;
    let written = staged.into_iter().map(Staged::persist).collect::<Result<_, _>>()?;
    for old in all.iter().filter(|old| !names.contains(old)) {
        remove(&dir.join(old))?;
    }
    write_list(dir, &names)?;
    Ok(written)
}

/// A file whose bytes are on the disk under a passing name.
struct Staged {
    file: NamedTempFile,
    path: PathBuf,
}

impl Staged {
    fn persist(self) -> Result<PathBuf, FileError> {
        let Self { file, path } = self;
        match file.persist(&path) {
            Ok(_) => Ok(path),
            Err(error) => Err(FileError::Write { path, source: error.error }),
        }
    }
}

fn stage(dir: &Path, artifact: &Artifact) -> Result<Staged, FileError> {
    let path = dir.join(&artifact.name);
    match filled(dir, &artifact.bytes) {
        Ok(file) => Ok(Staged { file, path }),
        Err(source) => Err(FileError::Write { path, source }),
    }
}

fn filled(dir: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".warodds-");
    // a report is meant to be read by others: the umask decides, not the caution of temporary files
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(dir)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
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
    let ours = lines.next() == Some(HEADING);
    Ok(lines.filter(|line| ours && is_plain(line) && *line != LIST).map(str::to_owned).collect())
}

fn write_list(dir: &Path, names: &[&str]) -> Result<(), FileError> {
    let text: String =
        std::iter::once(&HEADING).chain(names).map(|line| format!("{line}\n")).collect();
    stage(dir, &Artifact::new(LIST, text)).and_then(Staged::persist).map(drop)
}

/// Removes a file; one that is gone already is no failure, and a directory is not ours to remove.
fn remove(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_dir() => fs::remove_file(path)
            .map_err(|source| FileError::Remove { path: path.to_owned(), source }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir)
            .expect("a directory")
            .map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> =
            entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn dir() -> tempfile::TempDir {
        tempfile::tempdir().expect("a temporary directory")
    }

    #[test]
    fn own_files_that_are_stale_go_and_foreign_ones_stay() {
        let home = dir();
        let out = home.path().join("deep/out");
        let written = write(&out, &[Artifact::new("a.csv", "1"), Artifact::new("old.svg", "2")])
            .expect("written");
        assert_eq!(written, [out.join("a.csv"), out.join("old.svg")]);
        fs::write(out.join("mine.svg"), "foreign").expect("written");
        write(&out, &[Artifact::new("a.csv", "3")]).expect("written");
        assert_eq!(names(&out), ["a.csv", LIST, "mine.svg"]);
        assert_eq!(fs::read_to_string(out.join("a.csv")).expect("read"), "3");
    }

    #[test]
    fn a_list_can_be_forged_but_reaches_no_other_directory() {
        let home = dir();
        let out = home.path().join("out");
        fs::create_dir(&out).expect("created");
        fs::write(home.path().join("precious"), "1").expect("written");
        fs::create_dir(out.join("sub")).expect("created");
        let precious = home.path().join("precious").display().to_string();
        fs::write(out.join(LIST), format!("{HEADING}\n../precious\n{precious}\n.\n..\nsub\n\n"))
            .expect("written");
        write(&out, &[]).expect("written");
        assert!(home.path().join("precious").exists() && out.join("sub").exists());
        // a list of somebody else
        fs::write(out.join(LIST), "notes.txt\n").expect("written");
        fs::write(out.join("notes.txt"), "1").expect("written");
        write(&out, &[]).expect("written");
        assert!(out.join("notes.txt").exists());
    }

    #[test]
    fn a_failure_leaves_every_old_file_as_it_was() {
        let home = dir();
        write(home.path(), &[Artifact::new("a.csv", "old"), Artifact::new("b.csv", "old")])
            .expect("written");
        let bad = [Artifact::new("a.csv", "new"), Artifact::new("../b.csv", "new")];
        assert!(
            matches!(write(home.path(), &bad), Err(FileError::Name { name }) if name == "../b.csv")
        );
        let long = "x".repeat(300);
        let twice = [Artifact::new("a.csv", "new"), Artifact::new("a.csv", "newer")];
        assert!(matches!(write(home.path(), &twice), Err(FileError::Twice { .. })));
        // the system refuses the second name; nothing half-written stays
        let refused = write(
            home.path(),
            &[Artifact::new(long.clone(), "new"), Artifact::new("a.csv", "new")],
        );
        assert!(matches!(refused, Err(FileError::Write { path, .. }) if path.ends_with(&long)));
        assert_eq!(fs::read_to_string(home.path().join("a.csv")).expect("read"), "old");
        assert_eq!(names(home.path()), ["a.csv", "b.csv", LIST]);
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let home = dir();
        fs::write(home.path().join("out"), "a file").expect("written");
        let refused = write(&home.path().join("out"), &[]).expect_err("a file is no directory");
        assert!(
            refused.to_string().contains("cannot create the directory")
                && refused.to_string().contains("out")
        );
    }

    #[test]
    fn only_plain_names_are_written() {
        for name in ["", ".", "..", "/a", "a/b", "a\\b", "c:a", ".hidden", "a\nb", " a", LIST, "#a"]
        {
            assert!(
                matches!(
                    write(Path::new("/nonexistent/never"), &[Artifact::new(name, "")]),
                    Err(FileError::Name { .. })
                ),
                "{name:?}"
            );
        }
    }
}
