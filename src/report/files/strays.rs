//! Removal of temporary files and directories of killed runs.
//!
//! Their names begin with [`PREFIX`], and a live run holds a lock on each of its own. An entry is
//! removed if nobody holds its lock, or, on systems that cannot lock it, once it is a day old.

use std::fs::{self, DirEntry, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// Prefix of temporary names; random letters follow.
pub(super) const PREFIX: &str = ".warodds-";

/// Age at which an entry that cannot be locked is removed.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns whether a path is a temporary file or directory of this program.
pub fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// A temporary directory, and the lock that keeps other runs from removing it.
#[derive(Debug)]
pub(super) struct Locked {
    /// Directory, removed with the value.
    pub entry: TempDir,
    /// Lock; `None` if the system cannot lock directories.
    _lock: Option<File>,
}

/// Creates and locks a temporary directory. If another run removes it before it is locked, it is
/// created again.
pub(super) fn create(new: impl Fn() -> io::Result<TempDir>) -> io::Result<Locked> {
    const TRIES: usize = 16;
    for _ in 0..TRIES {
        let entry = new()?;
        let lock = File::open(entry.path()).ok();
        // shared is enough: removers try an exclusive lock, which any shared one refuses
        let lock = lock.and_then(|file| file.lock_shared().ok().map(|()| file));
        if entry.path().exists() {
            return Ok(Locked { entry, _lock: lock });
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Removes entries of killed runs from a directory. Errors are ignored: no result depends on it.
pub(super) fn remove_from(dir: &Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if is_temporary(&entry.path()) {
            let _ = remove(&entry, now);
        }
    }
}

/// Removes an entry if its run is gone. The lock is held meanwhile: a run that has just created the
/// entry waits for the lock and then sees that the entry is gone.
fn remove(entry: &DirEntry, now: SystemTime) -> io::Result<()> {
    let found = entry.metadata()?;
    if !found.is_dir() && !found.is_file() {
        return Ok(());
    }
    // a modification time in the future: the clock was set back, so the age is not known
    let Ok(age) = now.duration_since(found.modified()?) else { return Ok(()) };
    let file = File::open(entry.path());
    let locked = match file.as_ref().map(File::try_lock) {
        Ok(Err(TryLockError::WouldBlock)) => return Ok(()),
        Ok(Ok(())) => true,
        Ok(Err(TryLockError::Error(_))) | Err(_) => false,
    };
    match (locked || age > DAY, found.is_dir()) {
        (false, _) => Ok(()),
        (true, true) => fs::remove_dir_all(entry.path()),
        (true, false) => fs::remove_file(entry.path()),
    }
}
