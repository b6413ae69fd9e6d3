//! Files that contain a scenario or a campaign.

use std::path::Path;

use super::campaign::{self, CampaignScenario};
use super::kind::is_campaign;
use super::{ReadContext, Scenario, parse_with};
use crate::document::{LoadError, read_text};

/// A parsed scenario or campaign.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadedFile {
    /// Questions.
    Scenario(Scenario),
    /// A campaign.
    Campaign(CampaignScenario),
}

/// The text of a scenario or campaign, not checked for errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileText {
    /// Questions.
    Scenario(String),
    /// A campaign.
    Campaign(String),
}

impl FileText {
    /// Determines the kind of a text.
    ///
    /// # Errors
    /// [`LoadError`] if the text is another kind of file.
    pub fn of(path: &Path, text: String) -> Result<Self, LoadError> {
        let is_campaign = is_campaign(path, &text)?;
        Ok(if is_campaign { Self::Campaign(text) } else { Self::Scenario(text) })
    }
}

/// Reads and checks a scenario or a campaign.
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
