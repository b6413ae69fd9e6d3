//! Reads campaign files and refuses other kinds of files.

use std::path::Path;

pub use crate::campaign::{CampaignScenario, parse};

use super::kind::FileKind;
use crate::document::{LoadError, read_text};

/// Reads the text of a campaign file, which is not checked for faults.
///
/// # Errors
/// [`LoadError`] if the file is unreadable, too large, not UTF-8 or another kind of file.
pub fn text(path: &Path) -> Result<String, LoadError> {
    let text = read_text(path)?;
    FileKind::check(path, &text, &[FileKind::Campaign]).map(|()| text)
}

/// Reads and checks the campaign in a file.
///
/// # Errors
/// As [`text`], and for faults.
pub fn load(path: &Path) -> Result<CampaignScenario, LoadError> {
    Ok(parse(&path.display().to_string(), &text(path)?)?)
}
