//! Files of either kind: a scenario or a campaign, whichever they hold.

use std::path::Path;

use super::campaign::{self, CampaignScenario};
use super::kind::text_of_either;
use super::{Backdrop, Scenario, parse_with};
use crate::document::LoadError;

/// A file that was read, whichever it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Loaded {
    /// Questions.
    Scenario(Scenario),
    /// A campaign.
    Campaign(CampaignScenario),
}

/// Reads and checks a scenario or a campaign, whichever the file holds.
///
/// # Errors
/// As [`load`](super::load).
pub fn load_any(path: &Path, backdrop: Backdrop<'_>) -> Result<Loaded, LoadError> {
    let (text, is_campaign) = text_of_either(path)?;
    let name = path.display().to_string();
    Ok(if is_campaign {
        Loaded::Campaign(campaign::parse(&name, &text)?)
    } else {
        Loaded::Scenario(parse_with(&name, &text, backdrop)?)
    })
}
