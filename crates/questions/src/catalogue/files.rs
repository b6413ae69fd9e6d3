//! Adds files of the player's own cards.

use std::fmt;
use std::path::{Path, PathBuf};

use super::Catalogue;
use crate::document::{LoadError, read_text};
use warodds_engine::counted::counted;

impl Catalogue {
    /// Returns the texts of the cards that are not shipped, in the order in which they were added:
    /// a later card replaces one of its id.
    pub fn own_texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(AsRef::as_ref)
    }

    /// Adds the entries of a file, or of all `.toml` files of a directory by name. An entry
    /// replaces the one of its id.
    ///
    /// # Errors
    /// What is wrong with any of the files. Entries without faults are added even then.
    pub fn add(&mut self, path: &Path) -> Result<(), Vec<LoadError>> {
        let files = files(path).map_err(|error| vec![error])?;
        let wrong: Vec<LoadError> =
            files.iter().filter_map(|file| self.add_file(file).err()).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn add_file(&mut self, file: &Path) -> Result<(), LoadError> {
        self.add_text(&file.display().to_string(), &read_text(file)?)?;
        Ok(())
    }
}

/// How many entries a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntryCounts {
    /// Cards of units.
    pub units: usize,
    /// Attachments.
    pub attachments: usize,
    /// NCUs.
    pub ncus: usize,
    /// Tactics cards.
    pub tactics: usize,
    /// Abilities.
    pub abilities: usize,
}

impl fmt::Display for EntryCounts {
    /// Names the kinds that are there, e.g. `2 units and 1 ability`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.units, "unit", "units"),
            (self.attachments, "attachment", "attachments"),
            (self.ncus, "NCU", "NCUs"),
            (self.tactics, "tactics card", "tactics cards"),
            (self.abilities, "ability", "abilities"),
        ];
        let present = kinds.into_iter().filter(|(count, ..)| *count > 0);
        let mut words: Vec<String> =
            present.map(|(count, one, several)| counted(count as u64, one, several)).collect();
        match words.pop() {
            None => f.write_str("no cards"),
            Some(last) if words.is_empty() => f.write_str(&last),
            Some(last) => write!(f, "{} and {last}", words.join(", ")),
        }
    }
}

/// Lists the file itself, or the TOML files of a directory.
fn files(path: &Path) -> Result<Vec<PathBuf>, LoadError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| LoadError::Io { path: path.to_owned(), error };
    let entries: Vec<PathBuf> = path
        .read_dir()
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(failed)?;
    let mut files: Vec<PathBuf> = entries
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        // a pipe in a directory is skipped: opening it would wait for its writer
        .filter(|path| path.is_file())
        .collect();
    // the order of a directory differs between systems, and later entries replace earlier ones
    files.sort();
    if files.is_empty() { Err(LoadError::NoFiles(path.to_owned())) } else { Ok(files) }
}
