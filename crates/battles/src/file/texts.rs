//! Battle files as texts that are read alike on any machine.

use super::{BattleFile, BattleFileReader, FileError, ListSource, form};
use std::collections::BTreeMap;
use std::path::Path;
use warodds_questions::army::ArmyList;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::scenario::FileKind;

/// A battle file, and the lists it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleFileContents {
    /// What the file holds.
    pub text: String,
    /// The lists, by what the file calls them.
    pub lists: BTreeMap<String, String>,
}

impl BattleFileContents {
    /// Those of a file that holds this; none where it is of something else than battles. Lists lie
    /// beside it, those of standard input in the folder where one stands. Faults of a battle file
    /// are found when it is parsed.
    ///
    /// # Errors
    /// When a list cannot be read, or it has not the form of a battle file.
    pub fn of(path: &Path, text: &str) -> Result<Option<Self>, FileError> {
        if FileKind::of(text) != Some(FileKind::Battle) {
            return Ok(None);
        }
        let file = form(&path.display().to_string(), text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut lists = BTreeMap::new();
        for list in [&file.a.list, &file.b.list].into_iter().flatten() {
            lists.insert(list.clone(), ArmyList::read_text(&folder.join(list))?);
        }
        Ok(Some(Self { text: text.to_owned(), lists }))
    }

    /// The battle of these texts; `name` is what errors call the file.
    ///
    /// # Errors
    /// With what is wrong.
    pub fn parse(&self, name: &str, catalogue: &Catalogue) -> Result<BattleFile, FileError> {
        let reader = BattleFileReader { name, lists: ListSource::Told(&self.lists), catalogue };
        reader.battle(form(name, &self.text)?)
    }
}
