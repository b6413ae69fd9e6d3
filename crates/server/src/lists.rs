//! Lists of armies: the text of a list builder, or TOML, as JSON.

use std::borrow::Cow;

use warodds_questions::army::ArmyList;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::Faults;

use crate::cards;
use crate::fault::ApiFault;
use crate::parameters::decode;

const PARAMETERS: &str =
    "this address takes a list, and the cards of your own that it names: ?text=…&catalogue=…";

/// Reads the list of `text=…&catalogue=…`, as the JSON that `warodds list show --json` prints.
///
/// # Errors
/// [`ApiFault::BadFields`] with all faults of the list or of the cards and their places,
/// [`ApiFault::BadInput`] for other parameters.
pub(crate) fn read(query: &str) -> Result<String, ApiFault> {
    let of = |name: &'static str| move |faults: Faults| ApiFault::of_text(&faults, name);
    let (mut list, mut catalogue) = (None, Cow::Borrowed(Catalogue::shipped()));
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some(("text", text)) if list.is_none() => list = Some(decode(text)?),
            Some(("catalogue", text)) => {
                let added = catalogue.to_mut().add_text(cards::TEXT, &decode(text)?);
                added.map_err(of(cards::TEXT))?;
            }
            _ => return Err(ApiFault::BadInput(PARAMETERS.to_owned())),
        }
    }
    let text = list.ok_or_else(|| ApiFault::BadInput(PARAMETERS.to_owned()))?;
    let list = ArmyList::parse("list", &text, &catalogue).map_err(of("text"))?;
    Ok(list.json(None)? + "\n")
}
