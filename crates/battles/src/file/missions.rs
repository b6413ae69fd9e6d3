//! The missions that a battle file names or holds.

use super::{BattleFileReader, FileError, ListSource};
use crate::battle::Mode;
use crate::missions::MissionDeck;
use std::path::Path;
use warodds_questions::document::{LoadError, read_text, toml_faults};
use warodds_questions::request::BattleTexts;
use warodds_questions::scenario::FileKind;

impl BattleFileReader<'_> {
    /// Reads the missions: those of a file, or those in the battle file itself.
    pub(super) fn missions(
        &self,
        missions: Option<&toml::Value>,
    ) -> Result<Option<MissionDeck>, FileError> {
        if let ListSource::Request(BattleTexts { missions: Some(missions), .. }) = self.lists {
            return parse(&missions.name, &missions.text).map(Some);
        }
        match missions {
            None => Ok(None),
            Some(toml::Value::String(name)) => self.missions_of_file(name).map(Some),
            Some(toml::Value::Array(missions)) => {
                let missions = missions.clone().into_iter().map(toml::Value::try_into);
                let missions = missions.collect::<Result<_, toml::de::Error>>();
                let missions = missions.map_err(|error| {
                    self.wrong("missions", format!("cannot be read: {}", error.message()))
                })?;
                Ok(Some(MissionDeck { title: String::new(), missions }))
            }
            Some(_) => Err(self.wrong("missions", "must be the name of a file, or missions")),
        }
    }

    fn missions_of_file(&self, name: &str) -> Result<MissionDeck, FileError> {
        let (path, text) = match self.lists {
            ListSource::In(folder) => {
                let path = folder.join(name);
                let text = read_text(&path)?;
                (path.display().to_string(), text)
            }
            ListSource::Provided(texts) => {
                let missing =
                    || self.wrong("missions", format!("names `{name}`, which is missing"));
                (name.to_owned(), texts.get(name).ok_or_else(missing)?.clone())
            }
            ListSource::Request(_) => {
                let wrong = format!("names `{name}`, whose text was not provided: add --missions");
                return Err(self.wrong("missions", wrong));
            }
        };
        parse(&path, &text)
    }
}

/// Parses a deck of missions and checks it for any mode.
///
/// # Errors
/// [`FileError`] if the text is invalid, or the deck has not from 4 to 64 missions.
pub fn parse_missions(name: &str, text: &str) -> Result<MissionDeck, FileError> {
    let deck = parse(name, text)?;
    let checked = deck.check(Mode::DarkWingsDarkWords.least_missions());
    checked.map_err(|error| FileError::Battle { name: name.to_owned(), error: error.into() })?;
    Ok(deck)
}

fn parse(name: &str, text: &str) -> Result<MissionDeck, FileError> {
    FileKind::check(Path::new(name), text, &[FileKind::Missions])?;
    toml::from_str(text).map_err(|error| {
        LoadError::from(toml_faults(name, text, error.message(), error.span())).into()
    })
}
