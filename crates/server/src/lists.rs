//! Lists of armies: the text of a list builder, or TOML, as JSON.

use warodds_questions::army::ArmyList;
use warodds_questions::catalogue::Catalogue;

use crate::fault::ApiFault;

/// Reads a list, as the JSON that `warodds list show --json` prints.
///
/// # Errors
/// [`ApiFault::BadFields`] with all faults of the text and their places.
pub(crate) fn read(text: &str) -> Result<String, ApiFault> {
    let list = ArmyList::parse("list", text, Catalogue::shipped());
    let list = list.map_err(|faults| ApiFault::of_text(&faults, "text"))?;
    Ok(list.json()? + "\n")
}
