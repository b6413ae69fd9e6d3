//! Files of all kinds that `warodds run` answers.

use std::path::{Path, PathBuf};

use warodds_battles::file::{BattleFile, FileError, load_text};

use super::super::failure::Failure;
use super::super::input::Input;
use crate::scenario::campaign::{self, CampaignScenario};
use crate::scenario::{FileKind, LoadError, ReadContext, Scenario, parse_with};

/// A parsed file.
#[derive(Debug)]
pub(super) enum RunFile {
    /// A scenario.
    Scenario(Box<Scenario>),
    /// A campaign.
    Campaign(Box<CampaignScenario>),
    /// Battles.
    Battle(Box<BattleFile>),
}

impl RunFile {
    /// Returns the scenario, if the file is one.
    pub(super) fn scenario(&self) -> Option<&Scenario> {
        match self {
            Self::Scenario(scenario) => Some(scenario),
            Self::Campaign(_) | Self::Battle(_) => None,
        }
    }

    fn read(input: &Input, context: ReadContext<'_>) -> Result<Self, FileError> {
        input.check_kind(&[FileKind::Scenario, FileKind::Campaign, FileKind::Battle])?;
        Ok(match input.kind() {
            Some(FileKind::Campaign) => {
                let campaign = campaign::parse(&input.name(), &input.text);
                Self::Campaign(Box::new(campaign.map_err(LoadError::from)?))
            }
            Some(FileKind::Battle) => {
                let battle = load_text(&input.path, &input.text, context.catalogue)?;
                Self::Battle(Box::new(battle))
            }
            // other kinds were refused above; no recognizable key means a faulty scenario
            Some(
                FileKind::Scenario
                | FileKind::List
                | FileKind::Catalogue
                | FileKind::Missions
                | FileKind::Siege,
            )
            | None => {
                let read = parse_with(&input.name(), &input.text, context);
                Self::Scenario(Box::new(read.map_err(LoadError::from)?))
            }
        })
    }
}

/// Parses all files, or reports the faults of all of them.
pub(super) fn load_all(
    files: &[PathBuf],
    context: ReadContext<'_>,
) -> Result<Vec<(Input, RunFile)>, Failure> {
    let (mut loaded, mut wrong) = (Vec::new(), Vec::new());
    for file in files {
        match load(file, context) {
            Ok(one) => loaded.push(one),
            Err(error) => wrong.push(Err(error.into())),
        }
    }
    Failure::of_all(wrong).map(|()| loaded)
}

fn load(file: &Path, context: ReadContext<'_>) -> Result<(Input, RunFile), FileError> {
    let input = Input::read(file)?;
    let loaded = RunFile::read(&input, context)?;
    Ok((input, loaded))
}
