//! Battle files with their lists as text, independent of the machine's files.

use super::form::SiegeEntry;
use super::{BattleFile, BattleFileReader, FileError, ListSource, form};
use std::collections::BTreeMap;
use std::path::Path;

use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::read_text;
use warodds_questions::scenario::{FileKind, list_text};

/// The text of a battle file and of the lists it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleFileContents {
    /// The text of the file.
    pub text: String,
    /// The texts of the lists, the missions and the siege, by the names the file uses.
    pub lists: BTreeMap<String, String>,
}

impl BattleFileContents {
    /// Reads the lists that a battle file names; returns `None` for files of another kind. Lists
    /// are read from the folder of `path`, or from the working directory for standard input. Other
    /// errors of the file are found by [`parse`](Self::parse).
    ///
    /// # Errors
    /// [`FileError`] if a list cannot be read or the text is no battle file.
    pub fn of(path: &Path, text: &str) -> Result<Option<Self>, FileError> {
        // no error: shards read files of every kind and try this one first
        if FileKind::of(text) != Some(FileKind::Battle) {
            return Ok(None);
        }
        let file = form(&path.display().to_string(), text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut lists = BTreeMap::new();
        for list in [&file.a.list, &file.b.list].into_iter().flatten() {
            lists.insert(list.clone(), list_text(&folder.join(list))?);
        }
        if let Some(toml::Value::String(missions)) = &file.battle.missions {
            lists.insert(missions.clone(), read_text(&folder.join(missions))?);
        }
        if let Some(SiegeEntry::File(siege)) = &file.battle.siege {
            lists.insert(siege.clone(), read_text(&folder.join(siege))?);
        }
        Ok(Some(Self { text: text.to_owned(), lists }))
    }

    /// Parses the battle; `name` is the name of the file in error messages.
    ///
    /// # Errors
    /// [`FileError`] if a text is invalid.
    pub fn parse(&self, name: &str, catalogue: &Catalogue) -> Result<BattleFile, FileError> {
        let reader = BattleFileReader { name, lists: ListSource::Provided(&self.lists), catalogue };
        reader.battle(form(name, &self.text)?)
    }
}
