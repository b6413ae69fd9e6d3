//! Files of either kind: a scenario or a campaign, whichever they hold.

use std::path::Path;

use super::campaign::{self, CampaignScenario};
use super::kind::is_campaign;
use super::{ReadContext, Scenario, parse_with};
use crate::document::{LoadError, read_text};

/// A file that was read, whichever it is.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadedFile {
    /// Questions.
    Scenario(Scenario),
    /// A campaign.
    Campaign(CampaignScenario),
}

/// The text of a file, by what it holds; what is wrong with it was not looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileText {
    /// Questions.
    Scenario(String),
    /// A campaign.
    Campaign(String),
}

impl FileText {
    /// What a file holds.
    ///
    /// # Errors
    /// When that is neither a scenario nor a campaign.
    pub fn of(path: &Path, text: String) -> Result<Self, LoadError> {
        let is_campaign = is_campaign(path, &text)?;
        Ok(if is_campaign { Self::Campaign(text) } else { Self::Scenario(text) })
    }
}

/// Reads and checks a scenario or a campaign, whichever the file holds.
///
/// # Errors
/// As [`load`](super::load).
pub fn load_any(path: &Path, backdrop: ReadContext<'_>) -> Result<LoadedFile, LoadError> {
    let name = path.display().to_string();
    Ok(match FileText::of(path, read_text(path)?)? {
        FileText::Campaign(text) => LoadedFile::Campaign(campaign::parse(&name, &text)?),
        FileText::Scenario(text) => LoadedFile::Scenario(parse_with(&name, &text, backdrop)?),
    })
}
