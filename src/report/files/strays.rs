//! Temporary files and directories that killed runs left behind.
//!
//! Their names begin with [`PREFIX`]. A live run holds a lock on each of its own. A run removes an
//! entry if it was modified before that run looked, and nobody holds its lock; if the system cannot
//! lock it, it is removed once it is a day old.

use std::fs::{self, DirEntry, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// What temporary names begin with; letters that nobody else has chosen follow.
pub(super) const PREFIX: &str = ".warodds-";

/// The age at which an entry that cannot be locked is a stray.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Whether a name is that of a temporary file or directory of this program.
pub fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// A temporary file or directory, and the lock that keeps other runs from removing it.
#[derive(Debug)]
pub(super) struct Locked<T> {
    /// The file or directory; removed with the value.
    pub entry: T,
    /// None if the system cannot lock it.
    pub lock: Option<File>,
}

/// Creates a temporary file or directory and locks it. One that another run removed before it was
/// locked is created again.
pub(super) fn create<T: AsRef<Path>>(new: impl Fn() -> io::Result<T>) -> io::Result<Locked<T>> {
    const TRIES: usize = 16;
    for _ in 0..TRIES {
        let entry = new()?;
        let lock = File::open(entry.as_ref()).ok();
        let lock = lock.and_then(|file| file.lock_shared().ok().map(|()| file));
        if entry.as_ref().exists() {
            return Ok(Locked { entry, lock });
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Removes the strays in a directory. What cannot be removed stays: no result depends on it.
pub(super) fn remove_from(dir: &Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if is_temporary(&entry.path()) {
            let _ = remove(&entry, now);
        }
    }
}

/// Removes an entry if it is a stray. Its lock is held meanwhile: whoever has just created it waits
/// and then sees that it is gone.
fn remove(entry: &DirEntry, now: SystemTime) -> io::Result<()> {
    let found = entry.metadata()?;
    if !found.is_dir() && !found.is_file() {
        return Ok(());
    }
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
