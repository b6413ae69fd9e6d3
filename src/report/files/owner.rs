//! The question that wrote a directory, as recorded in its list of files.

use std::fs;
use std::io;
use std::path::Path;

use super::{FileError, LIST, is_plain};

/// First line of a list; nothing named by a list without it is ever removed.
pub(super) const HEADING: &str =
    "# Written by warodds; the next run of this question removes what it no longer writes.";
/// First line while files are being replaced.
pub(super) const REPLACING: &str =
    "# warodds was stopped while it replaced these files: they may be of two runs.";
/// Start of the second line.
const QUESTION: &str = "# question: ";

/// A question as owner of a directory; only its own files are ever replaced or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner(String);

impl Owner {
    /// Creates the owner for a question as text. Control characters are escaped, because the list
    /// stores the owner on one line.
    pub fn new(question: &str) -> Self {
        Self(question.chars().flat_map(escape).collect::<String>().trim().to_owned())
    }

    /// Returns the contents of a list of `names`.
    pub(super) fn list(&self, heading: &str, names: &[&str]) -> Vec<u8> {
        let owner = format!("{QUESTION}{}", self.0);
        let lines = [heading, &owner].into_iter().chain(names.iter().copied());
        lines.flat_map(|line| [line, "\n"].concat().into_bytes()).collect()
    }

    /// Returns the names of the files that this question wrote into `dir`; empty without a list.
    ///
    /// # Errors
    /// [`FileError::OtherQuestion`] if another question wrote the list, [`FileError::Foreign`] if
    /// the list is not one of this program, [`FileError::Read`] if the system refuses.
    pub(super) fn listed(&self, dir: &Path) -> Result<Vec<String>, FileError> {
        let path = dir.join(LIST);
        let text = match fs::read(&path) {
            // a list that is not UTF-8 is not ours: the comparison of its first line then fails
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(FileError::Read { path, source }),
        };
        let mut lines = text.lines();
        let has_heading = lines.next().is_some_and(|first| [HEADING, REPLACING].contains(&first));
        match lines.next().and_then(|line| line.strip_prefix(QUESTION)).filter(|_| has_heading) {
            None => Err(FileError::Foreign { path }),
            Some(other) if other != self.0 => {
                Err(FileError::OtherQuestion { dir: dir.to_owned(), other: other.to_owned() })
            }
            Some(_) => {
                // lists may be edited: a path in one must not make us remove a file elsewhere
                let is_name = |line: &&str| is_plain(line) && *line != LIST;
                Ok(lines.filter(is_name).map(str::to_owned).collect())
            }
        }
    }
}

fn escape(character: char) -> impl Iterator<Item = char> {
    let (plain, control) = if character.is_control() {
        (None, Some(character.escape_default()))
    } else {
        (Some(character), None)
    };
    plain.into_iter().chain(control.into_iter().flatten())
}
